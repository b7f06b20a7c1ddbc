//! Who plays in a round: everybody who is there, or who went on after the last cut (X20).

use std::collections::BTreeSet;

use crate::event::Event;
use crate::people::{Number, Status};
use crate::refusal::Refusal;
use crate::settings::Advance;
use crate::state::Tournament;

impl Tournament {
    /// The players of a round that has not started, in the order of their numbers.
    ///
    /// # Errors
    /// `ties-open` while a tie across the cut is undecided, `rounds-over` if nobody is left to play on with.
    pub fn contenders(&self, round: u32) -> Result<Vec<Number>, Refusal> {
        let cut = if round > 1 && self.phase(round).first == round { self.phase(round - 1).cut } else { None };
        match cut {
            None => Ok(self.in_play(round)),
            Some(_) if self.is_decided_early() => Err(Refusal::RoundsOver),
            Some(Advance::PerTable(_)) => Ok(self.going_on(round - 1)),
            Some(Advance::Best(places)) => {
                let standings = self.standings();
                if !standings.open_ties.is_empty() {
                    return Err(Refusal::TiesOpen(standings.open_ties));
                }
                let in_play: BTreeSet<Number> = self.in_play(round).into_iter().collect();
                let rows = standings.rows.iter().filter(|row| row.rank.is_some_and(|rank| rank <= places));
                let mut numbers: Vec<Number> =
                    rows.map(|row| row.number).filter(|number| in_play.contains(number)).collect();
                numbers.sort_unstable();
                Ok(numbers)
            }
        }
    }

    /// Those in play whom the seating of the first round after a cut leaves out.
    pub(super) fn left_out(&self, round: u32, tables: &[Vec<Number>]) -> Vec<Number> {
        let seated: BTreeSet<Number> = tables.iter().flatten().copied().collect();
        self.in_play(round).into_iter().filter(|number| !seated.contains(number)).collect()
    }

    /// A player leaves. If that lets another one go on to the next round, its seating is stale.
    pub(super) fn leaving(&self, number: Number, status: Status) -> Vec<Event> {
        let mut events = vec![Event::Left { number, status }];
        let next = self.newest_started() + 1;
        let after_cut = next > 1 && self.phase(next).first == next;
        let moves_up = after_cut && matches!(self.phase(next - 1).cut, Some(Advance::Best(_)));
        if moves_up && self.round(next).is_some_and(|round| !round.stale) && self.table_of(next, number).is_some() {
            events.push(Event::SeatingStale { round: next });
        }
        events
    }

    /// Whoever did not go on after a cut has finished, and can't leave any more.
    pub(super) fn check_not_out(&self, number: Number) -> Result<(), Refusal> {
        match self.eliminated.get(&number) {
            None => Ok(()),
            Some(round) => Err(Refusal::Status(format!("player {number} did not go on after round {round}"))),
        }
    }
}
