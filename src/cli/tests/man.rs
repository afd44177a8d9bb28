//! The man pages: one of the program, one for each command, one of hooks.toml.

mod hooks_toml;

use std::path::Path;
use std::process::Command;

use clap::Arg;
use roff::{Inline, bold, italic, roman};

use super::page::Page;
use super::{Topic, are_current, built, commands};
use crate::config::problem;
use crate::install::wiring::{self, Moved};
use crate::trust::agent;

/// The page of the file.
const HOOKS_TOML: (&str, &str) = ("hooks.toml", "5");

/// Where hookctl finds and keeps things.
const FILES: &[(&str, &str)] = &[
    ("hooks.toml", "The policy of a project: the nearest at or above the current folder. See hooks.toml(5)."),
    (
        "$XDG_CONFIG_HOME/hookctl/hooks.toml",
        "The user's own policy, whose hooks run first; by default below `~/.config`.",
    ),
    (
        "$XDG_STATE_HOME/hookctl/trust.json",
        "What `hookctl trust` recorded; by default below `~/.local/state`. Only its owner can read it.",
    ),
];

/// What hookctl itself reads of its environment.
const ENVIRONMENT: &[(&str, &str)] = &[
    ("HOME, XDG_CONFIG_HOME, XDG_STATE_HOME", "Where the files above are."),
    (
        "CLAUDE_PROJECT_DIR",
        "With `--host claude`: the folder at which the search for the project's hooks.toml begins.",
    ),
    ("NO_COLOR", "Where it is set and not empty: no colour, unless `--color always` is given."),
];

#[test]
fn man_pages_are_current() {
    let mut cli = built();
    let names: Vec<_> = commands(&cli).map(|command| command.get_name().to_owned()).collect();
    // `help` is told of where it is listed.
    let names: Vec<_> = names.into_iter().filter(|name| name != "help").collect();
    let mut pages = vec![("hookctl.1".to_owned(), program(&mut cli, &names))];
    for name in &names {
        let command = cli.find_subcommand_mut(name).expect("a command");
        pages.push((format!("hookctl-{name}.1"), of_command(command, &names)));
    }
    pages.push(("hooks.toml.5".to_owned(), hooks_toml::page(&see_also(&names, "hooks.toml"))));
    are_current("man", pages);
}

#[test]
fn mandoc_finds_nothing_to_say_about_a_page() {
    if !has_mandoc() {
        return;
    }
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("man");
    let pages = folder.read_dir().expect("the pages").map(|page| page.expect("readable").path());
    let linted = Command::new("mandoc").args(["-T", "lint", "-W", "warning"]).args(pages).output();
    let linted = linted.expect("mandoc runs");
    assert!(linted.stdout.is_empty(), "{}", String::from_utf8_lossy(&linted.stdout));
    assert!(linted.status.success(), "{linted:?}");
}

/// Whether the pages can be checked; where they cannot, says that the test proves nothing.
fn has_mandoc() -> bool {
    use std::io::Write as _;
    let found = Command::new("mandoc").arg("-h").output().is_ok();
    if !found {
        let _ = writeln!(std::io::stderr(), "skipped: there is no mandoc on PATH");
    }
    found
}

/// hookctl(1).
fn program(cli: &mut clap::Command, names: &[String]) -> Vec<u8> {
    let mut page = Page::new("hookctl", "1", &about(cli));
    page.synopsis("hookctl COMMAND [OPTIONS]");
    description(&mut page, cli);
    page.section("COMMANDS");
    for command in commands(cli) {
        let name = command.get_name();
        if names.iter().any(|other| other == name) {
            page.item([bold(format!("hookctl-{name}")), roman("(1)")], &format!("{}.", about(command)));
        } else {
            let values = command.get_positionals().filter_map(Arg::get_value_names).flatten();
            let values: Vec<_> = values.map(clap::builder::Str::as_str).collect();
            let term = [bold(format!("hookctl {name}")), roman(" "), italic(values.join(" "))];
            page.item(term, &format!("{}.", about(command)));
        }
    }
    arguments(&mut page, cli);
    page.text(Topic::ExitCodes.text());
    page.section("FILES");
    for (file, text) in FILES {
        page.item([italic(*file)], text);
    }
    page.section("ENVIRONMENT");
    for (variable, text) in ENVIRONMENT {
        page.item([bold(*variable)], text);
    }
    page.paragraph("What a hook finds in its environment is in hooks.toml(5).");
    page.section("EXAMPLES");
    page.verbatim([
        "hookctl init && hookctl check",
        "hookctl run pre_tool < event.json",
        "hookctl install claude",
    ]);
    page.see_also(&see_also(names, "hookctl"));
    page.render()
}

/// The page of one command.
fn of_command(command: &mut clap::Command, names: &[String]) -> Vec<u8> {
    let name = format!("hookctl-{}", command.get_name());
    let mut page = Page::new(&name, "1", &about(command));
    let usage = command.render_usage().to_string();
    page.synopsis(usage.trim_start_matches("Usage: "));
    description(&mut page, command);
    arguments(&mut page, command);
    page.text(&command.get_after_long_help().expect("every command has one").ansi().to_string());
    if command.get_arguments().any(|arg| arg.get_id() == "list_codes") {
        page.section("CODES");
        page.paragraph("Each finding has a code, which stays the same from version to version:");
        for code in problem::Code::ALL {
            let severity = match code.severity() {
                problem::Severity::Error => "An error",
                problem::Severity::Warning => "A warning",
            };
            page.item([bold(code.name())], &format!("{} {severity}.", code.meaning()));
        }
    }
    match command.get_name() {
        "install" | "uninstall" => settings(&mut page),
        "trust" => signs(&mut page),
        _ => {}
    }
    page.see_also(&see_also(names, &name));
    page.render()
}

/// The settings of each agent, and what moves them.
fn settings(page: &mut Page) {
    page.section("FILES");
    for wiring in wiring::ALL {
        let user = format!("~/{}/{}", wiring.folder, wiring.user_file);
        let text = format!(
            "The user's settings of {}. Those of a project: `{}`.",
            wiring.title, wiring.project_file
        );
        page.item([italic(user)], &text);
    }
    page.section("ENVIRONMENT");
    for wiring in wiring::ALL {
        let (variable, what) = match wiring.moved_by {
            Some(Moved::Folder(variable)) => (variable, "Stands for the folder of the user's settings of"),
            Some(Moved::Home(variable)) => {
                (variable, "Stands for the home folder with the user's settings of")
            }
            None => continue,
        };
        page.item([bold(variable)], &format!("{what} {}.", wiring.title));
    }
}

/// What tells that an agent is calling.
fn signs(page: &mut Page) {
    page.section("ENVIRONMENT");
    page.paragraph(
        "Where one of these is set, whatever its value is, an agent or a hook is calling, and no trust is recorded:",
    );
    for (variable, whose) in agent::SIGNS {
        page.item([bold(*variable)], &format!("Set by {whose}."));
    }
}

fn about(command: &clap::Command) -> String {
    command.get_about().expect("every command has one").to_string()
}

/// What the help says below its first line.
fn description(page: &mut Page, command: &clap::Command) {
    page.section("DESCRIPTION");
    let long = command.get_long_about().expect("every command has one").to_string();
    for paragraph in long.split("\n\n").skip(1) {
        page.paragraph(paragraph);
    }
}

/// The arguments, then the options by heading.
fn arguments(page: &mut Page, command: &clap::Command) {
    let positional = command.get_positionals().filter(|arg| !arg.is_hide_set());
    group(page, "Arguments", positional.collect());
    let options = command.get_opts().chain(command.get_arguments().filter(|arg| is_flag(arg)));
    let mut options: Vec<_> = options.filter(|arg| !arg.is_hide_set()).collect();
    let order = |arg: &Arg| command.get_arguments().position(|other| other.get_id() == arg.get_id());
    options.sort_by_key(|arg| order(arg));
    let mut headings: Vec<_> = options.iter().map(|arg| arg.get_help_heading()).collect();
    headings.sort_by_key(Option::is_some);
    headings.dedup();
    for heading in headings {
        let of_heading = options.iter().copied().filter(|arg| arg.get_help_heading() == heading);
        group(page, heading.unwrap_or("Options"), of_heading.collect());
    }
}

fn is_flag(arg: &Arg) -> bool {
    !arg.is_positional() && !arg.get_action().takes_values()
}

fn group(page: &mut Page, title: &str, args: Vec<&Arg>) {
    if args.is_empty() {
        return;
    }
    page.section(&title.to_uppercase());
    for arg in args {
        let help = arg.get_help().expect("every argument has one").to_string();
        page.item(term(arg), &sentence(&help));
        values(page, arg);
        let defaults: Vec<_> = arg.get_default_values().iter().map(|value| value.to_string_lossy()).collect();
        if !defaults.is_empty() && arg.get_action().takes_values() {
            page.of_item(&format!("Default: `{}`.", defaults.join(" ")));
        }
    }
}

/// A help of the command line as a sentence, its default as one of its own.
fn sentence(help: &str) -> String {
    // A page has no shorter form.
    let help = help.split(" (see more").next().unwrap_or(help);
    match help.split_once(" [default: ") {
        Some((help, default)) => format!("{help}. Default: {}.", default.trim_end_matches(']')),
        None => format!("{help}."),
    }
}

/// An argument as it is typed.
fn term(arg: &Arg) -> Vec<Inline> {
    let value = arg.get_value_names().unwrap_or_default().join(" ");
    if arg.is_positional() {
        return vec![italic(value)];
    }
    let mut term = Vec::new();
    if let Some(short) = arg.get_short() {
        term.push(bold(format!("-{short}")));
    }
    if let Some(long) = arg.get_long() {
        if !term.is_empty() {
            term.push(roman(", "));
        }
        term.push(bold(format!("--{long}")));
    }
    if arg.get_action().takes_values() {
        term.extend([roman(" "), italic(value)]);
    }
    term
}

/// The values that an argument takes, where they are a closed set.
fn values(page: &mut Page, arg: &Arg) {
    let values = arg.get_possible_values();
    if values.is_empty() || !arg.get_action().takes_values() {
        return;
    }
    if values.iter().all(|value| value.get_help().is_some()) {
        page.items_of_item(values.iter().map(|value| {
            let help = value.get_help().map(ToString::to_string).unwrap_or_default();
            (value.get_name().to_owned(), format!("{help}."))
        }));
    } else {
        let names: Vec<_> = values.iter().map(|value| format!("`{}`", value.get_name())).collect();
        page.of_item(&format!("One of {}.", names.join(", ")));
    }
}

/// Every page but one.
fn see_also(names: &[String], but: &str) -> Vec<(String, &'static str)> {
    let commands = names.iter().map(|name| (format!("hookctl-{name}"), "1"));
    let all = [("hookctl".to_owned(), "1")].into_iter().chain(commands);
    all.chain([(HOOKS_TOML.0.to_owned(), HOOKS_TOML.1)]).filter(|(name, _)| name != but).collect()
}
