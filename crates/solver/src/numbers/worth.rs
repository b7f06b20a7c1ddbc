//! What a placed tile is worth to an objective: one number that orders plays.

use trinta_core::{Tile, Tiles};

use crate::numbers::columns::Lure;
use crate::numbers::supply::NUMBERS;

/// The worth of placing tiles of the rack.
#[derive(Debug, Clone)]
pub(super) struct Worth {
    order: Order,
    /// Of a tile, by its number.
    pub(super) tile: [u32; NUMBERS],
    /// Of a joker.
    pub(super) joker: u32,
    /// Of a set of the table that is kept.
    pub(super) kept: u32,
    /// Of one more of the first objective.
    first: u32,
    /// Of one more of the second objective: of a point, or of a tile.
    second: u32,
}

/// The worth of a set that is kept, where that counts: room for prices below it.
const KEPT: u32 = 32;

/// What is asked of a play first and then.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Order {
    /// Most tiles, then most value.
    Tiles,
    /// Most tiles, then most points, a joker counting what it stands for.
    Points,
    /// Least left on the rack, a joker counting so much, then most tiles.
    Value { joker_left: u32 },
}

impl Worth {
    /// For a rack and a table of so many sets: no more room than they need, so that sums stay small.
    pub(super) fn new(order: Order, rack: &Tiles, sets: usize) -> Worth {
        let second = (sets as u32 + 1) * KEPT;
        let highest = u32::from(trinta_core::HIGHEST);
        let most_second = match order {
            Order::Tiles => rack.value(),
            Order::Points => rack.len() as u32 * highest,
            Order::Value { .. } => rack.len() as u32,
        };
        let first = second * (most_second + 1);
        let mut tile = [0; NUMBERS];
        for (number, worth) in (0..).zip(&mut tile).skip(1) {
            *worth = match order {
                Order::Tiles | Order::Points => first + number * second,
                Order::Value { .. } => number * first + second,
            };
        }
        let joker = match order {
            Order::Tiles | Order::Points => first,
            Order::Value { joker_left } => joker_left * first + second,
        };
        Worth { order, tile, joker, kept: 0, first, second }
    }

    /// The same, and a set of the table that is kept is worth something below both.
    pub(super) fn keeping(&self) -> Worth {
        Worth { kept: KEPT, ..self.clone() }
    }

    /// By how much plays of different worth differ at least.
    pub(super) const fn unit(&self) -> u32 {
        if self.kept > 0 { self.kept } else { self.second }
    }

    /// By how much plays differ at least when sets that are kept count for nothing.
    pub(super) const fn larger_unit(&self) -> u32 {
        self.second
    }

    /// What the numbers are worth that jokers stand for.
    pub(super) const fn of_joker_points(&self, points: u32) -> u32 {
        if matches!(self.order, Order::Points) { points * self.second } else { 0 }
    }

    /// What a tile of the rack is worth.
    pub(super) fn of(&self, tile: Tile) -> u32 {
        tile.as_number().map_or(self.joker, |(_, number)| self.tile[usize::from(number)])
    }

    /// What tiles are worth where hopes are counted, when what is placed is worth so much in all, so many jokers of the
    /// rack among it.
    pub(super) fn lure(&self, worth: u32, jokers: u8) -> Lure {
        let (of_tile, of_point) = (4 * KEPT as i32, KEPT as i32 / 2);
        let mut tile = [0; NUMBERS];
        for (number, tile) in (0..).zip(&mut tile).skip(1) {
            *tile = of_tile + of_point * number;
        }
        let (first, second) = ((worth / self.first) as i32, (worth % self.first / self.second) as i32);
        let jokers = i32::from(jokers);
        let (tiles, value) = match self.order {
            Order::Tiles | Order::Points => (first - jokers, second),
            Order::Value { joker_left } => (second - jokers, first - jokers * joker_left as i32),
        };
        Lure { tile, sum: of_tile * tiles + of_point * value }
    }

    /// What the sets are worth that are kept.
    pub(super) const fn kept_of(&self, worth: u32) -> u32 {
        worth % self.second
    }

    /// What a tile in the middle is worth.
    pub(super) const fn middling(&self) -> u32 {
        self.tile[7]
    }
}
