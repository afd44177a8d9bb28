//! Keeps what hookctl itself inherited away from the programs that it starts: descriptors, and signals that
//! its parent ignores.

use std::sync::Arc;
use std::sync::Once;
use std::sync::atomic::AtomicBool;

use signal_hook::consts::{SIGCHLD, SIGKILL, SIGPIPE, SIGSTOP};
use signal_hook::flag;

/// The first descriptor that is not one of the standard three.
const FIRST: i32 = 3;

/// Makes sure, once per process, that a program started from now on gets no descriptor but the standard three
/// and no signal that is ignored.
pub fn cut_off() {
    static ONCE: Once = Once::new();
    ONCE.call_once(|| {
        close_fds::set_fds_cloexec(FIRST, &[]);
        for signal in ignored_signals() {
            // A signal that is caught is at its default again in a program that is started; one that is
            // ignored would stay ignored. SIGPIPE is the standard library's own business.
            if !matches!(signal, SIGKILL | SIGSTOP | SIGPIPE) {
                // Nothing can be done where it fails, and nothing is lost but a default.
                let _ = flag::register(signal, Arc::new(AtomicBool::new(false)));
            }
        }
    });
}

/// The signals that this process ignores, as its parent told it to.
#[cfg(target_os = "linux")]
fn ignored_signals() -> Vec<i32> {
    let mask = std::fs::read_to_string("/proc/self/stat").ok().and_then(|stat| ignored_mask(&stat));
    match mask {
        Some(mask) => (1..=31).filter(|signal| mask >> (signal - 1) & 1 == 1).collect(),
        None => vec![SIGCHLD],
    }
}

/// Elsewhere there is no cheap way to ask: the one that would keep children from being waited for.
#[cfg(not(target_os = "linux"))]
fn ignored_signals() -> Vec<i32> {
    vec![SIGCHLD]
}

/// Field 33 of `/proc/<pid>/stat` (proc(5), `sigignore`), counted behind the program's name, which may hold
/// blanks and parentheses.
#[cfg(target_os = "linux")]
fn ignored_mask(stat: &str) -> Option<u64> {
    let (_, fields) = stat.rsplit_once(')')?;
    fields.split_ascii_whitespace().nth(30)?.parse().ok()
}
