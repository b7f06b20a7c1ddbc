//! The word solver.
//!
//! Given the words on the table and a rack: place all letters of the table and as many of the rack as possible (play B),
//! or form the longest word while everything else stays valid (play A).

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
mod spell_index;
mod target_word;

pub use book::WordBook;
pub(crate) use plays::Plays;

use trinta_core::edition::WordSettings;
use trinta_core::{Table, Tiles};

use crate::answer::{Answer, Proof, RatedPlay};
use crate::objective::Objective;

/// A position of the word game.
#[derive(Debug, Clone, Copy)]
pub(crate) struct WordPosition<'a> {
    pub(crate) rules: &'a WordSettings,
    pub(crate) table: &'a Table,
    pub(crate) rack: &'a Tiles,
    pub(crate) opened: bool,
}

impl WordPosition<'_> {
    /// Whether a play has to open, and so can't break words of the table.
    fn must_open(&self, objective: Objective) -> bool {
        !self.opened || objective == Objective::Opening
    }
}

/// A play that the search has found.
#[derive(Debug, Clone)]
struct Candidate {
    /// The kept words in their order, then the others.
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
            Objective::Tiles | Objective::Value | Objective::Opening | Objective::Any => {
                (self.tiles, self.kept, self.longest, 0)
            }
        }
    }

    fn into_best(self, problem: &problem::Problem<'_>, objective: Objective) -> RatedPlay {
        let Candidate { table, placed, tiles, score, kept, longest } = self;
        let points = problem.position.must_open(objective).then_some(longest);
        let broken = problem.table_words.len() as u32 - kept;
        RatedPlay { table, placed, tiles, value: tiles, points, score: Some(score), kept, broken }
    }
}

/// Finds the best play, expanding at most this many nodes.
pub(crate) fn solve(book: &WordBook, position: &WordPosition<'_>, objective: Objective, nodes: u64) -> Answer {
    let Some(problem) = problem::Problem::new(book, *position) else {
        return Answer { best: None, proof: Proof::Bound, nodes: 0 };
    };
    let (found, proof, left) = goal::find_best(book, &problem, objective, nodes);
    Answer { best: found.map(|found| found.into_best(&problem, objective)), proof, nodes: nodes - left }
}
