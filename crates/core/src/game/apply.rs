//! Folding events into the state, by the same code for the game and for every view of it.

use crate::edition::{PoolEmpty, Unrestorable};
use crate::game::event::EventOf;
use crate::game::knowledge::{HandKnowledge, PoolKnowledge};
use crate::game::state::{Contest, Outcome, Phase, SeatOf, StateOf};
use crate::game::turn::FULL_RACK_TILES;
use crate::layout::Table;
use crate::seat::Seat;

impl<H: HandKnowledge, P: PoolKnowledge> StateOf<H, P> {
    /// Folds one event in.
    ///
    /// Events come from [`decide`](crate::Game::decide), or from a record that [`replay`](crate::record::replay) has
    /// checked, so impossible events are not detected here.
    ///
    /// # Panics
    /// If the event names a seat that this table does not have.
    pub fn apply(&mut self, event: &EventOf<H, P>) {
        self.version += 1;
        match event {
            EventOf::Lot { draws } => {
                self.shuffles += 1;
                self.phase = Phase::Lots(crate::game::deal::highest(draws));
            }
            EventOf::Dealt { starter, racks, pool } => self.deal(*starter, racks, pool),
            EventOf::NewDeal { .. } | EventOf::Challenged { .. } => {}
            EventOf::Played { seat, table, placed, score, .. } => {
                self.play(*seat, table, placed, score.unwrap_or(0));
            }
            EventOf::Refused { seat, .. } => {
                self.count_pass();
                self.end_turn(*seat, &H::empty());
            }
            EventOf::Drew { seat, tiles, why } => {
                self.pool.draw(tiles.size());
                self.seats[seat.index()].rack.receive(tiles);
                if why.ends_turn() {
                    self.end_turn(*seat, tiles);
                } else {
                    self.seats[seat.index()].drawn_last.receive(tiles);
                }
                if self.pool.size() == 0 && self.settings().pool_empty == PoolEmpty::LastTurn {
                    let players = self.players();
                    self.last_turns.get_or_insert(players);
                }
            }
            EventOf::Passed { seat, .. } => {
                self.count_pass();
                self.end_turn(*seat, &H::empty());
            }
            EventOf::Returned { seat, table, pool, .. } => {
                self.shuffles += 1;
                self.table = table.clone();
                self.pool = pool.clone();
                self.passes = 0;
                // With tiles in the pool again, the last turns are still to come.
                self.last_turns = None;
                if self.settings().unrestorable == Unrestorable::DrawOnlyNext {
                    // This turn and the next.
                    self.seats[seat.index()].draw_only = 2;
                }
            }
            EventOf::TakenBack { .. } => self.take_back(),
            EventOf::Accepted { seat } => {
                if let Some(contest) = &mut self.contest {
                    contest.accepted.push(*seat);
                }
            }
            EventOf::ChallengeClosed { .. } => self.contest = None,
            EventOf::Ended { reason, racks, could_open, scores, winners } => {
                for (player, rack) in self.seats.iter_mut().zip(racks) {
                    player.rack = rack.clone();
                }
                self.contest = None;
                self.phase = Phase::Over(Outcome {
                    reason: *reason,
                    could_open: could_open.clone(),
                    scores: scores.clone(),
                    winners: winners.clone(),
                });
            }
        }
    }

    fn deal(&mut self, starter: Seat, racks: &[H], pool: &P) {
        self.shuffles += 1;
        for (player, rack) in self.seats.iter_mut().zip(racks) {
            // A new deal may follow plays (N9): everything starts over.
            *player = SeatOf {
                rack: rack.clone(),
                opened: false,
                turns: 0,
                points: 0,
                drawn_last: rack.emptied(),
                draw_only: 0,
            };
        }
        self.pool = pool.clone();
        self.table = Table::new();
        self.passes = 0;
        self.last_turns = None;
        self.phase = Phase::Turn(starter);
    }

    fn play(&mut self, seat: Seat, table: &Table, placed: &crate::Tiles, score: u32) {
        let before = std::mem::replace(&mut self.table, table.clone());
        let player = &mut self.seats[seat.index()];
        player.rack.lay(placed);
        player.points += score;
        let opened_before = std::mem::replace(&mut player.opened, true);
        let passes_before = std::mem::take(&mut self.passes);
        let provisional = self.by_challenge() && self.would_end(seat);
        if self.by_challenge() {
            self.contest = Some(Contest {
                seat,
                before,
                placed: placed.clone(),
                opened_before,
                score,
                passes_before,
                accepted: Vec::new(),
            });
        }
        self.end_turn(seat, &H::empty());
        if provisional {
            self.phase = Phase::Provisional(seat);
        }
    }

    /// Whether the play just laid ends the game unless it is challenged.
    fn would_end(&self, seat: Seat) -> bool {
        let rack = self.seats[seat.index()].rack.size();
        if self.settings().is_play_a() {
            self.pool.size() <= FULL_RACK_TILES.saturating_sub(rack)
        } else {
            rack == 0 || self.last_turns == Some(1)
        }
    }

    fn take_back(&mut self) {
        let Some(contest) = self.contest.take() else { return };
        let player = &mut self.seats[contest.seat.index()];
        player.rack.take_back(&contest.placed);
        player.opened = contest.opened_before;
        player.points -= contest.score;
        self.table = contest.before;
        self.passes = contest.passes_before;
        self.count_pass();
        self.phase = Phase::Turn(contest.seat.next(self.players()));
    }

    /// N15: passes count once the pool is empty.
    fn count_pass(&mut self) {
        if self.pool.size() == 0 {
            self.passes = self.passes.saturating_add(1);
        }
    }

    fn end_turn(&mut self, seat: Seat, drawn: &H) {
        let player = &mut self.seats[seat.index()];
        let mut last = player.rack.emptied();
        last.receive(drawn);
        player.drawn_last = last;
        player.turns += 1;
        player.draw_only = player.draw_only.saturating_sub(1);
        if let Some(turns) = &mut self.last_turns {
            *turns = turns.saturating_sub(1);
        }
        self.phase = Phase::Turn(seat.next(self.players()));
    }
}
