//! Which set of the table before becomes which set of the table after.

use trinta_core::{Kind, Laid, Table, numbers, words};

use super::align::{Alignment, align};
use super::assignment::assign;

/// Whether a set of a valid table is a group, in which the order of the tiles means nothing (N4).
pub(super) fn is_group(set: &[Laid]) -> bool {
    !words::is_word(set) && matches!(numbers::read_table_set(set).kind, Kind::Group { .. })
}

/// Whether two sets of valid tables are equal, groups up to the order of their tiles.
fn is_same_set(one: &[Laid], other: &[Laid]) -> bool {
    let sorted = |set: &[Laid]| {
        let mut set = set.to_vec();
        set.sort_unstable();
        set
    };
    one == other || one.len() == other.len() && is_group(one) && is_group(other) && sorted(one) == sorted(other)
}

/// A restriction of the matching that costs moves but avoids jumbled sets on the way.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Constraint {
    /// The new set does not grow out of this old one; perhaps out of another.
    NotFrom { old: usize, new: usize },
    /// The new set is laid from scratch, and the old one that it would grow out of is taken away.
    Anew { new: usize },
}

/// For each set of the table after the set of the table before that it grows out of, if any.
pub(super) fn match_sets(before: &Table, after: &Table, constraints: &[Constraint]) -> Vec<Option<usize>> {
    let (old, new): (Vec<&[Laid]>, Vec<&[Laid]>) = (before.sets().collect(), after.sets().collect());
    let mut origin = vec![None; new.len()];
    let mut kept = vec![false; old.len()];
    for (to, set) in new.iter().enumerate() {
        origin[to] = (0..old.len()).find(|&from| !kept[from] && is_same_set(old[from], set));
        if let Some(from) = origin[to] {
            kept[from] = true;
        }
    }
    let old_free: Vec<usize> = (0..old.len()).filter(|&from| !kept[from]).collect();
    let new_free: Vec<usize> = (0..new.len()).filter(|&to| origin[to].is_none()).collect();
    // Dummy rows or columns of weight 0 make the matrix square: their counterparts stay unmatched.
    let mut weights = vec![vec![0; old_free.len().max(new_free.len())]; old_free.len().max(new_free.len())];
    for (row, &to) in new_free.iter().enumerate() {
        for (column, &from) in old_free.iter().enumerate() {
            if !constraints.contains(&Constraint::NotFrom { old: from, new: to }) {
                weights[row][column] = weight(&align(old[from], new[to]), new[to]);
            }
        }
    }
    for (row, column) in assign(&weights).into_iter().enumerate() {
        if weights[row][column] > 0 && !constraints.contains(&Constraint::Anew { new: new_free[row] }) {
            origin[new_free[row]] = Some(old_free[column]);
        }
    }
    origin
}

/// The weight of a pair: first the number of tiles that need not move, then whether these are the whole new set, which
/// saves a step, then how well the order is preserved.
fn weight(alignment: &Alignment, new: &[Laid]) -> i64 {
    let stays = alignment.stays.len();
    stays as i64 * 1_000_000 + i64::from(stays == new.len()) * 10_000 + alignment.order_score
}

#[cfg(test)]
mod tests {
    use super::*;

    fn origins(before: &str, after: &str) -> Vec<Option<usize>> {
        let table = |text: &str| Table::read(text.parse().unwrap()).unwrap();
        match_sets(&table(before), &table(after), &[])
    }

    #[test]
    fn unchanged_sets_are_matched_first_and_groups_in_any_order() {
        assert_eq!(origins("r3 r4 r5 | b7 k7 r7", "k7 r7 b7 | r3 r4 r5 r6"), [Some(1), Some(0)]);
        assert_eq!(origins("r3 r4 r5 r6 | r3 r4 r5", "r3 r4 r5 | r6 r7 r8"), [Some(1), Some(0)]);
    }

    #[test]
    fn a_set_grows_out_of_the_one_it_shares_most_tiles_with() {
        assert_eq!(origins("r3 r4 r5 r6 r7", "r3 r4 r5 | r5 r6 r7"), [Some(0), None]);
        assert_eq!(origins("CLAP | PEAR", "CHIP | PEARL | LAP"), [None, Some(1), Some(0)]);
        assert_eq!(origins("", "r3 r4 r5"), [None]);
    }
}
