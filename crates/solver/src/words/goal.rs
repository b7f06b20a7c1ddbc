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

/// The best play and what is known about it.
pub(super) fn best(book: &WordBook, ground: &Ground<'_>, objective: Objective, nodes: u64) -> (Option<Found>, Proof) {
    let opens = !ground.position.opened || objective == Objective::Opening;
    // A misspelt word can't stay where plays are checked, and an opening can't touch it.
    if ground.rack.tiles == 0 || (opens && ground.doomed != 0) {
        return (None, Proof::Optimal);
    }
    let mut levels = Levels::new(book, ground, objective, !opens, nodes);
    let ended = if opens { opening(&mut levels, objective) } else { turn(&mut levels, objective, nodes) };
    let proof = if ended == Ended::Stopped { Proof::Bound } else { Proof::Optimal };
    (levels.layer.best, proof)
}

/// W4: one word from the rack, and where the table allows it, others with it.
fn opening(levels: &mut Levels<'_>, objective: Objective) -> Ended {
    let rules = levels.ground.position.rules;
    let words = new_words(levels, rules.opening_letters as u32..=u32::MAX);
    if rules.opening_words == OpeningWords::One || objective == Objective::Any {
        // The longest word first: it places most tiles and scores most. One word needs no search.
        let found = words.first().is_some_and(|&class| levels.layer.accept(&[class]));
        return if found { Ended::Found } else { Ended::Exhausted };
    }
    if objective == Objective::Score {
        return score(levels, rules.opening_letters as u32);
    }
    let supplies = supplies(levels, &words);
    let one_of = Some(supplies.as_slice());
    lowest(hopeless(levels)..levels.ground.rack.tiles, |spare| levels.attain(Goal { one_of, spare }))
}

/// W5: any manipulation.
fn turn(levels: &mut Levels<'_>, objective: Objective, nodes: u64) -> Ended {
    let rack = levels.ground.rack.tiles;
    if objective == Objective::Any {
        return levels.reach(Goal { one_of: None, spare: rack - 1 });
    }
    if nodes < u64::MAX {
        climb(levels, nodes);
    }
    if objective == Objective::Score {
        return score(levels, 0);
    }
    lowest(hopeless(levels)..rack, |spare| levels.attain(Goal { one_of: None, spare }))
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

/// With a budget: some play first, then better ones, before anything is proved.
fn climb(levels: &mut Levels<'_>, nodes: u64) {
    let share = nodes.div_ceil(2);
    levels.cover.set_nodes_left(share);
    let rack = levels.ground.rack.tiles;
    for level in 0..=2.min(levels.ground.old.len() as u32) {
        loop {
            let placed = levels.layer.best.as_ref().map_or(0, |best| best.tiles);
            if placed == rack || levels.level(level, Goal { one_of: None, spare: rack - placed - 1 }) != Ended::Found {
                break;
            }
        }
    }
    levels.cover.set_nodes_left(nodes - share + levels.cover.nodes_left());
}

/// Words of so many letters that can be spelt and do not lie on the table, the longest first.
fn new_words(levels: &Levels<'_>, letters: RangeInclusive<u32>) -> Vec<Class> {
    let (book, ground, everything) = (levels.book, levels.ground, levels.everything());
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

/// The letters of the longest word that can be spelt and does not lie on the table.
fn longest_new(levels: &Levels<'_>) -> u32 {
    let (book, everything) = (levels.book, levels.everything());
    let longest = book.longest().min(everything.tiles);
    (3..=longest).rev().find(|&letters| !new_words(levels, letters..=letters).is_empty()).unwrap_or(0)
}

/// What each of some words needs from the table.
fn supplies(levels: &Levels<'_>, words: &[Class]) -> Vec<Supply> {
    words.iter().map(|&class| Supply::new(levels.book, levels.ground, class)).collect()
}

/// How many tiles of the rack no word has a use for.
fn hopeless(levels: &Levels<'_>) -> u32 {
    let (fits, everything, rack) = (levels.book.fits(), levels.everything(), levels.ground.rack.letters);
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
        if letters < shortest { Vec::new() } else { new_words(levels, letters..=letters) }
    };
    // Whether the rack can be emptied at all is asked when it first seems that it can't.
    let (mut empties, mut asked) = (hopeless == 0, false);
    for score in (shortest.max(1)..=2 * longest_new(levels)).rev() {
        // The rack emptied by a play with a word of half as many letters.
        if score % 2 == 0 && empties {
            let half = supplies(levels, &of_length(levels, score / 2));
            match levels.attain(Goal { one_of: Some(&half), spare: 0 }) {
                Ended::Exhausted => {}
                ended => return ended,
            }
            if !half.is_empty() && !std::mem::replace(&mut asked, true) {
                // An opening has one of the long words in any case.
                let words = (!levels.touches).then(|| supplies(levels, &new_words(levels, shortest..=u32::MAX)));
                match levels.reach(Goal { one_of: words.as_deref(), spare: 0 }) {
                    Ended::Exhausted => empties = false,
                    Ended::Stopped => return Ended::Stopped,
                    Ended::Found => {}
                }
            }
        }
        // Or a word of so many letters, with tiles left on the rack.
        let words = if rack > 1 { supplies(levels, &of_length(levels, score)) } else { Vec::new() };
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
