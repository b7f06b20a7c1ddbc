//! Racks of a result.

use serde_json::{Value, json};

use super::super::naive::Naive;
use super::Driver;

impl Driver {
    fn whole_box(&mut self) -> Vec<String> {
        let mut tiles: Vec<String> = Vec::new();
        for _ in 0..2 {
            tiles.push("*".to_owned());
            for colour in ["r", "b", "k", "y"] {
                tiles.extend((1..=13).map(|number| format!("{colour}{number}")));
            }
        }
        self.dice.shuffle(&mut tiles);
        tiles
    }

    /// Fourteen tiles, often with pairs.
    pub fn dealt(&mut self) -> String {
        let mut tiles = self.whole_box();
        if self.chance(60) {
            let pairs = self.dice.below(5);
            for pair in 0..pairs {
                let tile = tiles[pair].clone();
                let other = tiles.iter().rposition(|other| *other == tile).unwrap();
                tiles.swap(13 - pair, other);
            }
        }
        tiles[..14].join(" ")
    }

    /// `do`, `ended` and `racks` of a result of these players.
    pub fn result(&mut self, naive: &Naive, players: &[u32]) -> Value {
        let mut order = players.to_vec();
        self.dice.shuffle(&mut order);
        let ended = ["out", "out", "pool", "time"][self.dice.below(4)];
        let mut tiles = self.whole_box();
        // Few different sums make ties likely.
        let highest = [2, 4, 30][self.dice.below(3)];
        let mut pushed_any = false;
        let mut racks = Vec::new();
        for (index, number) in order.iter().enumerate() {
            if index == 0 && ended == "out" {
                racks.push(if self.chance(50) {
                    json!({"number": number, "tiles": ""})
                } else {
                    json!({"number": number, "sum": 0})
                });
                continue;
            }
            let mut rack = json!({"number": number});
            if self.chance(3) && index > 0 {
                rack["pushed"] = json!(true);
                pushed_any = true;
            } else if self.chance(25) {
                let count = 1 + self.dice.below(14);
                let drawn: Vec<String> = tiles.drain(..count).collect();
                rack["tiles"] = json!(drawn.join(" "));
                if self.chance(60) {
                    rack["opened"] = json!(false);
                    if self.chance(40) {
                        rack["last_drawn"] = json!(drawn[count - 1]);
                    }
                }
            } else {
                rack["sum"] = json!(1 + self.dice.below(highest));
                if self.chance(10) && naive.opening_counts() {
                    rack["opened"] = json!(false);
                    rack["could"] = json!(self.chance(50));
                }
            }
            racks.push(rack);
        }
        self.dice.shuffle(&mut racks);
        let mut command = json!({"do": "result", "ended": ended, "racks": racks});
        if pushed_any {
            command["by"] = json!("head-judge");
        } else if self.chance(50) {
            command["by"] = json!("judge");
        }
        command
    }
}
