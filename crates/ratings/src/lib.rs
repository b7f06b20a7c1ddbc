//! Ratings after games of two to six players, by the method of Weng and Lin: one method for bots, accounts and events.
//!
//! Only the order of the scores counts; equal scores are a draw.
//!
//! ```
//! use trinta_ratings::{Rating, after_game};
//!
//! let new = Rating::default();
//! assert_eq!(new.points(), 1500);
//! let after = after_game(&[new; 3], &[30, -10, -20]);
//! assert!(after[0].points() > 1500 && after[2].points() < 1500);
//! ```

use serde::{Deserialize, Serialize};
use skillratings::MultiTeamOutcome;
use skillratings::weng_lin::{WengLinConfig, WengLinRating, weng_lin_multi_team};

/// Displayed points per unit of strength, so that a new player is shown with 1500.
const POINTS_PER_UNIT: f64 = 60.0;

/// The estimated strength of a player.
#[derive(Debug, Clone, Copy, PartialEq, Serialize, Deserialize)]
pub struct Rating {
    /// The mean of the estimate; 25 for a new player.
    pub strength: f64,
    /// The standard deviation of the estimate; about 8.3 for a new player.
    pub uncertainty: f64,
    /// The number of games that counted.
    pub games: u32,
}

impl Default for Rating {
    fn default() -> Rating {
        let WengLinRating { rating, uncertainty } = WengLinRating::new();
        Rating { strength: rating, uncertainty, games: 0 }
    }
}

impl Rating {
    /// The rating as it is shown to people.
    #[must_use]
    pub fn points(&self) -> i32 {
        // Far from the limits of the type: a rating moves by a few points a game.
        (self.strength * POINTS_PER_UNIT).round() as i32
    }
}

/// The ratings of the players after a game: the highest score wins, equal scores are a draw.
///
/// # Panics
/// If the numbers of scores and players differ.
#[must_use]
pub fn after_game<S: PartialOrd>(before: &[Rating], scores: &[S]) -> Vec<Rating> {
    assert_eq!(before.len(), scores.len(), "every player has a score");
    let teams: Vec<[WengLinRating; 1]> = before
        .iter()
        .map(|rating| [WengLinRating { rating: rating.strength, uncertainty: rating.uncertainty }])
        .collect();
    let place = |score: &S| 1 + scores.iter().filter(|other| *other > score).count();
    let ranked: Vec<(&[WengLinRating], MultiTeamOutcome)> =
        teams.iter().zip(scores).map(|(team, score)| (team.as_slice(), MultiTeamOutcome::new(place(score)))).collect();
    let after = weng_lin_multi_team(&ranked, &WengLinConfig::new());
    before
        .iter()
        .zip(after)
        .map(|(before, team)| Rating {
            strength: team[0].rating,
            uncertainty: team[0].uncertainty,
            games: before.games + 1,
        })
        .collect()
}

/// The ratings of players who meet repeatedly, by index.
#[derive(Debug, Clone)]
pub struct Ratings(Vec<Rating>);

impl Ratings {
    /// The ratings of this many new players.
    #[must_use]
    pub fn new(players: usize) -> Ratings {
        Ratings(vec![Rating::default(); players])
    }

    /// Adds a game: the player at each seat, and the score of each seat. The rating of a player with several
    /// seats changes by the mean of the changes of the seats.
    ///
    /// # Panics
    /// If there is no such player, or the numbers of scores and seats differ.
    pub fn add<S: PartialOrd>(&mut self, seats: &[usize], scores: &[S]) {
        let before: Vec<Rating> = seats.iter().map(|&player| self.0[player]).collect();
        let after = after_game(&before, scores);
        for (player, rating) in self.0.iter_mut().enumerate() {
            let own = || seats.iter().zip(&after).filter(|(seat, _)| **seat == player).map(|(_, rating)| rating);
            let count = own().count() as f64;
            if count > 0.0 {
                *rating = Rating {
                    strength: own().map(|rating| rating.strength).sum::<f64>() / count,
                    uncertainty: own().map(|rating| rating.uncertainty).sum::<f64>() / count,
                    games: rating.games + 1,
                };
            }
        }
    }

    /// The rating of a player.
    ///
    /// # Panics
    /// If there is no such player.
    #[must_use]
    pub fn of(&self, player: usize) -> Rating {
        self.0[player]
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn new_players_have_1500_points_and_winners_gain() {
        let new = Rating::default();
        assert_eq!((new.points(), new.games), (1500, 0));
        let after = after_game(&[new; 4], &[30, -5, -10, -15]);
        assert!(after.windows(2).all(|pair| pair[0].points() > pair[1].points()), "{after:?}");
        assert!(after.iter().all(|rating| rating.games == 1 && rating.uncertainty < new.uncertainty));
        let mean = after.iter().map(|rating| rating.strength).sum::<f64>() / 4.0;
        assert!((mean - new.strength).abs() < 0.2, "nobody gains what nobody loses: {mean}");
    }

    #[test]
    fn equal_scores_are_a_draw() {
        let after = after_game(&[Rating::default(); 2], &[0, 0]);
        assert_eq!(after[0].points(), after[1].points());
    }

    #[test]
    fn a_victory_over_a_stronger_player_counts_more() {
        let mut strong = Rating::default();
        for _ in 0..20 {
            strong = after_game(&[strong, Rating::default()], &[10, -10])[0];
        }
        let upset = after_game(&[Rating::default(), strong], &[10, -10])[0];
        let usual = after_game(&[Rating::default(); 2], &[10, -10])[0];
        assert!(upset.points() > usual.points());
    }

    #[test]
    fn winners_gain_and_their_uncertainty_decreases() {
        let mut ratings = Ratings::new(3);
        for _ in 0..50 {
            ratings.add(&[0, 1, 2, 2], &[30.0, -5.0, -10.0, -15.0]);
        }
        let [first, second, third] = [0, 1, 2].map(|player| ratings.of(player));
        assert!(first.strength > second.strength && second.strength > third.strength);
        assert!([first, second, third].iter().all(|rating| rating.uncertainty < 5.0 && rating.games == 50));
    }

    #[test]
    fn equal_players_keep_about_equal_ratings() {
        let mut ratings = Ratings::new(2);
        for game in 0..100 {
            ratings.add(&[0, 1], &if game % 2 == 0 { [5.0, -5.0] } else { [-5.0, 5.0] });
        }
        assert!((ratings.of(0).strength - ratings.of(1).strength).abs() < 1.0);
    }

    #[test]
    fn stored_ratings_can_be_read_back() {
        let text = r#"{"strength":25.5,"uncertainty":8.25,"games":3}"#;
        let rating: Rating = serde_json::from_str(text).unwrap();
        assert_eq!(serde_json::to_string(&rating).unwrap(), text);
    }
}
