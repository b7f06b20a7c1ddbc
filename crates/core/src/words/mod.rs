//! The word game's own rules: what a word on the table is, what a play may do, what a turn scores.

mod play;

pub use crate::sets::word::{WordFault, is_word, spelling};
pub use play::{check, formed, is_unchanged, misspelt, turn_score};
