//! Questions.

use serde_json::{Map, Value, json};

use super::{Event, Outcome, fault};

impl Event {
    pub fn ask(&self, command: &Value) -> Outcome {
        match command["what"].as_str().unwrap() {
            "standings" => Ok(json!({
                "standings": self.standings(), "cut": self.number("winners"),
                "complete": self.first_incomplete_round().is_none(), "ties": self.open_ties(),
            })),
            "players" => Ok(self.show_players()),
            "cases" => Ok(json!({"cases": self.show_cases()})),
            "log" => Ok(json!({"log": self.log})),
            "where" => self.whereabouts(command),
            "seating" => {
                let round = self.known_round(command)?;
                let seated = self.round(round).ok_or(fault("not-seated"))?;
                let tables = seated.tables.iter().filter(|(_, table)| !table.seats.is_empty());
                let tables: Vec<Value> =
                    tables.map(|(number, table)| json!({"table": number, "players": table.seats})).collect();
                let state = if seated.stale && seated.state != "started" { "stale" } else { seated.state };
                Ok(json!({"round": round, "state": state, "tables": tables}))
            }
            what => {
                let round = self.known_round(command)?;
                if !self.has_started(round) {
                    return Err(fault("not-started"));
                }
                Ok(if what == "moves" { self.show_all_moves(round) } else { self.show_missing(round) })
            }
        }
    }

    fn show_missing(&self, round: u32) -> Value {
        let (tables, draws) = self.missing(round);
        json!({"tables": tables, "draws": draws})
    }

    fn show_all_moves(&self, round: u32) -> Value {
        let mut moves = Map::new();
        let mut draws = Vec::new();
        for table in self.round(round).unwrap().tables.keys() {
            moves.extend(self.moves_of(round, *table).as_object().unwrap().clone());
            if let Some(mut draw) = self.open_draw(round, *table) {
                draw["table"] = json!(table);
                draws.push(draw);
            }
        }
        if self.has_started(round + 1) {
            // What a correction would have changed is of no interest any more.
            return json!({"draws": []});
        }
        json!({"moves": moves, "draws": draws})
    }

    fn show_players(&self) -> Value {
        let mut players: Vec<_> = self.people.iter().filter(|person| person.number.is_some()).collect();
        players.sort_by_key(|person| person.number);
        let row = |person: &&super::Person| json!({"number": person.number, "name": person.name, "school": person.school, "status": person.status});
        json!({"players": players.iter().map(row).collect::<Vec<_>>(), "waiting": self.waiting()})
    }

    fn whereabouts(&self, command: &Value) -> Outcome {
        let number = self.known_number(&command["number"])?;
        let newest = self.rounds.iter().enumerate().rev().find(|(_, round)| round.state != "proposed");
        let Some((index, round)) = newest else { return Ok(json!({"round": null, "table": null})) };
        let table = round.tables.iter().find(|(_, table)| table.seats.contains(&number)).map(|(table, _)| table);
        match table {
            Some(table) => Ok(json!({"round": index + 1, "table": table})),
            None => Ok(json!({"table": null})),
        }
    }
}
