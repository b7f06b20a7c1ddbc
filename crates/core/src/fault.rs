//! The faults of proposed plays, each with the set it is in.

use crate::codes::codes;
use crate::sets::number::SetFault;
use crate::sets::word::WordFault;
use crate::tile::Tile;
use crate::tiles::Tiles;

/// A reason for which a proposed play is not legal.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum Fault {
    /// A set that is not one (N4, N5).
    #[error("set {} is not a set: {why}", set + 1)]
    NotASet {
        /// The index of the proposed set.
        set: usize,
        /// The reason.
        why: SetFault,
    },
    /// A word that can't be one, whatever the list says (W3).
    #[error("set {} is not a word: {why}", set + 1)]
    NotAWord {
        /// The index of the proposed set.
        set: usize,
        /// The reason.
        why: WordFault,
    },
    /// A word that the word list does not have (W8).
    #[error("set {}: {word} is not in the word list", set + 1)]
    NotInList {
        /// The index of the proposed set.
        set: usize,
        /// The word.
        word: String,
    },
    /// A word that is not of the theme (W14).
    #[error("set {}: {word} does not belong to the theme", set + 1)]
    OffTheme {
        /// The index of the proposed set.
        set: usize,
        /// The word.
        word: String,
    },
    /// A word that already lies there (W3).
    #[error("set {}: {word} lies on the table twice", set + 1)]
    WordTwice {
        /// The index of the proposed set.
        set: usize,
        /// The word.
        word: String,
    },
    /// A joker read as another letter in a word that stays as it is (W7).
    #[error("set {}: a joker keeps its letter while its word stays as it is, so this is not {word}", set + 1)]
    JokerFixed {
        /// The index of the proposed set.
        set: usize,
        /// The word it is said to be.
        word: String,
    },
    /// A joker in the set that got the tile it stood for, where it has to go into another (N14).
    #[error(
        "set {}: {tile} took the place of a joker here, so the joker has to go into another set",
        set + 1
    )]
    JokerInFilledSet {
        /// The index of the proposed set.
        set: usize,
        /// The index of the set that the joker lay in before.
        before: usize,
        /// The tile that it stood for there.
        tile: Tile,
    },
    /// Tiles that were on the table and are not there any more (N11, N14).
    #[error("{tiles}: on the table before the turn, so it must be there at its end")]
    TableTileMissing {
        /// The tiles.
        tiles: Tiles,
    },
    /// Tiles laid that are neither on the table nor on the rack.
    #[error("{tiles}: neither on the table nor on the rack")]
    NotOnRack {
        /// The tiles.
        tiles: Tiles,
    },
    /// No tile came from the rack (N11).
    #[error("at least one tile must come from the rack")]
    NothingPlayed,
    /// A set on the table was used before the opening (N10, W4).
    #[error("set {} of the table was changed: the opening comes from the rack alone", set + 1)]
    TableTouched {
        /// The index of the set on the table before the play.
        set: usize,
    },
    /// An opening worth too little (N10).
    #[error("the opening is worth {points} points, and {needed} are needed")]
    BelowOpening {
        /// The points of the new sets.
        points: u32,
        /// The points that an opening needs.
        needed: u32,
    },
    /// More than one set where the table asks for one (N10, W4).
    #[error("the opening is one set, not {sets}")]
    OpeningTooManySets {
        /// The number of new sets.
        sets: usize,
    },
    /// An opening word that is too short (W4).
    #[error("the opening word has {letters} letters, and {needed} are needed")]
    OpeningTooShort {
        /// The letters of the longest new word.
        letters: usize,
        /// The letters that an opening needs.
        needed: usize,
    },
}

codes!(Fault {
    NotASet => "not-a-set",
    NotAWord => "not-a-word",
    NotInList => "not-in-list",
    OffTheme => "off-theme",
    WordTwice => "word-twice",
    JokerFixed => "joker-fixed",
    JokerInFilledSet => "joker-in-filled-set",
    TableTileMissing => "table-tile-missing",
    NotOnRack => "not-on-rack",
    NothingPlayed => "nothing-played",
    TableTouched => "table-touched",
    BelowOpening => "below-opening",
    OpeningTooManySets => "opening-too-many-sets",
    OpeningTooShort => "opening-too-short",
});

impl Fault {
    /// The proposed set that the fault is in, if it is in one.
    #[must_use]
    pub const fn set(&self) -> Option<usize> {
        match self {
            Fault::NotASet { set, .. }
            | Fault::NotAWord { set, .. }
            | Fault::NotInList { set, .. }
            | Fault::OffTheme { set, .. }
            | Fault::WordTwice { set, .. }
            | Fault::JokerFixed { set, .. }
            | Fault::JokerInFilledSet { set, .. } => Some(*set),
            Fault::TableTileMissing { .. }
            | Fault::NotOnRack { .. }
            | Fault::NothingPlayed
            | Fault::TableTouched { .. }
            | Fault::BelowOpening { .. }
            | Fault::OpeningTooManySets { .. }
            | Fault::OpeningTooShort { .. } => None,
        }
    }

    /// The misspelt or off-theme word, if that is what is wrong (W8, W14).
    #[must_use]
    pub fn misspelt(&self) -> Option<&str> {
        match self {
            Fault::NotInList { word, .. } | Fault::OffTheme { word, .. } => Some(word),
            _ => None,
        }
    }
}

/// A play that is not legal, with every reason.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[cfg_attr(feature = "serde", derive(serde::Serialize))]
#[error("{}", .faults.iter().map(ToString::to_string).collect::<Vec<_>>().join("; "))]
pub struct PlayError {
    /// All faults: those of single sets first, then those of the whole play.
    pub faults: Vec<Fault>,
}
