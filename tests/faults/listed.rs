//! What the documentation lists: files, and faults and promises with the tests that prove them.

use std::collections::BTreeSet;
use std::fs;
use std::path::{Path, PathBuf};

fn files(folder: &Path) -> Vec<PathBuf> {
    let entries = fs::read_dir(folder).expect("a folder").map(|entry| entry.expect("an entry").path());
    entries.flat_map(|path| if path.is_dir() { files(&path) } else { vec![path] }).collect()
}

fn rust_code(folder: &str) -> String {
    let all = files(&Path::new(env!("CARGO_MANIFEST_DIR")).join(folder));
    let rust = all.iter().filter(|path| path.extension().is_some_and(|extension| extension == "rs"));
    rust.map(|path| fs::read_to_string(path).expect("UTF-8")).collect()
}

fn page(name: &str) -> String {
    fs::read_to_string(Path::new(env!("CARGO_MANIFEST_DIR")).join(name)).expect("it is there")
}

/// What stands in backticks.
fn code_in(text: &str) -> impl Iterator<Item = &str> {
    text.split('`').skip(1).step_by(2)
}

/// Looks for the tests in the last cells of the first table, below its head.
fn names_tests_that_exist(page: &str) {
    let code = rust_code("tests") + &rust_code("src");
    let table =
        page.lines().skip_while(|line| !line.starts_with("| ")).take_while(|line| line.starts_with('|'));
    let rows: Vec<_> = table.skip(2).collect();
    assert!(rows.len() > 10, "the table is there");
    for row in rows {
        let cell = row.trim_end_matches(" |").rsplit("| ").next().unwrap_or_default();
        assert!(code_in(cell).count() > 0, "{row}");
        for test in code_in(cell) {
            assert!(code.contains(&format!("fn {test}(")), "there is no test `{test}`");
        }
    }
}

#[test]
fn every_fault_in_the_documentation_names_a_test_that_exists() {
    names_tests_that_exist(&page("docs/faults.md"));
}

#[test]
fn every_promise_names_a_test_that_exists() {
    names_tests_that_exist(&page("CONTRIBUTING.md"));
}

#[test]
fn every_file_that_contributors_are_sent_to_exists() {
    let page = page("CONTRIBUTING.md");
    let prose: String = page.split("```").step_by(2).collect();
    let is_path = |text: &&str| {
        let is_name = text.chars().all(|c| c.is_ascii_alphanumeric() || "._-/".contains(c));
        let is_file =
            text.contains('/') || text.rsplit_once('.').is_some_and(|(_, end)| end == "md" || end == "toml");
        is_name && is_file && *text != "hooks.toml"
    };
    let paths: BTreeSet<_> = code_in(&prose).filter(is_path).collect();
    assert!(paths.len() > 30, "the page names files");
    for path in paths {
        // A new host stands for any: what is said of its files holds for one that is there.
        let path = path.replace("NAME", "qwen");
        assert!(Path::new(env!("CARGO_MANIFEST_DIR")).join(&path).exists(), "there is no {path}");
    }
}

/// The modules of each row of the architecture, from above: the first column, without what is said of them.
fn rows(page: &str) -> Vec<Vec<&str>> {
    let drawn =
        page.split("```text\n").nth(1).and_then(|rest| rest.split("```").next()).expect("it is drawn");
    drawn.lines().map(|row| row.split("  ").next().unwrap_or_default().split(", ").collect()).collect()
}

/// What the page says of words that are lower than what they hold.
const HELD: [&str; 2] = ["host::tools::Class", "config::hook::"];

#[test]
fn no_module_knows_one_that_is_drawn_above_it() {
    let page = page("CONTRIBUTING.md");
    let rows = rows(&page);
    let row_of = |module: &str| rows.iter().position(|row| row.contains(&module));
    let src = Path::new(env!("CARGO_MANIFEST_DIR")).join("src");
    for path in files(&src).iter().filter(|path| path.extension().is_some_and(|end| end == "rs")) {
        let below = path.strip_prefix(&src).expect("it is below");
        // Tests may look at everything.
        if below.iter().any(|part| part == "tests" || part == "tests.rs") {
            continue;
        }
        let first = Path::new(below.iter().next().expect("a name"));
        let module = first.file_stem().and_then(|name| name.to_str()).expect("UTF-8");
        let row = row_of(module).unwrap_or_else(|| panic!("`{module}` is not drawn"));
        let text = fs::read_to_string(path).expect("UTF-8");
        let code = text.split("\n#[cfg(test)]").next().unwrap_or_default();
        for known in
            code.split("crate::").skip(1).filter(|known| !HELD.iter().any(|held| known.starts_with(held)))
        {
            let name = known.split(|c: char| !c.is_ascii_lowercase() && c != '_').next().unwrap_or_default();
            let is_below = row_of(name).is_none_or(|other| other >= row);
            assert!(is_below, "{} knows `{name}`, which is drawn above it", below.display());
        }
    }
}

#[test]
fn no_limit_depends_on_the_wall_clock() {
    assert!(!rust_code("src").contains("SystemTime::now"), "a limit is counted by a clock that never jumps");
}
