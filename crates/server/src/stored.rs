//! The types that the server stores, separate from those of the wire, each with a format version.
//!
//! The version is the lowest that a reader has to know; all older ones are read for ever. Data in a version that is too high
//! is recognised before it is parsed, and is never changed or removed: it is an error where something depends on it, and is
//! skipped in lists (`docs/store.md` says which applies where). In a version that is known, a field that is not known may be
//! left out, and is kept when the value is changed.

use serde::de::DeserializeOwned;
use serde::{Deserialize, Serialize};
use serde_json::{Map, Value};
use trinta_core::{Layout, Score, Seat};
use trinta_ratings::Rating;
use trinta_store::Payload;
use trinta_table::ids::PlayerId;
use trinta_table::wire::Votes;
use trinta_table::{ENTRY_FORMAT, Face, OLDEST_ENTRY_FORMAT, TableEvent};
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
    /// The newest version of the format that is read.
    const VERSION: u32 = 1;

    /// The version that a reader of this has to know.
    fn version(&self) -> u32 {
        Self::VERSION
    }

    /// Serialises it, in the version that a reader has to know.
    #[must_use]
    fn write(&self) -> Payload {
        let text = serde_json::to_string(self).unwrap_or_else(|_| unreachable!("what is stored has plain keys"));
        Payload::new(self.version(), text)
    }

    /// Serialises it in place of what was read, and keeps the fields that a newer program has put there.
    #[must_use]
    fn write_over(&self, read: &Payload) -> Payload {
        let new = self.write();
        let Ok(old) = Self::read(read) else { return new };
        let fields = |text: &str| serde_json::from_str::<Map<String, Value>>(text).unwrap_or_default();
        let (had, known) = (fields(&read.text), fields(&old.write().text));
        let unknown: Vec<_> = had.into_iter().filter(|(name, _)| !known.contains_key(name)).collect();
        if unknown.is_empty() {
            return new;
        }
        let mut all = fields(&new.text);
        for (name, value) in unknown {
            all.entry(name).or_insert(value);
        }
        Payload::new(new.version.max(read.version), Value::Object(all).to_string())
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

/// Version 2 has deals to which players commit entropy; everything of version 1 is in it. An entry without anything newer
/// is written in it, so that a program of the version before can go on with the log.
impl Stored for StoredEvents {
    const VERSION: u32 = ENTRY_FORMAT;

    fn version(&self) -> u32 {
        self.0.iter().map(TableEvent::format_version).max().unwrap_or(OLDEST_ENTRY_FORMAT)
    }
}

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

/// The play that somebody is making, for when their time runs out after a restart.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct StoredDraft {
    /// The version of the table in which the game was last touched: the draft is of no use after the next move.
    pub version: u64,
    /// The seat that is on turn.
    pub seat: Seat,
    /// The table as they have laid it.
    pub table: Layout,
}

impl Stored for StoredDraft {}

/// What the players of a table want, by seat.
#[derive(Debug, Clone, PartialEq, Eq, Default, Serialize, Deserialize)]
pub struct StoredVotes {
    /// The seats that want the clock stopped.
    pub pause: Vec<Seat>,
    /// The seats that want a new match.
    pub rematch: Vec<Seat>,
    /// The seats that are ready for the next game.
    pub ready: Vec<Seat>,
}

impl Stored for StoredVotes {}

impl From<&Votes> for StoredVotes {
    fn from(votes: &Votes) -> StoredVotes {
        let Votes { pause, rematch, ready } = votes.clone();
        StoredVotes { pause, rematch, ready }
    }
}

impl From<StoredVotes> for Votes {
    fn from(stored: StoredVotes) -> Votes {
        let StoredVotes { pause, rematch, ready } = stored;
        Votes { pause, rematch, ready }
    }
}

/// Where a game is in the log of its table.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct StoredGamePlace {
    /// The number of the entry with which it began.
    pub first: u64,
    /// How it ended; `None`: it has not.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub end: Option<StoredGameEnd>,
}

impl Stored for StoredGamePlace {}

/// The end of a game in the log of its table.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct StoredGameEnd {
    /// The number of the entry with which it ended.
    pub last: u64,
    /// The record of the game without its events, as JSON lines.
    pub header: String,
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

    /// Checks that text stored in version 1 can be read, and is written back byte for byte in the version of today.
    fn is_version_1<T: Stored + std::fmt::Debug>(text: &str) {
        let read = T::read(&Payload::new(1, text)).unwrap_or_else(|error| panic!("{text}: {error}"));
        assert_eq!(read.write(), Payload::new(read.version(), text));
        let newer = T::VERSION + 1;
        let refused = T::read(&Payload::new(newer, text)).unwrap_err();
        assert_eq!(refused, Unreadable::Newer { version: newer, known: T::VERSION }, "{text}");
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
        is_version_1::<StoredDraft>(r#"{"version":5,"seat":1,"table":["r1 r2 r3","k5"]}"#);
        is_version_1::<StoredVotes>(r#"{"pause":[0],"rematch":[],"ready":[1,2]}"#);
        is_version_1::<StoredGamePlace>(r#"{"first":7}"#);
        is_version_1::<StoredGamePlace>(r#"{"first":7,"end":{"last":60,"header":"{}\n"}}"#);
        is_version_1::<StoredSession>(
            r#"{"player":"000102030405060708090a0b0c0d0e0f","name":"Ana","account":null,"seen":1700000000000}"#,
        );
        is_version_1::<StoredAccount>(
            r#"{"player":"000102030405060708090a0b0c0d0e0f","name":"Ana","password":"$argon2id$x","made":1700000000000}"#,
        );
        is_version_1::<StoredRating>(r#"{"strength":25.5,"uncertainty":8.25,"games":3}"#);
    }

    #[test]
    fn an_entry_has_the_lowest_version_whose_readers_understand_it() {
        let entry = StoredEvents(vec![TableEvent::Paused, TableEvent::Unpaused]).write();
        assert_eq!(entry.version, OLDEST_ENTRY_FORMAT);
        let newer = Payload::new(OLDEST_ENTRY_FORMAT, r#"[{"table":"paused","why":"tea"},{"table":"tea-served"}]"#);
        assert_eq!(StoredEvents::read(&newer).unwrap().0, [TableEvent::Paused, TableEvent::Skipped]);
        let unreadable = Payload::new(ENTRY_FORMAT + 1, newer.text);
        assert!(matches!(StoredEvents::read(&unreadable), Err(Unreadable::Newer { .. })), "it must not be skipped");
    }

    #[test]
    fn a_field_of_a_newer_program_is_kept_when_a_value_changes_and_a_known_one_is_not() {
        let player = "000102030405060708090a0b0c0d0e0f";
        let kept = format!(
            r#"{{"player":"{player}","name":"Ana","account":null,"seen":5,"face":"123","mood":{{"today":[1,"good"]}}}}"#
        );
        let read = Payload::new(1, kept);
        let session = StoredSession { name: "Rui".to_owned(), face: None, ..StoredSession::read(&read).unwrap() };
        let written = session.write_over(&read);
        let fields: Value = serde_json::from_str(&written.text).unwrap();
        assert_eq!(fields["mood"], serde_json::json!({"today": [1, "good"]}));
        assert_eq!((fields["name"].as_str(), fields.get("face")), (Some("Rui"), None));
        assert_eq!(StoredSession::read(&written).unwrap(), session);
        let plain = session.write();
        assert_eq!(session.write_over(&plain), plain, "without such a field it is what a write gives");
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
