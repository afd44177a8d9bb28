//! The table, as Markdown.

use std::path::Path;
use std::time::Duration;

use crate::Row;
use crate::call::{Taken, percentile};
use crate::rows::print;

/// The row of limits.
pub const LIMIT: &str = "a hook over its limit of 50 ms";

/// The rows of memory.
pub const MEMORY: &str = "peak memory";

/// The heading.
pub fn head(bin: &Path) {
    print(&format!(
        "{}\n\n| case | contestant | x | x (processor) | median ms | target |\n| --- | --- | --- | --- | --- | --- |\n",
        bin.display()
    ));
}

/// One row per contestant.
pub fn row(row: &Row, taken: &[Taken]) {
    let low = |times: &[Duration]| percentile(times, 10).as_secs_f64();
    for (index, ((name, _), mine)) in row.contestants.iter().zip(taken).enumerate() {
        let (wall, cpu) = (low(&mine.wall) / low(&taken[0].wall), low(&mine.cpu) / low(&taken[0].cpu));
        let median = percentile(&mine.wall, 50).as_secs_f64() * 1e3;
        let title = if index == 0 { row.title } else { "" };
        let target = row.target.filter(|_| name == "hookctl").map(|target| format!("<= {target}"));
        print(&format!(
            "| {title} | {name} | {wall:.2} | {cpu:.2} | {median:.2} | {} |\n",
            target.unwrap_or_default()
        ));
    }
}

/// How long after its limit a hook is over, in the 10th percentile and the median.
pub fn limit(late: &[Duration]) {
    let ms = |percent| percentile(late, percent).as_secs_f64() * 1e3;
    print(&format!("| {LIMIT} | hookctl | +{:.2} ms | | +{:.2} | <= +5 ms |\n", ms(10), ms(50)));
}

/// The peak for each size of an event.
pub fn memory(peaks: &[(u64, u64)]) {
    for (size, peak) in peaks {
        let mib = |bytes: u64| f64::from(u32::try_from(bytes >> 10).unwrap_or(u32::MAX)) / 1024.0;
        print(&format!(
            "| {MEMORY}, event of {:.3} MiB | hookctl | {:.1} MiB | | | <= {:.1} MiB |\n",
            mib(*size),
            mib(*peak),
            2.2 * mib(*size) + 8.0
        ));
    }
}
