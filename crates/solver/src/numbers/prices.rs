//! What nobody can exceed: each colour and each number by itself, with prices for what passes between them.
//!
//! The colours would all like groups, and jokers, without asking what these cost the others. So a tile for a group has
//! a price, which its colour pays and the group receives, and so has a joker. With any prices the sum of what all can
//! hope for is never less than the truth; where a tile or joker is wanted by more than can have it, its price rises,
//! and the sum comes down. (Lagrangian relaxation, with the subgradient method.)

use trinta_core::HIGHEST;

use crate::numbers::columns::Columns;
use crate::numbers::offers::{Offers, unpack};
use crate::numbers::supply::NUMBERS;

/// Prices of tiles for groups, and of a joker.
#[derive(Debug, Clone)]
pub(super) struct Prices {
    tiles: [[i32; 4]; NUMBERS],
    pub(super) joker: i32,
    /// The size of the next change.
    step: f32,
}

impl Prices {
    /// Prices to begin with, one tile being worth so much.
    pub(super) fn new(tile: u32, jokers: u8) -> Prices {
        let joker = if jokers > 0 { tile as i32 } else { 0 };
        Prices { tiles: [[0; 4]; NUMBERS], joker, step: tile as f32 / 2.0 }
    }

    /// Tries so many changes, keeps the best prices, and gives what nobody can exceed with them.
    pub(super) fn improve(&mut self, columns: &mut Columns, offers: &mut Offers, jokers: u8, changes: u32) -> i32 {
        let (mut best, mut known) = (i32::MAX, self.clone());
        for change in 0..=changes {
            let mut wanted = [[0_i8; 4]; NUMBERS];
            let mut jokers_wanted = -i32::from(jokers);
            let mut sum = self.joker * i32::from(jokers);
            for colour in 0..4 {
                columns.price(colour, &self.tiles, self.joker);
                sum += columns.hope(columns.base(colour, 1));
                columns.follow(colour, &self.tiles, self.joker, |number, choice| {
                    wanted[number][colour] += choice.in_groups as i8;
                    jokers_wanted += i32::from(choice.jokers);
                });
            }
            offers.price(&self.tiles, self.joker, |number, deal| {
                for (wanted, offered) in wanted[number].iter_mut().zip(unpack(deal.offer)) {
                    *wanted -= offered as i8;
                }
                jokers_wanted += i32::from(deal.jokers);
            });
            sum += offers.hope(1);
            if sum < best {
                best = sum;
                known = self.clone();
            }
            let agreed = wanted.iter().flatten().all(|&wanted| wanted == 0);
            if change == changes || agreed && (jokers_wanted == 0 || jokers_wanted < 0 && self.joker == 0) {
                break;
            }
            for number in 1..=usize::from(HIGHEST) {
                for colour in 0..4 {
                    self.tiles[number][colour] += (self.step * f32::from(wanted[number][colour])) as i32;
                }
            }
            self.joker = (self.joker + (self.step * jokers_wanted as f32) as i32).max(0);
            self.step *= 0.93;
        }
        let step = self.step;
        *self = Prices { step, ..known };
        for colour in 0..4 {
            columns.price(colour, &self.tiles, self.joker);
        }
        offers.price(&self.tiles, self.joker, |_, _| ());
        columns.measure_losses(&self.tiles, self.joker);
        offers.measure_losses(&self.tiles, self.joker);
        best
    }
}
