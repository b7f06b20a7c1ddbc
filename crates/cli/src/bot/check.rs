//! `trinta bot check`: plays games with a program and reports its faults.

use std::io;
use std::process::ExitCode;
use std::sync::Arc;
use std::time::Duration;

use clap::Args;
use serde::Serialize;
use trinta_bots::arena::{Arena, SeatReport, seed_of};
use trinta_bots::program::{Conduct, Program, Record};
use trinta_bots::{Bot, BotName, Budget};
use trinta_core::{AnyWord, Spelling};
use trinta_solver::Referee;

use crate::arena::plan::read_time;
use crate::arena::workers::WallClock;
use crate::catalog::Catalog;
use crate::failure::{BAD_INPUT, Failure};
use crate::output::{BAD, GOOD, QUIET, paint, screen, write_json};
use crate::process::{Process, StandardError};
use crate::rules::{RulesArgs, WordListArgs, set_up};

/// Check whether a program follows the protocol of docs/bot-protocol.md.
#[derive(Debug, Args)]
#[command(after_help = HELP)]
pub(super) struct CheckArgs {
    /// The program and its arguments
    #[arg(last = true, required = true, value_name = "CMD")]
    program: Vec<String>,
    /// Number of games; the program changes its seat with each
    #[arg(long, value_name = "N", default_value_t = 4, value_parser = clap::value_parser!(u64).range(1..=1000))]
    games: u64,
    /// Players at the table; the others are level1
    #[arg(long, value_name = "N", default_value_t = 2, value_parser = clap::value_parser!(u8).range(2..=6))]
    players: u8,
    /// Time limit of a turn, such as 50ms or 2s
    #[arg(long, value_name = "TIME", default_value = "2s", value_parser = read_time)]
    budget: Duration,
    /// Seed of the games
    #[arg(long, value_name = "N", default_value_t = 1)]
    seed: u64,
    #[command(flatten)]
    rules: RulesArgs,
    #[command(flatten)]
    words: WordListArgs,
    /// Print the result as JSON
    #[arg(long)]
    json: bool,
}

const HELP: &str = "\
Examples:
  trinta bot check -- python3 examples/bots/greedy.py
  trinta bot check --games 10 --budget 50ms --edition school -- ./my-bot --fast

The program plays whole games against level1. Every fault is reported with the game and the question in which it
happened, counted from 1, and with advice; the program's standard error is shown. A conforming program answers every
question in time with a command that the rules allow.

Exit code: 0 if the program conforms, 2 if it does not or the flags are invalid.";

/// The result.
#[derive(Serialize)]
struct Verdict {
    conforms: bool,
    name: Option<String>,
    games: u64,
    questions: u32,
    longest_ms: f64,
    late: u32,
    nonsense: u32,
    stray: u32,
    illegal: u32,
    crashes: u32,
    faults: Vec<Finding>,
}

/// A fault, the place where it happened, and advice.
#[derive(Serialize)]
struct Finding {
    place: String,
    fault: String,
    advice: &'static str,
}

pub(super) fn run(args: &CheckArgs) -> Result<ExitCode, Failure> {
    let (record, report) = play(args)?;
    let verdict = Verdict::new(args, record, &report);
    if args.json {
        write_json(&mut io::stdout().lock(), &verdict)?;
    } else {
        verdict.write(&mut screen())?;
    }
    Ok(if verdict.conforms { ExitCode::SUCCESS } else { ExitCode::from(BAD_INPUT) })
}

/// Plays the games.
fn play(args: &CheckArgs) -> Result<(Record, SeatReport), Failure> {
    let catalog = Catalog::default();
    let settings = catalog.settings(&args.rules, &args.words)?;
    let words = catalog.words(&settings)?;
    let referee = match &words {
        Some(words) => Referee::new().with_words(Arc::clone(words.book())),
        None => Referee::new(),
    };
    let setup = set_up(settings, usize::from(args.players))?;
    let spelling: &dyn Spelling = words.as_ref().map_or(&AnyWord, |words| &words.dictionary);
    let clock = WallClock::new();
    let arena = Arena { setup: &setup, search: &referee, spelling, budget: Budget::of(args.budget), clock: &clock };
    let conduct = Arc::new(Conduct::new());
    let mut program = Program::new(Process::new(args.program.clone(), StandardError::Shown), Arc::clone(&conduct));
    let wrong = |error: String| Failure::Input(error);
    let opponent: BotName = "level1".parse().map_err(|error: trinta_bots::RosterError| wrong(error.to_string()))?;
    let build = |_| match &words {
        Some(words) => opponent.build_with_words(setup.settings(), words.vocabulary()),
        None => opponent.build(setup.settings()),
    };
    let others: Result<Vec<Box<dyn Bot>>, _> = (1..args.players).map(build).collect();
    let mut others = others.map_err(|error| wrong(error.to_string()))?;
    let mut report = SeatReport::default();
    for game in 0..args.games {
        let seat = (game % u64::from(args.players)) as usize;
        let mut bots: Vec<&mut dyn Bot> = others.iter_mut().map(|bot| &mut **bot as &mut dyn Bot).collect();
        bots.insert(seat, &mut program);
        let finished = arena.play(&mut bots, &seed_of(args.seed, game), 0).map_err(|error| wrong(error.to_string()))?;
        report.add(&finished.seats[seat]);
    }
    Ok((conduct.record(), report))
}

impl Verdict {
    fn new(args: &CheckArgs, record: Record, report: &SeatReport) -> Verdict {
        let finding = |(place, fault): (String, trinta_bots::program::Fault)| Finding {
            place,
            advice: fault.advice(),
            fault: fault.to_string(),
        };
        let mut faults: Vec<Finding> = record.faults.into_iter().map(finding).collect();
        // Faults that only the rules can find: misspelt words, and passing although there is a play.
        let found_later = report.refused.saturating_sub(record.illegal);
        if found_later > 0 {
            faults.push(Finding {
                place: "somewhere".to_owned(),
                fault: format!(
                    "{found_later} commands were refused because of misspelt words, or because a player who can play must"
                ),
                advice: "check words with `trinta check`; where pool_empty is must-play, play if you can",
            });
        }
        Verdict {
            conforms: faults.is_empty(),
            name: record.name,
            games: args.games,
            questions: record.requests,
            longest_ms: report.longest.as_secs_f64() * 1000.0,
            late: record.late,
            nonsense: record.malformed,
            stray: record.stray,
            illegal: record.illegal + found_later,
            crashes: record.crashes,
            faults,
        }
    }

    fn write(&self, out: &mut impl io::Write) -> io::Result<()> {
        let name = self.name.as_deref().unwrap_or("the program");
        let verdict = if self.conforms {
            paint(GOOD, format!("{name} conforms"))
        } else {
            paint(BAD, format!("{name} does not conform"))
        };
        writeln!(
            out,
            "{verdict}: {} games, {} questions, the longest turn {:.0} ms; {} late, {} invalid, {} stray, {} illegal, {} \
             crashes",
            self.games,
            self.questions,
            self.longest_ms,
            self.late,
            self.nonsense,
            self.stray,
            self.illegal,
            self.crashes
        )?;
        for Finding { place, fault, advice } in &self.faults {
            writeln!(out, "{}: {fault}\n  {}", paint(QUIET, place), paint(QUIET, advice))?;
        }
        Ok(())
    }
}
