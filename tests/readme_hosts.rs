//! The settings that README.md tells to paste are those that are kept, and that other tests look at.

use std::fs;

const ROOT: &str = env!("CARGO_MANIFEST_DIR");

#[test]
fn the_settings_to_paste_are_the_ones_in_the_tests() {
    let readme = fs::read_to_string(format!("{ROOT}/README.md")).expect("README.md");
    for (heading, file) in [
        ("### Claude Code\n", "claude/settings.json"),
        ("### Codex\n", "codex/hooks.json"),
        ("### Gemini CLI\n", "gemini/settings.json"),
        ("### Qwen Code\n", "qwen/settings.json"),
        ("### Copilot CLI\n", "copilot/hookctl.json"),
        ("### Factory Droid\n", "droid/hooks.json"),
    ] {
        let section = readme.split(heading).nth(1).unwrap_or_else(|| panic!("README.md has no {heading}"));
        let block = section.split("```json\n").nth(1).expect("a block to paste");
        let shown = block.split("```").next().expect("an end");
        let kept = fs::read_to_string(format!("{ROOT}/tests/data/{file}")).expect(file);
        assert_eq!(shown, kept, "{file}");
    }
}
