//! An independent solver to check ours against.

use trinta_core::Layout;

use crate::merit::Merit;
use crate::position::BenchPosition;
use crate::ranking::Ranking;

/// The answer of an oracle.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum OracleAnswer {
    /// The table after the best play, and its merit.
    Best(Layout, Merit),
    /// There is no play.
    NoPlay,
    /// The time limit was reached.
    OutOfTime,
}

/// Finds best plays by another method than our solver.
pub trait Oracle {
    /// The best play in a position.
    fn solve(&self, position: &BenchPosition, ranking: Ranking) -> OracleAnswer;
}
