//! The example config does what it says that one should try.

use std::fs;

use crate::ROOT;
use crate::reader::Reader;

#[test]
fn each_command_that_the_example_config_names_does_what_it_is_there_for() {
    let text = fs::read_to_string(format!("{ROOT}/hooks.example.toml")).expect("hooks.example.toml");
    let mut commands = text.lines().filter_map(|line| line.strip_prefix("#   hookctl "));
    let mut next = || format!("hookctl {}", commands.next().expect("a command to try"));
    let (denied, replayed) = (next(), next());
    let reader = Reader::new();
    let session = format!(
        "$ cd {ROOT}\n$ {denied} > /dev/null\nhookctl: pre_tool is denied by hook `no-force-push`: [..]\n$ echo $?\n2\n"
    );
    assert_eq!(reader.session(&session).as_deref(), Ok(session.as_str()));
    assert_eq!(reader.runs(&format!("cd {ROOT} && {replayed}")), Ok(()));
    assert_eq!(commands.next(), None, "each is tried");
}
