//! The phase, the host and the event as the command line has them.

use serde_json::json;

use crate::sample;
use crate::support::{Case, Ran};

fn run(event: &str, args: &[&str]) -> Ran {
    let case = Case::new("").event(event);
    case.call([&["run", "--config", "hooks.toml"], args].concat())
}

#[test]
fn a_phase_that_is_given_must_agree_with_the_event() {
    let stop = sample("codex", "Stop");
    run(&stop, &["stop", "--host", "codex"]).prints(0, "", "");
    run(&stop, &["pre_tool", "--host", "codex"]).prints(
        2,
        "",
        "hookctl: the event `Stop` is of phase `stop`, but `pre_tool` was asked for\n",
    );
    run(&sample("claude", "PreToolUse"), &["post_tool", "--host", "claude"]).prints(
        2,
        "",
        "hookctl: the event `PreToolUse` is of phase `pre_tool`, but `post_tool` was asked for\n",
    );
    // No gate is concerned, and a brake must not keep an agent running for it.
    run(&stop, &["session_end", "--host", "codex"]).prints(
        1,
        "",
        "hookctl: the event `Stop` is of phase `stop`, but `session_end` was asked for\n",
    );
}

#[test]
fn an_event_that_is_given_must_agree_with_the_payload() {
    let event = sample("claude", "PreToolUse");
    run(&event, &["--host", "claude", "--event", "PreToolUse"]).prints(0, "", "");
    run(&event, &["--host", "claude", "--event", "PostToolUse"]).prints(
        2,
        "",
        "hookctl: the event is `PreToolUse`, but --event says `PostToolUse`\n",
    );
    run(&sample("codex", "Stop"), &["--host", "codex", "--event", "PreToolUse"]).prints(
        2,
        "",
        "hookctl: the event is `Stop`, but --event says `PreToolUse`\n",
    );
    run(&sample("codex", "Stop"), &["--host", "codex", "--event", "SubagentStop"]).prints(
        1,
        "",
        "hookctl: the event is `Stop`, but --event says `SubagentStop`\n",
    );
}

#[test]
fn an_event_without_a_name_needs_one_on_the_command_line() {
    run("{}", &["--host", "claude", "--event", "Stop"]).prints(0, "", "");
    run("{}", &["--host", "claude"]).prints(2, "", "hookctl: the event has no `hook_event_name`*--event\n");
}

#[test]
fn wrong_usage_ends_in_2_and_says_what_is_meant() {
    for (args, stderr) in [
        (&[][..], "*required*<PHASE>*"),
        (&["--host", "cluade"], "*'cluade'*claude, codex*'claude'*"),
        (&["--host", "claude", "PreToolUse"], "*'PreToolUse'*'pre_tool'*"),
        (&["stop", "--event", "Stop"], "*--host <HOST>*"),
        (&["stop", "--deadline", "0"], "*'0'*above 0*"),
        (&["stop", "--deadline", "nan"], "*'nan'*above 0*"),
    ] {
        run("{}", args).prints(2, "", stderr);
    }
}

#[test]
fn an_event_of_a_host_without_the_host_says_what_to_give() {
    for (host, event, title) in
        [("claude", "PreToolUse", "Claude Code"), ("gemini", "BeforeTool", "Gemini CLI")]
    {
        let case = Case::hook("pre_tool", "true").event(sample(host, event));
        let reason = format!(
            "the event has no `tool`, which pre_tool needs: it looks like one of {title}, which is read with --host {host}"
        );
        let outcome = json!({"decision": "deny", "cause": "event", "reason": reason, "hooks": []});
        case.run("pre_tool").answers(2, outcome);
    }
}
