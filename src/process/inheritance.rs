//! Keeps what hookctl itself inherited away from the programs that it starts: descriptors, and signals that
//! its parent ignores.

use std::sync::Arc;
use std::sync::Once;
use std::sync::atomic::AtomicBool;

use signal_hook::consts::{SIGKILL, SIGPIPE, SIGSTOP};
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
fn ignored_signals() -> impl Iterator<Item = i32> {
    let mut stat = [0; 1024];
    let read = std::fs::File::open("/proc/self/stat").and_then(|mut file| {
        use std::io::Read as _;
        file.read(&mut stat)
    });
    let mask = read.ok().and_then(|read| ignored_mask(&stat[..read])).unwrap_or(0);
    (1..=31).filter(move |signal| mask >> (signal - 1) & 1 == 1)
}

/// Elsewhere nothing cheap tells: those whose default nobody misses in hookctl itself.
#[cfg(not(target_os = "linux"))]
fn ignored_signals() -> impl Iterator<Item = i32> {
    use signal_hook::consts::{SIGALRM, SIGUSR1, SIGUSR2};

    [SIGALRM, SIGUSR1, SIGUSR2].into_iter()
}

/// Field 33 of `/proc/<pid>/stat` (proc(5), `sigignore`), counted behind the program's name, which may hold
/// blanks and parentheses.
#[cfg(target_os = "linux")]
fn ignored_mask(stat: &[u8]) -> Option<u64> {
    let name_end = stat.iter().rposition(|byte| *byte == b')')?;
    let fields = std::str::from_utf8(&stat[name_end + 1..]).ok()?;
    fields.split_ascii_whitespace().nth(30)?.parse().ok()
}
