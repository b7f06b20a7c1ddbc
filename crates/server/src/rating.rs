//! Whose ratings a game changes, and where they are kept.
//!
//! A rating is stored in the same moment as the last move of the game that changes it, so that a crash can neither lose
//! nor repeat a change. `docs/decisions/0018-ratings.md` says who counts.

use trinta_core::Seat;
use trinta_ratings::{Rating, after_game};
use trinta_store::{EventStore, Put, StoreError};
use trinta_table::Table;
use trinta_table::ids::PlayerId;

/// Where it is kept which account a player has, and what its rating is.
const ACCOUNTS: &str = "player";
const RATINGS: &str = "rating";

/// What is kept so that it is known that a player has an account.
pub(crate) fn owner(player: &PlayerId, account: &str) -> Put {
    Put::set(ACCOUNTS, player.as_str(), account)
}

/// The rating of a player; none before the first game that counted.
pub(crate) async fn of_player(store: &dyn EventStore, player: &PlayerId) -> Result<Option<Rating>, StoreError> {
    let text = store.get(RATINGS, player.as_str()).await?;
    Ok(text.and_then(|text| serde_json::from_str(&text).ok()))
}

/// The seats whose ratings a finished game changes, with their ratings after it.
pub(crate) async fn changes(store: &dyn EventStore, table: &Table) -> Result<Vec<(Seat, Rating)>, StoreError> {
    let Some(outcome) = table.current().and_then(|current| current.game.outcome()) else { return Ok(Vec::new()) };
    let (mut seats, mut before, mut scores) = (Vec::new(), Vec::new(), Vec::new());
    for seat in table.setup().seats() {
        let Some(player) = table.sitter(seat).and_then(trinta_table::Sitter::player) else { continue };
        let alone = table.seats_of(player).count() == 1;
        if alone && store.get(ACCOUNTS, player.as_str()).await?.is_some() {
            seats.push(seat);
            before.push(of_player(store, player).await?.unwrap_or_default());
            scores.extend(outcome.scores.get(seat.index()).copied());
        }
    }
    if seats.len() < 2 || scores.len() != seats.len() {
        return Ok(Vec::new());
    }
    Ok(seats.into_iter().zip(after_game(&before, &scores)).collect())
}

/// What is kept of a rating.
pub(crate) fn keep(player: &PlayerId, rating: &Rating) -> Option<Put> {
    Some(Put::set(RATINGS, player.as_str(), &serde_json::to_string(rating).ok()?))
}
