//! The best play in the word game, proved.
//!
//! Given the words on the table and a rack: place all letters of the table and as many of the rack as possible
//! (play B), or form the longest word while everything else stays valid (play A). [`WordBook`] is the index over a
//! word list, [`solve`] the search.

mod book;
mod cover;
mod goal;
mod letter_prices;
mod letters;
mod levels;
mod memo;
mod play_builder;
mod plays;
mod pool;
mod problem;
mod solver;
mod spell_index;
mod target_word;

pub use crate::Count;
pub use book::WordBook;
pub use plays::Plays;
pub use solver::Solver;

use trinta_core::edition::WordSettings;
use trinta_core::{Table, Tiles};

/// The position of the player whose turn it is.
#[derive(Debug, Clone, Copy)]
pub struct Position<'a> {
    /// The rules in force.
    pub rules: &'a WordSettings,
    /// The table.
    pub table: &'a Table,
    /// The player's rack.
    pub rack: &'a Tiles,
    /// Whether the player has opened in an earlier turn.
    pub opened: bool,
}

/// What makes a play the best.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum Objective {
    /// Most tiles of the rack, then most words of the table kept as they are; in an opening, then the longest word.
    Tiles,
    /// The highest score of a turn in play A (W9), then most tiles, then most words kept.
    Score,
    /// An opening (W4): from the rack alone, whether the player has opened or not; most tiles, then the longest word.
    Opening,
    /// Any play at all, found as early as possible.
    Any,
}

/// A limit on the effort of a search. The same budget gives the same answer on every machine.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Default)]
pub struct Budget {
    /// The number of nodes that may be expanded; none is no limit.
    pub nodes: Option<u64>,
}

/// Whether an answer is proved optimal.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum Proof {
    /// No play is better.
    Optimal,
    /// The best play found before the budget ran out; there may be better ones.
    Bound,
}

/// A play and its merits.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Best {
    /// The whole table after the play: the kept words in their order, then the others.
    pub table: Table,
    /// The tiles that come from the rack.
    pub placed: Tiles,
    /// Their number.
    pub tiles: u32,
    /// The score of the turn in play A (W9).
    pub score: u32,
    /// The number of table words that stay exactly as they are.
    pub kept: u32,
    /// The number of the other table words.
    pub broken: u32,
    /// Whether the play is proved optimal.
    pub proof: Proof,
}

impl Best {
    fn new(found: Candidate, problem: &problem::Problem<'_>, proof: Proof) -> Best {
        let Candidate { table, placed, tiles, score, kept, .. } = found;
        Best { table, placed, tiles, score, kept, broken: problem.table_words.len() as u32 - kept, proof }
    }
}

/// The answer to a position.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Answer {
    /// The best play; none if there is no play, or none was found within the budget.
    pub best: Option<Best>,
    /// Whether that is proved.
    pub proof: Proof,
}

/// A play that the search has found.
#[derive(Debug, Clone)]
struct Candidate {
    table: Table,
    placed: Tiles,
    tiles: u32,
    score: u32,
    kept: u32,
    /// The length of the longest new word.
    longest: u32,
}

impl Candidate {
    /// What plays are compared by, lexicographically.
    const fn merit(&self, objective: Objective) -> (u32, u32, u32, u32) {
        match objective {
            Objective::Score => (self.score, self.tiles, self.kept, self.longest),
            Objective::Tiles | Objective::Opening | Objective::Any => (self.tiles, self.kept, self.longest, 0),
        }
    }
}

/// Finds the best play in a position.
///
/// Without a budget the answer is always [`Proof::Optimal`]. A position with more copies of a tile than the box (W1)
/// can't occur: the answer has no play and no proof.
///
/// ```
/// use trinta_core::lexicon::{Dictionary, Lexicon, Tier};
/// use trinta_core::{Settings, Table};
/// use trinta_solver::words::{Budget, Objective, Position, Proof, WordBook, solve};
///
/// let book = WordBook::new(&Dictionary::new(Lexicon::shipped(Tier::Everyday)));
/// let settings = Settings::edition("word-b").unwrap();
/// let table = Table::read("APE".parse()?).unwrap();
/// let rack = "LTH".parse()?;
/// let position = Position { rules: settings.words().unwrap(), table: &table, rack: &rack, opened: true };
/// let answer = solve(&book, &position, Objective::Tiles, Budget::default());
/// assert_eq!(answer.proof, Proof::Optimal);
/// assert_eq!(answer.best.unwrap().tiles, 3, "PAL and THE, or as good");
/// # Ok::<(), trinta_core::NotationError>(())
/// ```
#[must_use]
pub fn solve(book: &WordBook, position: &Position<'_>, objective: Objective, budget: Budget) -> Answer {
    solve_counted(book, position, objective, budget).0
}

/// The same, and the number of nodes expanded.
fn solve_counted(book: &WordBook, position: &Position<'_>, objective: Objective, budget: Budget) -> (Answer, u64) {
    let Some(problem) = problem::Problem::new(book, *position) else {
        return (Answer { best: None, proof: Proof::Bound }, 0);
    };
    let nodes = budget.nodes.unwrap_or(u64::MAX);
    let (found, proof, left) = goal::find_best(book, &problem, objective, nodes);
    (Answer { best: found.map(|found| Best::new(found, &problem, proof)), proof }, nodes - left)
}
