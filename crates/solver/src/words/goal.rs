//! What each objective asks of the levels, from the best conceivable play downwards.

use std::ops::RangeInclusive;

use trinta_core::edition::OpeningWords;

use super::book::{Class, WordBook};
use super::cover::{Accept, Ended};
use super::fits::classes;
use super::ground::Ground;
use super::levels::{Goal, Levels};
use super::supply::Supply;
use super::{Found, Objective, Proof};

/// The best play, what is known about it, and how many nodes are left.
pub(super) fn best(
    book: &WordBook,
    ground: &Ground<'_>,
    objective: Objective,
    nodes: u64,
) -> (Option<Found>, Proof, u64) {
    let opens = !ground.position.opened || objective == Objective::Opening;
    // A misspelt word can't stay where plays are checked, and an opening can't touch it.
    if ground.rack.tiles == 0 || (opens && ground.doomed != 0) {
        return (None, Proof::Optimal, nodes);
    }
    let mut levels = Levels::new(book, ground, objective, !opens, nodes);
    let ended = if opens { opening(&mut levels, objective) } else { turn(&mut levels, objective, nodes) };
    let proof = if ended == Ended::Stopped { Proof::Bound } else { Proof::Optimal };
    (levels.layer.best, proof, levels.cover.nodes_left())
}

impl Levels<'_> {
    fn new_words(&self, letters: RangeInclusive<u32>) -> Vec<Class> {
        new_words(self.book, self.ground, self.touches, letters)
    }
}

/// W4: one word from the rack, and where the table allows it, others with it.
fn opening(levels: &mut Levels<'_>, objective: Objective) -> Ended {
    let rules = levels.ground.position.rules;
    let words = levels.new_words(rules.opening_letters as u32..=u32::MAX);
    if rules.opening_words == OpeningWords::One || objective == Objective::Any {
        // The longest word first: it places most tiles and scores most. One word needs no search.
        let found = words.first().is_some_and(|&class| levels.layer.accept(&[class]));
        return if found { Ended::Found } else { Ended::Exhausted };
    }
    if objective == Objective::Score {
        return score(levels, rules.opening_letters as u32);
    }
    let supplies = supplies(levels.book, levels.ground, &words);
    let one_of = Some(supplies.as_slice());
    lowest(hopeless(levels)..levels.ground.rack.tiles, |spare| levels.attain(Goal { one_of, spare }))
}

/// W5: any manipulation.
///
/// With a budget, half of it goes into the proof. Most often that is more than enough; when it is not, the other half
/// goes into better plays without one.
fn turn(levels: &mut Levels<'_>, objective: Objective, nodes: u64) -> Ended {
    let rack = levels.ground.rack.tiles;
    if objective == Objective::Any {
        return levels.reach(Goal { one_of: None, spare: rack - 1 });
    }
    let share = if nodes == u64::MAX { nodes } else { nodes.div_ceil(2) };
    let ended = levels.within(share, |levels| match objective {
        Objective::Score => score(levels, 0),
        _ => lowest(hopeless(levels)..rack, |spare| levels.attain(Goal { one_of: None, spare })),
    });
    if ended == Ended::Stopped {
        climb(levels, objective);
    }
    ended
}

/// The first goal that can be reached.
fn lowest(goals: impl Iterator<Item = u32>, mut attain: impl FnMut(u32) -> Ended) -> Ended {
    for goal in goals {
        match attain(goal) {
            Ended::Exhausted => {}
            ended => return ended,
        }
    }
    Ended::Exhausted
}

/// Some play first, then better ones, for as long as the budget lasts.
fn climb(levels: &mut Levels<'_>, objective: Objective) {
    let rack = levels.ground.rack.tiles;
    for level in 0..=2.min(levels.ground.old.len() as u32) {
        loop {
            let placed = levels.layer.best.as_ref().map_or(0, |best| best.tiles);
            let share = levels.cover.nodes_left().div_ceil(2);
            let goal = |spare| Goal { one_of: None, spare };
            if placed == rack
                || levels.within(share, |levels| levels.level(level, goal(rack - placed - 1))) != Ended::Found
            {
                break;
            }
        }
    }
    if objective == Objective::Score {
        climb_scores(levels);
    }
}

/// The most words of one length that are looked at without hope of a proof.
const GLANCE: usize = 30;

/// A long word and the rack emptied, as far as a look at each length goes.
fn climb_scores(levels: &mut Levels<'_>) {
    let longest = longest_new(levels.book, levels.ground, levels.touches);
    for letters in (3..=longest).rev() {
        let reached = levels.layer.best.as_ref().is_some_and(|best| best.score >= 2 * letters);
        if reached || levels.cover.nodes_left() == 0 {
            return;
        }
        let words = levels.new_words(letters..=letters);
        let words = supplies(levels.book, levels.ground, &words[..words.len().min(GLANCE)]);
        let share = levels.cover.nodes_left().div_ceil(4);
        levels.within(share, |levels| levels.reach(Goal { one_of: Some(&words), spare: 0 }));
    }
}

/// Words of so many letters that can be spelt and do not lie on the table, the longest first.
pub(super) fn new_words(
    book: &WordBook,
    ground: &Ground<'_>,
    touches: bool,
    letters: RangeInclusive<u32>,
) -> Vec<Class> {
    let everything = ground.everything(touches);
    let mut words = Vec::new();
    let from = book.not_longer_than(everything.tiles.min(*letters.end()));
    book.fits().scan(everything.letters, everything.jokers, None, from as usize, |first, bits| {
        for class in classes(first, bits).filter(|&class| class >= from) {
            if book.length(class) < *letters.start() {
                return false;
            }
            if book.words(class).any(|word| !ground.has(word)) {
                words.push(class);
            }
        }
        true
    });
    words
}

/// The letters of the longest word that can be spelt and does not lie on the table; 0 if there is none.
pub(super) fn longest_new(book: &WordBook, ground: &Ground<'_>, touches: bool) -> u32 {
    let longest = book.longest().min(ground.everything(touches).tiles);
    let is_there = |letters: &u32| !new_words(book, ground, touches, *letters..=*letters).is_empty();
    (3..=longest).rev().find(is_there).unwrap_or(0)
}

/// What each of some words needs from the table.
pub(super) fn supplies(book: &WordBook, ground: &Ground<'_>, words: &[Class]) -> Vec<Supply> {
    words.iter().map(|&class| Supply::new(book, ground, class)).collect()
}

/// How many tiles of the rack no word has a use for.
fn hopeless(levels: &Levels<'_>) -> u32 {
    let (fits, rack) = (levels.book.fits(), levels.ground.rack.letters);
    let everything = levels.ground.everything(levels.touches);
    let is_used = |letter: usize| {
        let mut used = false;
        fits.scan(everything.letters, everything.jokers, Some(letter), 0, |_, _| {
            used = true;
            false
        });
        used
    };
    (0..26).filter(|&letter| rack.count(letter) > 0 && !is_used(letter)).map(|letter| rack.count(letter)).sum()
}

/// W9: from twice the longest word that can be spelt at all downwards, to words of at least so many letters.
fn score(levels: &mut Levels<'_>, shortest: u32) -> Ended {
    let rack = levels.ground.rack.tiles;
    let hopeless = hopeless(levels);
    let of_length = |levels: &Levels<'_>, letters: u32| {
        let words = if letters < shortest { Vec::new() } else { levels.new_words(letters..=letters) };
        supplies(levels.book, levels.ground, &words)
    };
    let longest = longest_new(levels.book, levels.ground, levels.touches);
    // Whether the rack can be emptied at all is asked when it first seems that it can't.
    let (mut empties, mut asked) = (hopeless == 0, false);
    for score in (shortest.max(1)..=2 * longest).rev() {
        // The rack emptied by a play with a word of half as many letters.
        if score % 2 == 0 && empties {
            let half = of_length(levels, score / 2);
            match levels.attain(Goal { one_of: Some(&half), spare: 0 }) {
                Ended::Exhausted => {}
                ended => return ended,
            }
            if !half.is_empty() && !std::mem::replace(&mut asked, true) {
                // An opening has one of the long words in any case.
                let words = (!levels.touches).then(|| {
                    let words = levels.new_words(shortest..=u32::MAX);
                    supplies(levels.book, levels.ground, &words)
                });
                match levels.reach(Goal { one_of: words.as_deref(), spare: 0 }) {
                    Ended::Exhausted => empties = false,
                    Ended::Stopped => return Ended::Stopped,
                    Ended::Found => {}
                }
            }
        }
        // Or a word of so many letters, with tiles left on the rack.
        let words = if rack > 1 { of_length(levels, score) } else { Vec::new() };
        let one_of = Some(words.as_slice());
        match levels.reach(Goal { one_of, spare: rack.saturating_sub(1) }) {
            Ended::Exhausted => {}
            Ended::Stopped => return Ended::Stopped,
            Ended::Found => {
                return lowest(hopeless.max(1)..rack, |spare| levels.attain(Goal { one_of, spare }));
            }
        }
    }
    Ended::Exhausted
}
