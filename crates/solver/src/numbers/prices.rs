//! What nobody can exceed: each colour and each number by itself, with prices for what passes between them.
//!
//! The colours would all like groups, and jokers, without asking what these cost the others. So tiles for groups have
//! a price, for each count of them one, which the colour pays and the number receives; and so has a joker. With any
//! prices the sum of what all can hope for is never less than the truth. Where a colour and a number set different
//! store by a count, the price moves to the middle, and the sum comes down. (Dual decomposition by max-marginal
//! averaging; the price of a joker is searched for on top of that.)

use trinta_core::HIGHEST;

use crate::numbers::columns::{Columns, NEVER};
use crate::numbers::offers::Offers;
use crate::numbers::supply::NUMBERS;

/// Prices of tiles for groups, by number, colour and count, and of a joker.
#[derive(Debug, Clone)]
pub(super) struct Prices {
    tiles: [[[i32; 4]; 4]; NUMBERS],
    joker: i32,
    /// What nobody can exceed at these prices.
    sum: i32,
}

/// How the price of a joker is looked for.
#[derive(Debug, Clone, Copy)]
struct Way {
    /// What a tile is worth.
    tile: i32,
    /// By which factor the price changes next.
    factor: f32,
    /// How many changes did not help, one after the other.
    failed: u32,
}

/// Looks for good prices. Keeps what it knows from round to round.
#[derive(Debug, Clone)]
pub(super) struct Market {
    prices: Prices,
    way: Way,
    /// Whether nothing has been tried yet.
    fresh: bool,
}

impl Default for Market {
    fn default() -> Market {
        Market::new(0)
    }
}

/// How often all prices are gone over before the joker's is changed.
const A_WHILE: u32 = 3;

/// After so many changes of the joker's price that did not help it is left as it is.
const TRIES: u32 = 6;

impl Market {
    /// Everything is free, and one tile is worth so much.
    pub(super) const fn new(tile: u32) -> Market {
        Market { prices: Prices::new(0), way: Way { tile: tile as i32, factor: 0.5, failed: 0 }, fresh: true }
    }

    /// Makes all prices smaller, as what tiles are worth gets smaller.
    pub(super) fn scale(&mut self, from: u32, to: u32) {
        let scaled = |price: i32| (i64::from(price) * i64::from(to) / i64::from(from)) as i32;
        for price in self.prices.tiles.as_flattened_mut().as_flattened_mut() {
            *price = scaled(*price);
        }
        self.prices.joker = scaled(self.prices.joker);
        self.way.tile = to as i32;
    }

    /// Goes over all prices so many times, or until it is enough, and gives what nobody can exceed with the best.
    pub(super) fn improve(&mut self, stall: &mut Stall<'_>, unit: u32, sweeps: u32) -> i32 {
        if stall.jokers == 0 {
            stall.sweep(&mut self.prices, sweeps);
        } else {
            // So small a price spoils no proof, and of ways that are equally good it prefers those with fewer jokers.
            let least = unit as i32 / (i32::from(stall.jokers) + 1);
            self.prices.joker = self.prices.joker.max(least);
            self.look_for_joker(stall, least, sweeps);
        }
        self.fresh = false;
        stall.columns.measure_losses(&self.prices.tiles, self.prices.joker);
        stall.offers.measure_losses();
        self.prices.sum
    }

    /// Changes all prices a while, then tries another price for jokers, and so on.
    fn look_for_joker(&mut self, stall: &mut Stall<'_>, least: i32, sweeps: u32) {
        let mut left = sweeps;
        let mut up_to_date = false;
        if self.fresh {
            // Where jokers are plenty they are free; where they are scarce, two tiles are a good first guess.
            stall.sweep(&mut self.prices, 1);
            if self.prices.sum <= stall.enough {
                return;
            }
            let mut scarce = Prices::new(2 * self.way.tile);
            stall.sweep(&mut scarce, A_WHILE);
            up_to_date = scarce.sum < self.prices.sum;
            if up_to_date {
                self.prices = scarce;
            } else {
                self.way.factor = 8.0;
            }
            left = left.saturating_sub(A_WHILE + 1);
        }
        while left > 0 && self.prices.sum > stall.enough {
            let before = self.prices.sum;
            stall.sweep(&mut self.prices, left.min(A_WHILE));
            up_to_date = true;
            left = left.saturating_sub(A_WHILE);
            if self.prices.sum <= stall.enough {
                break;
            }
            if left == 0 || self.way.failed > TRIES {
                if self.prices.sum == before {
                    break;
                }
                continue;
            }
            let mut other = self.prices.clone();
            other.joker = ((self.prices.joker as f32 * self.way.factor) as i32).max(least);
            stall.sweep(&mut other, left.min(A_WHILE));
            left = left.saturating_sub(A_WHILE);
            up_to_date = other.sum < self.prices.sum;
            if up_to_date {
                self.prices = other;
                self.way.failed = 0;
            } else {
                self.way.turn_round();
            }
        }
        if !up_to_date {
            stall.look(&mut self.prices);
        }
    }
}

impl Way {
    /// The last change did not help: the other way round, and after both in smaller steps.
    fn turn_round(&mut self) {
        self.failed += 1;
        self.factor = 1.0 / self.factor;
        if self.failed.is_multiple_of(2) {
            self.factor = self.factor.sqrt();
        }
    }
}

impl Prices {
    /// Prices to begin with: everything is free but jokers.
    const fn new(joker: i32) -> Prices {
        Prices { tiles: [[[0; 4]; 4]; NUMBERS], joker, sum: i32::MAX }
    }
}

/// Those who buy and sell.
pub(super) struct Stall<'a> {
    pub(super) columns: &'a mut Columns,
    pub(super) offers: &'a mut Offers,
    pub(super) jokers: u8,
    /// A sum of no more than this is as good as any.
    pub(super) enough: i32,
}

impl Stall<'_> {
    /// Goes over all prices so many times, or until nothing changes.
    fn sweep(&mut self, prices: &mut Prices, times: u32) {
        self.look(prices);
        for _ in 0..times {
            for number in 1..=usize::from(HIGHEST) {
                for colour in 0..4 {
                    self.settle(prices, number, colour);
                    self.columns.go_on(colour, number, &prices.tiles[number][colour], prices.joker);
                }
            }
            for number in (1..=usize::from(HIGHEST)).rev() {
                for colour in 0..4 {
                    self.settle(prices, number, colour);
                    self.columns.price(colour, number, &prices.tiles[number][colour], prices.joker);
                }
            }
            let before = std::mem::replace(&mut prices.sum, self.sum(prices.joker));
            if prices.sum == before || prices.sum <= self.enough {
                break;
            }
        }
    }

    /// Works out everything at these prices.
    fn look(&mut self, prices: &mut Prices) {
        for number in (1..=usize::from(HIGHEST)).rev() {
            self.offers.price(number, &prices.tiles[number], prices.joker);
            for colour in 0..4 {
                self.columns.price(colour, number, &prices.tiles[number][colour], prices.joker);
            }
        }
        prices.sum = self.sum(prices.joker);
    }

    /// Moves the prices of one colour and number to the middle of what both would give.
    fn settle(&mut self, prices: &mut Prices, number: usize, colour: usize) {
        if !self.offers.is_open(number, colour) {
            return;
        }
        let tiles = &mut prices.tiles[number][colour];
        let paid = self.columns.best_with(colour, number, tiles, prices.joker);
        let received = self.offers.best_with(number, colour);
        let mut by = [0; 4];
        for count in 0..4 {
            if paid[count] > NEVER && received[count] > NEVER {
                by[count] = (paid[count] - received[count]) / 2;
                tiles[count] += by[count];
            }
        }
        self.offers.change(number, colour, &by);
    }

    /// What all can hope for together.
    fn sum(&mut self, joker: i32) -> i32 {
        let colours: i32 = (0..4).map(|colour| self.columns.hope(self.columns.base(colour, 1))).sum();
        self.offers.sum_up() + colours + joker * i32::from(self.jokers)
    }
}
