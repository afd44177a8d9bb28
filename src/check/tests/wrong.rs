//! Honest mistakes: something has to be said about each of them, at the right place.

use super::{Room, hook_of};

/// A command, the code that it raises and the text under the caret.
const WRONG: &[(&str, &str, &str)] = &[
    ("nosuch", "program-not-found", "nosuch"),
    ("nosuch --flag", "program-not-found", "nosuch"),
    ("  FOO=1 'nosuch' x", "program-not-found", "'nosuch'"),
    ("guard.sh", "program-not-found", "guard.sh"),
    ("cat | nosuch | jq .", "program-not-found", "nosuch"),
    ("x=$(nosuch)", "program-not-found", "nosuch"),
    ("x=`nosuch`; echo $x", "program-not-found", "nosuch"),
    ("echo \"$(cat | nosuch)\"", "program-not-found", "nosuch"),
    ("set -eu\ninput=$(cat)\nnosuch \"$input\"", "program-not-found", "nosuch"),
    ("env FOO=1 nosuch", "program-not-found", "nosuch"),
    ("timeout 5 nosuch", "program-not-found", "nosuch"),
    ("exec nosuch", "program-not-found", "nosuch"),
    ("nosuch && exit 2", "program-not-found", "nosuch"),
    ("! nosuch -q", "program-not-found", "nosuch"),
    ("{ nosuch; }", "program-not-found", "nosuch"),
    ("(nosuch)", "program-not-found", "nosuch"),
    ("if nosuch; then exit 2; fi", "program-not-found", "nosuch"),
    ("./ghost.sh", "file-not-found", "./ghost.sh"),
    ("./ghost.sh || exit 2", "file-not-found", "./ghost.sh"),
    ("policy/ghost.sh", "file-not-found", "policy/ghost.sh"),
    ("/no/such/guard", "file-not-found", "/no/such/guard"),
    ("python3 ./policy/ghost.py --strict", "file-not-found", "./policy/ghost.py"),
    ("python3 -u policy/ghost.py", "file-not-found", "policy/ghost.py"),
    ("bash -eu ghost.sh", "file-not-found", "ghost.sh"),
    ("node ghost.js", "file-not-found", "ghost.js"),
    ("env X=1 timeout 5 python3 ghost.py", "file-not-found", "ghost.py"),
    (". ./ghost.sh", "file-not-found", "./ghost.sh"),
    ("source policy/ghost.sh", "file-not-found", "policy/ghost.sh"),
    ("\"$HOOKCTL_CONFIG_DIR/ghost.sh\"", "file-not-found", "\"$HOOKCTL_CONFIG_DIR/ghost.sh\""),
    ("cat | ./ghost.sh", "file-not-found", "./ghost.sh"),
    ("./plain.sh", "not-executable", "./plain.sh"),
    ("policy/", "not-executable", "policy/"),
    ("./crlf.sh", "crlf-shebang", "./crlf.sh"),
    ("sh ./crlf.sh", "crlf-shebang", "./crlf.sh"),
    ("\"$NOT_SET\"/guard.sh", "unset-variable", "$NOT_SET"),
    ("\"${NOT_SET}/guard.sh\"", "unset-variable", "${NOT_SET}"),
    ("./guard.sh $NOT_SET", "unset-variable", "$NOT_SET"),
    ("./guard.sh --log=$NOT_SET/x", "unset-variable", "$NOT_SET"),
    ("cat > $NOT_SET/log", "unset-variable", "$NOT_SET"),
    ("X=$NOT_SET ./guard.sh", "unset-variable", "$NOT_SET"),
    ("echo \"$(cat $NOT_SET)\"", "unset-variable", "$NOT_SET"),
    ("if true; then echo $NOT_SET; fi", "unset-variable", "$NOT_SET"),
    ("for f in $NOT_SET; do echo $f; done", "unset-variable", "$NOT_SET"),
    ("echo ${NOT_SET%/*}", "unset-variable", "${NOT_SET%/*}"),
    ("echo $HOOKCTL_SESION_ID", "unset-variable", "$HOOKCTL_SESION_ID"),
    ("\"~/guard.sh\"", "quoted-tilde", "\"~/guard.sh\""),
    ("python3 '~/policy/guard.py'", "quoted-tilde", "'~/policy/guard.py'"),
    ("DIR=\"~/policy\"; ls $DIR", "quoted-tilde", "\"~/policy\""),
    ("cd \"~/policy\" && ls", "quoted-tilde", "\"~/policy\""),
    ("[ -f '~/policy' ] && exit 2", "quoted-tilde", "'~/policy'"),
    ("./guard.sh || true", "verdict-lost", "./guard.sh || true"),
    ("./guard.sh --strict || :", "verdict-lost", "./guard.sh --strict || :"),
    ("python3 policy/guard.py || exit 0", "verdict-lost", "python3 policy/guard.py || exit 0"),
    ("cat | ./guard.sh || true", "verdict-lost", "cat | ./guard.sh || true"),
    ("sync-policy --check || true", "verdict-lost", "sync-policy --check || true"),
    ("timeout 5 ./guard.sh || true", "verdict-lost", "timeout 5 ./guard.sh || true"),
    ("jq -e .ok >/dev/null; jq -e .ok || true", "verdict-lost", "jq -e .ok || true"),
    ("grep -q x || true", "verdict-lost", "grep -q x || true"),
    ("./guard.sh; exit 0", "verdict-lost", "./guard.sh; exit 0"),
    ("./guard.sh\nexit 0\n", "verdict-lost", "./guard.sh\nexit 0"),
    ("./guard.sh; true", "verdict-lost", "./guard.sh; true"),
    ("\"$SET_HERE/guard.sh\" || true", "verdict-lost", "\"$SET_HERE/guard.sh\" || true"),
    ("command -v sync-policy >/dev/null && sync-policy || exit 0", "verdict-lost", "sync-policy || exit 0"),
    ("./guard.sh | tee guard.log", "verdict-lost", "./guard.sh | tee guard.log"),
    ("./guard.sh 2>&1 | tee -a guard.log", "verdict-lost", "./guard.sh 2>&1 | tee -a guard.log"),
];

#[test]
fn something_is_said_about_each_mistake() {
    let room = Room::new();
    let mut wrong = Vec::new();
    for (command, code, text) in WRONG {
        let found = room.check_command(command);
        if found != [(*code, (*text).to_owned())] {
            wrong.push(format!("{command}\n    wanted {code} at {text}, found {found:?}"));
        }
    }
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
}

#[test]
fn a_command_that_is_an_array_is_looked_at_too() {
    let room = Room::new();
    let check = |command: &str, more: &str| {
        let text = format!("[[hooks]]\nevent = \"pre_tool\"\ncommand = {command}\n{more}\n");
        room.check(&text).into_iter().map(|(code, _)| code).collect::<Vec<_>>()
    };
    for (command, more, expected) in [
        (r#"["./guard.sh", "--strict"]"#, "", &[][..]),
        (r#"["python3", "policy/guard.py"]"#, "", &[]),
        (r#"["python3", "-c", "import x"]"#, "", &[]),
        (r#"["cat", "ghost", "$NOT_SET", "~/x"]"#, "", &[]),
        (r#"["nosuch"]"#, "", &["program-not-found"]),
        (r#"["exit", "2"]"#, "", &[]),
        (r#"["./ghost"]"#, "", &["file-not-found"]),
        (r#"["./guard.sh --strict"]"#, "", &["file-not-found"]),
        (r#"["./plain.sh"]"#, "", &["not-executable"]),
        (r#"["./crlf.sh"]"#, "", &["crlf-shebang"]),
        (r#"["python3", "policy/ghost.py"]"#, "", &["file-not-found"]),
        (r#"["python3", "policy/guard.py"]"#, "cwd = \"event\"", &["relative-to-event"]),
        (r#"["./guard.sh"]"#, "cwd = \"event\"", &[]),
    ] {
        assert_eq!(check(command, more), expected, "{command} {more}");
    }
}

#[test]
fn a_folder_that_is_not_there_is_told_of() {
    let room = Room::new();
    let check = |cwd: &str| room.check(&hook_of("true", &format!("cwd = \"{cwd}\"")));
    assert_eq!(check("policy"), []);
    assert_eq!(check("no/such"), [("file-not-found", "\"no/such\"".to_owned())]);
    assert_eq!(check("guard.sh"), [("file-not-found", "\"guard.sh\"".to_owned())]);
}

#[test]
fn with_the_cwd_of_the_event_a_relative_program_is_the_agents_choice() {
    let room = Room::new();
    let check = |command: &str| {
        room.check(&hook_of(command, "cwd = \"event\"")).into_iter().map(|(code, _)| code).collect::<Vec<_>>()
    };
    for command in
        ["./guard.sh", "policy/ghost.sh x", "python3 policy/guard.py", ". ./lib.sh", "cat | ./guard.sh"]
    {
        assert_eq!(check(command), ["relative-to-event"], "{command}");
    }
    for command in [
        "\"$HOOKCTL_CONFIG_DIR/guard.sh\"",
        "cd \"$HOOKCTL_CONFIG_DIR\" && ./guard.sh",
        "cd \"$HOOKCTL_CONFIG_DIR\"; ./guard.sh",
        "git diff --quiet || exit 2",
        "jq .",
    ] {
        assert_eq!(check(command), [""; 0], "{command}");
    }
}

#[test]
fn in_a_phase_that_cannot_say_no_there_is_no_verdict_to_lose() {
    let room = Room::new();
    let check = |event: &str| {
        let text = format!("[[hooks]]\nevent = \"{event}\"\ncommand = \"./guard.sh || true\"\n");
        room.check(&text).into_iter().map(|(code, _)| code).collect::<Vec<_>>()
    };
    assert_eq!(check("post_tool"), [""; 0]);
    assert_eq!(check("stop"), ["verdict-lost"]);
}
