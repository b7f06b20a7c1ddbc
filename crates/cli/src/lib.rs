//! The command line of Trinta, as a library, so that tests and fuzzers can ask it without a process.

mod arena;
mod args;
mod bench;
mod bot;
mod check;
mod failure;
mod input;
mod join;
mod json;
mod jsonl;
mod output;
mod process;
mod progress;
mod record_file;
mod replay;
mod rules;
mod score;
mod serve;
mod shelf;
mod solve;
mod store;
mod tournament;
mod verify;

use std::process::ExitCode;
use std::sync::LazyLock;

use trinta_solver::Referee;

use crate::args::{Cli, Command};
use crate::failure::Failure;
use crate::shelf::Shelf;

/// Runs the program with the arguments of its process.
#[must_use]
pub fn run() -> ExitCode {
    let Some(command) = Cli::read().command else { return ExitCode::SUCCESS };
    let done = match command {
        Command::Serve(args) => serve::run(&args),
        Command::Join(args) => join::run(&args),
        Command::Store(args) => store::run(&args),
        Command::Check(args) => check::run(&args),
        Command::Solve(args) => solve::run(&args),
        Command::Score(args) => score::run(&args),
        Command::Replay(args) => replay::run(&args),
        Command::Verify(args) => verify::run(&args),
        Command::Arena(args) => arena::run(&args),
        Command::Bot(args) => bot::run(&args),
        Command::Tournament(args) => tournament::run(&args),
        Command::Bench(args) => bench::run(&args),
    };
    done.unwrap_or_else(Failure::report)
}

/// What the questions of one line each have read, so that asking on does not read it again.
static SHELF: LazyLock<Shelf> = LazyLock::new(Shelf::default);

/// The answer of `trinta check --jsonl` to one line, with its line end.
#[must_use]
pub fn check_line(text: &str) -> Vec<u8> {
    jsonl::answer_text(text, |fields| check::answer(fields, &SHELF))
}

/// The answer of `trinta score --jsonl` to one line, with its line end.
#[must_use]
pub fn score_line(text: &str) -> Vec<u8> {
    jsonl::answer_text(text, |fields| score::answer(fields, &SHELF, &Referee::new()))
}

/// The answer of `trinta solve --jsonl` to one line, with its line end, found within so many situations if that is a limit.
#[must_use]
pub fn solve_line(text: &str, budget: Option<u64>) -> Vec<u8> {
    jsonl::answer_text(text, |fields| solve::answer(fields, &SHELF, &mut solve::Searcher::new(budget)))
}
