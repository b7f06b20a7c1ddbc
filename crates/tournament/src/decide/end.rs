//! Play-offs and the end of the event (B11, B15).

use crate::event::Event;
use crate::people::Number;
use crate::play_off::PlayOff;
use crate::refusal::{Named, Refusal};
use crate::result::check_players;
use crate::state::Tournament;
use crate::tie::Tie;

impl Tournament {
    /// The open play-off of a rank.
    pub(super) fn open_play_off(&self, rank: i64) -> Result<&PlayOff, Refusal> {
        let current = self.current_play_offs().into_iter();
        let found =
            current.into_iter().find(|play_off| i64::from(play_off.rank()) == rank && play_off.ranks().is_none());
        found.ok_or_else(|| Refusal::unknown(Named::PlayOff, rank))
    }

    fn check_complete(&self) -> Result<(), Refusal> {
        self.check_complete_until(self.settings.rounds)
    }

    /// Whether all results of the current phase are in, so that its ties can be played off.
    fn check_phase_complete(&self) -> Result<(), Refusal> {
        self.check_complete_until(self.current_phase().last)
    }

    fn check_complete_until(&self, last: u32) -> Result<(), Refusal> {
        match self.first_incomplete().filter(|round| *round <= last) {
            None => Ok(()),
            Some(round) => {
                let (tables, draws) = self.missing(round);
                Err(Refusal::ResultsMissing { round, tables, draws })
            }
        }
    }

    pub(super) fn play_off(&self, rank: Option<i64>, order: Option<&[i64]>) -> Result<Vec<Event>, Refusal> {
        match (rank, order) {
            (None, None) => {
                self.check_phase_complete()?;
                let unopened = |tie: &Tie| self.play_off_of(tie.rank, &tie.numbers).is_none();
                let ties = self.standings().open_ties.into_iter().filter(unopened);
                Ok(ties.map(|Tie { rank, numbers }| Event::PlayOffOpened { rank, numbers }).collect())
            }
            (Some(rank), Some(order)) => {
                let ties = self.standings().ties;
                let tie = ties.into_iter().find(|tie| i64::from(tie.rank) == rank);
                let Tie { rank, numbers } = tie.ok_or_else(|| Refusal::unknown(Named::PlayOff, rank))?;
                self.check_phase_complete()?;
                check_players(&numbers, order.iter().copied())?;
                let order: Vec<Number> =
                    order.iter().map(|&number| Number(u32::try_from(number).unwrap_or_default())).collect();
                let mut events = Vec::new();
                if self.play_off_of(rank, &numbers).is_none() {
                    events.push(Event::PlayOffOpened { rank, numbers });
                }
                events.push(Event::PlayOffRuled { rank, order });
                Ok(events)
            }
            _ => Err(Refusal::Malformed("a ruling on a tie has `rank` and `order`".to_owned())),
        }
    }

    pub(super) fn finish(&self) -> Result<Vec<Event>, Refusal> {
        self.check_complete()?;
        let cases = self.open_cases();
        if !cases.is_empty() {
            return Err(Refusal::CasesOpen(cases));
        }
        let ties = self.standings().open_ties;
        if !ties.is_empty() {
            return Err(Refusal::TiesOpen(ties));
        }
        Ok(vec![Event::Finished])
    }
}
