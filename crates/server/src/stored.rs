//! The types that the server stores, separate from those of the wire, each with a format version.
//!
//! Every change of a format gets a new version: the program writes only the newest one, and reads all older ones. Data
//! that a newer program wrote is recognised by its version before it is parsed, and is never changed or removed: it is
//! an error where something depends on it, and is skipped in lists (`docs/store.md` says which applies where).

use serde::de::DeserializeOwned;
use serde::{Deserialize, Serialize};
use trinta_core::{Score, Seat};
use trinta_ratings::Rating;
use trinta_store::Payload;
use trinta_table::ids::PlayerId;
use trinta_table::{Face, TableEvent};
use trinta_time::Timestamp;

use crate::bodies::{FinishedGame, TableSummary};

/// Why something stored can't be read.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum Unreadable {
    /// A newer program wrote it.
    #[error("it has version {version} of its format, and this program knows up to {known}: use a newer Trinta")]
    Newer {
        /// The version that it has.
        version: u32,
        /// The newest version that this program can read.
        known: u32,
    },
    /// It does not match the format of its version.
    #[error("it can't be understood: {0}")]
    Malformed(String),
}

/// Something that is stored as JSON, in a versioned format.
pub trait Stored: Serialize + DeserializeOwned {
    /// The newest version of the format, which is the one that is written.
    const VERSION: u32 = 1;

    /// Serialises it, in the newest version.
    #[must_use]
    fn write(&self) -> Payload {
        let text = serde_json::to_string(self).unwrap_or_else(|_| unreachable!("what is stored has plain keys"));
        Payload::new(Self::VERSION, text)
    }

    /// Parses a stored payload.
    ///
    /// # Errors
    /// If a newer program wrote it, or it does not match the format of its version.
    fn read(payload: &Payload) -> Result<Self, Unreadable> {
        if payload.version > Self::VERSION {
            return Err(Unreadable::Newer { version: payload.version, known: Self::VERSION });
        }
        serde_json::from_str(&payload.text).map_err(|error| Unreadable::Malformed(error.to_string()))
    }
}

/// An entry of a table's log: events that happened together.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[serde(transparent)]
pub struct StoredEvents(pub Vec<TableEvent>);

impl Stored for StoredEvents {}

/// The summary of a table, as shown in lists.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct StoredSummary {
    table: String,
    name: String,
    edition: String,
    players: u8,
    seats: Vec<Option<String>>,
    playing: bool,
    open: bool,
    watch: bool,
    at: Timestamp,
}

impl Stored for StoredSummary {}

impl From<&TableSummary> for StoredSummary {
    fn from(summary: &TableSummary) -> StoredSummary {
        let TableSummary { table, name, edition, players, seats, playing, open, watch, at } = summary.clone();
        StoredSummary { table, name, edition, players, seats, playing, open, watch, at }
    }
}

impl From<StoredSummary> for TableSummary {
    fn from(stored: StoredSummary) -> TableSummary {
        let StoredSummary { table, name, edition, players, seats, playing, open, watch, at } = stored;
        TableSummary { table, name, edition, players, seats, playing, open, watch, at }
    }
}

/// A finished game in the history of one of its players.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct StoredGame {
    /// The name of the table's log.
    pub table: String,
    /// The number of the game at that table, counted from 1.
    pub number: u32,
    /// The time at which it ended.
    pub at: Timestamp,
    /// The edition that was played.
    pub edition: String,
    /// The names of those who played, by seat.
    pub players: Vec<String>,
    /// The scores, by seat.
    pub scores: Vec<Score>,
    /// The seats that won.
    pub winners: Vec<Seat>,
    /// The seat of the player whose history this is.
    pub seat: Seat,
    /// The displayed rating of that player after the game; `None` if the game was not rated for them.
    #[serde(default)]
    pub rating: Option<i32>,
}

impl Stored for StoredGame {}

impl From<StoredGame> for FinishedGame {
    fn from(stored: StoredGame) -> FinishedGame {
        let StoredGame { table, number, at, edition, players, scores, winners, seat, rating } = stored;
        FinishedGame { table, number, at, edition, players, scores, winners, seat, rating }
    }
}

/// The session of an account or of a guest.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct StoredSession {
    /// The player.
    pub player: PlayerId,
    /// The name that others see.
    pub name: String,
    /// The name of the account; `None` for a guest.
    pub account: Option<String>,
    /// When the session was last used.
    pub seen: Timestamp,
    /// The face that the player chose; `None` if they have not.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub face: Option<Face>,
}

impl Stored for StoredSession {}

/// An account.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct StoredAccount {
    /// The player who owns it.
    pub player: PlayerId,
    /// The name that others see.
    pub name: String,
    /// The argon2 hash of the password.
    pub password: String,
    /// When the account was created.
    pub made: Timestamp,
    /// The face that its owner chose; `None` if they have not.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub face: Option<Face>,
}

impl Stored for StoredAccount {}

/// The rating of an account.
#[derive(Debug, Clone, Copy, PartialEq, Serialize, Deserialize)]
pub struct StoredRating {
    strength: f64,
    uncertainty: f64,
    games: u32,
}

impl Stored for StoredRating {}

impl From<Rating> for StoredRating {
    fn from(Rating { strength, uncertainty, games }: Rating) -> StoredRating {
        StoredRating { strength, uncertainty, games }
    }
}

impl From<StoredRating> for Rating {
    fn from(StoredRating { strength, uncertainty, games }: StoredRating) -> Rating {
        Rating { strength, uncertainty, games }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Checks that text stored in version 1 can be read, and is written back byte for byte.
    fn is_version_1<T: Stored + std::fmt::Debug>(text: &str) {
        let read = T::read(&Payload::new(1, text)).unwrap_or_else(|error| panic!("{text}: {error}"));
        assert_eq!(read.write(), Payload::new(1, text));
        let newer = T::read(&Payload::new(2, text));
        assert_eq!(newer.unwrap_err(), Unreadable::Newer { version: 2, known: 1 }, "{text}");
        assert!(matches!(T::read(&"{".into()), Err(Unreadable::Malformed(_))));
    }

    #[test]
    fn what_was_stored_before_there_were_versions_is_version_1() {
        is_version_1::<StoredEvents>(r#"[{"table":"paused"}]"#);
        is_version_1::<StoredSummary>(
            r#"{"table":"t1","name":"Sunday","edition":"hk","players":2,"seats":["Ana",null],"playing":false,"open":true,"watch":true,"at":1700000000000}"#,
        );
        is_version_1::<StoredGame>(
            r#"{"table":"t1","number":1,"at":1700000000000,"edition":"hk","players":["Ana","Bob"],"scores":["15/2","-15/2"],"winners":[0],"seat":1,"rating":1488}"#,
        );
        is_version_1::<StoredSession>(
            r#"{"player":"000102030405060708090a0b0c0d0e0f","name":"Ana","account":null,"seen":1700000000000}"#,
        );
        is_version_1::<StoredAccount>(
            r#"{"player":"000102030405060708090a0b0c0d0e0f","name":"Ana","password":"$argon2id$x","made":1700000000000}"#,
        );
        is_version_1::<StoredRating>(r#"{"strength":25.5,"uncertainty":8.25,"games":3}"#);
    }

    #[test]
    fn a_chosen_face_is_kept() {
        is_version_1::<StoredSession>(
            r#"{"player":"000102030405060708090a0b0c0d0e0f","name":"Ana","account":null,"seen":5,"face":"123"}"#,
        );
        is_version_1::<StoredAccount>(
            r#"{"player":"000102030405060708090a0b0c0d0e0f","name":"Ana","password":"$argon2id$x","made":5,"face":"123"}"#,
        );
    }

    #[test]
    fn a_game_that_was_stored_before_there_were_ratings_is_read() {
        let text = r#"{"table":"t1","number":1,"at":5,"edition":"hk","players":[],"scores":[],"winners":[],"seat":0}"#;
        assert_eq!(StoredGame::read(&text.into()).unwrap().rating, None);
    }
}
