//! `trinta tournament simulate`: the format advisor (N6). docs/tournament-simulate.md explains the method.

mod games;
mod hall;
mod report;

use std::collections::BTreeMap;
use std::num::NonZero;
use std::process::ExitCode;
use std::sync::atomic::{AtomicU32, Ordering};
use std::sync::mpsc;
use std::thread;

use clap::Args;
use serde_json::Value;
use trinta_core::edition::RulesVersion;
use trinta_tournament::{DEFAULT_PRESET, Settings, sizes};

use crate::failure::Failure;
use crate::output::{screen, write_json};
use crate::progress::Progress;
use crate::tournament::desk::read_settings;
use crate::tournament::simulate::games::{LEVELS, Library};
use crate::tournament::simulate::hall::{Habits, Outcome, Scenario, TimeRule, simulate};
use crate::tournament::simulate::report::{Report, Row, RowOf};

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

/// A preset with everything that was chosen.
struct Candidate {
    preset: String,
    changes: BTreeMap<String, Value>,
    settings: Settings,
    minutes: u32,
}

impl Candidate {
    fn new(preset: &str, args: &SimulateArgs) -> Result<Candidate, Failure> {
        let refuse = |error: trinta_tournament::SettingError| Failure::Input(format!("{preset}: {error}"));
        let mut changes: BTreeMap<String, Value> = read_settings(&args.settings)?.into_iter().collect();
        let base = Settings::new(preset, &changes).map_err(refuse)?;
        if base.capacity < args.players {
            changes.insert("capacity".to_owned(), args.players.into());
        }
        if let Some(minutes) = args.minutes.filter(|_| !changes.contains_key("slot")) {
            let slot = minutes / base.rounds;
            let play = slot.saturating_sub(base.slot.saturating_sub(base.play));
            if play == 0 {
                let rounds = base.rounds;
                return Err(Failure::Input(format!("{preset}: {minutes} minutes are too few for {rounds} rounds")));
            }
            changes.insert("slot".to_owned(), slot.into());
            changes.entry("play".to_owned()).or_insert_with(|| play.into());
        }
        let settings = Settings::new(preset, &changes).map_err(refuse)?;
        let minutes = args.minutes.unwrap_or(settings.rounds * settings.slot);
        Ok(Candidate { preset: preset.to_owned(), changes, settings, minutes })
    }
}

pub(super) fn run(args: &SimulateArgs) -> Result<ExitCode, Failure> {
    if sizes(args.players as usize).is_none() {
        return Err(Failure::Input(format!("{} players can't sit at tables of four and three", args.players)));
    }
    let candidates =
        args.preset.iter().map(|preset| Candidate::new(preset.trim(), args)).collect::<Result<Vec<_>, _>>()?;
    let habits = Habits { turn_seconds: args.turn.into(), setup_seconds: args.deal.into(), levels: args.levels };
    // Presets with the same rules of the game share the games of the bots.
    let mut libraries: Vec<(trinta_core::Settings, Library)> = Vec::new();
    let mut rows = Vec::new();
    let total = u64::from(args.events) * candidates.len() as u64 * 2;
    let mut line = Progress::new("tournaments", Some(total));
    let mut done = 0;
    for candidate in &candidates {
        let rules =
            candidate.settings.game(RulesVersion::CURRENT).map_err(|error| format!("{}: {error}", candidate.preset))?;
        if !libraries.iter().any(|(known, _)| *known == rules) {
            let library = Library::new(rules.clone(), args.seed, args.games as usize);
            libraries.push((rules.clone(), library));
        }
        let Some((_, library)) = libraries.iter().find(|(known, _)| *known == rules) else { continue };
        for time_rule in [TimeRule::Called, TimeRule::PlayedOut] {
            let scenario = Scenario {
                preset: &candidate.preset,
                changes: &candidate.changes,
                players: args.players,
                habits,
                time_rule,
                library,
            };
            let outcomes = simulate_all(&scenario, args, &mut |finished| {
                if let Some(line) = &mut line {
                    line.show(done + finished, (done + finished) as u64);
                }
            });
            done += args.events as usize;
            let outcomes = outcomes.map_err(|error| format!("{} can't be simulated: {error}", candidate.preset))?;
            let of = RowOf {
                preset: &candidate.preset,
                settings: &candidate.settings,
                players: args.players,
                minutes: candidate.minutes,
                time_rule,
            };
            rows.push(Row::new(&of, &outcomes));
        }
    }
    drop(line);
    let report = Report {
        players: args.players,
        turn_seconds: habits.turn_seconds,
        setup_seconds: habits.setup_seconds,
        levels: habits.levels,
        events: args.events,
        seed: args.seed,
        games_played: libraries.iter().map(|(_, library)| library.played()).sum(),
        rows,
    };
    if args.json {
        write_json(&mut std::io::stdout().lock(), &report)?;
    } else {
        report.write(&mut screen())?;
    }
    Ok(ExitCode::SUCCESS)
}

/// Simulates all tournaments of a scenario on several threads, in the order of their seeds.
fn simulate_all(
    scenario: &Scenario<'_>,
    args: &SimulateArgs,
    progress: &mut dyn FnMut(usize),
) -> Result<Vec<Outcome>, String> {
    let cores = || thread::available_parallelism().unwrap_or(NonZero::<usize>::MIN);
    let threads = args.threads.unwrap_or_else(cores).get().min(args.events as usize);
    let next = AtomicU32::new(0);
    let (sender, receiver) = mpsc::channel();
    thread::scope(|scope| {
        for _ in 0..threads {
            let (next, sender) = (&next, sender.clone());
            scope.spawn(move || {
                loop {
                    let event = next.fetch_add(1, Ordering::Relaxed);
                    if event >= args.events {
                        return;
                    }
                    // Both time rules see the same field of players, and presets the same seeds.
                    let seed = args.seed.wrapping_mul(0x9e37_79b9_7f4a_7c15).wrapping_add(event.into());
                    if sender.send((event, simulate(scenario, seed))).is_err() {
                        return;
                    }
                }
            });
        }
        drop(sender);
        let mut outcomes = BTreeMap::new();
        for (event, outcome) in receiver {
            outcomes.insert(event, outcome?);
            progress(outcomes.len());
        }
        Ok(outcomes.into_values().collect())
    })
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
