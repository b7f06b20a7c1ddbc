//! When the answer is clear: a test that may be looked at after every group.
//!
//! Looking at an ordinary interval again and again until it pleases finds differences that are not there. This test is
//! a bet instead (Waudby-Smith and Ramdas, "Estimating means of bounded random variables by betting", 2024): somebody
//! who believes that one bot is better stakes a part of their money on every group, at odds that are fair if both are
//! equally good. If they are, the money grows twentyfold with a chance of one in twenty at the most, however long the
//! bet goes on (Ville's inequality). The numbers need only lie between 0 and 1; nothing else is assumed of them.

use crate::arena::interval::Sample;

/// What is known so far.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Verdict {
    /// The mean is above the question's.
    Above,
    /// The mean is below.
    Below,
    /// Not known yet.
    Open,
}

/// Is the mean of numbers between 0 and 1 above or below this?
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Bet {
    /// The mean that is asked about.
    asked: f64,
    /// What the money must grow to.
    goal: f64,
    /// The money of those who bet that the mean is above, and below.
    above: f64,
    below: f64,
    sample: Sample,
}

impl Bet {
    /// The question whether the mean is this, wrong with at most this chance.
    #[must_use]
    pub fn new(asked: f64, error: f64) -> Bet {
        // Two bets share the error.
        Bet { asked, goal: 2.0 / error, above: 1.0, below: 1.0, sample: Sample::default() }
    }

    /// One more number.
    pub fn add(&mut self, number: f64) {
        if self.verdict() != Verdict::Open {
            return;
        }
        // Stakes are fixed before the number is looked at: as if all so far were one number at the mean and some doubt.
        let count = self.sample.count() as f64;
        let mean = (self.asked + self.sample.mean() * count) / (1.0 + count);
        let variance = (0.25 + self.sample.variance() * count) / (1.0 + count);
        let edge = mean - self.asked;
        let stake = edge / (variance + edge * edge);
        // Never more than half of what would be lost at worst.
        let up = stake.clamp(0.0, 0.5 / self.asked);
        let down = (-stake).clamp(0.0, 0.5 / (1.0 - self.asked));
        self.above *= 1.0 + up * (number - self.asked);
        self.below *= 1.0 - down * (number - self.asked);
        self.sample.add(number);
    }

    /// What is known so far.
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
    use crate::dice::Dice;

    /// After how many pairs it is clear, if ever.
    fn run(dice: &mut Dice, wins: u32, most: usize) -> (Verdict, usize) {
        let mut bet = Bet::new(0.5, 0.05);
        for pairs in 0..most {
            if bet.verdict() != Verdict::Open {
                return (bet.verdict(), pairs);
            }
            let game = |dice: &mut Dice| f64::from(u8::from(dice.chance(wins)));
            bet.add((game(dice) + game(dice)) / 2.0);
        }
        (bet.verdict(), most)
    }

    #[test]
    fn equals_are_told_apart_once_in_twenty_at_the_most() {
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
