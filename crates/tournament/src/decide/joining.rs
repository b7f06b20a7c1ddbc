//! Joining after the briefing: late entries and re-entries by ruling, players of the house, missed dates (A14, B13).

use crate::event::Event;
use crate::people::{Number, Person, Status};
use crate::refusal::{Named, Refusal};
use crate::settings::Format;
use crate::state::Tournament;

/// Players of the house need no place among the entrants: they may have any number.
const HIGHEST_NUMBER: u32 = 30_000;
/// Seats at a table.
const SEATS: usize = 4;

impl Tournament {
    pub(super) fn enter_late(&self, number: Option<i64>, player: Option<&Person>) -> Result<Vec<Event>, Refusal> {
        match (number, player) {
            (Some(number), None) => {
                let player = self.player(number)?;
                self.check_joining()?;
                if player.status != Status::Barred {
                    return Err(Refusal::status(player.number, player.status));
                }
                Ok(self.with_stale_seating(Event::Admitted { number: player.number }))
            }
            (None, Some(person)) => self.join(person, self.settings.capacity, false),
            _ => Err(Refusal::Malformed("a late entry has `number`, or `player` with a name".to_owned())),
        }
    }

    pub(super) fn re_enter(&self, number: i64) -> Result<Vec<Event>, Refusal> {
        let player = self.player(number)?;
        self.check_joining()?;
        match player.status {
            Status::Forfeit | Status::Disqualified => {}
            Status::Present if self.eliminated.contains_key(&player.number) => {}
            Status::Entered | Status::Present | Status::Barred | Status::Withdrawn => {
                return Err(Refusal::status(player.number, player.status));
            }
        }
        Ok(self.with_stale_seating(Event::Reinstated { number: player.number }))
    }

    pub(super) fn substitute(&self, person: &Person) -> Result<Vec<Event>, Refusal> {
        self.join(person, HIGHEST_NUMBER, true)
    }

    pub(super) fn sit_out(&self, date: i64, numbers: &[i64]) -> Result<Vec<Event>, Refusal> {
        let numbers: Vec<Number> = numbers
            .iter()
            .map(|&number| self.player(number).map(|player| player.number))
            .collect::<Result<_, Refusal>>()?;
        let league = self.settings.league.ok_or(Refusal::NoRight("only a league has dates to miss".to_owned()))?;
        let known = u32::try_from(date).ok().filter(|date| (1..=league.dates).contains(date));
        let date = known.ok_or_else(|| Refusal::unknown(Named::Date, date))?;
        let first = (date - 1) * league.rounds + 1;
        if self.has_started(first) {
            return Err(Refusal::Started(first));
        }
        Ok(self.with_stale_seating(Event::SatOut { date, numbers }))
    }

    /// Gives somebody new a number.
    fn join(&self, person: &Person, highest: u32, house: bool) -> Result<Vec<Event>, Refusal> {
        if person.name.trim().is_empty() {
            return Err(Refusal::Malformed("player: the name is blank".to_owned()));
        }
        self.check_joining()?;
        let number = self.people.free(highest).next();
        let number = number.ok_or(Refusal::Closed("all numbers are taken"))?;
        Ok(self.with_stale_seating(Event::Joined { person: person.clone(), number, house }))
    }

    /// Whether anybody can join now: between the briefing and the last round, and in a ring that has started only where
    /// a seat is empty, because its tables are fixed.
    fn check_joining(&self) -> Result<(), Refusal> {
        if self.check_in_open {
            return Err(Refusal::NoBriefing);
        }
        let started = self.newest_started();
        if started == self.settings.rounds || self.first_incomplete().is_none() {
            return Err(Refusal::RoundsOver);
        }
        let phase = self.phase(started + 1);
        if phase.format == Format::Ring && started >= phase.first {
            let tables = self.round(started).map_or(0, |round| round.tables.len());
            if self.in_play(started + 1).len() >= tables * SEATS {
                return Err(Refusal::Closed("no seat of the ring is empty"));
            }
        }
        Ok(())
    }

    /// The event, and that the proposed seating of the next round is stale.
    fn with_stale_seating(&self, event: Event) -> Vec<Event> {
        let next = self.newest_started() + 1;
        let mut events = vec![event];
        if self.round(next).is_some_and(|round| !round.stale) {
            events.push(Event::SeatingStale { round: next });
        }
        events
    }
}
