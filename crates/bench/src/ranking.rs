//! The objectives that the oracle can optimise.

use trinta_solver::Objective;

/// The lexicographic order of plays.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Ranking {
    /// Most tiles, then most value, then most sets kept.
    Tiles,
    /// Least left on the rack, then most tiles, then most sets kept.
    Value,
}

impl Ranking {
    /// The objective of our solver.
    #[must_use]
    pub const fn objective(self) -> Objective {
        match self {
            Ranking::Tiles => Objective::Tiles,
            Ranking::Value => Objective::Value,
        }
    }

    /// The name in reports.
    #[must_use]
    pub const fn name(self) -> &'static str {
        match self {
            Ranking::Tiles => "tiles",
            Ranking::Value => "value",
        }
    }
}
