//! Plays in the word game: the opening (W4), any manipulation after it (W5), what a turn scores (W9).

use crate::edition::{OpeningWords, SpellingRule, WordSettings};
use crate::fault::{Fault, PlayError};
use crate::layout::{Layout, Table};
use crate::proposal::{Play, Proposal, find_untouched, tiles_from_rack};
use crate::sets::word::spelling as spell;
use crate::spelling::{Spelling, Verdict};
use crate::tile::Laid;

/// Judges a play in the word game.
///
/// # Errors
/// All faults of the play; spelling among them unless the table settles that by challenge (W8).
pub fn check(rules: &WordSettings, spelling: &dyn Spelling, proposal: Proposal<'_>) -> Result<Play, PlayError> {
    let mut faults = Vec::new();
    let words: Vec<Option<String>> = proposal
        .after
        .sets()
        .enumerate()
        .map(|(set, pieces)| spell(pieces).map_err(|why| faults.push(Fault::NotAWord { set, why })).ok())
        .collect();
    for (set, word) in words.iter().enumerate() {
        let Some(word) = word else { continue };
        if words[..set].contains(&Some(word.clone())) {
            faults.push(Fault::WordTwice { set, word: word.clone() });
        }
        if rules.spelling != SpellingRule::Challenge {
            faults.extend(spelling_fault(spelling, set, word));
        }
    }
    if proposal.opened {
        find_reread(proposal, &words, &mut faults);
    }
    let placed = tiles_from_rack(proposal, &mut faults);
    let opening = (!proposal.opened).then(|| check_opening(rules, proposal, &words, &mut faults));
    if faults.is_empty() {
        Ok(Play { table: Table::trusted(proposal.after.clone()), placed, opening })
    } else {
        Err(PlayError { faults })
    }
}

/// W8, W14: the fault of a word that is misspelt or not of the theme.
fn spelling_fault(spelling: &dyn Spelling, set: usize, word: &str) -> Option<Fault> {
    match spelling.judge(word) {
        Verdict::Good => None,
        Verdict::NotInList => Some(Fault::NotInList { set, word: word.to_owned() }),
        Verdict::OffTheme => Some(Fault::OffTheme { set, word: word.to_owned() }),
    }
}

/// W7: finds words with the same tiles as before in which a joker stands for another letter.
fn find_reread(Proposal { before, after, .. }: Proposal<'_>, words: &[Option<String>], faults: &mut Vec<Fault>) {
    let is_old = |set: &[Laid]| before.sets().any(|old| old == set);
    for old in before.sets().filter(|old| old.iter().any(|piece| piece.is_joker())) {
        if after.sets().any(|set| set == old) {
            continue;
        }
        let same_tiles = |set: &[Laid]| set.iter().map(|piece| piece.tile()).eq(old.iter().map(|piece| piece.tile()));
        let reread = after.sets().position(|set| same_tiles(set) && !is_old(set));
        if let Some((set, word)) = reread.and_then(|set| Some((set, words[set].clone()?))) {
            faults.push(Fault::JokerFixed { set, word });
        }
    }
}

/// W4: one word of enough letters from the rack, the table untouched. Returns the letters of the longest new word.
fn check_opening(
    rules: &WordSettings,
    proposal: Proposal<'_>,
    words: &[Option<String>],
    faults: &mut Vec<Fault>,
) -> u32 {
    let old = find_untouched(proposal.before, proposal.after, <[Laid]>::eq, faults);
    let new_sets = || (0..words.len()).filter(|&index| !old[index]);
    let longest = new_sets().map(|index| proposal.after.set(index).len()).max().unwrap_or(0);
    if longest < rules.opening_letters {
        faults.push(Fault::OpeningTooShort { letters: longest, needed: rules.opening_letters });
    }
    let sets = new_sets().count();
    if rules.opening_words == OpeningWords::One && sets > 1 {
        faults.push(Fault::OpeningTooManySets { sets });
    }
    longest as u32
}

/// Whether a draft is the table as it lies: the same words, in whatever order (N17).
#[must_use]
pub fn is_unchanged(table: &Table, draft: &Layout) -> bool {
    table.layout().same_sets(draft)
}

/// W9: the words of a table that were not there before: formed in the turn.
pub fn formed<'a>(before: &Table, after: &'a Table) -> impl Iterator<Item = String> + 'a {
    let old: Vec<String> = before.sets().filter_map(|set| spell(set).ok()).collect();
    after.sets().filter_map(|set| spell(set).ok()).filter(move |word| !old.contains(word))
}

/// W8: the words formed in a turn that the word list or the theme does not have.
#[must_use]
pub fn misspelt(spelling: &dyn Spelling, before: &Table, after: &Table) -> Vec<String> {
    formed(before, after).filter(|word| spelling.judge(word) != Verdict::Good).collect()
}

/// W9: in play A a turn scores the letters of the longest word formed in it, doubled if it empties the rack.
#[must_use]
pub fn turn_score(before: &Table, after: &Table, empties_rack: bool) -> u32 {
    let longest = formed(before, after).map(|word| word.len()).max().unwrap_or(0) as u32;
    if empties_rack { 2 * longest } else { longest }
}
