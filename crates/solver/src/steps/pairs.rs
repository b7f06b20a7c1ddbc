//! Which old set becomes which new one.

use trinta_core::{Kind, Laid, Table, numbers, words};

use super::align::{Alignment, align};
use super::assign::assign;

/// Whether a set of a valid table is a group, in which the order of the tiles says nothing (N4).
pub(super) fn is_group(set: &[Laid]) -> bool {
    !words::is_word(set) && matches!(numbers::standing(set).kind, Kind::Group { .. })
}

/// Whether two sets of valid tables are the same to somebody who looks at them.
fn same(one: &[Laid], other: &[Laid]) -> bool {
    let sorted = |set: &[Laid]| {
        let mut set = set.to_vec();
        set.sort_unstable();
        set
    };
    one == other || one.len() == other.len() && is_group(one) && is_group(other) && sorted(one) == sorted(other)
}

/// What shall not be done though it would save moves.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Apart {
    /// This new set does not grow out of that old one; perhaps out of another.
    From { old: usize, new: usize },
    /// This new set is laid anew, and what it would grow out of becomes nothing.
    Anew { new: usize },
}

/// For each new set the old one that it grows out of, if any.
pub(super) fn pair(before: &Table, after: &Table, apart: &[Apart]) -> Vec<Option<usize>> {
    let (old, new): (Vec<&[Laid]>, Vec<&[Laid]>) = (before.sets().collect(), after.sets().collect());
    let mut origin = vec![None; new.len()];
    let mut kept = vec![false; old.len()];
    for (place, set) in new.iter().enumerate() {
        origin[place] = (0..old.len()).find(|&from| !kept[from] && same(old[from], set));
        if let Some(from) = origin[place] {
            kept[from] = true;
        }
    }
    let old_free: Vec<usize> = (0..old.len()).filter(|&from| !kept[from]).collect();
    let new_free: Vec<usize> = (0..new.len()).filter(|&place| origin[place].is_none()).collect();
    // Sets without a counterpart go with nobody, which weighs nothing.
    let mut weights = vec![vec![0; old_free.len().max(new_free.len())]; old_free.len().max(new_free.len())];
    for (row, &place) in new_free.iter().enumerate() {
        for (column, &from) in old_free.iter().enumerate() {
            if !apart.contains(&Apart::From { old: from, new: place }) {
                weights[row][column] = weight(&align(old[from], new[place]), new[place]);
            }
        }
    }
    for (row, column) in assign(&weights).into_iter().enumerate() {
        if weights[row][column] > 0 && !apart.contains(&Apart::Anew { new: new_free[row] }) {
            origin[new_free[row]] = Some(old_free[column]);
        }
    }
    origin
}

/// What it is worth to let a new set grow out of an old one: first the tiles that need not move, then whether that is
/// all it takes, for then it takes no step of its own, then the order.
fn weight(alignment: &Alignment, new: &[Laid]) -> i64 {
    let stays = alignment.stays.len();
    stays as i64 * 1_000_000 + i64::from(stays == new.len()) * 10_000 + alignment.order
}

#[cfg(test)]
mod tests {
    use super::*;

    fn origins(before: &str, after: &str) -> Vec<Option<usize>> {
        let table = |text: &str| Table::read(text.parse().unwrap()).unwrap();
        pair(&table(before), &table(after), &[])
    }

    #[test]
    fn sets_that_stay_come_first_and_groups_have_no_order() {
        assert_eq!(origins("r3 r4 r5 | b7 k7 r7", "k7 r7 b7 | r3 r4 r5 r6"), [Some(1), Some(0)]);
        assert_eq!(origins("r3 r4 r5 r6 | r3 r4 r5", "r3 r4 r5 | r6 r7 r8"), [Some(1), Some(0)]);
    }

    #[test]
    fn a_set_grows_out_of_the_one_it_has_most_of() {
        assert_eq!(origins("r3 r4 r5 r6 r7", "r3 r4 r5 | r5 r6 r7"), [Some(0), None]);
        assert_eq!(origins("CLAP | PEAR", "CHIP | PEARL | LAP"), [None, Some(1), Some(0)]);
        assert_eq!(origins("", "r3 r4 r5"), [None]);
    }
}
