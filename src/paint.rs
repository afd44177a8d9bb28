//! How things are shown to people: colour, where it is wanted.

use std::io::IsTerminal;

use anstyle::{AnsiColor, Style};
use clap::ColorChoice;

/// Whether text is coloured.
#[derive(Debug, Clone, Copy)]
pub struct Paint(bool);

impl Paint {
    /// Decides for a stream: what was asked for, else colour on a terminal unless `NO_COLOR` is set.
    pub fn choose(asked: ColorChoice, stream: &impl IsTerminal) -> Self {
        Self(match asked {
            ColorChoice::Always => true,
            ColorChoice::Never => false,
            ColorChoice::Auto => {
                let refused = std::env::var_os("NO_COLOR").is_some_and(|value| !value.is_empty());
                let dumb = std::env::var_os("TERM").is_some_and(|term| term == "dumb");
                stream.is_terminal() && !refused && !dumb
            }
        })
    }

    /// Whether there is colour.
    pub fn is_on(self) -> bool {
        self.0
    }

    /// A text in a style.
    pub fn in_style(self, text: &str, style: Style) -> String {
        if self.0 { format!("{style}{text}{style:#}") } else { text.to_owned() }
    }

    /// A text in bold.
    pub fn bold(self, text: &str) -> String {
        self.in_style(text, Style::new().bold())
    }

    /// A text that matters less.
    pub fn dim(self, text: &str) -> String {
        self.in_style(text, Style::new().dimmed())
    }

    /// A text in a colour.
    pub fn in_color(self, text: &str, color: AnsiColor) -> String {
        self.in_style(text, Style::new().fg_color(Some(color.into())))
    }
}
