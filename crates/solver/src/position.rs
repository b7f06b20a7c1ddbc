//! Positions of both games.

use trinta_core::edition::{NumberSettings, WordSettings};
use trinta_core::{Settings, Table, Tiles};

use crate::words::WordBook;

/// The rules that decide which plays are legal.
#[derive(Debug, Clone, Copy)]
pub enum Rules<'a> {
    /// The number game.
    Numbers {
        /// The rules of the edition.
        settings: &'a NumberSettings,
        /// What a joker left on the rack costs.
        joker_left: u32,
    },
    /// The word game.
    Words {
        /// The rules of the edition.
        settings: &'a WordSettings,
        /// The words that may be laid.
        book: &'a WordBook,
    },
}

impl<'a> Rules<'a> {
    /// The rules of an edition. The word game needs a word book: none without one.
    #[must_use]
    pub fn new(settings: &'a Settings, book: Option<&'a WordBook>) -> Option<Rules<'a>> {
        match (settings.numbers(), settings.words()) {
            (Some(numbers), _) => Some(Rules::Numbers { settings: numbers, joker_left: settings.joker_left }),
            (_, Some(words)) => book.map(|book| Rules::Words { settings: words, book }),
            (None, None) => None,
        }
    }

    /// The rules of an edition of the number game; none if it is one of the word game.
    #[must_use]
    pub fn numbers(settings: &'a Settings) -> Option<Rules<'a>> {
        Rules::new(settings, None)
    }
}

/// The position of the player whose turn it is.
#[derive(Debug, Clone, Copy)]
pub struct Position<'a> {
    /// The rules in force.
    pub rules: Rules<'a>,
    /// The table before the play.
    pub table: &'a Table,
    /// The player's rack.
    pub rack: &'a Tiles,
    /// Whether the player has opened in an earlier turn.
    pub opened: bool,
}
