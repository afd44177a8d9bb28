//! What a hook reads on its stdin.

use std::borrow::Cow;

use serde_json::value::RawValue;

use crate::event::{Event, Value};
use crate::host::tools::Class;
use crate::json::{push_string, skim, span_in};

/// From how many bytes on a value stays where it is, to be written from there. What is smaller is copied: to
/// write it with its neighbours costs less.
const LARGE: usize = 64 << 10;

/// What a hook reads, in parts that follow one another.
pub type Payload<'e> = Vec<Cow<'e, [u8]>>;

/// The event in hookctl's own form: one JSON object and a newline. `rewritten` is the JSON text that
/// replaces the event's subject, where an earlier hook rewrote it.
pub fn event_form<'e>(event: &'e Event<'_>, rewritten: Option<&'e str>) -> Payload<'e> {
    let mut parts = Vec::new();
    let mut out = Vec::with_capacity((event.document.len() + 64).min(LARGE));
    out.extend_from_slice(b"{\"event\":");
    push_string(&mut out, event.phase.name());
    for (name, value) in &event.named {
        push_name(&mut out, name);
        match value {
            Value::Subject => push_value(&mut parts, &mut out, subject(event, rewritten)),
            Value::Raw(raw) => push_value(&mut parts, &mut out, raw.get()),
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
        push_value(&mut parts, &mut out, command);
    }
    if let Some(host) = event.host {
        push_name(&mut out, "host");
        push_string(&mut out, host);
    }
    let taken =
        |name: &str| (name == "class" && event.class.is_some()) || (name == "command" && command.is_some());
    for (name, value) in event.rest.iter().filter(|(name, _)| !taken(name)) {
        push_name(&mut out, name);
        push_value(&mut parts, &mut out, value.get());
    }
    out.extend_from_slice(b"}\n");
    parts.push(Cow::Owned(out));
    parts
}

/// The host's own document, byte for byte; after a rewrite, with only the rewritten value replaced.
pub fn raw_form<'e>(event: &'e Event<'_>, rewritten: Option<&'e str>) -> Payload<'e> {
    let parts = match (rewritten, event.subject) {
        (Some(text), Some(subject)) => {
            let span = span_in(event.document, subject);
            vec![&event.document[..span.start], text, &event.document[span.end..]]
        }
        _ => vec![event.document],
    };
    parts.into_iter().map(|part| Cow::Borrowed(part.as_bytes())).collect()
}

/// The subject as it stands: what came, or what a hook rewrote it to.
fn subject<'t>(event: &Event<'t>, rewritten: Option<&'t str>) -> &'t str {
    rewritten.or(event.subject.map(RawValue::get)).unwrap_or("null")
}

/// The command line of a tool that runs one, as JSON. An input that gives it twice has none: who reads the other
/// one runs something else.
fn command_line(input: &str) -> Option<&str> {
    skim::member(input, "command").filter(|command| command.starts_with('"'))
}

/// Appends a value to what is being written, or, where it is large, as a part of its own.
fn push_value<'e>(parts: &mut Payload<'e>, out: &mut Vec<u8>, value: &'e str) {
    if value.len() < LARGE {
        out.extend_from_slice(value.as_bytes());
    } else {
        parts.push(Cow::Owned(std::mem::take(out)));
        parts.push(Cow::Borrowed(value.as_bytes()));
    }
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
        text(&event_form(&event, rewritten))
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

    fn text(payload: &Payload<'_>) -> String {
        String::from_utf8(payload.concat()).expect("UTF-8")
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

    #[test]
    fn a_command_line_that_is_given_twice_is_none() {
        for again in ["command", "comm\\u0061nd"] {
            let document = format!(r#"{{"tool":"bash","input":{{"command":"ls","{again}":"rm"}}}}"#);
            assert!(form(&document, None).ends_with("},\"class\":\"shell\"}\n"), "{again}");
        }
    }

    #[test]
    fn a_large_value_is_not_copied() {
        let large = format!("\"{}\"", "x".repeat(LARGE));
        let document = format!(r#"{{"tool":"T","input":{large},"more":{large},"less":1}}"#);
        let event = Event::decode_neutral(&document, Phase::PreTool).expect("a good event");
        let payload = event_form(&event, None);
        let expected = format!(
            "{{\"event\":\"pre_tool\",\"tool\":\"T\",\"input\":{large},\"more\":{large},\"less\":1}}\n"
        );
        assert_eq!(text(&payload), expected);
        assert!(payload.iter().all(|part| matches!(part, Cow::Borrowed(_)) || part.len() < LARGE));
    }
}
