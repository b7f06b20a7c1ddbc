//! Whether a play is legal.

use crate::edition::{Family, Settings};
use crate::fault::PlayError;
use crate::proposal::{Play, Proposal};
use crate::spelling::Spelling;
use crate::{numbers, words};

/// Judges a play by the rules of an edition.
///
/// ```
/// use trinta_core::{Proposal, Settings, Table, check_play, AnyWord};
///
/// let settings = Settings::edition("hk").unwrap();
/// let before = Table::read("r3 r4 r5".parse()?).unwrap();
/// let proposal =
///     Proposal { before: &before, rack: &"r6 k1".parse()?, opened: true, after: &"r3 r4 r5 r6".parse()? };
/// let play = check_play(&settings, &AnyWord, proposal).unwrap();
/// assert_eq!(play.placed.to_string(), "r6");
/// # Ok::<(), trinta_core::NotationError>(())
/// ```
///
/// # Errors
/// All faults of the play.
pub fn check_play(settings: &Settings, spelling: &dyn Spelling, proposal: Proposal<'_>) -> Result<Play, PlayError> {
    match &settings.family {
        Family::Numbers(rules) => numbers::check(rules, proposal),
        Family::Words(rules) => words::check(rules, spelling, proposal),
    }
}
