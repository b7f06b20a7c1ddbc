//! The rules of the number game: sets, openings and plays, jokers, and the pairs that give a right to a new deal.

mod joker_moves;
mod pairs;
mod play;

pub use crate::sets::number::{Kind, SetFault, SetReading, read, read_for_most, read_table_set};
pub use joker_moves::jokers_in_filled_sets;
pub use pairs::{PAIRS_FOR_A_NEW_DEAL, identical_pairs};
pub use play::{check, is_unchanged, read_table};
