//! `trinta arena`: lets bots play each other.

mod entrant;
pub(crate) mod plan;
mod records;
mod report;
pub(crate) mod workers;

use std::num::NonZero;
use std::path::PathBuf;
use std::process::ExitCode;
use std::time::{Duration, Instant};

use clap::{Args, ValueEnum};
use trinta_bots::arena::Tally;

use crate::arena::entrant::Entrant;
use crate::arena::plan::ArenaPlan;
use crate::arena::records::RecordFolder;
use crate::arena::report::Report;
use crate::failure::Failure;
use crate::output::{screen, write_json};
use crate::progress::Progress;
use crate::rules::{RulesArgs, WordListArgs};

/// Let bots play each other, with mirrored deals.
#[derive(Debug, Args)]
#[command(after_help = HELP)]
pub(crate) struct ArenaArgs {
    /// Bots, such as greedy,level3 or "level3,cmd:python3 bot.py"; a bot may be named more than once
    #[arg(long, value_name = "NAMES", value_delimiter = ',', required = true)]
    bots: Vec<Entrant>,
    /// Players at a table, 2 to 6; with more bots, all combinations are played [default: all bots at one table]
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u8).range(2..=6))]
    players: Option<u8>,
    /// Maximum number of mirrored groups per line-up; a group is one deal, played once for each seating
    #[arg(long, value_name = "N", default_value_t = 500, value_parser = clap::value_parser!(u64).range(1..=100_000_000))]
    pairs: u64,
    /// Maximum number of games over all line-ups, rounded up to whole groups
    #[arg(long, value_name = "N", conflicts_with = "pairs", value_parser = clap::value_parser!(u64).range(1..=1_000_000_000))]
    games: Option<u64>,
    /// Seed of the games; the same seed gives the same games with any number of threads
    #[arg(long, value_name = "N", default_value_t = 1)]
    seed: u64,
    /// Time limit of a turn, such as 50ms or 2s
    #[arg(long, value_name = "TIME", default_value = "50ms", value_parser = plan::read_time)]
    budget: Duration,
    /// Limit of a turn in nodes that searches may expand [default: what fits into the time limit]
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u64).range(1..))]
    effort: Option<u64>,
    /// Play all games, even if the result is already conclusive
    #[arg(long)]
    all: bool,
    /// Whether jokers are in the box
    #[arg(long, ignore_case = true)]
    jokers: Option<Jokers>,
    #[command(flatten)]
    rules: RulesArgs,
    #[command(flatten)]
    words: WordListArgs,
    /// Number of threads [default: one per core]
    #[arg(long, value_name = "N")]
    threads: Option<NonZero<usize>>,
    /// Write the record of every game into this folder
    #[arg(long, value_name = "DIR")]
    records: Option<PathBuf>,
    /// Print the result as JSON
    #[arg(long)]
    json: bool,
}

/// Whether jokers are in the box.
#[derive(Debug, Clone, Copy, PartialEq, Eq, ValueEnum)]
enum Jokers {
    /// With jokers, as in every edition
    In,
    /// Without jokers
    Out,
}

/// Each paragraph is one line, which clap wraps to the width of the terminal.
const HELP: &str = include_str!("help.txt");

/// Runs the command.
pub(crate) fn run(args: &ArenaArgs) -> Result<ExitCode, Failure> {
    let plan = ArenaPlan::new(args)?;
    let records = args.records.as_deref().map(|folder| RecordFolder::new(folder, &plan)).transpose()?;
    let mut tally = Tally::new(plan.bots.len(), &plan.pairs());
    let mut line = Progress::new("games", Some(plan.groups));
    let started = Instant::now();
    let mut failed = None;
    let stopped = workers::play(&plan, records.is_some(), |number, group| {
        let added = group.map_err(Failure::Input).and_then(|group| {
            if let Some(records) = &records {
                records.write(number, &group)?;
            }
            tally.add(&group.results);
            Ok(())
        });
        if let Some(line) = &mut line {
            line.show(tally.games as usize, tally.groups);
        }
        match added {
            Ok(()) => args.all || !tally.is_clear(),
            Err(failure) => {
                failed = Some(failure);
                false
            }
        }
    });
    drop(line);
    if let Some(failure) = failed {
        return Err(failure);
    }
    let report = Report::new(&plan, &tally, stopped && tally.groups < plan.groups, started.elapsed());
    if args.json {
        write_json(&mut std::io::stdout().lock(), &report)?;
    } else {
        report.write(&mut screen())?;
    }
    Ok(ExitCode::SUCCESS)
}
