//! Points of the standings: scores that may have been multiplied or halved, exact.

use std::fmt;
use std::ops::{Add, AddAssign, Sub};

use serde::{Serialize, Serializer};
use trinta_core::Score;

/// How often points can be halved, by carrying them over from stage to stage.
pub(crate) const MAX_HALVINGS: u32 = 6;
/// The parts of a sixtieth: one division by three and the halvings stay exact.
const PARTS_OF_A_SIXTIETH: i64 = 3 << MAX_HALVINGS;
const PARTS: i64 = 60 * PARTS_OF_A_SIXTIETH;

/// Points or wins in the standings, as an exact fraction.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Default)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS))]
#[cfg_attr(feature = "ts", ts(type = "string"))]
pub struct Points(i64);

impl Points {
    /// No points.
    pub const ZERO: Points = Points(0);

    /// A whole number of points.
    #[must_use]
    pub const fn whole(points: i64) -> Points {
        Points(points * PARTS)
    }

    /// Four thirds of a score (B14).
    #[must_use]
    pub fn four_thirds(score: Score) -> Points {
        Points(Points::from(score).0 / 3 * 4)
    }

    /// This many times as much.
    #[must_use]
    pub const fn times(self, factor: u32) -> Points {
        Points(self.0 * factor as i64)
    }

    /// Half of it; exact as often as results are carried over.
    #[must_use]
    pub(crate) const fn half(self) -> Points {
        Points(self.0 / 2)
    }

    /// The points as a floating-point number, for statistics.
    #[must_use]
    pub fn approximate(self) -> f64 {
        self.0 as f64 / PARTS as f64
    }

    /// Numerator and denominator of this divided by a number of games.
    pub(crate) const fn divided_by(self, games: u32) -> (i64, i64) {
        (self.0, PARTS * games as i64)
    }
}

impl From<Score> for Points {
    fn from(score: Score) -> Points {
        Points(score.in_sixtieths() * PARTS_OF_A_SIXTIETH)
    }
}

impl Add for Points {
    type Output = Points;

    fn add(self, other: Points) -> Points {
        Points(self.0 + other.0)
    }
}

impl Sub for Points {
    type Output = Points;

    fn sub(self, other: Points) -> Points {
        Points(self.0 - other.0)
    }
}

impl AddAssign for Points {
    fn add_assign(&mut self, other: Points) {
        self.0 += other.0;
    }
}

impl std::iter::Sum for Points {
    fn sum<I: Iterator<Item = Points>>(points: I) -> Points {
        points.fold(Points::ZERO, Add::add)
    }
}

impl fmt::Display for Points {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write_fraction(f, self.divided_by(1))
    }
}

impl Serialize for Points {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.collect_str(self)
    }
}

/// Writes a fraction in lowest terms, without a denominator of 1.
pub(crate) fn write_fraction(f: &mut fmt::Formatter<'_>, (numerator, denominator): (i64, i64)) -> fmt::Result {
    let divisor = gcd(numerator.unsigned_abs(), denominator.unsigned_abs()) as i64;
    match (numerator / divisor, denominator / divisor) {
        (numerator, 1) => write!(f, "{numerator}"),
        (numerator, denominator) => write!(f, "{numerator}/{denominator}"),
    }
}

fn gcd(mut one: u64, mut other: u64) -> u64 {
    while other != 0 {
        (one, other) = (other, one % other);
    }
    one
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn b14_four_thirds_of_any_score_of_three_players_are_exact() {
        let third = Score::whole(10).shared_by(3);
        assert_eq!(Points::four_thirds(third).to_string(), "40/9");
        assert_eq!(Points::four_thirds(Score::whole(-15).shared_by(2)).to_string(), "-10");
    }

    #[test]
    fn points_are_subtracted_and_approximated() {
        let (ten, half) = (Points::from(Score::whole(10)), Points::from(Score::whole(1).shared_by(2)));
        assert_eq!((ten - half).to_string(), "19/2");
        assert_eq!((ten - half).approximate().to_bits(), 9.5_f64.to_bits());
    }

    #[test]
    fn x20_points_are_halved_exactly_as_often_as_they_can_be() {
        let mut points = Points::from(Score::whole(1).shared_by(4));
        for halving in 0..MAX_HALVINGS {
            assert_eq!(points.to_string(), format!("1/{}", 4 << halving));
            points = points.half();
        }
    }
}
