//! Random players who look only at their own rack and the table, and mostly follow the rules.
//!
//! They do not search, so that a proposal takes microseconds and tens of thousands of games fit into a test.

mod numbers;
mod words;

pub use words::WordIndex;

use trinta_core::{Command, HandKnowledge, PoolKnowledge, Seat, StateOf, Tiles};

use trinta_dice::Dice;

/// A random command for the turn of a seat with this rack. Uses nothing that the seat may not know.
pub fn propose<H: HandKnowledge, P: PoolKnowledge>(
    state: &StateOf<H, P>,
    seat: Seat,
    rack: &Tiles,
    index: &WordIndex,
    dice: &mut Dice,
) -> Command {
    let proposal = if state.draws_only(seat) || dice.chance(4) {
        None
    } else if state.settings().words().is_some() {
        words::propose(state, seat, rack, index, dice)
    } else {
        numbers::propose(state, seat, rack, dice)
    };
    proposal.map_or_else(|| draw_or_pass(state), |layout| Command::Play { layout })
}

/// Draws, or passes if the pool is empty (N12, N15).
pub fn draw_or_pass<H: HandKnowledge, P: PoolKnowledge>(state: &StateOf<H, P>) -> Command {
    if state.pool_size() > 0 { Command::Draw } else { Command::Pass }
}
