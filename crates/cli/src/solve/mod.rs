//! `trinta solve`: finds the best play of a position, with proof.

mod answer;
mod marks;
mod objective;
mod position;
mod report;
mod request;
mod search;

use std::path::PathBuf;
use std::process::ExitCode;
use std::sync::Arc;

use clap::{Args, ValueEnum};
use serde::Serialize;

use crate::catalog::Catalog;
use crate::failure::Failure;
use crate::json::{Fault, Fields};
use crate::jsonl::{self, ManyArgs, Response};
use crate::output::{screen, write_json};
use crate::rules::{RulesArgs, WordListArgs};
use crate::solve::request::SolveRequest;
pub(crate) use crate::solve::search::Searcher;

/// Find the best play of one position, or of many.
#[derive(Debug, Args)]
#[command(after_help = HELP)]
pub(crate) struct SolveArgs {
    /// Position as `key: value` lines or a JSON object, overridden by flags [default: standard input, also as -]
    #[arg(value_name = "FILE")]
    position: Option<PathBuf>,
    /// The table [default: empty]
    #[arg(long, value_name = "SETS")]
    table: Option<String>,
    /// The player's rack
    #[arg(long, value_name = "TILES")]
    rack: Option<String>,
    /// The player has not opened yet
    #[arg(long)]
    unopened: bool,
    /// What makes a play the best [default: tiles; score in play A]
    #[arg(long, ignore_case = true)]
    objective: Option<Objective>,
    /// Number of players; 5 or 6 use the large box [default: 4]
    #[arg(long, value_name = "N")]
    players: Option<u32>,
    #[command(flatten)]
    rules: RulesArgs,
    #[command(flatten)]
    words: WordListArgs,
    /// Number of plays to show: the best and the next best ones [default: 1]
    #[arg(long, value_name = "N")]
    plays: Option<u32>,
    /// Maximum number of nodes to expand; the answer may then be unproved [default: no limit]
    #[arg(long, value_name = "N")]
    budget: Option<u64>,
    /// Print the result as JSON, like --jsonl
    #[arg(long)]
    json: bool,
    #[command(flatten)]
    many: ManyArgs,
}

/// What makes a play the best.
#[derive(Debug, Clone, Copy, PartialEq, Eq, ValueEnum)]
pub(crate) enum Objective {
    /// Most tiles from the rack, then most value, then most sets of the table kept
    Tiles,
    /// Least left on the rack, a joker counting the edition's penalty for it
    Value,
    /// An opening from the rack alone: most tiles, then most points
    Opening,
    /// Any play, to find out whether there is one
    Any,
    /// The best score of a turn in play A of the word game
    Score,
}

impl Objective {
    /// The objectives by name.
    const NAMES: [(&'static str, Objective); 5] = [
        ("tiles", Objective::Tiles),
        ("value", Objective::Value),
        ("opening", Objective::Opening),
        ("any", Objective::Any),
        ("score", Objective::Score),
    ];
}

/// Each paragraph is one line, which clap wraps to the width of the terminal.
const HELP: &str = include_str!("help.txt");

/// Runs the command.
pub(crate) fn run(args: &SolveArgs) -> Result<ExitCode, Failure> {
    let catalog = Arc::new(Catalog::default());
    if args.many.jsonl.is_some() {
        let budget = args.budget;
        return jsonl::run(&args.many, move || {
            let (catalog, mut searcher) = (Arc::clone(&catalog), Searcher::new(budget));
            move |fields: &Fields<'_>| answer(fields, &catalog, &mut searcher)
        });
    }
    let request = SolveRequest::from_args(args)?;
    let solved = request.solve(&catalog, &mut Searcher::new(args.budget))?;
    if args.json {
        write_json(&mut std::io::stdout().lock(), &Response::without_id(solved.answer()))?;
    } else {
        report::write(&mut screen(), &solved)?;
    }
    Ok(ExitCode::SUCCESS)
}

/// The answer to a JSON request.
pub(crate) fn answer(
    fields: &Fields<'_>,
    catalog: &Catalog,
    searcher: &mut Searcher,
) -> Result<impl Serialize + use<>, Fault> {
    let request = SolveRequest::from_fields(fields)?;
    Ok(request.solve(catalog, searcher)?.answer())
}
