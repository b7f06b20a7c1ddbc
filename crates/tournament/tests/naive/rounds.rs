//! Publishing and starting a round, pauses, new deals.

use serde_json::{Value, json};

use super::{Event, Fault, Outcome, fault, fault_with, form, tiles};

impl Event {
    /// Tables with a game without result, and tables with a draw that is not decided.
    pub fn missing(&self, round: u32) -> (Vec<u32>, Vec<u32>) {
        let Some(seated) = self.round(round) else { return (Vec::new(), Vec::new()) };
        let tables = seated
            .tables
            .iter()
            .filter(|(_, table)| !table.is_in() && !table.seats.is_empty())
            .map(|(number, _)| *number)
            .collect();
        let undecided = |number: &u32| self.open_draw(round, *number).is_some();
        (tables, seated.tables.keys().copied().filter(undecided).collect())
    }

    pub fn round_complete(&self, round: u32) -> Result<(), Fault> {
        let (tables, draws) = self.missing(round);
        if self.has_started(round) && tables.is_empty() && draws.is_empty() {
            return Ok(());
        }
        Err(fault_with("results-missing", &json!({"round": round, "tables": tables, "draws": draws})))
    }

    pub fn first_incomplete_round(&self) -> Option<u32> {
        (1..=self.number("rounds")).find(|round| self.round_complete(*round).is_err())
    }

    pub fn all_results_in(&self) -> Result<(), Fault> {
        self.first_incomplete_round().map_or(Ok(()), |round| self.round_complete(round))
    }

    pub fn publish(&mut self, command: &Value) -> Outcome {
        let round = self.known_round(command)?;
        self.may_go_on(round)?;
        self.round_mut(round).state = "published";
        Ok(json!({"state": "published"}))
    }

    fn may_go_on(&self, round: u32) -> Result<(), Fault> {
        match self.round(round) {
            None => Err(fault("not-seated")),
            Some(seated) if seated.state == "started" => Err(fault("started")),
            Some(seated) if seated.stale => Err(fault("stale")),
            Some(_) => Ok(()),
        }
    }

    pub fn start(&mut self, command: &Value) -> Outcome {
        let round = self.known_round(command)?;
        self.may_go_on(round)?;
        let seated = self.round(round).unwrap();
        if seated.state != "published" {
            return Err(fault("not-published"));
        }
        let ones: Vec<u32> =
            seated.tables.iter().filter(|(_, table)| table.seats.len() == 1).map(|(number, _)| *number).collect();
        if !ones.is_empty() {
            return Err(fault_with("too-few", &json!({"tables": ones})));
        }
        let at = command.get("at").and_then(Value::as_str).and_then(form::seconds);
        let seated = self.round_mut(round);
        seated.state = "started";
        seated.started_at = at;
        seated.tables.retain(|_, table| !table.seats.is_empty());
        Ok(json!({"state": "started", "deadline": self.deadline(round, 0)}))
    }

    fn deadline(&self, round: u32, credit: i64) -> Option<String> {
        let play = i64::from(self.number("play")) * 60;
        self.round(round).unwrap().started_at.map(|at| form::clock(at + play + credit))
    }

    pub fn pause(&mut self, command: &Value) -> Outcome {
        let (round, table, _) = self.place(command)?;
        let at = form::seconds(command["at"].as_str().unwrap()).unwrap();
        let place = self.table_mut(round, table);
        if command["do"] == "pause" {
            if place.paused.is_some() {
                return Err(fault("paused"));
            }
            if place.is_in() {
                return Err(fault("result-exists"));
            }
            place.paused = Some(at);
            return Ok(json!({}));
        }
        let since = place.paused.ok_or(fault("not-paused"))?;
        if at < since {
            return Err(fault("malformed"));
        }
        place.paused = None;
        place.credit += at - since;
        let credit = place.credit;
        Ok(json!({"credit": credit, "deadline": self.deadline(round, credit), "alert": at - since > 300}))
    }

    pub fn redeal(&mut self, command: &Value) -> Outcome {
        let number = self.known_number(&command["number"])?;
        let (round, table, game) = self.place(command)?;
        let redeal = self.rules.redeal;
        let place = self.table_mut(round, table);
        if place.games[game].is_in() {
            return Err(fault("result-exists"));
        }
        if !place.seats.contains(&number) {
            return Err(fault("wrong-players"));
        }
        let dealt = tiles::tiles(command["tiles"].as_str().unwrap())?;
        if tiles::too_many(&dealt) {
            return Err(fault("too-many-tiles"));
        }
        if !redeal || tiles::pairs(&dealt) < 3 {
            return Err(fault("no-right"));
        }
        place.games[game].redeals += 1;
        Ok(json!({"redeals": place.games[game].redeals}))
    }
}
