//! The chain: the hooks of one phase that match an event, one at a time, in file order.

use std::borrow::Cow;
use std::time::{Duration, Instant};

use serde_json::value::RawValue;

use crate::config::hook::Hook;
use crate::config::written::{OnFailure, Stdin};
use crate::decision::{self, Context, Judged, Limit};
use crate::engine::Engine;
use crate::event::Event;
use crate::json;
use crate::launch;
use crate::outcome::{Approval, Cause, Decision, Fault, HookRun, Outcome, Status};
use crate::payload::{self, Payload};
use crate::phase::{Kind, Rewrite};
use crate::process::{self, End, Finished, Limits};
use crate::signals::Watch;
use crate::text;

/// How much of a hook's stdout is kept, beside twice the size of the event.
const KEPT_STDOUT: usize = 1 << 20;

/// How much of a hook's stderr is kept.
const KEPT_STDERR: usize = 64 << 10;

/// What a chain runs on.
#[derive(Debug, Clone, Copy)]
pub struct Chain<'a> {
    /// The event.
    pub event: &'a Event<'a>,
    /// When hookctl started: the deadline counts from there.
    pub started: Instant,
    /// The limit of the whole chain.
    pub deadline: Option<Duration>,
    /// The signals and the runtime.
    pub engine: &'a Engine,
    /// How many runs of hookctl are around this one.
    pub depth: u32,
    /// Whether the outcome has what each hook printed.
    pub keep_output: bool,
}

impl<'a> Chain<'a> {
    /// Runs hooks, all of which match the event, and says what they came to.
    pub fn run(self, hooks: &[&'a Hook<'a>]) -> Outcome<'a> {
        let mut progress = Progress::new(self);
        if !hooks.is_empty()
            && let Err(error) = self.engine.block_on(progress.hooks(hooks))
        {
            let message = format!("hookctl cannot run hooks here: {error}");
            progress.outcome.fail(Fault::new(Cause::Internal, message));
        }
        progress.finish()
    }

    /// The same, inside a runtime that already runs.
    pub async fn run_within(self, hooks: &[&'a Hook<'a>]) -> Outcome<'a> {
        let mut progress = Progress::new(self);
        progress.hooks(hooks).await;
        progress.finish()
    }
}

/// Whether the chain goes on after a hook.
#[derive(Debug, PartialEq, Eq)]
enum Next {
    Hook,
    End,
}

/// What the chain has come to so far.
struct Progress<'a> {
    chain: Chain<'a>,
    outcome: Outcome<'a>,
    /// The first ask: its reason and its hook.
    ask: Option<(String, Cow<'a, str>)>,
    /// The JSON text of the subject as the last hook rewrote it.
    rewritten: Option<String>,
    /// The payload of hookctl's own form, as long as no hook rewrote the subject.
    payload: Option<Payload<'a>>,
}

impl<'a> Progress<'a> {
    fn new(chain: Chain<'a>) -> Self {
        Self {
            outcome: Outcome::allow(chain.event.phase, chain.event.tool.clone()),
            chain,
            ask: None,
            rewritten: None,
            payload: None,
        }
    }

    async fn hooks(&mut self, hooks: &[&'a Hook<'a>]) {
        let watch = match self.chain.engine.signals().watch() {
            Ok(watch) => watch,
            Err(error) => {
                let message = format!("hookctl cannot watch for signals: {error}");
                return self.outcome.fail(Fault::new(Cause::Internal, message));
            }
        };
        for hook in hooks {
            if self.hook(hook, &watch).await == Next::End {
                return;
            }
        }
    }

    async fn hook(&mut self, hook: &'a Hook<'a>, watch: &Watch<'_>) -> Next {
        let now = Instant::now();
        let own_end = now + hook.timeout;
        let chain_end = self.chain.deadline.map(|deadline| self.chain.started + deadline);
        let until = chain_end.map_or(own_end, |end| end.min(own_end));
        if let Some(signal) = self.chain.engine.signals().interrupt() {
            return self.interrupted(hook, signal);
        }
        if until <= now {
            return self.deadline_ran_out(hook, "before");
        }
        let launch = launch::prepare(hook, self.chain.event, self.chain.depth);
        tracing::info!(hook = %hook.name, program = launch.program, "starting");
        self.outcome.warnings.extend(launch.warning);
        let limits =
            Limits { until, stdout: KEPT_STDOUT + 2 * self.chain.event.document.len(), stderr: KEPT_STDERR };
        let rewritten = self.rewritten.as_deref();
        let built;
        let payload = match (hook.stdin, rewritten) {
            (Stdin::Event, None) => {
                self.payload.get_or_insert_with(|| payload::event_form(self.chain.event, None))
            }
            (Stdin::Event, Some(_)) => {
                built = payload::event_form(self.chain.event, rewritten);
                &built
            }
            (Stdin::Raw, _) => {
                built = payload::raw_form(self.chain.event, rewritten);
                &built
            }
        };
        let finished = process::run(launch.command, payload, limits, watch).await;
        tracing::info!(hook = %hook.name, end = ?finished.end, elapsed = ?finished.duration, "ended");
        let judged = decision::judge(
            &finished,
            Context {
                phase: self.chain.event.phase,
                plain_text: self.chain.event.plain_text,
                program: &launch.program,
                limit: if until == own_end {
                    Limit::Own(hook.timeout)
                } else {
                    Limit::Chain(self.deadline())
                },
            },
        );
        tracing::debug!(hook = %hook.name, ?judged, "judged");
        let mut entry = entry(hook, &finished, &judged);
        entry.started = now - self.chain.started;
        if self.chain.keep_output {
            entry.stdout = Some(decision::lossy(&finished.stdout.bytes));
            entry.stderr = Some(decision::lossy(&finished.stderr.bytes));
        }
        self.outcome.hooks.push(entry);
        match finished.end {
            End::Interrupted(signal) => self.interrupted(hook, signal),
            End::TimedOut if until != own_end => self.deadline_ran_out(hook, "in"),
            _ => self.take(hook, judged),
        }
    }

    /// Takes what a hook came to into the outcome.
    fn take(&mut self, hook: &'a Hook<'a>, judged: Judged) -> Next {
        self.warn(hook, &judged.warnings);
        if let Some(failure) = &judged.failure {
            return self.failed(hook, failure.cause, failure.reason(&hook.name));
        }
        if let Some(message) = judged.message {
            text::join_line(&mut self.outcome.message, message);
        }
        if let Some(context) = judged.context {
            self.context(hook, context);
        }
        match judged.status {
            Status::Deny | Status::Ask if self.kind() == Kind::Observer => {
                let objection = judged.reason.unwrap_or_else(|| format!("hook `{}` objected", hook.name));
                let joins = if self.outcome.phase.takes_context() {
                    &mut self.outcome.context
                } else {
                    &mut self.outcome.message
                };
                text::join_line(joins, objection);
                Next::Hook
            }
            Status::Deny => {
                let reason = judged.reason.unwrap_or_else(|| format!("blocked by hook `{}`", hook.name));
                self.outcome.deny(Cause::Hook, reason, Some(Cow::Borrowed(&hook.name)));
                Next::End
            }
            Status::Ask => {
                self.rewrite(hook, judged.mutated);
                let reason =
                    judged.reason.unwrap_or_else(|| format!("hook `{}` asks for a person's word", hook.name));
                self.ask.get_or_insert((reason, Cow::Borrowed(&hook.name)));
                Next::Hook
            }
            Status::Allow | Status::Failed | Status::Skipped | Status::WouldRun => {
                self.rewrite(hook, judged.mutated);
                if judged.explicit_allow && hook.approves {
                    self.outcome.approval = Some(Approval { reason: judged.reason });
                }
                Next::Hook
            }
        }
    }

    /// Makes a hook's rewrite the subject that later hooks read. It takes back what was approved before.
    fn rewrite(&mut self, hook: &'a Hook<'a>, mutated: Option<Box<RawValue>>) {
        let Some(mutated) = mutated else { return };
        let Some(rewrite) = self.outcome.phase.rewrite() else {
            let warning = format!(
                "hook `{}` rewrites something, but {} has nothing to rewrite",
                hook.name, self.outcome.phase
            );
            return self.outcome.warnings.push(warning);
        };
        let mutated = json::on_one_line(mutated);
        self.outcome.approval = None;
        self.rewritten = Some(match rewrite {
            Rewrite::Input => mutated.get().to_owned(),
            // That it is there was checked when the reply was read.
            Rewrite::Prompt => json::prompt_of(&mutated).map_or("\"\"", RawValue::get).to_owned(),
        });
        self.outcome.mutated = Some(mutated);
        self.outcome.rewritten_by = Some(Cow::Borrowed(&hook.name));
    }

    fn context(&mut self, hook: &Hook<'_>, context: String) {
        if self.outcome.phase.takes_context() {
            text::join_line(&mut self.outcome.context, context);
        } else {
            let warning =
                format!("hook `{}` gives context, but {} takes none", hook.name, self.outcome.phase);
            self.outcome.warnings.push(warning);
        }
    }

    fn warn(&mut self, hook: &Hook<'_>, warnings: &[String]) {
        self.outcome
            .warnings
            .extend(warnings.iter().map(|warning| format!("hook `{}`: {warning}", hook.name)));
    }

    /// A hook failed: a deny where `on_failure` says so, and a warning otherwise.
    fn failed(&mut self, hook: &'a Hook<'a>, cause: Cause, reason: String) -> Next {
        if self.kind() != Kind::Observer && hook.on_failure == OnFailure::Deny {
            self.outcome.deny(cause, reason, Some(Cow::Borrowed(&hook.name)));
            return Next::End;
        }
        self.outcome.warnings.push(reason);
        Next::Hook
    }

    /// The chain's deadline ran out before or in a hook: a gate denies, whatever the hook says.
    fn deadline_ran_out(&mut self, hook: &'a Hook<'a>, place: &str) -> Next {
        let deadline = self.deadline().as_secs_f64();
        let reason = format!("the chain ran out of its {deadline} s {place} hook `{}`", hook.name);
        if self.kind() == Kind::Gate {
            self.outcome.deny(Cause::Deadline, reason, Some(Cow::Borrowed(&hook.name)));
        } else {
            self.failed(hook, Cause::Deadline, reason);
        }
        Next::End
    }

    fn interrupted(&mut self, hook: &Hook<'_>, signal: &str) -> Next {
        let message = format!("hookctl was interrupted by {signal} at hook `{}`", hook.name);
        self.outcome.fail(Fault::new(Cause::Interrupted, message));
        Next::End
    }

    fn deadline(&self) -> Duration {
        self.chain.deadline.unwrap_or_default()
    }

    fn kind(&self) -> Kind {
        self.outcome.phase.kind()
    }

    /// Weighs what is left at the end of the chain.
    fn finish(mut self) -> Outcome<'a> {
        let outcome = &mut self.outcome;
        outcome.message = outcome.message.take().map(text::cut);
        outcome.context = outcome.context.take().map(text::cut);
        if outcome.decision == Decision::Allow
            && let Some((reason, hook)) = self.ask
        {
            outcome.decision = Decision::Ask;
            outcome.reason = Some(reason);
            outcome.decided_by = Some(hook);
            outcome.approval = None;
        }
        outcome.duration = self.chain.started.elapsed();
        self.outcome
    }
}

/// The hook's line in the outcome.
fn entry<'a>(hook: &'a Hook<'a>, finished: &Finished, judged: &Judged) -> HookRun<'a> {
    let (exit_code, signal) = match finished.end {
        End::Exited(code) => (Some(code), None),
        End::Signalled(signal) => (None, Some(signal)),
        _ => (None, None),
    };
    HookRun {
        name: Cow::Borrowed(&hook.name),
        command: &hook.run,
        status: judged.status,
        exit_code,
        signal,
        started: Duration::ZERO,
        duration: Some(finished.duration),
        reason: judged.reason.clone(),
        message: judged.message.clone(),
        error: judged.failure.as_ref().map(|failure| failure.what.clone()),
        timed_out: matches!(finished.end, End::TimedOut),
        leaked: finished.leaked,
        truncated: finished.stdout.cut || finished.stderr.cut,
        warnings: judged.warnings.clone(),
        stdout: None,
        stderr: None,
        why: None,
    }
}
