//! Compound commands: branches, loops, functions and tests.

use super::parser::Parser;
use super::{Kind, Script};

impl<'c> Parser<'c> {
    pub(super) fn branch(&mut self) -> Option<Kind<'c>> {
        let (mut conditions, mut bodies) = (Vec::new(), Vec::new());
        self.close("if")?;
        loop {
            conditions.push(self.list()?);
            self.close("then")?;
            bodies.push(self.list()?);
            if self.keyword("elif") {
                continue;
            }
            if self.keyword("else") {
                bodies.push(self.list()?);
            }
            self.close("fi")?;
            return Some(Kind::Branch { conditions, bodies });
        }
    }

    pub(super) fn repetition(&mut self) -> Option<Kind<'c>> {
        self.at += self.raw().len();
        let condition = self.list()?;
        Some(Kind::Branch { conditions: vec![condition], bodies: vec![self.body()?] })
    }

    pub(super) fn loop_over(&mut self) -> Option<Kind<'c>> {
        self.at += self.raw().len();
        self.blanks();
        let mut words = Vec::new();
        let mut counts = None;
        let name = if self.rest().starts_with("((") {
            counts = Some(self.arithmetic("((")?);
            None
        } else {
            let name = self.name()?;
            self.line_ends()?;
            if self.keyword("in") {
                self.blanks();
                while !matches!(self.peek(), None | Some(b'\n' | b';')) {
                    words.push(self.word()?);
                    self.blanks();
                }
            }
            Some(name)
        };
        self.blanks();
        self.take(";");
        self.line_ends()?;
        Some(Kind::Loop { name, counts, words, body: self.body()? })
    }

    fn body(&mut self) -> Option<Script<'c>> {
        self.close("do")?;
        let body = self.list()?;
        self.close("done")?;
        Some(body)
    }

    pub(super) fn case(&mut self) -> Option<Kind<'c>> {
        self.close("case")?;
        self.blanks();
        let subject = self.word()?;
        self.line_ends()?;
        self.close("in")?;
        let mut arms = Vec::new();
        loop {
            self.line_ends()?;
            if self.keyword("esac") {
                return Some(Kind::Case { subject, arms });
            }
            self.take("(");
            loop {
                self.blanks();
                self.word()?;
                self.blanks();
                if !self.take("|") {
                    break;
                }
            }
            if !self.take(")") {
                return None;
            }
            arms.push(self.list()?);
            if !(self.take(";;&") || self.take(";;") || self.take(";&")) && self.raw() != "esac" {
                return None;
            }
        }
    }

    pub(super) fn function(&mut self) -> Option<Kind<'c>> {
        self.close("function")?;
        self.blanks();
        let name = self.name()?;
        self.blanks();
        if self.take("(") && !self.take(")") {
            return None;
        }
        self.function_body(name)
    }

    pub(super) fn function_body(&mut self, name: &'c str) -> Option<Kind<'c>> {
        self.line_ends()?;
        Some(Kind::Function { name, body: Box::new(self.command()?) })
    }

    pub(super) fn test(&mut self) -> Option<Kind<'c>> {
        self.close("[[")?;
        let mut words = Vec::new();
        loop {
            self.line_ends()?;
            if self.keyword("]]") {
                return Some(Kind::Test(words));
            }
            match self.peek()? {
                b'&' | b'|' | b'(' | b')' | b'<' | b'>' => self.at += 1,
                _ => words.push(self.word()?),
            }
        }
    }
}
