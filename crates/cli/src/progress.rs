//! How far something long is, on one line of the terminal.

use std::io::{self, IsTerminal as _, Write as _};
use std::time::{Duration, Instant};

/// Nobody reads faster.
const PAUSE: Duration = Duration::from_millis(100);

/// Erases the line.
const ERASE: &str = "\r\x1b[K";

/// The line that tells how far it is. It is gone when this is dropped.
pub(crate) struct Progress {
    /// What is counted, such as games.
    what: &'static str,
    size: u64,
    started: Instant,
    /// When it was written last.
    shown: Instant,
}

impl Progress {
    /// A line on standard error, if somebody looks there. Without a size there is nothing to tell.
    pub(crate) fn new(what: &'static str, size: Option<u64>) -> Option<Progress> {
        let seen = io::stderr().is_terminal();
        let now = Instant::now();
        size.filter(|&size| seen && size > 0).map(|size| Progress { what, size, started: now, shown: now })
    }

    /// A line while answers are written: those on a terminal show for themselves how far it is.
    pub(crate) fn beside_answers(size: Option<u64>) -> Option<Progress> {
        if io::stdout().is_terminal() { None } else { Progress::new("answered", size) }
    }

    /// Tells that so many are done, which are so much of the whole.
    pub(crate) fn show(&mut self, done: usize, so_far: u64) {
        if self.shown.elapsed() >= PAUSE {
            self.shown = Instant::now();
            let text = text(self.what, done, so_far as f64 / self.size as f64, self.started.elapsed());
            // That it can't be shown is no reason to stop.
            let _ = write!(io::stderr(), "{ERASE}{text}");
        }
    }
}

impl Drop for Progress {
    fn drop(&mut self) {
        let _ = write!(io::stderr(), "{ERASE}");
    }
}

fn text(what: &str, count: usize, part: f64, taken: Duration) -> String {
    const WIDTH: usize = 24;
    let part = part.clamp(0.0, 1.0);
    let done = (part * WIDTH as f64) as usize;
    let seconds = taken.as_secs_f64();
    let left = if part > 0.0 { (seconds / part - seconds).ceil() } else { 0.0 };
    let rate = count as f64 / seconds.max(0.001);
    format!(
        "{:>3.0} % [{}{}] {count} {what}, {rate:.0} a second, {} left",
        100.0 * part,
        "#".repeat(done),
        " ".repeat(WIDTH - done),
        clock(left as u64)
    )
}

/// Seconds as a clock shows them.
fn clock(seconds: u64) -> String {
    let (hours, minutes, seconds) = (seconds / 3600, seconds / 60 % 60, seconds % 60);
    if hours > 0 { format!("{hours}:{minutes:02}:{seconds:02}") } else { format!("{minutes}:{seconds:02}") }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_line_tells_how_far_how_fast_and_how_long() {
        assert_eq!(
            text("answered", 300, 0.25, Duration::from_secs(30)),
            " 25 % [######                  ] 300 answered, 10 a second, 1:30 left"
        );
        assert!(text("games", 0, 0.0, Duration::ZERO).starts_with("  0 % [ "));
        assert!(text("games", 9, 7.0, Duration::from_secs(1)).starts_with("100 % [########################] 9 games"));
        assert_eq!(clock(3 * 3600 + 61), "3:01:01");
    }
}
