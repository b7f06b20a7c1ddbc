//! Carrying steps out, and not believing them.

use std::fmt;

use trinta_core::{Laid, Layout, Tile, Tiles};

use super::step::{Change, Move, Spot, Step};

/// A step that can't be carried out.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct ReplayError {
    /// Which step, counted from 0.
    pub step: usize,
    /// What is wrong with it.
    pub fault: StepFault,
}

/// What can be wrong with a step.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum StepFault {
    /// A set that the step speaks of lies otherwise, or is spoken of twice, or a new one has not the next number.
    OtherSet {
        /// Its number.
        set: usize,
    },
    /// A tile is not at the place where the step takes it from or puts it.
    NotThere {
        /// The tile.
        tile: Tile,
        /// Where it should be.
        spot: Spot,
    },
    /// What a set is afterwards is not what it was, less what left, with what came.
    Unexplained {
        /// Its number.
        set: usize,
    },
}

impl fmt::Display for ReplayError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "step {}: ", self.step + 1)?;
        match self.fault {
            StepFault::OtherSet { set } => write!(f, "set {} does not lie there like that", set + 1),
            StepFault::NotThere { tile, spot: Spot::Rack } => write!(f, "{tile} is not on the rack"),
            StepFault::NotThere { tile, spot: Spot::Set { set, at } } => {
                write!(f, "{tile} is not tile {} of set {}", at + 1, set + 1)
            }
            StepFault::Unexplained { set } => write!(f, "the tiles of set {} do not add up", set + 1),
        }
    }
}

impl std::error::Error for ReplayError {}

/// Carries steps out on a table, with the rack of the player; gives both as they are afterwards.
///
/// # Errors
/// The first step that takes a tile from where it is not, or leaves one unexplained.
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
    for (place, change) in step.sets.iter().enumerate() {
        let lies_there = match table.get(change.set) {
            Some(set) => *set == change.before,
            None => change.before.is_empty() && change.set == next && !change.is_gone(),
        };
        if !lies_there || step.sets[..place].iter().any(|other| other.set == change.set) {
            return Err(StepFault::OtherSet { set: change.set });
        }
        next += usize::from(change.is_new());
    }
    let mut sets: Vec<Checked<'_>> = step.sets.iter().map(Checked::new).collect();
    for Move { tile, from, to } in &step.moves {
        let missing = |spot: &Spot| StepFault::NotThere { tile: *tile, spot: *spot };
        let left = match from {
            Spot::Rack => rack.take(&Tiles::from(vec![*tile])).ok(),
            Spot::Set { set, at } => find(&mut sets, *set).and_then(|set| take(&mut set.left, *at, *tile)),
        };
        left.ok_or_else(|| missing(from))?;
        let came = match to {
            Spot::Rack => {
                rack.add([*tile]);
                Some(())
            }
            Spot::Set { set, at } => find(&mut sets, *set).and_then(|set| take(&mut set.had, *at, *tile)),
        };
        came.ok_or_else(|| missing(to))?;
    }
    for Checked { change, left, had } in sets {
        let tiles = |pieces: Vec<Option<Laid>>| pieces.into_iter().flatten().map(Laid::tile).collect::<Tiles>();
        if tiles(left) != tiles(had) {
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

/// A set of a step while its tiles are accounted for.
struct Checked<'a> {
    change: &'a Change,
    /// What it has before and no move has taken yet.
    left: Vec<Option<Laid>>,
    /// What it has after and no move has brought.
    had: Vec<Option<Laid>>,
}

impl<'a> Checked<'a> {
    fn new(change: &'a Change) -> Checked<'a> {
        let some = |pieces: &[Laid]| pieces.iter().copied().map(Some).collect();
        Checked { change, left: some(&change.before), had: some(&change.after) }
    }
}

fn find<'a, 'b>(sets: &'b mut [Checked<'a>], set: usize) -> Option<&'b mut Checked<'a>> {
    sets.iter_mut().find(|checked| checked.change.set == set)
}

/// Takes the piece at a place away, if it is there and of this face.
fn take(pieces: &mut [Option<Laid>], at: usize, tile: Tile) -> Option<()> {
    pieces.get_mut(at)?.take_if(|piece| piece.tile() == tile).map(|_| ())
}
