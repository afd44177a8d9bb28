//! What each kind of output means as a reply.

use super::*;

fn reply(stdout: &str, phase: Phase) -> Reply {
    match read(stdout.as_bytes(), false, phase) {
        Output::Reply(reply) => reply,
        other => panic!("{stdout} is {other:?}"),
    }
}

fn verdict(stdout: &str, phase: Phase) -> (Option<Verdict>, Option<String>) {
    let reply = reply(stdout, phase);
    (reply.verdict, reply.reason)
}

fn some(verdict: Verdict, reason: &str) -> (Option<Verdict>, Option<String>) {
    (Some(verdict), Some(reason.to_owned()))
}

#[test]
fn every_dialect_of_a_verdict_is_understood() {
    use Verdict::{Allow, Ask, Deny};
    for (stdout, expected) in [
        (r#"{"decision":"allow","reason":"r"}"#, some(Allow, "r")),
        (r#"{"decision":"approve","reason":"r"}"#, some(Allow, "r")),
        (r#"{"decision":"ask","reason":"r"}"#, some(Ask, "r")),
        (r#"{"decision":"deny","reason":"r"}"#, some(Deny, "r")),
        (r#"{"decision":"block","reason":"r"}"#, some(Deny, "r")),
        (r#"{"continue":false,"stopReason":"r"}"#, some(Deny, "r")),
        (r#"{"permissionDecision":"deny","permissionDecisionReason":"r"}"#, some(Deny, "r")),
        (
            r#"{"hookSpecificOutput":{"permissionDecision":"deny","permissionDecisionReason":"r"}}"#,
            some(Deny, "r"),
        ),
        (
            r#"{"hookSpecificOutput":{"permissionDecision":"defer","permissionDecisionReason":"r"}}"#,
            some(Ask, "r"),
        ),
        (r#"{"hookSpecificOutput":{"decision":{"behavior":"deny","message":"r"}}}"#, some(Deny, "r")),
        (r#"{"hookSpecificOutput":{"decision":{"behavior":"allow"}}}"#, (Some(Allow), None)),
        (r#"{"continue":true}"#, (None, None)),
        (r#"{"reason":" "}"#, (None, None)),
    ] {
        assert_eq!(verdict(stdout, Phase::PreTool), expected, "{stdout}");
    }
}

#[test]
fn the_verdicts_of_other_hosts_are_understood() {
    use Verdict::{Allow, Ask, Deny};
    for (stdout, expected) in [
        (r#"{"behavior":"deny","message":"r"}"#, some(Deny, "r")),
        (r#"{"behavior":"allow"}"#, (Some(Allow), None)),
        (r#"{"permission":"deny","user_message":"r"}"#, some(Deny, "r")),
        (r#"{"permission":"deny","userMessage":"you","agentMessage":"r"}"#, some(Deny, "r")),
        (r#"{"permission":"ask","agent_message":"r"}"#, some(Ask, "r")),
        (r#"{"permission":"allow"}"#, (Some(Allow), None)),
        (r#"{"continue":false,"user_message":"r"}"#, some(Deny, "r")),
        (r#"{"permission":"allow","decision":"deny","reason":"r"}"#, some(Deny, "r")),
        (r#"{"permission":"deny","permissionDecision":"allow","user_message":"r"}"#, some(Deny, "r")),
        (r#"{"permission":"deny","continue":true}"#, (Some(Deny), None)),
        (r#"{"permission":null,"behavior":null}"#, (None, None)),
    ] {
        assert_eq!(verdict(stdout, Phase::PreTool), expected, "{stdout}");
    }
    for stdout in [r#"{"permission":"granted"}"#, r#"{"permission":true}"#, r#"{"behavior":5}"#] {
        assert!(matches!(read(stdout.as_bytes(), false, Phase::PreTool), Output::Unreadable(_)), "{stdout}");
    }
}

#[test]
fn the_person_and_the_model_are_told_what_a_dialect_tells_them() {
    for (stdout, message, context) in [
        (r#"{"permission":"deny","user_message":"you","agent_message":"it"}"#, Some("you"), None),
        (r#"{"permission":"deny","user_message":"you"}"#, None, None),
        (r#"{"permission":"allow","user_message":"you","agent_message":"it"}"#, Some("you"), Some("it")),
        (r#"{"user_message":"you"}"#, Some("you"), None),
        (r#"{"behavior":"deny","message":"r"}"#, None, None),
        (r#"{"message":"m"}"#, Some("m"), None),
        (r#"{"additional_context":"c"}"#, None, Some("c")),
    ] {
        let reply = reply(stdout, Phase::PreTool);
        assert_eq!((reply.message.as_deref(), reply.context.as_deref()), (message, context), "{stdout}");
        assert!(reply.warnings.is_empty(), "{stdout}: {:?}", reply.warnings);
    }
}

#[test]
fn every_dialect_of_a_rewrite_is_understood() {
    for stdout in [
        r#"{"mutated":{"prompt":"p"}}"#,
        r#"{"updatedInput":{"prompt":"p"}}"#,
        r#"{"modifiedArgs":{"prompt":"p"}}"#,
        r#"{"updated_input":{"prompt":"p"}}"#,
        r#"{"hookSpecificOutput":{"updatedInput":{"prompt":"p"}}}"#,
        r#"{"hookSpecificOutput":{"hookEventName":"BeforeTool","tool_input":{"prompt":"p"}}}"#,
        r#"{"hookSpecificOutput":{"decision":{"behavior":"allow","updatedInput":{"prompt":"p"}}}}"#,
    ] {
        for phase in [Phase::PreTool, Phase::PromptSubmit] {
            let mutated = reply(stdout, phase).mutated.expect(stdout);
            assert_eq!(mutated.get(), r#"{"prompt":"p"}"#, "{stdout}");
        }
    }
    let prompt = r#"{"modifiedPrompt":"p"}"#;
    assert_eq!(reply(prompt, Phase::PromptSubmit).mutated.expect(prompt).get(), r#"{"prompt":"p"}"#);
    for (stdout, phase) in [
        (prompt, Phase::PreTool),
        (r#"{"modifiedPrompt":{"prompt":"p"}}"#, Phase::PromptSubmit),
        (r#"{"modifiedArgs":"p"}"#, Phase::PreTool),
        (r#"{"modifiedArgs":{"command":"ls"},"updated_input":{"command":"l"}}"#, Phase::PreTool),
    ] {
        assert!(matches!(read(stdout.as_bytes(), false, phase), Output::Unreadable(_)), "{stdout}");
    }
}

#[test]
fn the_strictest_verdict_counts_with_its_own_reason() {
    let mixed = r#"{"decision":"allow","reason":"fine","hookSpecificOutput":
        {"permissionDecision":"ask","permissionDecisionReason":"sure?"},"continue":false,"stopReason":"halt"}"#;
    assert_eq!(verdict(mixed, Phase::PreTool), some(Verdict::Deny, "halt"));
    let borrowed = r#"{"reason":"why","hookSpecificOutput":{"permissionDecision":"deny"}}"#;
    assert_eq!(verdict(borrowed, Phase::PreTool), some(Verdict::Deny, "why"));
}

#[test]
fn a_reason_of_any_dialect_is_kept_without_a_verdict() {
    for stdout in [
        r#"{"reason":"r"}"#,
        r#"{"permissionDecisionReason":"r"}"#,
        r#"{"hookSpecificOutput":{"permissionDecisionReason":"r"}}"#,
        r#"{"hookSpecificOutput":{"decision":{"message":"r"}}}"#,
        r#"{"stopReason":"r"}"#,
    ] {
        assert_eq!(verdict(stdout, Phase::PreTool), (None, Some("r".to_owned())), "{stdout}");
    }
    let other = r#"{"decision":"deny","permissionDecision":"allow","permissionDecisionReason":"fine"}"#;
    assert_eq!(verdict(other, Phase::PreTool), (Some(Verdict::Deny), None));
}

#[test]
fn continue_false_lets_an_agent_end_on_stop() {
    for phase in [Phase::Stop, Phase::SubagentStop] {
        let reply =
            reply(r#"{"continue":false,"stopReason":"enough","decision":"block","reason":"more"}"#, phase);
        assert_eq!((reply.verdict, reply.message.as_deref()), (Some(Verdict::Allow), Some("enough")));
    }
}

#[test]
fn texts_and_rewrites_of_every_dialect_are_kept() {
    let reply = reply(
        r#"{"message":"a","systemMessage":"b","context":"c","hookSpecificOutput":
            {"additionalContext":"d","updatedInput":{"z" : 1e400}}}"#,
        Phase::PreTool,
    );
    assert_eq!(reply.message.as_deref(), Some("a\nb"));
    assert_eq!(reply.context.as_deref(), Some("c\nd"));
    assert_eq!(reply.mutated.as_deref().map(RawValue::get), Some(r#"{"z" : 1e400}"#));
}

#[test]
fn a_rewrite_over_several_lines_becomes_one_line() {
    let reply = reply("{\"mutated\": {\n  \"command\": \"a \\n b\",\r\n  \"n\": 1e400\n}}", Phase::PreTool);
    assert_eq!(reply.mutated.as_deref().map(RawValue::get), Some(r#"{"command":"a \n b","n":1e400}"#));
}

#[test]
fn a_null_is_an_absent_key() {
    let nulls = r#"{"decision":null,"reason":null,"message":null,"context":null,"mutated":null,"continue":null,
        "hookSpecificOutput":null,"stopReason":null,"permissionDecision":null,"what":null}"#;
    let reply = reply(nulls, Phase::PreTool);
    assert!(reply.verdict.is_none() && reply.mutated.is_none() && reply.warnings.is_empty(), "{reply:?}");
}

#[test]
fn keys_that_mean_nothing_here_are_named() {
    let reply =
        reply(r#"{"mutate":{},"hookSpecificOutput":{"sessionTitle":"t","permission":1}}"#, Phase::PreTool);
    assert_eq!(
        reply.warnings,
        [
            "a reply has no key `mutate`, `hookSpecificOutput.permission`",
            "hookctl does not carry `hookSpecificOutput.sessionTitle`"
        ]
    );
}

#[test]
fn a_reply_that_cannot_be_read_is_no_text() {
    for stdout in [
        r#"{"decision":"deny""#,
        r#"{"decision":"deny"} and more"#,
        r#"{"decision":"deny"}{"decision":"allow"}"#,
        r#"{"decision":"allow","decision":"deny"}"#,
        r#"{"hookSpecificOutput":{"permissionDecision":"allow","permissionDecision":"deny"}}"#,
        r#"{"decision":"denied"}"#,
        r#"{"decision":true}"#,
        r#"{"continue":"false"}"#,
        r#"{"reason":5}"#,
        r#"{"mutated":"{}"}"#,
        r#"{"mutated":{"a":1,"a":2}}"#,
        r#"{"mutated":{"a":1},"updatedInput":{"a":2}}"#,
        r#"{"hookSpecificOutput":"deny"}"#,
        "{decision: deny}",
    ] {
        let output = read(stdout.as_bytes(), false, Phase::PreTool);
        assert!(matches!(output, Output::Unreadable(_)), "{stdout}: {output:?}");
    }
    assert!(matches!(read(b"{\"reason\":\"\xff\"}", false, Phase::PreTool), Output::Unreadable(_)));
    assert!(matches!(read(b"{\"a\":1}", true, Phase::PreTool), Output::Unreadable(_)));
}

#[test]
fn a_rewritten_prompt_must_be_a_prompt() {
    for (stdout, good) in [
        (r#"{"mutated":{"prompt":"p"}}"#, true),
        (r#"{"mutated":{"prompt":5}}"#, false),
        (r#"{"mutated":{"text":"p"}}"#, false),
    ] {
        let output = read(stdout.as_bytes(), false, Phase::PromptSubmit);
        assert_eq!(matches!(output, Output::Reply(_)), good, "{stdout}: {output:?}");
    }
}

#[test]
fn other_output_is_text() {
    for (stdout, text) in
        [("  fine \n", "fine"), ("[1]", "[1]"), ("42", "42"), ("\u{feff}x", "x"), ("\"{}\"", "\"{}\"")]
    {
        match read(stdout.as_bytes(), false, Phase::PreTool) {
            Output::Text(found) => assert_eq!(found, text),
            other => panic!("{stdout} is {other:?}"),
        }
    }
    assert!(matches!(read(b" \n", false, Phase::PreTool), Output::Silent));
    assert!(matches!(read(b"caf\xe9", false, Phase::PreTool), Output::Text(text) if text == "caf\u{FFFD}"));
}

#[test]
fn a_byte_order_mark_before_a_reply_is_skipped() {
    assert_eq!(verdict("\u{feff}{\"decision\":\"deny\"}", Phase::PreTool), (Some(Verdict::Deny), None));
}

#[test]
fn a_verdict_in_noise_is_found() {
    for hidden in [
        "ready\n{\"decision\":\"deny\"}",
        "ready\n  {\"decision\":\"deny\"}\n",
        "ready\n{\n  \"decision\": \"deny\"\n}\n",
        "ready\n{\"hookSpecificOutput\":{\"permissionDecision\":\"deny\"}}",
        "ready\n{\"level\":\"info\"}\n{\"continue\":false}",
        "ready\n{ not json\n{\"mutated\":{}}",
        "ready\n{\"decision\":\"deny\",\"reason\":\"torn",
        "ready\n{\"decision\":\"deny\",\n oops}",
        "ready\n{\"level\":1,\"level\":2,\"decision\":\"deny\"}",
        "ready\n{\"\\ud800\":1,\"decision\":\"deny\"}",
        "ready\n{\"\\u0064ecision\":\"deny\"}",
        "ready\n{\"level\":1} {\"decision\":\"deny\"}",
        "50 %\r100 %\r{\"decision\":\"deny\"}",
        "ready\n\u{feff}{\"decision\":\"deny\"}",
        "\0{\"decision\":\"deny\"}",
        "ready\n{\"permission\":\"deny\"}",
        "ready\n{\"behavior\": \"deny\", \"message\": \"no\"}",
        "ready\n{\"permission\":\"de",
        "ready\n{\"modifiedArgs\":{}}",
        "ready\n{\"updated_input\":{}}",
    ] {
        let output = read(hidden.as_bytes(), false, Phase::PreTool);
        assert!(matches!(output, Output::Unreadable(_)), "{hidden}: {output:?}");
    }
}

#[test]
fn a_verdict_in_utf16_is_found() {
    let units = |text: &str| text.encode_utf16().collect::<Vec<_>>();
    for text in ["\u{feff}{\"decision\":\"deny\"}", "{\"decision\":\"deny\"}", "\n {\"decision\":\"deny\"}"] {
        let little: Vec<u8> = units(text).into_iter().flat_map(u16::to_le_bytes).collect();
        let big: Vec<u8> = units(text).into_iter().flat_map(u16::to_be_bytes).collect();
        for bytes in [little, big] {
            let output = read(&bytes, false, Phase::PreTool);
            assert!(matches!(output, Output::Unreadable(_)), "{text}: {output:?}");
        }
    }
}

#[test]
fn honest_text_is_no_hidden_verdict() {
    for text in [
        "build ok\n{\"level\":\"info\",\"message\":\"compiled\"}",
        "the decision is { \"decision\": \"deny\" } as usual",
        "ok\n{\"level\":\"info\",\"nested\":{\"decision\":\"deny\"}}",
        "ok\n{\"decision\":null}",
        "ok\n{\"level\":\"info\",\"permission\":\"0644\",\"behavior\":true}",
        "fn main() {\n    let decision = 1;\n}\n{ }",
        "if x {\n  continue;\n}",
        &"if (x)\n{\n  continue;\n}\n".repeat(1_000),
    ] {
        let output = read(text.as_bytes(), false, Phase::PreTool);
        assert!(matches!(output, Output::Text(_)), "{text}: {output:?}");
    }
}

#[test]
fn a_text_of_many_torn_objects_takes_no_time() {
    let text = format!("x\n{}\"decision\"", "{\"a\":\n".repeat(200_000));
    assert!(matches!(read(text.as_bytes(), false, Phase::PreTool), Output::Unreadable(_)));
}

#[test]
fn a_line_of_many_braces_takes_no_time() {
    let text = format!("x{}\"decision\"", "{".repeat(1_000_000));
    assert!(matches!(read(text.as_bytes(), false, Phase::PreTool), Output::Text(_)));
}
