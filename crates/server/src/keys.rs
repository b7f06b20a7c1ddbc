//! Where the server keeps its values: every space of the store and every key in it.
//!
//! The names of spaces and keys are in the stores that people have: they never change. A value that has to look
//! otherwise gets a new version of its format (see [`crate::stored`]), and plain text that has to become more a new
//! space.

use trinta_core::Seat;
use trinta_store::{Key, LogId, Space};
use trinta_table::ids::PlayerId;
use trinta_time::Timestamp;

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
            (game(&player, at, &table, 2, Seat(1)), &format!("games/{name}"), "9221672036854775-t1-2-1".to_owned()),
        ];
        for (key, space, name) in expected {
            assert_eq!((key.space.as_str(), key.name), (space, name));
        }
    }
}
