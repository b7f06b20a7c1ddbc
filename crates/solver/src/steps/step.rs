//! What a step is.

use trinta_core::{Laid, Tile};

/// One thing to do at the table.
///
/// Sets are counted from 0 as they lie before the step: a new set has the next number, and when the last tile of a set
/// goes, the set is gone after the step and those behind it move up by one.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Step {
    /// What a person would call it.
    pub action: Action,
    /// What goes where, tile by tile; those to the set that is built come first.
    pub moves: Vec<Move>,
    /// Every set that the step touches: the one that is built first, then those in which a joker is replaced, then
    /// those that only give.
    pub sets: Vec<Change>,
}

/// What a person would call a step.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum Action {
    /// Tiles from the rack are added to a set.
    Add,
    /// Tiles from other sets, and perhaps from the rack, are added to a set.
    Take,
    /// A new set is laid, with tiles from the rack, from other sets, or both.
    New,
    /// A set is parted in two; the part taken off may be completed from the rack.
    Split,
    /// All that is left of one set is put to another, perhaps with tiles from the rack.
    Join,
    /// Tiles take the places of jokers, and the jokers go to the set that is built, perhaps with other tiles.
    Replace,
    /// The tiles of a set are put in another order.
    Rearrange,
    /// The tiles lie as they lay, but a joker stands for another tile.
    Reread,
    /// Tiles go back to the rack.
    Return,
}

impl Action {
    /// Its name, for programs.
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

/// One tile that goes from one spot to another.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub struct Move {
    /// The tile.
    pub tile: Tile,
    /// Where it lies before the step.
    pub from: Spot,
    /// Where it lies after the step.
    pub to: Spot,
}

/// Where a tile is.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum Spot {
    /// On the rack of the player.
    Rack,
    /// On the table.
    Set {
        /// In which set, by its number before the step.
        set: usize,
        /// At which place of it, counted from 0: before the step for a tile that leaves, after it for one that comes.
        at: usize,
    },
}

/// What a step does to a set.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Change {
    /// The number of the set before the step.
    pub set: usize,
    /// Its tiles before the step; none if it is new.
    pub before: Vec<Laid>,
    /// Its tiles after the step; none if it is gone.
    pub after: Vec<Laid>,
}

/// The tiles of a step that go from one set, or the rack, to another.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Load<'a> {
    /// The tiles, in the order in which they come to lie.
    pub tiles: Vec<Tile>,
    /// The set that they leave; none for the rack.
    pub from: Option<&'a Change>,
    /// The set that they go to; none for the rack.
    pub to: Option<&'a Change>,
}

impl Spot {
    /// The set, unless it is the rack.
    #[must_use]
    pub const fn set(self) -> Option<usize> {
        match self {
            Spot::Rack => None,
            Spot::Set { set, .. } => Some(set),
        }
    }

    /// The place in the set, unless it is the rack.
    #[must_use]
    pub const fn at(self) -> Option<usize> {
        match self {
            Spot::Rack => None,
            Spot::Set { at, .. } => Some(at),
        }
    }
}

impl Change {
    /// Whether the step lays the set.
    #[must_use]
    pub fn is_new(&self) -> bool {
        self.before.is_empty()
    }

    /// Whether the step takes the last tiles of the set.
    #[must_use]
    pub fn is_gone(&self) -> bool {
        self.after.is_empty()
    }

    /// What jokers of the set stand for after the step that none of them stood for before it.
    #[must_use]
    pub fn jokers(&self) -> Vec<Tile> {
        let readings = |set: &[Laid]| -> Vec<Tile> {
            set.iter().filter(|piece| piece.is_joker()).filter_map(|piece| piece.reading()).collect()
        };
        let mut old = readings(&self.before);
        let mut new = readings(&self.after);
        new.retain(|tile| match old.iter().position(|other| other == tile) {
            Some(place) => {
                old.swap_remove(place);
                false
            }
            None => true,
        });
        new
    }
}

impl Step {
    /// The set that is built: the one that gets the tiles, or is rearranged. None if tiles only go back to the rack.
    #[must_use]
    pub fn built(&self) -> Option<&Change> {
        self.sets.first().filter(|_| self.action != Action::Return)
    }

    /// The moves in bundles: what goes from one set to another, or from the rack, which comes last.
    #[must_use]
    pub fn loads(&self) -> Vec<Load<'_>> {
        let change = |spot: Spot| spot.set().and_then(|set| self.sets.iter().find(|change| change.set == set));
        let mut loads: Vec<Load<'_>> = Vec::new();
        for step in &self.moves {
            let (from, to) = (change(step.from), change(step.to));
            match loads.iter_mut().find(|load| load.from == from && load.to == to) {
                Some(load) => load.tiles.push(step.tile),
                None => loads.push(Load { tiles: vec![step.tile], from, to }),
            }
        }
        loads.sort_by_key(|load| load.from.is_none());
        loads
    }

    /// What a set of this step has before it that does not leave.
    #[must_use]
    pub fn staying(&self, change: &Change) -> Vec<Laid> {
        self.unmoved(&change.before, change.set, |step| step.from)
    }

    /// Whether the tiles that stay in a set lie in another order afterwards.
    #[must_use]
    pub fn rearranges(&self, change: &Change) -> bool {
        let stayed = self.unmoved(&change.after, change.set, |step| step.to);
        !self.staying(change).iter().map(|piece| piece.tile()).eq(stayed.iter().map(|piece| piece.tile()))
    }

    /// The pieces of a set that are on no end of a move.
    fn unmoved(&self, pieces: &[Laid], set: usize, end: fn(&Move) -> Spot) -> Vec<Laid> {
        let is_moved = |at: usize| self.moves.iter().any(|step| end(step) == Spot::Set { set, at });
        pieces.iter().enumerate().filter(|(at, _)| !is_moved(*at)).map(|(_, piece)| *piece).collect()
    }
}
