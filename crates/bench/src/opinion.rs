//! Somebody else to ask for the best play.

use trinta_core::Layout;
use trinta_solver::numbers::Objective;

use crate::merit::Merit;
use crate::question::Question;

/// What the best play is, of the objectives that a second opinion is asked about.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Aim {
    /// Most tiles, then most value, then most sets kept.
    Tiles,
    /// Least left on the rack, then most tiles, then most sets kept.
    Value,
}

impl Aim {
    /// The aim as the solver takes it.
    #[must_use]
    pub const fn objective(self) -> Objective {
        match self {
            Aim::Tiles => Objective::Tiles,
            Aim::Value => Objective::Value,
        }
    }

    /// Its name.
    #[must_use]
    pub const fn name(self) -> &'static str {
        match self {
            Aim::Tiles => "tiles",
            Aim::Value => "value",
        }
    }
}

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
