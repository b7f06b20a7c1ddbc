//! Somebody else to ask for the best play.

use trinta_core::Layout;

use crate::aim::Aim;
use crate::merit::Merit;
use crate::question::Question;

/// What somebody says the best play is.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Verdict {
    /// The table after the best play, and what that is worth.
    Best(Layout, Merit),
    /// There is no play.
    NoPlay,
    /// It took too long to tell.
    OutOfTime,
}

/// Somebody who finds best plays in another way than our solver.
pub trait SecondOpinion {
    /// The best play in a position.
    fn ask(&self, question: &Question, aim: Aim) -> Verdict;
}
