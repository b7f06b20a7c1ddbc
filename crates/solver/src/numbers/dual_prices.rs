//! The upper bound: dual decomposition into colours and numbers, with dual prices for what couples them.
//!
//! The subproblems are coupled by two constraints: the tiles that a colour offers to groups of a number are those that
//! the number's groups use, and the number of jokers is limited. Both are relaxed (Lagrangian relaxation): offered tiles
//! have a price for each count of them, which the colour pays and the number receives, and a joker has a price. At any
//! prices the optima of the subproblems add up to an upper bound. Where a colour and a number disagree about the value
//! of a count, moving the price to the mean of both max-marginals lowers the bound or leaves it (max-marginal
//! averaging). The price of a joker, which couples everything, is found by a line search on top of that.

use trinta_core::HIGHEST_NUMBER;

use crate::numbers::colour_graph::{ColourGraphs, INFEASIBLE};
use crate::numbers::groupings::Groupings;
use crate::numbers::supply::NUMBERS;

/// Dual prices and the upper bound that they give.
#[derive(Debug, Clone)]
struct DualPrices {
    /// The price of offered tiles by number, colour and count.
    tiles: [[[i32; 4]; 4]; NUMBERS],
    joker: i32,
    bound: i32,
}

/// The line search for the price of a joker.
#[derive(Debug, Clone, Copy)]
struct JokerSearch {
    /// The weight of a typical tile, as a scale.
    tile: i32,
    /// The factor of the next change.
    factor: f32,
    /// The number of successive changes that did not improve the bound.
    failures: u32,
}

/// The optimisation of the dual prices, which can be continued.
#[derive(Debug, Clone)]
pub(super) struct PriceOptimizer {
    prices: DualPrices,
    joker_search: JokerSearch,
    /// Whether nothing has been tried yet.
    is_fresh: bool,
}

impl Default for PriceOptimizer {
    fn default() -> PriceOptimizer {
        PriceOptimizer::new(0)
    }
}

/// The number of sweeps between two changes of the joker's price.
const SWEEPS_PER_JOKER_PRICE: u32 = 3;

/// After this many failures the joker's price stays as it is.
const MAX_FAILURES: u32 = 6;

impl PriceOptimizer {
    /// Starts with prices of 0, given the weight of a typical tile.
    pub(super) const fn new(tile: u32) -> PriceOptimizer {
        PriceOptimizer {
            prices: DualPrices::new(0),
            joker_search: JokerSearch { tile: tile as i32, factor: 0.5, failures: 0 },
            is_fresh: true,
        }
    }

    /// Scales all prices, as the weight of a typical tile changes.
    pub(super) fn scale(&mut self, from: u32, to: u32) {
        let scaled = |price: i32| (i64::from(price) * i64::from(to) / i64::from(from)) as i32;
        for price in self.prices.tiles.as_flattened_mut().as_flattened_mut() {
            *price = scaled(*price);
        }
        self.prices.joker = scaled(self.prices.joker);
        self.joker_search.tile = to as i32;
    }

    /// Improves the prices with this many sweeps, or until the bound reaches its target; computes the reduced losses
    /// and returns the bound.
    pub(super) fn improve(&mut self, relaxation: &mut Relaxation<'_>, unit: u32, sweeps: u32) -> i32 {
        if relaxation.jokers == 0 {
            relaxation.sweep(&mut self.prices, sweeps);
        } else {
            // A price this small can't spoil a proof, and among equal plays it prefers those with fewer jokers.
            let min_price = unit as i32 / (i32::from(relaxation.jokers) + 1);
            self.prices.joker = self.prices.joker.max(min_price);
            self.search_joker_price(relaxation, min_price, sweeps);
        }
        self.is_fresh = false;
        relaxation.graphs.compute_losses(&self.prices.tiles, self.prices.joker);
        relaxation.groupings.compute_losses();
        self.prices.bound
    }

    /// Alternates sweeps over the prices of tiles with changes of the joker's price.
    fn search_joker_price(&mut self, relaxation: &mut Relaxation<'_>, min_price: i32, sweeps: u32) {
        let mut left = sweeps;
        // Whether the subproblems have last been solved at the current prices.
        let mut up_to_date = false;
        if self.is_fresh {
            // If jokers are plentiful they are free; if they are scarce, two tiles are a good first guess.
            relaxation.sweep(&mut self.prices, 1);
            if self.prices.bound <= relaxation.target {
                return;
            }
            let mut scarce = DualPrices::new(2 * self.joker_search.tile);
            relaxation.sweep(&mut scarce, SWEEPS_PER_JOKER_PRICE);
            up_to_date = scarce.bound < self.prices.bound;
            if up_to_date {
                self.prices = scarce;
            } else {
                self.joker_search.factor = 8.0;
            }
            left = left.saturating_sub(SWEEPS_PER_JOKER_PRICE + 1);
        }
        while left > 0 && self.prices.bound > relaxation.target {
            let before = self.prices.bound;
            relaxation.sweep(&mut self.prices, left.min(SWEEPS_PER_JOKER_PRICE));
            up_to_date = true;
            left = left.saturating_sub(SWEEPS_PER_JOKER_PRICE);
            if self.prices.bound <= relaxation.target {
                break;
            }
            if left == 0 || self.joker_search.failures > MAX_FAILURES {
                if self.prices.bound == before {
                    break;
                }
                continue;
            }
            let mut trial = self.prices.clone();
            trial.joker = self.joker_search.next_price(self.prices.joker, min_price);
            relaxation.sweep(&mut trial, left.min(SWEEPS_PER_JOKER_PRICE));
            left = left.saturating_sub(SWEEPS_PER_JOKER_PRICE);
            up_to_date = trial.bound < self.prices.bound;
            if up_to_date {
                self.prices = trial;
                self.joker_search.failures = 0;
            } else {
                self.joker_search.fail();
            }
        }
        if !up_to_date {
            relaxation.evaluate(&mut self.prices);
        }
    }
}

/// The highest price of a joker. No joker is worth this much: the weights of a whole rack are less. Where the bound gets better
/// with each sweep, whatever the price, the search would otherwise go on until prices do not fit any more.
const MAX_JOKER_PRICE: i32 = 1 << 26;

impl JokerSearch {
    /// The price to try after this one.
    fn next_price(&self, price: i32, min_price: i32) -> i32 {
        ((price as f32 * self.factor) as i32).min(MAX_JOKER_PRICE).max(min_price)
    }

    /// After a failure the search turns round, and after failures in both directions it takes smaller steps.
    fn fail(&mut self) {
        self.failures += 1;
        self.factor = 1.0 / self.factor;
        if self.failures.is_multiple_of(2) {
            self.factor = self.factor.sqrt();
        }
    }
}

impl DualPrices {
    /// All prices are 0 but that of a joker.
    const fn new(joker: i32) -> DualPrices {
        DualPrices { tiles: [[[0; 4]; 4]; NUMBERS], joker, bound: i32::MAX }
    }
}

/// The relaxed problem: independent subproblems for colours and numbers.
pub(super) struct Relaxation<'a> {
    pub(super) graphs: &'a mut ColourGraphs,
    pub(super) groupings: &'a mut Groupings,
    pub(super) jokers: u8,
    /// A bound no larger than this needs no improvement.
    pub(super) target: i32,
}

impl Relaxation<'_> {
    /// Sweeps over all numbers and back, averaging max-marginals; ends early if the bound does not change any more or
    /// reaches its target.
    fn sweep(&mut self, prices: &mut DualPrices, times: u32) {
        self.evaluate(prices);
        for _ in 0..times {
            for number in 1..=usize::from(HIGHEST_NUMBER) {
                for colour in 0..4 {
                    self.average_marginals(prices, number, colour);
                    self.graphs.update_forward(colour, number, &prices.tiles[number][colour], prices.joker);
                }
            }
            for number in (1..=usize::from(HIGHEST_NUMBER)).rev() {
                for colour in 0..4 {
                    self.average_marginals(prices, number, colour);
                    self.graphs.update_backward(colour, number, &prices.tiles[number][colour], prices.joker);
                }
            }
            let before = std::mem::replace(&mut prices.bound, self.bound(prices.joker));
            if prices.bound == before || prices.bound <= self.target {
                break;
            }
        }
    }

    /// Solves the subproblems at these prices.
    fn evaluate(&mut self, prices: &mut DualPrices) {
        for number in (1..=usize::from(HIGHEST_NUMBER)).rev() {
            self.groupings.set_prices(number, &prices.tiles[number], prices.joker);
            for colour in 0..4 {
                self.graphs.update_backward(colour, number, &prices.tiles[number][colour], prices.joker);
            }
        }
        prices.bound = self.bound(prices.joker);
    }

    /// Moves the prices of one colour at one number to the mean of the max-marginals of both.
    fn average_marginals(&mut self, prices: &mut DualPrices, number: usize, colour: usize) {
        if !self.groupings.is_priced(number, colour) {
            return;
        }
        let tiles = &mut prices.tiles[number][colour];
        let of_colour = self.graphs.max_marginals(colour, number, tiles, prices.joker);
        let of_number = self.groupings.max_marginals(number, colour);
        let mut change = [0; 4];
        for count in 0..4 {
            if of_colour[count] > INFEASIBLE && of_number[count] > INFEASIBLE {
                change[count] = (of_colour[count] - of_number[count]) / 2;
                tiles[count] += change[count];
            }
        }
        self.groupings.change_prices(number, colour, &change);
    }

    /// The sum of the optima of all subproblems, plus the price of all jokers.
    fn bound(&mut self, joker: i32) -> i32 {
        let colours: i32 = (0..4).map(|colour| self.graphs.optimum(colour)).sum();
        self.groupings.optimum() + colours + joker * i32::from(self.jokers)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_price_of_a_joker_stays_where_sums_of_prices_fit() {
        let search = JokerSearch { tile: 300_000, factor: 8.0, failures: 0 };
        let mut price = 2 * search.tile;
        for _ in 0..40 {
            price = search.next_price(price, 1);
        }
        assert_eq!(price, MAX_JOKER_PRICE);
        // A grouping of four jokers, with the prices of four tiles that follow from theirs, twice over.
        assert!(price.checked_mul(4 + 2 * 4 + 2 * 4).is_some());
        let falling = JokerSearch { factor: 0.125, ..search };
        assert_eq!(falling.next_price(3, 1), 1);
    }
}
