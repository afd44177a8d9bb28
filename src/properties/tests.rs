//! The properties over generated texts and the samples of hosts.

use proptest::prelude::*;
use proptest::sample::select;

use crate::host;
use crate::json::Fields;

/// What texts of events and replies are made of.
const JSON: &[&str] = &[
    "{",
    "}",
    "[",
    "]",
    ":",
    ",",
    " ",
    "\n",
    "\"",
    "\\",
    "\"tool\":",
    "\"input\":",
    "\"prompt\":",
    "\"event\":",
    "\"pre_tool\"",
    "\"decision\":",
    "\"deny\"",
    "\"allow\"",
    "\"ask\"",
    "\"reason\":",
    "\"message\":",
    "\"continue\":false",
    "\"mutated\":{}",
    "\"a\"",
    "\"\\u0074ool\":",
    "\"\\ud800\"",
    "\"hook_event_name\":",
    "\"PreToolUse\"",
    "\"Stop\"",
    "\"tool_name\":",
    "\"tool_input\":",
    "1e400",
    "-0",
    "12345678901234567890",
    "null",
    "true",
    "false",
    "\u{feff}",
    "é",
    "\0",
];

/// What files are made of.
const TOML: &[&str] = &[
    "[[hooks]]\n",
    "[defaults]\n",
    "event = ",
    "command = ",
    "name = ",
    "tools = ",
    "timeout_secs = ",
    "shell = ",
    "cwd = ",
    "stdin = ",
    "enabled = ",
    "\"pre_tool\"\n",
    "\"stop\"\n",
    "\"true\"\n",
    "[\"a\", \"b\"]\n",
    "\"x\"\n",
    "1\n",
    "-1.5\n",
    "true\n",
    "nan\n",
    "\"",
    "'",
    "\"\"\"",
    "[",
    "]",
    "{",
    "}",
    "=",
    ".",
    ",",
    "#",
    "\n",
    "\r\n",
    " ",
    "pre_tool#1",
    "é",
    "\u{feff}",
    "\0",
];

fn pieces(of: &'static [&'static str]) -> impl Strategy<Value = String> {
    prop::collection::vec(select(of), 0..40).prop_map(|pieces| pieces.concat())
}

/// One object, with keys that mean something.
fn object() -> impl Strategy<Value = String> {
    let key =
        select(&["tool", "input", "prompt", "event", "decision", "reason", "message", "continue", "x"][..]);
    let value = select(
        &[
            "\"deny\"",
            "\"allow\"",
            "\"ask\"",
            "\"pre_tool\"",
            "\"\"",
            "1.0",
            "null",
            "false",
            "{\"a\" : 1e400}",
            "[[]]",
        ][..],
    );
    prop::collection::vec((key, value), 0..6).prop_map(|members| {
        let members: Vec<_> = members.iter().map(|(key, value)| format!("\"{key}\" : {value}")).collect();
        format!(" {{{}}}\n", members.join(","))
    })
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 500, failure_persistence: None, ..ProptestConfig::default() })]

    #[test]
    fn any_event_is_refused_or_arrives_as_it_came(text in prop_oneof![pieces(JSON), object()]) {
        super::event(text.as_bytes());
    }

    #[test]
    fn any_reply_means_what_it_says(text in prop_oneof![pieces(JSON), object()], torn in 0..200_usize) {
        super::reply(text.as_bytes());
        super::reply(&text.as_bytes()[..torn.min(text.len())]);
        super::answer(text.as_bytes());
    }

    #[test]
    fn any_file_runs_nothing_or_is_toml(text in pieces(TOML)) {
        super::config(text.as_bytes());
    }

    #[test]
    fn any_event_of_a_host_is_refused_or_arrives_as_it_came(text in pieces(JSON)) {
        super::host(text.as_bytes());
        super::host(text.replace("\"tool\":", "\"tool_name\":").as_bytes());
    }

    #[test]
    fn any_bytes_do_no_harm(bytes in prop::collection::vec(any::<u8>(), 0..200)) {
        super::event(&bytes);
        super::reply(&bytes);
        super::answer(&bytes);
        super::config(&bytes);
        super::host(&bytes);
    }
}

#[test]
fn samples_of_hosts_keep_the_properties() {
    let folder = std::path::Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/data/events");
    for host in std::fs::read_dir(folder).expect("a folder") {
        for sample in std::fs::read_dir(host.expect("an entry").path()).expect("a folder") {
            super::host(&std::fs::read(sample.expect("an entry").path()).expect("a sample"));
        }
    }
}

#[test]
fn an_event_may_have_any_key() {
    super::event(br#"{"no such":"s","w":"/"}"#);
}

/// Whether this is the source package, which holds no fuzzer.
fn is_packaged() -> bool {
    let packaged = !std::path::Path::new(concat!(env!("CARGO_MANIFEST_DIR"), "/fuzz")).exists();
    if packaged {
        let _ = std::io::Write::write_all(&mut std::io::stderr(), b"skipped: the package holds no fuzzer\n");
    }
    packaged
}

#[test]
fn the_fuzzer_starts_from_an_event_of_every_host() {
    if is_packaged() {
        return;
    }
    let folder = std::path::Path::new(env!("CARGO_MANIFEST_DIR")).join("fuzz/seeds/host");
    for host in host::ALL {
        let starts = std::fs::read_dir(&folder).expect("a folder").any(|seed| {
            let text = std::fs::read_to_string(seed.expect("an entry").path()).expect("a seed");
            let fields = Fields::parse(&text).expect("an event");
            host::recognise(&fields).is_some_and(|other| other.name == host.name)
        });
        assert!(starts, "{}", host.name);
    }
}

#[test]
fn the_fuzzer_builds_the_program_with_its_own_dependencies() {
    if is_packaged() {
        return;
    }
    let manifest = |path: &str| {
        let text = std::fs::read_to_string(std::path::Path::new(env!("CARGO_MANIFEST_DIR")).join(path));
        toml::from_str::<toml::Table>(&text.expect("a manifest")).expect("TOML")
    };
    let (own, fuzz) = (manifest("Cargo.toml"), manifest("fuzz/Cargo.toml"));
    for (name, dependency) in own["dependencies"].as_table().expect("a table") {
        assert_eq!(fuzz["dependencies"].get(name), Some(dependency), "{name}");
    }
}
