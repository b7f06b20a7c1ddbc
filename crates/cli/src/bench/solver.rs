//! `trinta bench solver`: the number solver compared with HiGHS.

use std::io::{self, Write as _};
use std::process::ExitCode;
use std::time::Duration;

use serde::Serialize;
use trinta_bench::{Class, Formulation, Options, Oracle, Ranking, Reference, Report, collect, measure};
use trinta_solver::Budget;

use crate::bench::{Model, Objective, SolverArgs};
use crate::failure::Failure;
use crate::output::{screen, write_json};
use crate::progress::Progress;

/// The exit code if the two solvers disagree.
const DISAGREEMENT: u8 = 1;

/// The results with the options of the run.
#[derive(Serialize)]
struct ReportJson {
    seed: u64,
    positions: u32,
    limit_seconds: u32,
    budget: Option<u64>,
    #[serde(flatten)]
    report: Report,
}

pub(super) fn run(args: &SolverArgs) -> Result<ExitCode, Failure> {
    let classes = collect(args.seed, args.positions as usize, |class| class.to_string().contains(&args.only));
    if classes.is_empty() {
        let names: Vec<String> = Class::ALL.iter().map(|class| format!("\n  {class}")).collect();
        return Err(Failure::Input(format!("no class has `{}` in its name; there are{}", args.only, names.concat())));
    }
    let formulation = match args.model {
        Model::Compact => Formulation::Compact,
        Model::Published => Formulation::Published,
    };
    let reference = Reference::with_limit(Duration::from_secs(args.limit.into())).formulated(formulation);
    let oracle: Option<&dyn Oracle> = if args.no_reference { None } else { Some(&reference) };
    let ranking = match args.objective {
        Objective::Tiles => Ranking::Tiles,
        Objective::Value => Ranking::Value,
    };
    let options = Options { ranking, budget: Budget { nodes: args.budget }, compared: args.compared as usize };
    // Our solver solves everything twice.
    let answers = 2 * classes.iter().map(|(_, positions)| positions.len() as u64).sum::<u64>();
    let mut line = Progress::new("answered", Some(answers));
    let report = measure(&classes, options, oracle, |answered| {
        if let Some(line) = &mut line {
            line.show(answered, answered as u64);
        }
    });
    drop(line);
    let same = report.classes.iter().filter_map(|row| row.reference.as_ref()).all(|row| row.different == 0);
    if args.json {
        let SolverArgs { seed, positions, limit: limit_seconds, budget, .. } = *args;
        write_json(&mut io::stdout().lock(), &ReportJson { seed, positions, limit_seconds, budget, report })?;
    } else {
        writeln!(screen(), "{report}")?;
    }
    Ok(if same { ExitCode::SUCCESS } else { ExitCode::from(DISAGREEMENT) })
}
