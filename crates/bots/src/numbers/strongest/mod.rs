//! The player nobody beats: keeps everything back and is out in one turn.
//!
//! Whoever lays tiles gives them to everybody; whoever keeps them keeps what they can become. A player who has opened
//! and only draws soon holds so much that all of it fits at once, while opponents who lay what they can wait for tiles
//! that nobody lays. When nothing is left to draw, the player counts what is out, deals the hidden tiles in ways that fit
//! what was seen, and looks ahead.

mod deal;
mod lookahead;
mod memory;
mod opening;
mod playout;

use trinta_core::edition::PoolEmpty;
use trinta_core::{Command, SeenEvent, View};
use trinta_solver::{Best, Objective, Position};

use crate::bot::{Bot, Thinking};
use crate::numbers::mind::Mind;
use crate::numbers::strongest::lookahead::look_ahead;
use crate::numbers::strongest::memory::Memory;
use crate::numbers::strongest::opening::Opening;
use crate::numbers::strongest::playout::Player;
use crate::numbers::{position, without_a_play};

/// What a call of the solver costs beside the situations that it looks at, in situations.
const CALL: u64 = 20;

/// Where the game ends soon after the pool, the end is near when each player draws so many more tiles at the most.
const LAST_DRAWS: usize = 3;

/// Opens with as little as it can, draws, lays everything at once, and looks ahead when nothing is left to draw.
#[derive(Debug)]
pub struct Strongest {
    mind: Mind,
    opening: Opening,
    memory: Memory,
    player: Player,
}

impl Strongest {
    /// The strongest player.
    #[must_use]
    pub fn new() -> Strongest {
        Strongest {
            mind: Mind::new(2),
            opening: Opening::default(),
            memory: Memory::default(),
            player: Player::default(),
        }
    }

    /// What to do.
    fn choose(&mut self, view: &View, asked: &Position<'_>, thinking: &mut Thinking<'_>) -> Option<Command> {
        let best = self.mind.best(asked, Objective::Tiles, thinking)?;
        let play = |best: Best| Some(Command::Play { layout: best.table.into_layout() });
        if best.placed.len() == asked.rack.len() {
            return play(best);
        }
        if !asked.opened {
            return play(self.opening.smallest(asked, best, thinking));
        }
        if !end_is_near(view) {
            return None;
        }
        let ahead = look_ahead(view, asked, &best, &self.memory, &mut self.player, thinking);
        ahead.or_else(|| if view.state.pool_size() == 0 { play(best) } else { None })
    }
}

/// Whether a turn has been thought about enough: what is left is for the answer, and for a machine that has other work.
fn is_enough(thinking: &Thinking<'_>) -> bool {
    let budget = thinking.budget();
    thinking.spent() > budget.effort / 5 * 4 || thinking.time_left() < budget.time / 4
}

/// Whether it is time to look ahead. As long as there is something to draw, drawing is best, but where the game ends soon
/// after the pool does, what is left on the rack must go before.
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
        let chosen = position(view).and_then(|asked| self.choose(view, &asked, thinking));
        chosen.unwrap_or_else(|| without_a_play(view))
    }
}
