//! `trinta arena`: bots against bots.

pub(crate) mod crew;
mod entrant;
pub(crate) mod plan;
mod records;
mod report;

use std::num::NonZero;
use std::path::PathBuf;
use std::process::ExitCode;
use std::time::{Duration, Instant};

use clap::{Args, ValueEnum};
use trinta_bots::arena::Tally;

use crate::arena::entrant::Entrant;
use crate::arena::plan::Plan;
use crate::arena::records::Shelf as RecordShelf;
use crate::arena::report::Report;
use crate::failure::Failure;
use crate::output::{screen, write_json};
use crate::progress::Progress;
use crate::rules::{RulesArgs, WordListArgs};

/// Bots against bots, with mirrored deals.
#[derive(Debug, Args)]
#[command(after_help = HELP)]
pub(crate) struct ArenaArgs {
    /// Who plays, such as greedy,level3 or "level3,cmd:python3 bot.py"; a bot may be named more than once
    #[arg(long, value_name = "NAMES", value_delimiter = ',', required = true)]
    bots: Vec<Entrant>,
    /// Players at a table, 2 to 6; if there are more bots, everybody meets everybody [default: all bots at one table]
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u8).range(2..=6))]
    players: Option<u8>,
    /// Mirrored groups of each line-up at most: one deal, once for every way to sit down to it
    #[arg(long, value_name = "N", default_value_t = 500, value_parser = clap::value_parser!(u64).range(1..=100_000_000))]
    pairs: u64,
    /// The same in games of all line-ups together, rounded up to whole groups
    #[arg(long, value_name = "N", conflicts_with = "pairs", value_parser = clap::value_parser!(u64).range(1..=1_000_000_000))]
    games: Option<u64>,
    /// Which games: the same seed gives the same ones, whatever the number of threads
    #[arg(long, value_name = "N", default_value_t = 1)]
    seed: u64,
    /// What a turn may cost, such as 50ms or 2s
    #[arg(long, value_name = "TIME", default_value = "50ms", value_parser = plan::read_time)]
    budget: Duration,
    /// The same in situations that solvers may look at [default: what fits into the budget]
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u64).range(1..))]
    effort: Option<u64>,
    /// Play all games, also when it is clear who is better
    #[arg(long)]
    all: bool,
    /// Whether jokers are in the box
    #[arg(long, ignore_case = true)]
    jokers: Option<Jokers>,
    #[command(flatten)]
    rules: RulesArgs,
    #[command(flatten)]
    words: WordListArgs,
    /// Play on so many threads [default: one for each core]
    #[arg(long, value_name = "N")]
    threads: Option<NonZero<usize>>,
    /// Write the record of every game into this folder
    #[arg(long, value_name = "DIR")]
    records: Option<PathBuf>,
    /// Answer in JSON
    #[arg(long)]
    json: bool,
}

/// Whether jokers are in the box.
#[derive(Debug, Clone, Copy, PartialEq, Eq, ValueEnum)]
enum Jokers {
    /// As the edition says: they are
    In,
    /// They are not
    Out,
}

/// Paragraphs are not broken into lines there: the terminal's width decides.
const HELP: &str = include_str!("help.txt");

/// Runs the command.
pub(crate) fn run(args: &ArenaArgs) -> Result<ExitCode, Failure> {
    let plan = Plan::new(args)?;
    let records = args.records.as_deref().map(|folder| RecordShelf::new(folder, &plan)).transpose()?;
    let mut tally = Tally::new(plan.bots.len(), &plan.pairs());
    let mut line = Progress::new("games", Some(plan.groups));
    let started = Instant::now();
    let mut failed = None;
    let stopped = crew::play(&plan, records.is_some(), |number, group| {
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
