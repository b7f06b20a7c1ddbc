//! Arbitrary files as the log of a tournament: no panic, whether they can be opened or not, and none from what follows.
#![no_main]

use libfuzzer_sys::fuzz_target;
use trinta_tournament::{Entry, Log};

const AFTERWARDS: [&str; 9] = [
    r#"{"do":"ask","what":"standings"}"#,
    r#"{"do":"ask","what":"players"}"#,
    r#"{"do":"ask","what":"cases"}"#,
    r#"{"do":"ask","what":"moves","round":1}"#,
    r#"{"do":"ask","what":"seating","round":1}"#,
    r#"{"do":"draw","round":1,"table":1}"#,
    r#"{"do":"seat","round":2}"#,
    r#"{"do":"play-off"}"#,
    r#"{"do":"finish"}"#,
];

fuzz_target!(|text: &str| {
    let entries: Result<Vec<Entry>, _> = text.lines().map(serde_json::from_str).collect();
    let Ok(mut log) = entries.map_err(drop).and_then(|entries| Log::open(entries).map_err(drop)) else { return };
    let _ = log.verify();
    for line in AFTERWARDS {
        log.answer(line, || "00ff".parse().unwrap());
    }
});
