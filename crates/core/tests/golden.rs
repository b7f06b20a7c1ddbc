//! The golden games of `records/`: every one is read, written back byte for byte, and verified.

use std::fs;
use std::path::Path;

use trinta_core::lexicon::{Dictionary, Lexicon, Theme, Tier};
use trinta_core::record::{Record, ShuffleProof, to_json_lines, to_text, verify};
use trinta_core::{PlainSearch, Spelling};

fn dictionary(record: &Record) -> Option<Dictionary> {
    let setup = record.header.setup().unwrap();
    let rules = setup.settings().words()?;
    let dictionary = Dictionary::new(Lexicon::shipped(rules.lexicon.parse::<Tier>().unwrap()));
    Some(match &rules.theme {
        Some(theme) => dictionary.with_theme(Lexicon::theme(theme.parse::<Theme>().unwrap())),
        None => dictionary,
    })
}

#[test]
fn every_golden_game_is_still_what_it_was() {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../records");
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
    assert_eq!(games, 8);
}
