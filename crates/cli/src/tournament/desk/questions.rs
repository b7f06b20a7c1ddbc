//! Questions: they change nothing, and need no lock on the file.

use std::io::{self, Write as _};
use std::path::Path;

use serde_json::{Value, json};
use trinta_tournament::{Log, Number, RoundState, Tournament};

use crate::failure::Failure;
use crate::output::{QUIET, paint, screen, write_json};
use crate::tournament::desk::args::{ShowArgs, ShowRoundArgs, WhereArgs};
use crate::tournament::desk::result_line::seat_letter;
use crate::tournament::desk::session::{ask, read_log, tournament};
use crate::tournament::desk::setup::write_players;
use crate::tournament::desk::show::{
    by_player, list, numbers, person, read_tables, tables as table_list, write_standings, write_tables,
};
use crate::tournament::grid::{Align, Grid, printable};

/// The log, and the answer of `ask` if it is wanted as JSON.
fn open(args: &ShowArgs, what: &str, more: Value) -> Result<Option<Log>, Failure> {
    let mut log = read_log(&args.file.path)?;
    tournament(&log)?;
    if args.json {
        let answer = ask(&mut log, what, more)?;
        write_json(&mut io::stdout().lock(), &answer)?;
        return Ok(None);
    }
    Ok(Some(log))
}

pub(super) fn players(args: &ShowArgs) -> Result<(), Failure> {
    let Some(log) = open(args, "players", json!({}))? else { return Ok(()) };
    write_players(tournament(&log)?)
}

pub(super) fn standings(args: &ShowArgs) -> Result<(), Failure> {
    let Some(log) = open(args, "standings", json!({}))? else { return Ok(()) };
    Ok(write_standings(&mut screen(), tournament(&log)?)?)
}

/// The round that is named, or the newest one that has a seating or has started.
fn round_of(path: &Path, named: Option<u32>, started: bool) -> Result<u32, Failure> {
    if let Some(round) = named {
        return Ok(round);
    }
    let log = read_log(path)?;
    let tournament = tournament(&log)?;
    let newest = if started { tournament.newest_started() } else { tournament.rounds().len() as u32 };
    Ok(newest.max(1))
}

pub(super) fn seating(args: &ShowRoundArgs) -> Result<(), Failure> {
    let round = round_of(&args.show.file.path, args.round, false)?;
    let Some(mut log) = open(&args.show, "seating", json!({"round": round}))? else { return Ok(()) };
    let answer = ask(&mut log, "seating", json!({"round": round}))?;
    let state = answer.get("state").and_then(Value::as_str).unwrap_or_default();
    let mut out = screen();
    writeln!(out, "Round {round}, {state}:")?;
    // As they were seated, so that a seat keeps its letter when somebody leaves.
    let tournament = tournament(&log)?;
    let tables = read_tables(answer.get("tables")).into_iter();
    let tables: Vec<(u32, Vec<Number>)> =
        tables.map(|(table, _)| (table, tournament.seats(round, table).to_vec())).collect();
    write_tables(&mut out, tournament, &tables)?;
    let gone = |number: &Number| !tournament.people().is_present(*number);
    let left: Vec<Number> = tables.into_iter().flat_map(|(_, players)| players).filter(gone).collect();
    if !left.is_empty() {
        writeln!(out, "No longer here: {}.", list(left.into_iter().map(|number| person(tournament, number))))?;
    }
    Ok(())
}

pub(super) fn find(args: &WhereArgs) -> Result<(), Failure> {
    let log = read_log(&args.file.path)?;
    let tournament = tournament(&log)?;
    let wanted = args.player.join(" ");
    let found = find_players(tournament, &wanted);
    if found.is_empty() {
        return Err(Failure::Input(format!(
            "there is no player `{wanted}`\n  `trinta tournament players list` shows all"
        )));
    }
    let shown = (1..=tournament.rounds().len() as u32)
        .rev()
        .find(|&round| tournament.round(round).is_some_and(|round| round.state >= RoundState::Published));
    let columns = [("no.", Align::Right), ("name", Align::Left), ("", Align::Left), ("", Align::Left)];
    let mut grid = Grid::new(columns.to_vec());
    for number in found {
        let player = tournament.people().get(number);
        let place = shown.and_then(|round| {
            let table = tournament.table_of(round, number)?;
            let seat = tournament.seats(round, table).iter().position(|seat| *seat == number).map_or("", seat_letter);
            Some(format!("round {round}: table {table}, seat {seat}"))
        });
        grid.row(vec![
            number.to_string(),
            player.map(|player| player.person.name.clone()).unwrap_or_default(),
            player.map(|player| player.status.to_string()).unwrap_or_default(),
            place.unwrap_or_else(|| "no table".to_owned()),
        ]);
    }
    Ok(grid.write(&mut screen())?)
}

/// The player of a number, or all whose names contain a text.
fn find_players(tournament: &Tournament, wanted: &str) -> Vec<Number> {
    if let Ok(number) = wanted.parse() {
        return tournament.people().get(Number(number)).map(|player| player.number).into_iter().collect();
    }
    let wanted = wanted.to_lowercase();
    let named = tournament.people().iter().filter(|player| player.person.name.to_lowercase().contains(&wanted));
    named.map(|player| player.number).collect()
}

pub(super) fn moves(args: &ShowRoundArgs) -> Result<(), Failure> {
    let round = round_of(&args.show.file.path, args.round, true)?;
    let Some(mut log) = open(&args.show, "moves", json!({"round": round}))? else { return Ok(()) };
    let answer = ask(&mut log, "moves", json!({"round": round}))?;
    let tournament = tournament(&log)?;
    let mut out = screen();
    let moves = by_player(answer.get("moves"));
    let go_on = numbers(answer.get("go_on"));
    if !go_on.is_empty() {
        let who = list(go_on.iter().map(|&number| person(tournament, number)));
        writeln!(out, "After round {round} these go on, as far as it is decided: {who}.")?;
    } else if moves.is_empty() {
        writeln!(out, "Nobody moves on after round {round}, as far as it is decided.")?;
    }
    let mut grid = Grid::new(vec![("no.", Align::Right), ("name", Align::Left), ("to table", Align::Right)]);
    for (number, table) in moves {
        let name = crate::tournament::desk::show::name(tournament, number);
        grid.row(vec![number.to_string(), name, table.to_string()]);
    }
    grid.write(&mut out)?;
    for draw in answer.get("draws").and_then(Value::as_array).into_iter().flatten() {
        let players = list(numbers(draw.get("numbers")).into_iter().map(|number| person(tournament, number)));
        writeln!(out, "To be drawn at table {}: {players}.", draw.get("table").unwrap_or(&Value::Null))?;
    }
    Ok(())
}

pub(super) fn missing(args: &ShowRoundArgs) -> Result<(), Failure> {
    let round = round_of(&args.show.file.path, args.round, true)?;
    let Some(mut log) = open(&args.show, "missing", json!({"round": round}))? else { return Ok(()) };
    let answer = ask(&mut log, "missing", json!({"round": round}))?;
    let tournament = tournament(&log)?;
    let tables = |name: &str| numbers(answer.get(name)).into_iter().map(|table| table.0).collect::<Vec<u32>>();
    let mut out = screen();
    if tables("tables").is_empty() && tables("draws").is_empty() {
        writeln!(out, "All results of round {round} are in.")?;
    }
    let results: Vec<_> =
        tables("tables").into_iter().map(|table| (table, tournament.seats(round, table).to_vec())).collect();
    if !results.is_empty() {
        writeln!(out, "No result yet in round {round}:")?;
        write_tables(&mut out, tournament, &results)?;
    }
    let draws = tables("draws");
    if !draws.is_empty() {
        writeln!(out, "No draw yet at {}.", table_list(&draws))?;
    }
    Ok(())
}

pub(super) fn cases(args: &ShowArgs) -> Result<(), Failure> {
    let Some(mut log) = open(args, "cases", json!({}))? else { return Ok(()) };
    let answer = ask(&mut log, "cases", json!({}))?;
    let tournament = tournament(&log)?;
    let cases = answer.get("cases").and_then(Value::as_array).cloned().unwrap_or_default();
    let mut out = screen();
    if cases.is_empty() {
        writeln!(out, "There are no cases.")?;
    }
    for case in cases {
        let text = |name: &str| case.get(name).and_then(Value::as_str).unwrap_or_default();
        let number = |name: &str| case.get(name).and_then(Value::as_u64).unwrap_or_default();
        let state = if text("decision").is_empty() { text("state") } else { text("decision") };
        let about = match text("kind") {
            "conduct" | "cheating" => {
                let about = match case.get("former").and_then(Value::as_str) {
                    Some(former) => format!("{} {}, who withdrew", number("number"), printable(former)),
                    None => person(tournament, Number(number("number") as u32)),
                };
                if text("why").is_empty() { about } else { format!("{about}: {}", printable(text("why"))) }
            }
            "conflict" => {
                let (round, table, game) = (number("round"), number("table"), number("game"));
                format!("round {round}, table {table}, game {game}: there is a second result")
            }
            _ => format!("round {}, table {}: {}", number("round"), number("table"), printable(text("why"))),
        };
        writeln!(out, "Case {}, {}, {state}: {about}", number("case"), text("kind"))?;
        for offence in case.get("history").and_then(Value::as_array).into_iter().flatten() {
            let at = match (offence.get("round"), offence.get("table")) {
                (Some(round), Some(table)) => format!("round {round}, table {table}"),
                _ => "before round 1".to_owned(),
            };
            writeln!(out, "  {at}: {}", printable(offence.get("why").and_then(Value::as_str).unwrap_or_default()))?;
        }
    }
    Ok(())
}

pub(super) fn log(args: &ShowArgs) -> Result<(), Failure> {
    let Some(log) = open(args, "log", json!({}))? else { return Ok(()) };
    let mut out = screen();
    let undone = log.undone();
    for entry in log.entries() {
        let mut command = entry.command.clone();
        let name = command.remove("do");
        for field in ["by", "at", "why", "id"] {
            command.remove(field);
        }
        let at = entry.at.map(|at| format!(" {at}")).unwrap_or_default();
        let name = name.as_ref().and_then(Value::as_str).unwrap_or_default();
        let rest = if command.is_empty() { String::new() } else { format!(" {}", Value::Object(command)) };
        let why = entry.why.as_ref().map(|why| format!(" ({})", printable(why))).unwrap_or_default();
        let who = paint(QUIET, format!("{:>4} {}{at}", entry.seq, entry.by));
        let undone = if undone.contains(&entry.seq) { " (taken back)" } else { "" };
        writeln!(out, "{who}  {name}{}{why}{undone}", printable(&rest))?;
    }
    Ok(())
}
