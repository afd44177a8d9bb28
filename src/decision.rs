//! What the end of one hook means. Pure: the same end, the same verdict, for a run as for a replay.

use std::path::{Path, PathBuf};
use std::time::Duration;

use serde_json::value::RawValue;

use crate::event::PlainText;
use crate::outcome::{Cause, Status};
use crate::phase::{Kind, Phase};
use crate::process::{End, Finished};
use crate::reply::{self, Output, Reply, Verdict};
use crate::signals;
use crate::text;

/// The exit status by which a hook denies.
const DENIES: i32 = 2;

/// What a hook came to.
#[derive(Debug)]
pub struct Judged {
    /// Its verdict, or that it gave none that counts.
    pub status: Status,
    /// Why, with a deny or an ask of its own words; with an explicit allow, why not.
    pub reason: Option<String>,
    /// Shown to the person.
    pub message: Option<String>,
    /// Added to what the model sees.
    pub context: Option<String>,
    /// The whole new subject.
    pub mutated: Option<Box<RawValue>>,
    /// Whether it said "allow" in so many words.
    pub explicit_allow: bool,
    /// What went wrong, where it failed.
    pub failure: Option<Failure>,
    /// What is odd about its reply.
    pub warnings: Vec<String>,
}

/// How a hook failed.
#[derive(Debug)]
pub struct Failure {
    /// The kind.
    pub cause: Cause,
    /// What happened, to be read behind the hook's name.
    pub what: String,
    /// What the hook printed, if anything.
    pub output: Option<String>,
}

/// What is known of the hook that ended.
#[derive(Debug, Clone, Copy)]
pub struct Context<'a> {
    /// The phase of the event.
    pub phase: Phase,
    /// What plain text means for the event.
    pub plain_text: PlainText,
    /// What was started, for an error about it.
    pub program: &'a str,
    /// The limit that the hook had.
    pub limit: Limit,
}

/// Whose limit a hook had to keep.
#[derive(Debug, Clone, Copy)]
pub enum Limit {
    /// Its own timeout.
    Own(Duration),
    /// The deadline of its chain, which came first.
    Chain(Duration),
}

/// Judges the end of a hook.
pub fn judge(finished: &Finished, context: Context<'_>) -> Judged {
    match &finished.end {
        End::Exited(0) => allowed(finished, context),
        End::Exited(DENIES) => denied(finished, context),
        End::Exited(code) => failed(Cause::Exit, format!("exited {code} (0 allows, 2 denies)"), finished),
        End::Signalled(signal) => {
            let name = signals::name(*signal).map(|name| format!(" ({name})")).unwrap_or_default();
            failed(Cause::Signal, format!("was killed by signal {signal}{name}"), finished)
        }
        End::TimedOut => match context.limit {
            Limit::Own(limit) => {
                failed(Cause::Timeout, format!("timed out after {} s", limit.as_secs_f64()), finished)
            }
            Limit::Chain(limit) => failed(
                Cause::Deadline,
                format!("was ended at the chain's deadline of {} s", limit.as_secs_f64()),
                finished,
            ),
        },
        End::Interrupted(signal) => failed(
            Cause::Interrupted,
            format!("was ended because hookctl was interrupted by {signal}"),
            finished,
        ),
        End::NotStarted(error) => {
            // A relative program was put behind its folder as it was written, `./` included.
            let program: PathBuf = Path::new(context.program).components().collect();
            failed(Cause::Spawn, format!("could not be started: {}: {error}", program.display()), finished)
        }
        End::Lost(error) => failed(Cause::Internal, format!("was lost sight of: {error}"), finished),
    }
}

fn allowed(finished: &Finished, context: Context<'_>) -> Judged {
    let mut judged = Judged::of(Status::Allow);
    match reply::read(&finished.stdout.bytes, finished.stdout.cut, context.phase) {
        Output::Silent => {}
        Output::Text(text) => judged.plain_text(text, context.plain_text),
        Output::Reply(reply)
            if reply.verdict == Some(Verdict::Ask) && context.phase.kind() == Kind::Brake =>
        {
            let why = format!("printed a reply that cannot be read: {} takes no ask", context.phase);
            return failed(Cause::Reply, why, finished);
        }
        Output::Reply(reply) => judged.reply(reply),
        Output::Unreadable(why) if context.phase.kind() == Kind::Observer => {
            judged.warnings.push(format!("its reply cannot be read and is taken as text: {why}"));
            judged.plain_text(lossy(&finished.stdout.bytes), context.plain_text);
        }
        Output::Unreadable(why) => {
            return failed(Cause::Reply, format!("printed a reply that cannot be read: {why}"), finished);
        }
    }
    judged
}

/// Exit 2 is a verdict, whatever stdout says; stdout is only asked why.
fn denied(finished: &Finished, context: Context<'_>) -> Judged {
    let mut judged = Judged::of(Status::Deny);
    let said = match reply::read(&finished.stdout.bytes, finished.stdout.cut, context.phase) {
        Output::Reply(reply) => {
            judged.reply(Reply { verdict: Some(Verdict::Deny), mutated: None, ..reply });
            if judged.reason.is_none() {
                judged.reason = judged.message.take();
            }
            None
        }
        Output::Unreadable(why) => {
            judged.warnings.push(format!("its reply cannot be read and is taken as text: {why}"));
            Some(lossy(&finished.stdout.bytes))
        }
        Output::Text(text) => Some(text),
        Output::Silent => None,
    };
    let blank = |text: &String| !text.trim().is_empty();
    let stderr = || Some(lossy(&finished.stderr.bytes)).filter(blank);
    judged.reason = judged.reason.or(said.filter(blank)).or_else(stderr).map(text::cut);
    judged
}

fn failed(cause: Cause, what: String, finished: &Finished) -> Judged {
    let printed: Vec<_> = [&finished.stderr.bytes, &finished.stdout.bytes].map(|bytes| lossy(bytes)).into();
    let output = printed.into_iter().filter(|text| !text.is_empty()).collect::<Vec<_>>().join("\n");
    Judged {
        failure: Some(Failure { cause, what, output: Some(output).filter(|output| !output.is_empty()) }),
        ..Judged::of(Status::Failed)
    }
}

impl Judged {
    fn of(status: Status) -> Self {
        Self {
            status,
            reason: None,
            message: None,
            context: None,
            mutated: None,
            explicit_allow: false,
            failure: None,
            warnings: Vec::new(),
        }
    }

    fn reply(&mut self, reply: Reply) {
        self.status = match reply.verdict {
            Some(Verdict::Deny) => Status::Deny,
            Some(Verdict::Ask) => Status::Ask,
            Some(Verdict::Allow) | None => Status::Allow,
        };
        self.explicit_allow = reply.verdict == Some(Verdict::Allow);
        self.reason = reply.reason.map(text::cut);
        self.message = reply.message.map(text::cut);
        self.context = reply.context.map(text::cut);
        self.mutated = reply.mutated;
        self.warnings.extend(reply.warnings);
    }

    fn plain_text(&mut self, text: String, meaning: PlainText) {
        match meaning {
            PlainText::Message => self.message = Some(text::cut(text)),
            PlainText::Context => self.context = Some(text::cut(text)),
            PlainText::Ignored => {}
        }
    }
}

impl Failure {
    /// The failure as a reason: the hook, what happened, and what it printed.
    pub fn reason(&self, name: &str) -> String {
        let output = self.output.as_deref().map(|output| format!(": {output}")).unwrap_or_default();
        text::cut(format!("hook `{name}` {}{output}", self.what))
    }
}

/// Text for people: what is not UTF-8 becomes U+FFFD.
pub fn lossy(bytes: &[u8]) -> String {
    String::from_utf8_lossy(bytes).trim().to_owned()
}
