//! Gemini CLI, Qwen Code, Copilot CLI and Factory Droid: the answers that differ, and silence on stderr.

use serde_json::Value;

use crate::support::{Case, Ran};
use crate::{approving, replying, sample};

const DENY: &str = "echo not today; exit 2";
const FAULTY: &str = "[[hooks]]\nevent = \"nope\"\ncommand = \"true\"\n";

/// What each of them sends before a tool.
const BEFORE_TOOL: [(&str, &str); 4] =
    [("gemini", "BeforeTool"), ("qwen", "PreToolUse"), ("copilot", "preToolUse"), ("droid", "PreToolUse")];

/// Calls hookctl as the host does.
fn call(case: &Case, host: &str, event: &str) -> Ran {
    case.call(arguments(host, event).split(' '))
}

/// Calls it the same way with nothing to answer to.
fn shut(case: &Case, host: &str, event: &str) -> Ran {
    case.sh(&format!("\"$HOOKCTL\" {} >&-", arguments(host, event)))
}

fn arguments(host: &str, event: &str) -> String {
    let named = if host == "copilot" { format!(" --event {event}") } else { String::new() };
    format!("run --host {host} --config hooks.toml{named}")
}

/// A deny before a tool, in the form of each host; the reason may be a glob.
fn denied(host: &str, reason: &str) -> String {
    let nested = format!(
        "\"hookSpecificOutput\":{{\"hookEventName\":\"PreToolUse\",\"permissionDecision\":\"deny\",\
         \"permissionDecisionReason\":\"{reason}\"}}"
    );
    let body = match host {
        "gemini" => format!("\"decision\":\"deny\",\"reason\":\"{reason}\""),
        "qwen" => format!("\"decision\":\"block\",\"reason\":\"{reason}\",{nested}"),
        "copilot" => {
            format!("\"permissionDecision\":\"deny\",\"permissionDecisionReason\":\"{reason}\"")
        }
        _ => nested,
    };
    format!("{{{body}}}\n")
}

fn with_stop_hook_active(active: bool) -> String {
    let event: Value = serde_json::from_str(&sample("gemini", "AfterAgent")).expect("JSON");
    assert_eq!(event["stop_hook_active"], false);
    sample("gemini", "AfterAgent").replace("_active\":false", &format!("_active\":{active}"))
}

#[test]
fn nothing_is_said_on_stderr_beside_status_0() {
    let odd = r#"{"decision":"deny","reason":"not today","unheard":1}"#;
    for (host, event) in BEFORE_TOOL {
        let hook = |line| Case::hook("pre_tool", line).event(sample(host, event));
        call(&hook("true"), host, event).prints(0, "", "");
        call(&hook("echo checked"), host, event).prints(0, "", "");
        call(&hook(DENY), host, event).prints(0, &denied(host, "not today"), "");
        call(&hook("exit 2"), host, event).prints(0, &denied(host, "blocked by hook `hook`"), "");
        call(&replying(host, event, "pre_tool", odd), host, event).prints(0, &denied(host, "not today"), "");
        let unheard = replying(host, event, "pre_tool", r#"{"unheard":1}"#);
        call(&unheard, host, event).prints(0, "", "");
    }
}

#[test]
fn what_fails_on_a_gate_is_a_deny_in_the_form_of_the_host() {
    for (host, event) in BEFORE_TOOL {
        for line in ["exit 1", "exit 3", "kill -9 $$", "no_such_program_xyz", "echo '{\"decision\":'"] {
            let case = Case::hook("pre_tool", line).event(sample(host, event));
            call(&case, host, event).prints(0, &denied(host, "hook `hook` *"), "");
        }
        let faulty = Case::new(FAULTY).event(sample(host, event));
        call(&faulty, host, event).prints(0, &denied(host, "*`nope`*"), "");
        let torn = Case::hook("pre_tool", "true").event("{torn");
        call(&torn, host, "nothing").prints(2, "", "hookctl: the event is not one JSON object*\n");
    }
}

#[test]
fn what_fails_elsewhere_ends_in_1_or_is_not_heard_of() {
    for (host, event, phase) in [
        ("gemini", "AfterAgent", "stop"),
        ("qwen", "Stop", "stop"),
        ("copilot", "agentStop", "stop"),
        ("droid", "Stop", "stop"),
        ("gemini", "SessionStart", "session_start"),
        ("qwen", "SubagentStop", "subagent_stop"),
        ("copilot", "sessionEnd", "session_end"),
        ("droid", "PostToolUse", "post_tool"),
    ] {
        let faulty = Case::new(FAULTY).event(sample(host, event));
        call(&faulty, host, event).prints(1, "", "hookctl: warning: *`nope`*\n");
        let failing = Case::hook(phase, "exit 1").event(sample(host, event));
        call(&failing, host, event).prints(0, "", "");
    }
}

#[test]
fn an_ask_is_passed_on_where_it_holds() {
    let ask = r#"{"decision":"ask","reason":"sure?"}"#;
    let stdout = |host| match host {
        "qwen" => "{\"hookSpecificOutput\":{\"hookEventName\":\"PreToolUse\",\"permissionDecision\":\"ask\",\
                   \"permissionDecisionReason\":\"sure?\"}}\n"
            .to_owned(),
        "copilot" => "{\"permissionDecision\":\"ask\",\"permissionDecisionReason\":\"sure?\"}\n".to_owned(),
        _ => denied(host, "sure? (a person should be asked, but *: denied)"),
    };
    for (host, event) in BEFORE_TOOL {
        call(&replying(host, event, "pre_tool", ask), host, event).prints(0, &stdout(host), "");
    }
}

#[test]
fn a_rewrite_is_carried_out_or_the_tool_does_not_run() {
    let whole = r#"{"mutated":{"command":"true","summary":"s","timeout":1}}"#;
    let input = r#"{"command":"true","summary":"s","timeout":1}"#;
    for (host, event) in BEFORE_TOOL {
        let stdout = match host {
            "gemini" => format!(
                "{{\"hookSpecificOutput\":{{\"hookEventName\":\"BeforeTool\",\"tool_input\":{input}}}}}\n"
            ),
            "droid" => format!(
                "{{\"hookSpecificOutput\":{{\"hookEventName\":\"PreToolUse\",\"updatedInput\":{input}}}}}\n"
            ),
            "copilot" => format!("{{\"modifiedArgs\":{input}}}\n"),
            _ => denied(host, "hook `hook` rewrote what the host sent, but Qwen Code takes no rewrite *"),
        };
        call(&replying(host, event, "pre_tool", whole), host, event).prints(0, &stdout, "");
    }
    // Merged over the old input, the timeout would stay.
    let part = replying("droid", "PreToolUse", "pre_tool", r#"{"mutated":{"command":"true","summary":"s"}}"#);
    call(&part, "droid", "PreToolUse").prints(
        0,
        &denied("droid", "hook `hook` rewrote *keeps every key*"),
        "",
    );
    // Whether it would hold beside an ask, nobody saw.
    let both = r#"{"decision":"ask","reason":"sure?","mutated":{"command":"true"}}"#;
    call(&replying("copilot", "preToolUse", "pre_tool", both), "copilot", "preToolUse").prints(
        0,
        &denied("copilot", "hook `hook` rewrote *"),
        "",
    );
}

#[test]
fn an_approval_is_passed_on_where_the_host_takes_one() {
    let allow = r#"{"decision":"allow"}"#;
    for (host, event) in BEFORE_TOOL {
        let stdout = match host {
            "copilot" => "{\"permissionDecision\":\"allow\"}\n",
            "droid" => {
                "{\"hookSpecificOutput\":{\"hookEventName\":\"PreToolUse\",\"permissionDecision\":\"allow\"}}\n"
            }
            _ => "",
        };
        call(&approving(host, event, "pre_tool", allow), host, event).prints(0, stdout, "");
        call(&replying(host, event, "pre_tool", allow), host, event).prints(0, "", "");
    }
    let permission = approving("copilot", "permissionRequest", "permission_request", allow);
    call(&permission, "copilot", "permissionRequest").prints(0, "{\"behavior\":\"allow\"}\n", "");
}

#[test]
fn a_denied_prompt_is_dropped_in_the_way_of_each_host() {
    for (host, event, stdout) in [
        ("gemini", "BeforeAgent", r#"{"decision":"deny","reason":"not today"}"#),
        ("qwen", "UserPromptSubmit", r#"{"decision":"block","reason":"not today"}"#),
        ("copilot", "userPromptSubmitted", r#"{"decision":"block","reason":"not today"}"#),
        ("droid", "UserPromptSubmit", r#"{"continue":false,"stopReason":"not today"}"#),
    ] {
        let case = Case::hook("prompt_submit", DENY).event(sample(host, event));
        call(&case, host, event).prints(0, &format!("{stdout}\n"), "");
    }
}

#[test]
fn a_prompt_that_nobody_typed_is_neither_denied_nor_given_a_context() {
    let follow_up = || sample("qwen", "UserPromptSubmit.2");
    for line in [DENY, "exit 1", "echo context", "echo '{\"mutated\":{\"prompt\":\"x\"}}'"] {
        let case = Case::hook("prompt_submit", line).event(follow_up());
        call(&case, "qwen", "UserPromptSubmit").prints(0, "", "");
    }
    call(&Case::new(FAULTY).event(follow_up()), "qwen", "UserPromptSubmit").prints(0, "", "");
}

#[test]
fn gemini_is_kept_going_once_and_never_by_a_status() {
    let deny = |active| Case::hook("stop", DENY).event(with_stop_hook_active(active));
    let stdout = "{\"decision\":\"deny\",\"reason\":\"not today\"}\n";
    call(&deny(false), "gemini", "AfterAgent").prints(0, stdout, "");
    call(&deny(true), "gemini", "AfterAgent").prints(0, "", "");
    shut(&deny(false), "gemini", "AfterAgent").prints(1, "", "*cannot deliver the answer*: not today\n");
    shut(&deny(true), "gemini", "AfterAgent").prints(0, "", "");
    // Wrong usage denies wherever a gate is meant; here it would deny until the agent crashes.
    let gate = deny(false);
    gate.call(["run", "pre_tool", "--host", "gemini", "--config", "hooks.toml"]).prints(
        1,
        "",
        "hookctl: the event `AfterAgent` is of phase `stop`, but `pre_tool` was asked for\n",
    );
    gate.call(["run", "--host", "gemini", "--config", "hooks.toml", "--event", "BeforeTool"]).prints(
        1,
        "",
        "hookctl: the event is `AfterAgent`, but --event says `BeforeTool`\n",
    );
}

#[test]
fn a_verdict_that_cannot_be_delivered_ends_in_2_and_what_nobody_needs_in_silence() {
    for (host, event) in BEFORE_TOOL {
        let deny = Case::hook("pre_tool", DENY).event(sample(host, event));
        shut(&deny, host, event).prints(2, "", "*cannot deliver the answer*: not today\n");
    }
    for (host, event, phase) in
        [("gemini", "SessionStart", "session_start"), ("copilot", "postToolUse", "post_tool")]
    {
        let context = replying(host, event, phase, r#"{"context":"c"}"#);
        shut(&context, host, event).prints(0, "", "");
    }
}

#[test]
fn a_message_stands_beside_no_reason_that_it_would_hide() {
    let reply = r#"{"decision":"deny","reason":"no","message":"m","context":"c"}"#;
    let case = replying("gemini", "BeforeAgent", "prompt_submit", reply);
    let stdout = "{\"decision\":\"deny\",\"reason\":\"no\",\"hookSpecificOutput\":\
                  {\"hookEventName\":\"BeforeAgent\",\"additionalContext\":\"c\"}}\n";
    call(&case, "gemini", "BeforeAgent").prints(0, stdout, "");
    let case = replying("gemini", "BeforeTool", "pre_tool", reply);
    let stdout = "{\"decision\":\"deny\",\"reason\":\"no\",\"systemMessage\":\"m\"}\n";
    call(&case, "gemini", "BeforeTool").prints(0, stdout, "");
}

#[test]
fn copilot_is_told_its_event_whichever_payload_it_sends() {
    let case = |event| Case::hook("pre_tool", DENY).event(sample("copilot", event));
    let stdout = denied("copilot", "not today");
    case("preToolUse").call(["run", "--host", "copilot", "--config", "hooks.toml"]).prints(
        2,
        "",
        "hookctl: the event has no `hook_event_name` *--event\n",
    );
    for told in [&["--event", "PreToolUse"][..], &["--event", "preToolUse"], &[]] {
        let arguments = [&["run", "--host", "copilot", "--config", "hooks.toml"], told].concat();
        case("PreToolUse.pascal").call(&arguments).prints(0, &stdout, "");
        if !told.is_empty() {
            case("preToolUse").call(&arguments).prints(0, &stdout, "");
        }
    }
    let other = case("PreToolUse.pascal");
    call(&other, "copilot", "agentStop").prints(
        2,
        "",
        "hookctl: the event is `PreToolUse`, but --event says `agentStop`\n",
    );
    let transformed = case("userPromptTransformed");
    call(&transformed, "copilot", "userPromptTransformed").prints(1, "", "hookctl: * has no phase, *\n");
}

#[test]
fn a_hook_reads_a_tool_s_result_under_one_name() {
    for (host, event, is_error, content) in [
        ("gemini", "AfterTool.read_file", true, "{\"llmContent\":\"Could not read file *"),
        ("gemini", "AfterTool.run_shell_command_exit3", false, "{\"llmContent\":*Exit Code: 3*"),
        ("qwen", "PostToolUseFailure.read_file", true, "File not found: /nope/nope.txt"),
        ("copilot", "postToolUse.create", false, "{\"resultType\":\"success\",\"textResultForLlm\":*"),
        ("copilot", "PostToolUse.pascal", false, "{\"result_type\":\"success\",*"),
        ("copilot", "postToolUseFailure.view", true, "Path does not exist"),
        ("droid", "PostToolUse.Create", false, "{\"success\":true,*"),
    ] {
        let name = event.split('.').next().expect("a name");
        let case = Case::hook("post_tool", "cat > seen").event(sample(host, event));
        call(&case, host, name).prints(0, "", "");
        let payload: Value = serde_json::from_str(&case.read("seen")).expect("JSON");
        assert_eq!(payload["is_error"], is_error, "{host} {event}");
        let found = payload["content"].as_str().expect("a text");
        assert!(wildmatch::WildMatch::new(content).matches(found), "{host} {event}: {found}");
    }
}
