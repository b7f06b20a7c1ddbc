//! Players who come after the briefing, come back, fill an empty seat, or miss a date of a league.

use std::io::Write as _;

use clap::Args;
use serde_json::{Map, Value, json};
use trinta_tournament::Number;

use crate::failure::Failure;
use crate::output::{BAD, paint, screen};
use crate::tournament::desk::args::PlayerArgs;
use crate::tournament::desk::conduct::by_head_judge;
use crate::tournament::desk::session::{Desk, FileArgs, GivenArgs, fields};
use crate::tournament::desk::setup::read_ranges;
use crate::tournament::desk::show::{list, numbers, person};

/// Somebody who comes late.
#[derive(Debug, Args)]
pub(in crate::tournament) struct LateArgs {
    /// The name of somebody who was not entered
    #[arg(required_unless_present = "number", conflicts_with = "number")]
    name: Option<String>,
    /// The number of a player who is barred
    #[arg(long, value_name = "NUMBER")]
    number: Option<u32>,
    /// The school, club or team
    #[arg(long, value_name = "NAME", conflicts_with = "number")]
    school: Option<String>,
    #[command(flatten)]
    given: GivenArgs,
    #[command(flatten)]
    file: FileArgs,
}

/// A player of the house.
#[derive(Debug, Args)]
pub(in crate::tournament) struct SubstituteArgs {
    /// The name
    name: String,
    /// The school, club or team
    #[arg(long, value_name = "NAME")]
    school: Option<String>,
    #[command(flatten)]
    given: GivenArgs,
    #[command(flatten)]
    file: FileArgs,
}

/// Who misses a date.
#[derive(Debug, Args)]
pub(in crate::tournament) struct SitOutArgs {
    /// The date of the league, from 1
    date: u32,
    /// Numbers and ranges of all who miss it, such as 1 2 5-9; none takes back what was said before
    #[arg(value_name = "NUMBERS")]
    numbers: Vec<String>,
    #[command(flatten)]
    given: GivenArgs,
    #[command(flatten)]
    file: FileArgs,
}

fn player(name: &str, school: Option<&str>) -> Value {
    school.map_or_else(|| json!({"name": name}), |school| json!({"name": name, "school": school}))
}

/// Gives a command that lets somebody in, and says with which number.
fn join(file: &FileArgs, command: Map<String, Value>, given: &GivenArgs, what: &str) -> Result<(), Failure> {
    let mut desk = Desk::open(&file.path)?;
    let done = desk.submit(command, given)?;
    let number = done.answer.get("number").and_then(Value::as_u64).unwrap_or_default();
    let mut out = screen();
    writeln!(out, "{} {what}.", person(desk.tournament()?, Number(number as u32)))?;
    write_stale(&mut out, done.answer.get("seating"))
}

fn write_stale(out: &mut impl std::io::Write, seating: Option<&Value>) -> Result<(), Failure> {
    if seating.and_then(Value::as_str) == Some("stale") {
        writeln!(out, "{}", paint(BAD, "The seating that was proposed no longer fits: `seat` it again."))?;
    }
    Ok(())
}

pub(super) fn enter_late(args: &LateArgs) -> Result<(), Failure> {
    let mut command = fields(json!({"do": "enter-late"}));
    match (args.number, &args.name) {
        (Some(number), _) => drop(command.insert("number".to_owned(), number.into())),
        (None, name) => {
            let name = name.as_deref().unwrap_or_default();
            command.insert("player".to_owned(), player(name, args.school.as_deref()));
        }
    }
    join(&args.file, command, &by_head_judge(&args.given), "plays from the next round on")
}

pub(super) fn re_enter(args: &PlayerArgs) -> Result<(), Failure> {
    let command = fields(json!({"do": "re-enter", "number": args.number}));
    join(&args.file, command, &by_head_judge(&args.given), "plays again from the next round on")
}

pub(super) fn substitute(args: &SubstituteArgs) -> Result<(), Failure> {
    let command = fields(json!({"do": "substitute", "player": player(&args.name, args.school.as_deref())}));
    join(&args.file, command, &args.given, "of the house fills an empty seat from the next round on")
}

pub(super) fn sit_out(args: &SitOutArgs) -> Result<(), Failure> {
    let command = fields(json!({"do": "sit-out", "date": args.date, "numbers": read_ranges(&args.numbers)?}));
    let mut desk = Desk::open(&args.file.path)?;
    let done = desk.submit(command, &args.given)?;
    let tournament = desk.tournament()?;
    let missing = numbers(done.answer.get("numbers"));
    let mut out = screen();
    let who = if missing.is_empty() {
        "nobody".to_owned()
    } else {
        list(missing.into_iter().map(|number| person(tournament, number)))
    };
    writeln!(out, "Date {} is missed by {who}.", args.date)?;
    write_stale(&mut out, done.answer.get("seating"))
}
