//! The test command, which runs all steps or those that are named. See docs/testing.md.

mod runner;
mod steps;

use std::process::ExitCode;
use std::time::{Duration, Instant};

use self::runner::{Report, Step};
use self::steps::STEPS;
use crate::tally::Tally;

/// The request on the command line.
enum Request {
    Help,
    Run { steps: Vec<&'static Step>, keep_going: bool },
}

/// Runs the named steps, or all steps if none is named.
pub(crate) fn test(arguments: &[&str]) -> ExitCode {
    match parse(arguments) {
        Ok(Request::Help) => {
            print!("{}", help());
            ExitCode::SUCCESS
        }
        Ok(Request::Run { steps, keep_going }) => {
            let start = Instant::now();
            let reports = runner::run(&steps, keep_going);
            print!("{}", summary(&steps, &reports, start.elapsed()));
            let passed = reports.len() == steps.len() && reports.iter().all(|report| report.tally.failed.is_empty());
            if passed { ExitCode::SUCCESS } else { ExitCode::FAILURE }
        }
        Err(message) => {
            eprintln!("{message}");
            ExitCode::FAILURE
        }
    }
}

fn parse(arguments: &[&str]) -> Result<Request, String> {
    let mut names = Vec::new();
    let mut keep_going = false;
    for &argument in arguments {
        match argument {
            "--help" | "-h" => return Ok(Request::Help),
            "--keep-going" => keep_going = true,
            name if STEPS.iter().any(|step| step.name == name) => names.push(name),
            other => return Err(format!("there is no step `{other}`\n\n{}", help())),
        }
    }
    let steps = STEPS.iter().filter(|step| names.is_empty() || names.contains(&step.name)).collect();
    Ok(Request::Run { steps, keep_going })
}

fn help() -> String {
    let mut text = "\
cargo xtask test [--keep-going] [STEP…]

Installs what the steps need, runs them (all if none is named) and counts their tests. Exits with 0 if nothing failed.

  --keep-going   goes on after a failure and lists every failure at the end

Steps:
"
    .to_owned();
    for step in &STEPS {
        text += &format!("  {:<10} {}\n", step.name, step.about);
    }
    text
}

/// The summary: times, skipped and failed tests, and the total on a line of its own.
fn summary(steps: &[&Step], reports: &[Report], wall: Duration) -> String {
    let mut text = String::new();
    // The log of a run is often cut at its beginning, where the reason for a failure would be.
    for report in reports.iter().filter(|report| !report.tally.failed.is_empty()) {
        text += &format!("\nlast lines of {}:\n", report.name);
        report.last_lines.iter().for_each(|line| text += &format!("  {line}\n"));
    }
    text += "\n      wall  processor  set-up  step\n";
    let seconds = |time: Duration| format!("{:.1} s", time.as_secs_f64());
    for report in reports {
        let (wall, processor, set_up) = (seconds(report.wall), seconds(report.processor), seconds(report.set_up));
        let Tally { passed, failed, .. } = &report.tally;
        text += &format!(
            "{wall:>10}  {processor:>9}  {set_up:>6}  {} ({passed} passed, {} failed)\n",
            report.name,
            failed.len()
        );
    }
    let processor = reports.iter().map(|report| report.processor).sum();
    text += &format!("{:>10}  {:>9}          total, in parallel\n", seconds(wall), seconds(processor));
    let mut total = Tally::default();
    for report in reports {
        total += report.tally.clone();
        let Tally { skipped, flaky, failed, .. } = &report.tally;
        for (kind, tests) in [("skipped", skipped), ("FLAKY", flaky), ("FAILED", failed)] {
            for test in tests {
                text += &format!("{kind}: {}: {test}\n", report.name);
            }
        }
    }
    let not_run: Vec<&str> =
        steps.iter().map(|step| step.name).filter(|&name| !reports.iter().any(|report| report.name == name)).collect();
    if !not_run.is_empty() {
        text += &format!("not run after the failure: {} (--keep-going runs them too)\n", not_run.join(", "));
    }
    text += &format!("{} passed, {} failed", total.passed, total.failed.len());
    if !total.skipped.is_empty() {
        text += &format!(", {} skipped", total.skipped.len());
    }
    text + "\n"
}

#[cfg(test)]
mod tests {
    use super::*;

    fn chosen(arguments: &[&str]) -> Vec<&'static str> {
        match parse(arguments) {
            Ok(Request::Run { steps, .. }) => steps.iter().map(|step| step.name).collect(),
            _ => panic!("{arguments:?} should choose steps"),
        }
    }

    #[test]
    fn steps_are_chosen_by_name_and_run_in_the_order_of_the_table() {
        assert_eq!(chosen(&[]).len(), STEPS.len());
        assert_eq!(chosen(&["--keep-going"]).len(), STEPS.len());
        assert_eq!(chosen(&["shuffle", "format"]), ["format", "shuffle"]);
    }

    #[test]
    fn a_wrong_name_is_refused_with_the_right_ones() {
        let Err(message) = parse(&["fromat"]) else { panic!("there is no such step") };
        assert!(message.contains("fromat") && STEPS.iter().all(|step| message.contains(step.name)), "{message}");
    }

    #[test]
    fn a_step_waits_only_for_steps_above_it() {
        for (index, step) in STEPS.iter().enumerate() {
            assert_eq!(
                STEPS.iter().position(|other| other.name == step.name),
                Some(index),
                "{} is listed twice",
                step.name
            );
            for earlier in step.after {
                assert!(STEPS[..index].iter().any(|other| other.name == *earlier), "{} after {earlier}", step.name);
            }
        }
    }

    #[test]
    fn the_last_line_counts_and_nothing_is_hidden() {
        let report = |name, tally| Report {
            name,
            tally,
            wall: Duration::from_secs(3),
            set_up: Duration::from_secs(1),
            processor: Duration::from_secs(5),
            last_lines: vec![format!("{name} ended")],
        };
        let steps: Vec<&Step> = STEPS.iter().take(3).collect();
        let good = report(steps[0].name, Tally { passed: 12, ..Tally::default() });
        let text = summary(&steps[..1], &[good], Duration::from_secs(3));
        assert_eq!(text.lines().last(), Some("12 passed, 0 failed"));
        let good = report(
            steps[0].name,
            Tally { passed: 12, skipped: vec!["slow".to_owned()], flaky: vec!["shaky".to_owned()], ..Tally::default() },
        );
        let bad = report(steps[1].name, Tally::fail("wrong"));
        let text = summary(&steps, &[good, bad], Duration::from_secs(3));
        assert_eq!(text.lines().last(), Some("12 passed, 1 failed, 1 skipped"));
        assert!(text.contains(&format!("FAILED: {}: wrong", steps[1].name)), "{text}");
        assert!(text.contains(&format!("last lines of {}:\n  {0} ended\n", steps[1].name)), "{text}");
        assert!(!text.contains(&format!("{} ended", steps[0].name)), "{text}");
        assert!(text.contains(&format!("FLAKY: {}: shaky", steps[0].name)), "{text}");
        assert!(text.contains("skipped: ") && text.contains(&format!("not run after the failure: {}", steps[2].name)));
    }
}
