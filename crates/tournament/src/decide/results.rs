//! Results, corrections and annulments (F01 to F15, X17, X19).

use crate::command::{Ended, ResultCommand};
use crate::event::{Event, GameId};
use crate::refusal::Refusal;
use crate::result::{GameResult, Scoring};
use crate::settings::{Advance, Format, TimeUp};
use crate::state::{Outcome, Tournament};

impl Tournament {
    pub(crate) fn scoring(&self) -> Scoring<'_> {
        Scoring { game: &self.rules, tournament: &self.settings }
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
        self.check_time_up(command.ended)?;
        let result = self.scoring().score(&table.players, command.ended, &command.racks)?;
        Ok(vec![Event::Scored { game: id, result }])
    }

    /// X03: where games are played to the end, none ends because time is up.
    fn check_time_up(&self, ended: Ended) -> Result<(), Refusal> {
        match (ended, self.settings.time_up) {
            (Ended::Time, TimeUp::PlayOn) => {
                Err(Refusal::Ended("here games are played to the end, also when time is up".to_owned()))
            }
            (Ended::Out | Ended::Pool, _) | (Ended::Time, TimeUp::FinishCircuit) => Ok(()),
        }
    }

    /// Whether the result that is stored for a game is this one by value: the same scores from the same racks. None if
    /// the game has no result, or there is no such game.
    #[must_use]
    pub fn has_this_result(&self, command: &ResultCommand) -> Option<bool> {
        let (_, _, game) = self.playing_game(command.round?, command.table, command.game).ok()?;
        let Some(Outcome::Scored(stored)) = &game.outcome else { return None };
        let players: Vec<_> = stored.players().collect();
        let scored = self.scoring().score(&players, command.ended, &command.racks);
        Some(scored.is_ok_and(|scored| scored == *stored))
    }

    pub(super) fn correct(&self, command: &ResultCommand) -> Result<Vec<Event>, Refusal> {
        let (Some(round), None) = (command.round, command.play_off) else { return Err(malformed_place()) };
        let (id, _, game) = self.playing_game(round, command.table, command.game)?;
        let outcome = game.outcome.as_ref().ok_or(Refusal::NoResult(id.table))?;
        let players = outcome.players();
        if players.len() < 2 {
            return Err(Refusal::TooFew(vec![id.table]));
        }
        self.check_time_up(command.ended)?;
        let result = self.scoring().score(&players, command.ended, &command.racks)?;
        let event = Event::Scored { game: id, result: result.clone() };
        Ok(self.with_effect_on_seating(id, Outcome::Scored(result), event))
    }

    pub(super) fn annul(&self, round: i64, table: i64, game: Option<i64>) -> Result<Vec<Event>, Refusal> {
        let (id, there, game) = self.playing_game(round, table, game)?;
        if matches!(game.outcome, Some(Outcome::Annulled(_))) {
            return Err(Refusal::ResultExists { table: id.table, game: id.game });
        }
        let players = game.outcome.as_ref().map_or_else(|| there.players.clone(), Outcome::players);
        Ok(self.with_effect_on_seating(id, Outcome::Annulled(players), Event::Annulled { game: id }))
    }

    /// X19: the event, and that the seating of the next round is stale if it follows from what has changed.
    fn with_effect_on_seating(&self, id: GameId, outcome: Outcome, event: Event) -> Vec<Event> {
        let mut events = vec![event];
        let next = self.newest_started() + 1;
        let seated = self.round(next).is_some_and(|round| !round.stale);
        if seated && self.affects_seating(id, outcome, next) {
            events.push(Event::SeatingStale { round: next });
        }
        events
    }

    /// Whether another outcome of a game changes who plays in the next round, or where.
    fn affects_seating(&self, id: GameId, outcome: Outcome, next: u32) -> bool {
        let before = self.phase(next - 1);
        if next == before.last + 1 && matches!(before.cut, Some(Advance::Best(_))) && id.round >= before.first {
            return true;
        }
        if id.round + 1 != next {
            return false;
        }
        let moved = || {
            let after = self.concluded(id, outcome).and_then(|table| self.moves_at(id.round, &table));
            after.as_ref().is_none_or(|moves| !moves.decided) || after != self.moves(id.round, id.table)
        };
        match self.phase(next).format {
            Format::Swiss | Format::Interval | Format::Places => true,
            Format::Ring | Format::NoRepeat | Format::Random | Format::KnockOut => {
                self.choice(id.round).is_some() && moved()
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
        self.check_time_up(command.ended)?;
        let result: GameResult = self.scoring().score(&table.players, command.ended, &command.racks)?;
        Ok(vec![Event::PlayOffScored { rank: play_off.rank(), table: number, result }])
    }
}

fn malformed_place() -> Refusal {
    Refusal::Malformed("a result has `round` and `table`, or `play_off` and `table`".to_owned())
}
