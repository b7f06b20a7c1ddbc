//! Play-offs, the end of a tournament, and taking something back.

use std::io::Write as _;

use serde_json::{Value, json};
use trinta_tournament::Role;

use crate::failure::Failure;
use crate::output::{GOOD, paint, screen};
use crate::tournament::desk::args::{PlainArgs, PlayOffArgs, UndoArgs};
use crate::tournament::desk::conduct::by_head_judge;
use crate::tournament::desk::session::{Desk, GivenBy, fields};
use crate::tournament::desk::show::{
    list, numbers, person, read_tables, school, write_consequences, write_standings, write_tables,
};

pub(super) fn play_off(args: &PlayOffArgs) -> Result<(), Failure> {
    let mut desk = Desk::open(&args.file.path)?;
    let mut out = screen();
    if let (Some(rank), Some(order)) = (args.rank, &args.order) {
        let command = json!({"do": "play-off", "rank": rank, "order": order});
        let done = desk.submit(fields(command), &by_head_judge(&args.given))?;
        return Ok(write_consequences(&mut out, desk.tournament()?, &done.answer)?);
    }
    let done = desk.submit(fields(json!({"do": "play-off"})), &args.given)?;
    let tournament = desk.tournament()?;
    let play_offs = done.answer.get("play_offs").and_then(Value::as_array).cloned().unwrap_or_default();
    if play_offs.is_empty() {
        writeln!(out, "No tie needs deciding.")?;
    }
    for play_off in play_offs {
        let rank = play_off.get("rank").and_then(Value::as_u64).unwrap_or_default();
        let players = list(numbers(play_off.get("numbers")).into_iter().map(|number| person(tournament, number)));
        writeln!(out, "Play-off at rank {rank}: {players}.")?;
        write_tables(&mut out, tournament, &read_tables(play_off.get("tables")))?;
        writeln!(out, "Enter its result with: result p{rank} A … B …")?;
    }
    Ok(())
}

pub(super) fn undo(args: &UndoArgs) -> Result<(), Failure> {
    let mut desk = Desk::open(&args.file.path)?;
    let by = args.given.by.map_or(Role::Organiser, GivenBy::role);
    let newest = || desk.log().undoable(by, 1).first().map(|entry| entry.seq);
    let seq = args.seq.or_else(newest).ok_or_else(|| {
        Failure::Input(
            "there is nothing that can be taken back\n  `trinta tournament log` shows every entry".to_owned(),
        )
    })?;
    desk.submit(fields(json!({"do": "undo", "seq": seq})), &args.given)?;
    let entry = (seq as usize).checked_sub(1).and_then(|at| desk.log().entries().get(at));
    let command = entry.and_then(|entry| entry.command.get("do")).and_then(Value::as_str).unwrap_or_default();
    Ok(writeln!(screen(), "Entry {seq}, `{command}`, is taken back.")?)
}

pub(super) fn finish(args: &PlainArgs) -> Result<(), Failure> {
    let mut desk = Desk::open(&args.file.path)?;
    let done = desk.submit(fields(json!({"do": "finish"})), &args.given)?;
    let tournament = desk.tournament()?;
    let mut out = screen();
    writeln!(out, "The tournament is over. The winners:")?;
    for number in numbers(done.answer.get("winners")) {
        let school = school(tournament, number);
        let school = if school.is_empty() { school } else { format!(" ({school})") };
        writeln!(out, "  {}", paint(GOOD, format!("{}{school}", person(tournament, number))))?;
    }
    writeln!(out)?;
    Ok(write_standings(&mut out, tournament)?)
}
