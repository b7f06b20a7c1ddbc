//! What a placed tile is worth to an objective: one number that orders plays.

use trinta_core::HIGHEST;

use crate::numbers::layers::STEPS;
use crate::numbers::supply::{NUMBERS, Supply};

/// The worth of placing tiles of the rack.
#[derive(Debug, Clone)]
pub(super) struct Worth {
    /// Of a tile, by its number.
    pub(super) tile: [u32; NUMBERS],
    /// Of a joker.
    pub(super) joker: u32,
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

    /// What the numbers are worth that jokers stand for.
    pub(super) const fn of_joker_points(&self, points: u32) -> u32 {
        if self.joker_points { points << SECOND } else { 0 }
    }

    /// The worth without the sets that are kept.
    pub(super) const fn without_kept(worth: u32) -> u32 {
        worth >> SECOND << SECOND
    }

    /// The first objective alone.
    pub(super) const fn first_only(worth: u32) -> u32 {
        worth >> FIRST << FIRST
    }

    /// The worth as if every set were kept.
    pub(super) const fn with_all_kept(worth: u32) -> u32 {
        worth | ((1 << SECOND) - 1)
    }

    fn new(tile: impl Fn(u32) -> u32, joker: u32) -> Worth {
        let mut worths = [0; NUMBERS];
        for (number, worth) in worths.iter_mut().enumerate().skip(1) {
            *worth = tile(number as u32);
        }
        Worth { tile: worths, joker, joker_points: false }
    }

    /// For each step of the search, what the rack's tiles from it on, and its jokers, are worth together: no play gets
    /// more.
    pub(super) fn rest(&self, supply: &Supply) -> [u32; STEPS + 1] {
        let joker = self.joker + self.of_joker_points(u32::from(HIGHEST));
        let mut rest = [u32::from(supply.jokers - supply.jokers_must) * joker; STEPS + 1];
        for step in (0..STEPS).rev() {
            let (number, colour) = (step / 4 + 1, step % 4);
            let free = supply.all[number][colour] - supply.must[number][colour];
            rest[step] = rest[step + 1] + u32::from(free) * self.tile[number];
        }
        rest
    }
}
