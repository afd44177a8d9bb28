//! The completions, as a library makes them from the definition.

use clap_complete::{Shell, generate};

use super::{are_current, built};

#[test]
fn completions_are_current() {
    let shells = [
        (Shell::Bash, "hookctl.bash"),
        (Shell::Zsh, "_hookctl"),
        (Shell::Fish, "hookctl.fish"),
        (Shell::Elvish, "hookctl.elv"),
        (Shell::PowerShell, "_hookctl.ps1"),
    ];
    let scripts = shells.map(|(shell, name)| {
        let mut script = Vec::new();
        generate(shell, &mut built(), "hookctl", &mut script);
        (name.to_owned(), script)
    });
    are_current("completions", scripts.into());
}
