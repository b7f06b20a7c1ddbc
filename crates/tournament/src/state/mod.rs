//! The state of an event.

mod cases;
mod moves;
mod round;

use std::collections::{BTreeMap, BTreeSet};

use crate::address::Printed;
use crate::event::GameId;
use crate::hall::Hall;
use crate::people::{Number, People};
use crate::play_off::PlayOff;
use crate::random::Seed;
use crate::seating_version::SeatingVersion;
use crate::settings::{Advance, Phase, Settings};
use crate::time::Date;

pub use cases::{Case, FormerPlayer, Offence};
pub use moves::{Choice, Movers, Moves};
pub use round::{Game, Outcome, Round, RoundState, Table};

/// An event, from its making to its end.
#[derive(Debug, Clone, PartialEq)]
pub struct Tournament {
    pub(crate) title: String,
    pub(crate) date: Date,
    pub(crate) settings: Settings,
    /// The phases of its settings.
    pub(crate) phases: Vec<Phase>,
    pub(crate) seating_version: SeatingVersion,
    /// The rules of its games.
    pub(crate) rules: trinta_core::Settings,
    pub(crate) seed: Seed,
    /// What printed codes follow from; none: the seed.
    pub(crate) code_seed: Option<Seed>,
    pub(crate) people: People,
    pub(crate) check_in_open: bool,
    /// Whether anybody has been checked in.
    pub(crate) check_in_begun: bool,
    pub(crate) rounds: Vec<Round>,
    pub(crate) offences: Vec<Offence>,
    pub(crate) cases: Vec<Case>,
    pub(crate) play_offs: Vec<PlayOff>,
    /// Players who did not go on after a cut, with the last round before it (X20).
    pub(crate) eliminated: BTreeMap<Number, u32>,
    /// Players of a league who miss a date, from 1.
    pub(crate) sitting_out: BTreeSet<(u32, Number)>,
    pub(crate) hall: Hall,
    pub(crate) finished: bool,
    /// What was printed with QR codes, in order.
    pub(crate) printed: Vec<Printed>,
    /// How many events were folded into it: each use of chance has its own.
    pub(crate) event_count: u64,
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

    /// What surrounds the games: venue, judges, staff, incidents, calls.
    #[must_use]
    pub const fn hall(&self) -> &Hall {
        &self.hall
    }

    /// The rules of its games.
    #[must_use]
    pub const fn rules(&self) -> &trinta_core::Settings {
        &self.rules
    }

    /// Whether the event has ended.
    #[must_use]
    pub const fn is_finished(&self) -> bool {
        self.finished
    }

    /// What was printed with QR codes, in order.
    #[must_use]
    pub fn printed(&self) -> &[Printed] {
        &self.printed
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

    /// Who was seated at a table of a round, from seat A on, also those who have left since; nobody if there is no such
    /// table.
    #[must_use]
    pub fn seats(&self, round: u32, table: u32) -> &[Number] {
        self.table(round, table).map(|table| table.seats.as_slice()).unwrap_or_default()
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

    /// The phase of a round; the last one for a round beyond it.
    #[must_use]
    pub fn phase(&self, round: u32) -> Phase {
        let found = self.phases.iter().find(|phase| round <= phase.last).or(self.phases.last());
        *found.unwrap_or_else(|| unreachable!("a tournament has at least one phase"))
    }

    /// Those who are present, have not been cut, and do not miss the date of this round.
    #[must_use]
    pub fn in_play(&self, round: u32) -> Vec<Number> {
        let date = self.settings.league.map_or(0, |league| round.div_ceil(league.rounds));
        let mut players = self.people.present();
        if !self.eliminated.is_empty() || !self.sitting_out.is_empty() {
            players.retain(|&number| {
                !self.eliminated.contains_key(&number) && !self.sitting_out.contains(&(date, number))
            });
        }
        players
    }

    /// Whether the newest round has left nobody to play on with, although more rounds were planned: one player, or the
    /// last table of a knock-out.
    #[must_use]
    pub fn is_decided_early(&self) -> bool {
        let round = self.newest_started();
        let phase = self.phase(round);
        let (tables, draws) = self.missing(round);
        if round != phase.last || !tables.is_empty() || !draws.is_empty() {
            return false;
        }
        match (phase.cut, self.choice(round)) {
            (None, _) => false,
            (Some(Advance::Best(_)), _) => self.in_play(round).len() <= 1,
            (Some(Advance::PerTable(_)), None) => true,
            (Some(Advance::PerTable(_)), Some(_)) => self.going_on(round).len() <= 1,
        }
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
        let incomplete = |round: &u32| {
            let (tables, draws) = self.missing(*round);
            !tables.is_empty() || !draws.is_empty()
        };
        let newest = self.newest_started();
        let next = || (newest < self.settings.rounds && !self.is_decided_early()).then_some(newest + 1);
        (1..=newest).find(incomplete).or_else(next)
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
        self.play_off_at(rank).filter(|play_off| play_off.numbers() == numbers)
    }

    /// The play-off of a rank in the current phase.
    pub(crate) fn play_off_at(&self, rank: u32) -> Option<&PlayOff> {
        let phase = self.current_phase().index;
        self.play_offs.iter().find(|play_off| play_off.phase() == phase && play_off.rank() == rank)
    }
}
