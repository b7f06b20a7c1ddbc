//! Plays in the number game: the opening (N10) and any manipulation after it (N11 to N14).

use crate::edition::{JokerMoves, NumberSettings, OpeningSets};
use crate::fault::{Fault, PlayError};
use crate::layout::{Layout, NotATable, Table};
use crate::numbers::joker_moves::jokers_in_filled_sets;
use crate::proposal::{Play, Proposal, find_untouched, tiles_from_rack};
use crate::sets::number::{self as set, SetReading};
use crate::tile::Laid;

/// Judges a play in the number game.
///
/// # Errors
/// All faults of the play.
pub fn check(rules: &NumberSettings, proposal: Proposal<'_>) -> Result<Play, PlayError> {
    let mut faults = Vec::new();
    let mut table = proposal.after.clone();
    let mut readings = Vec::with_capacity(table.len());
    for index in 0..table.len() {
        match read_set_after(proposal.before, proposal.after.set(index)) {
            Ok(read) => {
                readings.push(Some(read));
                // A set without jokers that lies in order is already as it should be.
                if read.reordered || table.set(index).iter().any(|piece| piece.is_joker()) {
                    read.lay(table.set_mut(index));
                }
            }
            Err(why) => {
                readings.push(None);
                faults.push(Fault::NotASet { set: index, why });
            }
        }
    }
    let placed = tiles_from_rack(proposal, &mut faults);
    let mut opening = None;
    if rules.must_open() && !proposal.opened {
        opening = Some(check_opening(rules, proposal, &mut table, &readings, &mut faults));
    }
    // Where jokers went can be told only of tables that are valid.
    if rules.joker_moves == JokerMoves::AnotherSet && faults.is_empty() {
        faults = jokers_in_filled_sets(proposal.before, &table);
    }
    if faults.is_empty() {
        Ok(Play { table: Table::trusted(table), placed, opening })
    } else {
        Err(PlayError { faults })
    }
}

/// Reads a set as laid; where it lies on the table already, as it is read there.
///
/// Only sets with one natural tile and several jokers can be read in more than one way in the order laid.
fn read_set_after(before: &Table, pieces: &[Laid]) -> Result<SetReading, set::SetFault> {
    let read = set::read(pieces)?;
    let open_jokers = pieces.iter().filter(|piece| piece.reading().is_none()).count();
    if open_jokers < 2 || open_jokers + 1 < pieces.len() {
        return Ok(read);
    }
    let same_tiles = |set: &&[Laid]| set.iter().map(|piece| piece.tile()).eq(pieces.iter().map(|piece| piece.tile()));
    // With four jokers a run and a group of the same tiles can lie there: the very same pieces come first.
    let standing = before.sets().find(|set| *set == pieces).or_else(|| before.sets().find(same_tiles));
    Ok(standing.map_or(read, set::read_table_set))
}

/// N10: one or more sets from the rack alone, worth enough. Returns their points.
fn check_opening(
    rules: &NumberSettings,
    Proposal { before, after, .. }: Proposal<'_>,
    table: &mut Layout,
    readings: &[Option<SetReading>],
    faults: &mut Vec<Fault>,
) -> u32 {
    let old = find_untouched(before, table, same_set, faults);
    let new_sets = || (0..readings.len()).filter(|&index| !old[index]);
    let mut points: u32 = new_sets().filter_map(|index| readings[index]).map(|read| read.points).sum();
    if points < rules.opening_points {
        let best: Vec<(usize, SetReading)> =
            new_sets().filter_map(|index| Some((index, set::read_for_most(after.set(index)).ok()?))).collect();
        points = best.iter().map(|(_, read)| read.points).sum();
        for (index, read) in best {
            read.lay(table.set_mut(index));
        }
    }
    if points < rules.opening_points {
        faults.push(Fault::BelowOpening { points, needed: rules.opening_points });
    }
    let sets = new_sets().count();
    if rules.opening_sets == OpeningSets::One && sets > 1 {
        faults.push(Fault::OpeningTooManySets { sets });
    }
    points
}

/// Whether a draft is the table as it lies: the same sets, in whatever order (N17).
#[must_use]
pub fn is_unchanged(table: &Table, draft: &Layout) -> bool {
    let Ok(laid) = read_table(table, draft) else { return false };
    let mut touched = Vec::new();
    table.len() == laid.len() && {
        find_untouched(table, laid.layout(), same_set, &mut touched);
        touched.is_empty()
    }
}

/// Reads a layout as a table; sets that lie on the table already keep their readings.
///
/// # Errors
/// The first set that is not one.
pub fn read_table(before: &Table, layout: &Layout) -> Result<Table, NotATable> {
    let mut laid = layout.clone();
    for set in 0..laid.len() {
        let read =
            read_set_after(before, layout.set(set)).map_err(|fault| NotATable { set, reason: fault.to_string() })?;
        read.lay(laid.set_mut(set));
    }
    Ok(Table::trusted(laid))
}

/// N10: untouched means the same tiles and the same readings; the order of tiles in a group is free.
fn same_set(one: &[Laid], other: &[Laid]) -> bool {
    if one == other {
        return true;
    }
    // A valid run has one order, so only groups can differ in order and still be the same.
    if one.len() != other.len() || one.len() > 4 {
        return false;
    }
    let sorted = |set: &[Laid]| {
        let mut pieces = [Laid::JOKER; 4];
        pieces[..set.len()].copy_from_slice(set);
        pieces.sort_unstable();
        pieces
    };
    sorted(one) == sorted(other)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn n19_a_set_put_back_keeps_its_reading() {
        let before = Table::read("r7 *k7 *b7 | k10 r10 b10".parse().unwrap()).unwrap();
        let back = read_table(&before, &"r7 * *".parse().unwrap()).unwrap();
        assert_eq!(back.to_string(), "r7 *k7 *b7");
        let elsewhere = read_table(&Table::new(), &"r7 * *".parse().unwrap()).unwrap();
        assert_eq!(elsewhere.to_string(), "r7 * *");
        assert_eq!(read_table(&before, &"r7 r8".parse().unwrap()).unwrap_err().set, 0);
    }
}
