//! The list of faults in the documentation.

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

#[test]
fn every_fault_in_the_documentation_names_a_test_that_exists() {
    let list =
        fs::read_to_string(concat!(env!("CARGO_MANIFEST_DIR"), "/docs/faults.md")).expect("it is there");
    let code = rust_code("tests") + &rust_code("src");
    let rows: Vec<_> =
        list.lines().filter(|line| line.starts_with("| ") && !line.contains("---")).skip(1).collect();
    assert!(rows.len() > 20, "the table is there");
    for row in rows {
        let cell = row.trim_end_matches(" |").rsplit("| ").next().unwrap_or_default();
        let tests: Vec<_> = cell.split('`').skip(1).step_by(2).collect();
        assert!(!tests.is_empty(), "{row}");
        for test in tests {
            assert!(code.contains(&format!("fn {test}()")), "there is no test `{test}`");
        }
    }
}

#[test]
fn no_limit_depends_on_the_wall_clock() {
    assert!(!rust_code("src").contains("SystemTime::now"), "a limit is counted by a clock that never jumps");
}
