//! Names that shell commands use without defining them.

/// What shells run themselves, or take as a word of their grammar.
const BUILTINS: &[&str] = &[
    ".",
    ":",
    "[",
    "[[",
    "alias",
    "autoload",
    "bg",
    "bind",
    "break",
    "builtin",
    "caller",
    "cd",
    "chdir",
    "command",
    "compgen",
    "complete",
    "compopt",
    "continue",
    "declare",
    "dirs",
    "disown",
    "echo",
    "emulate",
    "enable",
    "eval",
    "exec",
    "exit",
    "export",
    "false",
    "fc",
    "fg",
    "getopts",
    "hash",
    "help",
    "history",
    "integer",
    "jobs",
    "kill",
    "let",
    "local",
    "logout",
    "mapfile",
    "noglob",
    "popd",
    "print",
    "printf",
    "pushd",
    "pwd",
    "read",
    "readarray",
    "readonly",
    "return",
    "set",
    "setopt",
    "shift",
    "shopt",
    "source",
    "suspend",
    "test",
    "time",
    "times",
    "trap",
    "true",
    "type",
    "typeset",
    "ulimit",
    "umask",
    "unalias",
    "unset",
    "unsetopt",
    "wait",
    "whence",
    "where",
    "which",
    "zmodload",
];

/// Programs and builtins that look at text and files, and make none without a redirection.
const READERS: &[&str] = &[
    ":",
    "[",
    "awk",
    "base64",
    "basename",
    "cat",
    "cmp",
    "column",
    "comm",
    "command",
    "cut",
    "date",
    "diff",
    "dirname",
    "echo",
    "egrep",
    "env",
    "expr",
    "false",
    "fgrep",
    "file",
    "find",
    "fold",
    "gawk",
    "grep",
    "head",
    "hostname",
    "id",
    "jaq",
    "join",
    "jq",
    "ls",
    "md5sum",
    "nl",
    "od",
    "paste",
    "printenv",
    "printf",
    "pwd",
    "read",
    "readlink",
    "realpath",
    "rev",
    "rg",
    "sed",
    "seq",
    "sha256sum",
    "shasum",
    "sleep",
    "sort",
    "stat",
    "strings",
    "tac",
    "tail",
    "test",
    "tr",
    "true",
    "type",
    "uname",
    "uniq",
    "wc",
    "which",
    "whoami",
    "xxd",
    "yq",
];

/// Programs that do something beside the verdict: write, show or send.
const DOERS: &[&str] = &[
    "afplay",
    "chmod",
    "cp",
    "curl",
    "exec",
    "git",
    "kill",
    "logger",
    "mkdir",
    "mktemp",
    "mv",
    "notify-send",
    "nc",
    "osascript",
    "paplay",
    "pkill",
    "rm",
    "rmdir",
    "say",
    "sync",
    "tee",
    "terminal-notifier",
    "touch",
    "wget",
];

/// Programs that run the file that their first argument names.
const INTERPRETERS: &[&str] = &["node", "perl", "php", "ruby", "lua"];

/// The shells whose grammar is the one of [`super::script`].
const SHELLS: &[&str] = &["sh", "bash", "dash", "ksh", "zsh"];

/// Variables that shells, log-ins and terminals set, though not on every machine.
const VARIABLES: &[&str] = &[
    "CI",
    "COLUMNS",
    "DISPLAY",
    "EDITOR",
    "EUID",
    "FUNCNAME",
    "GROUPS",
    "HISTFILE",
    "HOME",
    "HOSTNAME",
    "HOSTTYPE",
    "IFS",
    "LANG",
    "LANGUAGE",
    "LINENO",
    "LINES",
    "LOGNAME",
    "MACHTYPE",
    "MAIL",
    "NO_COLOR",
    "OLDPWD",
    "OPTARG",
    "OPTERR",
    "OPTIND",
    "OSTYPE",
    "PAGER",
    "PATH",
    "PIPESTATUS",
    "PPID",
    "PS1",
    "PS2",
    "PS4",
    "PWD",
    "RANDOM",
    "REPLY",
    "SECONDS",
    "SHELL",
    "SHELLOPTS",
    "SHLVL",
    "SRANDOM",
    "TERM",
    "TMPDIR",
    "TZ",
    "UID",
    "USER",
    "VISUAL",
    "_",
    "argv",
    "path",
    "pipestatus",
    "status",
];

/// How the variables begin that shells, sessions, build services and the hosts of hooks set.
const VARIABLE_PREFIXES: &[&str] = &[
    "BASH", "CLAUDE", "CODEX_", "COPILOT_", "DBUS_", "DROID_", "EPOCH", "FACTORY_", "GEMINI_", "GITHUB_",
    "KSH_", "LC_", "QWEN_", "RUNNER_", "SSH_", "WAYLAND_", "XDG_", "ZSH_",
];

/// What hookctl sets for every hook, or where an event has it.
pub const OURS: &[&str] = &[
    "HOOKCTL_PHASE",
    "HOOKCTL_HOOK",
    "HOOKCTL_HOST",
    "HOOKCTL_TOOL",
    "HOOKCTL_SESSION_ID",
    "HOOKCTL_CWD",
    "HOOKCTL_CONFIG_DIR",
    "HOOKCTL_DEPTH",
];

/// Whether a shell runs that name itself.
pub fn is_builtin(name: &str) -> bool {
    BUILTINS.contains(&name)
}

/// Whether a command of that name makes no file by itself.
pub fn makes_no_file(name: &str) -> bool {
    READERS.contains(&name)
}

/// Whether a command of that name is not there for its status or its reply.
pub fn gives_no_verdict(name: &str) -> bool {
    READERS.contains(&name) || DOERS.contains(&name) || is_builtin(name)
}

/// Whether the first argument of that program names the file that it runs.
pub fn is_interpreter(name: &str) -> bool {
    let versioned = |language: &str| {
        let rest = name.strip_prefix(language);
        rest.is_some_and(|version| version.chars().all(|c| c.is_ascii_digit() || c == '.'))
    };
    is_shell(name) || versioned("python") || INTERPRETERS.contains(&name)
}

/// Whether a program of that name is a shell that is understood.
pub fn is_shell(name: &str) -> bool {
    SHELLS.contains(&name)
}

/// Whether something other than the command itself may be trusted to set a variable.
pub fn is_set_elsewhere(variable: &str) -> bool {
    VARIABLES.contains(&variable)
        || OURS.contains(&variable)
        || variable.ends_with("_PROJECT_DIR")
        || VARIABLE_PREFIXES.iter().any(|prefix| variable.starts_with(prefix))
}
