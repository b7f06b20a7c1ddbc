//! A round with its tables and games.

use crate::draw::Draw;
use crate::people::Number;
use crate::result::GameResult;
use crate::time::HallTime;

/// A round, from the proposal of its seating on.
#[derive(Debug, Clone, PartialEq)]
pub struct Round {
    /// How far it is.
    pub state: RoundState,
    /// Whether its seating must be asked for again (X19).
    pub stale: bool,
    /// When it started, if that was said.
    pub started_at: Option<HallTime>,
    /// Its tables, from table 1.
    pub tables: Vec<Table>,
}

/// How far a round is.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub enum RoundState {
    /// Its seating was proposed.
    Proposed,
    /// Its seating was published.
    Published,
    /// It has started.
    Started,
}

/// A table of a round.
#[derive(Debug, Clone, PartialEq, Default)]
pub struct Table {
    /// Who sits there, clockwise. Who leaves while a game has no result is gone from here.
    pub players: Vec<Number>,
    /// Who was seated there, from seat A on: a seat keeps its letter when somebody leaves, as it does on paper.
    pub seats: Vec<Number>,
    /// The games of the round.
    pub games: Vec<Game>,
    /// The seconds of all pauses that are over (E10).
    pub credit: u32,
    /// When the pause began that is not over.
    pub paused_at: Option<HallTime>,
    /// Since when it is in its present state, if the times of the commands were said.
    pub since: Option<HallTime>,
    /// The draw for who moves on, once its games are in (B06).
    pub draw: Option<Draw>,
}

/// A game at a table.
#[derive(Debug, Clone, PartialEq, Default)]
pub struct Game {
    /// The draw for the start (C01).
    pub start: Option<Draw>,
    /// How often it was dealt anew (C08).
    pub redeals: u32,
    /// What became of it.
    pub outcome: Option<Outcome>,
}

/// What became of a game.
#[derive(Debug, Clone, PartialEq)]
pub enum Outcome {
    /// It has a result.
    Scored(GameResult),
    /// It counts for nobody; these played it.
    Annulled(Vec<Number>),
}

impl Outcome {
    /// The players of the game.
    #[must_use]
    pub fn players(&self) -> Vec<Number> {
        match self {
            Outcome::Scored(result) => result.players().collect(),
            Outcome::Annulled(players) => players.clone(),
        }
    }
}

impl Table {
    /// Whether nothing is left to be played at it.
    #[must_use]
    pub fn is_complete(&self) -> bool {
        self.players.is_empty() || self.games.iter().all(|game| game.outcome.is_some())
    }

    /// Whether anybody has sat at it, or has left it after a game.
    #[must_use]
    pub fn was_used(&self) -> bool {
        !self.players.is_empty() || self.games.iter().any(|game| game.outcome.is_some())
    }

    /// Who still sits on each seat, from seat A on; none where a player has left.
    pub fn occupied(&self) -> impl Iterator<Item = Option<Number>> + '_ {
        self.seats.iter().map(|number| Some(*number).filter(|number| self.players.contains(number)))
    }

    /// The seat of a player, from 0, also of one who has left.
    #[must_use]
    pub fn seat_of(&self, number: Number) -> Option<usize> {
        self.seats.iter().position(|seat| *seat == number)
    }

    /// Whether any game has a result.
    #[must_use]
    pub fn has_result(&self) -> bool {
        self.games.iter().any(|game| matches!(game.outcome, Some(Outcome::Scored(_))))
    }

    /// The results of its games.
    pub fn results(&self) -> impl Iterator<Item = &GameResult> {
        self.games.iter().filter_map(|game| match &game.outcome {
            Some(Outcome::Scored(result)) => Some(result),
            _ => None,
        })
    }
}
