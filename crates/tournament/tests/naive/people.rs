//! Players: adding, numbers, check-in, briefing, admitting, leaving.

use serde_json::{Value, json};

use super::{Event, Outcome, Person, fault};

impl Event {
    pub fn add(&mut self, command: &Value) -> Outcome {
        if self.briefed {
            return Err(fault("closed"));
        }
        let mut numbers = Vec::new();
        for player in command["players"].as_array().unwrap() {
            let taken = |number: &u32| self.person(*number).is_some_and(|person| person.status != "withdrawn");
            let nobody_waits = self.waiting().is_empty();
            let number = (1..=self.number("capacity")).find(|number| !taken(number)).filter(|_| nobody_waits);
            if let Some(gone) = number.and_then(|number| self.people.iter_mut().find(|one| one.number == Some(number)))
            {
                gone.number = None;
            }
            self.people.push(Person {
                name: player["name"].as_str().unwrap().to_owned(),
                school: player.get("school").and_then(Value::as_str).map(str::to_owned),
                number,
                status: if number.is_some() { "entered" } else { "waiting" },
                was_present: false,
                offences: Vec::new(),
            });
            numbers.push(json!(number));
        }
        Ok(json!({"numbers": numbers, "waiting": self.waiting().len()}))
    }

    pub fn waiting(&self) -> Vec<String> {
        let waiting = self.people.iter().filter(|person| person.status == "waiting");
        waiting.map(|person| person.name.clone()).collect()
    }

    /// The order of `draw` and `spread` is the first program's choice, told apart by name: the tests give each player
    /// another name.
    pub fn give_numbers(&mut self, command: &Value, first: &Value) -> Outcome {
        if self.checked_in || self.briefed {
            return Err(fault("closed"));
        }
        let entered: Vec<String> =
            self.people.iter().filter(|person| person.status == "entered").map(|person| person.name.clone()).collect();
        let mut order = entered.clone();
        if command["how"] != "order" {
            let nobody = Vec::new();
            let listed = first["players"].as_array().unwrap_or(&nobody);
            order = listed.iter().map(|player| player["name"].as_str().unwrap().to_owned()).collect();
            let sorted = |names: &[String]| {
                let mut names = names.to_vec();
                names.sort();
                names
            };
            assert_eq!(sorted(&order), sorted(&entered), "everybody gets a number");
        }
        for person in &mut self.people {
            let place = order.iter().position(|name| *name == person.name);
            person.number = place.filter(|_| person.status == "entered").map(|place| place as u32 + 1);
        }
        let players: Vec<&Person> = order
            .iter()
            .map(|name| self.people.iter().find(|one| one.number.is_some() && one.name == *name).unwrap())
            .collect();
        if command["how"] == "spread" {
            self.check_spread(&players);
        }
        let rows = players.iter().map(|one| json!({"number": one.number, "name": one.name, "school": one.school}));
        Ok(json!({"players": rows.collect::<Vec<_>>()}))
    }

    /// No two of a school at one table of the ring's first round, if every school has at most one player for each
    /// table (B01).
    fn check_spread(&self, players: &[&Person]) {
        let Some(sizes) = super::seating::sizes(players.len()) else { return };
        let of_school = |school: &str, among: &[&Person]| {
            among.iter().filter(|person| person.school.as_deref() == Some(school)).count()
        };
        let schools: Vec<&str> = players.iter().filter_map(|person| person.school.as_deref()).collect();
        if schools.iter().any(|school| of_school(school, players) > sizes.len()) {
            return;
        }
        let mut rest = players;
        for size in sizes {
            let (table, others) = rest.split_at(size);
            assert!(schools.iter().all(|school| of_school(school, table) <= 1), "two of a school at a table");
            rest = others;
        }
    }

    pub fn check_in(&mut self, command: &Value) -> Outcome {
        let mut numbers = Vec::new();
        if command["numbers"] == "all" {
            numbers = self.with_status("entered");
        } else {
            for number in command["numbers"].as_array().unwrap() {
                numbers.push(self.known_number(number)?);
            }
            numbers.sort_unstable();
            numbers.dedup();
        }
        if self.briefed {
            return Err(fault("barred"));
        }
        for person in &mut self.people {
            if person.number.is_some_and(|number| numbers.contains(&number)) {
                if person.status == "withdrawn" {
                    return Err(fault("status"));
                }
                if person.status == "disqualified" {
                    return Err(fault("status"));
                }
                person.status = "present";
                person.was_present = true;
            }
        }
        self.checked_in = true;
        let opens = super::form::seconds(self.settings["check_in"].as_str().unwrap()).unwrap();
        let at = command.get("at").and_then(Value::as_str).and_then(super::form::seconds);
        let early = if at.is_some_and(|at| at < opens) { numbers } else { Vec::new() };
        let (present, entered) = (self.with_status("present").len(), self.with_status("entered").len());
        Ok(json!({"present": present, "entered": entered, "early": early}))
    }

    pub fn briefing(&mut self) -> Outcome {
        if self.briefed {
            return Err(fault("closed"));
        }
        self.briefed = true;
        for person in &mut self.people {
            if person.status == "entered" {
                person.status = "barred";
            }
        }
        Ok(json!({"present": self.with_status("present").len(), "barred": self.with_status("barred")}))
    }

    pub fn admit(&mut self, command: &Value) -> Outcome {
        let number = self.known_number(&command["number"])?;
        if self.has_started(1) {
            return Err(fault("started"));
        }
        if self.person(number).unwrap().status != "barred" {
            return Err(fault("status"));
        }
        self.set_status(number, "present");
        let seated = !self.rounds.is_empty();
        if seated {
            self.rounds[0].stale = true;
        }
        Ok(json!({"number": number, "status": "present", "seating": if seated { "stale" } else { "none" }}))
    }

    fn set_status(&mut self, number: u32, status: &'static str) {
        self.people.iter_mut().find(|person| person.number == Some(number)).unwrap().status = status;
        if status == "present" {
            self.people.iter_mut().find(|person| person.number == Some(number)).unwrap().was_present = true;
        }
    }

    pub fn withdraw(&mut self, command: &Value) -> Outcome {
        let number = self.known_number(&command["number"])?;
        if !["entered", "present"].contains(&self.person(number).unwrap().status) {
            return Err(fault("status"));
        }
        if self.first_incomplete_round().is_none() {
            return Err(fault("rounds-over"));
        }
        if self.briefed {
            self.leave(number, "forfeit");
            return Ok(json!({"number": number, "status": "forfeit", "replaced_by": null}));
        }
        self.set_status(number, "withdrawn");
        let next = self.people.iter().position(|person| person.status == "waiting");
        let mut name = None;
        if let Some(next) = next {
            self.people.iter_mut().find(|person| person.number == Some(number)).unwrap().number = None;
            self.people[next].number = Some(number);
            self.people[next].status = "entered";
            name = Some(self.people[next].name.clone());
        }
        Ok(json!({"number": number, "status": "withdrawn", "replaced_by": name}))
    }

    /// Leaves every table whose games are not all in, and every draw that is not decided.
    pub fn leave(&mut self, number: u32, status: &'static str) {
        self.set_status(number, status);
        for round in &mut self.rounds {
            for table in round.tables.values_mut() {
                if round.state != "started" || !table.is_in() {
                    table.seats.retain(|seat| *seat != number);
                    for game in &mut table.games {
                        if let Some(start) = &mut game.start {
                            start.leave(&[number]);
                        }
                    }
                }
                if let Some((_, _, draw)) = &mut table.draw {
                    draw.leave(&[number]);
                }
            }
        }
        for round in &mut self.rounds {
            let used = |table: &super::Table| !table.seats.is_empty() || table.games.iter().any(super::Game::is_in);
            round.tables.retain(|_, table| used(table));
        }
        self.settle_ring();
    }
}
