//! In whose form a run is answered: hookctl's own, or a host's, as far as the event is known by now.

use crate::answer::Answer;
use crate::cli::RunArgs;
use crate::event::Event;
use crate::exit::Exit;
use crate::explain::explain;
use crate::host::{self, Asked, Host, HostEvent, Refused};
use crate::json::Fields;
use crate::neutral;
use crate::outcome::{Cause, Fault, Outcome};
use crate::phase::{Kind, Phase};
use crate::text;

/// How much of a name that came in an event is repeated, in characters.
const LONGEST_NAME: usize = 100;

/// The form of the answer. A fault or a panic is answered in it as well, at whatever point it comes.
#[derive(Debug, Clone, Copy)]
pub enum Form {
    /// hookctl's own.
    Neutral(Phase),
    /// A host's, of whose event no more is known than the phase that the command line tells of: a status
    /// and stderr are all that can be said.
    Unknown(&'static Host, Option<Phase>),
    /// A host's, for one of its events.
    Host(&'static Host, &'static HostEvent),
}

/// Why no hooks can run on a document.
#[derive(Debug)]
pub enum Undecided {
    /// It is at fault, to be answered in this form.
    Fault(Form, Fault),
    /// There is nothing to decide: the answer.
    Answer(Answer),
}

impl Form {
    /// What is known before the event is read.
    pub fn of(args: &RunArgs) -> Self {
        match args.host {
            None => Self::Neutral(args.phase.expect("the command line needs a phase where it has no host")),
            Some(host) => Self::Unknown(host, args.phase.or_else(|| told_phase(args, host))),
        }
    }

    /// Decodes the event of this form, and says what is known then.
    ///
    /// # Errors
    ///
    /// Why no hooks can run on the document.
    pub fn decode<'d>(self, document: &'d str, args: &RunArgs) -> Result<(Self, Event<'d>), Undecided> {
        let fault = |form, message: String| Err(Undecided::Fault(form, Fault::new(Cause::Event, message)));
        let answer = |answer| Err(Undecided::Answer(answer));
        let host = match self {
            Self::Neutral(phase) => {
                return match Event::decode_neutral(document, phase) {
                    Ok(event) => Ok((self, event)),
                    Err(message) => fault(self, format!("{message}{}", advice(document))),
                };
            }
            Self::Unknown(host, _) | Self::Host(host, _) => host,
        };
        match host.decode(document, args.event.as_deref()) {
            Ok((kind, event)) => match args.phase.filter(|told| *told != kind.phase) {
                None => Ok((Self::Host(host, kind), event)),
                Some(told) => {
                    let message = format!(
                        "the event `{}` is of phase `{}`, but `{told}` was asked for",
                        kind.name, kind.phase
                    );
                    answer(disagreement(kind, told, &message))
                }
            },
            Err(Refused::Unreadable(message)) => fault(self, message),
            Err(Refused::Faulty(kind, message)) => fault(Self::Host(host, kind), message),
            Err(Refused::Disagrees(kind, message)) => {
                let told = told_phase(args, host).unwrap_or(kind.phase);
                answer(disagreement(kind, told, &message))
            }
            Err(Refused::NoPhase(name)) => {
                let name = text::first(&name, LONGEST_NAME);
                let message = format!(
                    "the event `{name}` of {} has no phase, so no hook ran: take hookctl off it",
                    host.title
                );
                answer(refusal(&message, Exit::Failed))
            }
        }
    }

    /// Answers an outcome. What the form cannot carry is settled in the outcome first.
    pub fn answer(self, outcome: &mut Outcome<'_>, event: Option<&Event<'_>>) -> Answer {
        match self {
            Self::Neutral(_) => neutral::encode(outcome),
            Self::Unknown(..) => {
                Answer { stderr: explain(outcome), exit: outcome.exit(), ..Answer::default() }
            }
            Self::Host(host, kind) => host.answer(outcome, Asked { kind, event }),
        }
    }

    /// The status where nothing can be decided and nothing said.
    pub fn undecided(self) -> Exit {
        let decides = self.phase().is_none_or(|phase| phase.kind() == Kind::Gate);
        if decides { Exit::Denied } else { Exit::Failed }
    }

    /// The phase, as far as it is known.
    pub fn phase(self) -> Option<Phase> {
        match self {
            Self::Neutral(phase) => Some(phase),
            Self::Unknown(_, phase) => phase,
            Self::Host(_, kind) => Some(kind.phase),
        }
    }

    /// The name of the host, if it is one's.
    pub fn host(self) -> Option<&'static str> {
        match self {
            Self::Neutral(_) => None,
            Self::Unknown(host, _) | Self::Host(host, _) => Some(host.name),
        }
    }

    /// Whether stderr is free for words that no host takes for an answer.
    pub fn may_warn(self, answer: &Answer) -> bool {
        answer.exit == Exit::Failed
            || self.host().is_none()
            || answer.exit == Exit::Allowed && !answer.reads_stderr
    }

    /// Answers what kept hookctl from deciding: a deny on a gate and where no phase is known.
    pub fn fault(self, event: Option<&Event<'_>>, fault: Fault) -> Answer {
        let Some(phase) = self.phase() else { return refusal(&fault.message, Exit::Denied) };
        let tool = event.and_then(|event| event.tool.clone());
        self.answer(&mut Outcome::fault(phase, tool, fault), event)
    }
}

/// What to do with a document that is no neutral event, where it is one of a host.
fn advice(document: &str) -> String {
    let fields = Fields::parse(document).ok();
    let host = fields.and_then(|fields| host::recognise(&fields));
    let advice = |host: &Host| {
        format!(": it looks like one of {}, which is read with --host {}", host.title, host.name)
    };
    host.map(advice).unwrap_or_default()
}

/// The phase of the event that the command line names.
fn told_phase(args: &RunArgs, host: &Host) -> Option<Phase> {
    host.event(args.event.as_deref()?).map(|kind| kind.phase)
}

/// The command line tells of another event than the one that came: hooks of neither can decide on it. Where
/// one of the two is a gate, nothing may go ahead, unless that would keep the agent going for ever.
fn disagreement(came: &HostEvent, told: Phase, message: &str) -> Answer {
    let gate = [came.phase, told].into_iter().any(|phase| phase.kind() == Kind::Gate);
    refusal(message, if gate && !came.loops() { Exit::Denied } else { Exit::Failed })
}

/// No answer but a status, and on stderr why.
fn refusal(message: &str, exit: Exit) -> Answer {
    Answer { stderr: format!("hookctl: {}\n", text::visible(message)), exit, ..Answer::default() }
}
