//! Which words are found.

use super::*;

/// The words, with what the shell fills in at the beginning in braces and `~` where it does so later.
fn shown(words: &[Word]) -> Vec<String> {
    let show = |word: &Word| {
        let below = word.below.as_ref().map(|below| format!("[{below}]")).unwrap_or_default();
        let lead = match &word.lead {
            None => String::new(),
            Some(Lead::Folder) => "{folder}".to_owned(),
            Some(Lead::Home) => "{home}".to_owned(),
            Some(Lead::Other(written)) => format!("{{{written}}}"),
        };
        format!("{below}{lead}{}{}", word.text, if word.open { "~" } else { "" })
    };
    words.iter().map(show).collect()
}

#[test]
fn a_script_becomes_the_words_that_it_may_run() {
    for (script, words) in [
        ("./guard.sh --strict", &["./guard.sh", "--strict"][..]),
        ("./a.sh;./b.sh&&(./c.sh||./d.sh)|./e.sh &", &["./a.sh", "./b.sh", "./c.sh", "./d.sh", "./e.sh"]),
        ("'./my guard.sh' \"x y\" a\\ b", &["./my guard.sh", "x y", "a b"]),
        ("./a.sh # ./b.sh\n./c.sh", &["./a.sh", "./c.sh"]),
        ("./a.sh > out.log 2>&1 < in.txt >>x &>y >|z", &["./a.sh", "2", "in.txt"]),
        ("\"$PWD/x.sh\" ${HOOKCTL_CONFIG_DIR}/y", &["{folder}/x.sh", "{folder}/y"]),
        ("$CLAUDE_PROJECT_DIR/x \"$(pwd)\"/y", &["{folder}/x", "pwd", "{folder}/y"]),
        ("\"$(dirname \"$0\")/x.sh\"", &["dirname", "{0}", "{dirname \"$0\"}/x.sh"]),
        ("x=`./y.sh -a`", &["./y.sh", "-a", "x=~"]),
        ("bash -c './guard.sh \"a b\"'", &["bash", "-c", "./guard.sh", "a b", "./guard.sh \"a b\""]),
        ("sh -ec \"sh -c './in.sh'\"", &["sh", "-ec", "sh", "-c", "./in.sh", "./in.sh", "sh -c './in.sh'"]),
        ("eval './a.sh x'", &["eval", "./a.sh", "x", "./a.sh x"]),
        ("echo './a.sh is ./b.sh'", &["echo", "./a.sh is ./b.sh"]),
        ("cat rules/*.rego a?b ~/x {a,b}", &["cat", "rules/*.rego~", "a?b~", "{home}/x", "{a,b}~"]),
        ("${X:-./other.sh} ./$NAME.sh", &["./other.sh", "{X}", "./.sh~"]),
        ("cd policy && ./a.sh", &["cd", "policy", "[policy]./a.sh"]),
        ("sh <<'E'\n./in.sh don't\nE\n./a.sh", &["sh", "./in.sh", "dont\n", "./a.sh"]),
        ("A=./a.sh B=1 ./b.sh", &["A=./a.sh", "B=1", "./b.sh"]),
        ("if ./a.sh; then exit 2; fi", &["if", "./a.sh", "then", "exit", "2", "fi"]),
        ("tee >(./a.sh) <(./b.sh)", &["tee", "./a.sh", "./b.sh"]),
        ("$'./a.sh' $'./\\x61.sh'", &["./a.sh", "./\\x61.sh~", "$./a.sh", "$./\\x61.sh"]),
        ("echo '$HOME' \"it\\\"s\" 'open", &["echo", "$HOME", "it\"s", "open"]),
    ] {
        assert_eq!(shown(&of_script(script)), words, "{script}");
    }
}

#[test]
fn an_array_keeps_its_words_and_shows_the_scripts_in_them() {
    let words = |items: &[&str]| shown(&of_array(items.iter().copied()));
    assert_eq!(words(&["./a b.sh", "$PWD/*"]), ["./a b.sh", "$PWD/*"]);
    assert_eq!(words(&["bash", "-c", "./x.sh y"]), ["bash", "-c", "./x.sh y", "./x.sh", "y"]);
    assert_eq!(words(&["bash", "./x.sh", "a b"]), ["bash", "./x.sh", "a b"]);
}

#[test]
fn no_script_is_too_deep_or_too_odd() {
    for script in [
        "$(".repeat(10_000),
        "`".repeat(9_999),
        "${a:-".repeat(10_000),
        "\"$(\"".repeat(5_000),
        "\"${a:-".repeat(9_999),
    ] {
        of_script(&script);
    }
    for script in ["$", "\\", "\"", "'", "${", "$(", "`", ">", "<", "a=$", "~", "{", "$'\\n'", ""] {
        of_script(script);
    }
}

#[test]
fn a_dollar_before_a_quote_is_read_as_bash_reads_it_and_as_dash_does() {
    for (script, program) in [
        // To bash the escaped quote does not close; to dash the next one does.
        ("echo $'it\\'s'; ./guard.sh", "./guard.sh"),
        ("echo $'\\'' x'; ./guard.sh #'", "./guard.sh"),
        ("$\"./guard.sh\"", "./guard.sh"),
        ("$\"./guard.sh\"", "$./guard.sh"),
    ] {
        let words = shown(&of_script(script));
        assert!(words.iter().any(|word| word == program), "{script}: {words:?}");
    }
}

#[test]
fn a_program_is_found_behind_what_closes_something_else() {
    for script in [
        // In double quotes a single one is text, also in braces.
        "echo \"${X:-can't}\"; ./guard.sh",
        "echo \"${X:-\"a b\"}\"; ./guard.sh",
        "echo \"${X:-./guard.sh}\"",
        "echo \"${X:-a $(./guard.sh) b}\"",
        // A comment ends with the backquotes, and in braces there is none.
        "x=`true # or false`; ./guard.sh",
        "echo ${X:-a #b}; ./guard.sh",
        // Not every parenthesis closes the command that is filled in.
        "x=\"$( (true; true); ./guard.sh)\"",
        "x=\"$(case $1 in a) ./guard.sh;; esac)\"",
        "x=\"$(if true; then case $1 in (a) (true);; b) true; esac; fi; ./guard.sh)\"",
        "x=\"$((1 + 2))\"; ./guard.sh",
        "cat <<\tE\ndon't\nE\n./guard.sh",
        "if true; then eval './guard.sh x'; fi",
        "! eval './guard.sh x'",
    ] {
        let words = shown(&of_script(script));
        assert!(words.iter().any(|word| word == "./guard.sh"), "{script}: {words:?}");
    }
    let words = shown(&of_script("if true; then cd policy; fi; ./guard.sh"));
    assert!(words.iter().any(|word| word == "[policy]./guard.sh"), "{words:?}");
}
