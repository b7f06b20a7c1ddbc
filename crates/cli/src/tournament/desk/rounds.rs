//! Rounds: seating, publishing, starting, and the clocks of single tables.

use std::io::Write as _;

use serde_json::{Value, json};

use crate::failure::Failure;
use crate::output::{BAD, QUIET, paint, screen};
use crate::tournament::desk::args::{RoundArgs, SeatArgs, TableArgs};
use crate::tournament::desk::result_line::GameName;
use crate::tournament::desk::session::{Desk, fields};
use crate::tournament::desk::setup::short_time;
use crate::tournament::desk::show::{count, read_tables, tables, write_tables};

pub(super) fn seat(args: &SeatArgs) -> Result<(), Failure> {
    let mut desk = Desk::open(&args.file.path)?;
    let round = next_round(&desk, args.round)?;
    let mut command = fields(json!({"do": "seat", "round": round}));
    if !args.tables.is_empty() {
        let tables = args.tables.iter().map(|text| read_table(text)).collect::<Result<Vec<_>, _>>()?;
        command.insert("tables".to_owned(), json!(tables));
    }
    let done = desk.submit(command, &args.given)?;
    let mut out = screen();
    writeln!(out, "Round {round}, proposed:")?;
    write_tables(&mut out, desk.tournament()?, &read_tables(done.answer.get("tables")))?;
    let short: Vec<u64> =
        done.answer.get("short").and_then(Value::as_array).into_iter().flatten().filter_map(Value::as_u64).collect();
    if !short.is_empty() {
        writeln!(out, "Fewer than four at {}.", tables(&short))?;
    }
    let repeats = done.answer.get("repeats").and_then(Value::as_u64).unwrap_or_default() as usize;
    match repeats {
        0 => writeln!(out, "Nobody meets anybody again.")?,
        repeats => writeln!(out, "{} met before.", count(repeats, "pair has", "pairs have"))?,
    }
    writeln!(out, "{}", paint(QUIET, "Next: publish, start"))?;
    Ok(())
}

fn read_table(text: &str) -> Result<Vec<u32>, Failure> {
    let words = text.split([',', ' ']).filter(|word| !word.is_empty());
    let number = |word: &str| {
        word.parse()
            .map_err(|_| Failure::Input(format!("--table {text}: write the numbers of the players, such as 1,2,7,8")))
    };
    words.map(number).collect()
}

/// The round that is seated or started next, unless one is named.
fn next_round(desk: &Desk, named: Option<u32>) -> Result<u32, Failure> {
    Ok(named.unwrap_or(desk.tournament()?.newest_started() + 1))
}

pub(super) fn publish(args: &RoundArgs) -> Result<(), Failure> {
    let mut desk = Desk::open(&args.file.path)?;
    let round = next_round(&desk, args.round)?;
    desk.submit(fields(json!({"do": "publish", "round": round})), &args.given)?;
    Ok(writeln!(screen(), "The seating of round {round} is published.")?)
}

pub(super) fn start(args: &RoundArgs) -> Result<(), Failure> {
    let mut desk = Desk::open(&args.file.path)?;
    let round = next_round(&desk, args.round)?;
    let done = desk.submit(fields(json!({"do": "start", "round": round})), &args.given)?;
    let deadline = done.answer.get("deadline").and_then(Value::as_str);
    let until = deadline.map(|time| format!("; time is up at {}", short_time(time))).unwrap_or_default();
    Ok(writeln!(screen(), "Round {round} has started{until}.")?)
}

pub(super) fn pause(args: &TableArgs) -> Result<(), Failure> {
    clock("pause", args)
}

pub(super) fn resume(args: &TableArgs) -> Result<(), Failure> {
    clock("resume", args)
}

fn clock(name: &str, args: &TableArgs) -> Result<(), Failure> {
    let mut desk = Desk::open(&args.file.path)?;
    if args.given.at.is_none() {
        return Err(Failure::Input(format!("`{name}` needs the time by the hall's clock\n  add --at 10:31:00")));
    }
    let (round, table) = table_of(&desk, args.game)?;
    let done = desk.submit(fields(json!({"do": name, "round": round, "table": table})), &args.given)?;
    let mut out = screen();
    let state = if name == "pause" { "is paused" } else { "plays on" };
    let credit = done.answer.get("credit").and_then(Value::as_u64).unwrap_or_default();
    writeln!(out, "Table {table} {state}; {} min {} s credited so far.", credit / 60, credit % 60)?;
    if let Some(deadline) = done.answer.get("deadline").and_then(Value::as_str).filter(|_| name == "resume") {
        writeln!(out, "Time is up there at {}.", short_time(deadline))?;
    }
    if done.answer.get("alert").and_then(Value::as_bool) == Some(true) {
        writeln!(out, "{}", paint(BAD, "This pause was longer than five minutes."))?;
    }
    Ok(())
}

/// The round and table that a command names.
pub(super) fn table_of(desk: &Desk, name: GameName) -> Result<(u32, u32), Failure> {
    match name {
        GameName::Round { round, table, .. } => Ok((round.unwrap_or(current_round(desk)?), table)),
        GameName::PlayOff { .. } => Err(Failure::Input("this is for tables of a round, not of a play-off".to_owned())),
    }
}

/// The newest round that has started; 1 before any has, so that the refusal names it.
pub(super) fn current_round(desk: &Desk) -> Result<u32, Failure> {
    Ok(desk.tournament()?.newest_started().max(1))
}
