//! `trinta check`: is this play legal, and if not, every reason.

mod question;
mod report;

use std::process::ExitCode;
use std::sync::Arc;

use clap::Args;
use serde::Serialize;

use crate::check::question::Question;
use crate::failure::Failure;
use crate::json::{Fault, Fields};
use crate::jsonl::{self, Answer, ManyArgs};
use crate::output::{screen, write_json};
use crate::rules::{PLAYERS, RulesArgs, WordListArgs};
use crate::shelf::Shelf;

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
    #[arg(long, value_name = "N", default_value_t = PLAYERS)]
    players: u32,
    #[command(flatten)]
    rules: RulesArgs,
    #[command(flatten)]
    words: WordListArgs,
    /// Answer in JSON, as --jsonl does
    #[arg(long)]
    json: bool,
    #[command(flatten)]
    many: ManyArgs,
}

/// Paragraphs are not broken into lines there: the terminal's width decides.
const HELP: &str = include_str!("help.txt");

/// Runs the command.
pub(crate) fn run(args: &CheckArgs) -> Result<ExitCode, Failure> {
    let shelf = Arc::new(Shelf::default());
    if args.many.jsonl.is_some() {
        return jsonl::run(&args.many, move || {
            let shelf = Arc::clone(&shelf);
            move |fields: &Fields<'_>| answer(fields, &shelf)
        });
    }
    let question = Question::from_args(args)?;
    let verdict = question.judge(&shelf)?;
    if args.json {
        write_json(&mut std::io::stdout().lock(), &Answer::nameless(verdict.answer()))?;
    } else {
        report::write(&mut screen(), &question, &verdict)?;
    }
    Ok(ExitCode::SUCCESS)
}

/// The answer to a question in JSON.
pub(crate) fn answer(fields: &Fields<'_>, shelf: &Shelf) -> Result<impl Serialize + use<>, Fault> {
    let question = Question::from_fields(fields)?;
    Ok(question.judge(shelf)?.answer())
}
