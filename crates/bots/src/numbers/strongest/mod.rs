//! The player nobody beats: keeps everything back and is out in one turn.
//!
//! Whoever lays tiles gives them to everybody; whoever keeps them keeps what they can become. A player who has opened
//! and only draws soon holds so much that all of it fits at once, while opponents who lay what they can wait for the
//! tiles that he keeps.

mod opening;

use trinta_core::{Command, View};
use trinta_solver::numbers::{Best, Objective, Position};

use crate::bot::{Bot, Thinking};
use crate::instead::instead;
use crate::numbers::mind::Mind;
use crate::numbers::position;
use crate::numbers::strongest::opening::Opening;

/// Opens with as little as it can, draws, and lays everything at once.
#[derive(Debug)]
pub struct Strongest {
    mind: Mind,
    opening: Opening,
}

impl Strongest {
    /// The strongest player.
    #[must_use]
    pub fn new() -> Strongest {
        Strongest { mind: Mind::new(2), opening: Opening::default() }
    }

    /// The play to make, if any.
    fn choose(&mut self, view: &View, asked: &Position<'_>, thinking: &mut Thinking<'_>) -> Option<Best> {
        let pool_empty = view.state.pool_size() == 0;
        let objective = if pool_empty { Objective::Value } else { Objective::Tiles };
        let best = self.mind.best(asked, objective, thinking)?;
        if best.placed.len() == asked.rack.len() || pool_empty {
            return Some(best);
        }
        if asked.opened { None } else { Some(self.opening.smallest(asked, best, thinking)) }
    }
}

impl Default for Strongest {
    fn default() -> Strongest {
        Strongest::new()
    }
}

impl Bot for Strongest {
    fn turn(&mut self, view: &View, thinking: &mut Thinking<'_>) -> Command {
        let best = position(view).and_then(|asked| self.choose(view, &asked, thinking));
        best.map_or_else(|| instead(view), |best| Command::Play { layout: best.table.into_layout() })
    }
}
