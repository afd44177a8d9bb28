//! The merging of wiring into texts, without any file.

use super::document::parse;
use super::entry::Caller;
use super::merge::{comes_from, found, is_bare, unwire, wire};
use super::wiring::{self, Wired, Wiring};
use super::{called, unwired};
use crate::phase::Phase;

fn claude() -> &'static Wiring {
    wiring::named("claude").expect("a host")
}

fn wired(text: &str, wiring: &Wiring) -> String {
    let events: Vec<&Wired> = wiring.events.iter().collect();
    let caller = Caller::new(&[], None).expect("a caller");
    wire(text, wiring, &events, &caller).unwrap_or_else(|fault| panic!("{fault}: {text}"))
}

/// Texts of every layout that comes to mind; the ones of `tests/data/install` are used through the program.
const TEXTS: [&str; 12] = [
    "{}",
    "{}\n",
    "{\n}\n",
    "{ }",
    "{\"a\":1,\"b\":[1,2]}",
    "{ \"a\": 1 }\n",
    "{\n\t\"a\": {\n\t\t\"b\": 1\n\t}\n}",
    "{\r\n    \"a\": 1\r\n}\r\n",
    "{\n  \"hooks\": {},\n  \"z\": 1\n}",
    "{\n  \"hooks\": {\n    \"Stop\": [],\n    \"PreToolUse\": [{\"hooks\": [{\"command\": \"x\"}]}]\n  }\n}\n",
    "{\"hooks\":{\"PreToolUse\":[{\"hooks\":[]}]}}",
    "",
];

#[test]
fn all_that_was_in_a_text_is_still_in_it_in_the_same_order() {
    for text in TEXTS {
        let after = wired(text, claude());
        let mut rest = after.as_str();
        for part in text.chars() {
            let at = rest.find(part).unwrap_or_else(|| panic!("{part:?} of {text:?} is lost: {after}"));
            rest = &rest[at + part.len_utf8()..];
        }
        assert_eq!(found(&after, claude()).expect("settings").len(), claude().events.len(), "{text:?}");
    }
}

#[test]
fn a_second_time_changes_nothing() {
    for text in TEXTS {
        let once = wired(text, claude());
        assert_eq!(wired(&once, claude()), once);
    }
}

#[test]
fn what_a_text_came_from_is_known_and_nothing_else_is_taken_for_it() {
    for text in TEXTS {
        let after = wired(text, claude());
        assert!(comes_from(&after, text, claude()), "{text:?}\n{after}");
        let edited = after.replacen('{', "{\"x\": 1, ", 1);
        assert!(!comes_from(&edited, text, claude()), "{text:?}");
    }
}

#[test]
fn every_settings_file_of_the_tests_is_wired_for_every_host_that_reads_it_and_known_again() {
    let folder = concat!(env!("CARGO_MANIFEST_DIR"), "/tests/data/install");
    let mut tried = 0;
    for entry in std::fs::read_dir(folder).expect("the data of the tests") {
        let path = entry.expect("readable").path();
        let Ok(text) = std::fs::read_to_string(&path) else { continue };
        let text = text.strip_prefix('\u{feff}').unwrap_or(&text);
        for wiring in wiring::ALL {
            if !found(text, wiring).is_ok_and(|found| found.is_empty()) {
                continue;
            }
            tried += 1;
            let after = wired(text, wiring);
            assert_eq!(wired(&after, wiring), after, "{} {}", wiring.host, path.display());
            assert!(comes_from(&after, text, wiring), "{} {}", wiring.host, path.display());
            let left = unwire(&after, wiring).expect("settings");
            assert_eq!(found(&left, wiring).expect("settings").len(), 0);
        }
    }
    assert!(tried > 80, "{tried}");
}

#[test]
fn without_a_backup_only_empty_containers_are_lost() {
    for (text, after) in [
        ("{\"a\":1,\"b\":[1,2]}", "{\"a\":1,\"b\":[1,2]}"),
        ("{ \"a\": 1 }\n", "{ \"a\": 1 }\n"),
        ("{\r\n    \"a\": 1\r\n}\r\n", "{\r\n    \"a\": 1\r\n}\r\n"),
        ("{\n  \"hooks\": {},\n  \"z\": 1\n}", "{\n  \"z\": 1\n}"),
        ("{\n}\n", "{}\n"),
    ] {
        assert_eq!(unwire(&wired(text, claude()), claude()).expect("settings"), after);
    }
}

#[test]
fn comments_stay_where_they_are_and_end_where_they_did() {
    let gemini = wiring::named("gemini").expect("a host");
    for text in [
        "{\n  // c\n  \"a\": 1 // d\n  /* e */\n}\n",
        "{\n  \"hooks\": {\n    \"BeforeTool\": [ // mine\n      {\"hooks\": [{\"command\": \"x\"}]} /* a */ // b\n    ]\n  } // end\n}\n",
        "// only\n{ /* nothing */ }\n",
        "{\"a\": [1] // x\n}",
    ] {
        let after = wired(text, gemini);
        for comment in ["// c\n", "// d\n", "/* e */", "// mine\n", "/* a */ // b\n", "// end\n", "// only\n"]
        {
            assert_eq!(after.contains(comment), text.contains(comment), "{comment}: {after}");
        }
        let before = parse(text, true).expect("an object").properties.len();
        let back = unwire(&after, gemini).expect("settings");
        assert_eq!(parse(&back, true).expect("an object").properties.len(), before, "{back}");
        assert!(comes_from(&after, text, gemini));
    }
}

#[test]
fn a_hook_of_others_in_the_same_group_stays() {
    let text = r#"{"hooks":{"Stop":[{"hooks":[{"command":"a"},{"command":"hookctl run --host claude"},{"command":"b"}]}]}}"#;
    let left = r#"{"hooks":{"Stop":[{"hooks":[{"command":"a"},{"command":"b"}]}]}}"#;
    assert_eq!(unwire(text, claude()).expect("settings"), left);
}

#[test]
fn a_comment_line_before_an_entry_does_not_swallow_what_follows_it() {
    let gemini = wiring::named("gemini").expect("a host");
    let text =
        "{\"hooks\": {\"Stop\": [{\"hooks\": [1, // c\n {\"command\": \"hookctl run --host gemini\"}]}]}}";
    let left = unwire(text, gemini).expect("settings");
    assert!(parse(&left, true).is_ok() && left.contains("// c"), "{left}");
}

#[test]
fn a_limit_below_the_chains_is_raised_and_one_above_it_stays() {
    let entry = |rest: &str| {
        let command = r#""command":"$BIN/hookctl run --host claude""#;
        format!(r#"{{"hooks":{{"PreToolUse":[{{"hooks":[{{{command},"timeout":{rest}}}]}}]}}}}"#)
    };
    let caller = Caller::new(&[], None).expect("a caller");
    let events = [claude().event("PreToolUse").expect("an event")];
    for (before, after) in [
        (r#"60,"onFailure":"block""#, r#"600,"onFailure":"block""#),
        (r#"900,"onFailure":"block""#, r#"900,"onFailure":"block""#),
        ("600", r#"600,"onFailure":"block""#),
        (r#""60","onFailure":"continue""#, r#"600,"onFailure":"block""#),
    ] {
        let wired = wire(&entry(before), claude(), &events, &caller).expect("settings");
        assert_eq!(wired, entry(after));
    }
}

#[test]
fn faulty_settings_are_refused_with_the_place() {
    let droid = wiring::named("droid").expect("a host");
    for (text, wiring, message) in [
        ("{\n  \"a\": 1,\n}", claude(), "3:1: it is not JSON: key must be a string"),
        ("{ // c\n}", claude(), "1:3: it is not JSON: key must be a string"),
        ("[]", claude(), "1:1: it is not a JSON object"),
        ("{\"a\":{\"b\":1,\"\\u0062\":2}}", claude(), "1:13: the key `b` is given twice"),
        ("{\"hooks\":[]}", claude(), "1:10: `hooks` is not an object"),
        ("{\"hooks\":{\n\"Stop\":{}}}", claude(), "2:8: `Stop` is not a list"),
        (
            "{\"hooks\":{}}",
            droid,
            "1:2: Factory Droid ignores a file with `hooks`: its events stand at the top level",
        ),
    ] {
        assert_eq!(found(text, wiring).expect_err(text).to_string(), message);
    }
}

#[test]
fn a_file_that_says_nothing_is_told_from_one_that_does() {
    let copilot = wiring::named("copilot").expect("a host");
    assert!(is_bare("{}\n", claude()) && is_bare("{\n  \"version\": 1\n}\n", copilot));
    assert!(!is_bare("{\"version\": 1}", claude()) && !is_bare("{\"a\": 1}", copilot));
    let gemini = wiring::named("gemini").expect("a host");
    assert!(!is_bare("// mine\n{}\n", gemini) && !is_bare("{ /* mine */ }", gemini));
}

#[test]
fn phases_in_use_that_are_not_wired_are_told_where_others_are() {
    let text = r#"{"hooks":{"PreToolUse":[{"hooks":[{"command":"hookctl run --host claude"}]}]}}"#;
    let names = |settings: &[&str], phases: &[Phase]| -> Vec<_> {
        unwired(claude(), &called(claude(), settings), phases.iter().copied())
            .iter()
            .map(|wired| wired.event)
            .collect()
    };
    assert_eq!(names(&[text, ""], &[Phase::PreTool, Phase::Stop]), ["PreSkillShellCommand", "Stop"]);
    assert_eq!(names(&["{}"], &[Phase::PreTool]), [""; 0]);
}

#[test]
fn every_limit_leaves_room_for_the_chain_and_its_end() {
    for wiring in wiring::ALL {
        for wired in wiring.events {
            let chain = wired.names_deadline.map_or(f64::from(wired.deadline_ms) / 1000.0, f64::from);
            assert!(f64::from(wired.timeout) > chain + 0.6, "{} {}", wiring.host, wired.event);
        }
    }
}

#[test]
fn every_event_that_hookctl_reads_of_a_host_can_be_wired() {
    for host in crate::host::ALL {
        let wiring = wiring::named(host.name).expect("every host can be wired");
        for event in host.events {
            let Some(wired) = wiring.event(event.name) else {
                assert_eq!((host.name, event.name), ("gemini", "PreCompress"), "it is left out on purpose");
                continue;
            };
            assert_eq!(wired.phase, event.phase, "{} {}", host.name, event.name);
            let deadline = std::time::Duration::from_millis(wired.deadline_ms.into());
            assert_eq!(deadline, host.deadline(event.phase), "{} {}", host.name, event.name);
        }
    }
}
