//! A progress line on the terminal.

use std::io::{self, IsTerminal as _, Write as _};
use std::time::{Duration, Instant};

/// The minimum time between two updates.
const REDRAW_INTERVAL: Duration = Duration::from_millis(100);

/// Erases the line.
const ERASE: &str = "\r\x1b[K";

/// A progress line, which is erased when it is dropped.
pub(crate) struct Progress {
    /// What is counted, such as `games`.
    what: &'static str,
    size: u64,
    started: Instant,
    /// The time of the last update.
    shown: Instant,
}

impl Progress {
    /// A line on standard error; none if that is not a terminal, or if the total size is unknown.
    pub(crate) fn new(what: &'static str, size: Option<u64>) -> Option<Progress> {
        let seen = io::stderr().is_terminal();
        let now = Instant::now();
        size.filter(|&size| seen && size > 0).map(|size| Progress { what, size, started: now, shown: now })
    }

    /// A line while results are written; none if these go to a terminal, where they show the progress themselves.
    pub(crate) fn beside_output(size: Option<u64>) -> Option<Progress> {
        if io::stdout().is_terminal() { None } else { Progress::new("answered", size) }
    }

    /// Shows that `count` items are done, which are `done` of the total size.
    pub(crate) fn show(&mut self, count: usize, done: u64) {
        if self.shown.elapsed() >= REDRAW_INTERVAL {
            self.shown = Instant::now();
            let text = text(self.what, count, done as f64 / self.size as f64, self.started.elapsed());
            // The work goes on even if the line can't be written.
            let _ = write!(io::stderr(), "{ERASE}{text}");
        }
    }
}

impl Drop for Progress {
    fn drop(&mut self) {
        let _ = write!(io::stderr(), "{ERASE}");
    }
}

fn text(what: &str, count: usize, share: f64, elapsed: Duration) -> String {
    const BAR_WIDTH: usize = 24;
    let share = share.clamp(0.0, 1.0);
    let done = (share * BAR_WIDTH as f64) as usize;
    let seconds = elapsed.as_secs_f64();
    let left = if share > 0.0 { (seconds / share - seconds).ceil() } else { 0.0 };
    let rate = count as f64 / seconds.max(0.001);
    format!(
        "{:>3.0} % [{}{}] {count} {what}, {rate:.0} per second, {} left",
        100.0 * share,
        "#".repeat(done),
        " ".repeat(BAR_WIDTH - done),
        clock(left as u64)
    )
}

/// Seconds as hours, minutes and seconds.
fn clock(seconds: u64) -> String {
    let (hours, minutes, seconds) = (seconds / 3600, seconds / 60 % 60, seconds % 60);
    if hours > 0 { format!("{hours}:{minutes:02}:{seconds:02}") } else { format!("{minutes}:{seconds:02}") }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_line_shows_share_rate_and_time_left() {
        assert_eq!(
            text("answered", 300, 0.25, Duration::from_secs(30)),
            " 25 % [######                  ] 300 answered, 10 per second, 1:30 left"
        );
        assert!(text("games", 0, 0.0, Duration::ZERO).starts_with("  0 % [ "));
        assert!(text("games", 9, 7.0, Duration::from_secs(1)).starts_with("100 % [########################] 9 games"));
        assert_eq!(clock(3 * 3600 + 61), "3:01:01");
    }
}
