//! The reports of small files, byte for byte where that matters.

use std::path::{Path, PathBuf};

use clap::ColorChoice;
use serde_json::Value;

use super::*;
use crate::config::validate;
use crate::paint::Paint;

/// Renders the findings of some files.
fn render(files: &[(&str, &str)], form: fn(Report<'_>) -> String) -> String {
    let source = |(path, text): &(&str, &str)| {
        Source::from_bytes(Path::new(path), PathBuf::from("/"), text.as_bytes().to_vec()).expect("UTF-8")
    };
    let sources: Vec<_> = files.iter().map(source).collect();
    let (layers, found) = validate(&sources);
    form(Report { sources: &sources, layers: &layers, found: &found })
}

fn plain(report: Report<'_>) -> String {
    human::render(report, Paint::choose(ColorChoice::Never, &std::io::stdout()))
}

fn coloured(report: Report<'_>) -> String {
    human::render(report, Paint::choose(ColorChoice::Always, &std::io::stdout()))
}

const FAULTY: &str = "[[hooks]]\nevent = \"pre_tol\"\ncommand = \"true\"\n";

#[test]
fn the_report_for_a_person_points_at_the_value() {
    assert_eq!(
        render(&[("hooks.toml", FAULTY)], plain),
        "error[unknown-event]: there is no phase `pre_tol`
 --> hooks.toml:2:9
  |
2 | event = \"pre_tol\"
  |         ^^^^^^^^^
  |
  = help: did you mean \"pre_tool\"?

1 error, 0 warnings
"
    );
}

#[test]
fn a_good_file_gets_one_line_that_names_it_and_what_it_holds() {
    let good = "[[hooks]]\nevent = \"stop\"\ncommand = \"a\"\n[[hooks]]\nevent = \"pre_tool\"\ncommand = \"a\"\n\
                [[hooks]]\nevent = \"pre_tool\"\ncommand = \"a\"\nenabled = false\n";
    assert_eq!(
        render(&[("a/hooks.toml", good), ("b.toml", ""), ("c.toml", FAULTY)], plain).lines().rev().nth(2),
        Some("a/hooks.toml: ok, 3 hooks (2 pre_tool, 1 stop), 1 of them disabled")
    );
    assert_eq!(render(&[("b.toml", "")], plain), "b.toml: ok, no hooks: everything is allowed\n");
}

#[test]
fn control_characters_of_the_file_do_not_reach_the_terminal() {
    let text = "[[hooks]]\nevent = \"\u{9b}31m\\u001b[31m\"\ncommand = \"true\" # \u{1b}]0;x\u{7}\n";
    let report = render(&[("a\u{1b}[1m.toml", text)], plain);
    assert!(!report.contains(|c: char| c.is_control() && c != '\n'), "{report:?}");
    assert!(render(&[("hooks.toml", FAULTY)], coloured).contains("\u{1b}["));
}

#[test]
fn a_very_long_line_is_not_printed() {
    let text = format!("[[hooks]]\nevent = \"{}\"\ncommand = \"true\"\n", "x".repeat(100_000));
    let report = render(&[("hooks.toml", &text)], plain);
    assert!(report.contains("hooks.toml:2:9"), "{}", &report[..200]);
    assert!(report.matches('x').count() < 150_000, "the message names it, the excerpt is left out");
}

#[test]
fn json_has_every_key_of_every_finding() {
    let found: Value = serde_json::from_str(&render(&[("hooks.toml", FAULTY)], json::render)).expect("JSON");
    assert_eq!(
        found,
        serde_json::json!([{
            "severity": "error",
            "code": "unknown-event",
            "message": "there is no phase `pre_tol`",
            "file": "hooks.toml",
            "line": 2,
            "column": 9,
            "help": "did you mean \"pre_tool\"?",
        }])
    );
    assert_eq!(render(&[("hooks.toml", "")], json::render), "[]\n");
}

#[test]
fn annotations_escape_what_the_runner_would_take_for_its_own() {
    let text = "[[hooks]]\nevent = \"50%\\n, now: or\"\ncommand = \"true\"\n";
    assert_eq!(
        render(&[("a,b:c%.toml", text)], github::render),
        "::error file=a%2Cb%3Ac%25.toml,line=2,endLine=2,col=9,endColumn=25,title=unknown-event::there is no \
         phase `50%25%0A, now: or` (the phases are pre_tool, permission_request, prompt_submit, stop, \
         subagent_stop, pre_compact, post_tool, session_start, subagent_start, post_compact, notification, \
         session_end)\n"
    );
    let long = "[[hooks]]\nevent = \"stop\"\ncommand = '''\n#\n'''\n";
    assert!(render(&[("hooks.toml", long)], github::render).contains("line=3,endLine=5,title="));
}

#[test]
fn sarif_is_valid_and_names_the_rules() {
    let mut schema: Value =
        serde_json::from_str(include_str!("../../tests/data/sarif-schema-2.1.0.json")).expect("JSON");
    for part in ["run", "toolComponent"] {
        // Its pattern has a bracket too many, which only the regular expressions of ECMAScript forgive.
        let language = &mut schema["definitions"][part]["properties"]["language"];
        language.as_object_mut().expect("an object").remove("pattern");
    }
    let validator = jsonschema::validator_for(&schema).expect("a schema");
    for files in [&[("hooks.toml", "")][..], &[("./a b/é.toml", FAULTY), ("/abs/hooks.toml", "x")]] {
        let log: Value = serde_json::from_str(&render(files, sarif::render)).expect("JSON");
        let errors: Vec<_> = validator.iter_errors(&log).map(|error| error.to_string()).collect();
        assert!(errors.is_empty(), "{errors:#?}");
    }
    let log = render(&[("./a b/é.toml", FAULTY), ("/abs/hooks.toml", "x")], sarif::render);
    let log: Value = serde_json::from_str(&log).expect("JSON");
    let result = &log["runs"][0]["results"][0];
    let rules = &log["runs"][0]["tool"]["driver"]["rules"];
    let place = rules.as_array().expect("rules").iter().position(|rule| rule["id"] == "unknown-event");
    assert_eq!(result["ruleIndex"], serde_json::json!(place));
    let location = &result["locations"][0]["physicalLocation"];
    assert_eq!(location["artifactLocation"]["uri"], "a%20b/%C3%A9.toml");
    assert_eq!(
        location["region"],
        serde_json::json!({"startLine": 2, "startColumn": 9, "endLine": 2, "endColumn": 18})
    );
    let other = &log["runs"][0]["results"][1]["locations"][0]["physicalLocation"];
    assert_eq!(other["artifactLocation"]["uri"], "file:///abs/hooks.toml");
}
