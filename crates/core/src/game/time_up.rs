//! Time runs out (N17 to N20, W12).

use crate::edition::{Family, Unrestorable, ValidAtTimeUp};
use crate::game::command::CommandError;
use crate::game::decide::Step;
use crate::game::event::{DrawReason, Event};
use crate::layout::{Layout, Table};
use crate::seat::Seat;
use crate::tile::Tile;
use crate::{numbers, words};

impl Step<'_> {
    pub(super) fn time_up(&mut self, draft: Option<&Layout>, restored: Option<&Layout>) -> Result<(), CommandError> {
        let seat = self.whose_turn()?;
        if self.game.settings().turn_seconds.is_none() {
            return Err(CommandError::NoTimeLimit);
        }
        if let Some(restored) = restored {
            return self.restore(seat, restored);
        }
        let rules = self.game.settings().time_up;
        let begun = draft.filter(|draft| !self.is_unchanged(draft));
        let play = begun
            .filter(|_| rules.valid == ValidAtTimeUp::Counts && !self.game.draws_only(seat))
            .and_then(|draft| self.judge(seat, draft).ok());
        self.close_contest();
        match (begun, play) {
            (_, Some(play)) if self.game.outcome().is_none() => self.lay(seat, play, true),
            (Some(_), _) => self.draw_or_pass(seat, usize::from(rules.invalid), DrawReason::Penalty),
            (None, _) => self.draw_or_pass(seat, usize::from(rules.idle), DrawReason::TimeUp),
        }
        Ok(())
    }

    /// N17: a play has begun when what lies there differs from the table at the start of the turn.
    fn is_unchanged(&self, draft: &Layout) -> bool {
        match self.game.settings().family {
            Family::Numbers(_) => numbers::is_unchanged(&self.game.table, draft),
            Family::Words(_) => words::is_unchanged(&self.game.table, draft),
        }
    }

    /// N19, W12: on site, tiles that can't be put back go to the pool, and the player draws for it.
    fn restore(&mut self, seat: Seat, restored: &Layout) -> Result<(), CommandError> {
        let settings = self.game.settings();
        let (unrestorable, penalty) = (settings.unrestorable, usize::from(settings.time_up.invalid));
        let mut lying = self.game.table.layout().counts();
        let foreign: Vec<Tile> = restored.tiles().filter(|&tile| !lying.take(tile)).collect();
        if !foreign.is_empty() {
            return Err(CommandError::RestoredForeign { tiles: foreign.into() });
        }
        let table = match self.game.settings().family {
            Family::Numbers(_) => numbers::read_table(&self.game.table, restored)?,
            Family::Words(_) => Table::read(restored.clone())?,
        };
        let lost: Vec<Tile> = self.game.table.layout().tiles().filter(|&tile| lying.take(tile)).collect();
        if unrestorable == Unrestorable::Back && !lost.is_empty() {
            return Err(CommandError::MustRestore);
        }
        self.close_contest();
        let count = match unrestorable {
            Unrestorable::DrawAsMany if lost.is_empty() || !self.lost_replace_the_draw() => penalty + lost.len(),
            Unrestorable::DrawAsMany => lost.len(),
            Unrestorable::Back | Unrestorable::ToPool | Unrestorable::DrawOnlyNext => penalty,
        };
        if self.game.outcome().is_none() && !lost.is_empty() {
            let pool = self.shuffled(self.game.pool.iter().chain(lost.iter().copied()).collect());
            self.push(Event::Returned { seat, table, tiles: lost.into(), pool: pool.into() });
        }
        self.draw_or_pass(seat, count, DrawReason::Penalty);
        Ok(())
    }

    /// W12: with words, drawing as many as were lost is all that it costs; with numbers it comes on top (N19).
    fn lost_replace_the_draw(&self) -> bool {
        let settings = self.game.settings();
        settings.words().is_some() && settings.version.lost_letters_replace_the_draw()
    }
}
