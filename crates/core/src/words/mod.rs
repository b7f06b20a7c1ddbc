//! The word game's own rules: what a word on the table is, what a play may do, what a turn scores.

mod play;
mod word;

pub use play::{check, formed, misspelt, turn_score, unchanged};
pub use word::{WordFault, is_word, spelling};
