//! What can be wrong with a proposed play, every fault with the set it is in.

use serde::ser::{Serialize, SerializeMap, Serializer};

use crate::codes::codes;
use crate::sets::number::SetFault;
use crate::sets::word::WordFault;
use crate::tile::Tile;
use crate::tiles::Tiles;

/// One thing that is wrong with a proposed play.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum Fault {
    /// A set that is not one (N4, N5).
    #[error("set {} is not a set: {why}", set + 1)]
    NotASet {
        /// Which of the proposed sets, counted from 0.
        set: usize,
        /// Why not.
        why: SetFault,
    },
    /// A word that can't be one, whatever the list says (W3).
    #[error("set {} is not a word: {why}", set + 1)]
    NotAWord {
        /// Which of the proposed sets, counted from 0.
        set: usize,
        /// Why not.
        why: WordFault,
    },
    /// A word that the word list does not have (W8).
    #[error("set {}: {word} is not in the word list", set + 1)]
    NotInList {
        /// Which of the proposed sets, counted from 0.
        set: usize,
        /// The word.
        word: String,
    },
    /// A word that is not of the theme (W14).
    #[error("set {}: {word} does not belong to the theme", set + 1)]
    OffTheme {
        /// Which of the proposed sets, counted from 0.
        set: usize,
        /// The word.
        word: String,
    },
    /// A word that already lies there (W3).
    #[error("set {}: {word} lies on the table twice", set + 1)]
    WordTwice {
        /// Which of the proposed sets, counted from 0.
        set: usize,
        /// The word.
        word: String,
    },
    /// A joker read as another letter in a word that stays as it is (W7).
    #[error("set {}: a joker keeps its letter while its word stays as it is, so this is not {word}", set + 1)]
    JokerFixed {
        /// Which of the proposed sets, counted from 0.
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
        /// Which of the proposed sets, counted from 0.
        set: usize,
        /// The set that the joker lay in before, counted from 0.
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
        /// Which of the sets that lay there, counted from 0.
        set: usize,
    },
    /// An opening worth too little (N10).
    #[error("the opening is worth {points} points, and {needed} are needed")]
    BelowOpening {
        /// What the new sets are worth.
        points: u32,
        /// What is needed.
        needed: u32,
    },
    /// More than one set where the table asks for one (N10, W4).
    #[error("the opening is one set, not {sets}")]
    OpeningTooManySets {
        /// How many new sets there are.
        sets: usize,
    },
    /// An opening word that is too short (W4).
    #[error("the opening word has {letters} letters, and {needed} are needed")]
    OpeningTooShort {
        /// The letters of the longest new word.
        letters: usize,
        /// What is needed.
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

impl Serialize for Fault {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let mut map = serializer.serialize_map(None)?;
        map.serialize_entry("fault", self.code())?;
        if let Some(set) = self.set() {
            map.serialize_entry("set", &set)?;
        }
        if let Fault::TableTouched { set: before } | Fault::JokerInFilledSet { before, .. } = self {
            map.serialize_entry("before", before)?;
        }
        map.serialize_entry("message", &self.to_string())?;
        map.end()
    }
}

/// A play that is not legal, with every reason.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error, serde::Serialize)]
#[error("{}", .faults.iter().map(ToString::to_string).collect::<Vec<_>>().join("; "))]
pub struct PlayError {
    /// All faults: those of single sets first, then those of the whole play.
    pub faults: Vec<Fault>,
}
