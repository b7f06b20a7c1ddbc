//! What a placed tile is worth to an objective: one number that orders plays.

use trinta_core::{Tile, Tiles};

use crate::numbers::columns::Lure;
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
    /// Of one more of the first objective.
    first: u32,
    /// Of one more of the second objective: of a point, or of a tile.
    second: u32,
    /// Whether a joker is worth the number it stands for on top of that.
    pub(super) joker_points: bool,
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
        Worth { tile, joker, kept: 0, first, second, joker_points: order == Order::Points }
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
        if self.joker_points { points * self.second } else { 0 }
    }

    /// What a tile of the rack is worth.
    pub(super) fn of(&self, tile: Tile) -> u32 {
        tile.as_number().map_or(self.joker, |(_, number)| self.tile[usize::from(number)])
    }

    /// Of tiles, and of points, what they are worth where hopes are counted, when so much is placed: tiles by number,
    /// and the sum.
    pub(super) fn lure(&self, worth: u32, jokers: u8) -> Lure {
        let (a, b) = (env("LA", 4) * KEPT as i32, env("LB", 1) * KEPT as i32 / 2);
        let mut tile = [0; NUMBERS];
        for (number, tile) in (0..).zip(&mut tile).skip(1) {
            *tile = a + b * number;
        }
        let (first, second) = ((worth / self.first) as i32, (worth % self.first / self.second) as i32);
        let (tiles, value) = if self.joker == self.first { (first, second) } else { (second, first) };
        let jokers = i32::from(jokers);
        let of_joker = if self.joker == self.first { 0 } else { (self.joker / self.first) as i32 };
        Lure { tile, sum: a * (tiles - jokers) + b * (value - jokers * of_joker) }
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

fn env(name: &str, or: i32) -> i32 {
    std::env::var(name).map_or(or, |v| v.parse().unwrap())
}
