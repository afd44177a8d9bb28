//! What breaks around hookctl: the system refuses, the parent left a mess, a hook misbehaves. On a gate each ends in
//! 2. `docs/faults.md` lists them all, also those that other tests prove.

#[path = "../support/mod.rs"]
mod support;

mod hooks;
mod inherited;
mod listed;
mod system;

use support::Case;

/// A hook that denies, and takes its event first.
const DENIES: &str = "cat >/dev/null; echo no; exit 2";

/// The line of sh that runs the hooks of a case on its event.
const RUN: &str = r#""$HOOKCTL" run pre_tool --config hooks.toml"#;

/// A case with one hook, named `hook`, before a tool, and an event for it.
fn gate(command: &str) -> Case {
    Case::hook("pre_tool", command).event(support::small_event("pre_tool"))
}
