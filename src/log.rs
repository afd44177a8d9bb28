//! Logging on stderr, set up only when it is asked for.

use tracing::level_filters::LevelFilter;

/// Logs to stderr from now on: `-v` what happens, `-vv` every detail.
pub fn init(verbosity: u8) {
    let level = match verbosity {
        0 => return,
        1 => LevelFilter::INFO,
        2 => LevelFilter::DEBUG,
        _ => LevelFilter::TRACE,
    };
    let ansi = std::io::IsTerminal::is_terminal(&std::io::stderr());
    tracing_subscriber::fmt()
        .with_max_level(level)
        .with_writer(std::io::stderr)
        .with_ansi(ansi)
        // It would complain on stderr about a stderr that is gone, and panic.
        .log_internal_errors(false)
        .init();
}
