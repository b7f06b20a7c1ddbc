//! The only place where hidden information is filtered: what a viewer may know of a game and of its events.

use crate::game::event::{Event, EventOf, SeenEvent};
use crate::game::knowledge::{PoolKnowledge, Seen, UnseenPool};
use crate::game::state::{Game, StateOf};
use crate::seat::Seat;
use crate::tiles::Tiles;

/// Somebody who looks at a game.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
#[cfg_attr(feature = "serde", serde(rename_all = "kebab-case"))]
pub enum Viewer {
    /// A player, who sees their own rack.
    Seat(Seat),
    /// A spectator, who sees no rack.
    Spectator,
    /// A judge, who sees every rack but not the pool.
    Judge,
}

impl Viewer {
    /// Whether the viewer may see the tiles of a seat while the game goes on.
    #[must_use]
    pub fn sees(self, seat: Seat) -> bool {
        match self {
            Viewer::Seat(own) => own == seat,
            Viewer::Spectator => false,
            Viewer::Judge => true,
        }
    }

    fn see_tiles(self, seat: Seat, tiles: &Tiles) -> Seen {
        if self.sees(seat) { Seen::face_up(tiles) } else { Seen::face_down(tiles) }
    }
}

/// A game as a viewer may know it. It folds [`SeenEvent`]s just as the game folds events.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct View {
    /// The viewer, whose own rack is visible.
    pub viewer: Viewer,
    /// The game as far as the viewer may know it.
    pub state: StateOf<Seen, UnseenPool>,
}

impl View {
    /// Folds one event in, as this viewer saw it.
    ///
    /// # Panics
    /// If the event names a seat that this table does not have.
    pub fn apply(&mut self, event: &SeenEvent) {
        self.state.apply(event);
    }

    /// The viewer's own rack, if the viewer has one.
    #[must_use]
    pub fn own_rack(&self) -> Option<&Tiles> {
        match self.viewer {
            Viewer::Seat(seat) => self.state.seat(seat)?.rack.tiles.as_ref(),
            Viewer::Spectator | Viewer::Judge => None,
        }
    }
}

impl Game {
    /// What a viewer may know of the game.
    #[must_use]
    pub fn view(&self, viewer: Viewer) -> View {
        let over = self.outcome().is_some();
        let seats = self.seats.iter().enumerate().map(|(index, player)| {
            let seat = Seat::at(index);
            let rack = if over { Seen::face_up(&player.rack) } else { self.look(viewer, seat, &player.rack) };
            player.with_tiles(rack, self.look(viewer, seat, &player.drawn_last))
        });
        View {
            viewer,
            state: StateOf {
                setup: self.setup.clone(),
                seats: seats.collect(),
                pool: UnseenPool(self.pool.size() as u16),
                table: self.table.clone(),
                phase: self.phase.clone(),
                passes: self.passes,
                last_turns: self.last_turns,
                shuffles: self.shuffles,
                contest: self.contest.clone(),
                version: self.version,
            },
        }
    }

    /// Before the deal there is nothing to hide.
    fn look(&self, viewer: Viewer, seat: Seat, tiles: &Tiles) -> Seen {
        if matches!(self.phase, crate::game::Phase::Lots(_)) {
            Seen::face_up(tiles)
        } else {
            viewer.see_tiles(seat, tiles)
        }
    }
}

/// What a viewer may see of an event.
#[must_use]
pub fn see(event: &Event, viewer: Viewer) -> SeenEvent {
    match event {
        EventOf::Dealt { starter, racks, pool } => EventOf::Dealt {
            starter: *starter,
            racks: racks.iter().enumerate().map(|(index, rack)| viewer.see_tiles(Seat::at(index), rack)).collect(),
            pool: UnseenPool(pool.size() as u16),
        },
        EventOf::Drew { seat, tiles, why } => {
            EventOf::Drew { seat: *seat, tiles: viewer.see_tiles(*seat, tiles), why: *why }
        }
        EventOf::Returned { seat, table, tiles, pool } => EventOf::Returned {
            seat: *seat,
            table: table.clone(),
            tiles: tiles.clone(),
            pool: UnseenPool(pool.size() as u16),
        },
        // The end shows every rack to all.
        EventOf::Ended { reason, racks, could_open, scores, winners } => EventOf::Ended {
            reason: *reason,
            racks: racks.iter().map(Seen::face_up).collect(),
            could_open: could_open.clone(),
            scores: scores.clone(),
            winners: winners.clone(),
        },
        // The other events are public.
        EventOf::Lot { draws } => EventOf::Lot { draws: draws.clone() },
        EventOf::NewDeal { seat, pairs } => EventOf::NewDeal { seat: *seat, pairs: pairs.clone() },
        EventOf::Played { seat, table, placed, opening, score, time_up } => EventOf::Played {
            seat: *seat,
            table: table.clone(),
            placed: placed.clone(),
            opening: *opening,
            score: *score,
            time_up: *time_up,
        },
        EventOf::Refused { seat, layout, misspelt } => {
            EventOf::Refused { seat: *seat, layout: layout.clone(), misspelt: misspelt.clone() }
        }
        EventOf::Passed { seat, why } => EventOf::Passed { seat: *seat, why: *why },
        EventOf::Challenged { by, misspelt } => EventOf::Challenged { by: *by, misspelt: misspelt.clone() },
        EventOf::TakenBack { seat } => EventOf::TakenBack { seat: *seat },
        EventOf::Accepted { seat } => EventOf::Accepted { seat: *seat },
        EventOf::ChallengeClosed { seat } => EventOf::ChallengeClosed { seat: *seat },
    }
}

/// Whether a viewer sees more of an event than a spectator does. Viewers who do not can share one message.
#[must_use]
pub fn sees_more(event: &Event, viewer: Viewer) -> bool {
    match event {
        EventOf::Dealt { racks, .. } => (0..racks.len()).any(|index| viewer.sees(Seat::at(index))),
        EventOf::Drew { seat, .. } => viewer.sees(*seat),
        EventOf::Lot { .. }
        | EventOf::NewDeal { .. }
        | EventOf::Played { .. }
        | EventOf::Refused { .. }
        | EventOf::Passed { .. }
        | EventOf::Returned { .. }
        | EventOf::Challenged { .. }
        | EventOf::TakenBack { .. }
        | EventOf::Accepted { .. }
        | EventOf::ChallengeClosed { .. }
        | EventOf::Ended { .. } => false,
    }
}
