//! The goals of each objective, from an upper bound downwards: the first one that can be reached is the optimum.

use std::ops::RangeInclusive;

use trinta_core::edition::OpeningWords;

use super::Candidate;
use super::book::{Class, WordBook};
use super::cover::{Accept, Outcome};
use super::levels::{Goal, Levels};
use super::problem::Problem;
use super::spell_index::classes_in;
use super::target_word::TargetWord;
use crate::answer::Proof;
use crate::objective::Objective;

/// The best play, its proof, and the number of nodes left.
pub(super) fn find_best(
    book: &WordBook,
    problem: &Problem<'_>,
    objective: Objective,
    nodes: u64,
) -> (Option<Candidate>, Proof, u64) {
    let opens = problem.position.must_open(objective);
    // Where plays are checked, a misspelt word can't stay, and an opening can't touch it.
    if problem.rack.tiles == 0 || (opens && problem.must_break != 0) {
        return (None, Proof::Optimal, nodes);
    }
    let mut levels = Levels::new(book, problem, objective, !opens, nodes);
    let outcome = if opens { opening(&mut levels, objective) } else { turn(&mut levels, objective, nodes) };
    let proof = if outcome == Outcome::OutOfNodes { Proof::Bound } else { Proof::Optimal };
    (levels.builder.incumbent, proof, levels.cover.nodes_left())
}

impl Levels<'_> {
    fn new_words(&self, lengths: RangeInclusive<u32>) -> Vec<Class> {
        new_words(self.book, self.problem, self.may_rearrange, lengths)
    }
}

/// W4: one word from the rack and, if the edition allows it, others with it.
fn opening(levels: &mut Levels<'_>, objective: Objective) -> Outcome {
    let rules = levels.problem.position.rules;
    let words = levels.new_words(rules.opening_letters as u32..=u32::MAX);
    if rules.opening_words == OpeningWords::One || objective == Objective::Any {
        // The longest word places most tiles and scores most: no search is needed.
        let found = words.first().is_some_and(|&class| levels.builder.accept(&[class]));
        return if found { Outcome::Found } else { Outcome::Exhausted };
    }
    if objective == Objective::Score {
        return maximise_score(levels, rules.opening_letters as u32);
    }
    let targets = target_words(levels.book, levels.problem, &words);
    let one_of = Some(targets.as_slice());
    first_reachable(unplaceable(levels)..levels.problem.rack.tiles, |spare| {
        levels.reach_with_fewest_broken(Goal { one_of, spare })
    })
}

/// W5: any manipulation of the table.
///
/// Half of the budget goes into a proved optimum, which is nearly always more than enough. If it is not, the other half
/// goes into improving the incumbent without a proof.
fn turn(levels: &mut Levels<'_>, objective: Objective, nodes: u64) -> Outcome {
    let rack = levels.problem.rack.tiles;
    if objective == Objective::Any {
        return levels.reach(Goal { one_of: None, spare: rack - 1 });
    }
    let share = if nodes == u64::MAX { nodes } else { nodes.div_ceil(2) };
    let outcome = levels.within(share, |levels| match objective {
        Objective::Score => maximise_score(levels, 0),
        _ => first_reachable(unplaceable(levels)..rack, |spare| {
            levels.reach_with_fewest_broken(Goal { one_of: None, spare })
        }),
    });
    if outcome == Outcome::OutOfNodes {
        improve_incumbent(levels, objective);
    }
    outcome
}

/// Tries goals in turn until one is reached or the nodes run out.
fn first_reachable(goals: impl Iterator<Item = u32>, mut reach: impl FnMut(u32) -> Outcome) -> Outcome {
    for goal in goals {
        match reach(goal) {
            Outcome::Exhausted => {}
            outcome => return outcome,
        }
    }
    Outcome::Exhausted
}

/// Local improvement without a proof: more tiles with at most two words broken, for as long as the nodes last.
fn improve_incumbent(levels: &mut Levels<'_>, objective: Objective) {
    let rack = levels.problem.rack.tiles;
    for level in 0..=2.min(levels.problem.table_words.len() as u32) {
        loop {
            let placed = levels.builder.incumbent.as_ref().map_or(0, |best| best.tiles);
            let share = levels.cover.nodes_left().div_ceil(2);
            let goal = |spare| Goal { one_of: None, spare };
            if placed == rack
                || levels.within(share, |levels| levels.search_level(level, goal(rack - placed - 1))) != Outcome::Found
            {
                break;
            }
        }
    }
    if objective == Objective::Score {
        improve_score(levels);
    }
}

/// The number of words of each length that [`improve_score`] tries.
const WORDS_PER_LENGTH: usize = 30;

/// Tries to form a long word and empty the rack with it.
fn improve_score(levels: &mut Levels<'_>) {
    let longest = longest_new(levels.book, levels.problem, levels.may_rearrange);
    for length in (3..=longest).rev() {
        let reached = levels.builder.incumbent.as_ref().is_some_and(|best| best.score >= 2 * length);
        if reached || levels.cover.nodes_left() == 0 {
            return;
        }
        let words = levels.new_words(length..=length);
        let targets = target_words(levels.book, levels.problem, &words[..words.len().min(WORDS_PER_LENGTH)]);
        let share = levels.cover.nodes_left().div_ceil(4);
        levels.within(share, |levels| levels.reach(Goal { one_of: Some(&targets), spare: 0 }));
    }
}

/// The classes of these lengths that can be spelt and have a word that is not on the table, the longest first.
pub(super) fn new_words(
    book: &WordBook,
    problem: &Problem<'_>,
    may_rearrange: bool,
    lengths: RangeInclusive<u32>,
) -> Vec<Class> {
    let available = problem.available(may_rearrange);
    let mut words = Vec::new();
    let from = book.first_class_with_at_most(available.tiles.min(*lengths.end()));
    book.index().scan(available.letters, available.jokers, None, from as usize, |first, bits| {
        for class in classes_in(first, bits).filter(|&class| class >= from) {
            if book.length(class) < *lengths.start() {
                return false;
            }
            if book.words(class).any(|word| !problem.has(word)) {
                words.push(class);
            }
        }
        true
    });
    words
}

/// The length of the longest word that can be spelt and is not on the table; 0 if there is none.
pub(super) fn longest_new(book: &WordBook, problem: &Problem<'_>, may_rearrange: bool) -> u32 {
    let longest = book.longest().min(problem.available(may_rearrange).tiles);
    let exists = |length: &u32| !new_words(book, problem, may_rearrange, *length..=*length).is_empty();
    (3..=longest).rev().find(exists).unwrap_or(0)
}

pub(super) fn target_words(book: &WordBook, problem: &Problem<'_>, classes: &[Class]) -> Vec<TargetWord> {
    classes.iter().map(|&class| TargetWord::new(book, problem, class)).collect()
}

/// The number of rack tiles whose letter is in no word that can be spelt: a lower bound on the tiles left over.
fn unplaceable(levels: &Levels<'_>) -> u32 {
    let (index, rack) = (levels.book.index(), levels.problem.rack.letters);
    let available = levels.problem.available(levels.may_rearrange);
    let is_usable = |letter: usize| {
        let mut usable = false;
        index.scan(available.letters, available.jokers, Some(letter), 0, |_, _| {
            usable = true;
            false
        });
        usable
    };
    (0..26).filter(|&letter| rack.count(letter) > 0 && !is_usable(letter)).map(|letter| rack.count(letter)).sum()
}

/// W9: tries scores from twice the longest word that can be spelt downwards, with words of at least `shortest` letters.
fn maximise_score(levels: &mut Levels<'_>, shortest: u32) -> Outcome {
    let rack = levels.problem.rack.tiles;
    let unplaceable = unplaceable(levels);
    let of_length = |levels: &Levels<'_>, length: u32| {
        let words = if length < shortest { Vec::new() } else { levels.new_words(length..=length) };
        target_words(levels.book, levels.problem, &words)
    };
    let longest = longest_new(levels.book, levels.problem, levels.may_rearrange);
    // Whether the rack can be emptied at all is checked once, when the first attempt has failed.
    let (mut can_empty, mut checked) = (unplaceable == 0, false);
    for score in (shortest.max(1)..=2 * longest).rev() {
        // Either the play empties the rack with a word of half as many letters.
        if score % 2 == 0 && can_empty {
            let half = of_length(levels, score / 2);
            match levels.reach_with_fewest_broken(Goal { one_of: Some(&half), spare: 0 }) {
                Outcome::Exhausted => {}
                outcome => return outcome,
            }
            if !half.is_empty() && !std::mem::replace(&mut checked, true) {
                // An opening needs one of the long words in any case.
                let words = (!levels.may_rearrange).then(|| {
                    let words = levels.new_words(shortest..=u32::MAX);
                    target_words(levels.book, levels.problem, &words)
                });
                match levels.reach(Goal { one_of: words.as_deref(), spare: 0 }) {
                    Outcome::Exhausted => can_empty = false,
                    Outcome::OutOfNodes => return Outcome::OutOfNodes,
                    Outcome::Found => {}
                }
            }
        }
        // Or it forms a word of that many letters and leaves tiles on the rack.
        let words = if rack > 1 { of_length(levels, score) } else { Vec::new() };
        let one_of = Some(words.as_slice());
        match levels.reach(Goal { one_of, spare: rack.saturating_sub(1) }) {
            Outcome::Exhausted => {}
            Outcome::OutOfNodes => return Outcome::OutOfNodes,
            Outcome::Found => {
                return first_reachable(unplaceable.max(1)..rack, |spare| {
                    levels.reach_with_fewest_broken(Goal { one_of, spare })
                });
            }
        }
    }
    Outcome::Exhausted
}
