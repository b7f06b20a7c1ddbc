//! What each objective asks of the levels, from the best conceivable play downwards.

use trinta_core::edition::OpeningWords;

use super::book::{Class, WordBook};
use super::cover::{Accept, Ended};
use super::ground::Ground;
use super::levels::{Goal, Levels};
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
    let words = new_words(levels, rules.opening_letters as u32);
    if rules.opening_words == OpeningWords::One || objective == Objective::Any {
        // The longest word first: it places most tiles and scores most. One word needs no search.
        let found = words.first().is_some_and(|&class| levels.layer.accept(&[class]));
        return if found { Ended::Found } else { Ended::Exhausted };
    }
    if objective == Objective::Score {
        return score(levels, &words);
    }
    let one_of = Some(words.as_slice());
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
        let words = new_words(levels, 0);
        return score(levels, &words);
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

/// Words of at least so many letters that do not lie on the table, the longest first.
fn new_words(levels: &Levels<'_>, letters: u32) -> Vec<Class> {
    let (book, ground) = (levels.book, levels.ground);
    let classes = levels.cover.classes().iter().copied();
    classes
        .take_while(|&class| book.length(class) >= letters)
        .filter(|&class| book.words(class).any(|word| !ground.has(word)))
        .collect()
}

/// How many tiles of the rack no word has a use for.
fn hopeless(levels: &Levels<'_>) -> u32 {
    let used = levels.cover.classes().iter().fold(0, |mask, &class| mask | levels.book.mask(class));
    let rack = levels.ground.rack.letters;
    (0..26).filter(|letter| used >> letter & 1 == 0).map(|letter| rack.count(letter)).sum()
}

/// W9: from twice the longest word that can be spelt at all downwards.
fn score(levels: &mut Levels<'_>, words: &[Class]) -> Ended {
    let Some(&longest) = words.first() else { return Ended::Exhausted };
    let (book, rack) = (levels.book, levels.ground.rack.tiles);
    let longest = book.length(longest);
    let of_length = |letters: u32| {
        let start = words.partition_point(|&class| book.length(class) > letters);
        let end = words.partition_point(|&class| book.length(class) >= letters);
        &words[start..end]
    };
    let hopeless = hopeless(levels);
    let mut empties = (hopeless == 0).then_some(());
    let mut asked = false;
    for score in (1..=2 * longest).rev() {
        // The rack emptied by a play with a word of half as many letters.
        let half = of_length(score / 2);
        if score % 2 == 0 && empties.is_some() && !half.is_empty() {
            match levels.attain(Goal { one_of: Some(half), spare: 0 }) {
                Ended::Exhausted => {}
                ended => return ended,
            }
            if !std::mem::replace(&mut asked, true) {
                // An opening has one of the long words in any case.
                let one_of = (!levels.touches).then_some(words);
                match levels.reach(Goal { one_of, spare: 0 }) {
                    Ended::Exhausted => empties = None,
                    Ended::Stopped => return Ended::Stopped,
                    Ended::Found => {}
                }
            }
        }
        // Or a word of so many letters, with tiles left on the rack.
        let one_of = Some(of_length(score));
        if of_length(score).is_empty() || rack < 2 {
            continue;
        }
        match levels.reach(Goal { one_of, spare: rack - 1 }) {
            Ended::Exhausted => {}
            Ended::Stopped => return Ended::Stopped,
            Ended::Found => {
                return lowest(hopeless.max(1)..rack, |spare| levels.attain(Goal { one_of, spare }));
            }
        }
    }
    Ended::Exhausted
}
