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
        let mut sum = self.sum(columns, offers, jokers, &[usize::from(HIGHEST); 4], u16::MAX);
        let (mut best, mut known) = (sum, self.clone());
        for _ in 0..changes {
            let mut wanted = [[0_i8; 4]; NUMBERS];
            let mut jokers_wanted = -i32::from(jokers);
            for colour in 0..4 {
                columns.follow(colour, |number, choice| {
                    wanted[number][colour] += choice.in_groups as i8;
                    jokers_wanted += i32::from(choice.jokers);
                });
            }
            let (mut up_to, mut changed) = ([0; 4], 0_u16);
            for number in 1..=usize::from(HIGHEST) {
                let deal = offers.best(number);
                jokers_wanted += i32::from(deal.jokers);
                for (colour, offered) in unpack(deal.offer).into_iter().enumerate() {
                    let change = wanted[number][colour] - offered as i8;
                    if change != 0 {
                        self.tiles[number][colour] += (self.step * f32::from(change)) as i32;
                        up_to[colour] = number;
                        changed |= 1 << number;
                    }
                }
            }
            let joker = (self.joker + (self.step * jokers_wanted as f32) as i32).max(0);
            if joker != self.joker {
                self.joker = joker;
                (up_to, changed) = ([usize::from(HIGHEST); 4], u16::MAX);
            }
            if changed == 0 {
                // All agree: this is not only a bound but the truth.
                break;
            }
            self.step *= 0.93;
            sum = self.sum(columns, offers, jokers, &up_to, changed);
            if sum < best {
                best = sum;
                known.clone_from(self);
            }
        }
        if sum != best {
            let step = self.step;
            *self = Prices { step, ..known };
            self.sum(columns, offers, jokers, &[usize::from(HIGHEST); 4], u16::MAX);
        }
        columns.measure_losses(&self.tiles, self.joker);
        offers.measure_losses(&self.tiles, self.joker);
        best
    }

    /// What all can hope for together, the prices having changed for each colour up to a number, and at some numbers.
    fn sum(&self, columns: &mut Columns, offers: &mut Offers, jokers: u8, up_to: &[usize; 4], changed: u16) -> i32 {
        for number in (1..=usize::from(HIGHEST)).filter(|number| changed >> number & 1 == 1) {
            offers.price(number, &self.tiles[number], self.joker);
        }
        offers.sum_up();
        let mut sum = offers.hope(1) + self.joker * i32::from(jokers);
        for (colour, &up_to) in up_to.iter().enumerate() {
            columns.price(colour, &self.tiles, self.joker, up_to);
            sum += columns.hope(columns.base(colour, 1));
        }
        sum
    }
}
