//! What an answer to an event of a host can carry, as data.

/// What an answer to an event can carry.
#[derive(Debug)]
pub struct Takes {
    /// Where a verdict stands; absent where nothing can be denied.
    pub verdict: Option<Verdict>,
    /// What becomes of an ask.
    pub ask: Ask,
    /// When a rewrite is carried out.
    pub rewrite: Rewriting,
    /// Whether an explicit "allow" skips the host's own prompt.
    pub approval: bool,
    /// Whether the model gets to see a context.
    pub context: bool,
    /// Whether the person gets to see a message.
    pub message: bool,
}

/// An event that takes nothing: rows name what they take beside it.
pub const NOTHING: Takes = Takes {
    verdict: None,
    ask: Ask::Unknown,
    rewrite: Rewriting::Never,
    approval: false,
    context: false,
    message: false,
};

/// Where in an answer the verdict stands.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Verdict {
    /// `permissionDecision`, with `permissionDecisionReason`.
    Permission,
    /// A `behavior`, with a `message`.
    Behavior,
    /// A `decision` of "block" beside its `reason`.
    Decision,
    /// A `decision` of "deny" beside its `reason`.
    Denial,
    /// The same, of which the host never has enough: it must be told once, and status 2 would tell it again.
    DenialOnce,
    /// A `decision` of "block" and a `permissionDecision`, each with the reason.
    Both,
    /// `continue: false`, with a `stopReason`.
    Halt,
}

/// What a host makes of an ask.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Ask {
    /// It asks the person.
    Asks,
    /// It is about to ask the person anyway: nothing has to be said.
    AsksAnyway,
    /// It does not know the word.
    Unknown,
}

/// When a host carries out a rewrite.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Rewriting {
    /// Whenever it is there; it grants nothing.
    Alone,
    /// The same, but not beside an ask.
    NotAsked,
    /// The same as the first, under the host's own key for a tool's input.
    AsToolInput,
    /// Beside the word "allow", which must be sent with it.
    BesideAllow,
    /// Only with an approval of its own.
    WithApproval,
    /// Never.
    Never,
}
