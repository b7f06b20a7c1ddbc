//! The golden games of `records/`, those of the first version of the rules among them: every one is read, written back
//! byte for byte, and verified by the rules it was played by.

use std::fs;
use std::path::Path;

use trinta_core::edition::RulesVersion;
use trinta_core::lexicon::{Dictionary, Lexicon};
use trinta_core::record::{Record, ShuffleProof, to_json_lines, to_text, verify};
use trinta_core::{PlainSearch, Spelling};

fn dictionary(record: &Record) -> Option<Dictionary> {
    let setup = record.header.setup().unwrap();
    let rules = setup.settings().words()?;
    // The lists have changed since the games were played, and are still known by the hashes in the records.
    let list = record.header.lexicon.as_ref().unwrap();
    let dictionary = Dictionary::new(Lexicon::version(&rules.lexicon, &list.sha256).unwrap());
    Some(match (&rules.theme, &record.header.theme) {
        (Some(name), Some(theme)) => dictionary.with_theme(Lexicon::version(name, &theme.sha256).unwrap()),
        _ => dictionary,
    })
}

#[test]
fn every_golden_game_is_still_what_it_was() {
    verify_all("records", RulesVersion::V2, 11);
}

#[test]
fn every_golden_game_of_the_first_version_of_the_rules_is_still_what_it_was() {
    verify_all("records/v1", RulesVersion::V1, 8);
}

#[test]
fn a_game_of_the_first_version_is_none_of_the_second() {
    // It ended after one circle of passes, and play went on with the version of today.
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../records/v1/pt-3-players-pool-empty.trinta");
    let text = fs::read_to_string(path).unwrap();
    let today = text.replacen("Trinta: 1\n", "Trinta: 1\nRules: 2\n", 1);
    assert!(Record::read(&text).unwrap().replay().is_ok());
    let error = Record::read(&today).unwrap().replay().unwrap_err();
    assert!(error.to_string().contains("by itself"), "{error}");
    let unknown = text.replacen("Trinta: 1\n", "Trinta: 1\nRules: 9\n", 1);
    assert_eq!(
        Record::read(&unknown).unwrap_err().to_string(),
        "line 2, column 8: version 9 of the rules is not known here; there are versions 1 to 2"
    );
}

/// Verifies every game in a folder.
fn verify_all(folder: &str, version: RulesVersion, expected: usize) {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("../..").join(folder);
    let mut games = 0;
    for entry in fs::read_dir(folder).unwrap().flatten() {
        let path = entry.path();
        let name = path.display().to_string();
        let as_json = name.ends_with(".jsonl");
        if !as_json && !name.ends_with(".trinta") {
            continue;
        }
        let text = fs::read_to_string(&path).unwrap();
        let located = Record::read(&text).unwrap_or_else(|error| panic!("{name}: {error}"));
        let record = &located.record;
        assert_eq!(record.header.rules, version, "{name}");
        assert_eq!(if as_json { to_json_lines(record) } else { to_text(record) }, text, "{name}");
        let dictionary = dictionary(record);
        if let Some(dictionary) = &dictionary {
            assert_eq!(record.header.lexicon.as_ref().unwrap().sha256, dictionary.lexicon().sha256(), "{name}");
        }
        let spelling = dictionary.as_ref().map(|dictionary| dictionary as &dyn Spelling);
        let verified = verify(record, &PlainSearch, spelling).unwrap_or_else(|error| panic!("{name}: {error}"));
        assert_eq!(verified.shuffle, ShuffleProof::Committed, "{name}");
        assert!(verified.game.outcome().is_some(), "{name}");
        games += 1;
    }
    assert_eq!(games, expected);
}
