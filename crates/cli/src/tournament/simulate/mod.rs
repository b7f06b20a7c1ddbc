//! `trinta tournament simulate`: the format advisor (N6). docs/tournament-simulate.md explains the method.

mod report;

use std::num::NonZero;
use std::process::ExitCode;
use std::thread;

use clap::Args;
use trinta_advisor::{Habits, Inquiry, LEVELS, advise, tournaments};
use trinta_tournament::DEFAULT_PRESET;

use crate::failure::Failure;
use crate::output::{screen, write_json};
use crate::progress::Progress;
use crate::tournament::desk::read_settings;

const HELP: &str = "\
Examples:
  trinta tournament simulate --players 64
  trinta tournament simulate --players 12 --minutes 120 --turn 30 --preset plk-2017,4x4
  trinta tournament simulate --players 64 --set rounds=4 --set format=swiss --json

Exit code: 0, or 2 for invalid input.";

/// The arguments of `trinta tournament simulate`.
#[derive(Debug, Args)]
#[command(after_help = HELP)]
pub(super) struct SimulateArgs {
    /// Number of players
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u32).range(3..=1000))]
    players: u32,
    /// Presets to compare, such as plk-2017,4x4
    #[arg(long, value_name = "NAMES", value_delimiter = ',', default_value = DEFAULT_PRESET)]
    preset: Vec<String>,
    /// A setting that differs from the presets, such as rounds=4; may be repeated
    #[arg(long = "set", value_name = "NAME=VALUE")]
    settings: Vec<String>,
    /// Minutes for all rounds, shared equally between them [default: as the preset plans]
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u32).range(1..=6000))]
    minutes: Option<u32>,
    /// Mean seconds of a turn
    #[arg(long, value_name = "SECONDS", default_value_t = 25, value_parser = clap::value_parser!(u32).range(1..=600))]
    turn: u32,
    /// Seconds to shuffle and deal before each game
    #[arg(long, value_name = "SECONDS", default_value_t = 120, value_parser = clap::value_parser!(u32).range(0..=3600))]
    deal: u32,
    /// Strength of the weakest and the strongest player, as levels of the bots from 1 to 4
    #[arg(long, value_name = "FROM-TO", default_value = "1-3", value_parser = read_levels)]
    levels: (f64, f64),
    /// Tournaments to simulate for each preset
    #[arg(long, value_name = "N", default_value_t = 500, value_parser = clap::value_parser!(u32).range(1..=1_000_000))]
    events: u32,
    /// Games of the bots to play for tables of four; simulated tables choose among them
    #[arg(long, value_name = "N", default_value_t = 1000, value_parser = clap::value_parser!(u32).range(1..=1_000_000))]
    games: u32,
    /// Seed; the same seed gives the same report with any number of threads
    #[arg(long, value_name = "N", default_value_t = 1)]
    seed: u64,
    /// Number of threads [default: one per core]
    #[arg(long, value_name = "N")]
    threads: Option<NonZero<usize>>,
    /// Print the report as JSON
    #[arg(long)]
    json: bool,
}

fn read_levels(text: &str) -> Result<(f64, f64), String> {
    let wrong = || "write two levels from 1 to 4, such as 1-3 or 1.5-4".to_owned();
    let (from, to) = text.split_once('-').ok_or_else(wrong)?;
    let level =
        |text: &str| text.trim().parse::<f64>().ok().filter(|level| (1.0..=LEVELS.len() as f64).contains(level));
    let (from, to) = (level(from).ok_or_else(wrong)?, level(to).ok_or_else(wrong)?);
    if from <= to { Ok((from, to)) } else { Err(wrong()) }
}

pub(super) fn run(args: &SimulateArgs) -> Result<ExitCode, Failure> {
    let cores = || thread::available_parallelism().unwrap_or(NonZero::<usize>::MIN);
    let inquiry = Inquiry {
        players: args.players,
        presets: args.preset.clone(),
        changes: read_settings(&args.settings)?.into_iter().collect(),
        minutes: args.minutes,
        habits: Habits { turn_seconds: args.turn.into(), setup_seconds: args.deal.into(), levels: args.levels },
        events: args.events,
        games: args.games,
        seed: args.seed,
        threads: args.threads.unwrap_or_else(cores),
    };
    let mut line = Progress::new("tournaments", Some(tournaments(&inquiry)));
    let report = advise(&inquiry, &mut |done| {
        if let Some(line) = &mut line {
            line.show(done, done as u64);
        }
        true
    });
    drop(line);
    let report = report.map_err(|error| {
        if error.is_input() { Failure::Input(error.to_string()) } else { Failure::from(error.to_string()) }
    })?;
    if args.json {
        write_json(&mut std::io::stdout().lock(), &report)?;
    } else {
        report::write(&report, &mut screen())?;
    }
    Ok(ExitCode::SUCCESS)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn levels_are_two_in_order() {
        assert_eq!(read_levels("1-3"), Ok((1.0, 3.0)));
        assert_eq!(read_levels("1.5 - 4"), Ok((1.5, 4.0)));
        for wrong in ["", "2", "3-1", "0-2", "1-5", "a-b", "NaN-2"] {
            assert!(read_levels(wrong).is_err(), "{wrong}");
        }
    }
}
