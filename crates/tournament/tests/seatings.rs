//! The seatings of every format as a golden file. An event's log is verified by seating its rounds again, so the code of a
//! seating version may never choose differently.
//!
//! `TRINTA_WRITE=1 cargo test -p trinta-tournament --test seatings` writes the file.

mod common;

use std::fmt::Write;
use std::fs;

use common::{Desk, begin, briefed, sums};
use serde_json::{Value, json};

const GOLDEN: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/tests/golden/seatings.txt");
const FORMATS: [&str; 6] = ["random", "swiss", "interval", "places", "no-repeat", "ring"];
const PLAYERS: [usize; 8] = [9, 13, 16, 19, 22, 30, 45, 64];
const ROUNDS: u32 = 5;

/// Enters results at every table in which who wins differs from round to round.
fn score(desk: &mut Desk, round: u32, seating: &Value) {
    for table in seating["tables"].as_array().unwrap() {
        let mut players: Vec<u64> = serde_json::from_value(table["players"].clone()).unwrap();
        players.sort_unstable_by_key(|number| (number * 37 + u64::from(round) * 11) % 101);
        let racks = sums(&json!(players), &[0, 4, 11, 23]);
        desk.done(&json!({"do": "result", "round": round, "table": table["table"], "ended": "out", "racks": racks}));
    }
}

fn written(seating: &Value) -> String {
    let table = |table: &Value| {
        let numbers = table["players"].as_array().unwrap().iter().map(Value::to_string);
        numbers.collect::<Vec<_>>().join(" ")
    };
    seating["tables"].as_array().unwrap().iter().map(table).collect::<Vec<_>>().join(" | ")
}

fn seatings() -> String {
    let mut text = String::new();
    for format in FORMATS {
        for players in PLAYERS {
            let mut desk = briefed(players, &json!({"format": format, "rounds": ROUNDS}));
            for round in 1..=ROUNDS {
                let seating = begin(&mut desk, round);
                writeln!(text, "{format} {players} round {round}: {}", written(&seating)).unwrap();
                score(&mut desk, round, &seating);
                // Somebody goes home, so that tables become short and schedules no longer fit.
                if round == 3 {
                    desk.done(&json!({"do": "withdraw", "number": players / 2, "why": "home"}));
                }
            }
            assert_eq!(desk.0.verify(), Ok(()));
        }
    }
    text
}

#[test]
fn every_format_seats_as_in_the_golden_file() {
    let seatings = seatings();
    if std::env::var_os("TRINTA_WRITE").is_some() {
        fs::write(GOLDEN, &seatings).unwrap();
    }
    let golden = fs::read_to_string(GOLDEN).unwrap();
    for (now, golden) in seatings.lines().zip(golden.lines()) {
        assert_eq!(now, golden);
    }
    assert_eq!(seatings.lines().count(), golden.lines().count());
}
