//! Which commands may need a search (N15, N23).

use crate::edition::{PoolEmpty, SpellingRule};
use crate::game::command::Command;
use crate::game::knowledge::PoolKnowledge as _;
use crate::game::state::Game;
use crate::game::turn::FULL_RACK_TILES;
use crate::layout::Layout;
use crate::scoring::{Ending, asks_could_open};

impl Game {
    /// Whether deciding a command may ask the [`Search`](crate::Search), which can take long. It may say yes where no
    /// search follows, never no where one does.
    ///
    /// The rules search for two reasons:
    /// - N15: with the pool empty at the end of a turn, whether anybody can still play; in `pt` also whether a player may
    ///   pass. So a command searches only if the pool is empty already, or it may draw what is left, and never where an
    ///   empty pool ends the game at once.
    /// - N23: when a game ends, whether racks of players who have not opened could have. So a command searches if the
    ///   edition asks that, and it may empty a rack, or end the game by emptying the pool.
    ///
    /// The lots and the deal end no turn.
    #[must_use]
    pub fn may_search(&self, command: &Command) -> bool {
        let Some(most_drawn) = self.max_drawn(command) else { return false };
        let settings = self.settings();
        let goes_out = asks_could_open(settings, Ending::Out) && self.may_go_out(command);
        let pool_searched = settings.pool_empty != PoolEmpty::End || asks_could_open(settings, Ending::Pool);
        goes_out || pool_searched && self.pool.size() <= most_drawn
    }

    /// The largest number of tiles that a command can take from the pool, or `None` if it ends no turn.
    fn max_drawn(&self, command: &Command) -> Option<usize> {
        let settings = self.settings();
        let fill = if settings.is_play_a() { FULL_RACK_TILES } else { 0 };
        // Whoever acts next closes the challenge of the play before, and its player fills up.
        let closing = if self.contest.is_some() { fill } else { 0 };
        let charged = settings.words().is_some_and(|rules| rules.spelling == SpellingRule::Charged);
        Some(match command {
            Command::Deal | Command::NewDeal => return None,
            Command::Play { layout } => closing + if charged { fill.max(layout.len()) } else { fill },
            Command::Draw => closing + 1,
            Command::Pass => closing,
            // Tiles that could not be put back go to the pool before as many are drawn for them.
            Command::TimeUp { draft: _, restored: _ } => {
                let penalty = settings.time_up.idle.max(settings.time_up.invalid);
                closing + fill.max(usize::from(penalty))
            }
            // One tile for each misspelt word that was laid, or one for a challenge that fails, and then the play stands.
            Command::Challenge => self.table.layout().len().max(1 + fill),
            Command::Accept | Command::CloseChallenge => fill,
        })
    }

    /// Whether as many tiles are laid as the player on turn has.
    fn may_go_out(&self, command: &Command) -> bool {
        let laid: &Layout = match command {
            Command::Play { layout } | Command::TimeUp { draft: Some(layout), .. } => layout,
            _ => return false,
        };
        let rack = self.turn().and_then(|seat| self.seat(seat)).map_or(0, |player| player.rack.len());
        laid.tile_count() >= self.table.layout().tile_count() + rack
    }
}
