//! Replaying steps with every check on.

use std::fmt;

use trinta_core::{Laid, Layout, Tile, Tiles};

use super::step::{Change, Move, Spot, Step};

/// A step that can't be carried out.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct ReplayError {
    /// The index of the step.
    pub step: usize,
    /// The reason.
    pub fault: StepFault,
}

/// Why a step can't be carried out.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum StepFault {
    /// A set differs from what the step says it is before, or is listed twice, or a new one has not the next index.
    OtherSet {
        /// The index of the set.
        set: usize,
    },
    /// A moved tile is not at its source before the step, or not at its destination after it.
    NotThere {
        /// The moved tile.
        tile: Tile,
        /// The source or the destination.
        spot: Spot,
    },
    /// The moves do not account for the difference between a set before and after the step.
    Unexplained {
        /// The index of the set.
        set: usize,
    },
}

impl fmt::Display for ReplayError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "step {}: ", self.step + 1)?;
        match self.fault {
            StepFault::OtherSet { set } => write!(f, "set {} is not as the step describes it", set + 1),
            StepFault::NotThere { tile, spot: Spot::Rack } => write!(f, "{tile} is not on the rack"),
            StepFault::NotThere { tile, spot: Spot::Set { set, at } } => {
                write!(f, "{tile} is not tile {} of set {}", at + 1, set + 1)
            }
            StepFault::Unexplained { set } => write!(f, "the tiles of set {} do not add up", set + 1),
        }
    }
}

impl std::error::Error for ReplayError {}

/// Carries out steps; returns the table and the rack afterwards.
///
/// # Errors
/// The first step that does not match the table and the rack, or whose moves do not account for its changes.
pub fn replay(before: &Layout, rack: &Tiles, steps: &[Step]) -> Result<(Layout, Tiles), ReplayError> {
    let mut table: Vec<Vec<Laid>> = before.sets().map(<[Laid]>::to_vec).collect();
    let mut rack = rack.clone();
    for (index, step) in steps.iter().enumerate() {
        carry_out(&mut table, &mut rack, step).map_err(|fault| ReplayError { step: index, fault })?;
    }
    Ok((table.into_iter().collect(), rack))
}

fn carry_out(table: &mut Vec<Vec<Laid>>, rack: &mut Tiles, step: &Step) -> Result<(), StepFault> {
    let mut next = table.len();
    for (index, change) in step.sets.iter().enumerate() {
        let is_as_described = match table.get(change.set) {
            Some(set) => *set == change.before,
            None => change.before.is_empty() && change.set == next && !change.is_gone(),
        };
        if !is_as_described || step.sets[..index].iter().any(|other| other.set == change.set) {
            return Err(StepFault::OtherSet { set: change.set });
        }
        next += usize::from(change.is_new());
    }
    let mut sets: Vec<Ledger<'_>> = step.sets.iter().map(Ledger::new).collect();
    for Move { tile, from, to } in &step.moves {
        let missing = |spot: &Spot| StepFault::NotThere { tile: *tile, spot: *spot };
        let left = match from {
            Spot::Rack => rack.take(&Tiles::from(vec![*tile])).ok(),
            Spot::Set { set, at } => find(&mut sets, *set).and_then(|set| take(&mut set.before, *at, *tile)),
        };
        left.ok_or_else(|| missing(from))?;
        let came = match to {
            Spot::Rack => {
                rack.add([*tile]);
                Some(())
            }
            Spot::Set { set, at } => find(&mut sets, *set).and_then(|set| take(&mut set.after, *at, *tile)),
        };
        came.ok_or_else(|| missing(to))?;
    }
    for Ledger { change, before, after } in sets {
        let tiles = |pieces: Vec<Option<Laid>>| pieces.into_iter().flatten().map(Laid::tile).collect::<Tiles>();
        if tiles(before) != tiles(after) {
            return Err(StepFault::Unexplained { set: change.set });
        }
        if change.is_new() {
            table.push(Vec::new());
        }
        table[change.set].clone_from(&change.after);
    }
    table.retain(|set| !set.is_empty());
    Ok(())
}

/// A changed set while its tiles are accounted for.
struct Ledger<'a> {
    change: &'a Change,
    /// The pieces before that no move has taken yet.
    before: Vec<Option<Laid>>,
    /// The pieces after that no move has brought yet.
    after: Vec<Option<Laid>>,
}

impl<'a> Ledger<'a> {
    fn new(change: &'a Change) -> Ledger<'a> {
        let some = |pieces: &[Laid]| pieces.iter().copied().map(Some).collect();
        Ledger { change, before: some(&change.before), after: some(&change.after) }
    }
}

fn find<'a, 'b>(sets: &'b mut [Ledger<'a>], set: usize) -> Option<&'b mut Ledger<'a>> {
    sets.iter_mut().find(|checked| checked.change.set == set)
}

/// Removes the piece at an index, if it is there and has this face.
fn take(pieces: &mut [Option<Laid>], at: usize, tile: Tile) -> Option<()> {
    pieces.get_mut(at)?.take_if(|piece| piece.tile() == tile).map(|_| ())
}
