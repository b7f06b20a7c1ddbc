//! The state of an event.

use std::cmp::Ordering;
use std::collections::{BTreeMap, BTreeSet};

use trinta_core::Score;

use crate::address::Printed;
use crate::command::Decision;
use crate::draw::{Draw, Order};
use crate::event::{CaseSubject, GameId, Seat};
use crate::hall::Hall;
use crate::people::{Number, People};
use crate::play_off::PlayOff;
use crate::random::Seed;
use crate::result::GameResult;
use crate::seating_version::SeatingVersion;
use crate::settings::{Advance, Format, Phase, Settings, Substitutes};
use crate::tally::{Counting, Tally};
use crate::time::{Date, HallTime};

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

/// An offence of a player's (G09).
#[derive(Debug, Clone, PartialEq, Eq, serde::Serialize)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS))]
#[cfg_attr(feature = "ts", ts(optional_fields))]
pub struct Offence {
    /// The player.
    pub number: Number,
    /// The table at which it happened.
    #[serde(skip_serializing_if = "Option::is_none")]
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
    /// Whom it is about, if that is no longer the player of its number: a case is about a person.
    pub former: Option<FormerPlayer>,
}

/// Somebody who withdrew, and whose number somebody else has taken over.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct FormerPlayer {
    /// The full name.
    pub name: String,
    /// What happened before the player withdrew.
    pub offences: Vec<Offence>,
}

impl Case {
    /// The player whom it is about; none if it is about a table, or about somebody who has no number any more.
    #[must_use]
    pub fn player(&self) -> Option<Number> {
        match self.subject {
            CaseSubject::Conduct { number } | CaseSubject::Cheating { number, .. } if self.former.is_none() => {
                Some(number)
            }
            _ => None,
        }
    }
}

/// Who moves on from a table of the ring (B03).
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Movers {
    /// Those who move for certain.
    pub certain: Vec<Number>,
    /// Those who are tied across the cut, and for how many places (B06).
    pub tie: Option<(Vec<Number>, usize)>,
}

/// What the results of a table decide about its players.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Choice {
    /// This many move to the next table of the ring (B03).
    Move(usize),
    /// This many go on, the others are out (X20).
    GoOn(usize),
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

    /// B03, B06, B07: who moves on in the ring: the best by wins in this round, then by points in it.
    fn movers(&self, places: usize) -> Movers {
        let merit = |number: Number| {
            let racks = self.results().flat_map(|result| &result.racks).filter(|rack| rack.number == number);
            racks.fold((Score::ZERO, Score::ZERO), |(wins, points), rack| (wins + rack.wins, points + rack.score))
        };
        let players = self.players.iter().map(|&number| (merit(number), number)).collect();
        best_of(players, places, Ord::cmp)
    }

    /// Who goes on after a cut: the best by the keys of the ranking, in this round.
    fn best_by_keys(&self, places: usize, candidates: &[Number], settings: &Settings) -> Movers {
        let counting = Counting::new(settings);
        let tally = |number: Number| {
            let mut tally = Tally::default();
            for result in self.results() {
                for rack in result.racks.iter().filter(|rack| rack.number == number) {
                    counting.add(&mut tally, result, rack);
                }
            }
            tally
        };
        let players = candidates.iter().map(|&number| (tally(number), number)).collect();
        best_of(players, places, |one, other| one.compare(other, &settings.keys))
    }
}

/// The best players, and those who are tied for the last places.
fn best_of<M>(mut players: Vec<(M, Number)>, places: usize, compare: impl Fn(&M, &M) -> Ordering) -> Movers {
    if players.len() <= places {
        return Movers { certain: players.into_iter().map(|(_, number)| number).collect(), tie: None };
    }
    players.sort_by(|(one, _), (other, _)| compare(other, one));
    let mut certain = Vec::new();
    for equal in players.chunk_by(|(one, _), (other, _)| compare(one, other).is_eq()) {
        let equal: Vec<Number> = equal.iter().map(|(_, number)| *number).collect();
        let left = places - certain.len();
        if equal.len() > left {
            return Movers { certain, tie: (left > 0).then_some((equal, left)) };
        }
        certain.extend(equal);
    }
    Movers { certain, tie: None }
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

    /// What the results of each table of a round decide: who moves on in the ring, but not after its last round (X13);
    /// who goes on after a cut, but not where the last table of a knock-out has decided everything.
    #[must_use]
    pub fn choice(&self, round: u32) -> Option<Choice> {
        let phase = self.phase(round);
        if round < phase.last {
            return (phase.format == Format::Ring).then_some(Choice::Move(phase.movers as usize));
        }
        match phase.cut {
            Some(Advance::PerTable(_)) if phase.format == Format::KnockOut && self.is_final_table(round) => None,
            Some(Advance::PerTable(places)) => Some(Choice::GoOn(places as usize)),
            Some(Advance::Best(_)) | None => None,
        }
    }

    /// Whether a round is played at a single table.
    fn is_final_table(&self, round: u32) -> bool {
        let tables = self.round(round).into_iter().flat_map(|round| &round.tables);
        tables.filter(|table| table.was_used()).take(2).count() == 1
    }

    /// Whether players move on to the next table from a round's tables.
    #[must_use]
    pub fn has_moves(&self, round: u32) -> bool {
        matches!(self.choice(round), Some(Choice::Move(_)))
    }

    /// The best of a table of a round, as it chooses among them.
    pub(crate) fn movers(&self, round: u32, table: &Table) -> Option<Movers> {
        match self.choice(round).filter(|_| table.is_complete())? {
            Choice::Move(places) => Some(table.movers(places)),
            Choice::GoOn(places) => {
                let mut candidates = table.players.clone();
                if self.settings.substitutes == Substitutes::Unranked {
                    candidates.retain(|number| !self.people.is_house(*number));
                }
                Some(table.best_by_keys(places, &candidates, &self.settings))
            }
        }
    }

    /// Who moves on from a table of a round as it is, or as it might be.
    pub(crate) fn moves_at(&self, round: u32, table: &Table) -> Option<Moves> {
        let Movers { mut certain, tie } = self.movers(round, table)?;
        let draw = table.draw.as_ref().filter(|_| tie.is_some());
        let decided = tie.is_none() || draw.is_some_and(|draw| draw.pending().is_none());
        certain.extend(draw.into_iter().flat_map(Draw::settled));
        certain.sort_unstable();
        Some(Moves { numbers: certain, decided })
    }

    /// Who moves on from a table, if its games are in and anybody does.
    #[must_use]
    pub fn moves(&self, round: u32, table: u32) -> Option<Moves> {
        self.moves_at(round, self.table(round, table)?)
    }

    /// A table as it is once a game has an outcome, with the draw that is needed then.
    pub(crate) fn concluded(&self, id: GameId, outcome: Outcome) -> Option<Table> {
        let mut table = self.table(id.round, id.table)?.clone();
        table.games.get_mut((id.game as usize).checked_sub(1)?)?.outcome = Some(outcome);
        let tie = self.movers(id.round, &table).and_then(|movers| movers.tie);
        let Some((numbers, places)) = tie else {
            table.draw = None;
            return Some(table);
        };
        // A draw counts on while the same players are tied for the same places.
        if table.draw.as_ref().is_none_or(|draw| !draw.is_of(&numbers, places)) {
            let mut draw = Draw::new(&numbers, places, Order::Alike).with_joker(self.settings.drawn_joker);
            let gone: Vec<Number> = numbers.into_iter().filter(|number| !self.people.is_present(*number)).collect();
            draw.leave(&gone);
            table.draw = Some(draw);
        }
        Some(table)
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

    /// Those whom the tables of a round let go on, and those in play who did not sit at one, in the order of numbers.
    pub(crate) fn going_on(&self, round: u32) -> Vec<Number> {
        let tables = self.round(round).map(|round| round.tables.as_slice()).unwrap_or_default();
        let chosen: BTreeSet<Number> =
            tables.iter().filter_map(|table| self.moves_at(round, table)).flat_map(|moves| moves.numbers).collect();
        let seated: BTreeSet<Number> = tables.iter().flat_map(|table| &table.players).copied().collect();
        let mut players = self.in_play(round + 1);
        players.retain(|number| chosen.contains(number) || !seated.contains(number));
        players
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

    /// How often a player has been warned; at most as often as the settings allow, then there are cases (G09).
    #[must_use]
    pub fn warnings(&self, number: Number) -> u32 {
        self.offences(number).count().min(self.settings.warnings as usize) as u32
    }

    /// A player's offences, in order.
    pub fn offences(&self, number: Number) -> impl Iterator<Item = &Offence> {
        self.offences.iter().filter(move |offence| offence.number == number)
    }

    /// The open case of a player's conduct, from 1.
    #[must_use]
    pub fn open_conduct_case(&self, player: Number) -> Option<u32> {
        let is_his = |case: &Case| {
            let is_conduct = matches!(case.subject, CaseSubject::Conduct { .. });
            case.decision.is_none() && is_conduct && case.player() == Some(player)
        };
        self.cases.iter().position(is_his).map(|at| at as u32 + 1)
    }

    /// The cases that wait for a decision, from 1.
    #[must_use]
    pub fn open_cases(&self) -> Vec<u32> {
        (1..).zip(&self.cases).filter(|(_, case)| case.decision.is_none()).map(|(at, _)| at).collect()
    }
}
