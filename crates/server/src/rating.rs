//! Which ratings a game changes, and how the changes are stored.
//!
//! A rating is stored in the same transaction as the last move of the game that changes it, so that a crash can neither
//! lose nor repeat a change, and only if it is still the rating that was read, so that no other game's change is lost.
//! `docs/decisions/0018-ratings.md` says which players are rated.

use trinta_core::Seat;
use trinta_ratings::{Rating, after_game};
use trinta_store::{Payload, Put, StoreError, ValueStore};
use trinta_table::Table;
use trinta_table::ids::PlayerId;

use crate::keys;
use crate::stored::{Stored as _, StoredRating};

/// The change of one player's rating after a game.
#[derive(Debug)]
pub(crate) struct Change {
    pub(crate) seat: Seat,
    /// The rating after the game.
    pub(crate) rating: Rating,
    /// The compare-and-set that stores it.
    pub(crate) put: Put,
}

/// The value that records which account a player owns.
pub(crate) fn owner(player: &PlayerId, account: &str) -> Put {
    Put::set(keys::owner(player), account)
}

/// The rating of a player; `None` before their first rated game, or if the stored rating can't be read.
pub(crate) async fn of_player(store: &dyn ValueStore, player: &PlayerId) -> Result<Option<Rating>, StoreError> {
    let payload = store.get(&keys::rating(player)).await?;
    Ok(payload.and_then(|payload| StoredRating::read(&payload).ok()).map(Rating::from))
}

/// The rating changes of a finished game; empty if fewer than two of its players are rated.
pub(crate) async fn changes(store: &dyn ValueStore, table: &Table) -> Result<Vec<Change>, StoreError> {
    let Some(outcome) = table.current().and_then(|current| current.game.outcome()) else { return Ok(Vec::new()) };
    let (mut rated, mut before, mut scores) = (Vec::new(), Vec::new(), Vec::new());
    for seat in table.setup().seats() {
        let Some(player) = table.occupant(seat).and_then(trinta_table::Occupant::player) else { continue };
        let Some(score) = outcome.scores.get(seat.index()) else { continue };
        let alone = table.seats_of(player).count() == 1;
        if !alone || store.get(&keys::owner(player)).await?.is_none() {
            continue;
        }
        let key = keys::rating(player);
        let read = store.get(&key).await?;
        let rating = match read.as_ref().map(StoredRating::read).transpose() {
            Ok(stored) => stored.map(Rating::from).unwrap_or_default(),
            Err(error) => {
                // Must not be overwritten, so the game is not rated for this player.
                tracing::warn!(%error, "a rating can't be read, and is left as it is");
                continue;
            }
        };
        rated.push((seat, key, read));
        before.push(rating);
        scores.push(*score);
    }
    if rated.len() < 2 {
        return Ok(Vec::new());
    }
    let change = |((seat, key, read), rating): ((_, _, Option<Payload>), Rating)| {
        let stored = StoredRating::from(rating);
        let stored = read.as_ref().map_or_else(|| stored.write(), |read| stored.write_over(read));
        Change { seat, rating, put: Put::replace(key, read, stored) }
    };
    Ok(rated.into_iter().zip(after_game(&before, &scores)).map(change).collect())
}
