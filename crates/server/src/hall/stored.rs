//! What the server stores of a tournament beside its log.

use serde::{Deserialize, Serialize};
use trinta_time::Timestamp;
use trinta_tournament::{Date, Tournament};

use crate::bodies::{TokenRole, TournamentState, TournamentSummary};
use crate::stored::Stored;

/// A tournament: what lists say of it, and what belongs to it without being in its log.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct StoredHall {
    /// The name of its log.
    pub log: String,
    /// When it came to this server.
    pub made: Timestamp,
    /// The hall's minutes ahead of UTC.
    pub utc_offset: i32,
    /// The salt of the recovery code.
    pub salt: String,
    /// The key of backups, which follows from recovery code and salt.
    pub key: String,
    title: String,
    date: Date,
    round: u32,
    rounds: u32,
    state: TournamentState,
    /// Whether names have been erased; then no list has it any more.
    pub forgotten: bool,
}

impl Stored for StoredHall {}

/// What a tournament has on a server from its first entry on.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct HallSetup {
    /// The hall's minutes ahead of UTC.
    pub utc_offset: i32,
    /// The salt of the recovery code.
    pub salt: String,
    /// The key of backups.
    pub key: String,
}

impl StoredHall {
    /// A tournament with its log and its setup.
    #[must_use]
    pub fn new(log: String, made: Timestamp, setup: &HallSetup, tournament: &Tournament) -> StoredHall {
        let HallSetup { utc_offset, salt, key } = setup.clone();
        StoredHall {
            log,
            made,
            utc_offset,
            salt,
            key,
            title: tournament.title().to_owned(),
            date: tournament.date(),
            round: tournament.newest_started(),
            rounds: tournament.settings().rounds,
            state: state(tournament),
            forgotten: tournament.hall().is_forgotten(),
        }
    }

    /// The same after an entry.
    #[must_use]
    pub fn after(&self, tournament: &Tournament) -> StoredHall {
        let setup = HallSetup { utc_offset: self.utc_offset, salt: self.salt.clone(), key: self.key.clone() };
        StoredHall::new(self.log.clone(), self.made, &setup, tournament)
    }

    /// What lists say of it.
    #[must_use]
    pub fn summary(&self, id: &str) -> TournamentSummary {
        TournamentSummary {
            id: id.to_owned(),
            title: self.title.clone(),
            date: self.date.to_string(),
            round: self.round,
            rounds: self.rounds,
            state: self.state,
        }
    }
}

fn state(tournament: &Tournament) -> TournamentState {
    if tournament.is_finished() {
        TournamentState::Finished
    } else if tournament.newest_started() > 0 {
        TournamentState::Running
    } else {
        TournamentState::Setup
    }
}

/// A token, kept under its hash.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct StoredToken {
    /// The role that it gives.
    pub role: TokenRole,
    /// The person or device that it was made for.
    pub name: String,
    /// When it was made.
    pub made: Timestamp,
}

impl Stored for StoredToken {}
