//! A sequential test: it stays valid although its result is looked at after every group.
//!
//! Checking an ordinary confidence interval again and again until it excludes equality finds differences that don't
//! exist. This is a test by betting (Waudby-Smith and Ramdas, "Estimating means of bounded random variables by betting",
//! 2024). A gambler who believes that one bot is better stakes part of their wealth on every group, at odds that are
//! fair if both bots are equally good. In that case the wealth ever grows twentyfold with a probability of at most one
//! in twenty, however long the bet goes on (Ville's inequality). Nothing is assumed about the numbers but that they lie
//! between 0 and 1.

use crate::arena::interval::Sample;

/// The result of the test so far.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Verdict {
    /// The mean is above that of the null hypothesis.
    Above,
    /// The mean is below that of the null hypothesis.
    Below,
    /// Undecided.
    Open,
}

/// A test whether the mean of numbers between 0 and 1 is above or below a given one.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct BettingTest {
    /// The mean of the null hypothesis.
    null_mean: f64,
    /// The wealth at which the null hypothesis is rejected.
    goal: f64,
    /// The wealth of the gambler who bets that the mean is above, and of the one who bets that it is below.
    above: f64,
    below: f64,
    sample: Sample,
}

impl BettingTest {
    /// A test of this mean with this probability of error.
    #[must_use]
    pub fn new(null_mean: f64, error: f64) -> BettingTest {
        // The two gamblers share the error.
        BettingTest { null_mean, goal: 2.0 / error, above: 1.0, below: 1.0, sample: Sample::default() }
    }

    /// Adds a number; has no effect once the test is decided.
    pub fn add(&mut self, number: f64) {
        if self.verdict() != Verdict::Open {
            return;
        }
        // Stakes depend on earlier numbers only, with one prior number at the null mean.
        let count = self.sample.count() as f64;
        let mean = (self.null_mean + self.sample.mean() * count) / (1.0 + count);
        let variance = (0.25 + self.sample.variance() * count) / (1.0 + count);
        let edge = mean - self.null_mean;
        let stake = edge / (variance + edge * edge);
        // The worst number costs at most half of the wealth.
        let up = stake.clamp(0.0, 0.5 / self.null_mean);
        let down = (-stake).clamp(0.0, 0.5 / (1.0 - self.null_mean));
        self.above *= 1.0 + up * (number - self.null_mean);
        self.below *= 1.0 - down * (number - self.null_mean);
        self.sample.add(number);
    }

    /// The result so far.
    #[must_use]
    pub fn verdict(&self) -> Verdict {
        if self.above >= self.goal {
            Verdict::Above
        } else if self.below >= self.goal {
            Verdict::Below
        } else {
            Verdict::Open
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use trinta_dice::Dice;

    /// The verdict, and the number of pairs that it took.
    fn run(dice: &mut Dice, wins: u32, limit: usize) -> (Verdict, usize) {
        let mut bet = BettingTest::new(0.5, 0.05);
        for pairs in 0..limit {
            if bet.verdict() != Verdict::Open {
                return (bet.verdict(), pairs);
            }
            let game = |dice: &mut Dice| f64::from(u8::from(dice.chance(wins)));
            bet.add((game(dice) + game(dice)) / 2.0);
        }
        (bet.verdict(), limit)
    }

    #[test]
    fn equal_bots_are_told_apart_at_most_once_in_twenty() {
        let mut dice = Dice::new(5);
        let wrong = (0..400).filter(|_| run(&mut dice, 50, 2000).0 != Verdict::Open).count();
        assert!(wrong <= 20 + 9, "{wrong} of 400");
    }

    #[test]
    fn a_better_bot_is_found_soon() {
        let mut dice = Dice::new(6);
        for (wins, verdict, most) in [(65, Verdict::Above, 200), (30, Verdict::Below, 120)] {
            let runs: Vec<_> = (0..100).map(|_| run(&mut dice, wins, 5000)).collect();
            assert!(runs.iter().filter(|(found, _)| *found == verdict).count() >= 99);
            let mean = runs.iter().map(|(_, pairs)| pairs).sum::<usize>() / 100;
            assert!(mean < most, "{wins} %: {mean} pairs");
        }
    }
}
