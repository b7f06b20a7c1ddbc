//! Steps as data.

use trinta_core::{Laid, Tile};

/// One action of a person at the table.
///
/// A set is identified by its index on the table before the step. A new set gets the next index. A set that loses its
/// last tile is removed after the step, and the indices of those behind it decrease by one.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Step {
    /// What a person would call the step.
    pub action: Action,
    /// The tiles that move; those to the set that is built come first.
    pub moves: Vec<Move>,
    /// Every set that the step touches: first the one that is built, then those in which a joker is replaced, then
    /// those that tiles are only taken from.
    pub sets: Vec<Change>,
}

/// The kind of a step.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum Action {
    /// Tiles from the rack are added to a set.
    Add,
    /// Tiles from other sets, and perhaps from the rack, are added to a set.
    Take,
    /// A new set is laid, with tiles from the rack, from other sets, or both.
    New,
    /// A set is split in two; the part that is taken off may be completed from the rack.
    Split,
    /// All that is left of one set is added to another, perhaps with tiles from the rack.
    Join,
    /// Tiles replace jokers, and the jokers go to the set that is built, perhaps with other tiles.
    Replace,
    /// The tiles of a set are put in another order.
    Rearrange,
    /// The tiles stay in place, but a joker gets another reading.
    Reread,
    /// Tiles go back to the rack.
    Return,
}

impl Action {
    /// The name of the action in JSON.
    #[must_use]
    pub const fn code(self) -> &'static str {
        match self {
            Action::Add => "add",
            Action::Take => "take",
            Action::New => "new",
            Action::Split => "split",
            Action::Join => "join",
            Action::Replace => "replace",
            Action::Rearrange => "rearrange",
            Action::Reread => "reread",
            Action::Return => "return",
        }
    }
}

/// A tile that moves.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub struct Move {
    /// The tile as a piece: a joker is a joker, whatever it stands for.
    pub tile: Tile,
    /// The spot before the step.
    pub from: Spot,
    /// The spot after the step.
    pub to: Spot,
}

/// A position of a tile.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum Spot {
    /// On the rack of the player.
    Rack,
    /// On the table.
    Set {
        /// The index of the set before the step.
        set: usize,
        /// The index within the set: before the step for a tile that leaves it, after the step for one that arrives.
        at: usize,
    },
}

/// The effect of a step on a set.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Change {
    /// The index of the set before the step.
    pub set: usize,
    /// The pieces before the step; empty if the set is new.
    pub before: Vec<Laid>,
    /// The pieces after the step; empty if the set is gone.
    pub after: Vec<Laid>,
}

/// The tiles of a step that go from one set, or the rack, to another.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Batch<'a> {
    /// The tiles in their order at the destination.
    pub tiles: Vec<Tile>,
    /// The set that they leave; none for the rack.
    pub from: Option<&'a Change>,
    /// The set that they go to; none for the rack.
    pub to: Option<&'a Change>,
}

impl Spot {
    /// The index of the set; none for the rack.
    #[must_use]
    pub const fn set(self) -> Option<usize> {
        match self {
            Spot::Rack => None,
            Spot::Set { set, .. } => Some(set),
        }
    }

    /// The index within the set; none for the rack.
    #[must_use]
    pub const fn at(self) -> Option<usize> {
        match self {
            Spot::Rack => None,
            Spot::Set { at, .. } => Some(at),
        }
    }
}

impl Change {
    /// Whether the step creates the set.
    #[must_use]
    pub fn is_new(&self) -> bool {
        self.before.is_empty()
    }

    /// Whether the step removes the set.
    #[must_use]
    pub fn is_gone(&self) -> bool {
        self.after.is_empty()
    }

    /// The readings of the set's jokers after the step that none of them had before.
    #[must_use]
    pub fn jokers(&self) -> Vec<Tile> {
        let readings = |set: &[Laid]| -> Vec<Tile> {
            set.iter().filter(|piece| piece.is_joker()).filter_map(|piece| piece.reading()).collect()
        };
        let mut old = readings(&self.before);
        let mut new = readings(&self.after);
        new.retain(|tile| match old.iter().position(|other| other == tile) {
            Some(index) => {
                old.swap_remove(index);
                false
            }
            None => true,
        });
        new
    }
}

impl Step {
    /// The set that receives the tiles or is rearranged. None if tiles only go back to the rack.
    #[must_use]
    pub fn built(&self) -> Option<&Change> {
        self.sets.first().filter(|_| self.action != Action::Return)
    }

    /// The moves grouped by source and destination; those from the rack come last.
    #[must_use]
    pub fn batches(&self) -> Vec<Batch<'_>> {
        let change = |spot: Spot| spot.set().and_then(|set| self.sets.iter().find(|change| change.set == set));
        let mut batches: Vec<Batch<'_>> = Vec::new();
        for step in &self.moves {
            let (from, to) = (change(step.from), change(step.to));
            match batches.iter_mut().find(|batch| batch.from == from && batch.to == to) {
                Some(batch) => batch.tiles.push(step.tile),
                None => batches.push(Batch { tiles: vec![step.tile], from, to }),
            }
        }
        batches.sort_by_key(|batch| batch.from.is_none());
        batches
    }

    /// The pieces of a set that the step leaves there.
    #[must_use]
    pub fn staying(&self, change: &Change) -> Vec<Laid> {
        self.unmoved(&change.before, change.set, |step| step.from)
    }

    /// Whether the pieces that stay in a set change their order.
    #[must_use]
    pub fn rearranges(&self, change: &Change) -> bool {
        let stayed = self.unmoved(&change.after, change.set, |step| step.to);
        !self.staying(change).iter().map(|piece| piece.tile()).eq(stayed.iter().map(|piece| piece.tile()))
    }

    /// The pieces of a set that no move takes away or brings.
    fn unmoved(&self, pieces: &[Laid], set: usize, end: fn(&Move) -> Spot) -> Vec<Laid> {
        let is_moved = |at: usize| self.moves.iter().any(|step| end(step) == Spot::Set { set, at });
        pieces.iter().enumerate().filter(|(at, _)| !is_moved(*at)).map(|(_, piece)| *piece).collect()
    }
}
