//! The best play in the number game.

mod layers;
mod moves;
mod opening;
mod rebuild;
mod supply;
mod worth;

use trinta_core::edition::NumberSettings;
use trinta_core::{Layout, Proposal, Table, Tiles, numbers};

use crate::numbers::layers::{Chosen, Found, Goal, Layers};
use crate::numbers::supply::{OldSet, Supply, old_sets};
use crate::numbers::worth::Worth;

/// What the best play is.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Objective {
    /// Most tiles from the rack; among those most value; among those the most table sets kept.
    Tiles,
    /// Least left on the rack, a joker counting what the edition charges; then most tiles; then most sets kept.
    Value,
    /// An opening from the rack alone: most tiles, then most points.
    Opening,
    /// Is there a play at all. The play given is any one.
    Any,
}

/// Whether an answer is proved.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Proof {
    /// Nothing better exists.
    Optimal,
    /// The budget ran out: this is the best found so far.
    Bound,
}

/// What is asked.
#[derive(Debug, Clone, Copy)]
pub struct Position<'a> {
    /// The rules in force.
    pub rules: &'a NumberSettings,
    /// What a joker left on the rack costs.
    pub joker_left: u32,
    /// The table.
    pub table: &'a Table,
    /// The rack.
    pub rack: &'a Tiles,
    /// Whether the player has opened.
    pub opened: bool,
}

/// A play, and what it is worth.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Best {
    /// The table afterwards.
    pub table: Table,
    /// The tiles from the rack.
    pub placed: Tiles,
    /// How many they are.
    pub tiles: u32,
    /// The sum of their numbers, jokers counting 0.
    pub value: u32,
    /// The points of an opening (N10).
    pub points: Option<u32>,
    /// The table sets left with exactly the tiles they had.
    pub kept: u32,
    /// The other table sets.
    pub broken: u32,
}

/// An answer: the best play, if there is one, and whether that is proved.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Answer {
    /// The play; none if there is none, or none was found within the budget.
    pub best: Option<Best>,
    /// Whether it is proved.
    pub proof: Proof,
}

/// Finds best plays. Keeps its memory from question to question.
///
/// ```
/// use trinta_core::{Settings, Table};
/// use trinta_solver::numbers::{Objective, Position, Proof, Solver};
///
/// let settings = Settings::edition("hk").unwrap();
/// let table = Table::read("r3 r4 r5 | k7 r7 b7".parse()?).unwrap();
/// let position = Position {
///     rules: settings.numbers().unwrap(),
///     joker_left: settings.joker_left,
///     table: &table,
///     rack: &"r6 y7 k13".parse()?,
///     opened: true,
/// };
/// let answer = Solver::new().solve(&position, Objective::Tiles);
/// assert_eq!(answer.proof, Proof::Optimal);
/// assert_eq!(answer.best.unwrap().placed.to_string(), "r6 y7");
/// # Ok::<(), trinta_core::NotationError>(())
/// ```
#[derive(Debug, Default)]
pub struct Solver {
    layers: Layers,
    budget: Option<u64>,
    looked_at: u64,
}

impl Solver {
    /// A solver that always finishes.
    #[must_use]
    pub fn new() -> Solver {
        Solver::default()
    }

    /// A solver that looks at so many situations at the most for each question.
    #[must_use]
    pub fn with_budget(situations: u64) -> Solver {
        Solver { budget: Some(situations), ..Solver::default() }
    }

    /// How many situations the last question took.
    #[must_use]
    pub const fn looked_at(&self) -> u64 {
        self.looked_at
    }

    /// Finds the best play.
    pub fn solve(&mut self, position: &Position<'_>, objective: Objective) -> Answer {
        self.looked_at = 0;
        if objective == Objective::Opening || position.rules.must_open() && !position.opened {
            return self.open(position, objective);
        }
        let worth = match objective {
            Objective::Value => Worth::value(position.joker_left),
            Objective::Tiles | Objective::Opening | Objective::Any => Worth::tiles(),
        };
        let search = Search {
            supply: &Supply::new(&position.table.layout().counts(), &position.rack.counts()),
            worth: &worth,
            old: &old_sets(position.table),
        };
        let (found, proof) = self.improve(&search, objective == Objective::Any);
        let best = found.map(|chosen| self.best(position, &rebuild::rebuild(position.table, &chosen)));
        Answer { best, proof }
    }

    /// Keeps every set of the table, then all but one, then none that stands in the way; at last as many as the best
    /// play allows.
    fn improve(&mut self, search: &Search<'_>, any: bool) -> (Option<Vec<Chosen>>, Proof) {
        let (mut worth, mut best) = (0, None);
        let sets = search.old.len() as u8;
        for may_break in 0..=sets.min(1) {
            match self.search(search, Some(may_break), worth) {
                Found::Best(better, chosen) => (worth, best) = (better, Some(chosen)),
                Found::Nothing => {}
                Found::OutOfBudget => return (best, Proof::Bound),
            }
            if any && best.is_some() {
                return (best, Proof::Optimal);
            }
        }
        match self.search(search, None, worth) {
            Found::Nothing => return (best, Proof::Optimal),
            Found::OutOfBudget => return (best, Proof::Bound),
            Found::Best(better, chosen) => (worth, best) = (better, Some(chosen)),
        }
        if any {
            return (best, Proof::Optimal);
        }
        for may_break in 2..=sets {
            match self.search(search, Some(may_break), worth - 1) {
                Found::Best(_, chosen) => return (Some(chosen), Proof::Optimal),
                Found::Nothing => {}
                Found::OutOfBudget => return (best, Proof::Bound),
            }
        }
        (best, Proof::Optimal)
    }

    fn search(&mut self, search: &Search<'_>, may_break: Option<u8>, above: u32) -> Found {
        let goal = Goal {
            supply: search.supply,
            worth: search.worth,
            old: search.old,
            may_break,
            points: 0,
            above: Some(above),
            budget: self.budget.map_or(u64::MAX, |budget| budget.saturating_sub(self.looked_at)),
        };
        let found = self.layers.search(&goal);
        self.looked_at += self.layers.looked_at;
        found
    }

    /// The play that leaves the table like this, as the rules see it.
    fn best(&self, position: &Position<'_>, layout: &Layout) -> Best {
        let Position { table: before, rack, opened, .. } = *position;
        let play = numbers::check(position.rules, Proposal { before, rack, opened, after: layout })
            .unwrap_or_else(|error| unreachable!("the solver plays by the rules: {error}"));
        let kept = kept_sets(before, &play.table);
        Best {
            tiles: play.placed.len() as u32,
            value: play.placed.value(),
            points: play.opening,
            kept,
            broken: before.len() as u32 - kept,
            placed: play.placed,
            table: play.table,
        }
    }
}

/// What does not change from search to search of one question.
struct Search<'a> {
    supply: &'a Supply,
    worth: &'a Worth,
    old: &'a [OldSet],
}

/// How many sets of one table lie on another with exactly the tiles they had.
#[must_use]
pub fn kept_sets(before: &Table, after: &Table) -> u32 {
    let tiles = |table: &Table| -> Vec<Tiles> {
        table.sets().map(|set| set.iter().map(|piece| piece.tile()).collect()).collect()
    };
    let mut after = tiles(after);
    let mut kept = 0;
    for set in tiles(before) {
        if let Some(place) = after.iter().position(|other| *other == set) {
            after.swap_remove(place);
            kept += 1;
        }
    }
    kept
}
