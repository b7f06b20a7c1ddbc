//! Matches: the score sheet of several games, and who wins it (N8, N25, N26).

use std::ops::RangeInclusive;

use crate::edition::{MatchWinner, Settings};
use crate::score::Score;
use crate::scoring;
use crate::seat::Seat;

/// The score sheet of a match, with one line of scores for each game.
///
/// ```
/// use trinta_core::{Match, Score, Settings};
///
/// let mut sheet = Match::new(Settings::edition("hk").unwrap(), 4).unwrap();
/// sheet.add([24, -5, -16, -3].map(Score::whole).to_vec()).unwrap();
/// assert_eq!(sheet.wins(), [1, 0, 0, 0]);
/// assert!(!sheet.is_over());
/// ```
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Match {
    settings: Settings,
    players: u8,
    games: Vec<Vec<Score>>,
}

/// An impossible match, or scores that no game can have.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum MatchError {
    /// The edition is not for this number of players.
    #[error("this edition is for {} to {} players, not {players}", range.start(), range.end())]
    Players {
        /// The number of players.
        players: usize,
        /// The numbers of players that the edition is for.
        range: RangeInclusive<u8>,
    },
    /// Too many or too few scores for a game.
    #[error("a game of {players} players has {players} scores, not {scores}")]
    Length {
        /// The number of players, who each have a score.
        players: u8,
        /// The number of scores given.
        scores: usize,
    },
    /// The scores do not sum to zero (N21).
    #[error("the scores of a game sum to zero, not to {0}")]
    NotZero(Score),
    /// More games than the match has.
    #[error("the match is over after {0} games")]
    Over(u32),
}

impl Match {
    /// A match before its first game.
    ///
    /// # Errors
    /// If the edition is not for this number of players.
    pub fn new(settings: Settings, players: u8) -> Result<Match, MatchError> {
        if !settings.players.contains(&players) {
            return Err(MatchError::Players { players: usize::from(players), range: settings.players });
        }
        Ok(Match { settings, players, games: Vec::new() })
    }

    /// Adds the scores of a game.
    ///
    /// # Errors
    /// If no game can have these scores, or the match is over.
    pub fn add(&mut self, scores: Vec<Score>) -> Result<(), MatchError> {
        if scores.len() != usize::from(self.players) {
            return Err(MatchError::Length { players: self.players, scores: scores.len() });
        }
        let sum: Score = scores.iter().copied().sum();
        if sum != Score::ZERO && !self.settings.is_play_a() {
            return Err(MatchError::NotZero(sum));
        }
        if self.is_over() {
            return Err(MatchError::Over(self.games.len() as u32));
        }
        self.games.push(scores);
        Ok(())
    }

    /// The scores of the games so far.
    #[must_use]
    pub fn games(&self) -> &[Vec<Score>] {
        &self.games
    }

    /// The number of games in the match, or `None` if the players decide (N8).
    #[must_use]
    pub fn length(&self) -> Option<u32> {
        self.settings.games_in_match(self.players)
    }

    /// Whether all games have been played. A match of free length is over when the players say so.
    #[must_use]
    pub fn is_over(&self) -> bool {
        self.length().is_some_and(|length| self.games.len() >= length as usize)
    }

    /// The sum of each player's scores.
    #[must_use]
    pub fn totals(&self) -> Vec<Score> {
        (0..usize::from(self.players)).map(|seat| self.games.iter().map(|scores| scores[seat]).sum()).collect()
    }

    /// The games that each player has won; all who share a game's highest score have won it (N25).
    #[must_use]
    pub fn wins(&self) -> Vec<u32> {
        let mut wins = vec![0; usize::from(self.players)];
        for scores in &self.games {
            for seat in scoring::winners(scores) {
                wins[seat.index()] += 1;
            }
        }
        wins
    }

    /// The seats that lead or have won. There are several if they are equal on every count (N25).
    #[must_use]
    pub fn winners(&self) -> Vec<Seat> {
        let (wins, totals) = (self.wins(), self.totals());
        let merit = |seat: usize| match self.settings.match_winner {
            MatchWinner::GamesThenPoints => (wins[seat], totals[seat]),
            MatchWinner::Points => (0, totals[seat]),
        };
        let seats = 0..usize::from(self.players);
        let best = seats.clone().map(merit).max();
        seats.filter(|&seat| Some(merit(seat)) == best).map(Seat::at).collect()
    }
}
