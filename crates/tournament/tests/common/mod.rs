//! An event that tests drive by the contract's lines.
#![allow(dead_code, unreachable_pub, missing_docs)] // Each test file uses a part of it.

use serde_json::{Value, json};
use trinta_tournament::Log;

/// An event driven by lines.
#[derive(Default)]
pub struct Desk(pub Log);

impl Desk {
    pub fn say(&mut self, line: &Value) -> Value {
        let reply = self.0.answer(&line.to_string(), || "00ff".parse().unwrap());
        serde_json::to_value(reply.answer).unwrap()
    }

    #[track_caller]
    pub fn done(&mut self, line: &Value) -> Value {
        let answer = self.say(line);
        assert_eq!(answer["ok"], true, "{line} -> {answer}");
        answer
    }

    #[track_caller]
    pub fn refused(&mut self, line: &Value, code: &str) -> Value {
        let entries = self.0.entries().len();
        let answer = self.say(line);
        assert_eq!(answer["error"]["code"], code, "{line} -> {answer}");
        assert_eq!(self.0.entries().len(), entries, "nothing is logged");
        answer["error"].clone()
    }
}

/// An event with this many players, all of them present, after the briefing.
pub fn briefed(players: usize, set: &Value) -> Desk {
    seeded(players, set, "00ff")
}

/// The same with another seed.
pub fn seeded(players: usize, set: &Value, seed: &str) -> Desk {
    let mut desk = Desk::default();
    desk.done(&json!({"do": "new", "title": "Cup", "date": "2017-01-18", "set": set, "seed": seed}));
    let names: Vec<Value> = (1..=players).map(|number| json!({"name": format!("Player {number}")})).collect();
    desk.done(&json!({"do": "add", "players": names}));
    desk.done(&json!({"do": "check-in", "numbers": "all"}));
    desk.done(&json!({"do": "briefing"}));
    desk
}

pub fn begin(desk: &mut Desk, round: u32) -> Value {
    let seating = desk.done(&json!({"do": "seat", "round": round}));
    desk.done(&json!({"do": "publish", "round": round}));
    desk.done(&json!({"do": "start", "round": round, "at": "10:20"}));
    seating
}

/// Sums for the players of a table, the first of whom is out.
pub fn sums(players: &Value, sums: &[u32]) -> Value {
    let racks = players.as_array().unwrap().iter().zip(sums);
    racks.map(|(number, sum)| json!({"number": number, "sum": sum})).collect()
}

/// Plays a round in which the players of each table pay these sums, in the order of their numbers.
pub fn play(desk: &mut Desk, round: u32, pays: &[u32]) {
    let seating = begin(desk, round);
    for table in seating["tables"].as_array().unwrap() {
        let mut players: Vec<u64> = serde_json::from_value(table["players"].clone()).unwrap();
        players.sort_unstable();
        let racks = sums(&json!(players), pays);
        desk.done(&json!({"do": "result", "round": round, "table": table["table"], "ended": "out", "racks": racks}));
    }
}
