//! Every requirement of a tournament has a row in `docs/tournament.md`, and the tests that a row names exist.

use std::collections::{BTreeMap, BTreeSet};
use std::fs;
use std::path::{Path, PathBuf};

/// The requirements: letters with their highest numbers.
const NUMBERED: [(char, u32); 10] =
    [('A', 17), ('B', 15), ('C', 10), ('D', 12), ('E', 11), ('F', 15), ('G', 18), ('H', 10), ('I', 13), ('X', 21)];

fn root() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).parent().unwrap().to_path_buf()
}

fn required() -> BTreeSet<String> {
    let numbered = NUMBERED.iter().flat_map(|(letter, last)| (1..=*last).map(move |at| format!("{letter}{at:02}")));
    numbered.chain(["G13a".to_owned()]).chain((1..=10).map(|at| format!("N{at}"))).collect()
}

/// The numbers in a cell: `F02 to F05, F15`.
fn numbers(cell: &str) -> BTreeSet<String> {
    let mut all = BTreeSet::new();
    for part in cell.split(',').map(str::trim) {
        let Some((first, last)) = part.split_once(" to ") else {
            all.insert(part.to_owned());
            continue;
        };
        let letter = &first[..1];
        let [first, last]: [u32; 2] = [first, last].map(|number| number[1..].parse().unwrap());
        all.extend((first..=last).map(|at| format!("{letter}{at:02}")));
    }
    all
}

/// The rows of the tables below the heading "Requirements": the numbers of each, and what its last cell says of tests.
fn rows() -> Vec<(BTreeSet<String>, String)> {
    let document = fs::read_to_string(root().join("docs/tournament.md")).unwrap();
    let (_, tables) = document.split_once("\n## Requirements\n").unwrap();
    let rows = tables.lines().filter(|line| line.starts_with("| ") && !line.starts_with("| number"));
    rows.map(|line| {
        let cells: Vec<&str> = line.trim_matches('|').split(" | ").map(str::trim).collect();
        (numbers(cells[0]), (*cells.last().unwrap()).to_owned())
    })
    .collect()
}

fn sources(folder: &Path, all: &mut BTreeMap<String, String>) {
    for entry in fs::read_dir(folder).unwrap().map(Result::unwrap) {
        let path = entry.path();
        if path.is_dir() {
            sources(&path, all);
        } else if path.extension().is_some_and(|extension| extension == "rs") {
            let name = path.strip_prefix(root()).unwrap().to_string_lossy().replace('\\', "/");
            all.insert(name, fs::read_to_string(&path).unwrap());
        }
    }
}

/// The text of the file that a row names: by its path, or as a file of the tournament's crate or of the core's tests.
fn source<'a>(all: &'a BTreeMap<String, String>, name: &str) -> &'a str {
    let places = ["", "crates/", "crates/tournament/", "crates/tournament/tests/", "crates/core/tests/"];
    let found = places.iter().find_map(|place| all.get(&format!("{place}{name}")));
    found.unwrap_or_else(|| panic!("docs/tournament.md names `{name}`, which is not there"))
}

/// The functions of a file that begin with a name.
fn functions<'a>(source: &'a str, begins: &'a str) -> impl Iterator<Item = &'a str> {
    let names = source.split("fn ").skip(1).map(|rest| rest.split(['(', '<']).next().unwrap_or_default());
    names.filter(move |name| name.starts_with(begins))
}

/// The numbers in the name of a test: `f08_to_f10_…` has those between as well.
fn numbers_of(test: &str) -> BTreeSet<String> {
    let parts: Vec<&str> = test.split('_').collect();
    let number = |part: &str| {
        let mut signs = part.chars();
        let letter = signs.next()?.to_ascii_uppercase();
        let digits: u32 = signs.as_str().trim_end_matches('a').parse().ok()?;
        let suffix = if part.ends_with('a') { "a" } else { "" };
        Some(if letter == 'N' { format!("N{digits}") } else { format!("{letter}{digits:02}{suffix}") })
    };
    let mut all = BTreeSet::new();
    for (at, part) in parts.iter().enumerate() {
        let Some(one) = number(part) else { if *part == "to" { continue } else { break } };
        if at > 1 && parts[at - 1] == "to" {
            all.extend(numbers(&format!("{} to {one}", number(parts[at - 2]).unwrap_or_default())));
        }
        all.insert(one);
    }
    all
}

#[test]
fn every_requirement_has_a_row() {
    let named: BTreeSet<String> = rows().into_iter().flat_map(|(numbers, _)| numbers).collect();
    let missing: Vec<String> = required().difference(&named).cloned().collect();
    assert!(missing.is_empty(), "docs/tournament.md has no row for {missing:?}");
    let unknown: Vec<String> = named.difference(&required()).cloned().collect();
    assert!(unknown.is_empty(), "docs/tournament.md has rows for {unknown:?}, which nothing requires");
}

#[test]
fn the_tests_that_a_row_names_exist() {
    let mut all = BTreeMap::new();
    sources(&root().join("crates"), &mut all);
    let mut missing = Vec::new();
    for (numbers, tests) in rows() {
        let mut file = None;
        for word in tests.split('`').skip(1).step_by(2) {
            if word.ends_with(".rs") {
                file = Some(source(&all, word));
            } else if let Some(source) = file {
                if functions(source, word.trim_end_matches('…')).next().is_none() {
                    missing.push(format!("{numbers:?}: {word}"));
                }
            } else {
                missing.push(format!("{numbers:?}: {word} before its file"));
            }
        }
        assert!(file.is_some(), "{numbers:?} names no file with tests");
    }
    assert!(missing.is_empty(), "docs/tournament.md names tests that are not there: {missing:#?}");
}

#[test]
fn every_requirement_has_a_test_of_its_name() {
    let mut all = BTreeMap::new();
    sources(&root().join("crates"), &mut all);
    let tests = all.values().flat_map(|source| functions(source, ""));
    let named: BTreeSet<String> = tests.flat_map(numbers_of).collect();
    // N1 to N10 are described by requirements that have tests of their own.
    let missing: Vec<String> =
        required().difference(&named).filter(|number| !number.starts_with('N')).cloned().collect();
    assert!(missing.is_empty(), "no test is named after {missing:?}");
}
