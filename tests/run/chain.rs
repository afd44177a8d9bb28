//! The chain: one hook at a time, in file order.

use serde_json::json;

use crate::support::Case;

#[test]
fn a_rewrite_over_several_lines_stays_on_the_one_line_of_the_outcome() {
    let reply = "{\n  \"mutated\": {\n    \"command\": \"a  b\",\n    \"n\": 1.0\n  }\n}\n";
    let case = Case::hooks("pre_tool", &[("first", "cat reply"), ("second", "cat > seen")]);
    let case = case.file("reply", reply);
    case.run("pre_tool").prints(
        0,
        r#"{*"mutated":{"command":"a  b","n":1.0}*}\n"#.replace("\\n", "\n").as_str(),
        "",
    );
    assert_eq!(case.read("seen").lines().count(), 1);
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
