//! The strong player of a club: the most tiles, but jokers for when they matter, and an eye on the end.

use trinta_core::{Command, Tile, Tiles, View, Viewer};
use trinta_solver::{Best, Objective, Position};

use crate::bot::{Bot, Thinking};
use crate::numbers::mind::Mind;
use crate::numbers::{position, without_a_play};

/// A joker is worth laying when it brings more tiles than this with it.
const JOKER_KEEPS: u32 = 5;

/// An opponent with no more tiles than this may be out in the next turn.
const NEARLY_OUT: usize = 3;

/// Sees every play, keeps jokers back while they don't bring much, and gets rid of value when the end is near.
#[derive(Debug)]
pub struct Careful(Mind);

impl Careful {
    /// A careful player.
    #[must_use]
    pub fn new() -> Careful {
        Careful(Mind::new(2))
    }

    /// The play to make, if any.
    fn choose(&mut self, view: &View, asked: &Position<'_>, thinking: &mut Thinking<'_>) -> Option<Best> {
        let objective = if view.state.pool_size() == 0 { Objective::Value } else { Objective::Tiles };
        let best = self.0.best(asked, objective, thinking)?;
        let jokers = best.placed.jokers() as u32;
        let over = best.placed.len() == asked.rack.len();
        if jokers == 0 || over || !asked.opened || end_is_near(view) || thinking.is_over() {
            return Some(best);
        }
        // The joker may bring more later than it brings now.
        let plain: Tiles = asked.rack.iter().filter(|&tile| tile != Tile::JOKER).collect();
        let without = self.0.best(&Position { rack: &plain, ..*asked }, objective, thinking);
        match without {
            Some(without) if best.tiles <= without.tiles + jokers * JOKER_KEEPS => Some(without),
            None if best.tiles <= jokers * JOKER_KEEPS => None,
            _ => Some(best),
        }
    }
}

impl Default for Careful {
    fn default() -> Careful {
        Careful::new()
    }
}

/// Whether the game may be over before the next turn.
fn end_is_near(view: &View) -> bool {
    let Viewer::Seat(own) = view.viewer else { return false };
    let others = view.state.seats().iter().enumerate().filter(|(index, _)| *index != own.index());
    let nearly_out = others.map(|(_, seat)| usize::from(seat.rack.count)).min().is_some_and(|rack| rack <= NEARLY_OUT);
    nearly_out || view.state.pool_size() < view.state.seats().len()
}

impl Bot for Careful {
    fn turn(&mut self, view: &View, thinking: &mut Thinking<'_>) -> Command {
        let best = position(view).and_then(|asked| self.choose(view, &asked, thinking));
        best.map_or_else(|| without_a_play(view), |best| Command::Play { layout: best.table.into_layout() })
    }
}
