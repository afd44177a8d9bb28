//! The table of what each host makes of a verdict, held against the program: for every cell hookctl runs on an event
//! of that host, with a hook that denies, asks, rewrites or says something, and the answer is looked at.
//!
//! What the table says of the hosts themselves (that one overrides the ninth stop, or asks nobody where nobody
//! watches) was measured on them; of it the test only knows the words.

use std::fs;

use serde_json::{Value, json};

use crate::ROOT;
use crate::markdown::Page;
use crate::support::Case;

const HOSTS: [&str; 6] = ["claude", "codex", "gemini", "qwen", "copilot", "droid"];

/// The events of each phase, in the order of [`HOSTS`]; empty where a host has none.
const EVENTS: [(&str, [&str; 6]); 12] = [
    ("pre_tool", ["PreToolUse", "PreToolUse", "BeforeTool", "PreToolUse", "preToolUse", "PreToolUse"]),
    (
        "permission_request",
        ["PermissionRequest", "PermissionRequest", "", "PermissionRequest", "permissionRequest", ""],
    ),
    (
        "prompt_submit",
        [
            "UserPromptSubmit",
            "UserPromptSubmit",
            "BeforeAgent",
            "UserPromptSubmit",
            "userPromptSubmitted",
            "UserPromptSubmit",
        ],
    ),
    ("stop", ["Stop", "Stop", "AfterAgent", "Stop", "agentStop", "Stop"]),
    ("subagent_stop", ["SubagentStop", "SubagentStop", "", "SubagentStop", "subagentStop", "SubagentStop"]),
    ("pre_compact", ["PreCompact", "PreCompact", "PreCompress", "PreCompact", "preCompact", "PreCompact"]),
    ("post_tool", ["PostToolUse", "PostToolUse", "AfterTool", "PostToolUse", "postToolUse", "PostToolUse"]),
    (
        "session_start",
        ["SessionStart", "SessionStart", "SessionStart", "SessionStart", "sessionStart", "SessionStart"],
    ),
    ("subagent_start", ["SubagentStart", "SubagentStart", "", "SubagentStart", "subagentStart", ""]),
    ("post_compact", ["PostCompact", "PostCompact", "", "", "", ""]),
    ("notification", ["Notification", "", "Notification", "Notification", "notification", "Notification"]),
    ("session_end", ["SessionEnd", "SessionEnd", "SessionEnd", "SessionEnd", "sessionEnd", "SessionEnd"]),
];

/// What is said of a host behind a comma, and was measured on it.
const MEASURED: [&str; 6] = [
    "8 in a row",
    "7 in a row",
    "a deny where nobody watches",
    "but not where nobody watches",
    "but `droid exec` has no event",
    "not of a tool that failed",
];

/// One cell of the table.
struct Cell<'a> {
    host: &'static str,
    event: &'static str,
    phase: &'static str,
    verdict: &'a str,
    says: &'a str,
}

/// What an answer does.
#[derive(Debug)]
struct Answer {
    denies: bool,
    asks: bool,
    /// Nothing is said, and the action goes its way.
    silent: bool,
    text: String,
}

impl Cell<'_> {
    /// The event that the host sends; one of which there is no sample as it is documented.
    fn sample(&self, suffix: &str) -> String {
        let path = format!("{ROOT}/tests/data/events/{}/{}{suffix}.json", self.host, self.event);
        fs::read_to_string(path).unwrap_or_else(|_| {
            let mut event = json!({"hook_event_name": self.event, "session_id": "s", "tool_name": "edit"});
            event["tool_input"] = json!({"command": "ls"});
            event["message"] = json!("m");
            if self.host == "copilot" {
                event = json!({"sessionId": "s", "timestamp": 1, "cwd": "/usr", "message": "m"});
            }
            event.to_string()
        })
    }

    /// The answer to an event where a hook replies so.
    fn answer(&self, event: &str, reply: &Value, approves: bool) -> Answer {
        let config = format!(
            "[[hooks]]\nevent = \"{}\"\nname = \"hook\"\ncommand = \"cat reply\"\napproves = {approves}\n",
            self.phase
        );
        let case = Case::new(&config).file("reply", reply.to_string()).event(event);
        let named = if self.host == "copilot" { format!(" --event {}", self.event) } else { String::new() };
        let call = format!("run --host {} --config hooks.toml{named}", self.host);
        let status = case.sh(&format!("\"$HOOKCTL\" {call} >out 2>err; echo $?")).prints(0, "*", "");
        let (out, err) = (case.read("out"), case.read("err"));
        let document: Value =
            if out.is_empty() { Value::Null } else { serde_json::from_str(&out).expect("JSON") };
        let denied_by_status = status.trim() == "2" && err.contains("the reason");
        Answer {
            denies: denied_by_status || decides(&document, &["deny", "block"]),
            asks: decides(&document, &["ask"]),
            silent: status.trim() == "0" && out.is_empty(),
            text: out,
        }
    }

    /// The answer where a hook replies so to the sample.
    fn to(&self, reply: &Value) -> Answer {
        self.answer(&self.sample(""), reply, false)
    }

    /// Whether the host never sends an event of the phase.
    fn has_no_event(&self) -> bool {
        let config = format!("[[hooks]]\nevent = \"{}\"\ncommand = \"true\"\n", self.phase);
        let checked = Case::new(&config).call(["check", "--host", self.host, "--format", "json"]);
        checked.prints(0, "*", "").contains("\"never-on-host\"")
    }

    /// Whether the program does what the cell says.
    fn holds(&self) -> bool {
        let (word, more) = self.says.split_once(", ").unwrap_or((self.says, ""));
        if self.has_no_event() {
            let first = matches!(self.verdict, "deny" | "")
                || self.phase.starts_with("sub")
                || self.verdict == "context";
            return if first { word.starts_with("no event") } else { self.says.is_empty() };
        }
        let (deny, ask) = (
            json!({"decision": "deny", "reason": "the reason"}),
            json!({"decision": "ask", "reason": "the reason"}),
        );
        let context = json!({"context": "the context", "message": "the message"});
        let known = MEASURED.contains(&more) || more.is_empty();
        match (self.verdict, word, more) {
            ("deny", "yes" | "documented", "of a typed prompt") => {
                let follow_up = self.answer(&self.sample(".2"), &deny, false);
                self.to(&deny).denies && follow_up.silent
            }
            ("deny", "yes" | "documented", _) => known && self.to(&deny).denies,
            ("deny", "once", "") => {
                let again =
                    self.sample("").replace("\"stop_hook_active\":false", "\"stop_hook_active\":true");
                self.to(&deny).denies && self.answer(&again, &deny, false).silent
            }
            ("deny", "no" | "nobody saw one", "") => self.to(&deny).silent,
            ("ask", "yes", _) => known && self.to(&ask).asks,
            ("ask", "deny", "") => self.to(&ask).denies,
            ("ask", "the person is asked" | "left to the host", "") => self.to(&ask).silent,
            ("rewrite", "yes", _) => self.rewrites() && self.rewrites_only_so(more),
            ("rewrite", "deny", "") => self.to(&self.rewrite()).denies,
            ("rewrite", "with an approval", "") => {
                let mut approved = self.rewrite();
                approved["decision"] = json!("allow");
                let approved = self.answer(&self.sample(""), &approved, true);
                self.to(&self.rewrite()).denies && !approved.denies && approved.text.contains("the rewrite")
            }
            ("context", "yes" | "documented", "to a typed prompt") => {
                let follow_up = self.answer(&self.sample(".2"), &context, false);
                self.to(&context).text.contains("the context") && follow_up.silent
            }
            ("context", "yes" | "documented", _) => known && self.to(&context).text.contains("the context"),
            ("context", "no", "") => !self.to(&context).text.contains("the context"),
            ("", "message", "") => {
                let answer = self.to(&context).text;
                answer.contains("the message") && !answer.contains("the context")
            }
            ("", "nothing" | "no event where nobody watches", "") => self.to(&context).silent,
            _ => false,
        }
    }

    fn rewrite(&self) -> Value {
        match self.phase {
            "prompt_submit" => json!({"mutated": {"prompt": "the rewrite"}, "reason": "the reason"}),
            _ => {
                json!({"mutated": {"command": "the rewrite", "summary": "s", "timeout": 1}, "reason": "the reason"})
            }
        }
    }

    fn rewrites(&self) -> bool {
        let answer = self.to(&self.rewrite());
        answer.text.contains("the rewrite") && !answer.denies && !answer.asks
    }

    /// Whether a rewrite becomes a deny where the cell says that it is not carried out, and there alone.
    fn rewrites_only_so(&self, more: &str) -> bool {
        let mut asked = self.rewrite();
        asked["decision"] = json!("ask");
        let part = json!({"mutated": {"command": "the rewrite"}});
        let carried = |answer: &Answer| answer.text.contains("the rewrite") && !answer.denies;
        let beside_an_ask = self.to(&asked);
        let in_part = self.phase == "prompt_submit" || carried(&self.to(&part));
        match more {
            "" => in_part && (beside_an_ask.denies || carried(&beside_an_ask)),
            "not beside an ask" => in_part && beside_an_ask.denies,
            "if it keeps every key" => !in_part,
            _ => false,
        }
    }
}

/// Whether a document holds one of these decisions, wherever it stands.
fn decides(document: &Value, words: &[&str]) -> bool {
    let keys = ["decision", "permissionDecision", "behavior"];
    match document {
        Value::Object(members) => members.iter().any(|(key, value)| {
            let said =
                value.as_str().is_some_and(|word| keys.contains(&key.as_str()) && words.contains(&word));
            let halts = key == "continue" && value == false && words.contains(&"deny");
            said || halts || decides(value, words)
        }),
        Value::Array(items) => items.iter().any(|item| decides(item, words)),
        _ => false,
    }
}

#[test]
fn each_cell_of_the_table_of_hosts_is_what_the_program_does() {
    let table = Page::read("README.md").table("## Hosts");
    let (mut wrong, mut cells, mut phase) = (Vec::new(), 0, String::new());
    for row in &table[1..] {
        if !row[0].is_empty() {
            row[0].trim_matches('`').clone_into(&mut phase);
        }
        let (phase, events) = EVENTS.iter().find(|(name, _)| *name == phase).expect("a phase");
        for (index, says) in row[2..].iter().enumerate() {
            let (host, event) = (HOSTS[index], events[index]);
            let cell = Cell { host, event, phase, verdict: &row[1], says };
            cells += 1;
            if !cell.holds() {
                wrong.push(format!("{host}, {phase}, {}: `{says}`", row[1]));
            }
        }
    }
    assert_eq!(cells, 6 * (table.len() - 1));
    assert!(wrong.is_empty(), "the program does otherwise:\n{}", wrong.join("\n"));
}

#[test]
fn the_table_of_hosts_has_every_host_and_every_phase() {
    let table = Page::read("README.md").table("## Hosts");
    let titles = ["Claude Code", "Codex", "Gemini CLI", "Qwen Code", "Copilot CLI", "Factory Droid"];
    assert_eq!(table[0][2..], titles);
    let phases: Vec<_> =
        table[1..].iter().map(|row| row[0].trim_matches('`')).filter(|cell| !cell.is_empty()).collect();
    assert_eq!(phases, EVENTS.map(|(phase, _)| phase));
}
