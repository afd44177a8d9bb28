//! What each verdict and each text becomes.

use crate::support::Case;
use crate::{approving, call, replying, sample};

const DENY: &str = "echo not today; exit 2";

#[test]
fn nothing_objected_is_nothing_said() {
    for (host, event, phase) in [
        ("claude", "PreToolUse", "pre_tool"),
        ("claude", "Stop", "stop"),
        ("codex", "PreToolUse", "pre_tool"),
        ("codex", "PermissionRequest", "permission_request"),
    ] {
        call(&Case::hook(phase, "true").event(sample(host, event)), host).prints(0, "", "");
        // An explicit allow without `approves` is no more than that.
        call(&replying(host, event, phase, r#"{"decision":"allow"}"#), host).prints(0, "", "");
        // Nor is plain text, where the host makes nothing of it.
        call(&Case::hook(phase, "echo checked").event(sample(host, event)), host).prints(0, "", "");
    }
}

#[test]
fn a_deny_of_claude_is_json_and_the_reason_is_on_stderr_too() {
    for (event, phase, stdout) in [
        (
            "PreToolUse",
            "pre_tool",
            r#"{"hookSpecificOutput":{"hookEventName":"PreToolUse","permissionDecision":"deny","permissionDecisionReason":"not today"}}"#,
        ),
        (
            "PermissionRequest",
            "permission_request",
            r#"{"hookSpecificOutput":{"hookEventName":"PermissionRequest","decision":{"behavior":"deny","message":"not today"}}}"#,
        ),
        ("UserPromptExpansion", "prompt_submit", r#"{"decision":"block","reason":"not today"}"#),
        ("Stop", "stop", r#"{"decision":"block","reason":"not today"}"#),
        ("PreCompact", "pre_compact", r#"{"decision":"block","reason":"not today"}"#),
    ] {
        let stderr = format!("hookctl: {phase} is denied by hook `hook`: not today\n");
        call(&Case::hook(phase, DENY).event(sample("claude", event)), "claude").prints(
            0,
            &format!("{stdout}\n"),
            &stderr,
        );
    }
}

#[test]
fn a_deny_of_codex_is_status_2_with_the_reason_alone_on_stderr() {
    let event = || sample("codex", "PreToolUse");
    call(&Case::hook("pre_tool", DENY).event(event()), "codex").prints(2, "", "not today\n");
    call(&Case::hook("pre_tool", "exit 2").event(event()), "codex").prints(2, "", "blocked by hook `hook`\n");
    let odd = r#"{"decision":"deny","reason":"no","what":1}"#;
    call(&replying("codex", "PreToolUse", "pre_tool", odd), "codex").prints(2, "", "no\n");
}

#[test]
fn a_deny_of_codex_beside_a_context_or_a_message_is_json() {
    let reply = r#"{"decision":"deny","reason":"no","context":"c","message":"m"}"#;
    call(&replying("codex", "PreToolUse", "pre_tool", reply), "codex").prints(
        0,
        "{\"hookSpecificOutput\":{\"hookEventName\":\"PreToolUse\",\"permissionDecision\":\"deny\",\
         \"permissionDecisionReason\":\"no\",\"additionalContext\":\"c\"},\"systemMessage\":\"m\"}\n",
        "hookctl: pre_tool is denied by hook `hook`: no\n",
    );
}

#[test]
fn codex_compacts_not_where_it_is_told_not_to_go_on() {
    call(&Case::hook("pre_compact", DENY).event(sample("codex", "PreCompact")), "codex").prints(
        0,
        "{\"continue\":false,\"stopReason\":\"not today\"}\n",
        "hookctl: pre_compact is denied by hook `hook`: not today\n",
    );
}

#[test]
fn an_ask_is_passed_on_where_the_host_asks_and_a_deny_where_it_cannot() {
    let ask = r#"{"decision":"ask","reason":"sure?"}"#;
    call(&replying("claude", "PreToolUse", "pre_tool", ask), "claude").prints(
        0,
        "{\"hookSpecificOutput\":{\"hookEventName\":\"PreToolUse\",\"permissionDecision\":\"ask\",\
         \"permissionDecisionReason\":\"sure?\"}}\n",
        "hookctl: pre_tool is to be asked about by hook `hook`: sure?\n",
    );
    call(&replying("codex", "PreToolUse", "pre_tool", ask), "codex").prints(
        2,
        "",
        "sure? (a person should be asked, but Codex takes no ask on PreToolUse: denied)\n",
    );
    for host in ["claude", "codex"] {
        call(&replying(host, "PermissionRequest", "permission_request", ask), host).prints(
            0,
            "",
            "hookctl: permission_request is to be asked about by hook `hook`: sure?\n",
        );
    }
}

#[test]
fn a_rewrite_grants_nothing_but_where_the_host_wants_the_word() {
    let reply = "{\"mutated\":{\n \"command\":\"cargo test\"}}";
    call(&replying("claude", "PreToolUse", "pre_tool", reply), "claude").prints(
        0,
        "{\"hookSpecificOutput\":{\"hookEventName\":\"PreToolUse\",\"updatedInput\":{\"command\":\"cargo test\"}}}\n",
        "",
    );
    call(&replying("codex", "PreToolUse", "pre_tool", reply), "codex").prints(
        0,
        "{\"hookSpecificOutput\":{\"hookEventName\":\"PreToolUse\",\"permissionDecision\":\"allow\",\
         \"updatedInput\":{\"command\":\"cargo test\"}}}\n",
        "",
    );
}

#[test]
fn a_rewrite_that_a_host_cannot_carry_is_a_deny_whatever_on_failure_says() {
    let config = "[[hooks]]\nevent = \"prompt_submit\"\nname = \"hook\"\ncommand = \"cat reply\"\n\
                  on_failure = \"allow\"\n";
    for (host, title) in [("claude", "Claude Code"), ("codex", "Codex")] {
        let why = format!(
            "hook `hook` rewrote what the host sent, but {title} takes no rewrite on UserPromptSubmit"
        );
        let case = Case::new(config)
            .file("reply", r#"{"mutated":{"prompt":"key=***"}}"#)
            .event(sample(host, "UserPromptSubmit"));
        call(&case, host).prints(
            0,
            &format!("{{\"decision\":\"block\",\"reason\":\"{why}\"}}\n"),
            &format!("hookctl: prompt_submit is denied: {why}\n"),
        );
    }
}

#[test]
fn an_approval_is_passed_on_for_a_hook_that_may_approve() {
    let allow = r#"{"decision":"allow","reason":"read-only"}"#;
    call(&approving("claude", "PreToolUse", "pre_tool", allow), "claude").prints(
        0,
        "{\"hookSpecificOutput\":{\"hookEventName\":\"PreToolUse\",\"permissionDecision\":\"allow\",\
         \"permissionDecisionReason\":\"read-only\"}}\n",
        "",
    );
    for host in ["claude", "codex"] {
        call(&approving(host, "PermissionRequest", "permission_request", allow), host).prints(
            0,
            "{\"hookSpecificOutput\":{\"hookEventName\":\"PermissionRequest\",\
             \"decision\":{\"behavior\":\"allow\"}}}\n",
            "",
        );
    }
    // A bare allow would be an error there.
    call(&approving("codex", "PreToolUse", "pre_tool", allow), "codex").prints(
        0,
        "",
        "hookctl: warning: Codex takes no approval on PreToolUse, so it is left out: read-only\n",
    );
}

#[test]
fn a_later_rewrite_takes_an_approval_back() {
    let config = "[[hooks]]\nevent = \"permission_request\"\nname = \"yes\"\ncommand = \"cat allow\"\n\
                  approves = true\n[[hooks]]\nevent = \"permission_request\"\nname = \"other\"\n\
                  command = \"cat rewrite\"\n";
    let case = Case::new(config)
        .file("allow", r#"{"decision":"allow"}"#)
        .file("rewrite", r#"{"mutated":{"command":"true"}}"#)
        .event(sample("claude", "PermissionRequest"));
    call(&case, "claude").prints(
        0,
        "{\"hookSpecificOutput\":{\"hookEventName\":\"PermissionRequest\",\"decision\":{\"behavior\":\"deny\",\
         \"message\":\"hook `other` rewrote *\"}}}\n",
        "hookctl: permission_request is denied: hook `other` rewrote *\n",
    );
}

#[test]
fn plain_text_is_context_where_the_host_takes_it_so() {
    for (host, event, phase, name) in [
        ("claude", "UserPromptSubmit", "prompt_submit", "UserPromptSubmit"),
        ("claude", "SessionStart.resume", "session_start", "SessionStart"),
        ("codex", "SubagentStart", "subagent_start", "SubagentStart"),
    ] {
        let stdout = format!(
            "{{\"hookSpecificOutput\":{{\"hookEventName\":\"{name}\",\"additionalContext\":\"freeze\"}}}}\n"
        );
        call(&Case::hook(phase, "echo freeze").event(sample(host, event)), host).prints(0, &stdout, "");
    }
    for (host, event, phase) in [
        ("claude", "SubagentStart", "subagent_start"),
        ("claude", "PreCompact", "pre_compact"),
        ("codex", "PostToolUse", "post_tool"),
        ("codex", "SubagentStop", "subagent_stop"),
    ] {
        call(&Case::hook(phase, "echo freeze").event(sample(host, event)), host).prints(0, "", "");
    }
}

#[test]
fn a_text_that_an_event_does_not_take_becomes_a_warning() {
    call(&replying("claude", "SessionEnd", "session_end", r#"{"message":"bye"}"#), "claude").prints(
        0,
        "",
        "hookctl: warning: Claude Code takes no message on SessionEnd, so it is left out: bye\n",
    );
    call(&replying("claude", "PreSkillShellCommand", "pre_tool", r#"{"context":"c"}"#), "claude").prints(
        0,
        "",
        "hookctl: warning: Claude Code takes no context on PreSkillShellCommand, so it is left out: c\n",
    );
    call(&replying("codex", "Stop", "stop", r#"{"context":"c","message":"m"}"#), "codex").prints(
        0,
        "{\"systemMessage\":\"m\"}\n",
        "hookctl: warning: hook `hook` gives context, but stop takes none\n",
    );
}

#[test]
fn an_objection_after_a_tool_is_context() {
    for (host, event) in
        [("claude", "PostToolUse"), ("claude", "PostToolUseFailure"), ("codex", "PostToolUse")]
    {
        let stdout = format!(
            "{{\"hookSpecificOutput\":{{\"hookEventName\":\"{event}\",\"additionalContext\":\"2 lint errors\"}}}}\n"
        );
        let case = Case::hook("post_tool", "echo 2 lint errors; exit 2").event(sample(host, event));
        call(&case, host).prints(0, &stdout, "");
    }
}
