//! `trinta score`: a finished game from its racks, or a match from its games.

mod game;
mod question;
mod report;
mod sheet;

use std::process::ExitCode;
use std::sync::Arc;

use clap::{Args, ValueEnum};
use serde::Serialize;
use trinta_core::Search;
use trinta_solver::Referee;

use crate::failure::Failure;
use crate::json::{Fault, Fields};
use crate::jsonl::{self, Answer, ManyArgs};
use crate::output::{screen, write_json};
use crate::rules::RulesArgs;
use crate::score::question::Question;
use crate::shelf::Shelf;

/// Scores one game or match, or many.
#[derive(Debug, Args)]
#[command(after_help = HELP)]
pub(crate) struct ScoreArgs {
    /// What is left on a rack ("" for an empty one); once for every player, in order
    #[arg(long = "rack", value_name = "TILES", required_unless_present_any = ["jsonl", "games"], conflicts_with = "games")]
    racks: Vec<String>,
    /// How the game ended; left out, the racks tell
    #[arg(long, requires = "racks", conflicts_with = "games", ignore_case = true)]
    ended: Option<Ended>,
    /// Players who have not opened, counted from 1, such as 2,3
    #[arg(long, value_name = "PLAYERS", value_delimiter = ',', requires = "racks", conflicts_with = "games")]
    unopened: Vec<usize>,
    /// Players who pushed their rack over on purpose, counted from 1 (where the edition has a price for it: school)
    #[arg(long, value_name = "PLAYERS", value_delimiter = ',', requires = "racks", conflicts_with = "games")]
    pushed: Vec<usize>,
    /// Players who never had a turn, counted from 1 (for unopened_rack=last-turn)
    #[arg(long, value_name = "PLAYERS", value_delimiter = ',', requires = "racks", conflicts_with = "games")]
    no_turn: Vec<usize>,
    /// Tiles that an unopened player drew in the last turn, such as 3=k10 (for unopened_rack=last-turn)
    #[arg(long, value_name = "PLAYER=TILES", requires = "racks", conflicts_with = "games")]
    last_drawn: Vec<String>,
    /// Points of each player's turns in play A, in order, such as 40,12,33
    #[arg(long, value_name = "POINTS", value_delimiter = ',', requires = "racks", conflicts_with = "games")]
    points: Vec<u32>,
    /// The scores of one game of a match, such as "24 -5 -16 -3"; once for every game
    #[arg(long, value_name = "SCORES", allow_hyphen_values = true)]
    games: Vec<String>,
    #[command(flatten)]
    rules: RulesArgs,
    /// Answer in JSON, as --jsonl does
    #[arg(long)]
    json: bool,
    #[command(flatten)]
    many: ManyArgs,
}

/// How a game ended.
#[derive(Debug, Clone, Copy, PartialEq, Eq, ValueEnum)]
pub(crate) enum Ended {
    /// Somebody emptied the rack
    Out,
    /// The pool is empty and nobody is out
    Pool,
}

/// Paragraphs are not broken into lines there: the terminal's width decides.
const HELP: &str = include_str!("help.txt");

/// Runs the command.
pub(crate) fn run(args: &ScoreArgs) -> Result<ExitCode, Failure> {
    let shelf = Arc::new(Shelf::default());
    if args.many.jsonl.is_some() {
        return jsonl::run(&args.many, move || {
            let (shelf, referee) = (Arc::clone(&shelf), Referee::new());
            move |fields: &Fields<'_>| answer(fields, &shelf, &referee)
        });
    }
    let question = Question::from_args(args)?;
    let result = question.score(&shelf, &Referee::new())?;
    if args.json {
        write_json(&mut std::io::stdout().lock(), &Answer::nameless(result))?;
    } else {
        report::write(&mut screen(), &question, &result)?;
    }
    Ok(ExitCode::SUCCESS)
}

/// The answer to a question in JSON.
pub(crate) fn answer(fields: &Fields<'_>, shelf: &Shelf, search: &dyn Search) -> Result<impl Serialize + use<>, Fault> {
    let question = Question::from_fields(fields)?;
    Ok(question.score(shelf, search)?)
}
