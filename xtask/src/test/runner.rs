//! Runs steps in two parallel lanes, each in the order of the table, and measures them.

use std::panic::{self, AssertUnwindSafe};
use std::sync::{Condvar, Mutex, MutexGuard, PoisonError};
use std::thread;
use std::time::{Duration, Instant};

use crate::run::Shell;
use crate::setup::{self, Need};
use crate::tally::Tally;

/// A step of the test command.
pub(crate) struct Step {
    pub(crate) name: &'static str,
    /// One line of the help.
    pub(crate) about: &'static str,
    pub(crate) lane: Lane,
    /// Steps above it in the table that must have finished, if they were requested.
    pub(crate) after: &'static [&'static str],
    pub(crate) needs: &'static [Need],
    /// An error is a failed check. What was counted before it is lost, so steps with several tests put theirs into the tally.
    pub(crate) run: fn(&Shell) -> Result<Tally, String>,
}

/// Steps of one lane run one after the other. Two lanes keep two processors busy while one of them waits for a download, a
/// linker or a clock.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(crate) enum Lane {
    /// What builds in the workspace's target folder, of which cargo lets only one build at a time use.
    Workspace,
    /// Everything else.
    Side,
}

/// The result of a step and its times.
pub(crate) struct Report {
    pub(crate) name: &'static str,
    pub(crate) tally: Tally,
    pub(crate) wall: Duration,
    /// The part of `wall` in which missing tools were installed.
    pub(crate) set_up: Duration,
    /// User and system time of every program that the step ran.
    pub(crate) processor: Duration,
    /// The end of what the step printed.
    pub(crate) last_lines: Vec<String>,
}

/// Runs steps. Without `keep_going` no step is started after a failure; a running step is finished.
pub(crate) fn run(steps: &[&Step], keep_going: bool) -> Vec<Report> {
    let board = Board { reports: Mutex::default(), changed: Condvar::new(), keep_going };
    thread::scope(|scope| {
        for lane in [Lane::Workspace, Lane::Side] {
            let board = &board;
            scope.spawn(move || {
                for step in steps.iter().filter(|step| step.lane == lane) {
                    if !board.wait_for_turn(steps, step) {
                        return;
                    }
                    board.add(run_one(step));
                }
            });
        }
    });
    let mut reports = board.reports.into_inner().unwrap_or_else(PoisonError::into_inner);
    reports.sort_by_key(|report| steps.iter().position(|step| step.name == report.name));
    reports
}

/// The progress of both lanes, which each of them can see.
struct Board {
    reports: Mutex<Vec<Report>>,
    changed: Condvar,
    keep_going: bool,
}

impl Board {
    fn lock(&self) -> MutexGuard<'_, Vec<Report>> {
        self.reports.lock().unwrap_or_else(PoisonError::into_inner)
    }

    fn add(&self, report: Report) {
        self.lock().push(report);
        self.changed.notify_all();
    }

    /// Waits until a step may start. False if it must not, because another failed.
    fn wait_for_turn(&self, chosen: &[&Step], step: &Step) -> bool {
        let mut reports = self.lock();
        loop {
            if !self.keep_going && reports.iter().any(|report| !report.tally.failed.is_empty()) {
                return false;
            }
            let waits = step.after.iter().any(|&earlier| {
                let is_chosen = chosen.iter().any(|step| step.name == earlier);
                is_chosen && !reports.iter().any(|report| report.name == earlier)
            });
            if !waits {
                return true;
            }
            reports = self.changed.wait(reports).unwrap_or_else(PoisonError::into_inner);
        }
    }
}

fn run_one(step: &Step) -> Report {
    let shell = Shell::labelled(step.name);
    let start = Instant::now();
    let mut set_up = Duration::ZERO;
    let attempt = panic::catch_unwind(AssertUnwindSafe(|| {
        let provided = setup::provide(&shell, step.needs);
        set_up = start.elapsed();
        provided.and_then(|()| (step.run)(&shell))
    }));
    // A lane that panicked would leave the other waiting forever.
    let result = attempt.unwrap_or_else(|_| Err("the step panicked".to_owned()));
    let tally = result.unwrap_or_else(|error| {
        shell.print(&error);
        Tally::fail(error)
    });
    let verdict = if tally.failed.is_empty() { "passed" } else { "FAILED" };
    shell.print(&format!("=== {verdict} in {:.1} s", start.elapsed().as_secs_f64()));
    let last_lines = shell.last_lines();
    Report { name: step.name, tally, wall: start.elapsed(), set_up, processor: shell.processor_time(), last_lines }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn step(name: &'static str, lane: Lane, run: fn(&Shell) -> Result<Tally, String>) -> Step {
        Step { name, about: "", lane, after: &[], needs: &[], run }
    }

    fn names(reports: &[Report]) -> Vec<&str> {
        reports.iter().map(|report| report.name).collect()
    }

    #[test]
    fn nothing_starts_after_a_failure_unless_asked() {
        let bad = step("bad", Lane::Workspace, |_| Err("no".to_owned()));
        let good = step("good", Lane::Workspace, |_| Ok(Tally::pass()));
        assert_eq!(names(&run(&[&bad, &good], false)), ["bad"]);
        let reports = run(&[&bad, &good], true);
        assert_eq!(names(&reports), ["bad", "good"]);
        assert_eq!((reports[0].tally.failed.as_slice(), reports[1].tally.passed), (["no".to_owned()].as_slice(), 1));
    }

    #[test]
    fn a_step_waits_for_another_lane_only_if_it_must() {
        static ENDED: Mutex<Vec<&str>> = Mutex::new(Vec::new());
        fn end(name: &'static str) -> Result<Tally, String> {
            ENDED.lock().unwrap().push(name);
            Ok(Tally::pass())
        }
        let slow = step("slow", Lane::Workspace, |_| {
            thread::sleep(Duration::from_millis(100));
            end("slow")
        });
        let later = Step { after: &["slow"], ..step("later", Lane::Side, |_| end("later")) };
        assert_eq!(names(&run(&[&slow, &later], false)), ["slow", "later"]);
        assert_eq!(*ENDED.lock().unwrap(), ["slow", "later"]);
        assert_eq!(names(&run(&[&later], false)), ["later"]);
    }

    #[test]
    fn a_panic_is_a_failure_and_does_not_keep_the_other_lane_waiting() {
        let panics = step("panics", Lane::Workspace, |_| panic!("on purpose"));
        let later = Step { after: &["panics"], ..step("later", Lane::Side, |_| Ok(Tally::pass())) };
        let reports = run(&[&panics, &later], true);
        assert_eq!((reports[0].tally.failed.len(), reports[1].tally.passed), (1, 1));
    }
}
