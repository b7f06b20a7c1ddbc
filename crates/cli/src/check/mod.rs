//! `trinta check`: is this play legal, and if not, every reason.

mod question;
mod report;

use std::process::ExitCode;

use clap::Args;
use serde::Serialize;

use crate::args::JsonlArg;
use crate::check::question::Question;
use crate::failure::Failure;
use crate::json::{Fault, Fields};
use crate::jsonl::{self, Answer};
use crate::output::{screen, write_json};
use crate::rules::{RulesArgs, Shelf, WordListArgs};

/// Judges one play, or many.
#[derive(Debug, Args)]
#[command(after_help = HELP)]
pub(crate) struct CheckArgs {
    /// The table at the start of the turn; left out, it is empty
    #[arg(long, value_name = "SETS", default_value = "", hide_default_value = true)]
    before: String,
    /// The player's rack at the start of the turn
    #[arg(long, value_name = "TILES", required_unless_present = "jsonl")]
    rack: Option<String>,
    /// The table as the player wants to leave it
    #[arg(long, value_name = "SETS", required_unless_present = "jsonl")]
    after: Option<String>,
    /// The player has not opened yet
    #[arg(long)]
    unopened: bool,
    /// How many play: 5 or 6 have the large box
    #[arg(long, value_name = "N", default_value_t = question::PLAYERS)]
    players: u32,
    #[command(flatten)]
    rules: RulesArgs,
    #[command(flatten)]
    words: WordListArgs,
    /// Answer in JSON, as --jsonl does
    #[arg(long)]
    json: bool,
    #[command(flatten)]
    many: JsonlArg,
}

/// Paragraphs are not broken into lines there: the terminal's width decides.
const HELP: &str = include_str!("help.txt");

/// Runs the command.
pub(crate) fn run(args: &CheckArgs) -> Result<ExitCode, Failure> {
    let mut shelf = Shelf::default();
    if let Some(path) = &args.many.jsonl {
        return jsonl::run(path, |fields| answer(fields, &mut shelf));
    }
    let question = Question::from_args(args)?;
    let verdict = question.judge(&mut shelf)?;
    if args.json {
        write_json(&mut std::io::stdout().lock(), &Answer::nameless(verdict.answer()))?;
    } else {
        report::write(&mut screen(), &question, &verdict)?;
    }
    Ok(ExitCode::SUCCESS)
}

/// The answer to a question in JSON.
pub(crate) fn answer(fields: &Fields<'_>, shelf: &mut Shelf) -> Result<impl Serialize + use<>, Fault> {
    let question = Question::from_fields(fields)?;
    Ok(question.judge(shelf)?.answer())
}
