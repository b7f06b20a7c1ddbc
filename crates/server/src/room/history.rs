//! What the end of a game adds to the histories of its players, in the same transaction as its last move.

use trinta_store::{LogId, Put};
use trinta_table::Table;
use trinta_time::Timestamp;

use crate::keys;
use crate::rating::Change;
use crate::stored::{Stored as _, StoredGame};

/// A finished game goes into the history of each of its players, and changes the ratings of those for whom it counts.
pub(super) fn of_finished(id: &LogId, table: &Table, at: Timestamp, ratings: Vec<Change>) -> Vec<Put> {
    let Some(current) = table.current() else { return Vec::new() };
    let Some(outcome) = current.game.outcome() else { return Vec::new() };
    let players: Vec<String> = table.seats().iter().flatten().map(|sitter| sitter.name().to_owned()).collect();
    let mut puts = Vec::new();
    for seat in table.setup().seats() {
        let Some(player) = table.sitter(seat).and_then(trinta_table::Sitter::player) else { continue };
        let game = StoredGame {
            table: id.to_string(),
            number: current.number,
            at,
            edition: table.plan().edition.clone(),
            players: players.clone(),
            scores: outcome.scores.clone(),
            winners: outcome.winners.clone(),
            seat,
            rating: ratings.iter().find(|change| change.seat == seat).map(|change| change.rating.points()),
        };
        puts.push(Put::set(keys::game(player, at, id, current.number, seat), game.write()));
    }
    puts.extend(ratings.into_iter().map(|change| change.put));
    puts
}
