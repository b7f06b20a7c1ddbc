//! Where something happens: a table of a round, a game at it.

use serde::{Deserialize, Serialize};

/// A game of the tournament: round, table and game, each from 1.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS))]
pub struct GameId {
    /// The round.
    pub round: u32,
    /// The table.
    pub table: u32,
    /// The game of the round.
    pub game: u32,
}

/// A table in a round.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS))]
pub struct Seat {
    /// The round.
    pub round: u32,
    /// The table.
    pub table: u32,
}

impl GameId {
    /// The table at which it is played.
    #[must_use]
    pub const fn seat(self) -> Seat {
        Seat { round: self.round, table: self.table }
    }
}
