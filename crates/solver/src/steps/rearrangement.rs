//! What has to be done to get from one table to the other, and the sets in between.

use trinta_core::{Laid, Table, Tile, numbers, words};

use super::align::align;
use super::matching::{Constraint, is_group, match_sets};
use super::transfer::{Transfer, transfers};

/// A set of the table before and what becomes of it.
#[derive(Debug, Default)]
pub(super) struct Transition {
    /// The set on the table before; empty if it is new.
    before: Vec<Laid>,
    /// The set on the table after; empty if it is taken away.
    after: Vec<Laid>,
    /// The pieces that stay: index in `before`, index in `after`.
    stays: Vec<(usize, usize)>,
    /// The index of the set on the table after, if it is there.
    pub(super) after_index: Option<usize>,
    /// The task that brings tiles to the set or reorders it; none if tiles are only taken away.
    built_by: Option<usize>,
}

/// Everything that one set receives: becomes one step.
#[derive(Debug)]
pub(super) struct Task {
    /// The set that is built; none if tiles go back to the rack.
    pub(super) builds: Option<usize>,
    /// The sets in which a tile replaces a joker that goes to the set that is built.
    pub(super) replaced: Vec<usize>,
}

/// The difference between two tables. Sets are identified by the index of their transition.
#[derive(Debug)]
pub(super) struct Rearrangement {
    /// The sets of the table before in their order, then the new ones.
    pub(super) transitions: Vec<Transition>,
    /// The tiles that change their set, each with its task.
    pub(super) transfers: Vec<(Transfer, usize)>,
    /// The tasks, not in the order of the steps.
    pub(super) tasks: Vec<Task>,
    /// The sets that change.
    pub(super) changed: Vec<usize>,
}

/// How presentable a set is between two steps.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Validity {
    /// It is valid, or as on the table before or after.
    Valid,
    /// It is not a set yet, or not any more.
    Incomplete,
    /// It has everything it receives and some tiles that are still to leave, and is not a set: what it will be is hard
    /// to see.
    Jumbled,
}

/// A piece of an intermediate set, with an identity that tells it from others of the same face.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) struct Piece {
    pub(super) laid: Laid,
    pub(super) id: PieceId,
}

/// A piece by its index in the set before, or if it is new there, in the set after.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum PieceId {
    Old(usize),
    New(usize),
}

impl Transition {
    fn between(before: &[Laid], after: &[Laid]) -> Transition {
        let stays = align(before, after).stays;
        if !is_group(after) {
            return Transition { before: before.to_vec(), after: after.to_vec(), stays, ..Transition::default() };
        }
        // The order in a group means nothing: the pieces that stay keep theirs, and new ones are added behind them.
        let incoming = (0..after.len()).filter(|to| stays.iter().all(|stay| stay.1 != *to));
        let reordered = stays.iter().map(|stay| stay.1).chain(incoming).map(|to| after[to]).collect();
        let stays = stays.iter().enumerate().map(|(to, stay)| (stay.0, to)).collect();
        Transition { before: before.to_vec(), after: reordered, stays, ..Transition::default() }
    }

    /// The indices in `before` of the pieces that leave.
    fn outgoing(&self) -> impl Iterator<Item = usize> + '_ {
        (0..self.before.len()).filter(|from| self.stays.iter().all(|stay| stay.0 != *from))
    }

    /// The indices in `after` of the pieces that arrive.
    fn incoming(&self) -> impl Iterator<Item = usize> + '_ {
        (0..self.after.len()).filter(|to| self.stays.iter().all(|stay| stay.1 != *to))
    }

    /// Whether more has to be done than to take tiles away.
    fn needs_task(&self) -> bool {
        let staying = || self.stays.iter().map(|stay| self.before[stay.0]);
        self.incoming().next().is_some() || !staying().eq(self.after.iter().copied())
    }
}

impl Rearrangement {
    pub(super) fn new(before: &Table, after: &Table, constraints: &[Constraint]) -> Rearrangement {
        let mut transitions: Vec<Transition> =
            before.sets().map(|set| Transition { before: set.to_vec(), ..Transition::default() }).collect();
        for (after_index, (set, origin)) in after.sets().zip(match_sets(before, after, constraints)).enumerate() {
            let transition = match origin {
                Some(from) => {
                    transitions[from] = Transition::between(before.layout().set(from), set);
                    &mut transitions[from]
                }
                None => transitions.push_mut(Transition { after: set.to_vec(), ..Transition::default() }),
            };
            transition.after_index = Some(after_index);
        }
        let (mut surplus, mut demand) = (Vec::new(), Vec::new());
        for (index, transition) in transitions.iter().enumerate() {
            surplus.extend(transition.outgoing().map(|at| (transition.before[at].tile(), index, at)));
            demand.extend(transition.incoming().map(|at| (transition.after[at].tile(), index, at)));
        }
        let is_changed =
            |&index: &usize| surplus.iter().chain(&demand).any(|end| end.1 == index) || transitions[index].needs_task();
        let changed = (0..transitions.len()).filter(is_changed).collect();
        let mut rearrangement = Rearrangement { transitions, transfers: Vec::new(), tasks: Vec::new(), changed };
        rearrangement.assign_tasks(transfers(&surplus, &demand));
        rearrangement
    }

    /// Makes one task of everything that a set receives. Replacing a joker belongs to the task of the set that gets it.
    fn assign_tasks(&mut self, transfers: Vec<Transfer>) {
        let recipients: Vec<Option<usize>> =
            (0..self.transitions.len()).map(|index| self.joker_recipient(index, &transfers)).collect();
        for (index, transition) in self.transitions.iter_mut().enumerate() {
            if recipients[index].is_none() && transition.needs_task() {
                transition.built_by = Some(self.tasks.len());
                self.tasks.push(Task { builds: Some(index), replaced: Vec::new() });
            }
        }
        for (index, recipient) in recipients.iter().enumerate() {
            if let Some(task) = recipient.and_then(|recipient| self.transitions[recipient].built_by) {
                self.transitions[index].built_by = Some(task);
                self.tasks[task].replaced.push(index);
            }
        }
        if transfers.iter().any(|transfer| transfer.to.is_none()) {
            self.tasks.push(Task { builds: None, replaced: Vec::new() });
        }
        for transfer in transfers {
            let built_by = transfer.to.and_then(|(set, _)| self.transitions[set].built_by);
            self.transfers.push((transfer, built_by.unwrap_or(self.tasks.len() - 1)));
        }
    }

    /// The set that receives the jokers of this one, if every tile that arrives here replaces one of them.
    fn joker_recipient(&self, index: usize, transfers: &[Transfer]) -> Option<usize> {
        let transition = &self.transitions[index];
        let outgoing = transition.outgoing().map(|at| transition.before[at]);
        let mut jokers: Vec<Laid> = outgoing.filter(|piece| piece.is_joker()).collect();
        let incoming: Vec<Tile> = transition.incoming().map(|at| transition.after[at].tile()).collect();
        if jokers.is_empty() || jokers.len() != incoming.len() {
            return None;
        }
        for tile in incoming {
            let replaces = |joker: &Laid| !tile.is_joker() && joker.reading().is_none_or(|reading| reading == tile);
            jokers.swap_remove(jokers.iter().position(replaces)?);
        }
        let mut recipients = transfers
            .iter()
            .filter(|transfer| transfer.tile.is_joker() && transfer.from.is_some_and(|from| from.0 == index))
            .map(|transfer| transfer.to.map(|to| to.0));
        let first = recipients.next()??;
        recipients.all(|recipient| recipient == Some(first)).then_some(first)
    }

    /// A set after some of the tasks.
    pub(super) fn intermediate(&self, index: usize, is_done: &dyn Fn(usize) -> bool) -> Vec<Piece> {
        let transition = &self.transitions[index];
        let is_here = |at: usize| {
            let departure = self.transfers.iter().find(|(transfer, _)| transfer.from == Some((index, at)));
            !departure.is_some_and(|(_, task)| is_done(*task))
        };
        let old = |at: usize| Piece { laid: transition.before[at], id: PieceId::Old(at) };
        if !transition.built_by.is_some_and(is_done) {
            return (0..transition.before.len()).filter(|&at| is_here(at)).map(old).collect();
        }
        let origin = |to: usize| transition.stays.iter().find(|stay| stay.1 == to).map(|stay| stay.0);
        let id = |to: usize| origin(to).map_or(PieceId::New(to), PieceId::Old);
        let mut pieces: Vec<Piece> =
            transition.after.iter().enumerate().map(|(to, laid)| Piece { laid: *laid, id: id(to) }).collect();
        // A piece that is still to leave keeps its position relative to the next piece that stays.
        for at in transition.outgoing().filter(|&at| is_here(at)) {
            let next = transition.stays.iter().map(|stay| stay.0).filter(|&from| from > at).min();
            let before = next.and_then(|next| pieces.iter().position(|piece| piece.id == PieceId::Old(next)));
            pieces.insert(before.unwrap_or(pieces.len()), old(at));
        }
        pieces
    }

    /// The validity of a set after some of the tasks.
    ///
    /// There is no word list here: a word is valid if it is one of the table before or after.
    pub(super) fn validity(&self, index: usize, is_done: &dyn Fn(usize) -> bool) -> Validity {
        let pieces: Vec<Laid> = self.intermediate(index, is_done).iter().map(|piece| piece.laid).collect();
        let Transition { before, after, built_by, .. } = &self.transitions[index];
        let is_known = pieces.is_empty() || pieces == *before || pieces == *after;
        if is_known || !words::is_word(&pieces) && numbers::read(&pieces).is_ok_and(|read| !read.reordered) {
            Validity::Valid
        } else if built_by.is_some_and(is_done) {
            Validity::Jumbled
        } else {
            Validity::Incomplete
        }
    }

    /// Whether a task changes a set.
    pub(super) fn touches(&self, task: usize, index: usize) -> bool {
        let takes =
            |(transfer, by): &(Transfer, usize)| *by == task && transfer.from.is_some_and(|from| from.0 == index);
        self.transitions[index].built_by == Some(task) || self.transfers.iter().any(takes)
    }

    /// The number of table tiles that change their set.
    pub(super) fn moved(&self) -> usize {
        self.transfers.iter().filter(|(transfer, _)| transfer.from.is_some()).count()
    }
}
