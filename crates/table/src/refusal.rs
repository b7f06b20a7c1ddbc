//! Why a command is refused, for people and for programs.

use serde::{Deserialize, Serialize};
use trinta_core::{CommandError, PlayError};

/// A refusal: a name for programs, a sentence for people, and every fault of a play.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[error("{message}")]
pub struct Refusal {
    /// The name.
    pub code: Code,
    /// The sentence, in English.
    pub message: String,
    /// Why the rules refuse a command, one of [`CommandError::CODES`].
    pub rule: Option<&'static str>,
    /// The faults of an illegal play.
    pub play: Option<PlayError>,
}

/// The names of refusals.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
#[serde(rename_all = "kebab-case")]
#[cfg_attr(feature = "ts", derive(ts_rs::TS))]
pub enum Code {
    /// The message can't be read.
    BadMessage,
    /// Not the first message, or a second first one.
    BadOrder,
    /// A protocol that is not spoken here.
    Protocol,
    /// Nobody is signed in.
    NoSession,
    /// A request from another site.
    WrongOrigin,
    /// Too many requests or messages.
    TooMany,
    /// It does not exist, or not for whoever asks.
    NotFound,
    /// Only the host can do this.
    HostOnly,
    /// Only a judge of the table can do this.
    JudgeOnly,
    /// Only the server can do this.
    HouseOnly,
    /// The table has no judges.
    NoJudges,
    /// Only somebody who sits at the table can do this.
    NotSeated,
    /// The seat is taken.
    SeatTaken,
    /// The seat is empty.
    SeatEmpty,
    /// All seats are taken.
    TableFull,
    /// The player has a seat already.
    AlreadySeated,
    /// Neither code nor invitation, or one that is used or expired.
    NotInvited,
    /// Not while a game goes on.
    GameOn,
    /// Only while a game goes on.
    NoGame,
    /// The match is over.
    MatchOver,
    /// The clock is stopped.
    Paused,
    /// The clock is not stopped.
    NotPaused,
    /// The table is closed.
    Closed,
    /// Something happened in the game since.
    Stale,
    /// The rules refuse it.
    Rules,
    /// The play is not legal.
    IllegalPlay,
    /// Nobody may watch here.
    NoSpectators,
    /// The table allows no hints.
    NoHints,
    /// Nothing may be said, or not this.
    NoChat,
    /// The plan of a table is invalid.
    BadPlan,
    /// A name that can't be shown.
    BadName,
    /// A password that is too short or too long.
    BadPassword,
    /// Name or password is wrong.
    WrongPassword,
    /// The name is taken.
    NameTaken,
    /// A bot that does not exist, or does not know the game.
    BadBot,
    /// The entropy is not 64 hexadecimal digits, or not what its seat has committed to.
    BadEntropy,
    /// No deal waits for this commitment or entropy.
    NoDeal,
    /// A bot plays this game for the seat.
    SitsOut,
    /// It could not be stored: nothing happened.
    NotStored,
    /// The server is stopping.
    Stopping,
    /// A fault of the server.
    Internal,
}

impl Refusal {
    /// A refusal.
    #[must_use]
    pub fn new(code: Code, message: impl Into<String>) -> Refusal {
        Refusal { code, message: message.into(), rule: None, play: None }
    }
}

impl From<CommandError> for Refusal {
    fn from(error: CommandError) -> Refusal {
        let (message, rule) = (error.to_string(), Some(error.code()));
        match error {
            CommandError::Illegal(play) => Refusal { code: Code::IllegalPlay, message, rule: None, play: Some(play) },
            _ => Refusal { code: Code::Rules, message, rule, play: None },
        }
    }
}
