//! The person at the terminal: whether there is one, what they answer, and how they are told of a failure.

use std::io::{self, BufRead as _, IsTerminal as _, Write as _};

use anyhow::{Context as _, Result};

use crate::answer::Answer;
use crate::exit::Exit;
use crate::text::visible;

/// Whether there is a terminal to ask on.
pub fn is_there() -> bool {
    io::stdin().is_terminal() && io::stderr().is_terminal()
}

/// Shows a text that ends in a question, and waits for the answer. Only a plain yes is one.
///
/// # Errors
///
/// Where the terminal does not take the question or gives no line.
pub fn agrees(text: &str) -> Result<bool> {
    let mut terminal = io::stderr();
    write!(terminal, "{text} [y/N] ")
        .and_then(|()| terminal.flush())
        .context("cannot ask on the terminal")?;
    let mut line = String::new();
    io::stdin().lock().read_line(&mut line).context("cannot read the answer")?;
    Ok(matches!(line.trim().to_ascii_lowercase().as_str(), "y" | "yes"))
}

/// What a command that could not do its work says.
pub fn failed(error: &anyhow::Error) -> Answer {
    Answer {
        stderr: format!("hookctl: {}\n", visible(&format!("{error:#}"))),
        exit: Exit::Denied,
        ..Answer::default()
    }
}
