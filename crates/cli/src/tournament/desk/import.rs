//! `players import`: lists of players as spreadsheets and people write them. If a line is wrong, nobody is entered.

use std::collections::BTreeSet;
use std::io::Write as _;

use csv::StringRecord;
use serde_json::json;

use crate::failure::Failure;
use crate::input::name_of;
use crate::output::{QUIET, paint, screen};
use crate::tournament::desk::args::{ImportArgs, Separator};
use crate::tournament::desk::records::{LineFault, check_text, faults_text, read_bytes, read_records};
use crate::tournament::desk::session::{Desk, fields};
use crate::tournament::desk::setup::write_entered;
use crate::tournament::desk::show::{count, list};
use crate::tournament::desk::spreadsheet::restore;

/// A player of a list.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) struct Listed {
    pub(crate) name: String,
    pub(crate) school: Option<String>,
}

/// A list that was read whole.
#[derive(Debug, PartialEq, Eq)]
pub(crate) struct PlayerList {
    /// The players, each with the line it begins on.
    pub(crate) players: Vec<(u64, Listed)>,
    /// Columns of the heading that are not used.
    pub(super) unused: Vec<String>,
}

/// What a column holds.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Column {
    Name,
    Given,
    Family,
    School,
    Number,
    Other,
}

/// Headings in English, Portuguese and both kinds of Chinese characters.
const HEADINGS: [(Column, &[&str]); 5] = [
    (
        Column::Name,
        &["name", "full name", "player", "player name", "nome", "nome completo", "jogador", "jogadora", "participante"],
    ),
    (Column::Given, &["first name", "given name", "forename", "nome próprio", "primeiro nome", "名"]),
    (Column::Family, &["last name", "family name", "surname", "apelido", "sobrenome", "último nome", "姓", "姓氏"]),
    (Column::School, &["school", "club", "team", "school name", "escola", "clube", "equipa", "equipe", "colégio"]),
    (Column::Number, &["number", "no", "no.", "nr", "nr.", "#", "id", "número", "n.º", "nº", "n°"]),
];
const CHINESE_HEADINGS: [(Column, &[&str]); 3] = [
    (
        Column::Name,
        &[
            "姓名",
            "名字",
            "參賽者",
            "参赛者",
            "參賽者姓名",
            "参赛者姓名",
            "選手",
            "选手",
            "學生",
            "学生",
            "學生姓名",
            "学生姓名",
        ],
    ),
    (Column::School, &["學校", "学校", "學校名稱", "学校名称", "俱樂部", "俱乐部", "隊伍", "队伍", "單位", "单位"]),
    (Column::Number, &["號碼", "号码", "編號", "编号", "參賽者編號", "参赛者编号", "序號", "序号"]),
];

fn column_of(heading: &str) -> Option<Column> {
    let heading = heading.trim().to_lowercase();
    let known = HEADINGS.iter().chain(&CHINESE_HEADINGS);
    known.into_iter().find(|(_, names)| names.contains(&heading.as_str())).map(|(column, _)| *column)
}

/// Reads a list of players.
///
/// # Errors
/// Every line that is wrong.
pub(crate) fn read_list(bytes: &[u8], separator: Option<u8>) -> Result<PlayerList, Vec<LineFault>> {
    let fault = |line: u64, reason: &str| LineFault { line, reason: reason.to_owned() };
    let mut records = read_records(bytes, separator)?;
    let Some((first_line, first)) = records.first() else {
        return Err(vec![fault(1, "there are no players in this list")]);
    };
    let (columns, unused) = match read_heading(first) {
        Some(Ok(heading)) => {
            records.remove(0);
            heading
        }
        Some(Err(reason)) => return Err(vec![fault(*first_line, &reason)]),
        None => (guess_columns(&records), Vec::new()),
    };
    let (mut players, mut faults) = (Vec::new(), Vec::new());
    for (line, record) in &records {
        match read_player(&columns, record) {
            Ok(player) => players.push((*line, player)),
            Err(reason) => faults.push(LineFault { line: *line, reason }),
        }
    }
    if players.is_empty() && faults.is_empty() {
        faults.push(fault(*first_line_of(&records).unwrap_or(&1), "there is a heading, but no player under it"));
    }
    if faults.is_empty() { Ok(PlayerList { players, unused }) } else { Err(faults) }
}

fn first_line_of(records: &[(u64, StringRecord)]) -> Option<&u64> {
    records.first().map(|(line, _)| line)
}

/// Columns by their headings, and the headings that are not used; nothing if the first line is not a heading.
#[expect(clippy::type_complexity, reason = "used in one place")]
fn read_heading(first: &StringRecord) -> Option<Result<(Vec<Column>, Vec<String>), String>> {
    let columns: Vec<Option<Column>> = first.iter().map(column_of).collect();
    if columns.iter().all(Option::is_none) {
        return None;
    }
    let columns: Vec<Column> = columns.into_iter().map(|column| column.unwrap_or(Column::Other)).collect();
    let how_many = |wanted: Column| columns.iter().filter(|column| **column == wanted).count();
    if [Column::Name, Column::Given, Column::Family, Column::School].into_iter().any(|column| how_many(column) > 1) {
        return Some(Err("the heading names the same column twice".to_owned()));
    }
    // `Nome` beside `Apelido` is the given name.
    let mut columns = columns;
    if how_many_of(&columns, Column::Name) == 1 && how_many_of(&columns, Column::Family) == 1 {
        for column in &mut columns {
            if *column == Column::Name {
                *column = Column::Given;
            }
        }
    }
    if ![Column::Name, Column::Given, Column::Family].into_iter().any(|column| how_many_of(&columns, column) > 0) {
        return Some(Err("the heading has no column for names, such as `name`, `nome` or `姓名`".to_owned()));
    }
    let unused = columns.iter().zip(first).filter(|(column, heading)| **column == Column::Other && !heading.is_empty());
    let unused = unused.map(|(_, heading)| heading.to_owned()).collect();
    Some(Ok((columns, unused)))
}

fn how_many_of(columns: &[Column], wanted: Column) -> usize {
    columns.iter().filter(|column| **column == wanted).count()
}

/// Without a heading: name, then school, with a running number before them or not.
fn guess_columns(records: &[(u64, StringRecord)]) -> Vec<Column> {
    let is_number = |record: &StringRecord| record.get(0).is_some_and(|cell| cell.parse::<u32>().is_ok());
    let numbered = records.iter().all(|(_, record)| is_number(record) && record.len() > 1);
    if numbered { vec![Column::Number, Column::Name, Column::School] } else { vec![Column::Name, Column::School] }
}

fn read_player(columns: &[Column], record: &StringRecord) -> Result<Listed, String> {
    let beyond = record.iter().skip(columns.len()).filter(|cell| !cell.is_empty()).count();
    if beyond > 0 {
        let known = count(columns.len(), "column", "columns");
        return Err(format!(
            "there are more fields than the {known} of this list: put a name with a separator in it into quotes, or \
             begin the list with a heading"
        ));
    }
    let cell = |wanted: Column| {
        let found = columns.iter().zip(record).find(|(column, _)| **column == wanted).map(|(_, cell)| cell);
        found.map(restore).map(str::trim).filter(|cell| !cell.is_empty())
    };
    let whole = cell(Column::Name).map(str::to_owned);
    let name = whole.or_else(|| match (cell(Column::Given), cell(Column::Family)) {
        (Some(given), Some(family)) if is_chinese(family) => Some(format!("{family}{given}")),
        (Some(given), Some(family)) => Some(format!("{given} {family}")),
        (one, other) => one.or(other).map(str::to_owned),
    });
    let name = name.ok_or("there is no name")?;
    let school = cell(Column::School).map(str::to_owned);
    check_text("name", &name)?;
    school.iter().try_for_each(|school| check_text("school", school))?;
    Ok(Listed { name, school })
}

fn is_chinese(text: &str) -> bool {
    text.chars().all(|letter| ('\u{3400}'..='\u{9fff}').contains(&letter) || letter >= '\u{20000}')
}

pub(super) fn run(args: &ImportArgs) -> Result<(), Failure> {
    let bytes = read_bytes(&args.list, "players")?;
    let name = name_of(&args.list);
    let read = read_list(&bytes, args.separator.map(Separator::byte));
    let read = read.map_err(|faults| refuse(&name, &faults))?;
    let mut desk = Desk::open(&args.file.path)?;
    if !args.allow_duplicates {
        let duplicates = find_duplicates(&desk, &read)?;
        if !duplicates.is_empty() {
            return Err(Failure::Input(format!(
                "{}\n  take them out of the list, or add --allow-duplicates if they are different people",
                faults_text(&name, &duplicates)
            )));
        }
    }
    let players: Vec<_> = read
        .players
        .iter()
        .map(|(_, player)| match &player.school {
            Some(school) => json!({"name": player.name, "school": school}),
            None => json!({"name": player.name}),
        })
        .collect();
    let command = fields(json!({"do": "add", "players": players}));
    let done = if args.preview { desk.preview(command, &args.given)? } else { desk.submit(command, &args.given)? };
    let people = read.players.iter().map(|(_, player)| (player.name.as_str(), player.school.as_deref()));
    write_entered(people, done.answer.get("numbers"))?;
    let mut out = screen();
    if !read.unused.is_empty() {
        writeln!(out, "{}", paint(QUIET, format!("Columns that are not used: {}.", list(&read.unused))))?;
    }
    let would = if args.preview { "would be" } else { "are" };
    writeln!(out, "{} {would} entered.", count(read.players.len(), "player", "players"))?;
    Ok(())
}

/// Players of the list who stand in it twice, or are entered already.
fn find_duplicates(desk: &Desk, list: &PlayerList) -> Result<Vec<LineFault>, Failure> {
    let people = desk.tournament()?.people();
    let entered = people.iter().filter(|player| player.status.is_in()).map(|player| &player.person);
    let entered = entered.chain(people.waiting());
    let entered: BTreeSet<(String, Option<String>)> =
        entered.map(|person| (person.name.clone(), person.school.clone())).collect();
    let mut seen = BTreeSet::new();
    let mut faults = Vec::new();
    for (line, player) in &list.players {
        let person = (player.name.clone(), player.school.clone());
        let reason = if entered.contains(&person) {
            format!("{} is entered already", player.name)
        } else if !seen.insert(person) {
            format!("{} stands in this list twice", player.name)
        } else {
            continue;
        };
        faults.push(LineFault { line: *line, reason });
    }
    Ok(faults)
}

fn refuse(name: &str, faults: &[LineFault]) -> Failure {
    Failure::Input(format!("{}\n  nobody was entered", faults_text(name, faults)))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn read(text: &str) -> Vec<(u64, String, String)> {
        let list = read_list(text.as_bytes(), None).unwrap_or_else(|faults| panic!("{text:?}: {faults:?}"));
        let players = list.players.into_iter();
        players.map(|(line, player)| (line, player.name, player.school.unwrap_or_default())).collect()
    }

    fn faults(text: &str) -> Vec<u64> {
        read_list(text.as_bytes(), None).unwrap_err().into_iter().map(|fault| fault.line).collect()
    }

    #[test]
    fn lists_are_read_as_spreadsheets_write_them() {
        let expected = |first: u64| {
            vec![(first, "Ana".to_owned(), "North".to_owned()), (first + 1, "Bea".to_owned(), String::new())]
        };
        for text in [
            "name,school\nAna,North\nBea,\n",
            "\u{feff}Name;School\r\nAna;North\r\nBea;\r\n",
            "NOME\tESCOLA\nAna\tNorth\nBea\t",
            "\"姓名\",\"學校\"\n\"Ana\",\"North\"\n\"Bea\",\"\"\n",
            "编号,姓名,学校\n1,Ana,North\n2,Bea,\n",
        ] {
            assert_eq!(read(text), expected(2), "{text:?}");
        }
        for text in ["Ana,North\nBea", "1;Ana;North\n2;Bea;\n", " Ana , North \n Bea \n"] {
            assert_eq!(read(text), expected(1), "{text:?}");
        }
        assert_eq!(read("school,name\nNorth,Ana\n,Bea\n"), expected(2));
    }

    #[test]
    fn names_in_parts_quotes_and_commas_are_put_together() {
        assert_eq!(read("First name,Last name\nAna,Silva\n")[0].1, "Ana Silva");
        assert_eq!(read("Nome;Apelido;Escola\nAna;Silva;Norte\n")[0].1, "Ana Silva");
        assert_eq!(read("姓,名\n陳,大文\n")[0].1, "陳大文");
        assert_eq!(read("name,school\n\"Silva, Ana\",\"The \"\"North\"\"\"\n")[0].2, "The \"North\"");
        assert_eq!(read("Silva, Ana, Maria;North\nChan, Tai;South\n")[0].1, "Silva, Ana, Maria");
        assert_eq!(
            read("name\n'=1+1\n'-x\n't Hooft\n").into_iter().map(|row| row.1).collect::<Vec<_>>(),
            ["=1+1", "-x", "'t Hooft"]
        );
    }

    #[test]
    fn every_bad_line_is_named() {
        assert_eq!(faults("name,school\n\nAna,North\n,South\nBea,East,extra\n\n  ,West\n"), [4, 5, 7]);
        assert_eq!(faults("school\nNorth\n"), [1]);
        assert_eq!(faults("name,name\nAna,Bea\n"), [1]);
        assert_eq!(faults(""), [1]);
        assert_eq!(faults("name\n"), [1]);
        assert_eq!(faults("name\nAna\n\"Bea\nCat\n"), [3]);
        assert_eq!(faults("name\n\"Ana\nMaria\"\nBea\n"), [2]);
        assert_eq!(read_list(b"name\nJo\xe3o\n", None).unwrap_err()[0].line, 2);
    }
}
