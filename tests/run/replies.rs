//! What a hook says on stdout, in every dialect, and what cannot be read.

use serde_json::{Value, json};

use crate::support::{Case, Ran};

/// Runs a hook that prints this and exits 0.
fn replying(phase: &str, reply: impl AsRef<[u8]>) -> Ran {
    Case::hook(phase, "cat >/dev/null; cat reply").file("reply", reply).run(phase)
}

/// The outcome of a hook that denies with this reason.
fn deny(reason: &str) -> Value {
    json!({"decision": "deny", "reason": reason, "cause": "hook", "decided_by": "hook"})
}

/// Replies that cannot be read, and a word of the reason.
const UNREADABLE: [(&str, &str); 21] = [
    (r#"{"decision":"deny""#, "not one JSON object"),
    ("{", "not one JSON object"),
    ("{decision: deny}", "not one JSON object"),
    ("{\"decision\":\"block\",\"reason\":\"two\nlines\"}", "not one JSON object"),
    (r#"{"decision":"allow"} and more"#, "not one JSON object"),
    (r#"{"message":"a"}{"decision":"deny"}"#, "not one JSON object"),
    (r#"{"decision":"allow","decision":"deny"}"#, "`decision` is given twice"),
    (r#"{"decision":"allow","\u0064ecision":"deny"}"#, "`decision` is given twice"),
    (r#"{"hookSpecificOutput":{"a":1,"a":2}}"#, "`a` is given twice"),
    (r#"{"decision":"denied"}"#, "`decision` is \"denied\""),
    (r#"{"decision":"Deny"}"#, "`decision` is \"Deny\""),
    (r#"{"decision":false}"#, "`decision` must be a string"),
    (r#"{"continue":"false"}"#, "`continue` must be true or false"),
    (r#"{"reason":["no"]}"#, "`reason` must be a string"),
    (r#"{"message":5}"#, "`message` must be a string"),
    (r#"{"context":{}}"#, "`context` must be a string"),
    (r#"{"mutated":"{}"}"#, "`mutated` must be an object"),
    (r#"{"mutated":[1]}"#, "`mutated` must be an object"),
    (r#"{"hookSpecificOutput":"deny"}"#, "`hookSpecificOutput` must be an object"),
    ("ready\n{\"decision\":\"deny\"}", "text around an object with `decision`"),
    ("ready\n{\n  \"hookSpecificOutput\": {}\n}\nbye", "text around an object with `hookSpecificOutput`"),
];

#[test]
fn every_way_to_deny_denies_with_its_reason() {
    for reply in [
        r#"{"decision":"deny","reason":"r"}"#,
        r#"{"decision":"block","reason":"r"}"#,
        r#"{"continue":false,"stopReason":"r"}"#,
        r#"{"permissionDecision":"deny","permissionDecisionReason":"r"}"#,
        r#"{"hookSpecificOutput":{"permissionDecision":"deny","permissionDecisionReason":"r"}}"#,
        r#"{"hookSpecificOutput":{"decision":{"behavior":"deny","message":"r"}}}"#,
        "\u{feff} \n {\"decision\":\"deny\",\"reason\":\"r\"} \n",
    ] {
        for phase in ["pre_tool", "permission_request", "prompt_submit"] {
            replying(phase, reply).answers(2, deny("r"));
        }
    }
    replying("pre_tool", r#"{"decision":"deny"}"#).answers(2, deny("blocked by hook `hook`"));
}

#[test]
fn an_ask_is_not_permitted_until_someone_says_so() {
    for reply in [
        r#"{"decision":"ask","reason":"r"}"#,
        r#"{"hookSpecificOutput":{"permissionDecision":"ask","permissionDecisionReason":"r"}}"#,
        r#"{"hookSpecificOutput":{"permissionDecision":"defer","permissionDecisionReason":"r"}}"#,
    ] {
        replying("pre_tool", reply)
            .answers(2, json!({"decision": "ask", "reason": "r", "decided_by": "hook"}));
    }
}

#[test]
fn an_explicit_allow_is_an_allow() {
    for reply in [
        r#"{"decision":"allow"}"#,
        r#"{"decision":"approve"}"#,
        r#"{"hookSpecificOutput":{"permissionDecision":"allow"}}"#,
        r#"{"hookSpecificOutput":{"decision":{"behavior":"allow"}}}"#,
        r#"{"continue":true}"#,
        "{}",
    ] {
        replying("pre_tool", reply).answers(0, json!({"decision": "allow"}));
    }
}

#[test]
fn the_strictest_of_several_verdicts_counts() {
    let mixed = r#"{"decision":"allow","hookSpecificOutput":{"permissionDecision":"ask"},"continue":false,"stopReason":"r"}"#;
    replying("pre_tool", mixed).answers(2, deny("r"));
}

#[test]
fn continue_false_ends_the_agent_on_stop_and_beats_a_block() {
    for phase in ["stop", "subagent_stop"] {
        replying(phase, r#"{"continue":false,"stopReason":"enough","decision":"block","reason":"more"}"#)
            .answers(0, json!({"decision": "allow", "message": "enough"}));
    }
    replying("pre_compact", r#"{"continue":false,"stopReason":"not now"}"#).answers(2, deny("not now"));
}

#[test]
fn a_message_and_a_context_are_passed_on() {
    for (reply, message, context) in [
        (r#"{"message":"m","context":"c"}"#, "m", "c"),
        (r#"{"systemMessage":"m","additionalContext":"c"}"#, "m", "c"),
        (
            r#"{"message":"a","systemMessage":"b","hookSpecificOutput":{"additionalContext":"c"}}"#,
            "a\nb",
            "c",
        ),
    ] {
        replying("pre_tool", reply)
            .answers(0, json!({"decision": "allow", "message": message, "context": context}));
    }
}

#[test]
fn a_context_where_none_is_taken_is_a_warning() {
    for phase in ["permission_request", "stop", "session_end"] {
        replying(phase, r#"{"context":"c"}"#).answers(
            0,
            json!({"decision": "allow",
                   "warnings": [format!("hook `hook` gives context, but {phase} takes none")]}),
        );
    }
}

#[test]
fn a_rewrite_is_passed_on_byte_for_byte() {
    let numbers = r#"{"mutated":{"z":12345678901234567890123,"a":1.0,"e":1e400,"u":"\u00e9"}}"#;
    replying("pre_tool", numbers).prints(
        0,
        "{*\"mutated\":{\"z\":12345678901234567890123,\"a\":1.0,\"e\":1e400,\"u\":\"\\u00e9\"}*}\n",
        "",
    );
    for reply in [r#"{"mutated":{"prompt":"p"}}"#, r#"{"updatedInput":{"prompt":"p"}}"#] {
        replying("prompt_submit", reply).answers(0, json!({"decision": "allow", "mutated": {"prompt": "p"}}));
    }
}

#[test]
fn a_rewrite_that_is_no_prompt_is_unreadable_on_a_prompt() {
    for reply in [r#"{"mutated":{"text":"p"}}"#, r#"{"mutated":{"prompt":null}}"#] {
        replying("prompt_submit", reply).answers(
            2,
            json!({"decision": "deny", "reason": "*must hold the new prompt*", "cause": "reply", "decided_by": "hook"}),
        );
    }
}

#[test]
fn a_rewrite_where_there_is_nothing_to_rewrite_is_a_warning() {
    for phase in ["stop", "post_tool"] {
        replying(phase, r#"{"mutated":{"a":1}}"#).answers(
            0,
            json!({"decision": "allow", "warnings": [format!("hook `hook` rewrites *{phase} has nothing to rewrite")]}),
        );
    }
}

#[test]
fn a_null_is_an_absent_key() {
    let nulls = r#"{"decision":null,"reason":null,"message":null,"context":null,"mutated":null,"continue":null,
        "stopReason":null,"systemMessage":null,"hookSpecificOutput":{"permissionDecision":null},"mine":null}"#;
    replying("pre_tool", nulls).answers(0, json!({"decision": "allow"}));
}

#[test]
fn an_unknown_key_is_a_warning_that_names_it() {
    let warning = "a reply has no key `mutate`, `hookSpecificOutput.permision`";
    replying("pre_tool", r#"{"mutate":{"a":1},"hookSpecificOutput":{"permision":"deny"}}"#).answers(
        0,
        json!({"decision": "allow", "warnings": [format!("hook `hook`: {warning}")],
               "hooks": [{"status": "allow", "exit_code": 0, "warnings": [warning]}]}),
    );
}

#[test]
fn an_unreadable_reply_is_a_failure_on_a_gate() {
    for (reply, word) in UNREADABLE {
        replying("pre_tool", reply).answers(
            2,
            json!({"decision": "deny", "cause": "reply", "decided_by": "hook",
                   "reason": format!("hook `hook` printed a reply that cannot be read: *{word}*")}),
        );
    }
    replying("pre_tool", b"{\"reason\":\"caf\xe9\"}").answers(
        2,
        json!({"decision": "deny", "cause": "reply", "decided_by": "hook", "reason": "*it is not UTF-8*"}),
    );
}

#[test]
fn an_unreadable_reply_is_a_failure_on_a_brake() {
    for (reply, word) in UNREADABLE {
        let outcome = replying("pre_compact", reply)
            .answers(0, json!({"decision": "allow", "warnings": [format!("*cannot be read: *{word}*")]}));
        assert_eq!(outcome["hooks"][0]["status"], "failed", "{reply}");
    }
}

#[test]
fn an_unreadable_reply_is_text_and_a_warning_on_an_observer() {
    for (reply, word) in UNREADABLE {
        replying("notification", reply).answers(
            0,
            json!({"decision": "allow", "message": reply.trim(),
                   "warnings": [format!("hook `hook`: its reply cannot be read and is taken as text: *{word}*")]}),
        );
    }
}

#[test]
fn an_ask_on_a_brake_is_an_unreadable_reply() {
    replying("stop", r#"{"decision":"ask","reason":"sure?"}"#)
        .answers(0, json!({"decision": "allow", "warnings": ["*cannot be read: stop takes no ask*"]}));
}

#[test]
fn other_output_is_a_message() {
    for text in [
        "fine",
        "42",
        "[1]",
        r#"["{}"]"#,
        "a line with {\"decision\":\"deny\"} in it",
        "null",
        "build ok\n{\"level\":\"info\",\"message\":\"x\"}",
    ] {
        replying("pre_tool", text).answers(0, json!({"decision": "allow", "message": text}));
    }
}

#[test]
fn a_reply_that_was_cut_is_unreadable() {
    let hook = "printf '{\"message\":\"'; head -c 3000000 /dev/zero | tr '\\0' z; printf '\"}'";
    Case::hook("pre_tool", hook).run("pre_tool").answers(
        2,
        json!({"decision": "deny", "cause": "reply", "decided_by": "hook",
               "reason": "hook `hook` printed a reply that cannot be read: it is longer than *",
               "hooks": [{"status": "failed", "exit_code": 0, "truncated": true,
                          "error": "printed a reply that cannot be read: it is longer than *"}]}),
    );
}

#[test]
fn a_rewrite_may_be_as_large_as_what_it_rewrites() {
    let event = json!({"tool": "T", "input": {"content": "A".repeat(3_000_000)}}).to_string();
    let hook = r#"printf '{"mutated":'; tr A a | sed -e 's/.*"input"://' -e 's/}}$/}}/'"#;
    let case = Case::hook("pre_tool", hook).event(event);
    let outcome =
        case.run("pre_tool").answers(0, json!({"decision": "allow", "mutated": {"content": "a*a"}}));
    assert_eq!(outcome["mutated"]["content"].as_str().expect("a text").len(), 3_000_000);
}

#[test]
fn a_deep_rewrite_uses_no_stack() {
    let hook = r#"printf '{"mutated":{"a":'; head -c 400000 /dev/zero | tr '\0' '['; head -c 400000 /dev/zero | tr '\0' ']'; printf '}}'"#;
    let case = Case::hooks("pre_tool", &[("deep", hook), ("next", "wc -c > seen")]);
    case.run("pre_tool").prints(0, "{*\"mutated\":{\"a\":[[[*]]]}*}\n", "");
    assert!(case.read("seen").trim().parse::<usize>().expect("a number") > 800_000);
}

#[test]
fn a_half_surrogate_in_a_text_gets_the_replacement_character() {
    replying("pre_tool", r#"{"decision":"deny","reason":"a\ud800b"}"#).answers(2, deny("a\u{FFFD}b"));
}
