//! The end of a game (N15, N21 to N23, W10, W11).

use crate::edition::{PoolEmpty, Unopened, UnopenedRack};
use crate::game::decide::Step;
use crate::game::event::{EndReason, Event};
use crate::game::knowledge::PoolKnowledge;
use crate::scoring::{Ending, FinalRack, Left, asks_could_open, score_game, winners};
use crate::search::Position;
use crate::seat::Seat;
use crate::tiles::Tiles;

impl Step<'_> {
    /// Ends the game if the turn that this seat has just taken was the last one.
    pub(super) fn end_if_over(&mut self, seat: Seat) {
        if let Some(reason) = self.end_reason(seat) {
            self.end(reason);
        }
    }

    fn end_reason(&self, seat: Seat) -> Option<EndReason> {
        let game = &self.game;
        let settings = game.settings();
        if game.seats[seat.index()].rack.is_empty() && !settings.is_play_a() {
            return Some(EndReason::Out);
        }
        if game.pool.size() > 0 {
            return None;
        }
        if settings.pool_empty == PoolEmpty::End {
            return Some(EndReason::PoolEmpty);
        }
        if game.last_turns == Some(0) {
            return Some(EndReason::LastTurns);
        }
        if game.passes >= game.passes_that_end() {
            return Some(EndReason::Passes);
        }
        let blocked = game.setup.seats().all(|seat| self.can_play(seat) == Some(false));
        blocked.then_some(EndReason::Blocked)
    }

    /// N15: whether a player can still play. A player who has not opened can only if the rack is enough for an opening.
    /// None if that is not known.
    pub(super) fn can_play(&self, seat: Seat) -> Option<bool> {
        let game = &self.game;
        self.aids.search.can_play(&Position {
            settings: game.settings(),
            table: &game.table,
            seat,
            rack: &game.seats[seat.index()].rack,
            opened: game.has_opened(seat),
        })
    }

    fn end(&mut self, reason: EndReason) {
        let game = &self.game;
        let ending = if reason == EndReason::Out { Ending::Out } else { Ending::Pool };
        let could_open: Vec<Option<bool>> = if asks_could_open(game.settings(), ending) {
            game.setup.seats().map(|seat| self.could_open(seat)).collect()
        } else {
            Vec::new()
        };
        let racks: Vec<FinalRack<'_>> = game
            .seats
            .iter()
            .enumerate()
            .map(|(index, player)| FinalRack {
                left: Left::Tiles(&player.rack),
                opened: player.opened,
                could_open: could_open.get(index).copied().flatten(),
                pushed: false,
                points: player.points,
            })
            .collect();
        let scores = score_game(game.settings(), ending, &racks)
            .unwrap_or_else(|error| unreachable!("a game ends with racks that fit its end: {error}"));
        let winners = winners(&scores);
        let racks = game.seats.iter().map(|player| player.rack.clone()).collect();
        self.push(Event::Ended { reason, racks, could_open, scores, winners });
    }

    /// N23: whether a player who has not opened could have; none for the others. The settings say whether the tiles
    /// drawn last count.
    fn could_open(&self, seat: Seat) -> Option<bool> {
        let player = &self.game.seats[seat.index()];
        if player.opened {
            return None;
        }
        let settings = self.game.settings();
        let rack = match settings.numbers()?.unopened {
            Unopened::Fixed(UnopenedRack::LastTurn) | Unopened::FixedAlways(UnopenedRack::LastTurn) => {
                if player.turns == 0 && settings.version.needs_a_turn_to_open() {
                    return Some(false);
                }
                let mut rack: Tiles = player.rack.clone();
                let taken = rack.take(&player.drawn_last);
                debug_assert_eq!(taken, Ok(()), "an unopened player keeps what was drawn");
                rack
            }
            _ => player.rack.clone(),
        };
        Some(self.aids.search.could_open(&Position {
            settings,
            table: &self.game.table,
            seat,
            rack: &rack,
            opened: false,
        }))
    }
}
