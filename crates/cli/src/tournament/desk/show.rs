//! Text that several commands show: people, seatings, standings, results.

use std::collections::BTreeMap;
use std::io;

use anstyle::Style;
use serde_json::Value;
use trinta_tournament::{Fields, Key, Number, Settings, Standing, Status, Tournament};

use crate::output::{BAD, GOOD, QUIET, paint, paint_tiles};
use crate::tournament::desk::result_line::seat_letter;
use crate::tournament::grid::{Align, Grid, printable};

/// A player's number and name.
pub(super) fn person(tournament: &Tournament, number: Number) -> String {
    format!("{number} {}", name(tournament, number))
}

pub(super) fn name(tournament: &Tournament, number: Number) -> String {
    tournament.people().get(number).map(|player| printable(&player.person.name)).unwrap_or_default()
}

pub(super) fn school(tournament: &Tournament, number: Number) -> String {
    tournament.people().get(number).and_then(|player| player.person.school.clone()).unwrap_or_default()
}

/// Items with commas between them.
pub(super) fn list<T: ToString>(items: impl IntoIterator<Item = T>) -> String {
    items.into_iter().map(|item| item.to_string()).collect::<Vec<_>>().join(", ")
}

/// Tables with their noun.
pub(super) fn tables<T: ToString>(numbers: &[T]) -> String {
    let noun = if numbers.len() == 1 { "table" } else { "tables" };
    format!("{noun} {}", list(numbers.iter().map(ToString::to_string)))
}

/// A count with its noun.
pub(super) fn count(number: usize, one: &str, many: &str) -> String {
    format!("{number} {}", if number == 1 { one } else { many })
}

/// An exact fraction as people write it: `-15/2` is `-7½`.
pub(super) fn mixed(exact: &str) -> String {
    let Some((numerator, denominator)) = exact.split_once('/') else { return exact.to_owned() };
    let (Ok(numerator), Ok(denominator)) = (numerator.parse::<i64>(), denominator.parse::<i64>()) else {
        return exact.to_owned();
    };
    let (size, divisor) = (numerator.unsigned_abs(), denominator.unsigned_abs().max(1));
    let fraction = match (size % divisor, divisor) {
        (1, 2) => "½".to_owned(),
        (1, 3) => "⅓".to_owned(),
        (2, 3) => "⅔".to_owned(),
        (1, 4) => "¼".to_owned(),
        (3, 4) => "¾".to_owned(),
        (rest, divisor) if size > divisor => format!(" {rest}/{divisor}"),
        (rest, divisor) => format!("{rest}/{divisor}"),
    };
    let sign = if numerator < 0 { "-" } else { "" };
    let whole = if size < divisor { String::new() } else { (size / divisor).to_string() };
    format!("{sign}{whole}{fraction}")
}

/// A score with its sign.
pub(super) fn signed(exact: &str) -> String {
    let text = mixed(exact);
    if text.starts_with('-') || text == "0" { text } else { format!("+{text}") }
}

/// The numbers in a field of an answer.
pub(super) fn numbers(value: Option<&Value>) -> Vec<Number> {
    let items = value.and_then(Value::as_array).into_iter().flatten();
    items.filter_map(Value::as_u64).filter_map(|number| u32::try_from(number).ok()).map(Number).collect()
}

/// An object with players as keys.
pub(super) fn by_player(value: Option<&Value>) -> BTreeMap<Number, &Value> {
    let items = value.and_then(Value::as_object).into_iter().flatten();
    items.filter_map(|(key, value)| Some((Number(key.parse().ok()?), value))).collect()
}

/// Tables with their players, seat by seat.
pub(super) fn write_tables(
    out: &mut impl io::Write,
    tournament: &Tournament,
    tables: &[(u32, Vec<Number>)],
) -> io::Result<()> {
    let mut columns = vec![("table", Align::Right)];
    columns.extend(["A", "B", "C", "D"].map(|seat| (seat, Align::Left)));
    let mut grid = Grid::new(columns);
    for (table, players) in tables {
        let mut cells = vec![table.to_string()];
        cells
            .extend((0..4).map(|seat| players.get(seat).map(|&number| person(tournament, number)).unwrap_or_default()));
        grid.row(cells);
    }
    grid.write(out)
}

/// The standings, with a line under the last winning place.
pub(super) fn write_standings(out: &mut impl io::Write, tournament: &Tournament) -> io::Result<()> {
    let standings = tournament.standings();
    let columns = vec![
        ("rank", Align::Right),
        ("no.", Align::Right),
        ("name", Align::Left),
        ("school", Align::Left),
        ("wins", Align::Right),
        ("average", Align::Right),
        ("total", Align::Right),
        ("games", Align::Right),
        ("", Align::Left),
    ];
    let winners = tournament.settings().winners;
    let is_winning = |row: &Standing| row.rank.is_some_and(|rank| rank <= winners);
    let complete = tournament.first_incomplete().is_none();
    let mut grid = Grid::new(columns);
    let mut above_the_cut = false;
    for row in &standings.rows {
        if above_the_cut && !is_winning(row) {
            grid.rule();
        }
        above_the_cut = is_winning(row);
        let mut notes = Vec::new();
        if row.status != Status::Present {
            notes.push(row.status.to_string());
        }
        if row.provisional {
            notes.push("provisional".to_owned());
        }
        if let Some(round) = row.out_after {
            notes.push(format!("out after round {round}"));
        }
        if row.house {
            notes.push("of the house".to_owned());
        }
        let style = if complete && is_winning(row) { Style::new().bold() } else { Style::new() };
        grid.styled_row(
            style,
            vec![
                row.rank.map(|rank| rank.to_string()).unwrap_or_default(),
                row.number.to_string(),
                name(tournament, row.number),
                school(tournament, row.number),
                mixed(&row.wins().to_string()),
                mixed(&row.average().to_string()),
                mixed(&row.total().to_string()),
                row.games().to_string(),
                notes.join(", "),
            ],
        );
    }
    grid.write(out)?;
    // X05: the keys of the ranking are printed with every list.
    writeln!(out, "{}", paint(QUIET, keys_in_words(tournament.settings())))?;
    for tie in &standings.open_ties {
        let names = list(tie.numbers.iter().map(|&number| person(tournament, number)));
        writeln!(out, "Tied at rank {}: {names}", tie.rank)?;
    }
    if !complete {
        let played = tournament.newest_started();
        writeln!(out, "After {played} of {} rounds; not all results are in.", tournament.settings().rounds)?;
    }
    Ok(())
}

/// The keys of the ranking in a sentence (B08, B09, X05).
fn keys_in_words(settings: &Settings) -> String {
    let name = |key: &Key| match key {
        Key::Wins => "wins",
        Key::Average => "the average score of the games played",
        Key::Total => "the total score",
        Key::BestGame => "the best score in a single game",
        Key::WonTotal => "the points of the games won",
        Key::LeastLost => "the points lost, the fewest first",
    };
    let keys: Vec<&str> = settings.keys.iter().map(name).collect();
    let bonus = if settings.win_bonus > 0 {
        format!(" Each win adds {} to the total.", count(settings.win_bonus as usize, "point", "points"))
    } else {
        String::new()
    };
    format!("Ranked by {}, then by play-off.{bonus}", keys.join(", then by "))
}

/// The scores of a game, and what follows from them.
pub(super) fn write_result(
    out: &mut impl io::Write,
    tournament: &Tournament,
    seats: &[Number],
    answer: &Fields,
) -> io::Result<()> {
    let (scores, wins) = (by_player(answer.get("scores")), by_player(answer.get("wins")));
    let was = by_player(answer.get("was"));
    let text = |values: &BTreeMap<Number, &Value>, number: Number| {
        values.get(&number).and_then(|value| value.as_str()).unwrap_or_default().to_owned()
    };
    let columns = [("", Align::Left), ("no.", Align::Right), ("name", Align::Left), ("score", Align::Right)];
    let mut columns = columns.to_vec();
    columns.extend([("was", Align::Right), ("win", Align::Right)]);
    let mut grid = Grid::new(columns);
    let seated = seats.iter().filter(|number| scores.contains_key(number));
    let others = scores.keys().filter(|number| !seats.contains(number));
    for &number in seated.chain(others) {
        let letter = seats.iter().position(|seat| *seat == number).map(seat_letter).unwrap_or_default();
        let before = text(&was, number);
        let win = text(&wins, number);
        grid.styled_row(
            if win == "0" { Style::new() } else { GOOD },
            vec![
                letter.to_owned(),
                number.to_string(),
                name(tournament, number),
                signed(&text(&scores, number)),
                if before.is_empty() { before } else { signed(&before) },
                mixed(&win),
            ],
        );
    }
    grid.write(out)?;
    for (number, verdict) in by_player(answer.get("verdicts")) {
        write_verdict(out, &person(tournament, number), verdict)?;
    }
    for flag in answer.get("flags").and_then(Value::as_array).into_iter().flatten() {
        match flag.as_str() {
            Some("short") => writeln!(out, "Fewer than four played.")?,
            Some("unopened-winner") => {
                writeln!(out, "{}", paint(BAD, "The winner never opened: show this to the head judge."))?;
            }
            _ => {}
        }
    }
    write_consequences(out, tournament, answer)
}

fn write_verdict(out: &mut impl io::Write, player: &str, verdict: &Value) -> io::Result<()> {
    if verdict.get("could").and_then(Value::as_bool) != Some(true) {
        return writeln!(out, "{player} did not open and could not have: 100.");
    }
    let sets: Vec<&str> =
        verdict.get("sets").and_then(Value::as_array).into_iter().flatten().filter_map(Value::as_str).collect();
    match verdict.get("points").and_then(Value::as_u64) {
        Some(points) => {
            let sets = paint_tiles(&sets.join(" | "));
            writeln!(out, "{player} did not open but could have, with {points} points: {sets}: 200.")
        }
        None => writeln!(out, "{player} did not open but could have: 200."),
    }
}

/// What a result, a draw or an annulment leads to: moves, draws, tables and ranks of a play-off.
pub(super) fn write_consequences(out: &mut impl io::Write, tournament: &Tournament, answer: &Fields) -> io::Result<()> {
    for (number, table) in by_player(answer.get("moves")) {
        writeln!(out, "{} moves to table {table}.", person(tournament, number))?;
    }
    let go_on = numbers(answer.get("go_on"));
    if !go_on.is_empty() {
        writeln!(out, "On to the next round: {}.", list(go_on.iter().map(|&number| person(tournament, number))))?;
    }
    for (name, again) in [("draw", ""), ("again", " again")] {
        if let Some(draw) = answer.get(name) {
            let players = list(numbers(draw.get("numbers")).iter().map(|&number| person(tournament, number)));
            let places = draw.get("places").and_then(Value::as_u64).unwrap_or(1) as usize;
            let places = count(places, "place", "places");
            writeln!(out, "{}", paint(BAD, format!("To be drawn{again}, for {places}: {players}.")))?;
            writeln!(out, "  Enter the tiles with `draw TABLE B r9 C k12`; with `draw TABLE` the program draws.")?;
        }
    }
    let tables: Vec<(u32, Vec<Number>)> = read_tables(answer.get("tables"));
    if !tables.is_empty() {
        writeln!(out, "To be played next:")?;
        write_tables(out, tournament, &tables)?;
    }
    for (number, rank) in by_player(answer.get("ranks")) {
        writeln!(out, "{} has rank {rank}.", person(tournament, number))?;
    }
    Ok(())
}

/// The tables of an answer.
pub(super) fn read_tables(value: Option<&Value>) -> Vec<(u32, Vec<Number>)> {
    let tables = value.and_then(Value::as_array).into_iter().flatten();
    let read = |table: &Value| {
        let number = u32::try_from(table.get("table")?.as_u64()?).ok()?;
        Some((number, numbers(table.get("players"))))
    };
    tables.filter_map(read).collect()
}

/// X19: what a change did to the standings and to the next seating.
pub(super) fn write_effect(
    out: &mut impl io::Write,
    before: &Tournament,
    after: &Tournament,
    answer: &Fields,
) -> io::Result<()> {
    let ranks = |tournament: &Tournament| -> BTreeMap<Number, Option<u32>> {
        tournament.standings().rows.iter().map(|row| (row.number, row.rank)).collect()
    };
    let (old, new) = (ranks(before), ranks(after));
    let text = |rank: Option<u32>| rank.map_or_else(|| "none".to_owned(), |rank| rank.to_string());
    let mut changed: Vec<_> = new.iter().filter(|(number, rank)| old.get(number) != Some(rank)).collect();
    changed.sort_by_key(|(_, rank)| **rank);
    if changed.is_empty() {
        writeln!(out, "No rank changes.")?;
    }
    for (number, rank) in changed {
        let old = text(old.get(number).copied().flatten());
        writeln!(out, "{}: rank {old} becomes {}.", person(after, *number), text(*rank))?;
    }
    if let Some(round) = answer.get("outdated").and_then(Value::as_u64) {
        let text =
            format!("Round {round} was seated by the standings of before; `seat {round}` seats it by the new ones.");
        writeln!(out, "{}", paint(BAD, text))?;
    }
    match answer.get("seating").and_then(Value::as_str) {
        Some("kept") => writeln!(out, "The seating of the next round stays as it is."),
        Some("stale") => {
            writeln!(out, "{}", paint(BAD, "The seating of the next round no longer fits: `seat` it again."))
        }
        Some("started") => writeln!(out, "The next round has started, so its seating stays."),
        _ => Ok(()),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn f10_fractions_as_people_write_them() {
        let cases = [("24", "24"), ("15/2", "7½"), ("-15/2", "-7½"), ("-10/3", "-3⅓"), ("1/2", "½"), ("-1/4", "-¼")];
        for (exact, text) in cases {
            assert_eq!(mixed(exact), text);
        }
        assert_eq!((mixed("17/12").as_str(), mixed("5/12").as_str()), ("1 5/12", "5/12"));
        assert_eq!((signed("15/2").as_str(), signed("0").as_str(), signed("-3").as_str()), ("+7½", "0", "-3"));
    }
}
