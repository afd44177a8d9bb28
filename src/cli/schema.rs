//! The arguments of `hookctl schema`: none.

use clap::Args;

const ABOUT: &str = "Print the JSON Schema of hooks.toml, for editors\n\n\
    An editor with a TOML language server then completes and checks a hooks.toml whose first line is \
    `#:schema ./hooks.schema.json`.";

const EXAMPLE: &str = concat!(heading!("Example"), "  hookctl schema > hooks.schema.json");

const MORE: &str = concat!(
    heading!("Example"),
    "  hookctl schema > hooks.schema.json\n\n",
    heading!("Exit status"),
    "  0  Printed\n",
    "  2  It could not be written to stdout, or wrong usage"
);

#[derive(Debug, Args)]
#[command(long_about = ABOUT, after_help = EXAMPLE, after_long_help = MORE)]
pub struct SchemaArgs {}
