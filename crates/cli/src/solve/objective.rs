//! The objectives of each game.

use trinta_core::Settings;
use trinta_core::edition::{Family, PlayVariant};

use crate::solve::Objective;

/// The solver's objective; an error if the game does not have it.
pub(super) fn objective(settings: &Settings, wanted: Option<Objective>) -> Result<trinta_solver::Objective, String> {
    let Some(wanted) = wanted else { return Ok(trinta_solver::Objective::default_for(settings)) };
    match (&settings.family, wanted) {
        (Family::Numbers(_), Objective::Score) => Err("objective: score belongs to play A of the word game; \
                                                       the number game has tiles, value, opening and any"
            .to_owned()),
        (Family::Words(rules), Objective::Score) if rules.play == PlayVariant::B => {
            Err("objective: score belongs to play A; play B has tiles, opening and any".to_owned())
        }
        (Family::Words(_), Objective::Value) => Err("objective: value belongs to the number game; \
                                                     the word game has tiles, score (in play A), opening and any"
            .to_owned()),
        (_, Objective::Tiles) => Ok(trinta_solver::Objective::Tiles),
        (_, Objective::Value) => Ok(trinta_solver::Objective::Value),
        (_, Objective::Score) => Ok(trinta_solver::Objective::Score),
        (_, Objective::Opening) => Ok(trinta_solver::Objective::Opening),
        (_, Objective::Any) => Ok(trinta_solver::Objective::Any),
    }
}
