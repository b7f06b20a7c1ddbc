//! All plays of a position.

use crate::answer::{Proof, RatedPlay};
use crate::{numbers, words};

/// The plays of a position in order of merit: an iterator that finds them one by one, from
/// [`Solver::plays`](crate::Solver::plays).
///
/// In the number game plays are told apart by the tiles that they take from the rack, and for each choice of tiles there
/// is one play, which keeps as many table sets as possible. In the word game plays are told apart by the words that they
/// leave on the table, and of plays that differ only in the positions of jokers one is given.
///
/// Later plays take longer to find. With a budget, which is for all plays together, the iterator ends when it is used up.
#[derive(Debug)]
pub struct Plays<'a>(Inner<'a>);

#[derive(Debug)]
enum Inner<'a> {
    Numbers(numbers::Plays<'a>),
    Words(Box<words::Plays<'a>>),
}

impl<'a> Plays<'a> {
    pub(crate) const fn of_numbers(plays: numbers::Plays<'a>) -> Plays<'a> {
        Plays(Inner::Numbers(plays))
    }

    pub(crate) fn of_words(plays: words::Plays<'a>) -> Plays<'a> {
        Plays(Inner::Words(Box::new(plays)))
    }

    /// [`Proof::Bound`] once the budget has run out: then there may be more plays.
    #[must_use]
    pub const fn proof(&self) -> Proof {
        match &self.0 {
            Inner::Numbers(plays) => plays.proof(),
            Inner::Words(plays) => plays.proof(),
        }
    }

    /// The number of nodes expanded so far.
    #[must_use]
    pub const fn nodes(&self) -> u64 {
        match &self.0 {
            Inner::Numbers(plays) => plays.nodes(),
            Inner::Words(plays) => plays.nodes(),
        }
    }
}

impl Iterator for Plays<'_> {
    type Item = RatedPlay;

    fn next(&mut self) -> Option<RatedPlay> {
        match &mut self.0 {
            Inner::Numbers(plays) => plays.next(),
            Inner::Words(plays) => plays.next(),
        }
    }
}
