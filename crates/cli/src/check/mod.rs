//! `trinta check`: is this play legal, and if not, every reason.

mod question;
mod report;

use std::process::ExitCode;

use clap::Args;

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

const HELP: &str = r#"Examples:
  trinta check --before "r3 r4 r5 | k7 r7 b7" --rack "r6 k1" --after "r3 r4 r5 r6 | k7 r7 b7"
  trinta check --unopened --rack "k10 r10 b10 y2" --after "k10 r10 b10"
  trinta check --edition school --set opening_points=20 --unopened --rack "r6 r7 r8" --after "r6 r7 r8"
  trinta check --game words --before APE --rack LTH --after "PAL | THE"
  trinta check --game words --lexicon club.txt --theme food --rack PEARTREE --after PEAR

Many questions, one JSON object a line:
  trinta check --jsonl plays.jsonl
  {"id":"c1","game":"numbers","edition":"hk","players":4,"opened":true,"before":["r3 r4 r5"],"rack":"r6 k1","after":["r3 r4 r5 r6"]}
  {"id":"c2","game":"words","play":"b","lexicon":"standard","before":["APE"],"rack":"LTH","after":["PAL","THE"]}
answers, in the same order:
  {"id":"c1","legal":true,"played":"r6","value":6}
  {"id":"c2","legal":true,"played":"HLT","value":3}
  {"id":"c3","legal":false,"faults":[{"fault":"not-a-set","set":1,"message":"…"}]}
  {"id":"c4","error":"line 4, column 52: rack: `r14` is not a tile: numbers go from 1 to 13"}

A question has before, rack and after; the rest may be left out: id (any JSON; null), game (what the edition is of,
else numbers), edition (hk; word-a or word-b for words), players (4), opened (true), play (b), lexicon (standard),
theme, settings (an object, as --set). Sets are counted from 0 in JSON, from 1 in text.
In an answer, value is the sum of the numbers played, a joker 0; for words, the tiles played. A legal opening says its
points (for words, the letters of its longest word). table is there only when the sets had to be put in order or
jokers were read in another way than laid: it is the table as it stands.

Exit code: 0 for a verdict, legal or not; 2 for a question that can't be read (with --jsonl: if there was any; the
others are answered all the same). More copies of a tile than the box has, or sets in `before` that are none, make a
question that can't be read."#;

/// Runs the command.
pub(crate) fn run(args: &CheckArgs) -> Result<ExitCode, Failure> {
    let mut shelf = Shelf::default();
    if let Some(path) = &args.many.jsonl {
        return jsonl::run(path, |fields: &Fields<'_>| -> Result<_, Fault> {
            let question = Question::from_fields(fields)?;
            Ok(question.judge(&mut shelf)?.answer())
        });
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
