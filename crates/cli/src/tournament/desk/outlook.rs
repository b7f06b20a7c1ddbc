//! Questions beyond the standings: schools, who can still win, and figures of players.

use std::io::{self, Write as _};

use serde_json::{Value, json};
use trinta_tournament::Number;

use crate::failure::Failure;
use crate::output::{QUIET, paint, screen, write_json};
use crate::tournament::desk::args::ShowArgs;
use crate::tournament::desk::session::{ask, read_log, tournament};
use crate::tournament::desk::show::{mixed, name, numbers};
use crate::tournament::grid::{Align, Grid};

/// A row of an answer as text.
fn text(row: &Value, field: &str) -> String {
    match row.get(field) {
        Some(Value::String(exact)) => mixed(exact),
        Some(Value::Number(number)) => number.to_string(),
        _ => String::new(),
    }
}

fn number(row: &Value) -> Number {
    Number(row.get("number").and_then(Value::as_u64).unwrap_or_default() as u32)
}

pub(super) fn teams(args: &ShowArgs) -> Result<(), Failure> {
    let mut log = read_log(&args.file.path)?;
    tournament(&log)?;
    let answer = ask(&mut log, "teams", json!({}))?;
    if args.json {
        return Ok(write_json(&mut io::stdout().lock(), &answer)?);
    }
    let columns = [
        ("rank", Align::Right),
        ("school", Align::Left),
        ("players", Align::Right),
        ("wins", Align::Right),
        ("average", Align::Right),
        ("total", Align::Right),
        ("games", Align::Right),
        ("counted", Align::Left),
    ];
    let mut grid = Grid::new(columns.to_vec());
    for row in answer.get("teams").and_then(Value::as_array).into_iter().flatten() {
        let counted = numbers(row.get("counted")).into_iter().map(|number| number.to_string()).collect::<Vec<_>>();
        let school = row.get("school").and_then(Value::as_str).unwrap_or_default().to_owned();
        let mut cells = vec![text(row, "rank"), school];
        cells.extend(["players", "wins", "average", "total", "games"].map(|field| text(row, field)));
        cells.push(counted.join(" "));
        grid.row(cells);
    }
    let mut out = screen();
    grid.write(&mut out)?;
    let best = answer.get("best").and_then(Value::as_u64).unwrap_or_default();
    let note = format!("The best {best} of a school count; a school with fewer has no rank.");
    Ok(writeln!(out, "{}", paint(QUIET, note))?)
}

pub(super) fn chances(args: &ShowArgs) -> Result<(), Failure> {
    let mut log = read_log(&args.file.path)?;
    tournament(&log)?;
    let answer = ask(&mut log, "chances", json!({}))?;
    if args.json {
        return Ok(write_json(&mut io::stdout().lock(), &answer)?);
    }
    let tournament = tournament(&log)?;
    let columns =
        [("no.", Align::Right), ("name", Align::Left), ("games left", Align::Right), ("can win", Align::Left)];
    let mut grid = Grid::new(columns.to_vec());
    for row in answer.get("chances").and_then(Value::as_array).into_iter().flatten() {
        let is = |field: &str| row.get(field).and_then(Value::as_bool) == Some(true);
        let chance = match (is("certain"), is("possible")) {
            (true, _) => "certain",
            (false, true) => "possible",
            (false, false) => "no",
        };
        let number = number(row);
        let cells = vec![number.to_string(), name(tournament, number), text(row, "games_left"), chance.to_owned()];
        grid.row(cells);
    }
    Ok(grid.write(&mut screen())?)
}

pub(super) fn statistics(args: &ShowArgs) -> Result<(), Failure> {
    let mut log = read_log(&args.file.path)?;
    tournament(&log)?;
    let answer = ask(&mut log, "statistics", json!({}))?;
    if args.json {
        return Ok(write_json(&mut io::stdout().lock(), &answer)?);
    }
    let tournament = tournament(&log)?;
    let fields = ["games", "wins", "total", "average", "best", "worst", "went_out", "unopened", "opponents", "rating"];
    let mut columns = vec![("no.", Align::Right), ("name", Align::Left)];
    columns.extend(fields.map(|field| (if field == "went_out" { "went out" } else { field }, Align::Right)));
    let mut grid = Grid::new(columns);
    for row in answer.get("players").and_then(Value::as_array).into_iter().flatten() {
        let number = number(row);
        let mut cells = vec![number.to_string(), name(tournament, number)];
        cells.extend(fields.map(|field| text(row, field)));
        grid.row(cells);
    }
    Ok(grid.write(&mut screen())?)
}
