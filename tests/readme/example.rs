//! The example config does what it says that one should try.

use std::fs;

use crate::ROOT;
use crate::reader::Reader;

#[test]
fn the_command_that_the_example_config_names_denies_the_sample_event() {
    let reader = Reader::new();
    let text = fs::read_to_string(format!("{ROOT}/hooks.example.toml")).expect("hooks.example.toml");
    let command = text.lines().find_map(|line| line.strip_prefix("# Try it: ")).expect("a command");
    reader.write("hooks.example.toml", &text);
    let event = fs::read_to_string(format!("{ROOT}/tests/data/force-push.json")).expect("an event");
    reader.write("tests/data/force-push.json", &event);
    let session = format!(
        "$ {command} > outcome.json\nhookctl: pre_tool is denied by hook `no-force-push`: [..]\n$ echo $?\n2\n"
    );
    assert_eq!(reader.session(&session).as_deref(), Ok(session.as_str()));
}
