//! Draws that wait for tiles, and play-offs with their tables.

use std::collections::BTreeMap;

use serde::Serialize;

use crate::draw::{Draw, Pending};
use crate::event::{GameId, Seat};
use crate::people::Number;
use crate::play_off::PlayOff;
use crate::result::ScoredRack;
use crate::state::Tournament;
use crate::view::SeatView;
use crate::view::build::Names;

/// A draw in which somebody has to draw a tile now.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS))]
#[serde(tag = "for", rename_all = "kebab-case")]
pub enum DrawView {
    /// For who begins a game (C01).
    Start {
        /// The game.
        #[serde(flatten)]
        game: GameId,
        /// Those who draw now.
        numbers: Vec<Number>,
        /// How many places they draw for.
        places: usize,
    },
    /// For who moves on from a table, or goes on after a cut (B06).
    Move {
        /// The table.
        #[serde(flatten)]
        seat: Seat,
        /// Those who draw now.
        numbers: Vec<Number>,
        /// How many places they draw for.
        places: usize,
    },
}

/// A play-off (B11).
#[derive(Debug, Clone, PartialEq, Serialize)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS))]
#[cfg_attr(feature = "ts", ts(optional_fields))]
pub struct PlayOffView {
    /// The rank that its players share, which names it.
    pub rank: u32,
    /// Its players.
    pub players: Vec<SeatView>,
    /// Its tables, from table 1.
    pub tables: Vec<PlayOffTable>,
    /// Those who draw a tile now.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    #[cfg_attr(feature = "ts", ts(as = "Option<Vec<Number>>", optional))]
    pub to_draw: Vec<Number>,
    /// How many places they draw for.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub places: Option<usize>,
    /// The rank of each player, once it is decided.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub ranks: Option<BTreeMap<Number, u32>>,
}

/// A table of a play-off.
#[derive(Debug, Clone, PartialEq, Serialize)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS))]
#[cfg_attr(feature = "ts", ts(optional_fields))]
pub struct PlayOffTable {
    /// The table of the play-off.
    pub table: u32,
    /// Its players.
    pub players: Vec<Number>,
    /// The scores, once it has a result.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[cfg_attr(feature = "ts", ts(as = "Option<BTreeMap<Number, String>>", optional))]
    pub scores: Option<BTreeMap<Number, trinta_core::Score>>,
    /// The racks, for those who may see them.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub racks: Option<Vec<ScoredRack>>,
}

impl Tournament {
    /// The draws of a table that wait for tiles.
    pub(super) fn draws_at(&self, seat: Seat) -> Vec<DrawView> {
        let Some(there) = self.table(seat.round, seat.table) else { return Vec::new() };
        let mut draws = Vec::new();
        for (game, played) in (1..).zip(&there.games) {
            let pending = played.start.as_ref().and_then(Draw::pending).filter(|_| played.outcome.is_none());
            if let Some(Pending { numbers, places }) = pending {
                let game = GameId { round: seat.round, table: seat.table, game };
                draws.push(DrawView::Start { game, numbers, places });
            }
        }
        let pending = there.draw.as_ref().and_then(Draw::pending).filter(|_| !self.has_started(seat.round + 1));
        if let Some(Pending { numbers, places }) = pending {
            draws.push(DrawView::Move { seat, numbers, places });
        }
        draws
    }

    /// The draws for moving on of the newest round.
    pub(super) fn draws_of_newest_round(&self) -> Vec<DrawView> {
        let round = self.newest_started();
        let tables = self.tables_of(round).into_iter().filter(|_| round > 0);
        tables.flat_map(|table| self.draws_at(Seat { round, table })).collect()
    }

    /// The play-offs that count, the best first. Racks are for those who run the tournament.
    pub(super) fn play_off_views(&self, names: Names, with_racks: bool) -> Vec<PlayOffView> {
        self.current_play_offs().into_iter().map(|play_off| self.play_off_view(play_off, names, with_racks)).collect()
    }

    fn play_off_view(&self, play_off: &PlayOff, names: Names, with_racks: bool) -> PlayOffView {
        let pending = play_off.pending();
        let tables = play_off.tables_after(0).into_iter().map(|(table, there)| PlayOffTable {
            table,
            players: there.players.clone(),
            scores: there.result.as_ref().map(crate::result::GameResult::scores),
            racks: there.result.as_ref().filter(|_| with_racks).map(|result| result.racks.clone()),
        });
        PlayOffView {
            rank: play_off.rank(),
            players: play_off.numbers().iter().map(|number| self.seat_view(*number, names)).collect(),
            tables: tables.collect(),
            places: pending.as_ref().map(|pending| pending.places),
            to_draw: pending.map(|pending| pending.numbers).unwrap_or_default(),
            ranks: play_off.ranks(),
        }
    }

    /// The winners in the order of their ranks, once the final list stands (B10).
    pub(super) fn winners(&self) -> Vec<Number> {
        if !self.is_finished() {
            return Vec::new();
        }
        let winning = |rank: Option<u32>| rank.is_some_and(|rank| rank <= self.settings().winners);
        self.standings().rows.iter().filter(|row| winning(row.rank)).map(|row| row.number).collect()
    }
}
