//! The two rules that need a search: can this player still play (N15), could this rack have opened (N23)?
//!
//! The rules ask through [`Search`]; a solver answers. [`PlainSearch`] is a plain exhaustive one. The answers become
//! part of events, so that replaying a game needs no search.

mod plain;

pub use plain::PlainSearch;

use crate::edition::Settings;
use crate::layout::Table;
use crate::seat::Seat;
use crate::tiles::Tiles;

/// The position of one player that a search looks at.
#[derive(Debug, Clone, Copy)]
pub struct Position<'a> {
    /// The rules in force.
    pub settings: &'a Settings,
    /// The table.
    pub table: &'a Table,
    /// The player.
    pub seat: Seat,
    /// The rack.
    pub rack: &'a Tiles,
    /// Whether the player has opened, or need not.
    pub opened: bool,
}

/// Answers the rules' questions about what could be played.
pub trait Search {
    /// N15: whether the player can place at least one tile, or `None` if that is not known. A player who has not opened
    /// can play only if the rack can open.
    fn can_play(&self, position: &Position<'_>) -> Option<bool>;

    /// N23: whether some choice of the rack's tiles makes an opening.
    fn could_open(&self, position: &Position<'_>) -> bool;
}

/// Never looks for plays, so that games end by passes alone; answers about openings by plain search.
#[derive(Debug, Clone, Copy, Default)]
pub struct NoSearch;

impl Search for NoSearch {
    fn can_play(&self, _position: &Position<'_>) -> Option<bool> {
        None
    }

    fn could_open(&self, position: &Position<'_>) -> bool {
        PlainSearch.could_open(position)
    }
}
