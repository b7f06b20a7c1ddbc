//! The faults of records, with line and column.

use crate::edition::{SettingError, UnknownRulesVersion};
use crate::game::SetupError;
use crate::layout::NotATable;
use crate::notation::NotationFault;
use crate::record::replay::ReplayFault;
use crate::score::ScoreError;
use crate::shuffle::HexError;

/// A fault of a record, and where it is.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[error("line {line}, column {column}: {fault}")]
pub struct RecordError {
    /// The line, counted from 1.
    pub line: usize,
    /// The column in characters, counted from 1.
    pub column: usize,
    /// The fault.
    pub fault: RecordFault,
}

/// A fault of a record.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum RecordFault {
    /// It does not begin as a record does.
    #[error("a record begins with `Trinta: 1`, or with {{\"trinta\":1,…}} as JSON lines")]
    NotARecord,
    /// A version that is not known.
    #[error("version `{0}` of the record format is not known here; this program reads version 1")]
    Version(String),
    /// A version of the rules that is not known.
    #[error(transparent)]
    RulesVersion(#[from] UnknownRulesVersion),
    /// A header line without a colon.
    #[error("a header line is `Key: value`; an empty line ends the header")]
    HeaderLine,
    /// A key that is not known.
    #[error("`{0}` is not a key of the header; there are {known}", known = crate::record::header::KEYS)]
    UnknownKey(String),
    /// A key that comes twice.
    #[error("`{0}` comes twice")]
    KeyTwice(String),
    /// A key that must be there.
    #[error("the header has no `{0}`")]
    MissingKey(&'static str),
    /// A name that is empty, too long, or has control characters.
    #[error("a player's name is 1 to 64 characters long, without control characters")]
    Name,
    /// Player lines that leave out a seat.
    #[error("the players are seats A, B and so on without a gap; `{0}` does not follow")]
    SeatOrder(String),
    /// Not a date.
    #[error("`{0}` is not a date such as 2026-11-15")]
    Date(String),
    /// Entropy that is not hexadecimal, or too long.
    #[error("entropy is an even number of hexadecimal digits, at most 510")]
    Entropy,
    /// Entropy of a seat without a player.
    #[error("there is entropy, or a commitment to it, of a seat without a player")]
    EntropyWithoutPlayer,
    /// Not an aborted deal.
    #[error(
        "an aborted deal is its commitment, `commit` or `reveal`, and the seats that were missing; several are separated by commas"
    )]
    AbortedForm,
    /// Not a setting.
    #[error("a setting is `name = value`; several are separated by commas")]
    SettingForm,
    /// A word list without its hash.
    #[error("a word list is its name and the SHA-256 of its words, such as `standard 0123…`")]
    ListForm,
    /// A bad hash, seed or commitment.
    #[error(transparent)]
    Hex(#[from] HexError),
    /// A bad setting or edition.
    #[error(transparent)]
    Setting(#[from] SettingError),
    /// Too few or too many players.
    #[error(transparent)]
    Setup(#[from] SetupError),
    /// Bad tiles.
    #[error(transparent)]
    Notation(#[from] NotationFault),
    /// Sets that are not valid.
    #[error(transparent)]
    Table(#[from] NotATable),
    /// A bad score.
    #[error(transparent)]
    Score(#[from] ScoreError),
    /// An event that is not known.
    #[error("`{0}` is not an event; there are lot, deal, end, and after a seat: {known}", known = crate::record::event_text::VERBS)]
    UnknownEvent(String),
    /// Not a seat.
    #[error("`{0}` is not a seat; seats are A to F")]
    NotASeat(String),
    /// Something is missing.
    #[error("{0} is missing here")]
    Missing(&'static str),
    /// Something that does not belong there.
    #[error("`{0}` does not belong here")]
    Extra(String),
    /// Not a number.
    #[error("`{0}` is not a whole number of points")]
    NotANumber(String),
    /// A line of JSON with something in it that no record has.
    #[error("no game has a value like one on this line (a seat beyond F, an empty list, or odd characters)")]
    NotAsText,
    /// JSON lines in a program that was built without them.
    #[error("this program was built without JSON lines: give it the record as text")]
    JsonUnsupported,
    /// A line of JSON that can't be read.
    #[error("{0}")]
    Json(String),
    /// Events that the rules could not have produced.
    #[error(transparent)]
    Rules(ReplayFault),
}
