//! What has to be done, and how the sets lie when some of it is done.

use trinta_core::{Laid, Table, Tile, numbers, words};

use super::align::align;
use super::carry::{Carry, carries};
use super::pairs::{Apart, is_group, pair};

/// A place on the table where a set lies before, or after, or both.
#[derive(Debug, Default)]
pub(super) struct Place {
    /// The set before; empty if it is yet to be laid.
    old: Vec<Laid>,
    /// The set after; empty if it is to go.
    last: Vec<Laid>,
    /// The pieces that stay: place in the old set, place in the last one.
    stays: Vec<(usize, usize)>,
    /// The number of the set after on its table, if there is one.
    pub(super) becomes: Option<usize>,
    /// The deed that brings its tiles, or puts them in order; none if it only gives.
    settled_by: Option<usize>,
}

/// What becomes one step: everything that one place gets.
#[derive(Debug)]
pub(super) struct Deed {
    /// The place; none is the rack.
    pub(super) to: Option<usize>,
    /// The places in which a tile takes the place of a joker that goes to the first one.
    pub(super) replaced: Vec<usize>,
}

/// All that has to be done.
#[derive(Debug)]
pub(super) struct Plan {
    /// The places: those of the table before in their order, then the new ones.
    pub(super) places: Vec<Place>,
    /// The tiles that go from one to another, each with the deed that carries it.
    pub(super) carries: Vec<(Carry, usize)>,
    /// What is to be done, in no order yet.
    pub(super) deeds: Vec<Deed>,
    /// The places where something is done.
    pub(super) busy: Vec<usize>,
}

/// How good a set on the way is.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Standing {
    /// It is valid, or as it was, or as it will be.
    Good,
    /// It is no set yet, or none any more.
    Unfinished,
    /// It has all that comes and still some of what leaves, and is no set: it is hard to see what it will be.
    Muddled,
}

/// A piece of a set on the way, with what tells it from others of the same face.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) struct Piece {
    pub(super) laid: Laid,
    pub(super) id: PieceId,
}

/// A piece by where it lay before in its set, or by where in it it will lie.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum PieceId {
    Old(usize),
    Come(usize),
}

impl Place {
    /// The place in which a set becomes another.
    fn between(old: &[Laid], new: &[Laid]) -> Place {
        let stays = align(old, new).stays;
        if !is_group(new) {
            return Place { old: old.to_vec(), last: new.to_vec(), stays, ..Place::default() };
        }
        // What stays in a group need not change places, and what comes goes behind.
        let come = (0..new.len()).filter(|to| stays.iter().all(|stay| stay.1 != *to));
        let last = stays.iter().map(|stay| stay.1).chain(come).map(|to| new[to]).collect();
        let stays = stays.iter().enumerate().map(|(to, stay)| (stay.0, to)).collect();
        Place { old: old.to_vec(), last, stays, ..Place::default() }
    }

    fn leaving(&self) -> impl Iterator<Item = usize> + '_ {
        (0..self.old.len()).filter(|from| self.stays.iter().all(|stay| stay.0 != *from))
    }

    fn coming(&self) -> impl Iterator<Item = usize> + '_ {
        (0..self.last.len()).filter(|to| self.stays.iter().all(|stay| stay.1 != *to))
    }

    /// Whether something is to be done here besides taking away.
    fn needs_a_deed(&self) -> bool {
        let left = || self.stays.iter().map(|stay| self.old[stay.0]);
        self.coming().next().is_some() || !left().eq(self.last.iter().copied())
    }
}

impl Plan {
    /// What it takes to get from one table to the other.
    pub(super) fn new(before: &Table, after: &Table, apart: &[Apart]) -> Plan {
        let mut places: Vec<Place> = before.sets().map(|set| Place { old: set.to_vec(), ..Place::default() }).collect();
        for (becomes, (set, origin)) in after.sets().zip(pair(before, after, apart)).enumerate() {
            let place = match origin {
                Some(from) => {
                    places[from] = Place::between(before.layout().set(from), set);
                    &mut places[from]
                }
                None => places.push_mut(Place { last: set.to_vec(), ..Place::default() }),
            };
            place.becomes = Some(becomes);
        }
        let (mut spare, mut wanted) = (Vec::new(), Vec::new());
        for (index, place) in places.iter().enumerate() {
            spare.extend(place.leaving().map(|at| (place.old[at].tile(), index, at)));
            wanted.extend(place.coming().map(|at| (place.last[at].tile(), index, at)));
        }
        let is_busy =
            |&place: &usize| spare.iter().chain(&wanted).any(|end| end.1 == place) || places[place].needs_a_deed();
        let busy = (0..places.len()).filter(is_busy).collect();
        let mut plan = Plan { places, carries: Vec::new(), deeds: Vec::new(), busy };
        plan.share_out(carries(&spare, &wanted));
        plan
    }

    /// Makes one deed of all that a place gets, and of a joker that is replaced and where it goes.
    fn share_out(&mut self, carries: Vec<Carry>) {
        let heirs: Vec<Option<usize>> = (0..self.places.len()).map(|place| self.heir(place, &carries)).collect();
        for (index, place) in self.places.iter_mut().enumerate() {
            if heirs[index].is_none() && place.needs_a_deed() {
                place.settled_by = Some(self.deeds.len());
                self.deeds.push(Deed { to: Some(index), replaced: Vec::new() });
            }
        }
        for (place, heir) in heirs.iter().enumerate() {
            if let Some(deed) = heir.and_then(|heir| self.places[heir].settled_by) {
                self.places[place].settled_by = Some(deed);
                self.deeds[deed].replaced.push(place);
            }
        }
        if carries.iter().any(|carry| carry.to.is_none()) {
            self.deeds.push(Deed { to: None, replaced: Vec::new() });
        }
        for carry in carries {
            let settled_by = carry.to.and_then(|(place, _)| self.places[place].settled_by);
            self.carries.push((carry, settled_by.unwrap_or(self.deeds.len() - 1)));
        }
    }

    /// The place that gets the jokers of this one, if all that comes here comes in their stead.
    fn heir(&self, index: usize, carries: &[Carry]) -> Option<usize> {
        let place = &self.places[index];
        let mut jokers: Vec<Laid> = place.leaving().map(|at| place.old[at]).filter(|piece| piece.is_joker()).collect();
        let came: Vec<Tile> = place.coming().map(|at| place.last[at].tile()).collect();
        if jokers.is_empty() || jokers.len() != came.len() {
            return None;
        }
        for tile in came {
            let stead = |joker: &Laid| !tile.is_joker() && joker.reading().is_none_or(|reading| reading == tile);
            jokers.swap_remove(jokers.iter().position(stead)?);
        }
        let mut heirs = carries
            .iter()
            .filter(|carry| carry.tile.is_joker() && carry.from.is_some_and(|from| from.0 == index))
            .map(|carry| carry.to.map(|to| to.0));
        let first = heirs.next()??;
        heirs.all(|heir| heir == Some(first)).then_some(first)
    }

    /// How a set lies when these deeds are done.
    pub(super) fn lies(&self, index: usize, done: &dyn Fn(usize) -> bool) -> Vec<Piece> {
        let place = &self.places[index];
        let is_here = |at: usize| {
            let left = self.carries.iter().find(|(carry, _)| carry.from == Some((index, at)));
            !left.is_some_and(|(_, deed)| done(*deed))
        };
        let old = |at: usize| Piece { laid: place.old[at], id: PieceId::Old(at) };
        if !place.settled_by.is_some_and(done) {
            return (0..place.old.len()).filter(|&at| is_here(at)).map(old).collect();
        }
        let stayed = |to: usize| place.stays.iter().find(|stay| stay.1 == to).map(|stay| stay.0);
        let id = |to: usize| stayed(to).map_or(PieceId::Come(to), PieceId::Old);
        let mut pieces: Vec<Piece> =
            place.last.iter().enumerate().map(|(to, laid)| Piece { laid: *laid, id: id(to) }).collect();
        // What is yet to leave lies where it lay: before the next piece that stays.
        for at in place.leaving().filter(|&at| is_here(at)) {
            let next = place.stays.iter().map(|stay| stay.0).filter(|&from| from > at).min();
            let before = next.and_then(|next| pieces.iter().position(|piece| piece.id == PieceId::Old(next)));
            pieces.insert(before.unwrap_or(pieces.len()), old(at));
        }
        pieces
    }

    /// How good a set is when these deeds are done.
    ///
    /// A word is good when it is one of the table before or after, as there is no word list here.
    pub(super) fn standing(&self, index: usize, done: &dyn Fn(usize) -> bool) -> Standing {
        let pieces: Vec<Laid> = self.lies(index, done).iter().map(|piece| piece.laid).collect();
        let Place { old, last, settled_by, .. } = &self.places[index];
        let is_known = pieces.is_empty() || pieces == *old || pieces == *last;
        if is_known || !words::is_word(&pieces) && numbers::read(&pieces).is_ok_and(|read| !read.reordered) {
            Standing::Good
        } else if settled_by.is_some_and(done) {
            Standing::Muddled
        } else {
            Standing::Unfinished
        }
    }

    /// Whether a deed changes what lies at a place.
    pub(super) fn touches(&self, deed: usize, index: usize) -> bool {
        let gives = |(carry, by): &(Carry, usize)| *by == deed && carry.from.is_some_and(|from| from.0 == index);
        self.places[index].settled_by == Some(deed) || self.carries.iter().any(gives)
    }

    /// How many tiles of the table change their set.
    pub(super) fn moved(&self) -> usize {
        self.carries.iter().filter(|(carry, _)| carry.from.is_some()).count()
    }
}
