//! Means with their intervals, reckoned over mirrored groups.
//!
//! The unit is the group, not the game: the games of one group share their tiles. Each group gives one number, the mean
//! over its games, and groups are independent of each other.

/// Standard errors to either side of a mean for an interval of 95 %.
const NINETY_FIVE: f64 = 1.959_963_984_540_054;

/// A mean and its interval of 95 %.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Estimate {
    /// The mean.
    pub mean: f64,
    /// The lower end of the interval.
    pub low: f64,
    /// The upper end.
    pub high: f64,
}

/// Numbers one after the other, of which mean and variance are kept (Welford's method).
#[derive(Debug, Clone, Copy, PartialEq, Default)]
pub struct Sample {
    count: u64,
    mean: f64,
    squares: f64,
}

impl Sample {
    /// One more number.
    pub fn add(&mut self, number: f64) {
        self.count += 1;
        let off = number - self.mean;
        self.mean += off / self.count as f64;
        self.squares += off * (number - self.mean);
    }

    /// How many numbers.
    #[must_use]
    pub const fn count(&self) -> u64 {
        self.count
    }

    /// Their mean; 0 if there are none.
    #[must_use]
    pub const fn mean(&self) -> f64 {
        self.mean
    }

    /// Their variance, as far as a sample tells.
    #[must_use]
    pub fn variance(&self) -> f64 {
        if self.count < 2 { 0.0 } else { self.squares / (self.count - 1) as f64 }
    }

    /// The mean of numbers of any size. A single number has no interval: its ends are infinite.
    #[must_use]
    pub fn estimate(&self) -> Estimate {
        let off = match self.count {
            0 | 1 => f64::INFINITY,
            count => NINETY_FIVE * (self.variance() / count as f64).sqrt(),
        };
        Estimate { mean: self.mean, low: self.mean - off, high: self.mean + off }
    }

    /// The mean of shares between 0 and 1: Wilson's interval for as many independent games as would leave the same
    /// doubt as these groups do.
    #[must_use]
    pub fn share(&self) -> Estimate {
        if self.count == 0 {
            return Estimate { mean: 0.0, low: 0.0, high: 1.0 };
        }
        let mean = self.mean.clamp(0.0, 1.0);
        let of_one_game = mean * (1.0 - mean);
        // Groups that are all alike tell no more than one game each.
        let games = match self.variance() {
            none if none <= f64::EPSILON => self.count as f64,
            variance => (of_one_game / variance).max(f64::EPSILON) * self.count as f64,
        };
        let square = NINETY_FIVE * NINETY_FIVE / games;
        let middle = (mean + square / 2.0) / (1.0 + square);
        let off = NINETY_FIVE / (1.0 + square) * (of_one_game / games + square / (4.0 * games)).sqrt();
        Estimate { mean, low: (middle - off).max(0.0), high: (middle + off).min(1.0) }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::dice::Dice;

    fn sample(numbers: impl IntoIterator<Item = f64>) -> Sample {
        let mut sample = Sample::default();
        numbers.into_iter().for_each(|number| sample.add(number));
        sample
    }

    #[test]
    fn single_games_give_wilsons_interval() {
        // 60 of 100: Wilson's interval is 0.502 to 0.691. The sample's variance differs from p(1-p) by 1 in 99.
        let share = sample((0..100).map(|number| f64::from(u8::from(number < 60)))).share();
        assert!((share.low - 0.502).abs() < 0.002 && (share.high - 0.691).abs() < 0.002, "{share:?}");
        let none = sample([0.0; 20]).share();
        assert!(none.low == 0.0 && (none.high - 0.161).abs() < 0.001, "{none:?}");
    }

    #[test]
    fn mirrored_games_that_cancel_out_narrow_the_interval() {
        let cancelled = sample([0.5, 0.5, 0.5, 1.0, 0.5, 0.5, 0.0, 0.5, 0.5, 0.5]).share();
        let single = sample([1.0, 0.0, 1.0, 0.0, 1.0, 0.0, 1.0, 0.0, 1.0, 0.0]).share();
        assert!(cancelled.high - cancelled.low < single.high - single.low);
    }

    #[test]
    fn nineteen_of_twenty_intervals_hold_what_they_claim() {
        let mut dice = Dice::new(11);
        let (mut shares, mut means) = (0, 0);
        for _ in 0..1000 {
            // Two games of a pair, of which one bot wins 7 in 10; half of the pairs are decided by the tiles alone.
            let pair = |dice: &mut Dice| {
                let (game, same) = (|dice: &mut Dice| f64::from(u8::from(dice.chance(70))), dice.chance(50));
                let first = game(dice);
                (first + if same { first } else { game(dice) }) / 2.0
            };
            let pairs = sample((0..200).map(|_| pair(&mut dice)));
            shares += u32::from((pairs.share().low..pairs.share().high).contains(&0.7));
            means += u32::from((pairs.estimate().low..pairs.estimate().high).contains(&0.7));
        }
        assert!((925..=975).contains(&shares) && (925..=975).contains(&means), "{shares} {means}");
    }

    #[test]
    fn no_games_tell_nothing() {
        assert_eq!(Sample::default().share(), Estimate { mean: 0.0, low: 0.0, high: 1.0 });
        assert_eq!(sample([3.0]).estimate().high, f64::INFINITY);
    }
}
