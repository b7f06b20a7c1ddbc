//! What a player's games add up to, and how tallies compare (B08, B09, B14, F13).

use std::cmp::Ordering;

use trinta_core::Score;

use crate::average::Average;
use crate::points::Points;
use crate::result::{GameResult, ScoredRack};
use crate::settings::{Key, Normalise, Settings};

/// The sums of a player's games.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub struct Tally {
    /// Games won (B08).
    pub wins: Points,
    /// The sum of all scores, with the bonus for wins.
    pub total: Points,
    /// Games played.
    pub games: u32,
    /// The highest score of a single game; none before the first.
    pub best_game: Option<Points>,
    /// The sum of the scores of games won (F13).
    pub won_total: Points,
    /// The sum of the scores below zero.
    pub lost_total: Points,
}

/// What a game adds to the tallies of its players.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Counting {
    win_bonus: u32,
    normalise: Normalise,
}

impl Counting {
    pub(crate) const fn new(settings: &Settings) -> Counting {
        Counting { win_bonus: settings.win_bonus, normalise: settings.normalise }
    }

    /// Adds a rack of a game to its player's tally.
    pub(crate) fn add(self, tally: &mut Tally, result: &GameResult, rack: &ScoredRack) {
        let score = match self.normalise {
            Normalise::FourThirds if result.racks.len() == 3 => Points::four_thirds(rack.score),
            Normalise::FourThirds | Normalise::None => rack.score.into(),
        };
        let wins = Points::from(rack.wins);
        tally.wins += wins;
        tally.total += score + wins.times(self.win_bonus);
        tally.games += 1;
        tally.best_game = tally.best_game.max(Some(score));
        if rack.winner {
            tally.won_total += score;
        }
        if rack.score < Score::ZERO {
            tally.lost_total += score;
        }
    }
}

impl Tally {
    /// The average score of a game (B09).
    #[must_use]
    pub const fn average(&self) -> Average {
        Average::new(self.total, self.games)
    }

    /// The sum of two tallies.
    #[must_use]
    pub fn plus(self, other: Tally) -> Tally {
        Tally {
            wins: self.wins + other.wins,
            total: self.total + other.total,
            games: self.games + other.games,
            best_game: self.best_game.max(other.best_game),
            won_total: self.won_total + other.won_total,
            lost_total: self.lost_total + other.lost_total,
        }
    }

    /// Half of the wins and of all points; of no game, because the games of a stage before are not played in this one.
    pub(crate) const fn half(self) -> Tally {
        Tally {
            wins: self.wins.half(),
            total: self.total.half(),
            games: 0,
            best_game: None,
            won_total: self.won_total.half(),
            lost_total: self.lost_total.half(),
        }
    }

    /// Compares by the keys, the most important first: the better one is the greater.
    #[must_use]
    pub fn compare(&self, other: &Tally, keys: &[Key]) -> Ordering {
        let by = |key: &Key| match key {
            Key::Wins => self.wins.cmp(&other.wins),
            Key::Average => self.average().cmp(&other.average()),
            Key::Total => self.total.cmp(&other.total),
            Key::BestGame => self.best_game.cmp(&other.best_game),
            Key::WonTotal => self.won_total.cmp(&other.won_total),
            Key::LeastLost => self.lost_total.cmp(&other.lost_total),
        };
        keys.iter().map(by).find(|order| order.is_ne()).unwrap_or(Ordering::Equal)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn x20_the_sums_of_two_stages_add_up() {
        let tally = |wins, total, best, won, lost| Tally {
            wins: Points::whole(wins),
            total: Points::whole(total),
            games: 3,
            best_game: Some(Points::whole(best)),
            won_total: Points::whole(won),
            lost_total: Points::whole(lost),
        };
        let both = tally(2, 37, 30, 42, -5).plus(tally(1, 4, 12, 12, -8));
        assert_eq!(both, Tally { games: 6, ..tally(3, 41, 30, 54, -13) });
    }
}
