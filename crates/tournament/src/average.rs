//! The average of a player's scores, exact (B09, X05).

use std::cmp::Ordering;
use std::fmt;

use trinta_core::Score;

/// A total divided by the number of games played; 0 without a game (G13a).
#[derive(Debug, Clone, Copy)]
pub struct Average {
    total: Score,
    games: u32,
}

impl Average {
    /// The average of this many games with this total.
    #[must_use]
    pub const fn new(total: Score, games: u32) -> Average {
        Average { total, games }
    }

    /// Numerator and denominator, in lowest terms.
    fn fraction(self) -> (i64, i64) {
        if self.games == 0 {
            return (0, 1);
        }
        let (numerator, denominator) = (self.total.in_sixtieths(), i64::from(self.games) * 60);
        let divisor = gcd(numerator.unsigned_abs(), denominator.unsigned_abs()) as i64;
        (numerator / divisor, denominator / divisor)
    }
}

fn gcd(one: u64, other: u64) -> u64 {
    if other == 0 { one } else { gcd(other, one % other) }
}

impl Ord for Average {
    fn cmp(&self, other: &Average) -> Ordering {
        let parts = |average: &Average| (i128::from(average.total.in_sixtieths()), i128::from(average.games.max(1)));
        let ((one, games), (another, other_games)) = (parts(self), parts(other));
        (one * other_games).cmp(&(another * games))
    }
}

impl PartialOrd for Average {
    fn partial_cmp(&self, other: &Average) -> Option<Ordering> {
        Some(self.cmp(other))
    }
}

impl PartialEq for Average {
    fn eq(&self, other: &Average) -> bool {
        self.cmp(other) == Ordering::Equal
    }
}

impl Eq for Average {}

impl fmt::Display for Average {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.fraction() {
            (numerator, 1) => write!(f, "{numerator}"),
            (numerator, denominator) => write!(f, "{numerator}/{denominator}"),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn b09_the_average_is_of_the_games_played() {
        let of_three = Average::new(Score::whole(30 - 5 - 10), 3);
        let of_two = Average::new(Score::whole(12 - 1), 2);
        assert_eq!((of_three.to_string(), of_two.to_string()), ("5".to_owned(), "11/2".to_owned()));
        assert!(of_two > of_three);
        assert_eq!(Average::new(Score::whole(10), 2), Average::new(Score::whole(15), 3));
        assert_eq!(Average::new(Score::whole(-10).shared_by(3), 2).to_string(), "-5/3");
        assert_eq!(Average::new(Score::ZERO, 0).to_string(), "0");
    }
}
