//! Spelling settled by challenge (W8).

use crate::edition::PoolEmpty;
use crate::game::command::CommandError;
use crate::game::decide::Step;
use crate::game::event::{DrawReason, Event};
use crate::game::state::{Contest, Phase};
use crate::seat::Seat;
use crate::words;

impl Step<'_> {
    /// An opponent challenges the last play: it goes back if a word is misspelt, else the challenge costs a tile.
    pub(super) fn challenge(&mut self, by: Seat) -> Result<(), CommandError> {
        let contest = self.contested_by(by)?;
        let (seat, before) = (contest.seat, contest.before.clone());
        let misspelt = words::misspelt(self.aids.spelling, &before, &self.game.table);
        let count = misspelt.len();
        self.push(Event::Challenged { by, misspelt });
        if count > 0 {
            self.push(Event::TakenBack { seat });
            self.draw_tiles(seat, count, DrawReason::Misspelt);
            self.end_if_over(seat);
        } else {
            self.draw_tiles(by, 1, DrawReason::FailedChallenge);
            self.confirm_play(seat);
        }
        Ok(())
    }

    /// An opponent will not challenge; when none will, the play stands.
    pub(super) fn accept(&mut self, by: Seat) -> Result<(), CommandError> {
        let seat = self.contested_by(by)?.seat;
        self.push(Event::Accepted { seat: by });
        let accepted = self.game.contest.as_ref().map_or(0, |contest| contest.accepted.len());
        if accepted + 1 == usize::from(self.game.players()) {
            self.confirm_play(seat);
        }
        Ok(())
    }

    /// The time to challenge a play that ends the game is over.
    pub(super) fn close_challenge(&mut self) -> Result<(), CommandError> {
        match self.game.phase {
            Phase::Provisional(seat) => {
                self.confirm_play(seat);
                Ok(())
            }
            Phase::Over(_) => Err(CommandError::GameOver),
            Phase::Turn(_) if self.game.contest.is_some() => Err(CommandError::ChallengeStillOpen),
            Phase::Turn(_) | Phase::Lots(_) => Err(CommandError::NothingToChallenge),
        }
    }

    /// Whoever acts next closes the challenge of the play before.
    pub(super) fn close_contest(&mut self) {
        if let Some(contest) = &self.game.contest {
            let seat = contest.seat;
            self.confirm_play(seat);
        }
    }

    /// The play stands for good.
    fn confirm_play(&mut self, seat: Seat) {
        let provisional = matches!(self.game.phase, Phase::Provisional(_));
        self.push(Event::ChallengeClosed { seat });
        self.fill(seat);
        // W10: filling up, or the tile of a failed challenge, may have taken the last tile.
        let pool_ends = self.game.settings().pool_empty == PoolEmpty::End && self.game.pool.is_empty();
        if provisional || pool_ends {
            self.end_if_over(seat);
        }
    }

    fn contested_by(&self, by: Seat) -> Result<&Contest, CommandError> {
        if self.game.outcome().is_some() {
            return Err(CommandError::GameOver);
        }
        let contest = self.game.contest.as_ref().ok_or(CommandError::NothingToChallenge)?;
        if contest.seat == by {
            return Err(CommandError::OwnPlay);
        }
        if contest.accepted.contains(&by) {
            return Err(CommandError::AlreadyAccepted);
        }
        Ok(contest)
    }
}
