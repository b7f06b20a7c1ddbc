//! The weights that turn a lexicographic objective into a single number.

use trinta_core::{Tile, Tiles};

use crate::numbers::supply::NUMBERS;

/// Objective weights of placing rack tiles and keeping table sets.
#[derive(Debug, Clone)]
pub(super) struct Weights {
    criteria: Criteria,
    /// The weight of a rack tile by its number.
    pub(super) tile: [u32; NUMBERS],
    /// The weight of a joker of the rack.
    pub(super) joker: u32,
    /// The weight of a kept set; 0 if kept sets do not count.
    pub(super) kept: u32,
    /// The weight of one unit of the first criterion.
    first: u32,
    /// The weight of one unit of the second criterion.
    second: u32,
}

/// The weight of a kept set, where it counts: more than 1, so that integral dual prices have room below it.
const KEPT_SET_WEIGHT: u32 = 32;

/// The first and second criterion of an objective.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Criteria {
    /// Most tiles, then most value.
    Tiles,
    /// Most tiles, then most points, a joker counting what it stands for.
    Points,
    /// Least left on the rack, a joker counting `joker_left`, then most tiles.
    Value { joker_left: u32 },
}

impl Weights {
    /// Weights for a rack and the number of sets on the table. They are as small as possible, so that sums fit `i32`.
    pub(super) fn new(criteria: Criteria, rack: &Tiles, sets: usize) -> Weights {
        let second = (sets as u32 + 1) * KEPT_SET_WEIGHT;
        let highest = u32::from(trinta_core::HIGHEST_NUMBER);
        let max_second = match criteria {
            Criteria::Tiles => rack.value(),
            Criteria::Points => rack.len() as u32 * highest,
            Criteria::Value { .. } => rack.len() as u32,
        };
        let first = second * (max_second + 1);
        let mut tile = [0; NUMBERS];
        for (number, weight) in (0..).zip(&mut tile).skip(1) {
            *weight = match criteria {
                Criteria::Tiles | Criteria::Points => first + number * second,
                Criteria::Value { .. } => number * first + second,
            };
        }
        let joker = match criteria {
            Criteria::Tiles | Criteria::Points => first,
            Criteria::Value { joker_left } => joker_left * first + second,
        };
        Weights { criteria, tile, joker, kept: 0, first, second }
    }

    /// The same with the number of kept sets as the third criterion.
    pub(super) fn with_kept_sets(&self) -> Weights {
        Weights { kept: KEPT_SET_WEIGHT, ..self.clone() }
    }

    /// The smallest difference between two objective values.
    pub(super) const fn unit(&self) -> u32 {
        if self.kept > 0 { self.kept } else { self.second }
    }

    /// The smallest difference between two objective values if kept sets do not count.
    pub(super) const fn unit_without_kept(&self) -> u32 {
        self.second
    }

    /// The weight of the numbers that jokers stand for.
    pub(super) const fn of_joker_points(&self, points: u32) -> u32 {
        if matches!(self.criteria, Criteria::Points) { points * self.second } else { 0 }
    }

    /// The weight of a rack tile.
    pub(super) fn of(&self, tile: Tile) -> u32 {
        tile.as_number().map_or(self.joker, |(_, number)| self.tile[usize::from(number)])
    }

    /// Bounding weights for plays that place tiles of the given weight, this many jokers among them.
    pub(super) fn bounding(&self, placed: u32, jokers: u8) -> BoundingWeights {
        let (of_tile, of_point) = (4 * KEPT_SET_WEIGHT as i32, KEPT_SET_WEIGHT as i32 / 2);
        let mut tile = [0; NUMBERS];
        for (number, tile) in (0..).zip(&mut tile).skip(1) {
            *tile = of_tile + of_point * number;
        }
        let (first, second) = ((placed / self.first) as i32, (placed % self.first / self.second) as i32);
        let jokers = i32::from(jokers);
        let (tiles, value) = match self.criteria {
            Criteria::Tiles | Criteria::Points => (first - jokers, second),
            Criteria::Value { joker_left } => (second - jokers, first - jokers * joker_left as i32),
        };
        BoundingWeights { tile, placed: of_tile * tiles + of_point * value }
    }

    /// The part of an objective value that comes from kept sets.
    pub(super) const fn kept_part(&self, objective: u32) -> u32 {
        objective % self.second
    }

    /// The weight of a tile of middle value, as a scale for prices.
    pub(super) const fn typical_tile(&self) -> u32 {
        self.tile[7]
    }
}

/// Smaller weights for the upper bound when the placed tiles are known and only kept sets are to be maximised.
///
/// Every play then has the same placed tiles, so that their weight need not exceed that of any number of kept sets. With
/// smaller weights the gap that the relaxation leaves is smaller too.
#[derive(Debug, Clone, Copy)]
pub(super) struct BoundingWeights {
    /// The weight of a rack tile by its number.
    pub(super) tile: [i32; NUMBERS],
    /// The weight of all tiles that are placed.
    pub(super) placed: i32,
}

impl BoundingWeights {
    /// See [`Weights::typical_tile`].
    pub(super) const fn typical_tile(&self) -> u32 {
        self.tile[7] as u32
    }
}
