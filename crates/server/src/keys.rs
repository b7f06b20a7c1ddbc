//! Where the server keeps its values: every space of the store and every key in it.
//!
//! The names of spaces and keys are in the stores that people have: they never change. A value that has to look
//! otherwise gets a new version of its format (see [`crate::stored`]), and plain text that has to become more a new
//! space.

use trinta_core::Seat;
use trinta_store::{Key, LogId, Space};
use trinta_table::ids::PlayerId;
use trinta_time::Timestamp;

/// What the names of tournaments' logs begin with, and those of tables' logs do not.
pub const HALL_PREFIX: &str = "hall-";

/// A kind of values.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Values<'a> {
    /// By the code of a table: the name of its log, as plain text.
    Codes,
    /// By the name of a table's log: when the table was opened that waits for its first game, in milliseconds since
    /// 1970, as plain text.
    Waiting,
    /// By the hash of a secret: a [`StoredSession`](crate::stored::StoredSession).
    Sessions,
    /// By the name of an account: a [`StoredAccount`](crate::stored::StoredAccount).
    Accounts,
    /// By player: the name of their account, as plain text.
    Owners,
    /// By player: a [`StoredRating`](crate::stored::StoredRating).
    Ratings,
    /// The history of one player, newest first: [`StoredGame`](crate::stored::StoredGame).
    Games(&'a PlayerId),
    /// The tables at which one player has a seat and a match is on or still to begin, by the names of their logs: when
    /// the player was first seen there, in milliseconds since 1970, as plain text.
    Seats(&'a PlayerId),
    /// By the name of a table's log: the play that is being made there, a
    /// [`StoredDraft`](crate::stored::StoredDraft).
    Drafts,
    /// By the name of a table's log: what its players want, [`StoredVotes`](crate::stored::StoredVotes).
    Votes,
    /// The games of one table, by their numbers: where each is in the log, a
    /// [`StoredGamePlace`](crate::stored::StoredGamePlace).
    GamePlaces(&'a LogId),
    /// When a server last ran, under one name, in milliseconds since 1970, as plain text.
    LastRun,
    /// By tournament: a [`StoredHall`](crate::hall::StoredHall).
    Halls,
    /// By tournament: what its projector shows, a [`Screen`](crate::hall::Screen).
    HallScreens,
    /// By the name of a tournament's log: the key of its entries, a [`LogKey`](crate::hall::LogKey).
    HallKeys,
    /// The tokens of one tournament, by the hash of the token: a [`StoredToken`](crate::hall::StoredToken).
    HallTokens(&'a str),
    /// The tables of one tournament that are played at the server, by round and table: an
    /// [`OnlineTable`](crate::hall::OnlineTable).
    HallTables(&'a str),
}

impl Values<'_> {
    /// The space in which values of this kind are kept.
    #[must_use]
    pub fn space(self) -> Space {
        match self {
            Values::Codes => Space::new("code"),
            Values::Waiting => Space::new("waiting"),
            Values::Sessions => Space::new("session"),
            Values::Accounts => Space::new("account"),
            Values::Owners => Space::new("player"),
            Values::Ratings => Space::new("rating"),
            Values::Games(player) => Space::new(format!("games/{}", player.as_str())),
            Values::Seats(player) => Space::new(format!("seats/{}", player.as_str())),
            Values::Drafts => Space::new("draft"),
            Values::Votes => Space::new("votes"),
            Values::GamePlaces(table) => Space::new(format!("game-place/{table}")),
            Values::LastRun => Space::new("last-run"),
            Values::Halls => Space::new("hall"),
            Values::HallScreens => Space::new("hall-screen"),
            Values::HallKeys => Space::new("hall-key"),
            Values::HallTables(tournament) => Space::new(format!("hall-table/{tournament}")),
            Values::HallTokens(tournament) => Space::new(format!("hall-token/{tournament}")),
        }
    }
}

/// The table that has a code.
#[must_use]
pub fn code(code: &str) -> Key {
    Values::Codes.space().key(code)
}

/// A table that waits for its first game.
#[must_use]
pub fn waiting(table: &LogId) -> Key {
    Values::Waiting.space().key(table.as_str())
}

/// The session that a secret opens, by the hash of the secret.
#[must_use]
pub fn session(hash: &str) -> Key {
    Values::Sessions.space().key(hash)
}

/// An account by its name.
#[must_use]
pub fn account(name: &str) -> Key {
    Values::Accounts.space().key(name)
}

/// The account that a player owns.
#[must_use]
pub fn owner(player: &PlayerId) -> Key {
    Values::Owners.space().key(player.as_str())
}

/// The rating of a player.
#[must_use]
pub fn rating(player: &PlayerId) -> Key {
    Values::Ratings.space().key(player.as_str())
}

/// A finished game in the history of a player. Keys are listed in order: the latest game has the lowest.
#[must_use]
pub fn game(player: &PlayerId, at: Timestamp, table: &LogId, number: u32, seat: Seat) -> Key {
    let age = i64::MAX / 1000 - at.as_millis();
    Values::Games(player).space().key(format!("{age:016}-{table}-{number}-{}", seat.0))
}

/// A table at which a player has a seat.
#[must_use]
pub fn seat(player: &PlayerId, table: &LogId) -> Key {
    Values::Seats(player).space().key(table.as_str())
}

/// The play that is being made at a table.
#[must_use]
pub fn draft(table: &LogId) -> Key {
    Values::Drafts.space().key(table.as_str())
}

/// What the players of a table want.
#[must_use]
pub fn votes(table: &LogId) -> Key {
    Values::Votes.space().key(table.as_str())
}

/// Where a game is in the log of its table.
#[must_use]
pub fn game_place(table: &LogId, number: u32) -> Key {
    Values::GamePlaces(table).space().key(format!("{number:06}"))
}

/// When a server last ran.
#[must_use]
pub fn last_run() -> Key {
    Values::LastRun.space().key("at")
}

/// A tournament.
#[must_use]
pub fn hall(tournament: &str) -> Key {
    Values::Halls.space().key(tournament)
}

/// What the projector of a tournament shows.
#[must_use]
pub fn hall_screen(tournament: &str) -> Key {
    Values::HallScreens.space().key(tournament)
}

/// The key of the entries of a tournament's log.
#[must_use]
pub fn hall_key(log: &LogId) -> Key {
    Values::HallKeys.space().key(log.as_str())
}

/// A token of a tournament, by the hash of the token.
#[must_use]
pub fn hall_token(tournament: &str, hash: &str) -> Key {
    Values::HallTokens(tournament).space().key(hash)
}

/// A table of a tournament that is played at the server.
#[must_use]
pub fn hall_table(tournament: &str, seat: trinta_tournament::Seat) -> Key {
    Values::HallTables(tournament).space().key(format!("{}-{}", seat.round, seat.table))
}

/// The seat in the name of such a key.
pub(crate) fn read_hall_seat(name: &str) -> Option<trinta_tournament::Seat> {
    let (round, table) = name.split_once('-')?;
    Some(trinta_tournament::Seat { round: round.parse().ok()?, table: table.parse().ok()? })
}

#[cfg(test)]
mod tests {
    use trinta_table::chance::FixedChance;

    use super::*;

    #[test]
    fn keys_are_those_of_the_stores_that_people_have() {
        let player = PlayerId::new(&FixedChance::new(1));
        let table = LogId::new("t1").unwrap();
        let at = Timestamp::from_millis(1_700_000_000_000);
        let name = player.as_str();
        let expected = [
            (code("ABCDEF"), "code", "ABCDEF".to_owned()),
            (waiting(&table), "waiting", "t1".to_owned()),
            (session("00ff"), "session", "00ff".to_owned()),
            (account("ana"), "account", "ana".to_owned()),
            (owner(&player), "player", name.to_owned()),
            (rating(&player), "rating", name.to_owned()),
            (seat(&player, &table), &format!("seats/{name}"), "t1".to_owned()),
            (draft(&table), "draft", "t1".to_owned()),
            (votes(&table), "votes", "t1".to_owned()),
            (game_place(&table, 2), "game-place/t1", "000002".to_owned()),
            (last_run(), "last-run", "at".to_owned()),
            (hall("00ff"), "hall", "00ff".to_owned()),
            (hall_screen("00ff"), "hall-screen", "00ff".to_owned()),
            (hall_key(&table), "hall-key", "t1".to_owned()),
            (hall_token("00ff", "aa"), "hall-token/00ff", "aa".to_owned()),
            (hall_table("00ff", trinta_tournament::Seat { round: 2, table: 13 }), "hall-table/00ff", "2-13".to_owned()),
            (game(&player, at, &table, 2, Seat(1)), &format!("games/{name}"), "9221672036854775-t1-2-1".to_owned()),
        ];
        for (key, space, name) in expected {
            assert_eq!((key.space.as_str(), key.name), (space, name));
        }
    }
}
