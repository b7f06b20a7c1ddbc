//! Exact scores (N22).

use std::fmt;
use std::iter::Sum;
use std::ops::{Add, AddAssign, Neg, Sub};
use std::str::FromStr;

/// The parts of a point. 60 is the least common multiple of 1 to 6, so that up to six players can share points exactly.
const PARTS_PER_POINT: i64 = 60;
/// Far above the scores of any game. Text with larger numbers is refused.
const MAX_NUMERATOR: i64 = 1_000_000_000;

/// A score: a fraction whose denominator divides 60, so that any share among up to six winners is exact.
///
/// ```
/// use trinta_core::Score;
///
/// let share = Score::whole(15).shared_by(2);
/// assert_eq!(share.to_string(), "15/2");
/// assert_eq!(share + share, Score::whole(15));
/// assert_eq!("-10/3".parse::<Score>()?, Score::whole(-10).shared_by(3));
/// # Ok::<(), trinta_core::ScoreError>(())
/// ```
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Default)]
pub struct Score(i64);

impl Score {
    /// No points.
    pub const ZERO: Score = Score(0);

    /// A whole number of points.
    #[must_use]
    pub const fn whole(points: i64) -> Score {
        Score(points * PARTS_PER_POINT)
    }

    /// The score as a floating-point number, for statistics.
    ///
    /// ```
    /// assert_eq!(trinta_core::Score::whole(15).shared_by(2).approximate(), 7.5);
    /// ```
    #[must_use]
    pub fn approximate(self) -> f64 {
        self.0 as f64 / PARTS_PER_POINT as f64
    }

    /// The score in sixtieths of a point, which is always a whole number.
    ///
    /// ```
    /// assert_eq!(trinta_core::Score::whole(15).shared_by(2).in_sixtieths(), 450);
    /// ```
    #[must_use]
    pub const fn in_sixtieths(self) -> i64 {
        self.0
    }

    /// An equal share among this many winners.
    ///
    /// # Panics
    /// If `winners` is not 1 to 6, or if the share would not be exact, which can happen when a share is shared again.
    #[must_use]
    pub fn shared_by(self, winners: usize) -> Score {
        let winners = winners as i64;
        assert!((1..=6).contains(&winners) && self.0 % winners == 0, "a score is shared by 1 to 6 winners, once");
        Score(self.0 / winners)
    }
}

impl Add for Score {
    type Output = Score;
    fn add(self, other: Score) -> Score {
        Score(self.0 + other.0)
    }
}

impl Sub for Score {
    type Output = Score;
    fn sub(self, other: Score) -> Score {
        Score(self.0 - other.0)
    }
}

impl AddAssign for Score {
    fn add_assign(&mut self, other: Score) {
        self.0 += other.0;
    }
}

impl Neg for Score {
    type Output = Score;
    fn neg(self) -> Score {
        Score(-self.0)
    }
}

impl Sum for Score {
    fn sum<I: Iterator<Item = Score>>(scores: I) -> Score {
        scores.fold(Score::ZERO, Add::add)
    }
}

impl fmt::Display for Score {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let divisor =
            (1..=PARTS_PER_POINT).rev().find(|part| PARTS_PER_POINT % part == 0 && self.0 % part == 0).unwrap_or(1);
        let (numerator, denominator) = (self.0 / divisor, PARTS_PER_POINT / divisor);
        if denominator == 1 { f.pad(&numerator.to_string()) } else { f.pad(&format!("{numerator}/{denominator}")) }
    }
}

/// Text that is not a score.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[error("`{0}` is not a score: write a whole number (-5) or a fraction (15/2) as shares among up to 6 players give it")]
pub struct ScoreError(String);

impl FromStr for Score {
    type Err = ScoreError;

    fn from_str(text: &str) -> Result<Score, ScoreError> {
        let wrong = || ScoreError(text.to_owned());
        let (numerator, denominator) = text.trim().split_once('/').unwrap_or((text.trim(), "1"));
        let numerator: i64 = numerator.parse().map_err(|_| wrong())?;
        let denominator: i64 = denominator.parse().map_err(|_| wrong())?;
        let exact = denominator > 0
            && PARTS_PER_POINT % denominator == 0
            && (-MAX_NUMERATOR..=MAX_NUMERATOR).contains(&numerator);
        if exact { Ok(Score(numerator * (PARTS_PER_POINT / denominator))) } else { Err(wrong()) }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn shares_are_exact_and_shown_in_lowest_terms() {
        for winners in 1..=6 {
            let share = Score::whole(7).shared_by(winners);
            assert_eq!((0..winners).map(|_| share).sum::<Score>(), Score::whole(7));
        }
        assert_eq!(Score::whole(10).shared_by(4).to_string(), "5/2");
        assert_eq!(Score::whole(10).shared_by(3).to_string(), "10/3");
        assert_eq!((-Score::whole(3)).to_string(), "-3");
        assert_eq!(Score::ZERO.to_string(), "0");
    }

    #[test]
    fn scores_round_trip_as_text() {
        for text in ["0", "24", "-5", "15/2", "-10/3", "7/60"] {
            assert_eq!(text.parse::<Score>().unwrap().to_string(), text);
        }
        assert_eq!("+24".parse::<Score>().unwrap(), Score::whole(24));
        assert_eq!("30/4".parse::<Score>().unwrap().to_string(), "15/2");
    }

    #[test]
    fn what_is_no_score_is_refused() {
        for text in ["", "x", "1/7", "1/0", "1/-2", "1.5", "9999999999999", "-9223372036854775808", "1/2/3"] {
            assert!(text.parse::<Score>().is_err(), "{text}");
        }
    }
}
