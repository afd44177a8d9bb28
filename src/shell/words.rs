//! The words of a shell command, as far as they can be known without running it.
//!
//! This is no shell. It finds more words than a shell would run (those of every branch, of every quoted
//! script), because a file too many that is watched does less harm than one too few.

use super::sign::{self, Sign, Within};

/// How deep scripts in scripts are looked into.
const DEEPEST: usize = 6;

/// The words behind which a command begins.
const BEFORE_COMMAND: &[&str] =
    &["if", "then", "elif", "else", "while", "until", "do", "{", "!", "time", "command", "builtin", "exec"];

/// What ends a word in `${...}` inside of double quotes.
const ENDS_IN_BRACES: &[char] = &['}', ' ', '\t', '\n'];

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
    read(script, 0, &mut words);
    words
}

/// Reads a script in each way in which the shell may do so.
fn read(script: &str, depth: usize, words: &mut Vec<Word>) {
    for dollar_quotes in [true, false] {
        Reader { rest: script, depth, below: None, dollar_quotes, words }.script(None);
        if !script.contains("$'") && !script.contains("$\"") {
            return;
        }
    }
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
            read(item, 1, &mut words);
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
            let comes_later = sign::assignment(text).is_some() || BEFORE_COMMAND.contains(&text.as_str());
            if word.lead.is_some() || !comes_later {
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

impl Word {
    /// Adds text without quotes, and sees what the shell fills in where it has a `~` or a pattern.
    fn bare(&mut self, text: &str, behind: &str) {
        for (at, c) in text.char_indices() {
            let next = text[at + c.len_utf8()..].chars().chain(behind.chars()).next();
            if c == '~' && self.text.is_empty() && self.lead.is_none() {
                self.lead = Some(Lead::Home);
                self.open |= next.is_some_and(char::is_alphanumeric);
            } else {
                self.text.push(c);
                let is_brace = c == '{' && next.is_some_and(|next| !next.is_whitespace());
                self.open |= is_brace || matches!(c, '*' | '?' | '[');
            }
        }
    }
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

/// What has to be closed before a parenthesis closes the command that is filled in.
#[derive(Debug, PartialEq, Eq)]
enum Open {
    /// `(`
    Parenthesis,
    /// `case`, whose patterns end in a parenthesis.
    Case,
}

/// Where the words of one script are read. Every step takes something off `rest`, so that it ends.
struct Reader<'t, 'w> {
    rest: &'t str,
    depth: usize,
    below: Option<String>,
    /// Whether `$'...'` and `$"..."` are quotes, as they are to bash. To dash the dollar is text.
    dollar_quotes: bool,
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
        let mut open = Vec::new();
        while let Some(c) = self.peek() {
            if Some(c) == until && (c != ')' || open.is_empty()) {
                self.next();
                return;
            }
            match c {
                '(' => open.push(Open::Parenthesis),
                ')' => _ = open.pop_if(|last| *last == Open::Parenthesis),
                _ => {}
            }
            match c {
                // A pair of backquotes is found before a comment in it, and a word in braces is none.
                '#' if until != Some('}') => {
                    self.skip_while(|c| c != '\n' && (c != '`' || until != Some('`')));
                }
                ';' | '&' | '|' | '(' | ')' | '\n' => {
                    self.next();
                    command = SimpleCommand::default();
                    if c == '\n' {
                        documents.drain(..).for_each(|end: String| self.here_document(&end));
                    }
                }
                '<' if self.rest.starts_with("<<") && !self.rest.starts_with("<<<") => {
                    self.skip_while(|c| matches!(c, '<' | '-' | ' ' | '\t'));
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
                    let is_first = command.program.is_none();
                    match word.text.as_str() {
                        "case" if is_first => open.push(Open::Case),
                        "esac" if is_first => _ = open.pop_if(|last| *last == Open::Case),
                        _ => {}
                    }
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
        let mut inner =
            Reader { rest: script, depth, below, dollar_quotes: self.dollar_quotes, words: self.words };
        inner.script(until);
        Some(inner.rest)
    }

    fn nested(&mut self, script: &str) {
        self.inner(script, None);
    }

    /// Reads the lines up to the one that ends a here-document: a shell may be what reads them.
    fn here_document(&mut self, end: &str) {
        if let Some((document, length)) = sign::here_document(self.rest, end, true) {
            self.rest = &self.rest[length..];
            self.nested(document);
        }
    }

    /// Reads one word, which begins here.
    fn word(&mut self, until: Option<char>) -> Word {
        let mut word = Word { lead: None, text: String::new(), open: false, below: self.below.clone() };
        let stops = ['\r', until.unwrap_or('\r')];
        while let Some((sign, length)) = sign::at_start(self.rest, Within::Word, &stops) {
            self.sign(sign, length, Within::Word, &mut word);
        }
        word
    }

    /// Reads the words up to the brace that closes `${...}` inside of double quotes.
    fn words_in_quoted_braces(&mut self) {
        if self.depth >= DEEPEST {
            return;
        }
        self.depth += 1;
        loop {
            let mut word = Word { lead: None, text: String::new(), open: false, below: self.below.clone() };
            while let Some((sign, length)) = sign::at_start(self.rest, Within::QuotedBraces, ENDS_IN_BRACES) {
                self.sign(sign, length, Within::QuotedBraces, &mut word);
            }
            if word.lead.is_some() || !word.text.is_empty() {
                self.words.push(word);
            }
            if matches!(self.next(), None | Some('}')) {
                break;
            }
        }
        self.depth -= 1;
    }

    /// Reads up to the closing double quote.
    fn quoted(&mut self, word: &mut Word) {
        while let Some((sign, length)) = sign::at_start(self.rest, Within::Quotes, &[]) {
            match sign {
                Sign::DoubleQuote => {
                    self.next();
                    return;
                }
                Sign::Bare(text) => {
                    self.rest = &self.rest[length..];
                    word.text += text;
                }
                _ => self.sign(sign, length, Within::Quotes, word),
            }
        }
    }

    /// Reads what one sign begins, to its end.
    fn sign(&mut self, sign: Sign<'t>, length: usize, within: Within, word: &mut Word) {
        if !self.dollar_quotes && matches!(self.rest.as_bytes(), [b'$', b'\'' | b'"', ..]) {
            self.rest = &self.rest[1..];
            return word.text.push('$');
        }
        self.rest = &self.rest[length..];
        let filled_in = match sign {
            Sign::Continued | Sign::Translated => return,
            Sign::DoubleQuote => return self.quoted(word),
            Sign::Bare(text) => return word.bare(text, self.rest),
            Sign::Quoted(text) | Sign::Cut(text) => return word.text += text,
            Sign::Escapes(text) => {
                word.text += text;
                // What its escapes stand for is not worked out.
                word.open |= text.contains('\\');
                return;
            }
            Sign::Variable(name) | Sign::Parameter(name) => name.to_owned(),
            Sign::Command => self.command(')'),
            Sign::Backquote => self.command('`'),
            Sign::Braces => self.braced(within),
        };
        if word.text.is_empty() && word.lead.is_none() {
            word.lead = Some(Lead::of(&filled_in));
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
    fn braced(&mut self, within: Within) -> String {
        let name = self.skip_while(|c| c.is_ascii_alphanumeric() || c == '_');
        self.skip_while(|c| ":-+=?#%/^,!@".contains(c));
        if within.in_braces() == Within::QuotedBraces {
            self.words_in_quoted_braces();
        } else if let Some(rest) = self.inner(self.rest, Some('}')) {
            self.rest = rest;
        }
        name.to_owned()
    }
}

#[cfg(test)]
mod tests;
