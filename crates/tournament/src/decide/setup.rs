//! Making the event, entering people, check-in and briefing (A01 to A10, B01).

use std::collections::BTreeMap;

use serde_json::Value;
use trinta_core::edition::RulesVersion;

use crate::command::{Numbering, Numbers};
use crate::event::Event;
use crate::people::{Number, Person, Status};
use crate::random::{Chance, Seed};
use crate::refusal::Refusal;
use crate::seating_version::SeatingVersion;
use crate::settings::{DEFAULT_PRESET, Settings};
use crate::state::Tournament;
use crate::table_sizes::sizes;
use crate::time::Date;

pub(super) fn create(
    preset: Option<&str>,
    title: &str,
    date: Date,
    changes: &BTreeMap<String, Value>,
    (seed, code_seed): (Option<&Seed>, Option<&Seed>),
) -> Result<Vec<Event>, Refusal> {
    let seed = seed.ok_or_else(|| Refusal::Malformed("seed: whoever makes an event up gives it a seed".to_owned()))?;
    let settings = Box::new(Settings::new(preset.unwrap_or(DEFAULT_PRESET), changes)?);
    let (title, seed) = (title.to_owned(), seed.clone());
    Ok(vec![Event::Created {
        title,
        date,
        settings,
        rules_version: RulesVersion::CURRENT,
        seating_version: SeatingVersion::CURRENT,
        seed,
        code_seed: code_seed.cloned(),
    }])
}

impl Tournament {
    pub(super) fn add(&self, players: &[Person]) -> Result<Vec<Event>, Refusal> {
        if !self.check_in_open {
            return Err(Refusal::Closed("the briefing has begun: nobody can be entered any more"));
        }
        let mut free = self.people.free(self.settings.capacity);
        let enter = |person: &Person| Event::Entered { person: person.clone(), number: free.next() };
        Ok(players.iter().map(enter).collect())
    }

    pub(super) fn number(&self, how: Numbering) -> Result<Vec<Event>, Refusal> {
        if self.check_in_begun || !self.check_in_open {
            return Err(Refusal::Closed("players have been checked in: their numbers stay"));
        }
        let players = self.people.in_order_of_entry();
        let mut chance = Chance::new(&self.seed, &format!("numbers {}", self.event_count));
        let mut order: Vec<Number> = players.iter().map(|player| player.number).collect();
        match how {
            Numbering::Order => {}
            Numbering::Draw => chance.shuffle(&mut order),
            Numbering::Spread => {
                let school = |player: &&crate::people::Player| player.person.school.clone();
                order = spread(players.iter().map(|player| (player.number, school(player))).collect(), &mut chance);
            }
        }
        Ok(vec![Event::Renumbered { order }])
    }

    pub(super) fn check_in(&self, numbers: &Numbers) -> Result<Vec<Event>, Refusal> {
        let numbers = match numbers {
            Numbers::All(_) => self.people.with(Status::Entered),
            Numbers::These(numbers) => {
                let players = numbers.iter().map(|&number| self.player(number)).collect::<Result<Vec<_>, _>>()?;
                if !self.check_in_open {
                    return Err(Refusal::Barred);
                }
                if let Some(gone) = players.iter().find(|player| !player.status.is_in()) {
                    return Err(Refusal::status(gone.number, gone.status));
                }
                players.iter().map(|player| player.number).collect()
            }
        };
        if !self.check_in_open {
            return Err(Refusal::Barred);
        }
        Ok(vec![Event::CheckedIn { numbers }])
    }

    pub(super) fn brief(&self) -> Result<Vec<Event>, Refusal> {
        if !self.check_in_open {
            return Err(Refusal::Closed("the briefing has begun already"));
        }
        Ok(vec![Event::BriefingBegan { barred: self.people.with(Status::Entered) }])
    }

    pub(super) fn admit(&self, number: i64) -> Result<Vec<Event>, Refusal> {
        let player = self.player(number)?;
        if self.has_started(1) {
            return Err(Refusal::Started(1));
        }
        if player.status != Status::Barred {
            return Err(Refusal::status(player.number, player.status));
        }
        let mut events = vec![Event::Admitted { number: player.number }];
        if self.round(1).is_some() {
            events.push(Event::SeatingStale { round: 1 });
        }
        Ok(events)
    }

    pub(super) fn withdraw(&self, number: i64) -> Result<Vec<Event>, Refusal> {
        let player = self.player(number)?;
        let (number, status) = (player.number, player.status);
        if !status.is_in() {
            return Err(Refusal::status(number, status));
        }
        if self.check_in_open {
            let mut events = vec![Event::Left { number, status: Status::Withdrawn }];
            if self.people.next_waiting().is_some() {
                events.push(Event::Replaced { number });
            }
            return Ok(events);
        }
        if self.first_incomplete().is_none() {
            return Err(Refusal::RoundsOver);
        }
        self.check_not_out(number)?;
        Ok(self.leaving(number, Status::Forfeit))
    }
}

/// An order by lot in which players of one school come to different tables of the ring's first round, as long as no
/// school has more players than there are tables (B01).
///
/// Players are dealt to the tables in layers, one school after the other: as many players as there are tables in a row
/// never come to the same table twice.
fn spread(players: Vec<(Number, Option<String>)>, chance: &mut Chance) -> Vec<Number> {
    let sizes = sizes(players.len()).unwrap_or_else(|| vec![4; players.len().div_ceil(4)]);
    let mut schools: BTreeMap<(Option<String>, usize), Vec<Number>> = BTreeMap::new();
    for (at, (number, school)) in players.into_iter().enumerate() {
        // Who has no school is a school of their own.
        let alone = if school.is_none() { at } else { 0 };
        schools.entry((school, alone)).or_default().push(number);
    }
    let mut schools: Vec<Vec<Number>> = schools.into_values().collect();
    chance.shuffle(&mut schools);
    for school in &mut schools {
        chance.shuffle(school);
    }
    let mut rest = schools.into_iter().flatten();
    let mut tables: Vec<Vec<Number>> = vec![Vec::new(); sizes.len()];
    for layer in 0..4 {
        for table in (0..sizes.len()).filter(|&table| sizes[table] > layer) {
            tables[table].extend(rest.next());
        }
    }
    // The tables of four come first; among them, and among those of three, any order will do.
    for equal in tables.chunk_by_mut(|one, other| one.len() == other.len()) {
        chance.shuffle(equal);
    }
    for table in &mut tables {
        chance.shuffle(table);
    }
    tables.into_iter().flatten().collect()
}
