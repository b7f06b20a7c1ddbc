//! Arbitrary lines in the middle of a tournament: no panic, a refusal changes nothing, and the log can be opened again.
//!
//! The first byte says how much of a valid tournament comes before the lines.
#![no_main]

use libfuzzer_sys::fuzz_target;
use trinta_tournament::Log;

const VALID: &str = include_str!("../seeds/tournament/whole");

fuzz_target!(|text: &str| {
    let first = usize::from(text.bytes().next().unwrap_or(0));
    let mut log = Log::default();
    let prefix = VALID.lines().skip(1).take(first % VALID.lines().count());
    for line in prefix.chain(text.lines().skip(1)) {
        let before = log.entries().len();
        let reply = log.answer(line, || "00ff".parse().unwrap());
        let answer = serde_json::to_value(&reply.answer).unwrap();
        assert!(answer.is_object());
        let added = usize::from(reply.entry.is_some());
        assert_eq!(log.entries().len(), before + added);
        assert!(answer.get("error").is_none() || added == 0);
    }
    log.verify().unwrap();
    let again = Log::open(log.entries().to_vec()).unwrap();
    let text = |log: &Log| format!("{:?}", log.tournament());
    assert_eq!(text(&again), text(&log));
});
