//! The words of a shell command, as far as they can be known without running it.
//!
//! This is no shell. It finds more words than a shell would run (those of every branch, of every quoted
//! script), because a file too many that is watched does less harm than one too few.

/// How deep scripts in scripts are looked into.
const DEEPEST: usize = 6;

/// One word, without its quotes.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Word {
    /// What the shell fills in at its beginning.
    pub lead: Option<Lead>,
    /// Its text behind that.
    pub text: String,
    /// Whether the shell fills something in behind the beginning: a variable, a pattern, a command's output.
    pub open: bool,
    /// The folder that an earlier `cd` of the same script went to, as far as it is written there.
    pub below: Option<String>,
}

/// What a shell fills in at the beginning of a word.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Lead {
    /// What is, or should be, the folder of hooks.toml.
    Folder,
    /// The person's home.
    Home,
    /// Something else, as it is written.
    Other(String),
}

/// The words of a script that may name a file: programs and arguments, not what is written to.
pub fn of_script(script: &str) -> Vec<Word> {
    let mut words = Vec::new();
    Reader { rest: script, depth: 0, below: None, words: &mut words }.script(None);
    words
}

/// The words of a command that is started directly: each as it is, and what is in one that a shell will read.
pub fn of_array<'a>(items: impl Iterator<Item = &'a str>) -> Vec<Word> {
    let mut words = Vec::new();
    let mut command = SimpleCommand::default();
    for item in items {
        let word = Word { lead: None, text: item.to_owned(), open: false, below: None };
        let role = command.role(&word);
        words.push(word);
        if role == Role::Script {
            Reader { rest: item, depth: 1, below: None, words: &mut words }.script(None);
        }
    }
    words
}

/// What a word is to its command.
#[derive(Debug, PartialEq, Eq)]
enum Role {
    /// The program, or an assignment before it.
    Program,
    /// An argument.
    Argument,
    /// An argument that may be a script.
    Script,
}

/// What is known of the command whose words are being read.
#[derive(Debug, Default)]
struct SimpleCommand {
    program: Option<String>,
    takes_script: bool,
}

impl SimpleCommand {
    /// Notes the next word.
    fn role(&mut self, word: &Word) -> Role {
        let text = &word.text;
        if self.program.is_none() {
            if word.lead.is_some() || !is_assignment(text) {
                self.program = Some(text.clone());
                self.takes_script = matches!(text.as_str(), "eval" | "trap");
            }
            return Role::Program;
        }
        if self.takes_script && !text.starts_with('-') {
            return Role::Script;
        }
        // sh -c SCRIPT, bash -lc SCRIPT, su -c SCRIPT, env -S SCRIPT
        let letters = text.strip_prefix('-').unwrap_or_default();
        let is_flag = !letters.is_empty() && letters.chars().all(|c| c.is_ascii_alphabetic());
        self.takes_script |= is_flag && letters.ends_with(['c', 'S']);
        Role::Argument
    }

    fn changes_folder(&self) -> bool {
        matches!(self.program.as_deref(), Some("cd" | "pushd"))
    }
}

/// Whether a word is `NAME=value`.
pub fn is_assignment(word: &str) -> bool {
    let is_name = |name: &str| name.chars().all(|c| c == '_' || c.is_ascii_alphanumeric());
    word.split_once('=').is_some_and(|(name, _)| !name.is_empty() && is_name(name))
}

impl Lead {
    /// What a variable or a command stands for.
    fn of(written: &str) -> Self {
        match written.trim() {
            "HOME" => Self::Home,
            "PWD" | "HOOKCTL_CONFIG_DIR" | "pwd" | "git rev-parse --show-toplevel" => Self::Folder,
            // The hosts name the project so: CLAUDE_PROJECT_DIR and the like.
            other if other.ends_with("_PROJECT_DIR") => Self::Folder,
            other => Self::Other(other.to_owned()),
        }
    }
}

/// Where the words of one script are read. Every step takes something off `rest`, so that it ends.
struct Reader<'t, 'w> {
    rest: &'t str,
    depth: usize,
    below: Option<String>,
    words: &'w mut Vec<Word>,
}

impl<'t> Reader<'t, '_> {
    fn peek(&self) -> Option<char> {
        self.rest.chars().next()
    }

    fn next(&mut self) -> Option<char> {
        let mut chars = self.rest.chars();
        let next = chars.next();
        self.rest = chars.as_str();
        next
    }

    fn skip_while(&mut self, skip: impl Fn(char) -> bool) -> &'t str {
        let end = self.rest.find(|c| !skip(c)).unwrap_or(self.rest.len());
        let (skipped, rest) = self.rest.split_at(end);
        self.rest = rest;
        skipped
    }

    /// Reads commands up to a closing character, or to the end.
    fn script(&mut self, until: Option<char>) {
        let mut command = SimpleCommand::default();
        let mut documents = Vec::new();
        while let Some(c) = self.peek() {
            if Some(c) == until {
                self.next();
                return;
            }
            match c {
                '#' => _ = self.skip_while(|c| c != '\n'),
                ';' | '&' | '|' | '(' | ')' | '\n' => {
                    self.next();
                    command = SimpleCommand::default();
                    if c == '\n' {
                        documents.drain(..).for_each(|end: String| self.here_document(&end));
                    }
                }
                '<' if self.rest.starts_with("<<") && !self.rest.starts_with("<<<") => {
                    self.skip_while(|c| matches!(c, '<' | '-' | ' '));
                    documents.push(self.word(until).text);
                }
                ' ' | '\t' | '\r' | '<' => _ = self.next(),
                '>' => {
                    self.skip_while(|c| matches!(c, '>' | '|' | '&' | ' '));
                    if self.peek() != Some('(') {
                        self.word(until);
                    }
                }
                _ => {
                    let word = self.word(until);
                    self.take(word, &mut command);
                }
            }
        }
    }

    fn take(&mut self, word: Word, command: &mut SimpleCommand) {
        let role = command.role(&word);
        if role == Role::Script && !word.open {
            self.nested(&word.text);
        }
        if role != Role::Program && command.changes_folder() {
            self.below = match (&word.lead, &self.below) {
                _ if word.open => None,
                (None, Some(below)) if !word.text.starts_with('/') => Some(format!("{below}/{}", word.text)),
                (None, _) => Some(word.text.clone()),
                (Some(Lead::Folder), _) => Some(word.text.trim_start_matches('/').to_owned()),
                (Some(_), _) => None,
            };
        }
        self.words.push(word);
    }

    /// Reads a script that stands in this one. Returns what is left of it behind the closing character.
    fn inner<'s>(&mut self, script: &'s str, until: Option<char>) -> Option<&'s str> {
        if self.depth >= DEEPEST {
            return None;
        }
        let (depth, below) = (self.depth + 1, self.below.clone());
        let mut inner = Reader { rest: script, depth, below, words: self.words };
        inner.script(until);
        Some(inner.rest)
    }

    fn nested(&mut self, script: &str) {
        self.inner(script, None);
    }

    /// Reads the lines up to the one that ends a here-document: a shell may be what reads them.
    fn here_document(&mut self, end: &str) {
        let mut length = 0;
        for line in self.rest.split_inclusive('\n') {
            if line.trim_end_matches('\n').trim_start_matches('\t') == end {
                let (document, rest) = self.rest.split_at(length);
                self.rest = &rest[line.len()..];
                return self.nested(document);
            }
            length += line.len();
        }
    }

    /// Reads one word, which begins here.
    fn word(&mut self, until: Option<char>) -> Word {
        let mut word = Word { lead: None, text: String::new(), open: false, below: self.below.clone() };
        while let Some(c) = self.peek().filter(|c| Some(*c) != until) {
            match c {
                ' ' | '\t' | '\r' | '\n' | ';' | '&' | '|' | '(' | ')' | '<' | '>' => break,
                '\'' => {
                    self.next();
                    word.text += self.skip_while(|c| c != '\'');
                    self.next();
                }
                '"' => {
                    self.next();
                    self.quoted(&mut word);
                }
                '\\' => {
                    self.next();
                    word.text.extend(self.next().filter(|&c| c != '\n'));
                }
                '$' | '`' => self.expansion(&mut word),
                '~' if word.text.is_empty() && word.lead.is_none() => {
                    self.next();
                    word.lead = Some(Lead::Home);
                    word.open |= self.peek().is_some_and(char::is_alphanumeric);
                }
                _ => {
                    word.text.extend(self.next());
                    let is_brace = c == '{' && self.peek().is_some_and(|c| !c.is_whitespace());
                    word.open |= is_brace || matches!(c, '*' | '?' | '[');
                }
            }
        }
        word
    }

    /// Reads up to the closing double quote.
    fn quoted(&mut self, word: &mut Word) {
        while let Some(c) = self.peek() {
            match c {
                '"' => {
                    self.next();
                    return;
                }
                '\\' => {
                    self.next();
                    match self.next() {
                        Some('\n') | None => {}
                        Some(escaped @ ('$' | '`' | '"' | '\\')) => word.text.push(escaped),
                        Some(other) => word.text.extend(['\\', other]),
                    }
                }
                '$' | '`' => self.expansion(word),
                _ => word.text.extend(self.next()),
            }
        }
    }

    /// Reads what the shell fills in, and the commands in it.
    fn expansion(&mut self, word: &mut Word) {
        let backtick = self.next() == Some('`');
        let written = match self.peek() {
            _ if backtick => self.command('`'),
            Some('(') => {
                self.next();
                self.command(')')
            }
            Some('{') => {
                self.next();
                self.braced()
            }
            Some(c) if c.is_ascii_alphabetic() || c == '_' => self.name(),
            // $'...': what its escapes stand for is not worked out.
            Some('\'') => {
                let quoted = self.rest[1..].split('\'').next().unwrap_or_default();
                word.open |= quoted.contains('\\');
                return;
            }
            Some(c) if c.is_ascii_digit() || "@*#?$!-".contains(c) => {
                self.next();
                c.to_string()
            }
            _ => return word.text.push('$'),
        };
        if word.text.is_empty() && word.lead.is_none() {
            word.lead = Some(Lead::of(&written));
        } else {
            word.open = true;
        }
    }

    /// Reads the commands of a substitution. Returns them as they are written.
    fn command(&mut self, until: char) -> String {
        let before = self.rest;
        let Some(rest) = self.inner(before, Some(until)) else { return String::new() };
        self.rest = rest;
        before[..before.len() - rest.len()].trim_end_matches(until).to_owned()
    }

    /// Reads `NAME}`, and the words of what may stand behind the name, as in `${NAME:-./other}`.
    fn braced(&mut self) -> String {
        let name = self.name();
        self.skip_while(|c| ":-+=?#%/^,!@".contains(c));
        if let Some(rest) = self.inner(self.rest, Some('}')) {
            self.rest = rest;
        }
        name
    }

    fn name(&mut self) -> String {
        self.skip_while(|c| c.is_ascii_alphanumeric() || c == '_').to_owned()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The words, with what the shell fills in at the beginning in braces and `~` where it does so later.
    fn shown(words: &[Word]) -> Vec<String> {
        let show = |word: &Word| {
            let below = word.below.as_ref().map(|below| format!("[{below}]")).unwrap_or_default();
            let lead = match &word.lead {
                None => String::new(),
                Some(Lead::Folder) => "{folder}".to_owned(),
                Some(Lead::Home) => "{home}".to_owned(),
                Some(Lead::Other(written)) => format!("{{{written}}}"),
            };
            format!("{below}{lead}{}{}", word.text, if word.open { "~" } else { "" })
        };
        words.iter().map(show).collect()
    }

    #[test]
    fn a_script_becomes_the_words_that_it_may_run() {
        for (script, words) in [
            ("./guard.sh --strict", &["./guard.sh", "--strict"][..]),
            ("./a.sh;./b.sh&&(./c.sh||./d.sh)|./e.sh &", &["./a.sh", "./b.sh", "./c.sh", "./d.sh", "./e.sh"]),
            ("'./my guard.sh' \"x y\" a\\ b", &["./my guard.sh", "x y", "a b"]),
            ("./a.sh # ./b.sh\n./c.sh", &["./a.sh", "./c.sh"]),
            ("./a.sh > out.log 2>&1 < in.txt >>x &>y >|z", &["./a.sh", "2", "in.txt"]),
            ("\"$PWD/x.sh\" ${HOOKCTL_CONFIG_DIR}/y", &["{folder}/x.sh", "{folder}/y"]),
            ("$CLAUDE_PROJECT_DIR/x \"$(pwd)\"/y", &["{folder}/x", "pwd", "{folder}/y"]),
            ("\"$(dirname \"$0\")/x.sh\"", &["dirname", "{0}", "{dirname \"$0\"}/x.sh"]),
            ("x=`./y.sh -a`", &["./y.sh", "-a", "x=~"]),
            ("bash -c './guard.sh \"a b\"'", &["bash", "-c", "./guard.sh", "a b", "./guard.sh \"a b\""]),
            (
                "sh -ec \"sh -c './in.sh'\"",
                &["sh", "-ec", "sh", "-c", "./in.sh", "./in.sh", "sh -c './in.sh'"],
            ),
            ("eval './a.sh x'", &["eval", "./a.sh", "x", "./a.sh x"]),
            ("echo './a.sh is ./b.sh'", &["echo", "./a.sh is ./b.sh"]),
            ("cat rules/*.rego a?b ~/x {a,b}", &["cat", "rules/*.rego~", "a?b~", "{home}/x", "{a,b}~"]),
            ("${X:-./other.sh} ./$NAME.sh", &["./other.sh", "{X}", "./.sh~"]),
            ("cd policy && ./a.sh", &["cd", "policy", "[policy]./a.sh"]),
            ("sh <<'E'\n./in.sh don't\nE\n./a.sh", &["sh", "./in.sh", "dont\n", "./a.sh"]),
            ("A=./a.sh B=1 ./b.sh", &["A=./a.sh", "B=1", "./b.sh"]),
            ("if ./a.sh; then exit 2; fi", &["if", "./a.sh", "then", "exit", "2", "fi"]),
            ("tee >(./a.sh) <(./b.sh)", &["tee", "./a.sh", "./b.sh"]),
            ("$'./a.sh' $'./\\x61.sh'", &["./a.sh", "./\\x61.sh~"]),
            ("echo '$HOME' \"it\\\"s\" 'open", &["echo", "$HOME", "it\"s", "open"]),
        ] {
            assert_eq!(shown(&of_script(script)), words, "{script}");
        }
    }

    #[test]
    fn an_array_keeps_its_words_and_shows_the_scripts_in_them() {
        let words = |items: &[&str]| shown(&of_array(items.iter().copied()));
        assert_eq!(words(&["./a b.sh", "$PWD/*"]), ["./a b.sh", "$PWD/*"]);
        assert_eq!(words(&["bash", "-c", "./x.sh y"]), ["bash", "-c", "./x.sh y", "./x.sh", "y"]);
        assert_eq!(words(&["bash", "./x.sh", "a b"]), ["bash", "./x.sh", "a b"]);
    }

    #[test]
    fn no_script_is_too_deep_or_too_odd() {
        for script in ["$(".repeat(10_000), "`".repeat(9_999), "${a:-".repeat(10_000), "\"$(\"".repeat(5_000)]
        {
            of_script(&script);
        }
        for script in ["$", "\\", "\"", "'", "${", "$(", "`", ">", "<", "a=$", "~", "{", "$'\\n'", ""] {
            of_script(script);
        }
    }
}
