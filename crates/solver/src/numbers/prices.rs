//! What nobody can exceed: each colour and each number by itself, with prices for what passes between them.
//!
//! The colours would all like groups, and jokers, without asking what these cost the others. So tiles for groups have
//! a price, for each count of them one, which the colour pays and the number receives; and so has a joker. With any
//! prices the sum of what all can hope for is never less than the truth. Where a colour and a number set different
//! store by a count, the price moves to the middle, and the sum comes down. (Dual decomposition by max-marginal
//! averaging; jokers by the subgradient method.)

use trinta_core::HIGHEST;

use crate::numbers::columns::{Columns, NEVER};
use crate::numbers::offers::Offers;
use crate::numbers::supply::NUMBERS;

/// Prices of tiles for groups, by number, colour and count, and of a joker.
#[derive(Debug, Clone)]
pub(super) struct Prices {
    tiles: [[[i32; 4]; 4]; NUMBERS],
    pub(super) joker: i32,
    /// The size of the next change of a joker's price.
    step: f32,
}

impl Prices {
    /// Prices to begin with, one tile being worth so much.
    pub(super) fn new(tile: u32, jokers: u8) -> Prices {
        let joker = if jokers > 0 { tile as i32 } else { 0 };
        Prices { tiles: [[[0; 4]; 4]; NUMBERS], joker, step: tile as f32 / 2.0 }
    }

    /// Goes over all prices so many times, keeps the best, and gives what nobody can exceed with them.
    pub(super) fn improve(&mut self, columns: &mut Columns, offers: &mut Offers, jokers: u8, sweeps: u32) -> i32 {
        let (mut sum, mut wanted) = self.begin(columns, offers, jokers);
        let (mut best, mut known) = (sum, self.clone());
        for sweep in 0..sweeps {
            let joker = (self.joker + (self.step * (wanted - i32::from(jokers)) as f32) as i32).max(0);
            if sweep > 0 && joker != self.joker {
                self.joker = joker;
                self.step *= 0.8;
                self.begin(columns, offers, jokers);
            }
            for number in 1..=usize::from(HIGHEST) {
                for colour in 0..4 {
                    self.settle(columns, offers, number, colour);
                    columns.go_on(colour, number, &self.tiles[number][colour], self.joker);
                }
            }
            for number in (1..=usize::from(HIGHEST)).rev() {
                for colour in 0..4 {
                    self.settle(columns, offers, number, colour);
                    columns.price(colour, number, &self.tiles[number][colour], self.joker);
                }
            }
            let before = sum;
            (sum, wanted) = self.sum(columns, offers, jokers);
            if sum < best {
                best = sum;
                known.clone_from(self);
            }
            if sum == before && jokers == 0 {
                break;
            }
        }
        if sum != best {
            let step = self.step;
            *self = Prices { step, ..known };
            self.begin(columns, offers, jokers);
        }
        columns.measure_losses(&self.tiles, self.joker);
        offers.measure_losses();
        best
    }

    /// Works out everything at the present prices.
    fn begin(&self, columns: &mut Columns, offers: &mut Offers, jokers: u8) -> (i32, i32) {
        for number in (1..=usize::from(HIGHEST)).rev() {
            offers.price(number, &self.tiles[number], self.joker);
            for colour in 0..4 {
                columns.price(colour, number, &self.tiles[number][colour], self.joker);
            }
        }
        self.sum(columns, offers, jokers)
    }

    /// Moves the prices of one colour and number to the middle of what both would give.
    fn settle(&mut self, columns: &Columns, offers: &mut Offers, number: usize, colour: usize) {
        let prices = &mut self.tiles[number][colour];
        let paid = columns.best_with(colour, number, prices, self.joker);
        let received = offers.best_with(number, colour);
        let mut by = [0; 4];
        for count in 0..4 {
            if paid[count] > NEVER && received[count] > NEVER {
                by[count] = (paid[count] - received[count]) / 2;
                prices[count] += by[count];
            }
        }
        offers.change(number, colour, &by);
    }

    /// What all can hope for together, and the jokers that they want.
    fn sum(&self, columns: &Columns, offers: &mut Offers, jokers: u8) -> (i32, i32) {
        let (mut sum, mut wanted) = offers.sum_up();
        sum += self.joker * i32::from(jokers);
        for colour in 0..4 {
            sum += columns.hope(columns.base(colour, 1));
            columns.follow(colour, |_, choice| wanted += i32::from(choice.jokers));
        }
        (sum, wanted)
    }
}
