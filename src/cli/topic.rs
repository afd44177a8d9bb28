//! What `hookctl help` explains beside the commands. The man pages have the same texts as sections.

/// A topic of the help.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Topic {
    /// What the exit statuses mean.
    ExitCodes,
    /// What a hook gets, and how it answers.
    Hooks,
}

impl Topic {
    /// Every topic.
    pub const ALL: [Self; 2] = [Self::ExitCodes, Self::Hooks];

    /// The topic of that exact name.
    pub fn named(name: &str) -> Option<Self> {
        Self::ALL.into_iter().find(|topic| topic.name() == name)
    }

    /// What it is called on the command line.
    pub const fn name(self) -> &'static str {
        match self {
            Self::ExitCodes => "exit-codes",
            Self::Hooks => "hooks",
        }
    }

    /// What it is about, in a line.
    pub const fn about(self) -> &'static str {
        match self {
            Self::ExitCodes => "What the exit statuses mean",
            Self::Hooks => "What a hook gets, and how it answers",
        }
    }

    /// The text: headings, paragraphs, lists of terms and indented examples, as in the help of a command.
    pub const fn text(self) -> &'static str {
        match self {
            Self::ExitCodes => EXIT_CODES,
            Self::Hooks => HOOKS,
        }
    }
}

const EXIT_CODES: &str = concat!(
    heading!("Exit status of a hook"),
    "  0      Allow; stdout is read as a reply\n",
    "  2      Deny, whatever stdout says\n",
    "  other  The hook failed, as one that was killed by a signal, timed out, did not\n",
    "         start or gave an unreadable reply: on a gate that is a deny, elsewhere\n",
    "         a warning (`on_failure` changes it)\n\n",
    heading!("Exit status of hookctl run"),
    "  0  Allowed; or a phase that only observes, whatever its hooks did\n",
    "  1  hookctl itself failed (config, event, trust, a signal) in a phase that is\n",
    "     not a gate: nothing is blocked, and the outcome and stderr say why\n",
    "  2  Not allowed: denied, asked, could not decide on a gate; or wrong usage\n\n",
    "There is no other status: a caller may take every status but 2 for \"go on\". The\n",
    "key `cause` of the outcome tells a deny of a hook (\"hook\") from a failure.\n\n",
    "With --host the verdict is in the answer, in the host's own form, and the status\n",
    "is 0; it is 2 where the host's deny is the status, and where no answer could be\n",
    "made on a gate.\n\n",
    heading!("Exit status of the other commands"),
    "  check    0 no error, 1 errors (or warnings with --strict), 2 could not check\n",
    "  replay   as run; comparing: 0 the same, 1 something differs, 2 something could\n",
    "           not be compared\n",
    "  trust    0 trusted or done, 1 not trusted or you said no, 2 nothing recorded\n",
    "  install  0 wired, 1 you said no, 2 it could not be done; uninstall alike\n",
    "  init     0 written, 2 not written\n",
    "  any      2 wrong usage, or stdout cannot be written"
);

const HOOKS: &str = concat!(
    heading!("What a hook gets"),
    "The event as one line of JSON on stdin:\n\n",
    "  {\"event\":\"pre_tool\",\"tool\":\"Read\",\"input\":{\"file_path\":\"a\"},\"class\":\"read\"}\n\n",
    "  event    The phase\n",
    "  tool     The tool, and `input` its arguments: on pre_tool, permission_request\n",
    "           and post_tool\n",
    "  class    The kind of tool, where it is known: shell, edit, read, web, mcp or\n",
    "           agent\n",
    "  command  The command line of a shell\n",
    "  prompt   What was typed: on prompt_submit\n",
    "  content  What a tool gave, and `is_error` whether it failed: on post_tool\n",
    "  host     The host, where --host is given\n\n",
    "Every other field of the event is passed on unchanged. With `stdin = \"raw\"` the\n",
    "hook reads the bytes that the caller sent.\n\n",
    heading!("Environment of a hook"),
    "That of the caller, and as far as they are known:\n\n",
    "  HOOKCTL_PHASE       The phase\n",
    "  HOOKCTL_HOOK        The name of the hook\n",
    "  HOOKCTL_HOST        The host\n",
    "  HOOKCTL_TOOL        The tool\n",
    "  HOOKCTL_SESSION_ID  The session\n",
    "  HOOKCTL_CWD         The folder that the event names\n",
    "  HOOKCTL_CONFIG_DIR  The folder of hooks.toml, where the hook runs unless `cwd`\n",
    "                      says otherwise\n",
    "  HOOKCTL_DEPTH       How many runs of hookctl are around the hook\n\n",
    heading!("What a hook answers"),
    "Its exit status is the verdict: 0 allows, 2 denies, everything else is a\n",
    "failure. The reason of a deny is that of the reply, else stdout, else stderr. A\n",
    "JSON object on stdout is a reply; every key may be left out:\n\n",
    "  decision  \"allow\", \"deny\" (or \"block\"), \"ask\"\n",
    "  reason    Why, for a deny or an ask\n",
    "  message   Shown to the person\n",
    "  context   Added to what the model sees\n",
    "  mutated   An object: the whole new `input`, or {\"prompt\": \"...\"}\n\n",
    "Any other text on stdout is a message. The reply forms of the hosts are\n",
    "understood as well, so that a hook that was written for one works unchanged.\n\n",
    heading!("Example of a hook"),
    "  #!/bin/sh\n",
    "  if grep -q 'git push.*--force'; then\n",
    "    echo 'push without --force' >&2\n",
    "    exit 2\n",
    "  fi"
);
