//! Results, corrections and annulments (F01 to F15, X17, X19).

use crate::command::ResultCommand;
use crate::event::{Event, GameId};
use crate::refusal::Refusal;
use crate::result::{GameResult, Scoring};
use crate::settings::Format;
use crate::state::{Outcome, Tournament};

impl Tournament {
    pub(crate) fn scoring(&self) -> Scoring<'_> {
        Scoring { game: &self.rules, co_winners: self.settings.co_winners }
    }

    pub(super) fn result(&self, command: &ResultCommand) -> Result<Vec<Event>, Refusal> {
        let round = match (command.round, command.play_off) {
            (Some(round), None) => round,
            (None, Some(rank)) if command.game.is_none() => return self.play_off_result(rank, command),
            _ => return Err(malformed_place()),
        };
        let (id, table, game) = self.playing_game(round, command.table, command.game)?;
        if game.outcome.is_some() {
            return Err(Refusal::ResultExists { table: id.table, game: id.game });
        }
        if table.paused_at.is_some() {
            return Err(Refusal::Paused(id.table));
        }
        if table.players.len() < 2 {
            return Err(Refusal::TooFew(vec![id.table]));
        }
        let result = self.scoring().score(&table.players, command.ended, &command.racks)?;
        Ok(vec![Event::Scored { game: id, result }])
    }

    pub(super) fn correct(&self, command: &ResultCommand) -> Result<Vec<Event>, Refusal> {
        let (Some(round), None) = (command.round, command.play_off) else { return Err(malformed_place()) };
        let (id, _, game) = self.playing_game(round, command.table, command.game)?;
        let outcome = game.outcome.as_ref().ok_or(Refusal::NoResult(id.table))?;
        let players = outcome.players();
        if players.len() < 2 {
            return Err(Refusal::TooFew(vec![id.table]));
        }
        let result = self.scoring().score(&players, command.ended, &command.racks)?;
        Ok(self.with_effect_on_seating(id, Event::Scored { game: id, result }))
    }

    pub(super) fn annul(&self, round: i64, table: i64, game: Option<i64>) -> Result<Vec<Event>, Refusal> {
        let (id, _, game) = self.playing_game(round, table, game)?;
        if matches!(game.outcome, Some(Outcome::Annulled(_))) {
            return Err(Refusal::ResultExists { table: id.table, game: id.game });
        }
        Ok(self.with_effect_on_seating(id, Event::Annulled { game: id }))
    }

    /// X19: the event, and that the next round's seating is stale if it follows from what has changed.
    fn with_effect_on_seating(&self, id: GameId, event: Event) -> Vec<Event> {
        let next = id.round + 1;
        let mut events = vec![event];
        let seated = self.round(next).is_some_and(|round| !round.stale) && !self.has_started(next);
        if seated && self.affects_seating(id, &events[0]) {
            events.push(Event::SeatingStale { round: next });
        }
        events
    }

    fn affects_seating(&self, id: GameId, event: &Event) -> bool {
        match self.settings.format {
            Format::Swiss => true,
            Format::NoRepeat | Format::Random => false,
            Format::Ring => {
                let before = self.moves(id.round, id.table);
                let mut after = self.clone();
                // What was just decided can be applied.
                let applied = after.apply(event).is_ok();
                let moves = after.moves(id.round, id.table);
                !applied || moves.as_ref().is_none_or(|moves| !moves.decided) || moves != before
            }
        }
    }

    /// The result of a table of a play-off.
    fn play_off_result(&self, rank: i64, command: &ResultCommand) -> Result<Vec<Event>, Refusal> {
        let play_off = self.open_play_off(rank)?;
        let number = u32::try_from(command.table).unwrap_or_default();
        let at = (number as usize).checked_sub(1);
        let table = at.and_then(|at| play_off.tables().get(at));
        let table = table.ok_or_else(|| Refusal::unknown(crate::refusal::Named::Table, command.table))?;
        if table.result.is_some() {
            return Err(Refusal::ResultExists { table: number, game: 1 });
        }
        let result: GameResult = self.scoring().score(&table.players, command.ended, &command.racks)?;
        Ok(vec![Event::PlayOffScored { rank: play_off.rank(), table: number, result }])
    }
}

fn malformed_place() -> Refusal {
    Refusal::Malformed("a result has `round` and `table`, or `play_off` and `table`".to_owned())
}
