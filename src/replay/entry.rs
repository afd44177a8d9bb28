//! One saved event: as a host sends it, or as `run --record` keeps it, or written by hand.

use serde_json::value::RawValue;

use crate::event;
use crate::host::{self, Host};
use crate::json::{self, Fields};
use crate::outcome::Decision;
use crate::phase::Phase;

/// A saved event and what is known beside it.
#[derive(Debug)]
pub struct Entry {
    /// Where it stands, as `events/a.json` or `week.jsonl:17`.
    pub label: String,
    /// The event, as it came.
    pub event: String,
    /// The phase that the entry or the event names.
    pub phase: Option<Phase>,
    /// The host that sent it: as the entry says, or by the fields of the event.
    pub host: Option<&'static Host>,
    /// What the host calls it: as the entry says, or, where the event does not, as its fields tell.
    pub host_event: Option<String>,
    /// What was decided when it was recorded.
    pub recorded: Option<Decision>,
    /// What should be decided.
    pub expect: Option<Decision>,
}

impl Entry {
    /// Takes the event for one of a host, whatever its fields tell.
    pub fn sent_by(mut self, host: &'static Host) -> Self {
        let fields = Fields::parse(&self.event).unwrap_or_default();
        self.host_event = self.host_event.or_else(|| host.name_or_guess(&fields));
        self.phase = phase_of(host, self.host_event.as_deref()).or(self.phase);
        self.host = Some(host);
        self
    }

    /// Reads one JSON document: an event, or an entry that holds one below `event`.
    ///
    /// # Errors
    ///
    /// A sentence that says why the document is neither.
    pub fn read(label: String, document: &str) -> Result<Self, String> {
        let fields = event::read_fields(document.strip_prefix('\u{feff}').unwrap_or(document))?;
        let held = fields.get("event").filter(|event| is_wrapped(&fields, event));
        let Some(held) = held else {
            let phase = fields.get(event::NEUTRAL.event).and_then(json::as_str);
            let host = host::recognise(&fields);
            let host_event = host.and_then(|host| host.name_or_guess(&fields));
            return Ok(Self {
                label,
                event: document.to_owned(),
                phase: phase
                    .as_deref()
                    .and_then(Phase::from_name)
                    .or_else(|| phase_of(host?, host_event.as_deref())),
                host,
                host_event,
                recorded: None,
                expect: fields.get("expect").and_then(|expect| word_of(expect).ok()),
            });
        };
        // An event that could not be read was recorded as a string.
        let event = json::as_lossy_str(held).unwrap_or_else(|| held.get().into()).into_owned();
        let inner = Fields::parse(&event).ok();
        let named = inner.as_ref().and_then(|inner| inner.get(event::NEUTRAL.event)).and_then(json::as_str);
        let phase = text_of(&fields, "phase")?.or(named.map(Into::into));
        let host = match text_of(&fields, "host")? {
            Some(name) => Some(Host::named(&name).ok_or_else(|| format!("there is no host `{name}`"))?),
            None => inner.as_ref().and_then(host::recognise),
        };
        let host_event = match text_of(&fields, "host_event")? {
            Some(name) => Some(name),
            None => host.and_then(|host| host.name_or_guess(inner.as_ref()?)),
        };
        let phase =
            phase.as_deref().and_then(Phase::from_name).or_else(|| phase_of(host?, host_event.as_deref()));
        let recorded = fields.get("outcome").map(decision_of).transpose()?.flatten();
        let expect = fields.get("expect").map(word_of).transpose()?;
        Ok(Self { label, event, phase, host, host_event, recorded, expect })
    }
}

/// The phase of a host's event.
fn phase_of(host: &Host, event: Option<&str>) -> Option<Phase> {
    host.event(event?).map(|kind| kind.phase)
}

/// Whether `event` holds the event itself, and is not the name of its phase: one that could not be read is a
/// string, and its phase stands beside it.
fn is_wrapped(fields: &Fields<'_>, event: &RawValue) -> bool {
    let beside = |key| fields.get(key).is_some();
    event.get().starts_with('{') || beside("phase") && (beside("outcome") || beside("expect"))
}

fn text_of(fields: &Fields<'_>, key: &str) -> Result<Option<String>, String> {
    match fields.get(key).filter(|value| !json::is_null(value)) {
        None => Ok(None),
        Some(value) => json::as_str(value)
            .map(|text| Some(text.into_owned()))
            .ok_or_else(|| format!("its `{key}` must be a string, not {}", json::type_name(value))),
    }
}

fn decision_of(outcome: &RawValue) -> Result<Option<Decision>, String> {
    let fields =
        Fields::parse(outcome.get()).map_err(|error| format!("its `outcome` cannot be read: {error}"))?;
    fields.get("decision").map(word_of).transpose()
}

fn word_of(value: &RawValue) -> Result<Decision, String> {
    let word = json::as_str(value).unwrap_or_default();
    Decision::from_name(&word).ok_or_else(|| format!("{} is none of allow, ask and deny", value.get()))
}
