//! R11: the table of departures in `docs/rules.md` is complete, and every setting it names takes the letter.

use std::collections::BTreeSet;
use std::fs;

use trinta_core::edition::{SettingsBuilder, Value};

const NUMBERS: [&str; 4] = ["hk", "cn", "pt", "school"];
const WORDS: [&str; 2] = ["word-a", "word-b"];

/// A row of the table: the rule, what the document says, what the engine does, and what takes the letter.
struct Departure {
    rule: String,
    document: String,
    engine: String,
    letter: String,
}

fn departures() -> Vec<Departure> {
    let text = fs::read_to_string(concat!(env!("CARGO_MANIFEST_DIR"), "/../../docs/rules.md")).expect("docs/rules.md");
    let (_, section) = text.split_once("## Where the letter is left").expect("the section of departures");
    let section = section.split("\n## ").next().unwrap_or_default();
    let rows = section.lines().filter(|line| line.starts_with("| ")).skip(1);
    rows.map(|row| {
        let mut cells = row.trim_matches('|').split(" | ").map(|cell| cell.trim().to_owned());
        let mut next = || cells.next().unwrap_or_default();
        Departure { rule: next(), document: next(), engine: next(), letter: next() }
    })
    .collect()
}

/// What stands between backticks.
fn quoted(text: &str) -> impl Iterator<Item = &str> {
    text.split('`').skip(1).step_by(2)
}

/// The editions of the game that a rule belongs to.
fn editions(rule: &str) -> &'static [&'static str] {
    if rule.starts_with('W') { &WORDS } else { &NUMBERS }
}

/// Whether this edition has a setting of this name.
fn knows(edition: &str, setting: &str) -> bool {
    let builder = SettingsBuilder::edition(edition).expect("a shipped edition");
    builder.entries().any(|(name, _)| name == setting)
}

#[test]
fn r11_every_departure_says_what_the_document_says_what_is_done_and_what_takes_the_letter() {
    for row in departures() {
        let Departure { rule, document, engine, letter } = &row;
        let digits = rule.get(1..).unwrap_or_default();
        assert!(rule.starts_with(['N', 'W', 'F']) && digits.parse::<u8>().is_ok(), "{rule} is the number of a rule");
        for cell in [document, engine, letter] {
            assert!(!cell.is_empty(), "{rule}: {document} | {engine} | {letter}");
        }
        assert!(letter.starts_with("none") || quoted(letter).next().is_some(), "{rule}: {letter}");
    }
}

#[test]
fn r11_every_departure_that_was_found_is_listed() {
    let listed: Vec<Departure> = departures();
    // The number of tiles for five and six; several opening sets; a drawn tile; jokers; passes; a valid play at time-up;
    // 100 and 200; spelling free of charge; "formed"; a rack pushed over.
    let found = [
        ("N2", "156"),
        ("N10", "several"),
        ("N12", "never played in it"),
        ("N14", "any way"),
        ("N15", "two full circles"),
        ("N17", "counts"),
        ("N23", "exception"),
        ("W8", "free of charge"),
        ("W9", "formed"),
        ("W12", "counts"),
        ("F12", "200"),
    ];
    for (rule, words) in found {
        let is_listed = listed.iter().any(|row| row.rule == rule && row.engine.contains(words));
        assert!(is_listed, "{rule} with “{words}” is missing");
    }
}

#[test]
fn r11_every_setting_in_the_table_exists_and_its_value_changes_an_edition() {
    let mut checked = BTreeSet::new();
    for row in departures() {
        for named in quoted(&row.letter) {
            let (setting, value) = named.split_once(" = ").map_or((named, None), |(name, value)| (name, Some(value)));
            // Another value of the setting named before, or an edition.
            if value.is_none() && (named.starts_with('"') || NUMBERS.contains(&named)) {
                continue;
            }
            let having: Vec<&str> =
                editions(&row.rule).iter().copied().filter(|edition| knows(edition, setting)).collect();
            assert!(!having.is_empty(), "{}: no edition has the setting {setting}", row.rule);
            let Some(value) = value else { continue };
            let changes = having.iter().any(|edition| {
                let before = SettingsBuilder::edition(edition).expect("a shipped edition");
                let mut after = before.clone();
                after.set(setting, Value::read(value.trim_matches('"')));
                after.build().is_ok() && !after.differences(&before).is_empty()
            });
            assert!(changes, "{}: {named} is refused, or is what every edition does already", row.rule);
            checked.insert(setting.to_owned());
        }
    }
    assert!(checked.len() >= 8, "{checked:?}");
}
