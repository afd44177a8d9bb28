//! hooks.toml(5): the keys from the JSON Schema, the phases, classes and topics from where the program has them.

use roff::{bold, roman};
use serde_json::Value;

use super::super::Topic;
use super::super::page::Page;
use crate::config::schema;
use crate::config::written::{DEFAULTS_KEYS, HOOK_KEYS};
use crate::host::tools::Class;
use crate::phase::{Kind, Phase, Rewrite};

const DESCRIPTION: &[&str] = &[
    "hooks.toml says which commands run when a coding agent or a script is about to do something, or did it. It is TOML: \
     one table of defaults, which may be left out, and any number of hooks, which run one at a time in the order of the file.",
    "Without `--config`, up to two files are read: the user's, `$XDG_CONFIG_HOME/hookctl/hooks.toml` (else below \
     `~/.config`), and then the project's, the nearest `hooks.toml` at or above the current folder. The user's hooks run \
     first, and names are unique over both. At least one of the two must exist; an empty file means that there are no hooks.",
    "Unknown keys, wrong types, unknown phases and the like are errors. All of them are reported at once, and a file that \
     has one runs nothing: on a gate that is a deny. `hookctl check` finds them before.",
];

const EXAMPLE: &str = r#"[defaults]
timeout_secs = 10
deadline_secs = 25

[[hooks]]
event = "pre_tool"
name = "no-force-push"
tools = ["@shell"]
command = "if grep -q 'push --force'; then echo no force pushes; exit 2; fi"

[[hooks]]
event = "post_tool"
tools = ["@edit", "mcp__files__*"]
command = ["./policy/lint", "--changed"]
timeout_secs = 20
"#;

/// The page.
pub fn page(see_also: &[(String, &str)]) -> Vec<u8> {
    let mut page = Page::new("hooks.toml", "5", "The policy of hookctl: which hooks run when");
    page.section("DESCRIPTION");
    for paragraph in DESCRIPTION {
        page.paragraph(paragraph);
    }
    let schema = schema::generate();
    page.section("KEYS OF [defaults]");
    page.paragraph(
        "What holds for every hook of the file that does not say otherwise. Every key may be left out.",
    );
    keys(&mut page, DEFAULTS_KEYS, &schema["properties"]["defaults"]);
    page.section("KEYS OF [[hooks]]");
    page.paragraph("One hook each. `event` and `command` are required, every other key may be left out.");
    keys(&mut page, HOOK_KEYS, &schema["properties"]["hooks"]["items"]);
    page.section("PHASES");
    page.paragraph(
        "The values of `event`. A gate fails closed: whatever goes wrong is a deny. A brake may deny, but fails open. An \
         observer cannot deny.",
    );
    for phase in Phase::ALL {
        page.item([bold(phase.name())], &phase_in_words(phase));
    }
    page.section("CLASSES OF TOOLS");
    page.paragraph("In `tools`, a class means a kind of tool, whatever the host calls it.");
    for class in Class::ALL {
        page.item([bold(format!("@{}", class.name()))], class_in_words(class));
    }
    page.text(Topic::Hooks.text());
    page.section("EXAMPLE");
    page.verbatim(EXAMPLE.lines());
    page.see_also(see_also);
    page.render()
}

/// The keys of a table. Another test holds the schema and the parser to the same keys.
fn keys(page: &mut Page, keys: &[&str], table: &Value) {
    for key in keys {
        let value = &table["properties"][key];
        page.item([bold(*key), roman(" = "), roman(form(value))], text(value, "description"));
        let default =
            value.get("default").map(|default| format!("Default: `{default}`. ")).unwrap_or_default();
        page.of_item(&format!("{default}Example: `{key} = {}`.", example(value)));
    }
}

fn text<'v>(value: &'v Value, key: &str) -> &'v str {
    value[key].as_str().unwrap_or_else(|| panic!("no {key}: {value}"))
}

/// The first example of a key.
fn example(value: &Value) -> String {
    let example = value.pointer("/examples/0").unwrap_or_else(|| panic!("no example: {value}"));
    example.to_string().replace(',', ", ")
}

/// The type of a value, in words.
fn form(value: &Value) -> String {
    if let Some(words) = value["enum"].as_array() {
        let is_phase = |word: &Value| word.as_str().is_some_and(|word| Phase::from_name(word).is_some());
        if words.iter().all(is_phase) {
            return "a phase".to_owned();
        }
        return words.iter().map(Value::to_string).collect::<Vec<_>>().join(" or ");
    }
    if let Some(forms) = value["anyOf"].as_array() {
        return forms.iter().map(form).collect::<Vec<_>>().join(" or ");
    }
    match text(value, "type") {
        "string" => "a string".to_owned(),
        "boolean" => "true or false".to_owned(),
        "array" => "a list of strings".to_owned(),
        "number" => format!("a number of seconds, above 0 and at most {}", value["maximum"]),
        other => panic!("no words for {other}"),
    }
}

fn phase_in_words(phase: Phase) -> String {
    let kind = match phase.kind() {
        Kind::Gate => "A gate.",
        Kind::Brake => "A brake.",
        Kind::Observer => "An observer.",
    };
    let tools = if phase.has_tool() { " `tools` applies." } else { "" };
    let rewrite = match phase.rewrite() {
        Some(Rewrite::Input) => " A hook may rewrite the arguments of the tool.",
        Some(Rewrite::Prompt) => " A hook may rewrite the prompt.",
        None => "",
    };
    let context = if phase.takes_context() { " A hook may add context." } else { "" };
    let when = clap::ValueEnum::to_possible_value(&phase).expect("every phase is a value");
    let when = when.get_help().expect("every phase says when it is").to_string();
    format!("{when}. {kind}{tools}{rewrite}{context}")
}

const fn class_in_words(class: Class) -> &'static str {
    match class {
        Class::Shell => "What runs a command line.",
        Class::Edit => "What writes files.",
        Class::Read => "What looks at files and folders.",
        Class::Web => "What fetches from the web, or searches it.",
        Class::Mcp => "The tools of MCP servers.",
        Class::Agent => "What starts another agent.",
    }
}

#[test]
fn the_example_of_the_page_holds_no_fault() {
    assert_eq!(schema::accept(EXAMPLE), (true, true));
}

#[test]
fn every_example_and_default_of_a_key_is_accepted() {
    let schema = schema::generate();
    let accepted = |start: &str, table: &Value, key: &str| {
        let value = &table["properties"][key];
        for written in value.get("default").map(Value::to_string).into_iter().chain([example(value)]) {
            let text = format!("{start}{key} = {written}\n");
            assert_eq!(schema::accept(&text), (true, true), "{text}");
        }
    };
    for key in DEFAULTS_KEYS {
        accepted("[defaults]\n", &schema["properties"]["defaults"], key);
    }
    for key in HOOK_KEYS {
        let start = match *key {
            "event" => "[[hooks]]\ncommand = \"true\"\n",
            "command" => "[[hooks]]\nevent = \"pre_tool\"\n",
            _ => "[[hooks]]\nevent = \"pre_tool\"\ncommand = \"true\"\n",
        };
        accepted(start, &schema["properties"]["hooks"]["items"], key);
    }
}

#[test]
fn every_key_that_may_be_left_out_says_what_holds_then() {
    let schema = schema::generate();
    for at in ["/properties/defaults", "/properties/hooks/items"] {
        let table = schema.pointer(at).expect(at);
        let required: Vec<_> = table["required"].as_array().into_iter().flatten().collect();
        for (key, value) in table["properties"].as_object().expect("keys") {
            let says = value.get("default").is_some() || text(value, "description").contains("By default");
            assert!(says || required.iter().any(|required| *required == key), "{at}: {key}");
        }
    }
}
