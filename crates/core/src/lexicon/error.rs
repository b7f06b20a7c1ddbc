//! What can go wrong with a word list.

use thiserror::Error;

/// Why a word list, a tier or a theme could not be had. The messages say what
/// to do, because most of them reach the person who typed the name.
#[derive(Debug, Clone, PartialEq, Eq, Error)]
#[non_exhaustive]
pub enum LexiconError {
    /// The text holds not one usable word.
    #[error(
        "the word list \"{name}\" holds no usable word ({ignored} lines left out): \
         give one word a line, letters a to z only, three letters or more"
    )]
    Empty {
        /// The name the list was given.
        name: String,
        /// How many lines were there but could not be used.
        ignored: usize,
    },
    /// No tier has this name.
    #[error("there is no word list \"{0}\": choose everyday, standard or large")]
    UnknownTier(String),
    /// No theme has this name.
    #[error(
        "there is no theme \"{0}\": choose nature, people, home, animals, plants, food, leisure \
         or body"
    )]
    UnknownTheme(String),
    /// The words could not be packed. It does not happen with a list that fits
    /// in memory; the message carries the packer's own words.
    #[error("the word list \"{name}\" could not be packed ({reason}): try a shorter list")]
    Unpackable {
        /// The name the list was given.
        name: String,
        /// The error of the packer.
        reason: String,
    },
}
