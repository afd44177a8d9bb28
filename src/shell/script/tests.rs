//! What is taken apart, and how.

use super::*;

#[test]
fn what_is_not_complete_is_not_taken_apart() {
    for text in [
        "'",
        "\"",
        "`",
        "$(",
        "${",
        "${x",
        "$((1",
        "(",
        "{ a",
        "a |",
        "a &&",
        "if a; then",
        "if a; fi",
        "while a; do",
        "for x in",
        "case x in",
        "case x in a)",
        "[[ a",
        "a )",
        "}",
        "a; }",
        "fi",
        "done",
        "then",
        "f()",
        "cat <<X",
        "cat <<X\nY",
        ">",
        "a ;; b",
        "echo $(a",
        "\"$(a\"",
        "a $(b;;)",
        "a (b",
        "a=(b",
    ] {
        assert!(parse(text).is_none(), "{text}");
    }
    let deep = format!("{}{}", "$(".repeat(5000), ")".repeat(5000));
    let deep_braces = format!("{}{}", "${x:-".repeat(5000), "}".repeat(5000));
    assert!(parse(&deep).is_none() && parse(&deep_braces).is_none());
}

/// The words of the first simple command.
fn words<'c>(script: &'c Script<'c>) -> &'c [Word<'c>] {
    match &script.items[0].first.commands[0].kind {
        Kind::Simple(simple) => &simple.words,
        other => panic!("{other:?}"),
    }
}

#[test]
fn a_word_without_expansions_has_a_text() {
    for (text, expected) in [
        ("plain", Some("plain")),
        ("'a b'", Some("a b")),
        ("a\"b\"'c'\\d", Some("abcd")),
        ("\"a\\\"b\\c\"", Some("a\"b\\c")),
        ("{}", Some("{}")),
        ("[", Some("[")),
        ("HEAD~1", Some("HEAD~1")),
        ("~/x", None),
        ("*.sh", None),
        ("[ab]", None),
        ("{a,b}", None),
        ("$x", None),
        ("\"$x\"", None),
        ("$(x)", None),
    ] {
        let script = parse(text).expect(text);
        assert_eq!(words(&script)[0].literal().as_deref(), expected, "{text}");
    }
    let script = parse("~/a$x").expect("complete");
    let known = |name: &str| Some(format!("<{name}>"));
    assert_eq!(words(&script)[0].resolve(known).as_deref(), Some("<HOME>/a<x>"));
}

#[test]
fn lists_pipelines_and_redirections_are_told_apart() {
    let text = "A=1 B= one 'x y' 2>&1 >log | two & three && ! four || (five; six)\n{ seven; } <in";
    let script = parse(text).expect("complete");
    let [first, second, third] = &script.items[..] else { panic!("{script:#?}") };
    assert!(first.background && !second.background && !third.background);
    let one = &first.first.commands[0];
    assert_eq!(first.first.commands.len(), 2);
    let operators: Vec<_> = one.redirects.iter().map(|to| (to.descriptor, to.operator)).collect();
    assert_eq!(operators, [(Some("2"), ">&"), (None, ">")]);
    assert_eq!((one.redirects[0].writes(), one.redirects[1].writes()), (false, true));
    let Kind::Simple(simple) = &one.kind else { panic!("{one:?}") };
    assert_eq!(simple.assignments.iter().map(|one| one.name).collect::<Vec<_>>(), ["A", "B"]);
    assert_eq!(
        simple.words.iter().map(|word| &text[word.span.clone()]).collect::<Vec<_>>(),
        ["one", "'x y'"]
    );
    let connectors: Vec<_> = second.rest.iter().map(|(connector, _)| *connector).collect();
    assert_eq!(connectors, [Connector::And, Connector::Or]);
    assert!(second.rest[0].1.negated);
    assert!(matches!(&second.rest[1].1.commands[0].kind, Kind::Group(script) if script.items.len() == 2));
    assert_eq!(&text[second.first.span.clone()], "three");
}

#[test]
fn variables_are_told_from_what_asks_about_them() {
    #[derive(Default)]
    struct Seen(Vec<String>);
    impl<'c> Visitor<'c> for Seen {
        fn word(&mut self, word: &Word<'c>, _: Role) {
            for piece in &word.pieces {
                match piece {
                    Piece::Variable { name, .. } => self.0.push(format!("${name}")),
                    Piece::Asked(name) => self.0.push(format!("?{name}")),
                    _ => {}
                }
            }
        }
    }
    let text = "echo $a ${b} \"${c%x}${d:1}\" ${e:-x} ${f-} ${g:=1} ${h:?no} ${i:+y} ${#j} ${!k} '$l' \\$m $1 \"\\$n\" $(echo $o)";
    let mut seen = Seen::default();
    visit(&parse(text).expect("complete"), &mut seen);
    assert_eq!(seen.0, ["$a", "$b", "$c", "$d", "?e", "?f", "?g", "?h", "?i", "?j", "?k", "$o"]);
}
