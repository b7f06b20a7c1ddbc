//! The steps themselves, with the sets as they lie when their turn comes.

use trinta_core::Laid;

use super::plan::{Piece, PieceId, Plan};
use super::step::{Action, Change, Load, Move, Spot, Step};

/// A set that a step touches.
struct Touched {
    place: usize,
    set: usize,
    before: Vec<Piece>,
    after: Vec<Piece>,
}

/// Writes the deeds down in this order.
pub(super) fn emit(plan: &Plan, order: &[usize]) -> Vec<Step> {
    let is_laid = |place: &usize| !plan.lies(*place, &|_| false).is_empty();
    // The places that have a set, in the order in which the sets lie.
    let mut lying: Vec<usize> = (0..plan.places.len()).filter(is_laid).collect();
    let mut steps = Vec::with_capacity(order.len());
    for (turn, &deed) in order.iter().enumerate() {
        let touched: Vec<Touched> = touched(plan, deed)
            .into_iter()
            .map(|place| Touched {
                place,
                set: lying.iter().position(|&other| other == place).unwrap_or(lying.len()),
                before: plan.lies(place, &|other| order[..turn].contains(&other)),
                after: plan.lies(place, &|other| order[..=turn].contains(&other)),
            })
            .collect();
        steps.push(step(plan, deed, &touched));
        for set in &touched {
            if set.before.is_empty() {
                lying.push(set.place);
            }
        }
        lying.retain(|&place| !touched.iter().any(|set| set.place == place && set.after.is_empty()));
    }
    steps
}

/// The places that a deed touches: the one it is for, those with a joker to replace, those that give.
fn touched(plan: &Plan, deed: usize) -> Vec<usize> {
    let mut places: Vec<usize> = plan.deeds[deed].to.into_iter().collect();
    places.extend(&plan.deeds[deed].replaced);
    let giving = plan.carries.iter().filter(|(_, by)| *by == deed).filter_map(|(carry, _)| carry.from);
    let mut giving: Vec<usize> = giving.map(|from| from.0).filter(|place| !places.contains(place)).collect();
    giving.sort_unstable();
    giving.dedup();
    places.extend(giving);
    places
}

fn step(plan: &Plan, deed: usize, touched: &[Touched]) -> Step {
    let spot = |end: Option<(usize, usize)>, id: fn(usize) -> PieceId, side: fn(&Touched) -> &[Piece]| {
        let found = end.and_then(|(place, at)| {
            let set = touched.iter().find(|set| set.place == place)?;
            let at = side(set).iter().position(|piece| piece.id == id(at))?;
            Some(Spot::Set { set: set.set, at })
        });
        found.unwrap_or(Spot::Rack)
    };
    let carried = plan.carries.iter().filter(|(_, by)| *by == deed).map(|(carry, _)| carry);
    let mut moves: Vec<Move> = carried
        .map(|carry| Move {
            tile: carry.tile,
            from: spot(carry.from, PieceId::Old, |set| &set.before),
            to: spot(carry.to, PieceId::Come, |set| &set.after),
        })
        .collect();
    let rank = |spot: Spot| touched.iter().position(|set| Some(set.set) == spot.set());
    moves.sort_by_key(|step| (rank(step.to), step.to.at(), step.from.set(), step.from.at()));
    let laid = |pieces: &[Piece]| -> Vec<Laid> { pieces.iter().map(|piece| piece.laid).collect() };
    let sets =
        touched.iter().map(|set| Change { set: set.set, before: laid(&set.before), after: laid(&set.after) }).collect();
    let mut step = Step { action: Action::Return, moves, sets };
    if plan.deeds[deed].to.is_some() {
        step.action = if plan.deeds[deed].replaced.is_empty() { name(&step) } else { Action::Replace };
    }
    step
}

/// What a person would call a step that builds a set.
fn name(step: &Step) -> Action {
    let built = &step.sets[0];
    let loads = step.loads();
    let taken: Vec<&Load<'_>> = loads.iter().filter(|load| load.from.is_some()).collect();
    match (taken.as_slice(), built.is_new()) {
        _ if loads.is_empty() && step.rearranges(built) => Action::Rearrange,
        _ if loads.is_empty() => Action::Reread,
        ([only], true) if is_part(step, only) && (only.tiles.len() > 1 || loads.len() == 1) => Action::Split,
        (_, true) => Action::New,
        ([], false) => Action::Add,
        ([only], false) if only.tiles.len() > 1 && only.from.is_some_and(Change::is_gone) => Action::Join,
        (_, false) => Action::Take,
    }
}

/// Whether the tiles taken are one end of their set, and stay in order.
fn is_part(step: &Step, load: &Load<'_>) -> bool {
    let Some(from) = load.from.filter(|from| !from.is_gone()) else { return false };
    // The moves are in the order in which the tiles come to lie.
    let places: Vec<usize> = step
        .moves
        .iter()
        .filter(|other| other.from.set() == Some(from.set))
        .filter_map(|other| other.from.at())
        .collect();
    let Some(&first) = places.first() else { return false };
    let in_a_row = places.iter().copied().eq(first..first + places.len());
    in_a_row && (first == 0 || first + places.len() == from.before.len())
}
