//! Random events of every format and size: whatever anybody says at any moment, the laws of an event hold.

mod common;

use std::collections::{BTreeMap, BTreeSet};

use common::Desk;
use serde_json::{Value, json};
use trinta_core::Score;
use trinta_dice::Dice;
use trinta_tournament::{Log, Number, Tournament, sizes};

const FORMATS: [&str; 4] = ["ring", "no-repeat", "random", "swiss"];

/// Somebody who runs an event with a random hand: mostly as it should be, sometimes not.
struct Hand {
    desk: Desk,
    dice: Dice,
}

impl Hand {
    fn new(seed: u64) -> Hand {
        let mut dice = Dice::new(seed);
        let set = json!({
            "format": FORMATS[dice.below(4)],
            "rounds": 1 + dice.below(4),
            "games_per_round": 1 + dice.below(2),
            "move": 1 + dice.below(3),
            "winners": 1 + dice.below(6),
            "play_off": if dice.chance(50) { "cut" } else { "ranks" },
            "absent": if dice.chance(50) { "hole" } else { "close" },
            "co_winners": if dice.chance(50) { "one" } else { "share" },
            "capacity": 3 + dice.below(198),
        });
        let mut hand = Hand { desk: Desk::default(), dice };
        let preset = if hand.dice.chance(80) { "plk-2017" } else { "4x4" };
        let new =
            json!({"do": "new", "preset": preset, "title": "Cup", "date": "2026-11-18", "set": set, "seed": "5eed"});
        hand.desk.done(&new);
        let players = 3 + hand.dice.below([4, 10, 30, 100][seed as usize % 4]);
        let schools = ["North", "South", "East"];
        let people: Vec<Value> = (0..players)
            .map(|number| json!({"name": format!("P{number}"), "school": schools[hand.dice.below(3)]}))
            .collect();
        hand.desk.done(&json!({"do": "add", "players": people}));
        hand
    }

    fn event(&self) -> &Tournament {
        self.desk.0.tournament().unwrap()
    }

    /// The next thing that an organiser would do, or something else.
    fn step(&mut self) -> Value {
        if self.event().hall().postponed().is_some() && self.dice.chance(70) {
            return json!({"do": "continue", "at": "09:00"});
        }
        if self.dice.chance(12) {
            return if self.dice.chance(30) { self.around_the_games() } else { self.anything() };
        }
        let event = self.event();
        if !event.people().iter().any(|player| player.was_present) {
            let how = ["order", "draw", "spread"][self.dice.below(3)];
            return if self.dice.chance(30) {
                json!({"do": "numbers", "how": how})
            } else {
                json!({"do": "check-in", "numbers": "all"})
            };
        }
        let round = event.newest_started();
        let Some(incomplete) = event.first_incomplete() else {
            return self.end();
        };
        if round == 0 || incomplete > round {
            let (next, turn) = (round + 1, self.dice.below(4));
            let step = ["briefing", "seat", "publish", "start"][turn];
            return json!({"do": step, "round": next, "at": "10:20"}).without("round", step == "briefing");
        }
        let (tables, draws) = event.missing(round);
        if let Some(table) = self.dice.pick(&draws) {
            return json!({"do": "draw", "round": round, "table": table});
        }
        match self.dice.pick(&tables) {
            Some(table) => self.result(round, table),
            None => self.anything(),
        }
    }

    fn result(&mut self, round: u32, table: u32) -> Value {
        let (players, game, few) = {
            let there = self.event().table(round, table).unwrap();
            let game = there.games.iter().position(|game| game.outcome.is_none()).unwrap_or(0) + 1;
            (there.players.clone(), game, there.players.len() < 2)
        };
        if few {
            return json!({"do": "annul", "round": round, "table": table, "game": game, "why": "nobody left"});
        }
        let out = self.dice.chance(70);
        let winner = self.dice.below(players.len());
        let racks: Vec<Value> = players
            .iter()
            .enumerate()
            .map(|(at, number)| {
                if out && at == winner {
                    json!({"number": number, "tiles": ""})
                } else if out && self.dice.chance(20) {
                    json!({"number": number, "opened": false, "could": self.dice.chance(50)})
                } else {
                    json!({"number": number, "sum": 1 + self.dice.below(9)})
                }
            })
            .collect();
        let ended = if out { "out" } else { ["pool", "time"][self.dice.below(2)] };
        json!({"do": "result", "round": round, "table": table, "game": game, "ended": ended, "racks": racks})
    }

    fn end(&mut self) -> Value {
        match self.dice.below(4) {
            0 => json!({"do": "play-off"}),
            1 => json!({"do": "finish"}),
            _ => {
                let open = self.event().current_play_offs().into_iter().find(|play_off| play_off.ranks().is_none());
                let Some(play_off) = open else { return json!({"do": "play-off"}) };
                let rank = play_off.rank();
                if play_off.pending().is_some() {
                    return json!({"do": "draw", "play_off": rank});
                }
                let free = play_off.tables().iter().position(|table| table.result.is_none()).unwrap_or(0);
                let players = play_off.tables()[free].players.clone();
                let racks: Vec<Value> =
                    players.iter().map(|number| json!({"number": number, "sum": 1 + self.dice.below(4)})).collect();
                json!({"do": "result", "play_off": rank, "table": free + 1, "ended": "pool", "racks": racks})
            }
        }
    }

    /// Something about the hall that may be out of place, from any role.
    fn around_the_games(&mut self) -> Value {
        let by = ["organiser", "head-judge", "judge", "staff"][self.dice.below(4)];
        let number = self.dice.below(20);
        let (round, table) = (self.dice.below(4), self.dice.below(8));
        match self.dice.below(16) {
            0 => json!({"do": "details", "venue": "Hall", "counting": self.dice.below(700), "by": by}),
            1 => json!({"do": "judges", "judges": [{"table": table, "name": "Lei"}, {"table": 2}], "by": by}),
            2 => json!({"do": "claim", "table": table, "device": "phone", "by": by}),
            3 => json!({"do": "show", "number": number, "as": "full", "by": by}),
            4 => {
                let step = ["shuffle", "take", "play", "end"][self.dice.below(4)];
                json!({"do": "step", "round": round, "table": table, "step": step, "at": "10:20", "by": by})
            }
            5 => {
                let pool = self.dice.below(4);
                json!({"do": "incident", "kind": "timeout", "round": round, "table": table, "number": number, "unrestorable": 2, "pool": pool, "by": by})
            }
            6 => json!({"do": "incident", "kind": "aid-found", "number": number, "note": "a list", "by": by}),
            7 => {
                json!({"do": "incident", "kind": "acted-too-soon", "round": round, "table": table, "number": number, "turn_of": 1, "used": 99, "by": by})
            }
            8 => json!({"do": "sign", "round": round, "table": table, "numbers": [number], "by": by}),
            9 => json!({"do": "call", "round": round, "table": table, "by": by}),
            10 => json!({"do": "answer-call", "call": self.dice.below(3), "by": by}),
            11 => json!({"do": "escort", "round": round, "table": table, "number": number, "by": by}),
            12 => json!({"do": "dismiss", "round": round, "table": table, "by": by}),
            13 => json!({"do": "postpone", "why": "typhoon", "at": "10:30", "by": by}),
            14 => json!({"do": "annul-round", "round": round, "why": "alarm", "by": by}),
            _ => {
                let command = self.anything();
                let what = ["chances", "statistics", "incidents", "calls", "details"][self.dice.below(5)];
                if self.dice.chance(50) {
                    json!({"do": "ask", "what": "what-if", "command": command})
                } else {
                    json!({"do": "ask", "what": what})
                }
            }
        }
    }

    /// Something that may be out of place, from any role.
    fn anything(&mut self) -> Value {
        let by = ["organiser", "head-judge", "judge"][self.dice.below(3)];
        let number = self.dice.below(40);
        let (round, table, game) = (self.dice.below(4), self.dice.below(12), self.dice.below(3));
        let tiles: BTreeMap<String, &str> = [(number.to_string(), "r9"), ((number + 1).to_string(), "*")].into();
        match self.dice.below(16) {
            0 => json!({"do": "withdraw", "number": number, "by": by, "why": "unwell"}),
            1 => json!({"do": "warn", "number": number, "by": by, "why": "noise"}),
            2 => json!({"do": "protest", "round": round, "table": table, "by": by, "why": "wrong"}),
            3 => {
                let decision = ["dismiss", "disqualify", "uphold"][self.dice.below(3)];
                json!({"do": "rule", "case": 1 + self.dice.below(4), "decision": decision, "by": "head-judge", "why": "so"})
            }
            4 => json!({"do": "annul", "round": round, "table": table, "game": game, "by": by, "why": "alarm"}),
            5 => json!({"do": "pause", "round": round, "table": table, "at": "10:30", "by": by}),
            6 => json!({"do": "resume", "round": round, "table": table, "at": "10:31", "by": by}),
            7 => json!({"do": "draw", "round": round, "table": table, "tiles": tiles, "by": by, "why": "again"}),
            8 => json!({"do": "draw", "for": "start", "round": round, "table": table, "game": game}),
            9 => json!({"do": "add", "players": [{"name": "Late"}], "by": by}),
            10 => json!({"do": "admit", "number": number, "by": by, "why": "bus"}),
            11 => json!({"do": "check-in", "numbers": [number], "at": "09:49"}),
            12 if self.event().table(1, 1).is_some() => {
                let mut corrected = self.result(1, 1);
                corrected["do"] = json!("correct");
                corrected["why"] = json!("counted again");
                corrected["by"] = json!(by);
                corrected
            }
            13 => {
                json!({"do": "redeal", "round": round, "table": table, "number": number, "tiles": "r1 r1 b1 b1 k1 k1 r2 r3 r4 r5 r6 r7 r8 r9"})
            }
            14 => {
                json!({"do": "play-off", "rank": 1 + self.dice.below(3), "order": [1, 2], "by": "head-judge", "why": "so"})
            }
            _ => {
                let what = ["standings", "players", "cases", "log"][self.dice.below(4)];
                json!({"do": "ask", "what": what})
            }
        }
    }
}

/// A field that some commands don't have.
trait Without {
    fn without(self, field: &str, leave_out: bool) -> Value;
}

impl Without for Value {
    fn without(mut self, field: &str, leave_out: bool) -> Value {
        if let (true, Some(fields)) = (leave_out, self.as_object_mut()) {
            fields.remove(field);
        }
        self
    }
}

/// What must hold in every state.
fn check(event: &Tournament) {
    for round in event.rounds() {
        let mut seated = BTreeSet::new();
        for table in &round.tables {
            assert!(table.players.len() <= 4);
            assert!(table.players.iter().all(|player| seated.insert(*player)), "nobody sits twice");
            for result in table.results() {
                let sum: Score = result.racks.iter().map(|rack| rack.score).sum();
                assert_eq!(sum, Score::ZERO, "every game sums to zero");
                assert!(!result.winners().is_empty());
            }
        }
    }
    let standings = event.standings();
    let ranks: Vec<u32> = standings.rows.iter().filter_map(|row| row.rank).collect();
    assert!(ranks.is_sorted(), "{ranks:?}");
    let numbers: BTreeSet<Number> = standings.rows.iter().map(|row| row.number).collect();
    assert_eq!(numbers.len(), standings.rows.len());
}

/// A seating that the program proposed: everybody present once, three or four at a table outside of the ring.
fn check_seating(event: &Tournament, answer: &Value) {
    let tables = answer["tables"].as_array().unwrap();
    let players = |table: &Value| -> Vec<Number> { serde_json::from_value(table["players"].clone()).unwrap() };
    let seated: BTreeSet<Number> = tables.iter().flat_map(players).collect();
    let present: BTreeSet<Number> = event.people().present().into_iter().collect();
    assert_eq!(seated, present);
    if event.settings().format != trinta_tournament::Format::Ring {
        let mut actual: Vec<usize> = tables.iter().map(|table| players(table).len()).collect();
        actual.sort_unstable_by(|one, other| other.cmp(one));
        assert_eq!(Some(actual), sizes(present.len()));
    }
}

#[test]
fn the_laws_of_an_event_hold_whatever_anybody_says() {
    let mut finished = 0;
    for seed in 0..120 {
        let mut hand = Hand::new(seed);
        for _ in 0..250 {
            let command = hand.step();
            let entries = hand.desk.0.entries().len();
            let answer = hand.desk.say(&command);
            if answer["error"].is_object() {
                assert_eq!(hand.desk.0.entries().len(), entries, "what is refused is not logged");
            } else if command["do"] == "seat" {
                check_seating(hand.event(), &answer);
            }
            if hand.event().is_finished() {
                finished += 1;
                break;
            }
        }
        check(hand.event());
        if seed % 3 == 0 {
            hand.desk.say(&json!({"do": "postpone", "why": "for good"}));
            hand.desk.done(&json!({"do": "forget"}));
        }
        let log = &hand.desk.0;
        assert_eq!(log.verify(), Ok(()), "seed {seed}: deciding again gives the same events");
        let reopened = Log::open(log.entries().to_vec()).unwrap();
        assert_eq!(reopened.tournament(), log.tournament(), "seed {seed}: what was folded again is the same");
        let text = serde_json::to_string(log.entries()).unwrap();
        assert_eq!(serde_json::from_str::<Vec<trinta_tournament::Entry>>(&text).unwrap(), log.entries());
    }
    assert!(finished > 10, "{finished} events came to their end");
}

#[test]
fn the_order_of_independent_results_does_not_matter() {
    for format in FORMATS {
        let mut ends = Vec::new();
        for backwards in [false, true] {
            let mut desk = common::briefed(23, &json!({"format": format}));
            for round in 1..=3 {
                let seating = common::begin(&mut desk, round);
                let mut tables = seating["tables"].as_array().unwrap().clone();
                if backwards {
                    tables.reverse();
                }
                for table in tables {
                    let racks = common::sums(&table["players"], &[0, 7, 12, 25]);
                    let number = &table["table"];
                    desk.done(
                        &json!({"do": "result", "round": round, "table": number, "ended": "out", "racks": racks}),
                    );
                }
            }
            ends.push(desk.done(&json!({"do": "ask", "what": "standings"})));
        }
        assert_eq!(ends[0], ends[1], "{format}");
    }
}
