//! Random commands: most of them sensible at the moment, some of them not.
#![allow(dead_code, unreachable_pub, missing_docs)] // Each test file uses a part of it.

mod faults;
mod racks;

use serde_json::{Value, json};
use trinta_dice::Dice;

use super::naive::Naive;

pub struct Driver {
    pub dice: Dice,
    /// How many players are to be added.
    players: usize,
    added: usize,
    /// Out of a hundred commands, how many are to be wrong, and how many beside the way to the end.
    wrong: u32,
    aside: u32,
}

impl Driver {
    pub fn new(seed: u64, players: Option<usize>) -> Driver {
        let mut dice = Dice::new(seed);
        let usual = [3, 4, 6, 7, 8, 9, 10, 11, 12, 13, 16, 19, 20, 21, 22, 23, 24, 27, 32];
        let players = players.unwrap_or_else(|| match dice.below(10) {
            0 => 3 + dice.below(60),
            _ => dice.pick(&usual).unwrap(),
        });
        let (wrong, aside) = dice.pick(&[(0, 0), (5, 20), (15, 30), (40, 30), (3, 60)]).unwrap();
        Driver { dice, players, added: 0, wrong, aside }
    }

    pub fn chance(&mut self, percent: u32) -> bool {
        self.dice.chance(percent)
    }

    /// The next line.
    pub fn line(&mut self, naive: &Naive) -> String {
        let mut command = if !naive.has_event() {
            if self.chance(10) { json!({"do": "ask", "what": "players"}) } else { self.new_event() }
        } else if self.chance(self.aside) {
            self.aside(naive)
        } else {
            self.onward(naive)
        };
        if self.chance(10) {
            command["id"] = json!(self.dice.below(99));
        }
        if self.chance(self.wrong) { self.spoil(&command, naive) } else { command.to_string() }
    }

    fn new_event(&mut self) -> Value {
        let mut set = json!({});
        let mut maybe = |dice: &mut Dice, percent: u32, field: &str, values: &[Value]| {
            if dice.chance(percent) {
                set[field] = values[dice.below(values.len())].clone();
            }
        };
        let dice = &mut self.dice;
        maybe(dice, 20, "capacity", &[json!(3), json!(8), json!(12), json!(200)]);
        maybe(dice, 50, "rounds", &[json!(1), json!(2), json!(3), json!(4), json!(5)]);
        maybe(dice, 50, "games_per_round", &[json!(1), json!(2), json!(3)]);
        maybe(dice, 60, "format", &[json!("ring"), json!("no-repeat"), json!("random"), json!("swiss")]);
        maybe(dice, 30, "move", &[json!(1), json!(2), json!(3)]);
        maybe(dice, 40, "winners", &[json!(1), json!(2), json!(3), json!(6), json!(100)]);
        maybe(dice, 40, "play_off", &[json!("cut"), json!("ranks")]);
        maybe(dice, 20, "edition", &[json!("school"), json!("hk"), json!("cn"), json!("pt")]);
        let rules = [
            json!({}),
            json!({"unopened": "100-200", "unopened_rack": "last-turn"}),
            json!({"unopened": "100-200-always"}),
            json!({"unopened": "100-200-always", "unopened_rack": "last-turn", "joker_left": 25}),
            json!({"joker_left": 50, "opening_points": 20}),
            json!({"opening_points": 0, "unopened": "rack-sum"}),
            json!({"opening_sets": "one"}),
        ];
        maybe(dice, 30, "rules", &rules);
        maybe(dice, 30, "absent", &[json!("hole"), json!("close")]);
        maybe(dice, 30, "co_winners", &[json!("one"), json!("share")]);
        maybe(dice, 10, "check_in", &[json!("09:00"), json!("08:30:30")]);
        maybe(dice, 10, "start", &[json!("09:00"), json!("14:15:00")]);
        maybe(dice, 10, "slot", &[json!(1), json!(45)]);
        maybe(dice, 10, "play", &[json!(1), json!(20)]);
        let mut command = json!({"do": "new", "title": "Cup", "date": "2026-02-28", "set": set, "seed": "00ff"});
        if dice.chance(30) {
            command["preset"] = json!(["plk-2017", "4x4"][dice.below(2)]);
        }
        if dice.chance(30) {
            command["seed"] = json!(format!("{:x}", dice.below(1 << 30)));
        }
        if dice.chance(10) {
            command.as_object_mut().unwrap().remove("seed");
        }
        command
    }

    fn names(&mut self, count: usize) -> Value {
        let mut players = Vec::new();
        for _ in 0..count {
            self.added += 1;
            let mut player = json!({"name": format!("Player {}", self.added)});
            if self.chance(70) {
                player["school"] = json!(["North", "South", "East", "West", "Hill", "Lake"][self.dice.below(6)]);
            }
            players.push(player);
        }
        json!(players)
    }

    /// A step on the way to the end.
    fn onward(&mut self, naive: &Naive) -> Value {
        if !naive.is_briefed() {
            let missing = self.players.saturating_sub(self.added);
            if missing > 0 {
                let count = if self.chance(70) { missing } else { 1 + self.dice.below(missing) };
                return json!({"do": "add", "players": self.names(count)});
            }
            let awaited = naive.with_status("entered");
            return match self.dice.below(if awaited.is_empty() { 6 } else { 5 }) {
                0 => json!({"do": "numbers", "how": self.some(&["order", "draw", "spread"])}),
                1 if !awaited.is_empty() => {
                    json!({"do": "check-in", "numbers": [self.dice.pick(&awaited)], "at": "09:49"})
                }
                2 if self.chance(30) => json!({"do": "briefing", "at": "10:10"}),
                3 if self.chance(10) => json!({"do": "check-in", "numbers": naive.with_status("present")}),
                5 => json!({"do": "briefing"}),
                _ => json!({"do": "check-in", "numbers": "all", "at": "09:52"}),
            };
        }
        if naive.is_finished() {
            return json!({"do": "ask", "what": "standings"});
        }
        let open = naive.open_tables();
        let draws = naive.open_draws();
        if !open.is_empty() && (draws.is_empty() || self.chance(70)) {
            let (round, table, players, game) = open[self.dice.below(open.len())].clone();
            if naive.is_paused(round, table) {
                return json!({"do": "resume", "round": round, "table": table, "at": "10:59:30"});
            }
            if players.len() < 2 {
                return json!({"do": "annul", "round": round, "table": table, "game": game, "why": "nobody left"});
            }
            let mut command = self.result(naive, &players);
            command["round"] = json!(round);
            command["table"] = json!(table);
            if game > 1 || self.chance(30) {
                command["game"] = json!(game);
            }
            return command;
        }
        if let Some((round, table, numbers)) = draws.first() {
            let mut command = json!({"do": "draw", "round": round, "table": table});
            if self.chance(80) {
                command["tiles"] = self.drawn_tiles(numbers);
            }
            return command;
        }
        if naive.is_complete() {
            return self.finishing(naive);
        }
        match naive.newest() {
            Some((round, "proposed")) => json!({"do": "publish", "round": round}),
            Some((round, "published")) => self.start(round),
            Some((round, "stale")) => json!({"do": "seat", "round": round}),
            Some((round, _)) => json!({"do": "seat", "round": round + 1}),
            None => json!({"do": "seat", "round": 1}),
        }
    }

    fn start(&mut self, round: u32) -> Value {
        if self.chance(70) {
            json!({"do": "start", "round": round, "at": "10:20"})
        } else {
            json!({"do": "start", "round": round})
        }
    }

    fn finishing(&mut self, naive: &Naive) -> Value {
        let draws = naive.play_off_draws();
        if let Some((rank, numbers)) = draws.first().filter(|_| self.dice.chance(80)) {
            let mut command = json!({"do": "draw", "play_off": rank});
            if self.chance(80) {
                command["tiles"] = self.drawn_tiles(numbers);
            }
            return command;
        }
        let tables = naive.play_off_tables();
        if !tables.is_empty() && self.chance(90) {
            let (rank, table, players) = tables[self.dice.below(tables.len())].clone();
            let mut command = self.result(naive, &players);
            command["play_off"] = json!(rank);
            command["table"] = json!(table);
            return command;
        }
        if let Some((case, conduct)) = naive.open_cases().first() {
            let other = if *conduct { "disqualify" } else { "uphold" };
            let decision = if self.chance(80) { "dismiss" } else { other };
            return json!({"do": "rule", "case": case, "decision": decision, "by": "head-judge", "why": "heard"});
        }
        if self.chance(50) { json!({"do": "play-off"}) } else { json!({"do": "finish"}) }
    }

    pub fn drawn_tiles(&mut self, numbers: &[u32]) -> Value {
        let mut tiles = json!({});
        // A small box makes ties likely.
        let box_of = ["r9", "b9", "k9", "y12", "r12", "b1", "*", "k13", "r3", "b3"];
        let mut order: Vec<&str> = box_of.to_vec();
        self.dice.shuffle(&mut order);
        for (number, tile) in numbers.iter().zip(order.iter().cycle()) {
            tiles[number.to_string()] = json!(tile);
        }
        tiles
    }

    fn some<T: Clone>(&mut self, items: &[T]) -> Option<T> {
        (!items.is_empty()).then(|| items[self.dice.below(items.len())].clone())
    }

    /// Something that is allowed or nearly so, beside the way to the end.
    fn aside(&mut self, naive: &Naive) -> Value {
        let anybody = self.some(&naive.numbers()).unwrap_or(1);
        let present = self.some(&naive.with_status("present")).unwrap_or(anybody);
        let by = ["organiser", "head-judge", "judge"][self.dice.below(3)];
        let open = naive.open_tables();
        let mut played = naive.played();
        // The newest games are the more interesting ones.
        if self.chance(70) {
            let newest = played.iter().map(|game| game.0).max();
            played.retain(|game| Some(game.0) == newest);
        }
        let open = self.some(&open);
        let played = self.some(&played);
        let at = ["10:30", "10:33:20", "10:36:01", "11:00"][self.dice.below(4)];
        match self.dice.below(22) {
            0 => json!({"do": "withdraw", "number": if self.chance(80) { present } else { anybody }, "why": "unwell"}),
            1 => json!({"do": "admit", "number": anybody, "by": "head-judge", "why": "the bus"}),
            2 | 3 => {
                // Often the same player, so that the third offence comes.
                let always = naive.with_status("present").first().copied().unwrap_or(anybody);
                let number = if self.chance(60) { always } else { present };
                json!({"do": "warn", "number": number, "why": "noise", "by": by})
            }
            4 if self.chance(40) => {
                json!({"do": "rule", "number": anybody, "decision": "disqualify", "by": "head-judge", "why": "aid"})
            }
            5 => match self.some(&naive.open_cases()) {
                Some((case, conduct)) => {
                    let word = if conduct { "disqualify" } else { "uphold" };
                    let word = if self.chance(70) { "dismiss" } else { word };
                    json!({"do": "rule", "case": case, "decision": word, "by": "head-judge", "why": "heard"})
                }
                None => {
                    json!({"do": "rule", "case": 1 + self.dice.below(3), "decision": "dismiss", "by": "head-judge", "why": "heard"})
                }
            },
            6..=9 => match played {
                Some((round, table, players, game)) => {
                    let mut command = self.result(naive, &players);
                    command["do"] = json!("correct");
                    command["why"] = json!("wrong sheet");
                    command["by"] = json!(if self.chance(60) { "head-judge" } else { by });
                    command["round"] = json!(round);
                    command["table"] = json!(table);
                    command["game"] = json!(game);
                    command
                }
                None => json!({"do": "ask", "what": "cases"}),
            },
            10 => match self.some(&[open, played].into_iter().flatten().collect::<Vec<_>>()) {
                Some((round, table, _, game)) => {
                    json!({"do": "annul", "round": round, "table": table, "game": game, "why": "fire alarm"})
                }
                None => json!({"do": "ask", "what": "players"}),
            },
            11 => match played {
                Some((round, table, _, _)) => {
                    json!({"do": "protest", "round": round, "table": table, "why": "counted wrong", "by": by})
                }
                None => json!({"do": "protest", "round": 1, "table": 1, "why": "counted wrong", "by": by}),
            },
            12 | 13 => match open {
                Some((round, table, _, _)) => {
                    let verb = if naive.is_paused(round, table) == self.chance(90) { "resume" } else { "pause" };
                    json!({"do": verb, "round": round, "table": table, "at": at, "by": by})
                }
                None => json!({"do": "ask", "what": "standings"}),
            },
            14 => match open {
                Some((round, table, _, game)) => {
                    let mut command =
                        json!({"do": "draw", "for": "start", "round": round, "table": table, "game": game, "by": by});
                    if self.chance(80) {
                        command["tiles"] = self.drawn_tiles(&naive.starters(round, table, game));
                    }
                    command
                }
                None => json!({"do": "ask", "what": "players"}),
            },
            15 => match open {
                Some((round, table, players, game)) => {
                    let number = self.some(&players).unwrap_or(present);
                    json!({"do": "redeal", "round": round, "table": table, "game": game, "number": number, "tiles": self.dealt(), "by": by})
                }
                None => json!({"do": "ask", "what": "log"}),
            },
            16 => match naive.newest() {
                Some((round, state)) if state != "started" && self.chance(50) => json!({"do": "seat", "round": round}),
                Some((round, _)) => {
                    let next = u32::from(self.chance(50));
                    self.own_seating(naive, round + next)
                }
                None => self.own_seating(naive, 1),
            },
            17 => match self.some(&naive.decided_draws()) {
                Some((round, table, numbers)) => {
                    json!({"do": "draw", "round": round, "table": table, "tiles": self.drawn_tiles(&numbers), "by": "head-judge", "why": "wrong tiles"})
                }
                None => json!({"do": "ask", "what": "cases"}),
            },
            18 => match self.some(&naive.open_ties()) {
                Some((rank, mut numbers)) => {
                    self.dice.shuffle(&mut numbers);
                    json!({"do": "play-off", "rank": rank, "order": numbers, "by": "head-judge", "why": "agreed"})
                }
                None => json!({"do": "play-off"}),
            },
            19 => json!({"do": "add", "players": self.names(1)}),
            _ => self.question(naive, anybody),
        }
    }

    fn question(&mut self, naive: &Naive, anybody: u32) -> Value {
        let round = 1 + self.dice.below(naive.rounds() as usize);
        match self.dice.below(9) {
            0 | 1 => json!({"do": "ask", "what": "standings"}),
            2 => json!({"do": "ask", "what": "seating", "round": round}),
            3 => json!({"do": "ask", "what": "where", "number": anybody}),
            4 => json!({"do": "ask", "what": "moves", "round": round}),
            5 => json!({"do": "ask", "what": "missing", "round": round}),
            6 => json!({"do": "ask", "what": "players"}),
            7 => json!({"do": "ask", "what": "cases"}),
            _ => json!({"do": "ask", "what": "log"}),
        }
    }

    fn own_seating(&mut self, naive: &Naive, round: u32) -> Value {
        let mut present = naive.with_status("present");
        self.dice.shuffle(&mut present);
        let mut tables: Vec<Vec<u32>> = Vec::new();
        while !present.is_empty() {
            let size = if present.len() <= 4 { present.len() } else { 2 + self.dice.below(3).min(present.len() - 4) };
            tables.push(present.drain(..size).collect());
        }
        json!({"do": "seat", "round": round, "tables": tables, "why": "friends"})
    }
}
