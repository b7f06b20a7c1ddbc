//! `trinta bench solver`: the number solver beside HiGHS.

use std::io::{self, IsTerminal as _, Write as _};
use std::process::ExitCode;
use std::time::{Duration, Instant};

use serde::Serialize;
use trinta_bench::{Aim, Class, Plan, Reference, Report, SecondOpinion, collect, measure};

use crate::bench::{Objective, SolverArgs};
use crate::failure::Failure;
use crate::output::{screen, write_json};

/// The two solvers disagree: one of them is wrong.
const DIFFERENT: u8 = 1;

/// The figures with what was asked for.
#[derive(Serialize)]
struct Answer {
    seed: u64,
    positions: u32,
    limit_seconds: u32,
    budget: Option<u64>,
    #[serde(flatten)]
    report: Report,
}

pub(super) fn run(args: &SolverArgs) -> Result<ExitCode, Failure> {
    let mut bar = Bar::new();
    let count = args.positions as usize;
    let classes = collect(args.seed, count, |found| bar.show("positions", found, count * Class::ALL.len()));
    let reference = Reference::with_limit(Duration::from_secs(args.limit.into()));
    let other: Option<&dyn SecondOpinion> = if args.no_reference { None } else { Some(&reference) };
    let aim = match args.objective {
        Objective::Tiles => Aim::Tiles,
        Objective::Value => Aim::Value,
    };
    let plan = Plan { aim, budget: args.budget, most_asked: args.compared as usize };
    let report = measure(&classes, plan, other, |done, all| bar.show("answers", done, all));
    bar.clear();
    let same = report.classes.iter().filter_map(|row| row.reference.as_ref()).all(|row| row.different == 0);
    if args.json {
        let SolverArgs { seed, positions, limit: limit_seconds, budget, .. } = *args;
        write_json(&mut io::stdout().lock(), &Answer { seed, positions, limit_seconds, budget, report })?;
    } else {
        writeln!(screen(), "{report}")?;
    }
    Ok(if same { ExitCode::SUCCESS } else { ExitCode::from(DIFFERENT) })
}

/// How far it is, on a terminal; elsewhere nothing is shown.
struct Bar {
    shown: bool,
    last: Option<Instant>,
}

impl Bar {
    const WIDTH: usize = 30;
    /// Showing it more often would take time from what is measured.
    const PAUSE: Duration = Duration::from_millis(200);

    fn new() -> Bar {
        Bar { shown: io::stderr().is_terminal(), last: None }
    }

    fn show(&mut self, what: &str, done: usize, all: usize) {
        if !self.shown || self.last.is_some_and(|last| last.elapsed() < Bar::PAUSE) {
            return;
        }
        self.last = Some(Instant::now());
        let full = Bar::WIDTH * done / all.max(1);
        // A bar that can't be shown is none.
        let _ = write!(io::stderr(), "\r[{:<width$}] {done} of {all} {what} ", "=".repeat(full), width = Bar::WIDTH);
    }

    fn clear(&self) {
        if self.shown {
            let _ = write!(io::stderr(), "\r\x1b[K");
        }
    }
}
