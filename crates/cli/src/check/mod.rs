//! `trinta check`: checks whether a play is legal, and lists every fault.

mod report;
mod request;

use std::process::ExitCode;
use std::sync::Arc;

use clap::Args;
use serde::Serialize;

use crate::catalog::Catalog;
use crate::check::request::CheckRequest;
use crate::failure::Failure;
use crate::json::{Fault, Fields};
use crate::jsonl::{self, ManyArgs, Response};
use crate::output::{screen, write_json};
use crate::rules::{PLAYERS, RulesArgs, WordListArgs};

/// Check whether one play is legal, or many.
#[derive(Debug, Args)]
#[command(after_help = HELP)]
pub(crate) struct CheckArgs {
    /// The table at the start of the turn [default: empty]
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
    /// Number of players; 5 or 6 use the large box
    #[arg(long, value_name = "N", default_value_t = PLAYERS)]
    players: u32,
    #[command(flatten)]
    rules: RulesArgs,
    #[command(flatten)]
    words: WordListArgs,
    /// Print the result as JSON, like --jsonl
    #[arg(long)]
    json: bool,
    #[command(flatten)]
    many: ManyArgs,
}

/// Each paragraph is one line, which clap wraps to the width of the terminal.
const HELP: &str = include_str!("help.txt");

/// Runs the command.
pub(crate) fn run(args: &CheckArgs) -> Result<ExitCode, Failure> {
    let catalog = Arc::new(Catalog::default());
    if args.many.jsonl.is_some() {
        return jsonl::run(&args.many, move || {
            let catalog = Arc::clone(&catalog);
            move |fields: &Fields<'_>| answer(fields, &catalog)
        });
    }
    let request = CheckRequest::from_args(args)?;
    let verdict = request.judge(&catalog)?;
    if args.json {
        write_json(&mut std::io::stdout().lock(), &Response::without_id(verdict.answer()))?;
    } else {
        report::write(&mut screen(), &request, &verdict)?;
    }
    Ok(ExitCode::SUCCESS)
}

/// The answer to a JSON request.
pub(crate) fn answer(fields: &Fields<'_>, catalog: &Catalog) -> Result<impl Serialize + use<>, Fault> {
    let request = CheckRequest::from_fields(fields)?;
    Ok(request.judge(catalog)?.answer())
}
