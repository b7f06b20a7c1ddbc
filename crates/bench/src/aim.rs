//! What a best play is best at.

use trinta_solver::numbers::Objective;

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
