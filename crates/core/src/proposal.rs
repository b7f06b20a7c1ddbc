//! Proposed plays, legal plays, and the checks that both games share (N11, W5).

use crate::fault::Fault;
use crate::layout::{Layout, Table};
use crate::tile::{Laid, Tile};
use crate::tiles::{Counts, Tiles};

/// A proposed play: the whole table as the player wants to leave it.
#[derive(Debug, Clone, Copy)]
pub struct Proposal<'a> {
    /// The table at the start of the turn.
    pub before: &'a Table,
    /// The player's rack at the start of the turn.
    pub rack: &'a Tiles,
    /// Whether the player has opened in an earlier turn.
    pub opened: bool,
    /// The table as the player wants to leave it.
    pub after: &'a Layout,
}

/// A legal play.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Play {
    /// The table afterwards, its sets in order and its jokers read.
    pub table: Table,
    /// The tiles that came from the rack.
    pub placed: Tiles,
    /// If this is the player's opening: its points (N10), or the letters of its longest word (W4).
    pub opening: Option<u32>,
}

/// N11, N14, W5: every tile of the table is still there, what is new comes from the rack, and something is new.
pub(crate) fn tiles_from_rack(proposal: Proposal<'_>, faults: &mut Vec<Fault>) -> Tiles {
    let Proposal { before, rack, after, .. } = proposal;
    let mut on_table = before.layout().counts();
    let mut on_rack: Option<Counts> = None;
    let (mut placed, mut foreign) = (Vec::new(), Vec::new());
    for tile in after.tiles() {
        if !on_table.take(tile) {
            let from_rack = on_rack.get_or_insert_with(|| rack.counts()).take(tile);
            if from_rack { &mut placed } else { &mut foreign }.push(tile);
        }
    }
    if after.tile_count() - placed.len() - foreign.len() < before.layout().tile_count() {
        let missing: Vec<Tile> = before.layout().tiles().filter(|&tile| on_table.take(tile)).collect();
        faults.push(Fault::TableTileMissing { tiles: missing.into() });
    }
    if placed.is_empty() && foreign.is_empty() {
        faults.push(Fault::NothingPlayed);
    }
    if !foreign.is_empty() {
        faults.push(Fault::NotOnRack { tiles: foreign.into() });
    }
    placed.into()
}

/// N10, W4: finds every old set among the new ones, by the equality the game has for its sets.
///
/// Returns for each new set whether it is an old one, and adds a fault for every old set that is gone.
pub(crate) fn find_untouched(
    before: &Table,
    after: &Layout,
    same: impl Fn(&[Laid], &[Laid]) -> bool,
    faults: &mut Vec<Fault>,
) -> Vec<bool> {
    let mut old = vec![false; after.len()];
    for (index, set) in before.sets().enumerate() {
        // Mostly the old sets lie in front, in their old order.
        let here = |place: usize| !old[place] && same(set, after.set(place));
        let place = if index < after.len() && here(index) { Some(index) } else { (0..after.len()).find(|&p| here(p)) };
        match place {
            Some(place) => old[place] = true,
            None => faults.push(Fault::TableTouched { set: index }),
        }
    }
    old
}
