//! The roster of judges: who judges which table (A16).

use std::collections::BTreeMap;
use std::io::Write as _;
use std::path::PathBuf;

use clap::{Args, Subcommand};
use serde_json::{Value, json};

use crate::failure::Failure;
use crate::input::name_of;
use crate::output::{BAD, paint, screen, write_json};
use crate::tournament::desk::args::Separator;
use crate::tournament::desk::records::{LineFault, check_text, faults_text, read_bytes, read_records};
use crate::tournament::desk::session::{Desk, FileArgs, GivenArgs, ask, fields, read_log, tournament};
use crate::tournament::desk::show::{numbers, tables};
use crate::tournament::desk::spreadsheet::restore;
use crate::tournament::grid::{Align, Grid};

/// Something about the judges.
#[derive(Debug, Args)]
pub(in crate::tournament) struct JudgesArgs {
    #[command(subcommand)]
    task: JudgesTask,
}

#[derive(Debug, Subcommand)]
enum JudgesTask {
    /// Say who judges a table, from the next round that has not started there
    Set(SetArgs),
    /// Read the judges from a CSV file: a table and a name in each line, or names for tables 1, 2, 3, …
    Import(ImportJudgesArgs),
    /// List the judges of a round, and the tables that have none
    List(ListArgs),
}

#[derive(Debug, Args)]
struct SetArgs {
    /// The table
    table: u32,
    /// The judge's name; without one the table has no judge any more
    name: Option<String>,
    /// The round from which this holds [default: the next one at that table]
    #[arg(long, value_name = "N")]
    round: Option<u32>,
    #[command(flatten)]
    given: GivenArgs,
    #[command(flatten)]
    file: FileArgs,
}

#[derive(Debug, Args)]
struct ImportJudgesArgs {
    /// The file; `-` is standard input
    list: PathBuf,
    /// What separates the fields [default: found out]
    #[arg(long)]
    separator: Option<Separator>,
    /// The round from which this holds [default: the next one at each table]
    #[arg(long, value_name = "N")]
    round: Option<u32>,
    #[command(flatten)]
    given: GivenArgs,
    #[command(flatten)]
    file: FileArgs,
}

#[derive(Debug, Args)]
struct ListArgs {
    /// The round [default: the newest that is seated]
    round: Option<u32>,
    /// Print the answer of `trinta tournament run` as JSON
    #[arg(long)]
    json: bool,
    #[command(flatten)]
    file: FileArgs,
}

pub(super) fn run(args: &JudgesArgs) -> Result<(), Failure> {
    match &args.task {
        JudgesTask::Set(args) => {
            let judge = match args.name.as_deref().map(str::trim).filter(|name| !name.is_empty()) {
                Some(name) => json!({"table": args.table, "name": name}),
                None => json!({"table": args.table}),
            };
            assign(&args.file, &json!([judge]), args.round, &args.given)
        }
        JudgesTask::Import(args) => {
            let name = name_of(&args.list);
            let bytes = read_bytes(&args.list, "judges")?;
            let read = read_roster(&bytes, args.separator.map(Separator::byte));
            let roster = read
                .map_err(|faults| Failure::Input(format!("{}\n  no judge was entered", faults_text(&name, &faults))))?;
            let judges: Vec<Value> =
                roster.into_iter().map(|(table, name)| json!({"table": table, "name": name})).collect();
            assign(&args.file, &json!(judges), args.round, &args.given)
        }
        JudgesTask::List(args) => show(args),
    }
}

fn assign(file: &FileArgs, judges: &Value, round: Option<u32>, given: &GivenArgs) -> Result<(), Failure> {
    let mut command = fields(json!({"do": "judges", "judges": judges}));
    if let Some(round) = round {
        command.insert("round".to_owned(), round.into());
    }
    let done = Desk::open(&file.path)?.submit(command, given)?;
    write_judges(&done.answer)
}

fn show(args: &ListArgs) -> Result<(), Failure> {
    let mut log = read_log(&args.file.path)?;
    let newest = tournament(&log)?.rounds().len().max(1) as u32;
    let answer = ask(&mut log, "judges", json!({"round": args.round.unwrap_or(newest)}))?;
    if args.json {
        return Ok(write_json(&mut std::io::stdout().lock(), &answer)?);
    }
    write_judges(&answer)
}

fn write_judges(answer: &trinta_tournament::Fields) -> Result<(), Failure> {
    let mut out = screen();
    writeln!(out, "Round {}:", answer.get("round").and_then(Value::as_u64).unwrap_or_default())?;
    let judges = answer.get("judges").and_then(Value::as_object).into_iter().flatten();
    let judges: BTreeMap<u32, &str> =
        judges.filter_map(|(table, name)| Some((table.parse().ok()?, name.as_str()?))).collect();
    let mut grid = Grid::new(vec![("table", Align::Right), ("judge", Align::Left)]);
    for (table, name) in judges {
        grid.row(vec![table.to_string(), name.to_owned()]);
    }
    grid.write(&mut out)?;
    let without = numbers(answer.get("without_judge"));
    if !without.is_empty() {
        let without: Vec<u32> = without.into_iter().map(|table| table.0).collect();
        writeln!(out, "{}", paint(BAD, format!("No judge at {}.", tables(&without))))?;
    }
    Ok(())
}

/// Words that head the column of tables, and that of judges.
const TABLES: [&str; 9] = ["table", "mesa", "枱", "枱號", "枱号", "桌", "桌號", "桌号", "no."];
const JUDGES: [&str; 10] = ["judge", "name", "juiz", "juíza", "nome", "árbitro", "評審員", "评审员", "姓名", "裁判"];

/// A judge for each table. Without a table in its line, a name is for the next one.
///
/// # Errors
/// Every line that is wrong.
pub(crate) fn read_roster(bytes: &[u8], separator: Option<u8>) -> Result<BTreeMap<u32, String>, Vec<LineFault>> {
    let mut records = read_records(bytes, separator)?;
    let heading = |words: &[&str]| {
        let (_, first) = records.first()?;
        first.iter().position(|cell| words.contains(&cell.to_lowercase().as_str()))
    };
    let (table_at, name_at) = match (heading(&TABLES), heading(&JUDGES)) {
        (table, Some(name)) => {
            records.remove(0);
            (table, name)
        }
        (Some(_), None) => {
            let reason = "the heading has no column for the judges, such as `judge`, `juiz` or `評審員`".to_owned();
            return Err(vec![LineFault { line: records[0].0, reason }]);
        }
        (None, None) => {
            let numbered = records.iter().all(|(_, record)| record.len() > 1 && record[0].parse::<u32>().is_ok());
            if numbered { (Some(0), 1) } else { (None, 0) }
        }
    };
    let (mut roster, mut faults) = (BTreeMap::new(), Vec::new());
    for (at, (line, record)) in (1..).zip(&records) {
        let cell = |at: usize| record.get(at).map(restore).map(str::trim).filter(|cell| !cell.is_empty());
        let table = match table_at {
            Some(column) => cell(column).and_then(|text| text.parse::<u32>().ok()).filter(|table| *table > 0),
            None => Some(at),
        };
        let read = table.ok_or_else(|| "there is no number of a table".to_owned()).and_then(|table| {
            let name = cell(name_at).ok_or_else(|| "there is no name".to_owned())?;
            check_text("name", name)?;
            match roster.insert(table, name.to_owned()) {
                Some(other) => Err(format!("table {table} has {other} already")),
                None => Ok(()),
            }
        });
        faults.extend(read.err().map(|reason| LineFault { line: *line, reason }));
    }
    if roster.is_empty() && faults.is_empty() {
        faults.push(LineFault { line: 1, reason: "there are no judges in this list".to_owned() });
    }
    if faults.is_empty() { Ok(roster) } else { Err(faults) }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn read(text: &str) -> Vec<(u32, String)> {
        read_roster(text.as_bytes(), None).unwrap_or_else(|faults| panic!("{text:?}: {faults:?}")).into_iter().collect()
    }

    #[test]
    fn a16_rosters_are_read_with_tables_or_in_their_order() {
        let expected = vec![(1, "Lei Wong".to_owned()), (2, "歐陽老師".to_owned())];
        for text in [
            "table,judge\n1,Lei Wong\n2,歐陽老師\n",
            "評審員;枱號\n歐陽老師;2\nLei Wong;1\n",
            "1\tLei Wong\r\n2\t歐陽老師\r\n",
            "Lei Wong\n\n歐陽老師\n",
            "\u{feff}juiz\nLei Wong\n歐陽老師",
        ] {
            assert_eq!(read(text), expected, "{text:?}");
        }
        assert_eq!(read("7,Ho\n"), [(7, "Ho".to_owned())]);
    }

    #[test]
    fn every_bad_line_of_a_roster_is_named() {
        let faults = |text: &str| -> Vec<u64> {
            read_roster(text.as_bytes(), None).unwrap_err().into_iter().map(|fault| fault.line).collect()
        };
        assert_eq!(faults("table,judge\n1,Lei\nx,Ho\n1,Ip\n4,\n0,Lam\n"), [3, 4, 5, 6]);
        assert_eq!(faults("table,seat\n1,A\n"), [1]);
        assert_eq!(faults(""), [1]);
    }
}
