//! Protests, warnings, cases and rulings (G04, G09, G12, G17, X18).

use serde_json::{Value, json};

use super::{Case, Event, Outcome, fault, unknown};

impl Event {
    fn open_case(&mut self, number: Option<u32>, protest: Option<(u32, u32, String)>) -> usize {
        let person = number.and_then(|number| self.people.iter().position(|person| person.number == Some(number)));
        self.cases.push(Case { number, person, protest, decision: None });
        self.cases.len()
    }

    /// Whether a case is about the player who has this number now.
    fn is_about(&self, case: &Case, number: u32) -> bool {
        case.person.is_some_and(|person| self.people[person].number == Some(number))
    }

    pub fn protest(&mut self, command: &Value) -> Outcome {
        let (round, table, _) = self.place(command)?;
        if !self.round(round).unwrap().tables[&table].games.iter().any(|game| game.scored.is_some()) {
            return Err(fault("no-result"));
        }
        let why = command["why"].as_str().unwrap().to_owned();
        Ok(json!({"case": self.open_case(None, Some((round, table, why)))}))
    }

    pub fn warn(&mut self, command: &Value) -> Outcome {
        let number = self.known_number(&command["number"])?;
        if !self.is_present(number) {
            return Err(fault("status"));
        }
        let mut offence = json!({"why": command["why"], "round": null, "table": null});
        for (index, round) in self.rounds.iter().enumerate().filter(|(_, round)| round.state == "started") {
            if let Some((table, _)) = round.tables.iter().find(|(_, table)| table.seats.contains(&number)) {
                offence["round"] = json!(index + 1);
                offence["table"] = json!(table);
            }
        }
        let person = self.people.iter_mut().find(|person| person.number == Some(number)).unwrap();
        person.offences.push(offence);
        let offences = person.offences.len();
        if offences <= 2 {
            return Ok(json!({"number": number, "warnings": offences, "case": null}));
        }
        let open = self.cases.iter().position(|case| self.is_about(case, number) && case.decision.is_none());
        let case = open.map_or_else(|| self.open_case(Some(number), None), |index| index + 1);
        Ok(json!({"number": number, "warnings": 2, "case": case}))
    }

    pub fn rule(&mut self, command: &Value) -> Outcome {
        let decision = command["decision"].as_str().unwrap();
        if command.get("number").is_some() {
            let number = self.known_number(&command["number"])?;
            self.disqualify(number)?;
            return Ok(json!({"decision": decision, "number": number, "status": "disqualified"}));
        }
        let index = super::whole(&command["case"]) as usize;
        let case = self.cases.get(index.wrapping_sub(1)).ok_or(unknown("case"))?.clone();
        if decision == if case.number.is_some() { "uphold" } else { "disqualify" } {
            return Err(fault("malformed"));
        }
        if case.decision.is_some() {
            return Err(fault("status"));
        }
        let mut answer = json!({"case": index, "decision": decision, "number": null, "status": null});
        if decision == "disqualify" {
            let number = case.number.unwrap();
            if !self.is_about(&case, number) {
                return Err(fault("status"));
            }
            self.disqualify(number)?;
            answer["number"] = json!(number);
            answer["status"] = json!("disqualified");
        }
        self.cases[index - 1].decision = Some(decision.to_owned());
        Ok(answer)
    }

    fn disqualify(&mut self, number: u32) -> Result<(), super::Fault> {
        if !["entered", "present"].contains(&self.person(number).unwrap().status) {
            return Err(fault("status"));
        }
        self.leave(number, "disqualified");
        for index in 0..self.cases.len() {
            if self.is_about(&self.cases[index], number) && self.cases[index].decision.is_none() {
                self.cases[index].decision = Some("disqualify".to_owned());
            }
        }
        Ok(())
    }

    pub fn show_cases(&self) -> Vec<Value> {
        let mut shown = Vec::new();
        for (index, case) in self.cases.iter().enumerate() {
            let mut row = json!({"case": index + 1, "decision": case.decision});
            row["state"] = json!(if case.decision.is_some() { "closed" } else { "open" });
            if let Some((round, table, why)) = &case.protest {
                row["kind"] = json!("protest");
                row["round"] = json!(round);
                row["table"] = json!(table);
                row["why"] = json!(why);
            } else {
                row["kind"] = json!("conduct");
                row["number"] = json!(case.number);
                row["history"] = json!(self.people[case.person.unwrap()].offences);
            }
            shown.push(row);
        }
        shown
    }
}
