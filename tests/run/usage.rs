//! What is typed wrong ends in 2, on stderr, with what was probably meant.

use crate::support::Case;

#[test]
fn a_misspelt_phase_suggests_the_right_one() {
    for (typed, meant) in [("pre-tool", "pre_tool"), ("pretool", "pre_tool"), ("stopp", "stop")] {
        Case::new("").call(["run", typed]).prints(2, "", &format!("*{typed}*{meant}*"));
    }
}

#[test]
fn a_misspelt_command_suggests_the_right_one() {
    Case::new("").call(["rum"]).prints(2, "", "*rum*run*");
}

#[test]
fn wrong_usage_ends_in_2_with_an_empty_stdout() {
    for args in [
        &[][..],
        &["run"],
        &["run", "pre_tool", "stop"],
        &["run", "pre_tool", "--no-such-option"],
        &["run", "pre_tool", "--config"],
        &["run", ""],
        &["--no-such-option"],
    ] {
        Case::new("").call(args).prints(2, "", "?*");
    }
}

#[test]
fn help_and_version_end_in_0() {
    Case::new("").call(["--version"]).prints(0, "hookctl ?*.?*.?*\n", "");
    for args in [&["--help"][..], &["-h"], &["run", "--help"], &["help", "run"]] {
        Case::new("").call(args).prints(0, "*hookctl*", "");
    }
}
