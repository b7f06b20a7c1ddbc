//! A tie in the standings.

use serde::Serialize;

use crate::people::Number;

/// Players with equal wins and averages.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
pub struct Tie {
    /// The rank they share.
    pub rank: u32,
    /// The players, in the order of their numbers.
    pub numbers: Vec<Number>,
}
