//! Who moves on to the next table, or goes on after a cut (B03, B06, B07, X20).

use std::cmp::Ordering;
use std::collections::BTreeSet;

use trinta_core::Score;

use crate::draw::{Draw, Order};
use crate::event::GameId;
use crate::people::Number;
use crate::settings::{Advance, Format, Settings, Substitutes};
use crate::state::{Outcome, Table, Tournament};
use crate::tally::{Counting, Tally};

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
}
