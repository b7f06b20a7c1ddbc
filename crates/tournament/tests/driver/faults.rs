//! Commands that are to be refused, mostly.

use serde_json::{Value, json};

use super::super::naive::Naive;
use super::Driver;

impl Driver {
    /// The command with one thing wrong, or another line altogether.
    pub fn spoil(&mut self, command: &Value, naive: &Naive) -> String {
        let mut spoilt = command.clone();
        let fields: Vec<String> = spoilt.as_object().unwrap().keys().cloned().collect();
        let field = fields[self.dice.below(fields.len())].clone();
        match self.dice.below(14) {
            0 => return self.not_a_command(command),
            1 => spoilt["do"] = json!(["seatt", "", "New", "rewind"][self.dice.below(4)]),
            2 => spoilt["opend"] = json!(false),
            3 => {
                spoilt.as_object_mut().unwrap().remove(&field);
            }
            4 if field != "id" => {
                spoilt[field.as_str()] =
                    [json!({"a": 1}), json!(-1), json!(true), json!(1.5)][self.dice.below(4)].clone();
            }
            5 => spoilt["by"] = json!("judge"),
            6 => spoilt["by"] = json!("organiser"),
            7 => {
                spoilt.as_object_mut().unwrap().remove("why");
            }
            8 => spoilt["why"] = json!("  "),
            9 => {
                let numbered: Vec<&String> = fields
                    .iter()
                    .filter(|field| {
                        ["round", "table", "game", "case", "number", "play_off", "rank"].contains(&field.as_str())
                    })
                    .collect();
                if let Some(field) = self.some(&numbered) {
                    spoilt[field.as_str()] = json!(self.dice.below(12));
                }
            }
            10 | 11 if spoilt.get("racks").is_some() => self.spoil_racks(&mut spoilt, naive),
            10 | 11 if spoilt["tiles"].is_object() => self.spoil_draw(&mut spoilt),
            12 if spoilt["do"] == "new" => self.spoil_settings(&mut spoilt),
            12 if spoilt.get("at").is_some() => {
                spoilt["at"] = json!(["24:00", "9:50", "10:60", "noon", "10:00:00:00"][self.dice.below(5)]);
            }
            _ if naive.has_event() => return self.out_of_place(naive).to_string(),
            _ => return self.not_a_command(command),
        }
        spoilt.to_string()
    }

    fn not_a_command(&mut self, command: &Value) -> String {
        let whole = command.to_string();
        match self.dice.below(5) {
            0 => whole[..whole.len() / 2].chars().filter(char::is_ascii).collect(),
            1 => "[1,2]".to_owned(),
            2 => "nonsense".to_owned(),
            3 => "{}".to_owned(),
            _ => "\"seat\"".to_owned(),
        }
    }

    /// A command in order that comes at a wrong moment, or with things that do not exist.
    fn out_of_place(&mut self, naive: &Naive) -> Value {
        let round = 1 + self.dice.below(naive.rounds() as usize + 1);
        let table = 1 + self.dice.below(6);
        let game = 1 + self.dice.below(naive.games_per_round() as usize + 1);
        let number = 1 + self.dice.below(naive.numbers().len() + 3);
        let by = ["organiser", "head-judge", "judge"][self.dice.below(3)];
        let decision = ["dismiss", "uphold", "disqualify"][self.dice.below(3)];
        let racks = json!([{"number": number, "sum": 0}, {"number": 1, "sum": 4}, {"number": 2, "sum": 4}]);
        match self.dice.below(23) {
            0 => json!({"do": "new", "title": "Cup", "date": "2017-01-18", "by": by}),
            1 => json!({"do": "add", "players": [{"name": "Late"}], "by": by}),
            2 => json!({"do": "numbers", "how": "order", "by": by}),
            3 => json!({"do": "check-in", "numbers": [number], "by": by}),
            4 => json!({"do": "check-in", "numbers": "all", "by": by}),
            5 => json!({"do": "admit", "number": number, "by": by, "why": "bus"}),
            6 => json!({"do": "seat", "round": round, "by": by}),
            7 => json!({"do": "publish", "round": round, "by": by}),
            8 => json!({"do": "start", "round": round, "by": by}),
            9 => json!({"do": "draw", "round": round, "table": table, "by": by}),
            10 => json!({"do": "draw", "for": "start", "round": round, "table": table, "game": game, "by": by}),
            11 => {
                json!({"do": "redeal", "round": round, "table": table, "game": game, "number": number, "tiles": self.dealt(), "by": by})
            }
            12 => json!({"do": "pause", "round": round, "table": table, "at": "10:31", "by": by}),
            13 => json!({"do": "resume", "round": round, "table": table, "at": "10:29", "by": by}),
            14 => {
                json!({"do": "result", "round": round, "table": table, "game": game, "ended": "out", "racks": racks, "by": by})
            }
            15 => {
                json!({"do": "correct", "round": round, "table": table, "game": game, "ended": "out", "racks": racks, "by": by, "why": "x"})
            }
            16 => json!({"do": "annul", "round": round, "table": table, "game": game, "by": by, "why": "alarm"}),
            17 => json!({"do": "protest", "round": round, "table": table, "by": by, "why": "no"}),
            18 => {
                json!({"do": "rule", "case": 1 + self.dice.below(3), "decision": decision, "by": "head-judge", "why": "so"})
            }
            19 => json!({"do": "play-off", "by": by}),
            20 => {
                json!({"do": "result", "play_off": 1 + self.dice.below(4), "table": table, "ended": "out", "racks": racks, "by": by})
            }
            21 => json!({"do": "draw", "play_off": 1 + self.dice.below(4), "by": by}),
            _ => json!({"do": "finish", "by": by}),
        }
    }

    fn spoil_racks(&mut self, command: &mut Value, naive: &Naive) {
        let racks = command["racks"].as_array_mut().unwrap();
        let index = self.dice.below(racks.len().max(1));
        if racks.is_empty() {
            return;
        }
        let outsider = naive.numbers().into_iter().find(|number| racks.iter().all(|rack| rack["number"] != *number));
        let others = racks.clone();
        let rack = &mut racks[index];
        let number = rack["number"].clone();
        match self.dice.below(16) {
            0 => rack["number"] = json!(outsider.unwrap_or(999)),
            1 => {
                racks.remove(index);
            }
            2 => racks.push(others[index].clone()),
            3 => *rack = json!({"number": number, "tiles": "r14"}),
            4 => *rack = json!({"number": number, "tiles": "r5 r5 r5"}),
            5 => *rack = json!({"number": number, "sum": if self.dice.chance(50) { -3.0 } else { 1.5 }}),
            6 => *rack = json!({"number": number, "tiles": "r5 k5", "sum": 11}),
            7 => *rack = json!({"number": number, "tiles": "r9 b9 k9", "opened": false, "could": true}),
            8 => *rack = json!({"number": number, "tiles": "r10 b10 k10", "opened": false, "could": false}),
            9 => *rack = json!({"number": number, "tiles": "r10 b10 k10", "opened": false, "last_drawn": "y1"}),
            10 => *rack = json!({"number": number, "sum": 35, "opened": false}),
            11 => *rack = json!({"number": number, "tiles": ""}),
            12 => *rack = json!({"number": number, "sum": 0, "opened": false, "could": false}),
            13 => *rack = json!({"number": number, "sum": 6}),
            14 => *rack = json!({"number": number, "pushed": true}),
            _ => *rack = json!({"number": number}),
        }
    }

    fn spoil_draw(&mut self, command: &mut Value) {
        let tiles = command["tiles"].as_object_mut().unwrap();
        let keys: Vec<String> = tiles.keys().cloned().collect();
        match self.dice.below(5) {
            0 => tiles.values_mut().for_each(|tile| *tile = json!("k7")),
            1 if !keys.is_empty() => {
                tiles.remove(&keys[0]);
            }
            2 => {
                tiles.insert("1".to_owned(), json!("r5"));
            }
            3 => tiles.values_mut().for_each(|tile| *tile = json!("k0")),
            _ => {
                tiles.insert("999".to_owned(), json!("r5"));
            }
        }
    }

    fn spoil_settings(&mut self, command: &mut Value) {
        let (field, value) = [
            ("capacity", json!(2)),
            ("capacity", json!("many")),
            ("rounds", json!(0)),
            ("rounds", json!(100)),
            ("games_per_round", json!(21)),
            ("format", json!("rings")),
            ("move", json!(4)),
            ("winners", json!(0)),
            ("winners", json!(101)),
            ("play_off", json!(true)),
            ("edition", json!("word-a")),
            ("edition", json!("none")),
            ("rules", json!({"pool_empty": "maybe"})),
            ("rules", json!({"pool": "end"})),
            ("absent", json!("open")),
            ("co_winners", json!("two")),
            ("check_in", json!("25:00")),
            ("start", json!(10)),
            ("slot", json!(0)),
            ("play", json!(601)),
            ("colour", json!("red")),
        ][self.dice.below(21)]
        .clone();
        command["set"][field] = value;
    }
}
