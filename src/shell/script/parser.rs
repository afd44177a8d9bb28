//! The structure of a command: lists, pipelines, compound commands, redirections and here-documents.

use super::super::sign;
use super::{Assignment, Command, Connector, Item, Kind, Pipeline, Redirect, Script, Simple};

/// How deep commands may be nested before they are not followed any more.
pub(super) const DEEPEST: usize = 50;

/// The words that end the list before them.
const CLOSERS: &[&str] = &["then", "do", "done", "fi", "elif", "else", "esac", "}"];

/// The operators of redirections, the longest first.
const REDIRECTS: &[&str] = &["&>>", "<<-", "<<<", "&>", ">>", ">&", ">|", "<<", "<&", "<>", "<", ">"];

/// A cursor over the text of a command. Every method that returns nothing gives up on all of it.
pub(super) struct Parser<'c> {
    pub(super) text: &'c str,
    pub(super) at: usize,
    pub(super) end: usize,
    pub(super) depth: usize,
    /// Where the last word or sign ended, before blanks and comments.
    pub(super) last: usize,
    /// The here-documents whose text starts at the next line.
    documents: Vec<Document>,
}

/// A here-document that was announced.
struct Document {
    delimiter: String,
    /// Whether tabs before its lines do not count.
    indented: bool,
}

impl<'c> Parser<'c> {
    pub(super) fn new(text: &'c str) -> Self {
        Self { text, at: 0, end: text.len(), depth: 0, last: 0, documents: Vec::new() }
    }

    /// The whole text.
    pub(super) fn script(mut self) -> Option<Script<'c>> {
        let script = self.list()?;
        (self.at == self.end && self.documents.is_empty()).then_some(script)
    }

    pub(super) fn rest(&self) -> &'c str {
        self.text.get(self.at..self.end).unwrap_or_default()
    }

    pub(super) fn peek(&self) -> Option<u8> {
        self.rest().bytes().next()
    }

    pub(super) fn take(&mut self, what: &str) -> bool {
        let there = self.rest().starts_with(what);
        if there {
            self.at += what.len();
        }
        there
    }

    /// Commands up to what ends a list, which stays where it is.
    pub(super) fn list(&mut self) -> Option<Script<'c>> {
        self.depth += 1;
        if self.depth > DEEPEST {
            return None;
        }
        let mut items = Vec::new();
        loop {
            self.line_ends()?;
            if self.list_ends() {
                break;
            }
            let mut item = self.item()?;
            self.blanks();
            let arm_ends = self.rest().starts_with(";;") || self.rest().starts_with(";&");
            item.background = !arm_ends && self.take("&");
            let separated = arm_ends || item.background || self.take(";") || self.peek() == Some(b'\n');
            items.push(item);
            if !separated && !self.list_ends() {
                return None;
            }
        }
        self.depth -= 1;
        Some(Script { items })
    }

    fn list_ends(&self) -> bool {
        match self.peek() {
            None | Some(b')') => true,
            Some(b';') => self.rest().starts_with(";;") || self.rest().starts_with(";&"),
            Some(_) => CLOSERS.contains(&self.raw()),
        }
    }

    fn item(&mut self) -> Option<Item<'c>> {
        let first = self.pipeline()?;
        let mut rest = Vec::new();
        loop {
            self.blanks();
            let connector = if self.take("&&") {
                Connector::And
            } else if self.take("||") {
                Connector::Or
            } else {
                return Some(Item { first, rest, background: false });
            };
            self.line_ends()?;
            rest.push((connector, self.pipeline()?));
        }
    }

    fn pipeline(&mut self) -> Option<Pipeline<'c>> {
        self.blanks();
        let start = self.at;
        let mut negated = false;
        loop {
            if self.keyword("!") {
                negated = !negated;
            } else if self.keyword("time") {
                self.blanks();
                self.keyword("-p");
            } else {
                break;
            }
            self.blanks();
        }
        let mut commands = vec![self.command()?];
        self.blanks();
        while self.peek() == Some(b'|') && !self.rest().starts_with("||") {
            self.at += if self.rest().starts_with("|&") { 2 } else { 1 };
            self.line_ends()?;
            commands.push(self.command()?);
            self.blanks();
        }
        Some(Pipeline { negated, commands, span: start..self.last })
    }

    pub(super) fn command(&mut self) -> Option<Command<'c>> {
        self.depth += 1;
        if self.depth > DEEPEST {
            return None;
        }
        self.blanks();
        let kind = match self.raw() {
            "" if self.rest().starts_with("((") && self.arithmetic_end(self.at + 2).is_some() => {
                Kind::Arithmetic(self.arithmetic("((")?)
            }
            "" if self.take("(") => Kind::Group(self.closed_by(")")?),
            "{" if self.keyword("{") => {
                let script = self.list()?;
                self.close("}")?;
                Kind::Group(script)
            }
            "if" => self.branch()?,
            "while" | "until" => self.repetition()?,
            "for" | "select" => self.loop_over()?,
            "case" => self.case()?,
            "function" => self.function()?,
            "[[" => self.test()?,
            "coproc" | "!" | "in" => return None,
            closer if CLOSERS.contains(&closer) => return None,
            _ => return self.simple(),
        };
        let mut redirects = Vec::new();
        self.blanks();
        while let Some(operator) = self.redirect_ahead() {
            redirects.push(self.redirect(operator)?);
            self.blanks();
        }
        self.depth -= 1;
        Some(Command { kind, redirects })
    }

    /// A list and the sign that ends it.
    pub(super) fn closed_by(&mut self, sign: &str) -> Option<Script<'c>> {
        let script = self.list()?;
        let closed = self.take(sign);
        self.last = self.at;
        closed.then_some(script)
    }

    fn simple(&mut self) -> Option<Command<'c>> {
        let mut simple = Simple::default();
        let mut redirects = Vec::new();
        let start = self.at;
        loop {
            self.blanks();
            if let Some(operator) = self.redirect_ahead() {
                redirects.push(self.redirect(operator)?);
                continue;
            }
            match self.peek() {
                None | Some(b'\n' | b';' | b'&' | b'|' | b')') => break,
                Some(b'(') => {
                    let name = self.text.get(start..self.at)?.trim_end();
                    self.at += 1;
                    self.blanks();
                    let defines = simple.words.len() == 1 && simple.assignments.is_empty();
                    if !defines || !redirects.is_empty() || !self.take(")") {
                        return None;
                    }
                    let kind = self.function_body(name)?;
                    self.depth -= 1;
                    return Some(Command { kind, redirects });
                }
                Some(_) => {}
            }
            match self.assignment_ahead().filter(|_| simple.words.is_empty()) {
                Some((name, value)) => simple.assignments.push(self.assignment(name, value)?),
                None => simple.words.push(self.word()?),
            }
        }
        self.depth -= 1;
        let empty = simple.words.is_empty() && simple.assignments.is_empty() && redirects.is_empty();
        (!empty).then_some(Command { kind: Kind::Simple(simple), redirects })
    }

    /// The variable of an assignment that starts here, and where its value starts.
    fn assignment_ahead(&self) -> Option<(&'c str, usize)> {
        sign::assignment(self.rest()).map(|(name, value)| (name, self.at + value))
    }

    fn assignment(&mut self, name: &'c str, value: usize) -> Option<Assignment<'c>> {
        self.at = value;
        self.last = value;
        let mut values = Vec::new();
        if self.take("(") {
            loop {
                self.line_ends()?;
                if self.take(")") {
                    break;
                }
                values.push(self.word()?);
            }
        } else if !matches!(self.peek(), None | Some(b' ' | b'\t' | b'\n' | b';' | b'&' | b'|' | b')')) {
            values.push(self.word()?);
        }
        Some(Assignment { name, values })
    }

    /// The operator of a redirection that starts here, and its descriptor.
    fn redirect_ahead(&self) -> Option<(Option<&'c str>, &'static str)> {
        let rest = self.rest();
        let digits = rest.bytes().take_while(u8::is_ascii_digit).count();
        let descriptor = &rest[..digits];
        let after = &rest[digits..];
        let operator = REDIRECTS.iter().copied().find(|operator| after.starts_with(operator))?;
        let substitution = matches!(operator, "<" | ">") && after[1..].starts_with('(');
        let background = operator.starts_with('&') && digits > 0;
        (!substitution && !background).then_some(((digits > 0).then_some(descriptor), operator))
    }

    fn redirect(&mut self, (descriptor, operator): (Option<&'c str>, &'static str)) -> Option<Redirect<'c>> {
        self.at += descriptor.map_or(0, str::len) + operator.len();
        self.blanks();
        let target = self.word()?;
        if matches!(operator, "<<" | "<<-") {
            let delimiter = target.literal()?.into_owned();
            self.documents.push(Document { delimiter, indented: operator == "<<-" });
        }
        Some(Redirect { descriptor, operator, target })
    }

    /// Steps over line ends, and over the here-documents after them.
    pub(super) fn line_ends(&mut self) -> Option<()> {
        loop {
            self.blanks();
            if !self.take("\n") {
                return Some(());
            }
            for document in std::mem::take(&mut self.documents) {
                let Document { delimiter, indented } = &document;
                self.at += sign::here_document(self.rest(), delimiter, *indented)?.1;
            }
        }
    }

    /// Steps over blanks, continued lines and a comment.
    pub(super) fn blanks(&mut self) {
        while self.take(" ") || self.take("\t") || self.take("\\\n") {}
        if self.peek() == Some(b'#') {
            let rest = self.rest();
            self.at += rest.find('\n').unwrap_or(rest.len());
        }
    }

    /// The characters up to the next sign or blank, as they are.
    pub(super) fn raw(&self) -> &'c str {
        let rest = self.rest();
        &rest[..rest.find([' ', '\t', '\n', ';', '&', '|', '(', ')', '<', '>']).unwrap_or(rest.len())]
    }

    pub(super) fn keyword(&mut self, word: &str) -> bool {
        let there = self.raw() == word && self.take(word);
        if there {
            self.last = self.at;
        }
        there
    }

    pub(super) fn close(&mut self, word: &str) -> Option<()> {
        self.keyword(word).then_some(())
    }

    pub(super) fn name(&mut self) -> Option<&'c str> {
        let name = self.raw();
        self.at += name.len();
        (!name.is_empty()).then_some(name)
    }
}
