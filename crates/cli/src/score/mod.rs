//! `trinta score`: scores a finished game from its racks, or a match from its games.

mod game;
mod report;
mod request;
mod sheet;

use std::process::ExitCode;
use std::sync::Arc;

use clap::{Args, ValueEnum};
use serde::Serialize;
use trinta_core::Search;
use trinta_solver::Referee;

use crate::catalog::Catalog;
use crate::failure::Failure;
use crate::json::{Fault, Fields};
use crate::jsonl::{self, ManyArgs, Response};
use crate::output::{screen, write_json};
use crate::rules::RulesArgs;
use crate::score::request::ScoreRequest;

/// Score one game or match, or many.
#[derive(Debug, Args)]
#[command(after_help = HELP)]
pub(crate) struct ScoreArgs {
    /// Tiles left on a rack ("" for an empty one); once for each player, in order
    #[arg(long = "rack", value_name = "TILES", required_unless_present_any = ["jsonl", "games"], conflicts_with = "games")]
    racks: Vec<String>,
    /// How the game ended [default: inferred from the racks]
    #[arg(long, requires = "racks", conflicts_with = "games", ignore_case = true)]
    ended: Option<Ended>,
    /// Players who have not opened, counted from 1, such as 2,3
    #[arg(long, value_name = "PLAYERS", value_delimiter = ',', requires = "racks", conflicts_with = "games")]
    unopened: Vec<usize>,
    /// Players who pushed their rack over on purpose, counted from 1 (where the edition has a penalty for it: school)
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
    /// The scores of one game of a match, such as "24 -5 -16 -3"; once for each game
    #[arg(long, value_name = "SCORES", allow_hyphen_values = true)]
    games: Vec<String>,
    #[command(flatten)]
    rules: RulesArgs,
    /// Print the result as JSON, like --jsonl
    #[arg(long)]
    json: bool,
    #[command(flatten)]
    many: ManyArgs,
}

/// How a game ended.
#[derive(Debug, Clone, Copy, PartialEq, Eq, ValueEnum)]
pub(crate) enum Ended {
    /// A player emptied their rack
    Out,
    /// The pool is empty and no player is out
    Pool,
}

/// Each paragraph is one line, which clap wraps to the width of the terminal.
const HELP: &str = include_str!("help.txt");

/// Runs the command.
pub(crate) fn run(args: &ScoreArgs) -> Result<ExitCode, Failure> {
    let catalog = Arc::new(Catalog::default());
    if args.many.jsonl.is_some() {
        return jsonl::run(&args.many, move || {
            let (catalog, referee) = (Arc::clone(&catalog), Referee::new());
            move |fields: &Fields<'_>| answer(fields, &catalog, &referee)
        });
    }
    let request = ScoreRequest::from_args(args)?;
    let result = request.score(&catalog, &Referee::new())?;
    if args.json {
        write_json(&mut std::io::stdout().lock(), &Response::without_id(result))?;
    } else {
        report::write(&mut screen(), &request, &result)?;
    }
    Ok(ExitCode::SUCCESS)
}

/// The answer to a JSON request.
pub(crate) fn answer(
    fields: &Fields<'_>,
    catalog: &Catalog,
    search: &dyn Search,
) -> Result<impl Serialize + use<>, Fault> {
    let request = ScoreRequest::from_fields(fields)?;
    Ok(request.score(catalog, search)?)
}
