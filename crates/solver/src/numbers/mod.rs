//! The best play in the number game.

mod another_set;
#[allow(clippy::needless_range_loop, reason = "number and colour index several grids at once")]
mod columns;
mod deep;
mod moves;
#[allow(clippy::needless_range_loop, reason = "number and colour index several grids at once")]
mod offers;
mod opening;
mod plays;
#[allow(clippy::needless_range_loop, reason = "number and colour index several grids at once")]
mod prices;
mod rebuild;
#[allow(clippy::needless_range_loop, reason = "number and colour index several grids at once")]
mod search;
mod simple;
mod situation;
mod supply;
mod worth;

use trinta_core::edition::{JokerMoves, NumberSettings};
use trinta_core::{Laid, Layout, Proposal, Table, Tile, Tiles, numbers};

use crate::numbers::columns::Plan;
use crate::numbers::moves::Move;
use crate::numbers::search::{Chosen, Engine, Found, bits};
use crate::numbers::situation::Goal;
use crate::numbers::supply::{OldSet, Supply, old_sets};
use crate::numbers::worth::{Order, Worth};

pub use crate::numbers::plays::Plays;

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

impl Position<'_> {
    /// Whether there are jokers on the table of which the rules say where they may go (N14).
    fn restricts_jokers(&self) -> bool {
        self.rules.joker_moves == JokerMoves::AnotherSet && self.table.layout().tiles().any(Tile::is_joker)
    }
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
    engine: Engine,
    /// For small questions on the way, so that the large one's prices are not lost.
    aside: Engine,
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

    /// The same, with room for so many situations: with more than that, it goes on without remembering them all, which
    /// takes longer and comes to the same answer. The default keeps it below 64 MB.
    #[must_use]
    pub fn with_room(mut self, situations: usize) -> Solver {
        self.engine.room = situations;
        self
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
        if position.restricts_jokers() {
            return self.solve_another_set(position, objective);
        }
        self.solve_freely(position, objective)
    }

    /// Finds the best play after the opening, as if jokers moved freely.
    fn solve_freely(&mut self, position: &Position<'_>, objective: Objective) -> Answer {
        let order = match objective {
            Objective::Value => Order::Value { joker_left: position.joker_left },
            Objective::Tiles | Objective::Opening | Objective::Any => Order::Tiles,
        };
        let search = Search {
            supply: &Supply::new(&position.table.layout().counts(), &position.rack.counts()),
            worth: &Worth::new(order, position.rack, position.table.len()),
            old: &old_sets(position.table),
            table: position.table.layout(),
        };
        let (best, proof) = self.improve(position, &search, objective == Objective::Any);
        Answer { best, proof }
    }

    /// Finds what the best play is worth, then the play of that worth that keeps most sets of the table.
    fn improve(&mut self, position: &Position<'_>, search: &Search<'_>, any: bool) -> (Option<Best>, Proof) {
        let (worth, found, proof) = match self.search(search, Aim { any, ..Aim::default() }) {
            Outcome::Nothing => return (None, Proof::Optimal),
            Outcome::OutOfBudget(None) => return (None, Proof::Bound),
            Outcome::OutOfBudget(Some(layout)) => (None, layout, Proof::Bound),
            Outcome::Best(worth, layout) => (Some(worth), layout, Proof::Optimal),
        };
        let best = self.best(position, &found);
        if any {
            return (Some(best), proof);
        }
        let Some(worth) = worth else { return (Some(self.simplest(position, best)), proof) };
        if let Some(best) = self.at_most_one_touched(position, search, worth, &best.placed) {
            return (Some(best), Proof::Optimal);
        }
        let above = (best.kept * search.worth.keeping().kept) as i32;
        let (better, proof) = match self.search(search, Aim { keep: true, above, at_most: Some(worth), any: false }) {
            Outcome::Best(_, layout) => (Some(layout), Proof::Optimal),
            Outcome::Nothing => (None, Proof::Optimal),
            Outcome::OutOfBudget(better) => (better, Proof::Bound),
        };
        let best = better.map_or(best, |layout| self.best(position, &layout));
        (Some(self.simplest(position, best)), proof)
    }

    /// A play of the same worth that touches no set of the table, or just one when no play can do with none.
    fn at_most_one_touched(
        &mut self,
        position: &Position<'_>,
        search: &Search<'_>,
        worth: u32,
        placed: &Tiles,
    ) -> Option<Best> {
        if let Some(untouched) = self.grown(position, placed, 0) {
            return Some(self.best(position, &untouched));
        }
        let grown = self.grown(position, placed, 1)?;
        let Some(new_sets) = self.aside.new_sets(&Supply::rack(position.rack), search.worth, worth) else {
            return Some(self.best(position, &grown));
        };
        let untouched = position.table.sets().chain(new_sets.sets()).map(<[Laid]>::to_vec).collect();
        let best = self.best(position, &untouched);
        Some(self.simplest(position, best))
    }

    fn search(&mut self, search: &Search<'_>, aim: Aim) -> Outcome {
        let settle = |chosen: &[Chosen]| rebuild::rebuild(search.table, chosen, search.left_over(chosen));
        let keeping = search.worth.keeping();
        let (worth, old) = if aim.keep { (&keeping, search.old) } else { (search.worth, [].as_slice()) };
        let goal = Goal {
            plan: Plan { supply: search.supply, worth, old, thorough: false, holding: false, lure: None },
            points: 0,
            above: aim.above,
            at_most: aim.at_most,
            any: aim.any,
            budget: self.budget.map_or(u64::MAX, |budget| budget.saturating_sub(self.looked_at)),
        };
        let found = self.engine.search(&goal);
        self.looked_at += self.engine.looked_at;
        match found {
            Found::Nothing => Outcome::Nothing,
            Found::OutOfBudget(best) => Outcome::OutOfBudget(best.map(|(_, chosen)| settle(&chosen))),
            Found::Best(worth, chosen) => Outcome::Best(worth, settle(&chosen)),
        }
    }

    /// This play, or one as good that takes nothing apart.
    fn simplest(&mut self, position: &Position<'_>, best: Best) -> Best {
        let grown = self.grown(position, &best.placed, best.broken).map(|layout| self.best(position, &layout));
        grown.filter(|grown| grown.kept == best.kept).unwrap_or(best)
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
    /// The same sets as they lie.
    table: &'a Layout,
}

impl Search<'_> {
    /// The jokers that a play leaves over to be placed in the end.
    fn left_over(&self, chosen: &[Chosen]) -> u8 {
        let in_kept: u8 = chosen.iter().flat_map(|at| bits(at.keeps)).map(|set| self.old[set].jokers).sum();
        let used: u8 =
            chosen.iter().map(|at| at.group_jokers + at.moves.iter().map(Move::all_jokers).sum::<u8>()).sum();
        self.supply.jokers - in_kept - used
    }
}

/// What a search is after.
#[derive(Debug, Clone, Copy, Default)]
struct Aim {
    keep: bool,
    above: i32,
    at_most: Option<u32>,
    any: bool,
}

/// What a search came to.
enum Outcome {
    Best(u32, Layout),
    Nothing,
    OutOfBudget(Option<Layout>),
}

/// How many sets of one table lie on another with exactly the tiles they had.
#[must_use]
pub fn kept_sets(before: &Table, after: &Table) -> u32 {
    kept_in(before.layout(), after.layout())
}

fn kept_in(before: &Layout, after: &Layout) -> u32 {
    let tiles = |layout: &Layout| -> Vec<Tiles> {
        layout.sets().map(|set| set.iter().map(|piece| piece.tile()).collect()).collect()
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
