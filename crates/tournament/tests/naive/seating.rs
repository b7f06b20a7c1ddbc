//! Who sits where (B01 to B05, B12 to B14, X14).

use std::collections::BTreeMap;

use serde_json::{Value, json};

use super::{Event, Fault, Game, Outcome, Round, Table, fault, fault_with};

type Seats = BTreeMap<u32, Vec<u32>>;

/// Tables of four, then of three; `None` if that is impossible (B12).
pub fn sizes(players: usize) -> Option<Vec<usize>> {
    let threes = (4 - players % 4) % 4;
    if players == 0 || players < 3 * threes {
        return None;
    }
    Some([vec![4; (players - 3 * threes) / 4], vec![3; threes]].concat())
}

fn sorted(numbers: &[u32]) -> Vec<u32> {
    let mut numbers = numbers.to_vec();
    numbers.sort_unstable();
    numbers
}

/// The tables of the first program's answer.
fn shown(first: &Value) -> Seats {
    let tables = first["tables"].as_array().unwrap_or_else(|| panic!("no tables in {first}"));
    let players =
        |table: &Value| table["players"].as_array().unwrap().iter().map(|n| n.as_u64().unwrap() as u32).collect();
    tables.iter().map(|table| (table["table"].as_u64().unwrap() as u32, players(table))).collect()
}

impl Event {
    pub fn seat(&mut self, command: &Value, first: &Value) -> Outcome {
        let round = self.known_round(command)?;
        if !self.briefed {
            return Err(fault("no-briefing"));
        }
        if self.has_started(round) {
            return Err(fault("started"));
        }
        if round > 1 && !self.has_started(round - 1) {
            return Err(fault("not-started"));
        }
        if round > 1 {
            self.round_complete(round - 1)?;
        }
        let own = command.get("tables");
        let (tables, ring) = match own {
            Some(tables) => self.own_seating(tables)?,
            None if self.is("format", "ring") && round == 1 => self.first_ring()?,
            None if self.is("format", "ring") => self.next_ring(round)?,
            None => {
                let sizes = sizes(self.with_status("present").len()).ok_or(fault("impossible"))?;
                let tables = shown(first);
                self.check_seating(round, &tables, &sizes);
                let ring = tables.len() as u32;
                (tables, ring)
            }
        };
        let ones: Vec<u32> = tables.iter().filter(|(_, seats)| seats.len() == 1).map(|(table, _)| *table).collect();
        if !ones.is_empty() {
            return Err(fault_with("too-few", &json!({"tables": ones})));
        }
        // Who sits on which seat of a table is free.
        let shown = shown(first);
        let numbers = |tables: &Seats| tables.iter().map(|(table, seats)| (*table, sorted(seats))).collect::<Seats>();
        assert_eq!(numbers(&shown), numbers(&tables), "who sits where in round {round}");
        let games = self.number("games_per_round") as usize;
        let table = |seats: &Vec<u32>| Table {
            seats: seats.clone(),
            games: vec![Game::default(); games],
            paused: None,
            credit: 0,
            draw: None,
        };
        let seated = Round {
            state: "proposed",
            stale: false,
            tables: shown.iter().map(|(number, seats)| (*number, table(seats))).collect(),
            ring,
            started_at: None,
            own_seating: own.is_some(),
        };
        self.rounds.truncate(round as usize - 1);
        self.rounds.push(seated);
        let short: Vec<u32> = shown.iter().filter(|(_, seats)| seats.len() < 4).map(|(table, _)| *table).collect();
        Ok(json!({"round": round, "state": "proposed", "short": short, "repeats": self.repeats(round, &shown)}))
    }

    fn own_seating(&self, tables: &Value) -> Result<(Seats, u32), Fault> {
        let tables = tables.as_array().unwrap();
        let seats = |table: &Value| table.as_array().unwrap().iter().map(|n| n.as_u64().unwrap() as u32).collect();
        let tables: Seats = tables.iter().enumerate().map(|(index, table)| (index as u32 + 1, seats(table))).collect();
        let all = sorted(&tables.values().flatten().copied().collect::<Vec<_>>());
        if all != self.with_status("present") || tables.values().any(|seats| !(2..=4).contains(&seats.len())) {
            return Err(fault("bad-seating"));
        }
        let ring = tables.len() as u32;
        Ok((tables, ring))
    }

    fn first_ring(&self) -> Result<(Seats, u32), Fault> {
        let numbers: Vec<u32> = if self.is("absent", "close") {
            self.with_status("present")
        } else {
            (1..=self.people.iter().filter_map(|person| person.number).max().unwrap_or(0)).collect()
        };
        let sizes = sizes(numbers.len()).ok_or(fault("impossible"))?;
        let mut tables = Seats::new();
        let mut rest = &numbers[..];
        for (index, size) in sizes.iter().enumerate() {
            let (here, others) = rest.split_at(*size);
            tables.insert(index as u32 + 1, here.iter().copied().filter(|number| self.is_present(*number)).collect());
            rest = others;
        }
        tables.retain(|_, seats| !seats.is_empty());
        Ok((tables, sizes.len() as u32))
    }

    fn next_ring(&self, round: u32) -> Result<(Seats, u32), Fault> {
        let before = self.round(round - 1).unwrap();
        let mut tables = Seats::new();
        for (table, seated) in &before.tables {
            let movers = self.movers(round - 1, *table);
            for seat in seated.seats.iter().filter(|seat| self.is_present(**seat)) {
                let goes_to = if movers.contains(seat) { table % before.ring + 1 } else { *table };
                tables.entry(goes_to).or_default().push(*seat);
            }
        }
        Ok((tables, before.ring))
    }

    fn met(&self, before: u32, one: u32, other: u32) -> bool {
        let together = |table: &Table| table.seats.contains(&one) && table.seats.contains(&other);
        self.rounds.iter().take(before as usize - 1).any(|round| round.tables.values().any(together))
    }

    fn repeats(&self, round: u32, tables: &Seats) -> usize {
        let mut repeats = 0;
        for seats in tables.values() {
            for (index, one) in seats.iter().enumerate() {
                repeats += seats[index + 1..].iter().filter(|other| self.met(round, *one, **other)).count();
            }
        }
        repeats
    }

    /// What the contract promises of `no-repeat`, `random` and `swiss`, as long as nobody has left and no seating was
    /// the organiser's own.
    fn check_seating(&self, round: u32, tables: &Seats, sizes: &[usize]) {
        let present = self.with_status("present");
        let all = sorted(&tables.values().flatten().copied().collect::<Vec<_>>());
        assert_eq!(all, present, "everybody present sits once");
        let numbers: Vec<u32> = tables.keys().copied().collect();
        assert_eq!(numbers, (1..=sizes.len() as u32).collect::<Vec<_>>(), "tables are numbered from 1 on");
        assert_eq!(tables.values().map(Vec::len).collect::<Vec<_>>(), sizes, "tables of four, then of three");
        let players = present.len();
        let earlier = &self.rounds[..round as usize - 1];
        let unbroken = earlier.iter().all(|round| !round.own_seating)
            && self.with_status("forfeit").is_empty()
            && self.with_status("disqualified").is_empty();
        if !unbroken {
            return;
        }
        let three_rounds = players >= 20 && round <= 3;
        let promised = three_rounds
            || self.is("format", "no-repeat") && (players == 64 && round <= 21 || players == 16 && round <= 5);
        if promised {
            assert_eq!(self.repeats(round, tables), 0, "{players} players meet nobody twice in round {round}");
        }
        let short = |seats: &[u32]| seats.len() < 4;
        let short_seats: usize = tables.values().filter(|seats| short(seats)).map(Vec::len).sum();
        if three_rounds && 3 * short_seats <= players {
            for seat in tables.values().filter(|seats| short(seats)).flatten() {
                let again = |table: &Table| short(&table.seats) && table.seats.contains(seat);
                let twice = earlier.iter().any(|round| round.tables.values().any(again));
                assert!(!twice, "{seat} sits at a short table a second time");
            }
        }
        if self.is("format", "swiss") && round > 1 && three_rounds {
            self.check_unbeaten(round, tables);
        }
    }

    /// Players who have won every game and never met fill the first tables. After an annulled game they may have fewer
    /// wins than others.
    fn check_unbeaten(&self, round: u32, tables: &Seats) {
        let unbeaten: Vec<u32> =
            self.with_status("present").into_iter().filter(|number| self.is_unbeaten(*number)).collect();
        let annulled = self
            .rounds
            .iter()
            .flat_map(|round| round.tables.values())
            .flat_map(|table| &table.games)
            .any(|game| game.annulled);
        // A co-winner who shares the win has won, but may stand behind others who have lost a game.
        let any_met = annulled
            || self.is("co_winners", "share")
            || unbeaten.iter().any(|one| unbeaten.iter().any(|other| one < other && self.met(round, *one, *other)));
        if any_met {
            return;
        }
        let mut seats = 0;
        let mut first_tables = Vec::new();
        for table in tables.values().take_while(|table| {
            let needed = seats < unbeaten.len();
            seats += table.len();
            needed
        }) {
            first_tables.extend(table.iter().copied());
        }
        assert!(
            unbeaten.iter().all(|number| first_tables.contains(number)),
            "{unbeaten:?} fill the first tables: {tables:?}"
        );
    }
}
