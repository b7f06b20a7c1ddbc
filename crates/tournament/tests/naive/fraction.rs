//! Exact fractions as pairs of whole numbers.

use std::cmp::Ordering;
use std::fmt;
use std::ops::{Add, Neg, Sub};

/// In lowest terms, the denominator positive.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Fraction {
    over: i128,
    under: i128,
}

pub const ZERO: Fraction = Fraction { over: 0, under: 1 };

impl Fraction {
    pub fn new(over: i128, under: i128) -> Fraction {
        let (mut common, mut rest) = (over.abs(), under);
        while rest != 0 {
            (common, rest) = (rest, common % rest);
        }
        Fraction { over: over / common, under: under / common }
    }

    pub fn whole(number: i128) -> Fraction {
        Fraction { over: number, under: 1 }
    }

    pub fn divided_by(self, count: usize) -> Fraction {
        Fraction::new(self.over, self.under * i128::try_from(count).unwrap())
    }
}

impl Add for Fraction {
    type Output = Fraction;
    fn add(self, other: Fraction) -> Fraction {
        Fraction::new(self.over * other.under + other.over * self.under, self.under * other.under)
    }
}

impl Neg for Fraction {
    type Output = Fraction;
    fn neg(self) -> Fraction {
        Fraction { over: -self.over, under: self.under }
    }
}

impl Sub for Fraction {
    type Output = Fraction;
    fn sub(self, other: Fraction) -> Fraction {
        self + -other
    }
}

impl Ord for Fraction {
    fn cmp(&self, other: &Fraction) -> Ordering {
        (self.over * other.under).cmp(&(other.over * self.under))
    }
}

impl PartialOrd for Fraction {
    fn partial_cmp(&self, other: &Fraction) -> Option<Ordering> {
        Some(self.cmp(other))
    }
}

impl fmt::Display for Fraction {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        if self.under == 1 { write!(f, "{}", self.over) } else { write!(f, "{}/{}", self.over, self.under) }
    }
}
