//! A strong club player: plays the most tiles, but saves jokers for later and watches for the end of the game.

use trinta_core::{Command, Tile, Tiles, View, Viewer};
use trinta_solver::{Objective, Position, RatedPlay};

use crate::bot::{Bot, Thinking};
use crate::numbers::turn_solver::TurnSolver;
use crate::numbers::{new_deal_or_fallback, position};

/// Jokers are played only if that places more than this number of additional tiles per joker.
const TILES_WORTH_A_JOKER: u32 = 5;

/// An opponent with at most this many tiles may go out in the next turn.
const NEARLY_OUT_TILES: usize = 3;

/// Sees every play, saves jokers that would gain little, and plays for value once the pool is empty.
#[derive(Debug)]
pub struct Careful(TurnSolver);

impl Careful {
    /// A careful bot.
    #[must_use]
    pub fn new() -> Careful {
        Careful(TurnSolver::new(2))
    }

    fn choose_play(&mut self, view: &View, position: &Position<'_>, thinking: &mut Thinking<'_>) -> Option<RatedPlay> {
        let objective = if view.state.pool_size() == 0 { Objective::Value } else { Objective::Tiles };
        let best = self.0.best(position, objective, thinking)?;
        let jokers = best.placed.jokers() as u32;
        let goes_out = best.placed.len() == position.rack.len();
        if jokers == 0 || goes_out || !position.opened || end_is_near(view) || thinking.is_over() {
            return Some(best);
        }
        // A joker may place more tiles later than it does now.
        let plain: Tiles = position.rack.iter().filter(|&tile| tile != Tile::JOKER).collect();
        let without_jokers = self.0.best(&Position { rack: &plain, ..*position }, objective, thinking);
        match without_jokers {
            Some(without) if best.tiles <= without.tiles + jokers * TILES_WORTH_A_JOKER => Some(without),
            None if best.tiles <= jokers * TILES_WORTH_A_JOKER => None,
            _ => Some(best),
        }
    }
}

impl Default for Careful {
    fn default() -> Careful {
        Careful::new()
    }
}

/// Whether the game may end before the bot's next turn.
fn end_is_near(view: &View) -> bool {
    let Viewer::Seat(own) = view.viewer else { return false };
    let others = view.state.seats().iter().enumerate().filter(|(index, _)| *index != own.index());
    let nearly_out =
        others.map(|(_, seat)| usize::from(seat.rack.count)).min().is_some_and(|rack| rack <= NEARLY_OUT_TILES);
    nearly_out || view.state.pool_size() < view.state.seats().len()
}

impl Bot for Careful {
    fn turn(&mut self, view: &View, thinking: &mut Thinking<'_>) -> Command {
        let best = position(view).and_then(|position| self.choose_play(view, &position, thinking));
        best.map_or_else(|| new_deal_or_fallback(view), |best| Command::Play { layout: best.table.into_layout() })
    }
}
