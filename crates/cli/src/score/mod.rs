//! `trinta score`: a finished game from its racks, or a match from its games.

mod game;
mod question;
mod report;
mod sheet;

use std::process::ExitCode;

use clap::{Args, ValueEnum};

use crate::args::JsonlArg;
use crate::failure::Failure;
use crate::json::{Fault, Fields};
use crate::jsonl::{self, Answer};
use crate::output::{screen, write_json};
use crate::rules::{RulesArgs, Shelf};
use crate::score::question::Question;

/// Scores one game or match, or many.
#[derive(Debug, Args)]
#[command(after_help = HELP)]
pub(crate) struct ScoreArgs {
    /// What is left on a rack ("" for an empty one); once for every player, in order
    #[arg(long = "rack", value_name = "TILES", required_unless_present_any = ["jsonl", "games"], conflicts_with = "games")]
    racks: Vec<String>,
    /// How the game ended; left out, the racks tell
    #[arg(long, requires = "racks", ignore_case = true)]
    ended: Option<Ended>,
    /// Players who have not opened, counted from 1, such as 2,3
    #[arg(long, value_name = "PLAYERS", value_delimiter = ',', requires = "racks")]
    unopened: Vec<usize>,
    /// Players who pushed their rack over on purpose, counted from 1
    #[arg(long, value_name = "PLAYERS", value_delimiter = ',', requires = "racks")]
    pushed: Vec<usize>,
    /// Tiles that an unopened player drew in the last turn, such as 3=k10 (for unopened_rack=last-turn)
    #[arg(long, value_name = "PLAYER=TILES", requires = "racks")]
    last_drawn: Vec<String>,
    /// Points of each player's turns in play A, in order, such as 40,12,33
    #[arg(long, value_name = "POINTS", value_delimiter = ',', requires = "racks")]
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
    many: JsonlArg,
}

/// How a game ended.
#[derive(Debug, Clone, Copy, PartialEq, Eq, ValueEnum)]
pub(crate) enum Ended {
    /// Somebody emptied the rack
    Out,
    /// The pool is empty and nobody is out
    Pool,
}

const HELP: &str = r#"Examples:
  trinta score --rack "" --rack "r2 k3" --rack "b13 y3" --rack "r3"
  trinta score --edition school --rack r1 --rack b1 --rack r10 --rack b6
  trinta score --edition school --rack "" --rack "k7 r13" --rack "r9 b9 k9 y1" --rack "r10 b10 k10" --unopened 3,4
  trinta score --edition school --set unopened_rack=last-turn --rack "" --rack "r10 b10 k10" --unopened 2 --last-drawn 2=k10
  trinta score --edition word-a --rack "AB" --rack "Q*" --points 61,74
  trinta score --edition pt --games "24 -5 -16 -3" --games "-6 -11 22 -5" --games "-32 -13 -2 47"

Many games or matches, one JSON object a line:
  trinta score --jsonl games.jsonl
  {"id":"s1","edition":"school","ended":"pool","racks":[{"tiles":"r1","opened":true},{"tiles":"b1"},{"tiles":"r10"},{"tiles":"b6"}]}
  {"id":"m1","edition":"pt","games":[["24","-5","-16","-3"],["-6","-11","22","-5"],["-32","-13","-2","47"]]}
answers, in the same order:
  {"id":"s1","scores":["7","7","-9","-5"],"winners":[0,1]}
  {"id":"m1","totals":["-14","-29","4","39"],"wins":[1,0,1,1],"winners":[3]}

A game has racks and ended (out: a rack is empty; pool: none is; play A always ends with the pool, so there it may be
left out). A rack has tiles (may be left out if pushed), and may say opened (true), last_drawn, pushed (false) and, in
play A, the points of its turns (0). A match has games, each a list of scores; any number of games is summed. Both may
say id (any JSON), game, edition (hk), play, players (as many as there are racks or scores) and settings (an object,
as --set). Scores are exact: "15/2" where they are not whole. Players are counted from 0 in JSON, from 1 in text.

Exit code: 0, or 2 for a question that can't be read (with --jsonl: if there was any; the others are answered all the
same)."#;

/// Runs the command.
pub(crate) fn run(args: &ScoreArgs) -> Result<ExitCode, Failure> {
    let mut shelf = Shelf::default();
    if let Some(path) = &args.many.jsonl {
        return jsonl::run(path, |fields: &Fields<'_>| -> Result<_, Fault> {
            let question = Question::from_fields(fields)?;
            Ok(question.score(&mut shelf)?)
        });
    }
    let question = Question::from_args(args)?;
    let result = question.score(&mut shelf)?;
    if args.json {
        write_json(&mut std::io::stdout().lock(), &Answer::nameless(result))?;
    } else {
        report::write(&mut screen(), &question, &result)?;
    }
    Ok(ExitCode::SUCCESS)
}
