//! The lists of a tournament for spreadsheets and programs.

use serde_json::{Map, Value, json};

use crate::people::Number;
use crate::settings::Key;
use crate::state::{Outcome, Tournament};

/// A list that can be exported.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum List {
    /// Everybody who was entered.
    Players,
    /// Who sits where in each round.
    Seating,
    /// The results of all games.
    Results,
    /// The standings.
    Standings,
}

impl List {
    /// All of them, with their names.
    pub const ALL: [(&'static str, List); 4] = [
        ("players", List::Players),
        ("seating", List::Seating),
        ("results", List::Results),
        ("standings", List::Standings),
    ];
}

/// Title, day, settings and lists of a tournament, for programs.
#[must_use]
pub fn export(tournament: &Tournament, wanted: Option<List>) -> Value {
    let mut exported =
        json!({"title": tournament.title(), "date": tournament.date(), "settings": tournament.settings()});
    for (name, list) in List::ALL.into_iter().filter(|(_, list)| wanted.is_none_or(|wanted| wanted == *list)) {
        exported[name] = Listing::of(list, tournament).to_json();
    }
    exported
}

/// What a spreadsheet may take for the beginning of a formula, also in the full-width forms.
const FORMULA: [char; 10] = ['=', '+', '-', '@', '\t', '\r', '＝', '＋', '－', '＠'];

/// Whether a spreadsheet may take text for a formula.
#[must_use]
pub fn looks_like_formula(text: &str) -> bool {
    text.trim_start_matches('\'').starts_with(FORMULA)
}

/// Text that a spreadsheet shows and does not compute: with an apostrophe before what looks like a formula.
#[must_use]
pub fn neutralise(text: &str) -> String {
    if looks_like_formula(text) { format!("'{text}") } else { text.to_owned() }
}

/// A line of a list; what has a separator, a quote or the end of a line in it is quoted.
fn write_row(text: &mut String, cells: impl Iterator<Item = String>, separator: char) {
    for (at, cell) in cells.enumerate() {
        if at > 0 {
            text.push(separator);
        }
        if cell.contains([separator, '"', '\n', '\r']) {
            text.push('"');
            text.push_str(&cell.replace('"', "\"\""));
            text.push('"');
        } else {
            text.push_str(&cell);
        }
    }
    text.push('\n');
}

fn seat_letter(seat: usize) -> &'static str {
    ["A", "B", "C", "D"].get(seat).copied().unwrap_or("?")
}

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

/// A list of a tournament, for spreadsheets and programs.
pub struct Listing {
    columns: Vec<&'static str>,
    rows: Vec<Vec<Cell>>,
}

impl Listing {
    /// A list of a tournament.
    #[must_use]
    pub fn of(list: List, tournament: &Tournament) -> Listing {
        match list {
            List::Players => players(tournament),
            List::Seating => seating(tournament),
            List::Results => results(tournament),
            List::Standings => standings(tournament),
        }
    }

    /// The list for a spreadsheet, with a head.
    #[must_use]
    pub fn to_csv(&self, separator: char) -> String {
        let mut text = String::new();
        write_row(&mut text, self.columns.iter().map(|name| (*name).to_owned()), separator);
        for row in &self.rows {
            write_row(&mut text, row.iter().map(Cell::csv), separator);
        }
        text
    }

    /// The list for programs.
    #[must_use]
    pub fn to_json(&self) -> Value {
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
    Listing { columns: vec!["number", "name", "school", "status"], rows: rows.collect() }
}

fn seating(tournament: &Tournament) -> Listing {
    let mut rows = Vec::new();
    for (round, state) in (1..).zip(tournament.rounds()) {
        for (table, seated) in (1..).zip(&state.tables) {
            for (seat, number) in seated.seats.iter().enumerate() {
                rows.push(vec![
                    Cell::number(round),
                    Cell::number(table),
                    Cell::Word(seat_letter(seat).to_owned()),
                    Cell::number(number.0),
                    name_of(tournament, *number),
                    school_of(tournament, *number),
                ]);
            }
        }
    }
    Listing { columns: vec!["round", "table", "seat", "number", "name", "school"], rows }
}

fn results(tournament: &Tournament) -> Listing {
    let mut rows = Vec::new();
    for (round, state) in (1..).zip(tournament.rounds()) {
        for (table, played) in (1..).zip(&state.tables) {
            for (game, outcome) in (1..).zip(played.games.iter().map(|game| game.outcome.as_ref())) {
                let Some(outcome) = outcome else { continue };
                let begin = |number: Number| {
                    let seat = played.seat_of(number).map(seat_letter);
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
    let columns = vec![
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

/// The keys of the ranking that are no column of every list, with the names of their columns.
const FURTHER_KEYS: [(Key, &str); 3] =
    [(Key::BestGame, "best_game"), (Key::WonTotal, "won_total"), (Key::LeastLost, "lost_total")];

fn standings(tournament: &Tournament) -> Listing {
    let keys = &tournament.settings().keys;
    let further = || FURTHER_KEYS.into_iter().filter(|(key, _)| keys.contains(key));
    let rows = tournament.standings().rows.into_iter().map(|row| {
        let mut cells = vec![
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
        ];
        cells.extend(further().map(|(key, _)| match key {
            Key::BestGame => Cell::of(row.tally.best_game, |score| Cell::Exact(score.to_string())),
            Key::WonTotal => Cell::Exact(row.tally.won_total.to_string()),
            Key::LeastLost => Cell::Exact(row.tally.lost_total.to_string()),
            Key::Wins | Key::Average | Key::Total => Cell::Empty,
        }));
        cells
    });
    let mut columns =
        vec!["rank", "number", "name", "school", "wins", "average", "total", "games", "status", "provisional"];
    columns.extend(further().map(|(_, column)| column));
    Listing { columns, rows: rows.collect() }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn fractions_are_decimals_in_a_spreadsheet() {
        for (exact, text) in [("-9", "-9"), ("15/2", "7.5"), ("-10/3", "-3.3333"), ("0", "0")] {
            assert_eq!(decimal(exact), text);
        }
    }

    #[test]
    fn cells_are_quoted_where_a_spreadsheet_needs_it() {
        let mut text = String::new();
        let cells = ["a", "b;c", "say \"x\"", "two\nlines", ""];
        write_row(&mut text, cells.iter().map(|cell| (*cell).to_owned()), ';');
        assert_eq!(text, "a;\"b;c\";\"say \"\"x\"\"\";\"two\nlines\";\n");
    }
}
