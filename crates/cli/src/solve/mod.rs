//! `trinta solve`: the best play of a position, proved.

mod answer;
mod marks;
mod objective;
mod position;
mod question;
mod report;
mod search;

use std::path::PathBuf;
use std::process::ExitCode;
use std::sync::Arc;

use clap::{Args, ValueEnum};
use serde::Serialize;

use crate::failure::Failure;
use crate::json::{Fault, Fields};
use crate::jsonl::{self, Answer, ManyArgs};
use crate::output::{screen, write_json};
use crate::rules::{RulesArgs, WordListArgs};
use crate::shelf::Shelf;
use crate::solve::question::Question;
pub(crate) use crate::solve::search::Searcher;

/// Finds the best play of one position, or of many.
#[derive(Debug, Args)]
#[command(after_help = HELP)]
pub(crate) struct SolveArgs {
    /// A position as `key: value` lines or as a JSON object; - or nothing is standard input. Flags override it
    #[arg(value_name = "FILE")]
    position: Option<PathBuf>,
    /// The table; left out, it is empty
    #[arg(long, value_name = "SETS")]
    table: Option<String>,
    /// The player's rack
    #[arg(long, value_name = "TILES")]
    rack: Option<String>,
    /// The player has not opened yet
    #[arg(long)]
    unopened: bool,
    /// What the best play is [default: tiles; score in play A]
    #[arg(long, ignore_case = true)]
    objective: Option<Objective>,
    /// How many play: 5 or 6 have the large box [default: 4]
    #[arg(long, value_name = "N")]
    players: Option<u32>,
    #[command(flatten)]
    rules: RulesArgs,
    #[command(flatten)]
    words: WordListArgs,
    /// Show the next best plays too, so many in all
    #[arg(long, value_name = "N")]
    plays: Option<u32>,
    /// Look at so many situations at the most; the answer may then be unproved [default: no limit]
    #[arg(long, value_name = "N")]
    budget: Option<u64>,
    /// Answer in JSON, as --jsonl does
    #[arg(long)]
    json: bool,
    #[command(flatten)]
    many: ManyArgs,
}

/// What the best play is.
#[derive(Debug, Clone, Copy, PartialEq, Eq, ValueEnum)]
pub(crate) enum Objective {
    /// Most tiles from the rack, then most value, then most sets of the table kept
    Tiles,
    /// Least left on the rack, a joker counting what the edition charges for it
    Value,
    /// An opening from the rack alone: most tiles, then most points
    Opening,
    /// Is there a play at all
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

/// Paragraphs are not broken into lines there: the terminal's width decides.
const HELP: &str = include_str!("help.txt");

/// Runs the command.
pub(crate) fn run(args: &SolveArgs) -> Result<ExitCode, Failure> {
    let shelf = Arc::new(Shelf::default());
    if args.many.jsonl.is_some() {
        let budget = args.budget;
        return jsonl::run(&args.many, move || {
            let (shelf, mut searcher) = (Arc::clone(&shelf), Searcher::new(budget));
            move |fields: &Fields<'_>| answer(fields, &shelf, &mut searcher)
        });
    }
    let question = Question::from_args(args)?;
    let solved = question.solve(&shelf, &mut Searcher::new(args.budget))?;
    if args.json {
        write_json(&mut std::io::stdout().lock(), &Answer::nameless(solved.answer()))?;
    } else {
        report::write(&mut screen(), &solved)?;
    }
    Ok(ExitCode::SUCCESS)
}

/// The answer to a question in JSON.
pub(crate) fn answer(
    fields: &Fields<'_>,
    shelf: &Shelf,
    searcher: &mut Searcher,
) -> Result<impl Serialize + use<>, Fault> {
    let question = Question::from_fields(fields)?;
    Ok(question.solve(shelf, searcher)?.answer())
}
