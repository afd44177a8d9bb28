//! What the end of a hook means.

use serde_json::json;

use crate::support::Case;

#[test]
fn exit_0_allows() {
    Case::hook("pre_tool", "true").run("pre_tool").answers(
        0,
        json!({"phase": "pre_tool", "tool": "Bash", "decision": "allow",
               "hooks": [{"name": "hook", "command": "true", "status": "allow", "exit_code": 0}]}),
    );
}

#[test]
fn exit_2_denies_with_stdout_as_the_reason() {
    Case::hook("pre_tool", "echo '  not today '; echo noise >&2; exit 2").run("pre_tool").answers(
        2,
        json!({"decision": "deny", "reason": "not today", "cause": "hook", "decided_by": "hook",
               "hooks": [{"status": "deny", "exit_code": 2, "reason": "not today"}]}),
    );
}
