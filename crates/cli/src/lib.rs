//! The command line of Trinta, as a library, so that tests and fuzzers can call it without a process.

mod arena;
mod args;
mod bench;
mod bot;
mod catalog;
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
mod solve;
mod store;
mod tournament;
mod verify;

use std::collections::BTreeMap;
use std::process::ExitCode;
use std::sync::LazyLock;

use trinta_solver::Referee;

use crate::args::{Cli, Command};
use crate::catalog::Catalog;
use crate::failure::Failure;

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

/// The editions and word lists of the functions below, so that each is read once.
static CATALOG: LazyLock<Catalog> = LazyLock::new(Catalog::default);

/// The response of `trinta check --jsonl` to one line, with its line feed.
#[must_use]
pub fn check_line(text: &str) -> Vec<u8> {
    jsonl::answer_text(text, |fields| check::answer(fields, &CATALOG))
}

/// The response of `trinta score --jsonl` to one line, with its line feed.
#[must_use]
pub fn score_line(text: &str) -> Vec<u8> {
    jsonl::answer_text(text, |fields| score::answer(fields, &CATALOG, &Referee::new()))
}

/// The response of `trinta solve --jsonl` to one line, with its line feed; the search expands at most `budget` nodes.
#[must_use]
pub fn solve_line(text: &str, budget: Option<u64>) -> Vec<u8> {
    jsonl::answer_text(text, |fields| solve::answer(fields, &CATALOG, &mut solve::Searcher::new(budget)))
}

/// The players of a list, each with a name and perhaps a school, as `trinta tournament players import` reads it.
///
/// # Errors
/// Every line that is wrong.
pub fn player_list(bytes: &[u8]) -> Result<Vec<(String, Option<String>)>, Vec<String>> {
    match tournament::read_list(bytes, None) {
        Ok(list) => Ok(list.players.into_iter().map(|(_, player)| (player.name, player.school)).collect()),
        Err(faults) => Err(faults.iter().map(ToString::to_string).collect()),
    }
}

/// The judges of a list by their tables, as `trinta tournament judges import` reads it.
///
/// # Errors
/// Every line that is wrong.
pub fn judge_list(bytes: &[u8]) -> Result<BTreeMap<u32, String>, Vec<String>> {
    tournament::read_roster(bytes, None).map_err(|faults| faults.iter().map(ToString::to_string).collect())
}

/// A result as it was typed, such as `7 A 0 B 35 C no D 12`, in the form in which it would be printed.
///
/// # Errors
/// Why it is not a result.
pub fn result_line(text: &str) -> Result<String, String> {
    let line: tournament::ResultLine = text.parse().map_err(|error| format!("{error}"))?;
    Ok(line.to_string())
}
