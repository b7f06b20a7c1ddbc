//! A player's turn: play, draw or pass (N10 to N15, W4 to W10).

use crate::edition::{PoolEmpty, SpellingRule};
use crate::game::command::CommandError;
use crate::game::decide::Step;
use crate::game::event::{DrawReason, Event, PassReason};
use crate::game::knowledge::PoolKnowledge;
use crate::layout::Layout;
use crate::play::check_play;
use crate::proposal::{Play, Proposal};
use crate::seat::Seat;
use crate::words;

/// W10: the number of tiles to which a rack is filled up in play A.
pub(super) const FULL_RACK_TILES: usize = 7;

impl Step<'_> {
    pub(super) fn play(&mut self, seat: Seat, layout: &Layout) -> Result<(), CommandError> {
        self.check_own_turn(seat)?;
        if self.game.draws_only(seat) {
            return Err(CommandError::DrawOnly);
        }
        match self.judge(seat, layout) {
            Ok(play) => {
                self.close_contest();
                if self.game.outcome().is_none() {
                    self.lay(seat, play, false);
                }
                Ok(())
            }
            Err(error) => {
                let misspelt: Vec<String> =
                    error.faults.iter().filter_map(|fault| fault.misspelt().map(str::to_owned)).collect();
                let charged = self.game.settings().words().is_some_and(|rules| rules.spelling == SpellingRule::Charged);
                if !charged || misspelt.len() < error.faults.len() {
                    return Err(error.into());
                }
                self.charge(seat, layout, misspelt);
                Ok(())
            }
        }
    }

    /// Checks a proposed play by the rules.
    pub(super) fn judge(&self, seat: Seat, layout: &Layout) -> Result<Play, crate::fault::PlayError> {
        let game = &self.game;
        let proposal = Proposal {
            before: &game.table,
            rack: &game.seats[seat.index()].rack,
            opened: game.seats[seat.index()].opened,
            after: layout,
        };
        check_play(game.settings(), self.aids.spelling, proposal)
    }

    /// Lays a legal play.
    pub(super) fn lay(&mut self, seat: Seat, play: Play, time_up: bool) {
        let score = self.game.settings().is_play_a().then(|| {
            let empties_rack = play.placed.len() == self.game.seats[seat.index()].rack.len();
            words::turn_score(&self.game.table, &play.table, empties_rack)
        });
        let Play { table, placed, opening } = play;
        self.push(Event::Played { seat, table, placed, opening, score, time_up });
        if self.game.contest.is_none() {
            self.fill(seat);
            self.end_if_over(seat);
        }
    }

    /// W8: misspelt words cost their tiles and the turn.
    fn charge(&mut self, seat: Seat, layout: &Layout, misspelt: Vec<String>) {
        let count = misspelt.len();
        self.push(Event::Refused { seat, layout: layout.clone(), misspelt });
        self.draw_tiles(seat, count, DrawReason::Misspelt);
        self.end_if_over(seat);
    }

    /// N12, W6: draws one tile instead of playing.
    pub(super) fn draw(&mut self, seat: Seat) -> Result<(), CommandError> {
        self.check_own_turn(seat)?;
        if self.game.pool.is_empty() {
            return Err(CommandError::PoolEmpty);
        }
        self.close_contest();
        self.draw_or_pass(seat, 1, DrawReason::Choice);
        Ok(())
    }

    /// N15: passes instead of playing, with the pool empty.
    pub(super) fn pass(&mut self, seat: Seat) -> Result<(), CommandError> {
        self.check_own_turn(seat)?;
        if !self.game.pool.is_empty() {
            return Err(CommandError::PoolNotEmpty);
        }
        if self.game.settings().pool_empty == PoolEmpty::MustPlay && self.can_play(seat) == Some(true) {
            return Err(CommandError::MustPlay);
        }
        self.close_contest();
        self.draw_or_pass(seat, 0, DrawReason::Choice);
        Ok(())
    }

    /// Draws `count` tiles, or as many as there are (N20), and ends the turn. With nothing to draw the player passes (N15).
    pub(super) fn draw_or_pass(&mut self, seat: Seat, count: usize, why: DrawReason) {
        if self.game.outcome().is_some() {
            return;
        }
        if !self.draw_tiles(seat, count, why) {
            let why = if why == DrawReason::Choice { PassReason::Choice } else { PassReason::TimeUp };
            self.push(Event::Passed { seat, why });
        }
        self.end_if_over(seat);
    }

    /// Draws `count` tiles, or as many as there are (N20). Returns whether there were any.
    pub(super) fn draw_tiles(&mut self, seat: Seat, count: usize, why: DrawReason) -> bool {
        let tiles = self.game.pool.next(count);
        let some = !tiles.is_empty();
        if some {
            self.push(Event::Drew { seat, tiles, why });
        }
        some
    }

    /// W10: in play A the rack is filled up at the end of a turn.
    pub(super) fn fill(&mut self, seat: Seat) {
        let rack = self.game.seats[seat.index()].rack.len();
        if self.game.settings().is_play_a() && rack < FULL_RACK_TILES && self.game.pool.size() > 0 {
            self.draw_tiles(seat, FULL_RACK_TILES - rack, DrawReason::Fill);
        }
    }
}
