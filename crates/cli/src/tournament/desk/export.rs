//! `export`: the lists of a tournament for spreadsheets and programs.

use std::io::{self, Write};

use csv::WriterBuilder;
use serde_json::{Map, Value, json};
use trinta_tournament::{Log, Number, Outcome, Tournament};

use crate::failure::Failure;
use crate::output::write_json;
use crate::tournament::desk::args::{ExportArgs, List};
use crate::tournament::desk::result_line::seat_letter;
use crate::tournament::desk::session::{read_log, seats, tournament};
use crate::tournament::desk::spreadsheet::neutralise;

/// A value of a list. Only text that people wrote can be mistaken for a formula.
enum Cell {
    Written(String),
    Number(u64),
    /// An exact fraction, which a spreadsheet gets as a decimal number.
    Exact(String),
    Word(String),
    Flag(bool),
    Empty,
}

impl Cell {
    fn of<T>(value: Option<T>, cell: impl FnOnce(T) -> Cell) -> Cell {
        value.map_or(Cell::Empty, cell)
    }

    fn number(number: u32) -> Cell {
        Cell::Number(number.into())
    }

    fn csv(&self) -> String {
        match self {
            Cell::Written(text) => neutralise(text),
            Cell::Number(number) => number.to_string(),
            Cell::Exact(exact) => decimal(exact),
            Cell::Word(word) => word.clone(),
            Cell::Flag(flag) => u8::from(*flag).to_string(),
            Cell::Empty => String::new(),
        }
    }

    fn json(&self) -> Value {
        match self {
            Cell::Written(text) | Cell::Exact(text) | Cell::Word(text) => json!(text),
            Cell::Number(number) => json!(number),
            Cell::Flag(flag) => json!(flag),
            Cell::Empty => Value::Null,
        }
    }
}

/// A fraction as a decimal number of at most four places: a spreadsheet would take `15/2` for a date.
fn decimal(exact: &str) -> String {
    let Some((numerator, denominator)) = exact.split_once('/') else { return exact.to_owned() };
    let (Ok(numerator), Ok(denominator)) = (numerator.parse::<f64>(), denominator.parse::<f64>()) else {
        return exact.to_owned();
    };
    format!("{:.4}", numerator / denominator).trim_end_matches('0').trim_end_matches('.').to_owned()
}

struct Listing {
    columns: &'static [&'static str],
    rows: Vec<Vec<Cell>>,
}

impl Listing {
    fn of(list: List, log: &Log, tournament: &Tournament) -> Listing {
        match list {
            List::Players => players(tournament),
            List::Seating => seating(log, tournament),
            List::Results => results(log, tournament),
            List::Standings => standings(tournament),
        }
    }

    fn write_csv(&self, out: impl Write, separator: u8) -> Result<(), csv::Error> {
        let mut writer = WriterBuilder::new().delimiter(separator).from_writer(out);
        writer.write_record(self.columns)?;
        for row in &self.rows {
            writer.write_record(row.iter().map(Cell::csv))?;
        }
        Ok(writer.flush()?)
    }

    fn to_json(&self) -> Value {
        let row = |row: &Vec<Cell>| {
            let fields = self.columns.iter().zip(row).map(|(name, cell)| ((*name).to_owned(), cell.json()));
            Value::Object(fields.collect::<Map<_, _>>())
        };
        Value::Array(self.rows.iter().map(row).collect())
    }
}

fn name_of(tournament: &Tournament, number: Number) -> Cell {
    Cell::of(tournament.people().get(number), |player| Cell::Written(player.person.name.clone()))
}

fn school_of(tournament: &Tournament, number: Number) -> Cell {
    let player = tournament.people().get(number);
    Cell::of(player.and_then(|player| player.person.school.clone()), Cell::Written)
}

fn players(tournament: &Tournament) -> Listing {
    let people = tournament.people();
    let numbered =
        people.iter().map(|player| (Cell::number(player.number.0), player.person.clone(), player.status.to_string()));
    let waiting = people.waiting().map(|person| (Cell::Empty, person.clone(), "waiting".to_owned()));
    let rows = numbered.chain(waiting).map(|(number, person, status)| {
        vec![number, Cell::Written(person.name), Cell::of(person.school, Cell::Written), Cell::Word(status)]
    });
    Listing { columns: &["number", "name", "school", "status"], rows: rows.collect() }
}

fn seating(log: &Log, tournament: &Tournament) -> Listing {
    let mut rows = Vec::new();
    for (round, state) in (1..).zip(tournament.rounds()) {
        for table in 1..=state.tables.len() as u32 {
            for (seat, number) in seats(log, round, table).into_iter().enumerate() {
                rows.push(vec![
                    Cell::number(round),
                    Cell::number(table),
                    Cell::Word(seat_letter(seat).to_owned()),
                    Cell::number(number.0),
                    name_of(tournament, number),
                    school_of(tournament, number),
                ]);
            }
        }
    }
    Listing { columns: &["round", "table", "seat", "number", "name", "school"], rows }
}

fn results(log: &Log, tournament: &Tournament) -> Listing {
    let mut rows = Vec::new();
    for (round, state) in (1..).zip(tournament.rounds()) {
        for (table, played) in (1..).zip(&state.tables) {
            for (game, outcome) in (1..).zip(played.games.iter().map(|game| game.outcome.as_ref())) {
                let Some(outcome) = outcome else { continue };
                let seated = seats(log, round, table);
                let begin = |number: Number| {
                    let seat = seated.iter().position(|seat| *seat == number).map(seat_letter);
                    vec![
                        Cell::number(round),
                        Cell::number(table),
                        Cell::number(game),
                        Cell::of(seat, |seat| Cell::Word(seat.to_owned())),
                        Cell::number(number.0),
                        name_of(tournament, number),
                    ]
                };
                match outcome {
                    Outcome::Annulled(players) => rows.extend(players.iter().map(|&number| {
                        let mut row = begin(number);
                        row.push(Cell::Word("annulled".to_owned()));
                        row.extend((0..6).map(|_| Cell::Empty));
                        row
                    })),
                    Outcome::Scored(result) => rows.extend(result.racks.iter().map(|rack| {
                        let mut row = begin(rack.number);
                        let ended = serde_json::to_value(result.ended).unwrap_or_default();
                        row.extend([
                            Cell::of(ended.as_str(), |ended| Cell::Word(ended.to_owned())),
                            Cell::of(rack.tiles.as_ref(), |tiles| Cell::Word(tiles.to_string())),
                            Cell::of(rack.sum, Cell::number),
                            Cell::Flag(rack.opened),
                            Cell::of(rack.verdict.as_ref(), |verdict| Cell::Flag(verdict.could)),
                            Cell::Exact(rack.score.to_string()),
                            Cell::Exact(rack.wins.to_string()),
                        ]);
                        row
                    })),
                }
            }
        }
    }
    let columns = &[
        "round",
        "table",
        "game",
        "seat",
        "number",
        "name",
        "ended",
        "tiles",
        "sum",
        "opened",
        "could_open",
        "score",
        "wins",
    ];
    Listing { columns, rows }
}

fn standings(tournament: &Tournament) -> Listing {
    let rows = tournament.standings().rows.into_iter().map(|row| {
        vec![
            Cell::of(row.rank, Cell::number),
            Cell::number(row.number.0),
            name_of(tournament, row.number),
            school_of(tournament, row.number),
            Cell::Exact(row.wins().to_string()),
            Cell::Exact(row.average().to_string()),
            Cell::Exact(row.total().to_string()),
            Cell::number(row.games()),
            Cell::Word(row.status.to_string()),
            Cell::Flag(row.provisional),
        ]
    });
    let columns = &["rank", "number", "name", "school", "wins", "average", "total", "games", "status", "provisional"];
    Listing { columns, rows: rows.collect() }
}

pub(super) fn run(args: &ExportArgs) -> Result<(), Failure> {
    let log = read_log(&args.file.path)?;
    let tournament = tournament(&log)?;
    let mut out = io::stdout().lock();
    if let (Some(list), true) = (args.list, args.csv) {
        if args.bom {
            out.write_all(b"\xef\xbb\xbf")?;
        }
        let written = Listing::of(list, &log, tournament).write_csv(out, args.separator.byte());
        return written.map_err(|error| Failure::Output(io::Error::other(error)));
    }
    let all = [
        ("players", List::Players),
        ("seating", List::Seating),
        ("results", List::Results),
        ("standings", List::Standings),
    ];
    let mut exported =
        json!({"title": tournament.title(), "date": tournament.date(), "settings": tournament.settings()});
    for (name, list) in all.into_iter().filter(|(_, list)| args.list.is_none_or(|wanted| wanted == *list)) {
        exported[name] = Listing::of(list, &log, tournament).to_json();
    }
    Ok(write_json(&mut out, &exported)?)
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;
    use trinta_tournament::Log;

    use super::*;
    use crate::tournament::desk::import::read_list;

    #[test]
    fn fractions_are_decimals_in_a_spreadsheet() {
        for (exact, text) in [("-9", "-9"), ("15/2", "7.5"), ("-10/3", "-3.3333"), ("0", "0")] {
            assert_eq!(decimal(exact), text);
        }
    }

    fn log_of(people: &[(String, Option<String>)]) -> Log {
        let mut log = Log::default();
        let mut say = |command: Value| {
            let reply = log.answer(&command.to_string(), || "00".parse().unwrap());
            assert!(reply.entry.is_some(), "{:?}", reply.answer);
        };
        say(json!({"do": "new", "title": "t", "date": "2027-01-01", "set": {"capacity": 3}}));
        let players: Vec<Value> = people.iter().map(|(name, school)| json!({"name": name, "school": school})).collect();
        say(json!({"do": "add", "players": players}));
        log
    }

    proptest! {
        #[test]
        fn what_is_exported_is_imported_again(
            people in proptest::collection::vec(
                ("[-=+@'\"a-z;,陳 ]{0,8}|\\PC{1,12}", proptest::option::of("[-=+@'\"a-z;,陳 ]{0,8}|\\PC{1,12}")),
                1..8
            ),
            separator in prop_oneof![Just(b','), Just(b';'), Just(b'\t')],
        ) {
            // Names as an import leaves them: trimmed, not blank.
            let clean = |text: &String| text.trim().to_owned();
            let people: Vec<(String, Option<String>)> = people
                .iter()
                .map(|(name, school)| (clean(name), school.as_ref().map(clean).filter(|school| !school.is_empty())))
                .filter(|(name, _)| !name.is_empty())
                .collect();
            prop_assume!(!people.is_empty());
            let log = log_of(&people);
            let mut csv = Vec::new();
            players(log.tournament().unwrap()).write_csv(&mut csv, separator).unwrap();
            let read = read_list(&csv, Some(separator)).unwrap();
            let read: Vec<_> = read.players.into_iter().map(|(_, player)| (player.name, player.school)).collect();
            prop_assert_eq!(read, people);
        }
    }
}
