//! The floor: this very program, when it does no more than to read an event and to start the same commands with
//! the same pipes. It has no command line to speak of, no config, no limit and no verdict.

use std::io::{self, Read, Write};
use std::process::{Command, ExitCode, Stdio};

/// The first argument that makes this program the floor.
pub const WORD: &str = "floor";

/// Starts a command line as often as asked, one after the other, each with the event on its stdin.
pub fn run(args: &[String]) -> io::Result<ExitCode> {
    let (times, words) = args.split_first().ok_or(io::ErrorKind::InvalidInput)?;
    let times: usize = times.parse().map_err(io::Error::other)?;
    let mut event = Vec::new();
    io::stdin().read_to_end(&mut event)?;
    for _ in 0..times {
        let mut command = Command::new(&words[0]);
        command.args(&words[1..]).stdin(Stdio::piped()).stdout(Stdio::piped()).stderr(Stdio::piped());
        let mut child = command.spawn()?;
        // A command that does not read is not at fault.
        let _ = child.stdin.take().map(|mut stdin| stdin.write_all(&event));
        child.wait_with_output()?;
    }
    Ok(ExitCode::SUCCESS)
}
