//! The tests that documents name for findings of trust and for faults are there.

use std::collections::BTreeSet;
use std::fs;
use std::path::{Path, PathBuf};

fn root() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).parent().unwrap().to_path_buf()
}

fn source(path: &str) -> Option<String> {
    fs::read_to_string(root().join("crates").join(path)).ok()
}

/// What stands between backticks.
fn quoted(cell: &str) -> impl Iterator<Item = &str> {
    cell.split('`').skip(1).step_by(2)
}

/// Files and tests that a cell names and that are not there: `file.rs` and after it names of tests, or how they begin.
fn missing(cell: &str) -> Vec<String> {
    let (mut missing, mut text) = (Vec::new(), None);
    for word in quoted(cell) {
        if word.ends_with(".rs") {
            text = source(word);
            if text.is_none() {
                missing.push(word.to_owned());
            }
        } else if !text.as_ref().is_some_and(|text| text.contains(&format!("fn {}", word.trim_end_matches('…')))) {
            missing.push(word.to_owned());
        }
    }
    missing
}

fn last_cell(line: &str) -> &str {
    line.trim_end_matches([' ', '|']).rsplit(" | ").next().unwrap_or_default()
}

#[test]
fn every_finding_of_trust_has_a_test_of_its_number() {
    let document = fs::read_to_string(root().join("docs/findings.md")).unwrap();
    let rows: Vec<&str> = document.lines().filter(|line| line.starts_with("| S")).collect();
    let mut numbers = BTreeSet::new();
    for line in &rows {
        let number: u32 = line[3..].split(' ').next().unwrap().parse().unwrap();
        numbers.insert(number);
        let tests = last_cell(line);
        assert_eq!(missing(tests), [""; 0], "{line}");
        let own = format!("s{number}_");
        assert!(quoted(tests).any(|word| word.starts_with(&own)), "no test of {line} has its number");
    }
    let expected: BTreeSet<u32> = (1..=16).filter(|number| ![11, 13].contains(number)).collect();
    assert_eq!(numbers, expected);
    assert_eq!(rows.iter().filter(|line| line.starts_with("| S16 ")).count(), 16, "each part of S16 has a row");
}

#[test]
fn every_fault_has_a_test() {
    let document = fs::read_to_string(root().join("docs/server.md")).unwrap();
    let (_, table) = document.split_once("| fault | what happens | test |\n").unwrap();
    let rows: Vec<&str> = table.lines().skip(1).take_while(|line| line.starts_with('|')).collect();
    assert!(rows.len() > 15);
    for line in rows {
        let tests = last_cell(line);
        assert!(quoted(tests).any(|word| word.ends_with(".rs")), "no test: {line}");
        assert_eq!(missing(tests), [""; 0], "{line}");
    }
}
