//! `hookctl schema`: the JSON Schema of hooks.toml, for editors.

use crate::answer::Answer;

/// The schema, which a test keeps equal to what the file may hold.
const SCHEMA: &str = include_str!("../../hooks.schema.json");

/// Prints the schema.
pub fn schema() -> Answer {
    Answer { stdout: SCHEMA.as_bytes().to_vec(), ..Answer::default() }
}
