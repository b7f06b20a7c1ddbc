//! The state of an event.

use trinta_core::Score;

use crate::command::Decision;
use crate::draw::Draw;
use crate::event::{CaseSubject, GameId, Seat};
use crate::people::{Number, People};
use crate::play_off::PlayOff;
use crate::random::Seed;
use crate::result::GameResult;
use crate::settings::{Format, Settings};
use crate::time::{Date, HallTime};

/// An event, from its making to its end.
#[derive(Debug, Clone, PartialEq)]
pub struct Tournament {
    pub(crate) title: String,
    pub(crate) date: Date,
    pub(crate) settings: Settings,
    /// The rules of its games.
    pub(crate) rules: trinta_core::Settings,
    pub(crate) seed: Seed,
    pub(crate) people: People,
    pub(crate) check_in_open: bool,
    /// Whether anybody has been checked in.
    pub(crate) check_in_begun: bool,
    pub(crate) rounds: Vec<Round>,
    pub(crate) offences: Vec<Offence>,
    pub(crate) cases: Vec<Case>,
    pub(crate) play_offs: Vec<PlayOff>,
    pub(crate) finished: bool,
    /// How many events were folded into it: each use of chance has its own.
    pub(crate) event_count: u64,
}

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
    /// The games of the round.
    pub games: Vec<Game>,
    /// The seconds of all pauses that are over (E10).
    pub credit: u32,
    /// When the pause began that is not over.
    pub paused_at: Option<HallTime>,
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

/// An offence of a player's (G09).
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Offence {
    /// The player.
    pub number: Number,
    /// The table at which it happened.
    pub seat: Option<Seat>,
    /// The offence, in the judge's words.
    pub why: String,
}

/// A case for the head judge.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Case {
    /// What it is about.
    pub subject: CaseSubject,
    /// The decision, once there is one.
    pub decision: Option<Decision>,
}

/// Who moves on from a table of the ring (B03).
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Movers {
    /// Those who move for certain.
    pub certain: Vec<Number>,
    /// Those who are tied across the cut, and for how many places (B06).
    pub tie: Option<(Vec<Number>, usize)>,
}

/// What a table's draw and results say about moving on.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Moves {
    /// Who moves, as far as it is decided.
    pub numbers: Vec<Number>,
    /// Whether that is all of them.
    pub decided: bool,
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

    /// B03, B06, B07: the best of the table, by wins in this round, then by points in it.
    pub(crate) fn movers(&self, movers: usize) -> Movers {
        if self.players.len() <= movers {
            return Movers { certain: self.players.clone(), tie: None };
        }
        let merit = |number: Number| {
            let racks = self.results().flat_map(|result| &result.racks).filter(|rack| rack.number == number);
            racks.fold((Score::ZERO, Score::ZERO), |(wins, points), rack| (wins + rack.wins, points + rack.score))
        };
        let mut players: Vec<_> = self.players.iter().map(|&number| (merit(number), number)).collect();
        players.sort_by(|(one, _), (other, _)| other.cmp(one));
        let mut certain = Vec::new();
        for equal in players.chunk_by(|(one, _), (other, _)| one == other) {
            let equal: Vec<Number> = equal.iter().map(|(_, number)| *number).collect();
            let places = movers - certain.len();
            if equal.len() > places {
                return Movers { certain, tie: (places > 0).then_some((equal, places)) };
            }
            certain.extend(equal);
        }
        Movers { certain, tie: None }
    }

    /// Who moves on, with the draw.
    pub(crate) fn moves(&self, movers: usize) -> Moves {
        let Movers { mut certain, tie } = self.movers(movers);
        let chosen = match (&tie, &self.draw) {
            (None, _) => Some(Vec::new()),
            (Some(_), Some(draw)) => draw.chosen(),
            (Some(_), None) => None,
        };
        let decided = chosen.is_some();
        certain.extend(chosen.into_iter().flatten());
        certain.sort_unstable();
        Moves { numbers: certain, decided }
    }
}

impl Tournament {
    /// The title.
    #[must_use]
    pub fn title(&self) -> &str {
        &self.title
    }

    /// The day.
    #[must_use]
    pub const fn date(&self) -> Date {
        self.date
    }

    /// The settings.
    #[must_use]
    pub const fn settings(&self) -> &Settings {
        &self.settings
    }

    /// The seed of everything random.
    #[must_use]
    pub const fn seed(&self) -> &Seed {
        &self.seed
    }

    /// Everybody who was entered.
    #[must_use]
    pub const fn people(&self) -> &People {
        &self.people
    }

    /// The rounds that have a seating.
    #[must_use]
    pub fn rounds(&self) -> &[Round] {
        &self.rounds
    }

    /// The cases for the head judge.
    #[must_use]
    pub fn cases(&self) -> &[Case] {
        &self.cases
    }

    /// Whether the event has ended.
    #[must_use]
    pub const fn is_finished(&self) -> bool {
        self.finished
    }

    /// A round, from 1.
    #[must_use]
    pub fn round(&self, round: u32) -> Option<&Round> {
        self.rounds.get((round as usize).checked_sub(1)?)
    }

    pub(crate) fn round_mut(&mut self, round: u32) -> Option<&mut Round> {
        self.rounds.get_mut((round as usize).checked_sub(1)?)
    }

    /// A table of a round, from 1. In the ring, a table without players is one all the same.
    #[must_use]
    pub fn table(&self, round: u32, table: u32) -> Option<&Table> {
        self.round(round)?.tables.get((table as usize).checked_sub(1)?)
    }

    pub(crate) fn table_mut(&mut self, round: u32, table: u32) -> Option<&mut Table> {
        self.round_mut(round)?.tables.get_mut((table as usize).checked_sub(1)?)
    }

    /// A game of a table.
    #[must_use]
    pub fn game(&self, id: GameId) -> Option<&Game> {
        self.table(id.round, id.table)?.games.get((id.game as usize).checked_sub(1)?)
    }

    pub(crate) fn game_mut(&mut self, id: GameId) -> Option<&mut Game> {
        self.table_mut(id.round, id.table)?.games.get_mut((id.game as usize).checked_sub(1)?)
    }

    /// Whether a round has started.
    #[must_use]
    pub fn has_started(&self, round: u32) -> bool {
        self.round(round).is_some_and(|round| round.state == RoundState::Started)
    }

    /// The newest round that has started; 0 before the first.
    #[must_use]
    pub fn newest_started(&self) -> u32 {
        (1..=self.rounds.len() as u32).rev().find(|&round| self.has_started(round)).unwrap_or(0)
    }

    /// Whether players move on from a round's tables: in the ring, and not after the last round (X13).
    #[must_use]
    pub fn has_moves(&self, round: u32) -> bool {
        self.settings.format == Format::Ring && round < self.settings.rounds
    }

    /// Who moves on from a table, if its games are in and anybody does.
    #[must_use]
    pub fn moves(&self, round: u32, table: u32) -> Option<Moves> {
        let there = self.table(round, table).filter(|there| there.is_complete() && self.has_moves(round))?;
        Some(there.moves(self.settings.movers as usize))
    }

    /// The table that players of a table move to (B04).
    #[must_use]
    pub fn next_table(&self, round: u32, table: u32) -> u32 {
        let tables = self.round(round).map_or(1, |round| round.tables.len() as u32);
        table % tables + 1
    }

    /// The tables of a round with a game that has no result, and those with an open draw (B05).
    #[must_use]
    pub fn missing(&self, round: u32) -> (Vec<u32>, Vec<u32>) {
        let tables = self.round(round).map_or(0, |round| round.tables.len() as u32);
        let incomplete = |table: &u32| self.table(round, *table).is_some_and(|table| !table.is_complete());
        // Once the next round has started, nobody moves any more: a correction opens no draw then (X19).
        let undecided =
            |table: &u32| !self.has_started(round + 1) && self.moves(round, *table).is_some_and(|moves| !moves.decided);
        ((1..=tables).filter(incomplete).collect(), (1..=tables).filter(undecided).collect())
    }

    /// The first round whose results are not all in.
    #[must_use]
    pub fn first_incomplete(&self) -> Option<u32> {
        let complete = |round: u32| {
            let (tables, draws) = self.missing(round);
            self.has_started(round) && tables.is_empty() && draws.is_empty()
        };
        (1..=self.settings.rounds).find(|&round| !complete(round))
    }

    /// The table at which a player sits in a round.
    #[must_use]
    pub fn table_of(&self, round: u32, number: Number) -> Option<u32> {
        let tables = &self.round(round)?.tables;
        tables.iter().position(|table| table.players.contains(&number)).map(|at| at as u32 + 1)
    }

    /// The play-off of just these players at this rank: it counts as long as they are tied there.
    #[must_use]
    pub fn play_off_of(&self, rank: u32, numbers: &[Number]) -> Option<&PlayOff> {
        let mut numbers = numbers.to_vec();
        numbers.sort_unstable();
        self.play_offs.iter().find(|play_off| play_off.rank() == rank && play_off.numbers() == numbers)
    }

    /// How often a player has been warned; at most twice, then there are cases (G09).
    #[must_use]
    pub fn warnings(&self, number: Number) -> u32 {
        self.offences(number).count().min(2) as u32
    }

    /// A player's offences, in order.
    pub fn offences(&self, number: Number) -> impl Iterator<Item = &Offence> {
        self.offences.iter().filter(move |offence| offence.number == number)
    }

    /// The open case of a player's conduct, from 1.
    #[must_use]
    pub fn open_conduct_case(&self, player: Number) -> Option<u32> {
        let is_his = |case: &Case| {
            case.decision.is_none() && matches!(case.subject, CaseSubject::Conduct { number } if number == player)
        };
        self.cases.iter().position(is_his).map(|at| at as u32 + 1)
    }

    /// The cases that wait for a decision, from 1.
    #[must_use]
    pub fn open_cases(&self) -> Vec<u32> {
        (1..).zip(&self.cases).filter(|(_, case)| case.decision.is_none()).map(|(at, _)| at).collect()
    }
}
