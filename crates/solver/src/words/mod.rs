//! The best play in the word game, proved.
//!
//! Given the words on the table and a rack: place all letters of the table and as many of the rack as possible
//! (play B), or make the longest word while everything else stays valid (play A). [`WordBook`] is the index over a
//! word list, [`solve`] the search.

mod book;
mod cover;
mod fits;
mod goal;
mod ground;
mod lay;
mod letters;
mod levels;
mod memo;
mod plays;
mod pool;
mod prices;
mod solver;
mod supply;

pub use crate::Count;
pub use book::WordBook;
pub use plays::Plays;
pub use solver::Solver;

use trinta_core::edition::WordSettings;
use trinta_core::{Table, Tiles};

/// What is asked about: the rules, the table, and the rack of the player whose turn it is.
#[derive(Debug, Clone, Copy)]
pub struct Position<'a> {
    /// The rules of the word game in force.
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
    /// The best score of a turn in play A (W9), then most tiles, then most words kept.
    Score,
    /// An opening (W4): from the rack alone, whether the player has opened or not; most tiles, then the longest word.
    Opening,
    /// Any play at all, found as early as possible.
    Any,
}

/// How long to search. The same budget gives the same answer on every machine.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Default)]
pub struct Budget {
    /// The most nodes of the search; none is no limit.
    pub nodes: Option<u64>,
}

/// What is known about an answer.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum Proof {
    /// There is no better play.
    Optimal,
    /// The best play found before the budget ran out; there may be better ones.
    Bound,
}

/// The best play that was found.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Best {
    /// The whole table after the play: the words that stay in their order, then the others.
    pub table: Table,
    /// The tiles that come from the rack.
    pub placed: Tiles,
    /// How many they are.
    pub tiles: u32,
    /// What the turn scores in play A (W9).
    pub score: u32,
    /// How many words of the table stay exactly as they are.
    pub kept: u32,
    /// How many do not.
    pub broken: u32,
    /// Whether there is no better one.
    pub proof: Proof,
}

impl Best {
    fn new(found: Found, ground: &ground::Ground<'_>, proof: Proof) -> Best {
        let Found { table, placed, tiles, score, kept, .. } = found;
        Best { table, placed, tiles, score, kept, broken: ground.old.len() as u32 - kept, proof }
    }
}

/// The answer to a position.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Answer {
    /// The best play; none if there is no play, or none was found before the budget ran out.
    pub best: Option<Best>,
    /// Whether there is no better play, or no play at all.
    pub proof: Proof,
}

/// A play while the search goes on.
#[derive(Debug, Clone)]
struct Found {
    table: Table,
    placed: Tiles,
    tiles: u32,
    score: u32,
    kept: u32,
    longest: u32,
}

impl Found {
    /// What a play is worth: the larger, the better.
    const fn worth(&self, objective: Objective) -> (u32, u32, u32, u32) {
        match objective {
            Objective::Score => (self.score, self.tiles, self.kept, self.longest),
            Objective::Tiles | Objective::Opening | Objective::Any => (self.tiles, self.kept, self.longest, 0),
        }
    }
}

/// Finds the best play in a position.
///
/// Without a budget the answer is always [`Proof::Optimal`]. A position with more of a tile than the box has (W1) is
/// none of the game: it has no best play, and nothing is proved about it.
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

/// The same, and how many nodes the search had.
fn solve_counted(book: &WordBook, position: &Position<'_>, objective: Objective, budget: Budget) -> (Answer, u64) {
    let Some(ground) = ground::Ground::new(book, *position) else {
        return (Answer { best: None, proof: Proof::Bound }, 0);
    };
    let nodes = budget.nodes.unwrap_or(u64::MAX);
    let (found, proof, left) = goal::best(book, &ground, objective, nodes);
    (Answer { best: found.map(|found| Best::new(found, &ground, proof)), proof }, nodes - left)
}
