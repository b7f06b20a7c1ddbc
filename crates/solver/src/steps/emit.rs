//! The steps themselves, with each set as it lies when its turn comes.

use trinta_core::Laid;

use super::rearrangement::{Piece, PieceId, Rearrangement};
use super::step::{Action, Batch, Change, Move, Spot, Step};
use super::transfer::Endpoint;

/// A set that a step touches.
struct TouchedSet {
    /// The index of its transition.
    transition: usize,
    /// Its index on the table before the step.
    set: usize,
    before: Vec<Piece>,
    after: Vec<Piece>,
}

/// The tasks as steps in this order.
pub(super) fn to_steps(rearrangement: &Rearrangement, order: &[usize]) -> Vec<Step> {
    let is_laid = |index: &usize| !rearrangement.intermediate(*index, &|_| false).is_empty();
    // The transitions whose sets are on the table, in the order of the sets.
    let mut on_table: Vec<usize> = (0..rearrangement.transitions.len()).filter(is_laid).collect();
    let mut steps = Vec::with_capacity(order.len());
    for (done, &task) in order.iter().enumerate() {
        let touched_sets: Vec<TouchedSet> = touched_sets(rearrangement, task)
            .into_iter()
            .map(|transition| TouchedSet {
                transition,
                set: on_table.iter().position(|&other| other == transition).unwrap_or(on_table.len()),
                before: rearrangement.intermediate(transition, &|other| order[..done].contains(&other)),
                after: rearrangement.intermediate(transition, &|other| order[..=done].contains(&other)),
            })
            .collect();
        steps.push(step(rearrangement, task, &touched_sets));
        for set in &touched_sets {
            if set.before.is_empty() {
                on_table.push(set.transition);
            }
        }
        on_table.retain(|&index| !touched_sets.iter().any(|set| set.transition == index && set.after.is_empty()));
    }
    steps
}

/// The sets that a task touches: the one it builds, those in which a joker is replaced, those that tiles are taken from.
fn touched_sets(rearrangement: &Rearrangement, task: usize) -> Vec<usize> {
    let mut touched_sets: Vec<usize> = rearrangement.tasks[task].builds.into_iter().collect();
    touched_sets.extend(&rearrangement.tasks[task].replaced);
    let sources =
        rearrangement.transfers.iter().filter(|(_, by)| *by == task).filter_map(|(transfer, _)| transfer.from);
    let mut sources: Vec<usize> = sources.map(|from| from.0).filter(|set| !touched_sets.contains(set)).collect();
    sources.sort_unstable();
    sources.dedup();
    touched_sets.extend(sources);
    touched_sets
}

fn step(rearrangement: &Rearrangement, task: usize, touched_sets: &[TouchedSet]) -> Step {
    let spot = |end: Endpoint, id: fn(usize) -> PieceId, side: fn(&TouchedSet) -> &[Piece]| {
        let found = end.and_then(|(transition, at)| {
            let set = touched_sets.iter().find(|set| set.transition == transition)?;
            let at = side(set).iter().position(|piece| piece.id == id(at))?;
            Some(Spot::Set { set: set.set, at })
        });
        found.unwrap_or(Spot::Rack)
    };
    let transfers = rearrangement.transfers.iter().filter(|(_, by)| *by == task).map(|(transfer, _)| transfer);
    let mut moves: Vec<Move> = transfers
        .map(|transfer| Move {
            tile: transfer.tile,
            from: spot(transfer.from, PieceId::Old, |set| &set.before),
            to: spot(transfer.to, PieceId::New, |set| &set.after),
        })
        .collect();
    let rank = |spot: Spot| touched_sets.iter().position(|set| Some(set.set) == spot.set());
    moves.sort_by_key(|step| (rank(step.to), step.to.at(), step.from.set(), step.from.at()));
    let laid = |pieces: &[Piece]| -> Vec<Laid> { pieces.iter().map(|piece| piece.laid).collect() };
    let sets = touched_sets
        .iter()
        .map(|set| Change { set: set.set, before: laid(&set.before), after: laid(&set.after) })
        .collect();
    let mut step = Step { action: Action::Return, moves, sets };
    if rearrangement.tasks[task].builds.is_some() {
        step.action = if rearrangement.tasks[task].replaced.is_empty() { action(&step) } else { Action::Replace };
    }
    step
}

/// The action of a step that builds a set and replaces no joker.
fn action(step: &Step) -> Action {
    let built = &step.sets[0];
    let batches = step.batches();
    let taken: Vec<&Batch<'_>> = batches.iter().filter(|batch| batch.from.is_some()).collect();
    match (taken.as_slice(), built.is_new()) {
        _ if batches.is_empty() && step.rearranges(built) => Action::Rearrange,
        _ if batches.is_empty() => Action::Reread,
        ([only], true) if is_end(step, only) && (only.tiles.len() > 1 || batches.len() == 1) => Action::Split,
        (_, true) => Action::New,
        ([], false) => Action::Add,
        ([only], false) if only.tiles.len() > 1 && only.from.is_some_and(Change::is_gone) => Action::Join,
        (_, false) => Action::Take,
    }
}

/// Whether the tiles of a batch are one end of their set and stay in order.
fn is_end(step: &Step, batch: &Batch<'_>) -> bool {
    let Some(from) = batch.from.filter(|from| !from.is_gone()) else { return false };
    // The moves are in the order of the tiles in the set that is built.
    let indices: Vec<usize> = step
        .moves
        .iter()
        .filter(|other| other.from.set() == Some(from.set))
        .filter_map(|other| other.from.at())
        .collect();
    let Some(&first) = indices.first() else { return false };
    let is_contiguous = indices.iter().copied().eq(first..first + indices.len());
    is_contiguous && (first == 0 || first + indices.len() == from.before.len())
}
