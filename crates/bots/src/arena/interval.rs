//! Means and their confidence intervals over mirrored groups.
//!
//! The sampling unit is the group, not the game, because the games of a group share their tiles. Each group contributes
//! one number, the mean over its games; groups are independent of each other.

/// The two-sided 95 % quantile of the normal distribution.
const Z_95: f64 = 1.959_963_984_540_054;

/// A mean and its 95 % confidence interval.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Estimate {
    /// The sample mean.
    pub mean: f64,
    /// The lower end of the interval.
    pub low: f64,
    /// The upper end of the interval.
    pub high: f64,
}

/// A running mean and variance (Welford's method).
#[derive(Debug, Clone, Copy, PartialEq, Default)]
pub struct Sample {
    count: u64,
    mean: f64,
    squares: f64,
}

impl Sample {
    /// Adds a number.
    pub fn add(&mut self, number: f64) {
        self.count += 1;
        let deviation = number - self.mean;
        self.mean += deviation / self.count as f64;
        self.squares += deviation * (number - self.mean);
    }

    /// The number of numbers.
    #[must_use]
    pub const fn count(&self) -> u64 {
        self.count
    }

    /// The mean; 0 if there are no numbers.
    #[must_use]
    pub const fn mean(&self) -> f64 {
        self.mean
    }

    /// The sample variance.
    #[must_use]
    pub fn variance(&self) -> f64 {
        if self.count < 2 { 0.0 } else { self.squares / (self.count - 1) as f64 }
    }

    /// The mean of arbitrary numbers. The interval of a single number is infinite.
    #[must_use]
    pub fn estimate(&self) -> Estimate {
        let margin = match self.count {
            0 | 1 => f64::INFINITY,
            count => Z_95 * (self.variance() / count as f64).sqrt(),
        };
        Estimate { mean: self.mean, low: self.mean - margin, high: self.mean + margin }
    }

    /// The mean of numbers between 0 and 1: Wilson's interval for the effective sample size, the number of independent
    /// games that would give the same variance as these groups.
    #[must_use]
    pub fn share(&self) -> Estimate {
        if self.count == 0 {
            return Estimate { mean: 0.0, low: 0.0, high: 1.0 };
        }
        let mean = self.mean.clamp(0.0, 1.0);
        let game_variance = mean * (1.0 - mean);
        // Groups without any variance count as one game each.
        let games = match self.variance() {
            none if none <= f64::EPSILON => self.count as f64,
            variance => (game_variance / variance).max(f64::EPSILON) * self.count as f64,
        };
        let square = Z_95 * Z_95 / games;
        let middle = (mean + square / 2.0) / (1.0 + square);
        let margin = Z_95 / (1.0 + square) * (game_variance / games + square / (4.0 * games)).sqrt();
        Estimate { mean, low: (middle - margin).max(0.0), high: (middle + margin).min(1.0) }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use trinta_dice::Dice;

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
    fn nineteen_of_twenty_intervals_cover_the_true_mean() {
        let mut dice = Dice::new(11);
        let (mut shares, mut means) = (0, 0);
        for _ in 0..1000 {
            // A pair of games of a bot that wins 7 games in 10; in half of the pairs the tiles alone decide both games.
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
    fn without_games_the_interval_is_as_wide_as_possible() {
        assert_eq!(Sample::default().share(), Estimate { mean: 0.0, low: 0.0, high: 1.0 });
        assert_eq!(sample([3.0]).estimate().high, f64::INFINITY);
    }
}
