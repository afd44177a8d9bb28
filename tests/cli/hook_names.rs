//! What a completion asks for: names, and nothing that disturbs a person who types.

use crate::support::Case;

const HOOKS: &str = "[[hooks]]\nevent = \"pre_tool\"\nname = \"guard\"\ncommand = \"touch ran\"\n\
                     [[hooks]]\nevent = \"stop\"\ncommand = \"touch ran\"\n";

#[test]
fn the_names_of_the_config_in_force_are_printed_with_their_phases() {
    let case = Case::new(HOOKS);
    case.call(["hook-names"]).prints(0, "guard\tpre_tool\nstop#1\tstop\n", "");
    assert!(!case.has("ran"));
}

#[test]
fn a_config_that_the_line_names_counts_however_it_is_written() {
    let case = Case::new(HOOKS)
        .file("a b.toml", "[[hooks]]\nevent = \"stop\"\nname = \"other\"\ncommand = \"true\"\n");
    for words in [
        &["replay", "--config", "a b.toml", "--only", ""][..],
        &["replay", "--config=a b.toml", "--only", ""],
        &["replay", "--config", "=", "a\\ b.toml", "--only", ""],
        &["replay", "--config", "'a b.toml'", "--only", ""],
        &["replay", "--config", "~/../project/a\\ b.toml"],
    ] {
        case.call([&["hook-names", "--"], words].concat()).prints(0, "other\tstop\n", "");
    }
}

#[test]
fn without_a_config_or_with_a_faulty_one_nothing_is_said() {
    for case in [Case::bare(), Case::new("[[hooks]\n"), Case::new("")] {
        case.call(["hook-names", "--", "replay", "--only"]).prints(0, "", "");
        case.call(["hook-names", "--", "replay", "--config", "none.toml"]).prints(0, "", "");
        case.call(["hook-names", "--", "replay", "--config"]).prints(0, "", "");
    }
}

#[test]
fn a_name_that_cannot_be_typed_is_left_out() {
    let case = Case::new("[[hooks]]\nevent = \"stop\"\nname = \"a\\nb\"\ncommand = \"true\"\n");
    case.call(["hook-names"]).prints(0, "", "");
}
