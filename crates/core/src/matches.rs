//! Matches: the score sheet of several games, and who wins it (N8, N25, N26).

use std::ops::RangeInclusive;

use crate::edition::{MatchWinner, Settings};
use crate::score::Score;
use crate::scoring;
use crate::seat::Seat;

/// The score sheet of a match: one line of scores a game.
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

/// Why a match or a line of its sheet is refused.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum MatchError {
    /// The edition has no room for so many players.
    #[error("this edition is for {} to {} players, not {players}", range.start(), range.end())]
    Players {
        /// How many there are.
        players: usize,
        /// How many there can be.
        range: RangeInclusive<u8>,
    },
    /// A line with too many or too few scores.
    #[error("a game of {players} players has {players} scores, not {scores}")]
    Length {
        /// How many there should be.
        players: u8,
        /// How many there are.
        scores: usize,
    },
    /// Points that come from nowhere (N21).
    #[error("the scores of a game sum to zero, not to {0}")]
    NotZero(Score),
    /// More games than the match has.
    #[error("the match is over after {0} games")]
    Over(u32),
}

impl Match {
    /// A match without games yet.
    ///
    /// # Errors
    /// When the edition has no room for so many players.
    pub fn new(settings: Settings, players: u8) -> Result<Match, MatchError> {
        if !settings.players.contains(&players) {
            return Err(MatchError::Players { players: usize::from(players), range: settings.players });
        }
        Ok(Match { settings, players, games: Vec::new() })
    }

    /// Writes the scores of one more game.
    ///
    /// # Errors
    /// When they can't be the scores of a game, or the match is over.
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

    /// How many games the match has; none: as many as the players like (N8).
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

    /// Who leads or has won; several if they are equal on every count (N25).
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
