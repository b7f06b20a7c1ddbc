//! The perfect greedy player: always the most tiles, proved.

use trinta_core::{Command, View};
use trinta_solver::Objective;

use crate::bot::{Bot, Thinking};
use crate::instead::instead;
use crate::numbers::mind::Mind;
use crate::numbers::position;

/// Lays the most tiles it can in every turn, as early as it can, by the exact solver; the measure for all others.
#[derive(Debug)]
pub struct Greedy(Mind);

impl Greedy {
    /// A greedy player.
    #[must_use]
    pub fn new() -> Greedy {
        Greedy(Mind::new(1))
    }
}

impl Default for Greedy {
    fn default() -> Greedy {
        Greedy::new()
    }
}

impl Bot for Greedy {
    fn turn(&mut self, view: &View, thinking: &mut Thinking<'_>) -> Command {
        let best = position(view).and_then(|asked| self.0.best(&asked, Objective::Tiles, thinking));
        best.map_or_else(|| instead(view), |best| Command::Play { layout: best.table.into_layout() })
    }
}
