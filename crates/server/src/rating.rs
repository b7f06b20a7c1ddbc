//! Ratings of accounts, after games of two to six players.
//!
//! A rating is stored in the same moment as the last move of the game that changes it, so that a crash can neither lose
//! nor repeat a change. `docs/decisions/0018-ratings.md` says who counts.

use serde::{Deserialize, Serialize};
use trinta_bots::arena::Ratings;
use trinta_core::{Score, Seat};
use trinta_store::{EventStore, Put, StoreError};

use crate::ids::PlayerId;
use crate::table::Table;

/// Where it is kept which account a player has, and what its rating is.
const ACCOUNTS: &str = "player";
const RATINGS: &str = "rating";
/// The figure that people see is so many times the method's own: everybody begins at 1500.
const SCALE: f64 = 60.0;

/// The rating of an account.
#[derive(Debug, Clone, Copy, PartialEq, Serialize, Deserialize)]
pub struct Rating {
    /// What the method of Weng and Lin makes of the games.
    strength: f64,
    /// How uncertain that is.
    uncertainty: f64,
    /// How many games it is from.
    pub games: u32,
}

impl Default for Rating {
    fn default() -> Rating {
        let (strength, uncertainty) = Ratings::new(1).of(0);
        Rating { strength, uncertainty, games: 0 }
    }
}

impl Rating {
    /// The figure that people see.
    #[must_use]
    pub fn points(&self) -> i32 {
        // Far from the limits of the type: a rating moves by a few points a game.
        (self.strength * SCALE).round() as i32
    }
}

/// The ratings of those who played, after their game.
#[must_use]
pub fn after_game(before: &[Rating], scores: &[Score]) -> Vec<Rating> {
    let mut ratings =
        Ratings::starting_from(before.iter().map(|rating| (rating.strength, rating.uncertainty)).collect());
    let scores: Vec<f64> = scores.iter().map(|score| score.approximate()).collect();
    let seats: Vec<usize> = (0..before.len()).collect();
    ratings.add(&seats, &scores);
    let after = |(index, before): (usize, &Rating)| {
        let (strength, uncertainty) = ratings.of(index);
        Rating { strength, uncertainty, games: before.games + 1 }
    };
    before.iter().enumerate().map(after).collect()
}

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
        let Some(player) = table.sitter(seat).and_then(crate::table::Sitter::player) else { continue };
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

#[cfg(test)]
mod tests {
    use super::*;

    fn scores(points: &[i64]) -> Vec<Score> {
        points.iter().copied().map(Score::whole).collect()
    }

    #[test]
    fn everybody_begins_at_1500_and_who_wins_rises() {
        let new = Rating::default();
        assert_eq!((new.points(), new.games), (1500, 0));
        let after = after_game(&[new; 4], &scores(&[30, -5, -10, -15]));
        assert!(after.windows(2).all(|pair| pair[0].points() > pair[1].points()), "{after:?}");
        assert!(after.iter().all(|rating| rating.games == 1 && rating.uncertainty < new.uncertainty));
        let mean = after.iter().map(|rating| rating.strength).sum::<f64>() / 4.0;
        assert!((mean - new.strength).abs() < 0.2, "nobody gains what nobody loses: {mean}");
    }

    #[test]
    fn equal_scores_are_a_draw() {
        let after = after_game(&[Rating::default(); 2], &scores(&[0, 0]));
        assert_eq!(after[0].points(), after[1].points());
    }

    #[test]
    fn to_win_against_who_is_stronger_counts_for_more() {
        let mut strong = Rating::default();
        for _ in 0..20 {
            strong = after_game(&[strong, Rating::default()], &scores(&[10, -10]))[0];
        }
        let upset = after_game(&[Rating::default(), strong], &scores(&[10, -10]))[0];
        let usual = after_game(&[Rating::default(); 2], &scores(&[10, -10]))[0];
        assert!(upset.points() > usual.points());
    }
}
