//! The chain: one hook at a time, in file order.

use serde_json::json;

use crate::support::Case;

const ASKS: &str = r#"echo '{"decision":"ask","reason":"sure?"}'"#;

#[test]
fn hooks_run_in_file_order_and_the_first_deny_ends_the_chain() {
    let case = Case::hooks(
        "pre_tool",
        &[
            ("one", "sleep 0.1; printf 1 >> order"),
            ("two", "printf 2 >> order; echo no; exit 2"),
            ("three", "printf 3 >> order; exit 2"),
        ],
    );
    case.run("pre_tool").answers(
        2,
        json!({"decision": "deny", "reason": "no", "cause": "hook", "decided_by": "two",
               "hooks": [{"name": "one", "status": "allow", "exit_code": 0},
                         {"name": "two", "status": "deny", "exit_code": 2, "reason": "no"}]}),
    );
    assert_eq!(case.read("order"), "12");
}

#[test]
fn an_explicit_allow_does_not_end_the_chain() {
    let hooks = [("yes", r#"echo '{"decision":"allow"}'"#), ("no", "exit 2")];
    Case::hooks("pre_tool", &hooks).run("pre_tool").answers(
        2,
        json!({"decision": "deny", "reason": "blocked by hook `no`", "cause": "hook", "decided_by": "no"}),
    );
}

#[test]
fn the_first_ask_is_kept_while_the_chain_goes_on() {
    let other = r#"echo '{"decision":"ask","reason":"really?"}'"#;
    let approves = r#"echo '{"decision":"allow","reason":"fine"}'"#;
    let case = Case::hooks("pre_tool", &[("asks", ASKS), ("again", other), ("last", approves)]);
    case.run("pre_tool").answers(
        2,
        json!({"decision": "ask", "reason": "sure?", "decided_by": "asks",
               "hooks": [{"status": "ask", "exit_code": 0, "reason": "sure?"},
                         {"status": "ask", "exit_code": 0, "reason": "really?"},
                         {"status": "allow", "exit_code": 0, "reason": "fine"}]}),
    );
}

#[test]
fn a_deny_beats_an_earlier_ask() {
    let case = Case::hooks("pre_tool", &[("asks", ASKS), ("denies", "echo no; exit 2")]);
    case.run("pre_tool")
        .answers(2, json!({"decision": "deny", "reason": "no", "cause": "hook", "decided_by": "denies"}));
}

#[test]
fn a_failure_that_denies_beats_an_earlier_ask() {
    let case = Case::hooks("pre_tool", &[("asks", ASKS), ("fails", "exit 9")]);
    case.run("pre_tool").answers(
        2,
        json!({"decision": "deny", "reason": "hook `fails` exited 9 *", "cause": "exit", "decided_by": "fails"}),
    );
}

#[test]
fn an_ask_without_a_reason_still_has_one() {
    Case::hook("pre_tool", r#"echo '{"decision":"ask"}'"#).run("pre_tool").answers(
        2,
        json!({"decision": "ask", "reason": "hook `hook` asks for a person's word", "decided_by": "hook"}),
    );
}

#[test]
fn a_later_hook_reads_the_rewritten_input_and_the_last_rewrite_counts() {
    let case = Case::hooks(
        "pre_tool",
        &[
            ("first", r#"cat > seen1; echo '{"mutated":{"n":1}}'"#),
            ("silent", "cat > seen2; echo '{}'"),
            ("second", r#"cat > seen3; echo '{"mutated":{"n":2}}'"#),
            ("last", "cat > seen4"),
        ],
    );
    case.run("pre_tool").answers(0, json!({"decision": "allow", "mutated": {"n": 2}}));
    let rest = r#""session_id":"s-1"}"#;
    for (seen, input, command) in [
        ("seen1", r#"{"command":"ls"}"#, "\"command\":\"ls\","),
        ("seen2", r#"{"n":1}"#, ""),
        ("seen3", r#"{"n":1}"#, ""),
        ("seen4", r#"{"n":2}"#, ""),
    ] {
        let class = format!("\"class\":\"shell\",{command}");
        let expected =
            format!("{{\"event\":\"pre_tool\",\"tool\":\"Bash\",\"input\":{input},{class}{rest}\n");
        assert_eq!(case.read(seen), expected);
    }
}

#[test]
fn a_rewritten_prompt_is_a_string_again_in_the_next_payload() {
    let case = Case::hooks(
        "prompt_submit",
        &[("first", r#"echo '{"mutated":{"prompt":"hi \u00e9"}}'"#), ("next", "cat > seen")],
    );
    case.run("prompt_submit").answers(0, json!({"decision": "allow", "mutated": {"prompt": "hi é"}}));
    assert_eq!(
        case.read("seen"),
        "{\"event\":\"prompt_submit\",\"prompt\":\"hi \\u00e9\",\"session_id\":\"s-1\"}\n"
    );
}

#[test]
fn a_deny_after_a_rewrite_carries_none() {
    let case = Case::hooks(
        "pre_tool",
        &[("rewrites", r#"echo '{"mutated":{"n":1}}'"#), ("guard", "grep -q '\"n\":1' && exit 2")],
    );
    case.run("pre_tool").answers(
        2,
        json!({"decision": "deny", "reason": "blocked by hook `guard`", "cause": "hook", "decided_by": "guard"}),
    );
}

#[test]
fn a_rewrite_of_a_hook_that_asks_is_kept() {
    let reply = r#"echo '{"decision":"ask","reason":"so?","mutated":{"n":1}}'"#;
    Case::hook("pre_tool", reply)
        .run("pre_tool")
        .answers(2, json!({"decision": "ask", "reason": "so?", "decided_by": "hook", "mutated": {"n": 1}}));
}

#[test]
fn a_rewrite_over_several_lines_stays_on_the_one_line_of_the_outcome() {
    let reply = "{\n  \"mutated\": {\n    \"command\": \"a  b\",\n    \"n\": 1.0\n  }\n}\n";
    let case = Case::hooks("pre_tool", &[("first", "cat reply"), ("second", "cat > seen")]);
    let case = case.file("reply", reply);
    let stdout = case.run("pre_tool").prints(0, "{*\"mutated\":{\"command\":\"a  b\",\"n\":1.0}*}\n", "");
    assert_eq!((stdout.lines().count(), case.read("seen").lines().count()), (1, 1));
}

#[test]
fn a_failed_hooks_rewrite_and_context_are_dropped() {
    let reply = r#"echo '{"mutated":{"n":1},"context":"c","message":"m"}'; exit 1"#;
    let config = format!(
        "[[hooks]]\nevent = \"pre_tool\"\nname = \"hook\"\non_failure = \"allow\"\ncommand = '''{reply}'''\n\
         [[hooks]]\nevent = \"pre_tool\"\ncommand = \"cat > seen\"\n"
    );
    let case = Case::new(&config);
    case.run("pre_tool").answers(0, json!({"decision": "allow", "warnings": ["hook `hook` exited 1 *"]}));
    assert!(case.read("seen").contains(r#"{"command":"ls"}"#));
}

#[test]
fn messages_and_contexts_are_joined_by_newlines_and_cut_together() {
    let case = Case::hooks(
        "prompt_submit",
        &[
            ("one", r#"echo '{"message":"m1","context":"c1"}'"#),
            ("two", "echo m2"),
            ("three", r#"echo '{"context":"c3"}'"#),
        ],
    );
    case.run("prompt_submit")
        .answers(0, json!({"decision": "allow", "message": "m1\nm2", "context": "c1\nc3"}));
    let long = json!({"context": "x".repeat(9_000)}).to_string();
    let case = Case::hooks("prompt_submit", &[("one", "cat long"), ("two", "cat long")]).file("long", long);
    let outcome =
        case.run("prompt_submit").answers(0, json!({"decision": "allow", "context": "xxx*x\nx*[cut]"}));
    assert_eq!(outcome["context"].as_str().expect("a text").chars().count(), 10_000);
}

#[test]
fn an_observers_objection_joins_the_context_and_the_chain_goes_on() {
    let case = Case::hooks(
        "post_tool",
        &[
            ("lint", "echo 2 errors >&2; exit 2"),
            ("mute", "exit 2"),
            ("asks", ASKS),
            ("deny", r#"echo '{"decision":"block","reason":"b","context":"c"}'"#),
            ("last", "touch last"),
        ],
    );
    let outcome = case
        .run("post_tool")
        .answers(0, json!({"decision": "allow", "context": "2 errors\nhook `mute` objected\nsure?\nc\nb"}));
    let statuses: Vec<_> = (0..5).map(|n| outcome["hooks"][n]["status"].as_str().expect("one")).collect();
    assert_eq!(statuses, ["deny", "deny", "ask", "deny", "allow"]);
    assert!(case.has("last"));
}

#[test]
fn an_observers_objection_joins_the_message_where_no_context_is_taken() {
    for phase in ["post_compact", "notification", "session_end"] {
        Case::hooks(phase, &[("one", "echo one; exit 2"), ("two", "exit 2")])
            .run(phase)
            .answers(0, json!({"decision": "allow", "message": "one\nhook `two` objected"}));
    }
}

#[test]
fn an_approval_is_an_allow_in_the_neutral_form() {
    let config = "[[hooks]]\nevent = \"pre_tool\"\napproves = true\ncommand = '''echo '{\"decision\":\"allow\"}' '''\n";
    Case::new(config).run("pre_tool").answers(0, json!({"decision": "allow"}));
}

#[test]
fn hooks_of_other_phases_and_tools_do_not_run() {
    let config = "[[hooks]]\nevent = \"stop\"\ncommand = \"exit 2\"\n\
                  [[hooks]]\nevent = \"pre_tool\"\ntools = [\"Edit\"]\ncommand = \"exit 2\"\n\
                  [[hooks]]\nevent = \"pre_tool\"\ncommand = \"true\"\n";
    Case::new(config).run("pre_tool").answers(
        0,
        json!({"decision": "allow", "hooks": [{"name": "pre_tool#2", "status": "allow", "exit_code": 0}]}),
    );
}

#[test]
fn a_deadline_that_runs_out_in_a_hook_denies_and_names_it() {
    let config = "[defaults]\ndeadline_secs = 0.5\n[[hooks]]\nevent = \"pre_tool\"\nname = \"slow\"\n\
                  on_failure = \"allow\"\ncommand = \"sleep 60\"\n";
    Case::new(config).run("pre_tool").answers(
        2,
        json!({"decision": "deny", "cause": "deadline", "decided_by": "slow",
               "reason": "the chain ran out of its 0.5 s in hook `slow`",
               "hooks": [{"name": "slow", "status": "failed", "timed_out": true,
                          "error": "was ended at the chain's deadline of 0.5 s"}]}),
    );
}

#[test]
fn a_deadline_that_ran_out_before_a_hook_denies_and_names_it() {
    let config = "[defaults]\ndeadline_secs = 0.001\n[[hooks]]\nevent = \"pre_tool\"\nname = \"late\"\ncommand = \"touch ran\"\n";
    let case = Case::new(config).event("");
    let mut running = case.start_open("pre_tool");
    // The deadline counts from the start of hookctl, not from the event.
    std::thread::sleep(std::time::Duration::from_millis(200));
    let mut stdin = running.child.stdin.take().expect("it stays open");
    std::io::Write::write_all(&mut stdin, br#"{"tool":"Bash","input":{}}"#).expect("hookctl reads");
    drop(stdin);
    running.finish().answers(
        2,
        json!({"decision": "deny", "cause": "deadline", "decided_by": "late", "hooks": [],
               "reason": "the chain ran out of its 0.001 s before hook `late`"}),
    );
    assert!(!case.has("ran"));
}

#[test]
fn a_deadline_that_runs_out_elsewhere_is_a_warning_and_ends_the_chain() {
    for phase in ["stop", "session_end"] {
        let config = format!(
            "[defaults]\ndeadline_secs = 0.5\n[[hooks]]\nevent = \"{phase}\"\nname = \"slow\"\ncommand = \"sleep 60\"\n\
             [[hooks]]\nevent = \"{phase}\"\ncommand = \"touch ran\"\n"
        );
        let case = Case::new(&config);
        case.run(phase).answers(
            0,
            json!({"decision": "allow", "warnings": ["the chain ran out of its 0.5 s in hook `slow`"],
                   "hooks": [{"status": "failed", "timed_out": true, "error": "was ended at *"}]}),
        );
        assert!(!case.has("ran"));
    }
}
