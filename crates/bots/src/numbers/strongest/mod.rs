//! The strongest bot: holds its tiles back and goes out in one turn.
//!
//! Tiles on the table help everybody; tiles on the rack keep their options open. A player who has opened and then only
//! draws soon holds a rack that can be played all at once, while opponents who play what they can run out of sets to
//! extend. When the pool is empty, the bot counts the unseen tiles, samples determinizations that agree with what it has
//! seen, and evaluates its commands by playouts.

mod deal;
mod lookahead;
mod memory;
mod opening;
mod playout;

use trinta_core::edition::PoolEmpty;
use trinta_core::{Command, SeenEvent, View};
use trinta_solver::{Objective, Position, RatedPlay};

use crate::bot::{Bot, Thinking};
use crate::numbers::strongest::lookahead::look_ahead;
use crate::numbers::strongest::memory::Memory;
use crate::numbers::strongest::opening::OpeningFinder;
use crate::numbers::strongest::playout::Simulator;
use crate::numbers::turn_solver::TurnSolver;
use crate::numbers::{new_deal_or_fallback, position};

/// The overhead of a call of the solver, in nodes.
const CALL_COST: u64 = 20;

/// Where the game ends soon after the pool is empty, the end is near when each player has at most this many draws left.
const LAST_DRAWS: usize = 3;

/// Opens with as few tiles as it can, draws, goes out in one turn, and looks ahead when the pool is empty.
#[derive(Debug)]
pub struct Strongest {
    solver: TurnSolver,
    opening: OpeningFinder,
    memory: Memory,
    simulator: Simulator,
}

impl Strongest {
    /// The strongest bot.
    #[must_use]
    pub fn new() -> Strongest {
        Strongest {
            solver: TurnSolver::new(2),
            opening: OpeningFinder::default(),
            memory: Memory::default(),
            simulator: Simulator::default(),
        }
    }

    /// The command of this turn; none: draw or pass.
    fn choose(&mut self, view: &View, position: &Position<'_>, thinking: &mut Thinking<'_>) -> Option<Command> {
        let best = self.solver.best(position, Objective::Tiles, thinking)?;
        let play = |best: RatedPlay| Some(Command::Play { layout: best.table.into_layout() });
        if best.placed.len() == position.rack.len() {
            return play(best);
        }
        if !position.opened {
            return play(self.opening.smallest(position, best, thinking));
        }
        if !end_is_near(view) {
            return None;
        }
        let ahead = look_ahead(view, position, &best, &self.memory, &mut self.simulator, thinking);
        ahead.or_else(|| if view.state.pool_size() == 0 { play(best) } else { None })
    }
}

/// Whether to stop searching: the rest of the budget is a reserve for the answer itself and for a busy machine.
fn should_stop(thinking: &Thinking<'_>) -> bool {
    let budget = thinking.budget();
    thinking.spent() > budget.effort / 5 * 4 || thinking.time_left() < budget.time / 4
}

/// Whether it is time to look ahead. Drawing is best as long as the pool lasts, unless the game ends soon after the pool
/// does: then the rack has to be played before.
fn end_is_near(view: &View) -> bool {
    let players = view.state.seats().len();
    let draws = match view.state.settings().pool_empty {
        PoolEmpty::Pass | PoolEmpty::MustPlay => 0,
        PoolEmpty::End | PoolEmpty::LastTurn => LAST_DRAWS,
    };
    view.state.pool_size() <= draws * players
}

impl Default for Strongest {
    fn default() -> Strongest {
        Strongest::new()
    }
}

impl Bot for Strongest {
    fn begin(&mut self, view: &View) {
        self.memory.begin(view);
    }

    fn observe(&mut self, event: &SeenEvent, after: &View) {
        self.memory.observe(event, after);
    }

    fn turn(&mut self, view: &View, thinking: &mut Thinking<'_>) -> Command {
        let chosen = position(view).and_then(|position| self.choose(view, &position, thinking));
        chosen.unwrap_or_else(|| new_deal_or_fallback(view))
    }
}
