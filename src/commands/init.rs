//! `hookctl init`: a commented hooks.toml to start from.

use std::fs::OpenOptions;
use std::io::{ErrorKind, Write as _};
use std::os::unix::fs::OpenOptionsExt;

use crate::answer::Answer;
use crate::cli::InitArgs;
use crate::config::FILE_NAME;
use crate::exit::Exit;
use crate::text::visible;

/// What a new file holds.
const TEMPLATE: &str = include_str!("init.toml");

/// Only its owner may write a policy, whatever the umask says.
const MODE: u32 = 0o644;

/// Writes a file that is not there yet, and says what to do next.
pub fn init(args: &InitArgs) -> Answer {
    let path = args.file.display().to_string();
    let written = OpenOptions::new()
        .write(true)
        .create_new(true)
        .mode(MODE)
        .open(&args.file)
        .and_then(|mut file| file.write_all(TEMPLATE.as_bytes()));
    let refusal = match written {
        Ok(()) => {
            let option = if path == FILE_NAME { String::new() } else { format!(" --config {path}") };
            let text = format!(
                "wrote {path}\nnext: hookctl check{option}\nthen: echo '{{\"tool\":\"Bash\",\"input\":\
                 {{\"command\":\"git push --force\"}}}}' | hookctl run pre_tool{option}\n"
            );
            return Answer { stdout: visible(&text).into_owned().into_bytes(), ..Answer::default() };
        }
        Err(error) if error.kind() == ErrorKind::AlreadyExists => format!(
            "{path} is there already and stays as it is: look at it with `hookctl check`, or name another file"
        ),
        Err(error) => format!("cannot write {path}: {error}"),
    };
    Answer { stderr: format!("hookctl: {}\n", visible(&refusal)), exit: Exit::Denied, ..Answer::default() }
}
