//! What is packaged: everything that is made for packages is in them, in the place where it is looked for.

mod support;

use std::fs;
use std::io::Write as _;
use std::path::Path;
use std::process::Command;

use support::HOOKCTL;
use wildmatch::WildMatch;

const ROOT: &str = env!("CARGO_MANIFEST_DIR");

/// The files of the Debian package: from where, to where.
fn assets() -> Vec<(String, String)> {
    let manifest = fs::read_to_string(Path::new(ROOT).join("Cargo.toml")).expect("Cargo.toml");
    let manifest: toml::Table = toml::from_str(&manifest).expect("TOML");
    let assets = &manifest["package"]["metadata"]["deb"]["assets"];
    let text = |value: &toml::Value| value.as_str().expect("a text").to_owned();
    assets.as_array().expect("a list").iter().map(|asset| (text(&asset[0]), text(&asset[1]))).collect()
}

/// Where a file of the repository lies once the package is installed.
fn installed(file: &str) -> Vec<String> {
    let name = Path::new(file).file_name().expect("a name").to_string_lossy();
    let lies = |to: String| if to.ends_with('/') { to + &name } else { to };
    assets()
        .into_iter()
        .filter(|(from, _)| WildMatch::new(from).matches(file))
        .map(|(_, to)| lies(to))
        .collect()
}

fn names(folder: &str) -> Vec<String> {
    let entries = fs::read_dir(Path::new(ROOT).join(folder)).expect("a folder");
    entries.map(|entry| entry.expect("readable").file_name().to_string_lossy().into_owned()).collect()
}

#[test]
fn every_man_page_is_in_the_folder_of_its_section() {
    for name in names("man") {
        let section = name.rsplit('.').next().expect("a section");
        assert_eq!(installed(&format!("man/{name}")), [format!("usr/share/man/man{section}/{name}")]);
    }
}

#[test]
fn each_shell_that_debian_has_finds_its_completions() {
    for (file, to) in [
        ("hookctl.bash", "usr/share/bash-completion/completions/hookctl"),
        ("_hookctl", "usr/share/zsh/vendor-completions/_hookctl"),
        ("hookctl.fish", "usr/share/fish/vendor_completions.d/hookctl.fish"),
    ] {
        assert_eq!(installed(&format!("completions/{file}")), [to]);
    }
}

#[test]
fn every_file_that_is_named_for_the_package_is_there() {
    for (from, _) in assets() {
        let (folder, name) = from.rsplit_once('/').unwrap_or((".", &from));
        let built = folder.starts_with("target/");
        assert!(built || names(folder).iter().any(|file| WildMatch::new(name).matches(file)), "{from}");
    }
    assert!(Path::new(HOOKCTL).ends_with("hookctl"), "the program is called as the package says");
}

#[test]
fn the_source_package_holds_what_its_build_and_its_tests_read() {
    if Path::new(ROOT).join("Cargo.toml.orig").exists() {
        let _ =
            std::io::stderr().write_all(b"skipped: this is a source package, of which none can be made\n");
        return;
    }
    let list = ["package", "--list", "--allow-dirty", "--offline", "--locked"];
    let output = Command::new(env!("CARGO")).args(list).current_dir(ROOT).output().expect("cargo");
    assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stderr));
    let files = String::from_utf8(output.stdout).expect("UTF-8");
    for file in [
        ".ci/run",
        "Cargo.lock",
        "LICENSE-APACHE",
        "LICENSE-MIT",
        "README.md",
        "build.rs",
        "completions/hookctl.bash",
        "docs/faults.md",
        "hooks.example.toml",
        "hooks.schema.json",
        "man/hookctl.1",
        "src/commands/init.toml",
        "tests/data/force-push.json",
        "tests/example/no-force-push/deny-hosts.jsonl",
    ] {
        assert!(files.lines().any(|line| line == file), "{file} is not in:\n{files}");
    }
}
