//! What a placed tile is worth to an objective: one number that orders plays.

use trinta_core::Tile;

use crate::numbers::supply::NUMBERS;

/// The worth of placing tiles of the rack.
#[derive(Debug, Clone)]
pub(super) struct Worth {
    /// Of a tile, by its number.
    pub(super) tile: [u32; NUMBERS],
    /// Of a joker.
    pub(super) joker: u32,
    /// Of a set of the table that is kept.
    pub(super) kept: u32,
    /// Whether a joker is worth the number it stands for on top of that.
    pub(super) joker_points: bool,
}

/// Room for the second objective below the first, and for the sets that are kept below both.
const FIRST: u32 = 18;
const SECOND: u32 = 6;

impl Worth {
    /// Most tiles, then most value.
    pub(super) fn tiles() -> Worth {
        Worth::new(|number| 1 << FIRST | number << SECOND, 1 << FIRST)
    }

    /// Most tiles, then most points, a joker counting what it stands for.
    pub(super) fn points() -> Worth {
        Worth { joker_points: true, ..Worth::tiles() }
    }

    /// Least left on the rack, then most tiles.
    pub(super) fn value(joker_left: u32) -> Worth {
        Worth::new(|number| number << FIRST | 1 << SECOND, joker_left << FIRST | 1 << SECOND)
    }

    /// The same, and a set of the table that is kept is worth something below both.
    pub(super) fn keeping(&self) -> Worth {
        Worth { kept: 1, ..self.clone() }
    }

    /// What the numbers are worth that jokers stand for.
    pub(super) const fn of_joker_points(&self, points: u32) -> u32 {
        if self.joker_points { points << SECOND } else { 0 }
    }

    /// What a tile of the rack is worth.
    pub(super) fn of(&self, tile: Tile) -> u32 {
        tile.as_number().map_or(self.joker, |(_, number)| self.tile[usize::from(number)])
    }

    /// The sets that are kept.
    pub(super) const fn kept_of(worth: u32) -> u32 {
        worth & ((1 << SECOND) - 1)
    }

    /// What a tile in the middle is worth.
    pub(super) const fn middling(&self) -> u32 {
        self.tile[7]
    }

    fn new(tile: impl Fn(u32) -> u32, joker: u32) -> Worth {
        let mut worths = [0; NUMBERS];
        for (number, worth) in worths.iter_mut().enumerate().skip(1) {
            *worth = tile(number as u32);
        }
        Worth { tile: worths, joker, kept: 0, joker_points: false }
    }
}
