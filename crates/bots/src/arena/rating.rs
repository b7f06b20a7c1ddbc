//! Ratings after games of two to six players, by the method of Weng and Lin.

use skillratings::MultiTeamOutcome;
use skillratings::weng_lin::{WengLinConfig, WengLinRating, weng_lin_multi_team};

/// The ratings of some bots. Everybody begins at 25, give or take 8.3.
#[derive(Debug, Clone)]
pub struct Ratings(Vec<WengLinRating>);

impl Ratings {
    /// Nobody has played yet.
    #[must_use]
    pub fn new(bots: usize) -> Ratings {
        Ratings(vec![WengLinRating::new(); bots])
    }

    /// Some have played before: their ratings, and how uncertain each is.
    #[must_use]
    pub fn starting_from(ratings: Vec<(f64, f64)>) -> Ratings {
        Ratings(ratings.into_iter().map(|(rating, uncertainty)| WengLinRating { rating, uncertainty }).collect())
    }

    /// A game: who sat where, and the scores. A bot with several seats moves by the mean of what they moved.
    pub fn add(&mut self, seats: &[usize], scores: &[f64]) {
        let before: Vec<[WengLinRating; 1]> = seats.iter().map(|&bot| [self.0[bot]]).collect();
        let rank = |score: f64| 1 + scores.iter().filter(|&&other| other > score).count();
        let teams: Vec<(&[WengLinRating], MultiTeamOutcome)> = before
            .iter()
            .zip(scores)
            .map(|(team, &score)| (team.as_slice(), MultiTeamOutcome::new(rank(score))))
            .collect();
        let after = weng_lin_multi_team(&teams, &WengLinConfig::new());
        for bot in 0..self.0.len() {
            let own = || seats.iter().zip(&after).filter(move |(seat, _)| **seat == bot).map(|(_, team)| team[0]);
            let count = own().count() as f64;
            if count > 0.0 {
                self.0[bot] = WengLinRating {
                    rating: own().map(|rating| rating.rating).sum::<f64>() / count,
                    uncertainty: own().map(|rating| rating.uncertainty).sum::<f64>() / count,
                };
            }
        }
    }

    /// The rating of a bot, and how uncertain it is.
    #[must_use]
    pub fn of(&self, bot: usize) -> (f64, f64) {
        (self.0[bot].rating, self.0[bot].uncertainty)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn whoever_wins_rises_and_is_known_better() {
        let mut ratings = Ratings::new(3);
        for _ in 0..50 {
            ratings.add(&[0, 1, 2, 2], &[30.0, -5.0, -10.0, -15.0]);
        }
        let [first, second, third] = [0, 1, 2].map(|bot| ratings.of(bot));
        assert!(first.0 > second.0 && second.0 > third.0);
        assert!([first, second, third].iter().all(|(_, uncertainty)| *uncertainty < 5.0));
    }

    #[test]
    fn equals_stay_together() {
        let mut ratings = Ratings::new(2);
        for game in 0..100 {
            ratings.add(&[0, 1], &if game % 2 == 0 { [5.0, -5.0] } else { [-5.0, 5.0] });
        }
        assert!((ratings.of(0).0 - ratings.of(1).0).abs() < 1.0);
        let mut drawn = Ratings::new(2);
        drawn.add(&[0, 1], &[0.0, 0.0]);
        assert!((drawn.of(0).0 - drawn.of(1).0).abs() < 1e-9);
    }
}
