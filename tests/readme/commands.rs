//! The calls of hookctl in the prose of the pages, the keys and the versions are those that there are.

use std::collections::BTreeSet;
use std::fs;

use serde_json::Value;

use crate::ROOT;
use crate::markdown::Page;
use crate::pages;
use crate::support::{Case, HOOKCTL};

/// The help of a command.
fn help(command: &str) -> String {
    let printed = Case::bare().sh(&format!("'{HOOKCTL}' {command} --help"));
    printed.prints(0, "*", "")
}

#[test]
fn a_call_in_the_prose_names_a_command_and_options_that_there_are() {
    let mut seen = 0;
    for page in pages() {
        for span in page.spans().iter().filter(|span| span.starts_with("hookctl ")) {
            let mut words = span.split(['|', '>', '<']).next().unwrap_or_default().split_whitespace().skip(1);
            let command = words.next().unwrap_or_default();
            if command.is_empty() || command == "help" || command.starts_with('-') {
                continue;
            }
            let help = help(command);
            for option in words.filter(|word| word.starts_with("--")) {
                let option = option.split('=').next().unwrap_or_default();
                let listed = help.split(|c: char| c.is_whitespace() || c == ',').any(|word| word == option);
                assert!(listed, "{}: `{span}`: {command} has no {option}", page.name);
            }
            seen += 1;
        }
    }
    assert!(seen > 10, "{seen} calls are found");
}

#[test]
fn a_call_of_cargo_in_the_prose_names_an_alias_or_a_target_that_there_is() {
    let read = |name: &str| fs::read_to_string(format!("{ROOT}/{name}")).expect(name);
    let (aliases, manifest) = (read(".cargo/config.toml"), read("Cargo.toml"));
    for page in pages() {
        for span in page.spans().iter().filter(|span| span.starts_with("cargo ")) {
            let words: Vec<_> = span.split_whitespace().skip(1).collect();
            let own = ["install", "test", "build", "package", "clippy", "fmt", "doc", "run"];
            let plugins = ["binstall", "deb", "deny", "fuzz", "machete"];
            let there = match words.as_slice() {
                ["bench", "--bench", name, ..] => manifest.contains(&format!("[[bench]]\nname = \"{name}\"")),
                [name, ..] => {
                    [&own[..], &plugins].concat().contains(name) || aliases.contains(&format!("{name} = ["))
                }
                [] => true,
            };
            assert!(there, "{}: `{span}`", page.name);
        }
    }
}

/// The names of the properties of a schema, wherever they stand.
fn properties(schema: &Value, found: &mut BTreeSet<String>) {
    match schema {
        Value::Object(members) => {
            let own = members.get("properties").and_then(Value::as_object).into_iter().flatten();
            found.extend(own.map(|(name, _)| name.clone()));
            members.values().for_each(|value| properties(value, found));
        }
        Value::Array(items) => items.iter().for_each(|item| properties(item, found)),
        _ => {}
    }
}

#[test]
fn the_table_of_keys_has_every_key_of_the_schema() {
    let schema = fs::read_to_string(format!("{ROOT}/hooks.schema.json")).expect("a schema");
    let mut keys = BTreeSet::new();
    properties(&serde_json::from_str(&schema).expect("JSON"), &mut keys);
    // The two tables of the file, in which the keys are.
    keys.retain(|key| !["defaults", "hooks"].contains(&key.as_str()));
    let table = Page::read("README.md").table("## hooks.toml");
    let shown = table[1..].iter().map(|row| row[0].trim_matches('`').to_owned()).collect();
    assert_eq!(keys, shown);
}

#[test]
fn the_versions_that_were_measured_are_those_that_the_code_names() {
    let prose = Page::read("README.md").prose().replace('\n', " ");
    let prose = prose.split_whitespace().collect::<Vec<_>>().join(" ");
    for (file, title) in [
        ("claude", "Claude Code"),
        ("codex", "Codex"),
        ("gemini", "Gemini CLI"),
        ("qwen", "Qwen Code"),
        ("copilot", "Copilot CLI"),
        ("droid", "Factory Droid"),
    ] {
        let code = fs::read_to_string(format!("{ROOT}/src/host/{file}.rs")).expect(file);
        let (_, rest) = code.split_once(", as version ").expect("a version");
        let version = rest.split(' ').next().unwrap_or_default();
        assert!(prose.contains(&format!("{title} {version}")), "{title} {version}");
    }
}
