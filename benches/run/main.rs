//! What a run costs, in whole processes: `cargo bench` prints one table.
//!
//! What counts is the ratio to a bare shell, and a machine drifts by more than a design does. So each row starts
//! all of its contestants in turn, round after round, and compares their 10th percentiles: what they cost when
//! nothing else is in the way. A harness that measures one function after the other cannot do that.
//!
//! ```text
//! cargo bench --bench run -- [--bin PROGRAM] [--rounds N] [WORD...]
//! ```
//!
//! `--bin` measures another build, and words choose the rows that contain one of them.

mod call;
mod floor;
mod memory;
mod rivals;
mod rows;
mod table;

use std::error::Error;
use std::path::{Path, PathBuf};
use std::process::ExitCode;

use call::Call;

/// What the command line asks for.
struct Asked {
    bin: PathBuf,
    rounds: usize,
    words: Vec<String>,
}

/// One row: contestants that do the same work, the first of which is the measure of the others.
struct Row {
    title: &'static str,
    /// At most this many times the first contestant is what hookctl may cost.
    target: Option<f64>,
    /// How many rounds of the row are as good as one of the shortest.
    weight: usize,
    contestants: Vec<(String, Call)>,
}

fn main() -> Result<ExitCode, Box<dyn Error>> {
    let args: Vec<String> = std::env::args().skip(1).collect();
    match args.split_first() {
        Some((word, rest)) if word == floor::WORD => return Ok(floor::run(rest)?),
        Some((word, rest)) if word == memory::WORD => return Ok(memory::measure(rest)?),
        _ => {}
    }
    let asked = asked(&args)?;
    let room = tempfile::tempdir()?;
    let rows = rows::all(&asked.bin, room.path())?;
    table::head(&asked.bin);
    for row in rows.iter().filter(|row| wanted(&asked, row.title)) {
        let rounds = (asked.rounds / row.weight).max(5);
        table::row(row, &call::interleave(&row.contestants, rounds)?);
    }
    if wanted(&asked, table::LIMIT) {
        table::limit(&rows::limit(&asked.bin, room.path(), asked.rounds / 4)?);
    }
    if wanted(&asked, table::MEMORY) {
        table::memory(&memory::of_events(&asked.bin, room.path())?);
    }
    Ok(ExitCode::SUCCESS)
}

fn asked(args: &[String]) -> Result<Asked, Box<dyn Error>> {
    let bin = Path::new(env!("CARGO_BIN_EXE_hookctl")).to_owned();
    let mut asked = Asked { bin, rounds: 200, words: Vec::new() };
    let mut args = args.iter();
    while let Some(arg) = args.next() {
        match arg.as_str() {
            // What cargo itself adds.
            "--bench" => {}
            "--bin" => asked.bin = Path::new(args.next().ok_or("--bin needs a program")?).canonicalize()?,
            "--rounds" => asked.rounds = args.next().ok_or("--rounds needs a number")?.parse()?,
            word => asked.words.push(word.to_owned()),
        }
    }
    Ok(asked)
}

fn wanted(asked: &Asked, title: &str) -> bool {
    asked.words.is_empty() || asked.words.iter().any(|word| title.contains(word.as_str()))
}
