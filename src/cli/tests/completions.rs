//! The completions: what a library makes of the definition, and the names of hooks, for which a script asks hookctl.

use clap::builder::{PossibleValue, PossibleValuesParser};
use clap::{Arg, ValueHint};
use clap_complete::{Shell, generate};

use super::{are_current, built, commands};

/// Stands for the names of hooks until the script is made to ask for them.
const NAMES: &str = "HOOK_NAMES";

#[test]
fn completions_are_current() {
    let generated = [
        ("hookctl.bash", bash(&generate_for(Shell::Bash))),
        ("_hookctl", zsh(&generate_for(Shell::Zsh))),
        ("hookctl.fish", fish(&generate_for(Shell::Fish))),
        // These two complete no value of an option.
        ("hookctl.elv", generate_for(Shell::Elvish)),
        ("_hookctl.ps1", generate_for(Shell::PowerShell)),
    ];
    for (name, script) in &generated {
        assert!(!script.contains(NAMES), "{name} does not ask for the names of hooks");
    }
    are_current("completions", generated.map(|(name, script)| (name.to_owned(), script.into_bytes())).into());
}

/// The definition without what a person is not told of, and with a mark where a name of a hook goes.
fn definition() -> clap::Command {
    let cli = built();
    let marked = commands(&cli).cloned().map(|command| match command.get_name() {
        "replay" => command.mut_arg("only", |only| only.value_parser(PossibleValuesParser::new([NAMES]))),
        _ => command,
    });
    clap::Command::new("hookctl").version("").disable_help_subcommand(true).subcommands(marked)
}

fn generate_for(shell: Shell) -> String {
    let mut script = Vec::new();
    generate(shell, &mut definition(), "hookctl", &mut script);
    String::from_utf8(script).expect("UTF-8")
}

fn bash(generated: &str) -> String {
    let (functions, registration) = generated.rsplit_once("\nif [[").expect("it ends with the registration");
    let names = include_str!("completions/names.bash").replace("COMMANDS", &takers_of_files().join(" "));
    let functions = replace(
        functions,
        &format!(r#"COMPREPLY=($(compgen -W "{NAMES}" -- "${{cur}}"))"#),
        r#"_hookctl_names "$1" "${cur}""#,
        1,
    );
    let registration = replace(registration, "complete -F _hookctl ", "complete -F _hookctl_words ", 2);
    format!("{functions}{names}if [[{registration}")
}

fn zsh(generated: &str) -> String {
    let script = replace(generated, &format!(":({NAMES})"), ":_hookctl_names", 1);
    let names = include_str!("completions/names.zsh");
    // Further down the words begin with the command of hookctl.
    let script =
        replace(&script, "\n_hookctl() {\n", "\nNAMES_hookctl() {\n    local program=$words[1]\n", 1);
    let script = replace(&script, "NAMES", names, 1);
    // With two colons no option would complete behind the first file.
    replace(&script, "'*::events", "'*:events", 1)
}

fn fish(generated: &str) -> String {
    let script = replace(generated, &format!(r#""{NAMES}\t''""#), r#""(__fish_hookctl_names)""#, 1);
    // The library leaves out the arguments that are no options.
    let definition = definition();
    let arguments = definition.get_subcommands().map(|command| {
        let takes =
            format!("complete -c hookctl -n \"__fish_hookctl_using_subcommand {}\"", command.get_name());
        let Some(arg) = command.get_positionals().next() else { return format!("{takes} -f\n") };
        if is_file(arg) {
            return String::new();
        }
        let described = |value: &PossibleValue| {
            let help = value.get_help().map(ToString::to_string).unwrap_or_default();
            format!("{}\\t'{}'", value.get_name(), help.replace('\'', "\\'"))
        };
        let values: Vec<_> = arg.get_possible_values().iter().map(described).collect();
        format!("{takes} -f -a \"{}\"\n", values.join("\n"))
    });
    format!("{}{script}{}", include_str!("completions/names.fish"), arguments.collect::<String>())
}

/// The commands whose arguments are files.
fn takers_of_files() -> Vec<String> {
    let definition = definition();
    let takers = definition.get_subcommands().filter(|command| command.get_positionals().any(is_file));
    takers.map(|command| command.get_name().to_owned()).collect()
}

fn is_file(arg: &Arg) -> bool {
    matches!(arg.get_value_hint(), ValueHint::FilePath | ValueHint::AnyPath)
}

/// Replaces a part of a script that has to be there that often.
fn replace(script: &str, part: &str, by: &str, times: usize) -> String {
    assert_eq!(script.matches(part).count(), times, "{part}");
    script.replace(part, by)
}
