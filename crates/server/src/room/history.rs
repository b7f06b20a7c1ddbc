//! What the end of a game adds to the histories of its players, in the same moment as its last move.

use trinta_core::Seat;
use trinta_ratings::Rating;
use trinta_store::{LogId, Put};
use trinta_table::Table;
use trinta_table::ids::PlayerId;

use crate::bodies::FinishedGame;
use crate::rating;

/// A finished game goes into the history of each of its players, and changes the ratings of those for whom it counts.
pub(super) fn of_finished(id: &LogId, table: &Table, at: i64, ratings: &[(Seat, Rating)]) -> Vec<Put> {
    let Some(current) = table.current() else { return Vec::new() };
    let Some(outcome) = current.game.outcome() else { return Vec::new() };
    let players: Vec<String> = table.seats().iter().flatten().map(|sitter| sitter.name().to_owned()).collect();
    let mut puts = Vec::new();
    for seat in table.setup().seats() {
        let Some(player) = table.sitter(seat).and_then(trinta_table::Sitter::player) else { continue };
        let rating = ratings.iter().find(|(of, _)| *of == seat).map(|(_, rating)| rating);
        let game = FinishedGame {
            table: id.to_string(),
            number: current.number,
            at,
            edition: table.plan().edition.clone(),
            players: players.clone(),
            scores: outcome.scores.clone(),
            winners: outcome.winners.clone(),
            seat,
            rating: rating.map(Rating::points),
        };
        // Newest first: keys are listed in order.
        let key = format!("{:016}-{id}-{}-{}", i64::MAX / 1000 - at, current.number, seat.0);
        puts.extend(serde_json::to_string(&game).ok().map(|text| Put::set(&games_of(player), &key, &text)));
        puts.extend(rating.and_then(|rating| rating::keep(player, rating)));
    }
    puts
}

/// Where the finished games of a player are kept.
pub(crate) fn games_of(player: &PlayerId) -> String {
    format!("games/{}", player.as_str())
}
