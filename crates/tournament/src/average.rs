//! The average of a player's scores, exact (B09, X05).

use std::cmp::Ordering;
use std::fmt;

use crate::points::{Points, write_fraction};

/// A total divided by the number of games played; 0 without a game (G13a).
#[derive(Debug, Clone, Copy)]
pub struct Average {
    total: Points,
    games: u32,
}

impl Average {
    /// The average of this many games with this total.
    #[must_use]
    pub const fn new(total: Points, games: u32) -> Average {
        Average { total, games }
    }
}

impl Ord for Average {
    fn cmp(&self, other: &Average) -> Ordering {
        let fraction = |average: &Average| average.total.divided_by(average.games.max(1));
        let ((one, games), (another, other_games)) = (fraction(self), fraction(other));
        (i128::from(one) * i128::from(other_games)).cmp(&(i128::from(another) * i128::from(games)))
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
        write_fraction(f, self.total.divided_by(self.games.max(1)))
    }
}

#[cfg(test)]
mod tests {
    use trinta_core::Score;

    use super::*;

    #[test]
    fn b09_the_average_is_of_the_games_played() {
        let of_three = Average::new(Points::whole(30 - 5 - 10), 3);
        let of_two = Average::new(Points::whole(12 - 1), 2);
        assert_eq!((of_three.to_string(), of_two.to_string()), ("5".to_owned(), "11/2".to_owned()));
        assert!(of_two > of_three);
        assert_eq!(Average::new(Points::whole(10), 2), Average::new(Points::whole(15), 3));
        assert_eq!(Average::new(Score::whole(-10).shared_by(3).into(), 2).to_string(), "-5/3");
        assert_eq!(Average::new(Points::ZERO, 0).to_string(), "0");
    }

    #[test]
    fn averages_are_equal_as_fractions() {
        let average = |total: i64, games| Average::new(Points::from(trinta_core::Score::whole(total)), games);
        assert_eq!(average(10, 2), average(15, 3));
        assert_ne!(average(10, 2), average(15, 2));
    }
}
