//! A tournament of 10,000 players, with the naive implementation of the tests beside it:
//! `cargo bench -p trinta-tournament`.

#[path = "../tests/naive/mod.rs"]
mod naive;

use std::collections::BTreeSet;
use std::hint::black_box;
use std::time::{Duration, Instant};

use naive::Naive;
use serde_json::{Value, json};
use trinta_tournament::Log;

const PLAYERS: usize = 10_000;
/// Repetitions of the fast way; the median counts.
const SAMPLES: usize = 15;

struct Large {
    log: Log,
    naive: Naive,
}

impl Large {
    fn say(&mut self, command: &Value) -> Value {
        let line = command.to_string();
        let answer = answer(&mut self.log, &line);
        self.naive.answer(&line, &answer);
        answer
    }

    /// After the first round, with one result still missing: its command.
    fn new() -> (Large, String) {
        let mut large = Large { log: Log::default(), naive: Naive::default() };
        let set = json!({"capacity": 20000, "format": "swiss", "rounds": 3});
        large.say(&json!({"do": "new", "title": "Large", "date": "2026-11-18", "set": set, "seed": "00ff"}));
        let players: Vec<Value> = (1..=PLAYERS).map(|number| json!({"name": format!("Player {number}")})).collect();
        large.say(&json!({"do": "add", "players": players}));
        large.say(&json!({"do": "check-in", "numbers": "all"}));
        large.say(&json!({"do": "briefing"}));
        let seating = large.say(&json!({"do": "seat", "round": 1}));
        large.say(&json!({"do": "publish", "round": 1}));
        large.say(&json!({"do": "start", "round": 1}));
        let tables = seating["tables"].as_array().unwrap();
        let result = |table: &Value| {
            let index = table["table"].as_u64().unwrap();
            let sums = [0, 1 + index % 7, 10 + index % 31, 20 + index % 53];
            let players = table["players"].as_array().unwrap();
            let racks: Vec<Value> =
                players.iter().zip(sums).map(|(number, sum)| json!({"number": number, "sum": sum})).collect();
            json!({"do": "result", "round": 1, "table": index, "ended": "out", "racks": racks})
        };
        let (last, others) = tables.split_last().unwrap();
        for table in others {
            large.say(&result(table));
        }
        (large, result(last).to_string())
    }
}

fn answer(log: &mut Log, line: &str) -> Value {
    serde_json::to_value(log.answer(line, || unreachable!("the seed is given")).answer).unwrap()
}

fn time<T>(work: impl FnOnce() -> T) -> Duration {
    let start = Instant::now();
    black_box(work());
    start.elapsed()
}

/// Takes the best who are left, and for each table the next ones who have not met those at it.
fn seat_naively(naive: &mut Naive, met: &BTreeSet<(u64, u64)>) -> Vec<Vec<u64>> {
    let rows = naive.answer(r#"{"do":"ask","what":"standings"}"#, &Value::Null);
    let mut left: Vec<u64> =
        rows["standings"].as_array().unwrap().iter().map(|row| row["number"].as_u64().unwrap()).collect();
    let mut tables = Vec::new();
    while !left.is_empty() {
        let mut table = vec![left.remove(0)];
        while table.len() < 4 && !left.is_empty() {
            let stranger =
                |other: &u64| table.iter().all(|one| !met.contains(&((*one).min(*other), (*one).max(*other))));
            let next = left.iter().position(stranger).unwrap_or(0);
            table.push(left.remove(next));
        }
        tables.push(table);
    }
    tables
}

fn report(what: &str, ours: &mut [Duration], naive: Duration) {
    ours.sort_unstable();
    let ours = ours[ours.len() / 2].as_secs_f64() * 1000.0;
    let naive = naive.as_secs_f64() * 1000.0;
    println!("{what}: {ours:.1} ms, naively {naive:.0} ms, ratio {:.0}", naive / ours);
}

fn main() {
    let (mut large, last) = Large::new();
    let standings = r#"{"do":"ask","what":"standings"}"#;
    let mut ours: Vec<Duration> = Vec::new();
    for _ in 0..SAMPLES {
        let mut log = large.log.clone();
        ours.push(time(|| {
            let first = log.answer(&last, || unreachable!());
            (first, log.answer(standings, || unreachable!()))
        }));
    }
    let first = answer(&mut large.log, &last);
    let naive = time(|| {
        large.naive.answer(&last, &first);
        large.naive.answer(standings, &Value::Null)
    });
    report("standings after one result, 10,000 players", &mut ours, naive);

    let seating = answer(&mut large.log, r#"{"do":"ask","what":"seating","round":1}"#);
    let mut met = BTreeSet::new();
    for table in seating["tables"].as_array().unwrap() {
        let players: Vec<u64> = table["players"].as_array().unwrap().iter().map(|n| n.as_u64().unwrap()).collect();
        for one in &players {
            met.extend(players.iter().filter(|other| one < *other).map(|other| (*one, *other)));
        }
    }
    let seat = r#"{"do":"seat","round":2}"#;
    let mut ours: Vec<Duration> = (0..SAMPLES)
        .map(|_| {
            let mut log = large.log.clone();
            time(|| log.answer(seat, || unreachable!()))
        })
        .collect();
    let naive = time(|| seat_naively(&mut large.naive, &met));
    report("a Swiss round, 10,000 players", &mut ours, naive);
}
