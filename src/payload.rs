//! What a hook reads on its stdin.

use std::borrow::Cow;

use serde_json::value::RawValue;

use crate::event::{Event, Value};
use crate::host::tools::Class;
use crate::json::{Fields, push_string, span_in};

/// The event in hookctl's own form: one JSON object and a newline. `rewritten` is the JSON text that
/// replaces the event's subject, where an earlier hook rewrote it.
pub fn event_form(event: &Event<'_>, rewritten: Option<&str>) -> Vec<u8> {
    let size = event.document.len() + rewritten.map_or(0, str::len) + 64;
    let mut out = Vec::with_capacity(size);
    out.extend_from_slice(b"{\"event\":");
    push_string(&mut out, event.phase.name());
    for (name, value) in &event.named {
        push_name(&mut out, name);
        match value {
            Value::Subject => out.extend_from_slice(subject(event, rewritten).as_bytes()),
            Value::Raw(raw) => out.extend_from_slice(raw.get().as_bytes()),
            Value::Flag(flag) => out.extend_from_slice(if *flag { b"true" } else { b"false" }),
            Value::Text(text) => push_string(&mut out, text),
        }
    }
    let command = match event.class {
        Some(Class::Shell) => command_line(subject(event, rewritten)),
        _ => None,
    };
    if let Some(class) = event.class {
        push_name(&mut out, "class");
        push_string(&mut out, class.name());
    }
    if let Some(command) = command {
        push_name(&mut out, "command");
        out.extend_from_slice(command.get().as_bytes());
    }
    if let Some(host) = event.host {
        push_name(&mut out, "host");
        push_string(&mut out, host);
    }
    let taken =
        |name: &str| (name == "class" && event.class.is_some()) || (name == "command" && command.is_some());
    for (name, value) in event.rest.iter().filter(|(name, _)| !taken(name)) {
        push_name(&mut out, name);
        out.extend_from_slice(value.get().as_bytes());
    }
    out.extend_from_slice(b"}\n");
    out
}

/// The host's own document, byte for byte; after a rewrite, with only the rewritten value replaced.
pub fn raw_form<'a>(event: &Event<'a>, rewritten: Option<&str>) -> Cow<'a, [u8]> {
    match (rewritten, event.subject) {
        (Some(text), Some(subject)) => {
            let span = span_in(event.document, subject);
            let (before, after) = (&event.document[..span.start], &event.document[span.end..]);
            Cow::Owned([before, text, after].concat().into_bytes())
        }
        _ => Cow::Borrowed(event.document.as_bytes()),
    }
}

/// The subject as it stands: what came, or what a hook rewrote it to.
fn subject<'t>(event: &Event<'t>, rewritten: Option<&'t str>) -> &'t str {
    rewritten.or(event.subject.map(RawValue::get)).unwrap_or("null")
}

/// The command line of a tool that runs one.
fn command_line(input: &str) -> Option<&RawValue> {
    Fields::parse(input).ok()?.get("command").filter(|command| command.get().starts_with('"'))
}

fn push_name(out: &mut Vec<u8>, name: &str) {
    out.push(b',');
    push_string(out, name);
    out.push(b':');
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::phase::Phase;

    const DOCUMENT: &str = r#"{ "mine" : 1.0,"input": {"a" : 1e400}, "tool":"T\u0041" }"#;

    fn form(document: &str, rewritten: Option<&str>) -> String {
        let event = Event::decode_neutral(document, Phase::PreTool).expect("a good event");
        String::from_utf8(event_form(&event, rewritten)).expect("UTF-8")
    }

    #[test]
    fn a_tool_of_a_known_class_has_it_and_a_shell_its_command_line_as_it_stands() {
        let document = r#"{"tool":"bash","input":{"command":"l\u0073"},"class":"x","command":"y","a":1}"#;
        assert_eq!(
            form(document, None),
            "{\"event\":\"pre_tool\",\"tool\":\"bash\",\"input\":{\"command\":\"l\\u0073\"},\"class\":\"shell\",\
             \"command\":\"l\\u0073\",\"a\":1}\n"
        );
        assert!(form(document, Some(r#"{"command":"w"}"#)).contains(r#""class":"shell","command":"w","a""#));
        // Where it runs no command line, a field of that name is anything.
        assert!(form(document, Some("{}")).contains(r#""class":"shell","command":"y","a""#));
        let edit = document.replace("bash", "edit");
        assert!(form(&edit, None).contains(r#""class":"edit","command":"y","a""#));
        let unknown = document.replace("bash", "mine");
        assert!(form(&unknown, None).contains(r#"},"class":"x","command":"y","a""#));
    }

    fn event() -> Event<'static> {
        Event::decode_neutral(DOCUMENT, Phase::PreTool).expect("a good event")
    }

    fn text(bytes: &[u8]) -> &str {
        std::str::from_utf8(bytes).expect("UTF-8")
    }

    #[test]
    fn the_event_form_keeps_every_value_byte_for_byte() {
        assert_eq!(
            text(&event_form(&event(), None)),
            "{\"event\":\"pre_tool\",\"tool\":\"T\\u0041\",\"input\":{\"a\" : 1e400},\"mine\":1.0}\n"
        );
    }

    #[test]
    fn a_rewrite_replaces_the_subject_alone() {
        assert_eq!(
            text(&event_form(&event(), Some(r#"{"b":2}"#))),
            "{\"event\":\"pre_tool\",\"tool\":\"T\\u0041\",\"input\":{\"b\":2},\"mine\":1.0}\n"
        );
        assert_eq!(text(&raw_form(&event(), None)), DOCUMENT);
        assert_eq!(
            text(&raw_form(&event(), Some(r#"{"b":2}"#))),
            r#"{ "mine" : 1.0,"input": {"b":2}, "tool":"T\u0041" }"#
        );
    }
}
