//! The JSON Schema of hooks.toml, generated from the types below into a file that is committed.
//!
//! The types mirror the written form, which is read by hand; a test compares their keys. They exist in tests
//! alone, so that the program carries the finished text and nothing that makes it.

use std::collections::BTreeSet;
use std::path::Path;
use std::{env, fs};

use schemars::generate::SchemaSettings;
use schemars::transform::{Transform, transform_subschemas};
use schemars::{JsonSchema, Schema, SchemaGenerator, json_schema};
use serde_json::{Value, json};

use super::source::Source;
use super::written::{DEFAULTS_KEYS, HOOK_KEYS, LONGEST};
use super::{has_error, validate};
use crate::phase::Phase;

/// The file at the top of the project.
const FILE: &str = "hooks.schema.json";

/// Lifecycle hooks of coding agents and scripts, as hookctl runs them.
#[derive(JsonSchema)]
#[schemars(deny_unknown_fields, title = "hooks.toml")]
#[expect(dead_code, reason = "only its shape is of use")]
struct HooksToml {
    /// What holds for every hook of this file that does not say otherwise.
    defaults: Option<Defaults>,
    /// The hooks, in the order in which they run.
    hooks: Option<Vec<Hook>>,
}

/// What holds for every hook of this file that does not say otherwise.
#[derive(JsonSchema)]
#[schemars(deny_unknown_fields)]
#[expect(dead_code, reason = "only its shape is of use")]
struct Defaults {
    /// The shell of commands that are strings: it runs as `<shell> -c <command>`.
    #[schemars(extend("default" = "/bin/sh", "examples" = ["bash"]))]
    shell: Option<Text>,
    /// The limit of each hook, in seconds.
    #[schemars(extend("default" = 10, "examples" = [5, 0.5]))]
    timeout_secs: Option<Seconds>,
    /// The limit of all hooks of one event together, in seconds. By default the host's, and none without a host.
    #[schemars(extend("examples" = [25]))]
    deadline_secs: Option<Seconds>,
    /// Where hooks run: "config" (the folder of this file), "event" (the cwd of the event) or a path.
    #[schemars(extend("default" = "config", "examples" = ["event", "/srv/policy"]))]
    cwd: Option<Text>,
    /// What hooks read on stdin: "event" (the form of hookctl) or "raw" (the bytes of the host).
    #[schemars(extend("default" = "event", "examples" = ["raw"]))]
    stdin: Option<Stdin>,
}

/// A command that runs at a phase.
#[derive(JsonSchema)]
#[schemars(deny_unknown_fields, extend("if" = { "required": ["tools"] }, "then" = tool_phases()))]
#[expect(dead_code, reason = "only its shape is of use")]
struct Hook {
    /// The phase at which the hook runs.
    #[schemars(extend("examples" = ["pre_tool"]))]
    event: Event,
    /// What runs: a line for the shell, or a program and its arguments, which are started without a shell.
    #[schemars(extend("examples" = ["./policy/no-force-push.sh", ["./policy/guard", "--strict"]]))]
    command: Command,
    /// What outcomes call the hook; unique. By default its phase and its number in it, as in `pre_tool#1`.
    #[schemars(extend("examples" = ["no-force-push"]))]
    name: Option<Text>,
    /// The tools that the hook fires for: exact names, globs with * and ?, or classes as @shell. Case counts.
    /// By default every tool.
    #[schemars(extend("examples" = [["@shell", "Write", "mcp__github__*"]]))]
    tools: Option<Vec<Tool>>,
    /// The limit of the hook, in seconds. By default that of [defaults].
    #[schemars(extend("examples" = [5, 0.5]))]
    timeout_secs: Option<Seconds>,
    /// What it means when the hook fails. By default "deny" on gates, "allow" elsewhere.
    #[schemars(extend("examples" = ["deny"]))]
    on_failure: Option<OnFailure>,
    /// Whether the hook runs at all.
    #[schemars(extend("default" = true, "examples" = [false]))]
    enabled: Option<bool>,
    /// The shell of a command that is a string. By default that of [defaults].
    #[schemars(extend("examples" = ["bash"]))]
    shell: Option<Text>,
    /// Where the hook runs: "config" (the folder of this file), "event" (the cwd of the event) or a path. By default as
    /// in [defaults].
    #[schemars(extend("examples" = ["event", "/srv/policy"]))]
    cwd: Option<Text>,
    /// What the hook reads on stdin: "event" (the form of hookctl) or "raw" (the bytes of the host). By default as in
    /// [defaults].
    #[schemars(extend("examples" = ["raw"]))]
    stdin: Option<Stdin>,
    /// Whether an explicit "allow" of the hook is passed to the host, which then skips its own prompt.
    #[schemars(extend("default" = false, "examples" = [true]))]
    approves: Option<bool>,
}

/// Defines a type by its schema.
macro_rules! schema {
    ($name:ident, $schema:expr) => {
        struct $name;

        impl JsonSchema for $name {
            fn schema_name() -> std::borrow::Cow<'static, str> {
                stringify!($name).into()
            }

            fn json_schema(_: &mut SchemaGenerator) -> Schema {
                Schema::try_from($schema).expect("an object")
            }
        }
    };
}

schema!(Text, json!({ "type": "string", "pattern": r"\S" }));
schema!(Seconds, json!({ "type": "number", "exclusiveMinimum": 0, "maximum": LONGEST.as_secs() }));
schema!(Stdin, json!({ "type": "string", "enum": ["event", "raw"] }));
schema!(OnFailure, json!({ "type": "string", "enum": ["deny", "allow"] }));
schema!(Event, json!({ "type": "string", "enum": Phase::ALL.map(Phase::name) }));
// No pattern of another language: see `tools::fault`.
schema!(
    Tool,
    json!({ "type": "string", "pattern": r"^(?!!)(?!.*\.[*+?])(?!@(?!(shell|edit|read|web|mcp|agent)$))[^|,()\s^$\[\]{}+\\]+$" })
);
schema!(
    Command,
    json!({
        "anyOf": [
            // Some line is neither blank nor a comment.
            { "type": "string", "pattern": r"(^|\n)\s*[^\s#]" },
            {
                "type": "array",
                "minItems": 1,
                "items": [{ "type": "string", "pattern": r"\S" }],
                "additionalItems": { "type": "string" },
            },
        ]
    })
);

/// The phases on which a filter by tool does something.
fn tool_phases() -> Value {
    let phases: Vec<_> = Phase::ALL.into_iter().filter(|phase| phase.has_tool()).map(Phase::name).collect();
    json!({ "properties": { "event": { "enum": phases } } })
}

/// TOML has no null: an optional key is one that may be absent.
#[derive(Clone)]
struct WithoutNull;

impl Transform for WithoutNull {
    fn transform(&mut self, schema: &mut Schema) {
        if let Some(Value::Array(types)) = schema.get_mut("type") {
            types.retain(|name| name != "null");
            if let [name] = &types[..] {
                let name = name.clone();
                schema.insert("type".to_owned(), name);
            }
        }
        if let Some(Value::Array(words)) = schema.get_mut("enum") {
            words.retain(|word| !word.is_null());
        }
        let null = json_schema!({ "type": "null" }).to_value();
        if let Some(Value::Array(forms)) = schema.get_mut("anyOf")
            && forms.contains(&null)
        {
            forms.retain(|form| *form != null);
            if let [Value::Object(form)] = &forms[..] {
                let form = form.clone();
                schema.remove("anyOf");
                for (key, value) in form {
                    schema.ensure_object().entry(key).or_insert(value);
                }
            }
        }
        transform_subschemas(self, schema);
    }
}

/// The schema.
pub fn generate() -> Value {
    // The draft that language servers for TOML know best.
    let settings = SchemaSettings::draft07().with(|settings| settings.inline_subschemas = true);
    let settings = settings.with_transform(WithoutNull);
    settings.into_generator().into_root_schema_for::<HooksToml>().to_value()
}

fn root() -> &'static Path {
    Path::new(env!("CARGO_MANIFEST_DIR"))
}

#[test]
fn the_committed_schema_is_current() {
    let mut text = serde_json::to_string_pretty(&generate()).expect("JSON");
    text.push('\n');
    let path = root().join(FILE);
    if env::var_os("HOOKCTL_REWRITE").is_some() {
        fs::write(&path, &text).expect("written");
    }
    let committed = fs::read_to_string(&path).unwrap_or_default();
    assert!(committed == text, "{FILE} is out of date: run the tests once with HOOKCTL_REWRITE=1");
}

#[test]
fn the_schema_has_the_keys_that_are_read() {
    let schema = generate();
    let keys = |at: &str| -> BTreeSet<String> {
        schema.pointer(at).and_then(Value::as_object).expect(at).keys().cloned().collect()
    };
    let known = |keys: &[&str]| keys.iter().map(|key| (*key).to_owned()).collect::<BTreeSet<_>>();
    assert_eq!(keys("/properties"), known(&["defaults", "hooks"]));
    assert_eq!(keys("/properties/defaults/properties"), known(DEFAULTS_KEYS));
    assert_eq!(keys("/properties/hooks/items/properties"), known(HOOK_KEYS));
}

#[test]
fn every_key_of_the_schema_is_described() {
    let schema = generate();
    for at in ["/properties", "/properties/defaults/properties", "/properties/hooks/items/properties"] {
        for (key, value) in schema.pointer(at).and_then(Value::as_object).expect(at) {
            assert!(value["description"].is_string(), "{at}/{key}");
        }
    }
}

/// Whether the schema accepts a text, and whether hookctl does.
pub fn accept(text: &str) -> (bool, bool) {
    let source = Source::from_bytes(Path::new("hooks.toml"), "/".into(), text.into()).expect("UTF-8");
    let ours = !has_error(&validate(&[source]).1);
    let validator = jsonschema::validator_for(&generate()).expect("a schema");
    let value: Value = toml::from_str(text).expect(text);
    (validator.is_valid(&value), ours)
}

#[test]
fn the_schema_accepts_what_hookctl_accepts() {
    let example = fs::read_to_string(root().join("hooks.example.toml")).ok();
    let new = include_str!("../commands/init.toml");
    let hook = |more: &str| format!("[[hooks]]\nevent = \"pre_tool\"\ncommand = \"true\"\n{more}\n");
    let good = [
        String::new(),
        "[defaults]\nshell = \"bash\"\ntimeout_secs = 0.5\ndeadline_secs = 86400\ncwd = \"/tmp\"\nstdin = \"raw\"\n".into(),
        hook(""),
        hook("name = \"a\"\ntools = [\"Bash\", \"mcp__github__*\", \"a.b\", \"?\"]\ntimeout_secs = 5"),
        hook("on_failure = \"allow\"\nenabled = false\nshell = \"zsh\"\ncwd = \"event\"\nstdin = \"event\"\napproves = true"),
        "[[hooks]]\nevent = \"stop\"\ncommand = [\"./guard\", \"\", \"# x\"]\n".into(),
        "[[hooks]]\nevent = \"stop\"\ncommand = \"\"\"\n\n# why\n  true\n\"\"\"\n".into(),
        new.to_owned(),
    ];
    for text in good.iter().chain(&example) {
        assert_eq!(accept(text), (true, true), "{text}");
    }
}

#[test]
fn the_schema_refuses_what_hookctl_refuses() {
    let hook = |more: &str| format!("[[hooks]]\nevent = \"pre_tool\"\ncommand = \"true\"\n{more}\n");
    let command = |command: &str| format!("[[hooks]]\nevent = \"stop\"\ncommand = {command}\n");
    for text in [
        "colour = 1".to_owned(),
        "[hooks]\nevent = \"stop\"\ncommand = \"true\"\n".into(),
        "[defaults]\ntimeout = 5\n".into(),
        "[defaults]\nshell = \" \"\n".into(),
        "[[hooks]]\nevent = \"stop\"\n".into(),
        "[[hooks]]\ncommand = \"true\"\n".into(),
        "[[hooks]]\nevent = \"PreToolUse\"\ncommand = \"true\"\n".into(),
        "[[hooks]]\nevent = \"stop\"\ncommand = \"true\"\ntools = [\"Bash\"]\n".into(),
        command("\"\""),
        command("\" # later\\n\\n#\""),
        command("[]"),
        command("[\" \", \"x\"]"),
        command("[\"a\", 1]"),
        command("5"),
        hook("matcher = \"Bash\""),
        hook("name = \"\""),
        hook("tools = \"Bash\""),
        hook("tools = [\"Edit|Write\"]"),
        hook("tools = [\"mcp__.*\"]"),
        hook("tools = [\"Bash(git *)\"]"),
        hook("tools = [\"!Bash\"]"),
        hook("tools = [\"@shel\"]"),
        hook("tools = [\"@shells\"]"),
        hook("timeout_secs = 0"),
        hook("timeout_secs = \"30s\""),
        hook("timeout_secs = 86401"),
        hook("on_failure = \"ignore\""),
        hook("enabled = \"true\""),
        hook("stdin = \"json\""),
        hook("approves = 1"),
    ] {
        assert_eq!(accept(&text), (false, false), "{text}");
    }
}
