//! One event of a host: what happened, kept as slices of the text that came.

use std::borrow::Cow;

use serde_json::value::RawValue;

use crate::host::tools::Class;
use crate::json::{self, Fields};
use crate::phase::{Phase, Rewrite};
use crate::text;

/// The most characters of a tool's result that a hook gets to see.
const LONGEST_CONTENT: usize = 4_000;

/// One event, decoded. It borrows from the document that came.
#[derive(Debug)]
pub struct Event<'a> {
    /// The document as it came, a leading byte-order mark aside.
    pub document: &'a str,
    /// The phase whose hooks run.
    pub phase: Phase,
    /// The host that sent it; absent in the neutral form.
    pub host: Option<&'static str>,
    /// The tool's name, in the phases that have one.
    pub tool: Option<Cow<'a, str>>,
    /// What kind of tool it is, where a host's table knows it.
    pub class: Option<Class>,
    /// The value in the document that a rewrite replaces: the tool's input, or the prompt.
    pub subject: Option<&'a RawValue>,
    /// The fields that hookctl names itself, in the order of the payload, without the subject's value.
    pub named: Vec<(&'static str, Value<'a>)>,
    /// Every other field of the event, as it came.
    pub rest: Vec<(Cow<'a, str>, &'a RawValue)>,
    /// The directory that the event names.
    pub cwd: Option<Cow<'a, str>>,
    /// The session that the event names.
    pub session_id: Option<Cow<'a, str>>,
    /// What plain text on a hook's stdout means for this event.
    pub plain_text: PlainText,
}

/// The value of a field in the payload.
#[derive(Debug)]
pub enum Value<'a> {
    /// The event's subject: what came, or what a hook rewrote it to.
    Subject,
    /// What came, byte for byte.
    Raw(&'a RawValue),
    /// A flag that the host says in another way.
    Flag(bool),
    /// A text that was derived from what came.
    Text(String),
}

/// What a hook's plain text (an exit 0 with stdout that is no reply) means.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum PlainText {
    /// Shown to the person: the neutral form.
    Message,
    /// Added to what the model sees.
    Context,
    /// Nothing, as on a host that ignores it.
    Ignored,
}

/// The names under which one form of event keeps what hookctl needs.
#[derive(Debug)]
pub struct Names {
    /// The field that names the event or the phase.
    pub event: &'static str,
    /// The tool's name.
    pub tool: &'static str,
    /// The tool's arguments.
    pub input: &'static str,
    /// The tool's result; the first that is there counts.
    pub content: &'static [&'static str],
    /// The session.
    pub session_id: &'static str,
    /// The session's transcript.
    pub path: &'static str,
}

/// The names of the neutral form, which are also those of the payload.
pub const NEUTRAL: Names = Names {
    event: "event",
    tool: "tool",
    input: "input",
    content: &["content"],
    session_id: "session_id",
    path: "path",
};

impl<'a> Event<'a> {
    /// Decodes an event in the neutral form: its names are hookctl's own, and `phase` comes from the caller.
    ///
    /// # Errors
    ///
    /// A sentence that says what is wrong with the document.
    pub fn decode_neutral(document: &'a str, phase: Phase) -> Result<Self, String> {
        let fields = read_fields(document)?;
        if let Some(named) = fields.get(NEUTRAL.event) {
            match json::as_str(named) {
                Some(name) if name == phase.name() => {}
                Some(name) => {
                    return Err(format!("the event is of phase `{name}`, but `{phase}` was asked for"));
                }
                None => {
                    return Err(format!(
                        "`event` of the event must be the phase, as a string, not {}",
                        json::type_name(named)
                    ));
                }
            }
        }
        let event = Self::assemble(document, fields, phase, &NEUTRAL, None)?;
        let class = event.tool.as_deref().and_then(Class::of_any);
        Ok(event.of_class(class))
    }

    /// Builds the event from its fields, under the names of one form.
    ///
    /// `is_error` says whether a tool failed, where the form has another way than a field to say it.
    ///
    /// # Errors
    ///
    /// A sentence that names the field that the phase needs and that is missing or of the wrong type.
    pub fn assemble(
        document: &'a str,
        fields: Fields<'a>,
        phase: Phase,
        names: &Names,
        is_error: Option<bool>,
    ) -> Result<Self, String> {
        let mut own = Vec::with_capacity(4);
        let mut taken = vec![names.event];
        let mut tool = None;
        let mut subject = None;
        if phase.has_tool() {
            let (name, text) = needed_string(&fields, names.tool, phase)?;
            own.push(("tool", Value::Raw(name)));
            tool = Some(text);
            subject = Some(needed(&fields, names.input, phase)?);
            own.push(("input", Value::Subject));
            taken.extend([names.tool, names.input]);
        }
        if phase.rewrite() == Some(Rewrite::Prompt) {
            let prompt = needed(&fields, "prompt", phase)?;
            if !prompt.get().starts_with('"') {
                return Err(wrong_type("prompt", "a string", prompt));
            }
            subject = Some(prompt);
            own.push(("prompt", Value::Subject));
        }
        if phase == Phase::PostTool {
            match is_error {
                Some(flag) => own.push(("is_error", Value::Flag(flag))),
                None => own.extend(known(&fields, "is_error").map(|flag| ("is_error", Value::Raw(flag)))),
            }
            if let Some(name) = names.content.iter().find(|name| known(&fields, name).is_some()) {
                taken.push(name);
                own.extend(known(&fields, name).map(|value| ("content", Value::Text(content_text(value)))));
            }
        }
        if phase == Phase::SessionEnd {
            own.extend(known(&fields, names.session_id).map(|id| ("session_id", Value::Raw(id))));
            own.extend(known(&fields, names.path).map(|path| ("path", Value::Raw(path))));
        }
        let text_of = |name| known(&fields, name).and_then(json::as_str);
        let (cwd, session_id) = (text_of("cwd"), text_of(names.session_id));
        let rest = fields
            .into_members()
            .filter(|(name, _)| !taken.contains(&name.as_ref()))
            .filter(|(name, _)| name != "event" && !own.iter().any(|(mine, _)| mine == name))
            .collect();
        Ok(Self {
            document,
            phase,
            host: None,
            tool,
            class: None,
            subject,
            named: own,
            rest,
            cwd,
            session_id,
            plain_text: PlainText::Message,
        })
    }

    /// The same event, of a tool of that class.
    pub fn of_class(self, class: Option<Class>) -> Self {
        Self { class, ..self }
    }

    /// A field that hookctl does not name itself, where it is there and not null.
    pub fn field(&self, name: &str) -> Option<&'a RawValue> {
        let field = self.rest.iter().find(|(other, _)| other == name).map(|(_, value)| *value);
        field.filter(|value| !json::is_null(value))
    }

    /// The same event as a host's own: the payload names the host, and plain text means what it means there.
    pub fn sent_by(mut self, host: &'static str, plain_text: PlainText) -> Self {
        self.rest.retain(|(name, _)| name != "host");
        Self { host: Some(host), plain_text, ..self }
    }
}

/// Reads the top level of a document.
///
/// # Errors
///
/// A sentence that says why the document is not one JSON object.
pub fn read_fields(document: &str) -> Result<Fields<'_>, String> {
    if document.trim_ascii().is_empty() {
        return Err("stdin is empty: pipe the event in, as one JSON object".to_owned());
    }
    Fields::parse(document).map_err(|error| format!("the event is not one JSON object: {error}"))
}

/// A field that is there and not null.
fn known<'a>(fields: &Fields<'a>, name: &str) -> Option<&'a RawValue> {
    fields.get(name).filter(|value| !json::is_null(value))
}

fn needed<'a>(fields: &Fields<'a>, name: &str, phase: Phase) -> Result<&'a RawValue, String> {
    fields.get(name).ok_or_else(|| format!("the event has no `{name}`, which {phase} needs"))
}

fn needed_string<'a>(
    fields: &Fields<'a>,
    name: &str,
    phase: Phase,
) -> Result<(&'a RawValue, Cow<'a, str>), String> {
    let value = needed(fields, name, phase)?;
    match json::as_str(value) {
        Some(text) => Ok((value, text)),
        None => Err(wrong_type(name, "a string of valid Unicode", value)),
    }
}

fn wrong_type(name: &str, wanted: &str, value: &RawValue) -> String {
    format!("`{name}` of the event must be {wanted}, not {}", json::type_name(value))
}

/// The result of a tool as the text that a hook sees.
fn content_text(value: &RawValue) -> String {
    let text = json::as_lossy_str(value).unwrap_or_else(|| Cow::Owned(json::compact(value)));
    text::first(&text, LONGEST_CONTENT).to_owned()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn rest(document: &str, phase: Phase) -> Vec<String> {
        let event = Event::decode_neutral(document, phase).expect("a good event");
        event.rest.iter().map(|(name, value)| format!("{name}={}", value.get())).collect()
    }

    #[test]
    fn a_field_that_hookctl_names_itself_is_not_passed_on_twice() {
        let document = r#"{"event":"pre_tool","tool":"a","input":{},"prompt":"p","mine":[1 ,2]}"#;
        assert_eq!(rest(document, Phase::PreTool), [r#"prompt="p""#, "mine=[1 ,2]"]);
    }

    #[test]
    fn a_null_is_an_unknown_field() {
        let document = r#"{"tool":"a","input":{},"content":null,"cwd":null}"#;
        let event = Event::decode_neutral(document, Phase::PostTool).expect("a good event");
        assert!(event.cwd.is_none());
        assert!(!event.named.iter().any(|(name, _)| *name == "content"));
    }

    #[test]
    fn a_field_that_the_phase_needs_is_named() {
        for (document, phase, word) in [
            (r#"{"input":{}}"#, Phase::PreTool, "`tool`"),
            (r#"{"tool":"a"}"#, Phase::PreTool, "`input`"),
            (r#"{"tool":null,"input":{}}"#, Phase::PermissionRequest, "null"),
            (r#"{"tool":"\ud800","input":{}}"#, Phase::PostTool, "Unicode"),
            (r#"{"prompt":["p"]}"#, Phase::PromptSubmit, "an array"),
            (r#"{"event":5}"#, Phase::Stop, "a number"),
            (r#"{"event":"stop"}"#, Phase::SessionEnd, "`stop`"),
        ] {
            let error = Event::decode_neutral(document, phase).expect_err(document);
            assert!(error.contains(word), "{document}: {error}");
        }
    }
}
