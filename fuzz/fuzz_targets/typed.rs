//! Arbitrary files as lists of players and of judges, and arbitrary lines as results: no panic, and what is read can be
//! written and read again.
#![no_main]

use libfuzzer_sys::fuzz_target;
use trinta_tournament::neutralise;

/// A list as `export` writes it, with every cell in quotes.
fn written(rows: impl Iterator<Item = (String, String)>) -> String {
    let quoted = |text: &str| format!("\"{}\"", neutralise(text).replace('"', "\"\""));
    rows.map(|(one, other)| format!("{},{}\n", quoted(&one), quoted(&other))).collect()
}

fuzz_target!(|bytes: &[u8]| {
    if let Ok(players) = trinta::player_list(bytes) {
        assert!(!players.is_empty());
        for (name, school) in &players {
            assert!(!name.trim().is_empty() && !name.chars().any(char::is_control));
            assert!(school.as_ref().is_none_or(|school| !school.trim().is_empty()));
        }
        let rows = players.iter().map(|(name, school)| (name.clone(), school.clone().unwrap_or_default()));
        let list = format!("name,school\n{}", written(rows));
        assert_eq!(trinta::player_list(list.as_bytes()).as_ref(), Ok(&players), "{list}");
    }
    if let Ok(judges) = trinta::judge_list(bytes) {
        assert!(judges.keys().all(|table| *table > 0));
        let rows = judges.iter().map(|(table, name)| (table.to_string(), name.clone()));
        let list = format!("table,judge\n{}", written(rows));
        assert_eq!(trinta::judge_list(list.as_bytes()).as_ref(), Ok(&judges), "{list}");
    }
    for line in String::from_utf8_lossy(bytes).lines() {
        if let Ok(printed) = trinta::result_line(line) {
            assert_eq!(trinta::result_line(&printed).as_ref(), Ok(&printed), "{line}");
        }
    }
});
