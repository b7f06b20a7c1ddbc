//! N14 with `joker_moves = "another-set"`: a joker whose place was filled by the tile it stood for may not end the turn
//! in the set that got this tile.
//!
//! A play is known only by the table before and after it, and all jokers look the same, so the rule needs a definition in
//! terms of tables. A joker stood for a tile in its old set; in a group of three for either colour that is missing.
//!
//! - *The set that got this tile* holds, at the end, this tile and another tile of the joker's old set. There may be
//!   none (the old set was taken apart), one, or more (it was split); they may hold tiles of other sets as well.
//! - A joker that stands at the end for the tile that one stood for before has *stayed*. Of all
//!   assignments of old jokers to new places, and of tiles to open jokers, those with the most jokers stayed are taken,
//!   and among them the one with the fewest faults. So a joker from the rack, or one set free elsewhere, may lie in the set, if the replaced one can be
//!   another joker on the table.
//!
//! The answer depends only on the sets that hold jokers at the end, which lets a solver obey the rule (`trinta_solver`).

use crate::fault::Fault;
use crate::layout::{Layout, Table};
use crate::sets::number::{self as set, Kind};
use crate::tile::{Colour, Laid, Tile};

/// Number tiles, a bit each.
type Faces = u64;

const fn bit(tile: Tile) -> Faces {
    1 << tile.index()
}

/// A joker of the table before the turn.
struct JokerBefore {
    set: usize,
    /// The other tiles of its set, jokers aside.
    others: Faces,
    /// The tiles that it may have stood for.
    stood_for: Vec<Tile>,
}

/// A place with a joker on the table after the turn.
struct JokerAfter {
    set: usize,
    /// The tiles of its set, jokers aside.
    tiles: Faces,
    /// The tiles that the joker can stand for there.
    stands_for: Faces,
}

impl JokerAfter {
    fn received(&self, tile: Tile, others: Faces) -> bool {
        self.tiles & bit(tile) != 0 && self.tiles & others != 0
    }
}

/// The jokers that lie in a set which got the tile they stood for.
///
/// Of the table after the turn only the sets with jokers matter: `after` may be just these. Its sets are valid, with the
/// jokers of runs read and those of groups open, as a [`Table`] has them.
///
/// ```
/// use trinta_core::{Table, numbers::jokers_in_filled_sets};
///
/// let table = |text: &str| Table::read(text.parse().unwrap()).unwrap();
/// let before = table("b1 b2 * b4 b5");
/// let faults = |after: &str| jokers_in_filled_sets(&before, table(after).layout()).len();
/// assert_eq!(faults("b1 b2 b3 b4 b5 *"), 1);
/// assert_eq!(faults("b1 b2 b3 b4 b5 | k11 * k13"), 0);
/// assert_eq!(faults("b1 b2 b3 | b4 b5 *"), 0);
/// ```
#[must_use]
pub fn jokers_in_filled_sets(before: &Table, after: &Layout) -> Vec<Fault> {
    let old = jokers_before(before);
    let new = jokers_after(after);
    let may_be_filled =
        |old: &JokerBefore| new.iter().any(|new| old.stood_for.iter().any(|&tile| new.received(tile, old.others)));
    if !old.iter().any(may_be_filled) {
        return Vec::new();
    }
    let mut pairing = Pairing { old: &old, new: &new, taken: vec![false; new.len()], pairs: Vec::new(), best: None };
    pairing.pair(0);
    pairing.best.map(|best| best.faults).unwrap_or_default()
}

fn jokers_before(table: &Table) -> Vec<JokerBefore> {
    let mut jokers = Vec::new();
    for (index, set) in table.sets().enumerate().filter(|(_, set)| set.iter().any(|piece| piece.is_joker())) {
        let others = tiles(set);
        let missing: Vec<Tile> = missing(set);
        for piece in set.iter().filter(|piece| piece.is_joker()) {
            let stood_for = piece.reading().map_or_else(|| missing.clone(), |tile| vec![tile]);
            jokers.push(JokerBefore { set: index, others, stood_for });
        }
    }
    jokers
}

fn jokers_after(layout: &Layout) -> Vec<JokerAfter> {
    let mut jokers = Vec::new();
    for (index, set) in layout.sets().enumerate().filter(|(_, set)| set.iter().any(|piece| piece.is_joker())) {
        let tiles = tiles(set);
        let missing = missing(set).into_iter().fold(0, |faces, tile| faces | bit(tile));
        for piece in set.iter().filter(|piece| piece.is_joker()) {
            jokers.push(JokerAfter { set: index, tiles, stands_for: piece.reading().map_or(missing, bit) });
        }
    }
    jokers
}

fn tiles(set: &[Laid]) -> Faces {
    set.iter().filter(|piece| !piece.is_joker()).fold(0, |faces, piece| faces | bit(piece.tile()))
}

/// The tiles that an open joker of a group can stand for.
fn missing(set: &[Laid]) -> Vec<Tile> {
    let Kind::Group { number } = set::read_table_set(set).kind else { return Vec::new() };
    let there = tiles(set);
    let all = Colour::ALL.into_iter().map(|colour| Tile::number_unchecked(colour, number));
    all.filter(|&tile| there & bit(tile) == 0).collect()
}

/// An assignment of old jokers to new places: the number of jokers that stayed, and its faults.
struct Assignment {
    stayed: usize,
    faults: Vec<Fault>,
}

/// Tries all assignments of old jokers to new places. There are at most four jokers.
struct Pairing<'a> {
    old: &'a [JokerBefore],
    new: &'a [JokerAfter],
    taken: Vec<bool>,
    /// For each old joker, the tile it stood for and the index of its new place.
    pairs: Vec<(Tile, usize)>,
    best: Option<Assignment>,
}

impl Pairing<'_> {
    fn pair(&mut self, joker: usize) {
        let Some(old) = self.old.get(joker) else { return self.finish() };
        for &tile in &old.stood_for {
            // The jokers of one group stand for different tiles; which of them for which is all the same.
            let before = self.old[..joker].iter().zip(&self.pairs).rev().find(|(other, _)| other.set == old.set);
            if old.stood_for.len() > 1 && before.is_some_and(|(_, (last, _))| *last >= tile) {
                continue;
            }
            for place in 0..self.new.len() {
                if !self.taken[place] {
                    self.taken[place] = true;
                    self.pairs.push((tile, place));
                    self.pair(joker + 1);
                    self.pairs.pop();
                    self.taken[place] = false;
                }
            }
        }
    }

    /// All jokers have a place: keeps this assignment if it is better than the best so far.
    fn finish(&mut self) {
        let (mut stayed, mut faults) = (0, Vec::new());
        for (joker, (old, &(tile, place))) in self.old.iter().zip(&self.pairs).enumerate() {
            let new = &self.new[place];
            // Two jokers of a group can't both stand for one tile.
            let again = |&(other, place): &(Tile, usize)| other == tile && self.new[place].set == new.set;
            let stays = new.stands_for & bit(tile) != 0 && !self.pairs[..joker].iter().any(again);
            stayed += usize::from(stays);
            if new.received(tile, old.others) {
                faults.push(Fault::JokerInFilledSet { set: new.set, before: old.set, tile });
            }
        }
        let better = |best: &Assignment| (stayed, best.faults.len()) > (best.stayed, faults.len());
        if self.best.as_ref().is_none_or(better) {
            self.best = Some(Assignment { stayed, faults });
        }
    }
}
