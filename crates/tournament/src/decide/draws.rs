//! Number tiles that players draw, or the program for them (B06, B07, C01, C02).

use std::collections::BTreeMap;

use trinta_core::Tile;

use crate::command::{DrawCommand, DrawPurpose, Request};
use crate::draw::{Draw, Order};
use crate::event::{Drawn, Event};
use crate::people::{Number, Role};
use crate::random::Chance;
use crate::refusal::Refusal;
use crate::result::{box_of, check_players, read_tile};
use crate::state::{Table, Tournament};

impl Tournament {
    pub(super) fn draw(&self, command: &DrawCommand, request: &Request) -> Result<Vec<Event>, Refusal> {
        let tiles = command.tiles.as_ref();
        match (command.purpose, command.round, command.table, command.play_off) {
            (Some(DrawPurpose::Start), Some(round), Some(table), None) => {
                self.draw_for_start(round, table, command.game, tiles)
            }
            (None, Some(round), Some(table), None) if command.game.is_none() => {
                self.draw_for_moving(round, table, tiles, request)
            }
            (None, None, None, Some(rank)) if command.game.is_none() => {
                let play_off = self.open_play_off(rank)?;
                let draw = play_off.open_draw().ok_or(Refusal::NoDraw)?;
                let rank = play_off.rank();
                Ok(self.drawn(draw, tiles)?.into_iter().map(|tiles| Event::PlayOffDrawn { rank, tiles }).collect())
            }
            _ => Err(Refusal::Malformed("a draw has `round` and `table`, or `play_off`".to_owned())),
        }
    }

    fn draw_for_start(
        &self,
        round: i64,
        table: i64,
        game: Option<i64>,
        tiles: Option<&BTreeMap<String, String>>,
    ) -> Result<Vec<Event>, Refusal> {
        let (id, there, game) = self.playing_game(round, table, game)?;
        if game.outcome.is_some() {
            return Err(Refusal::ResultExists { table: id.table, game: id.game });
        }
        let fresh = Draw::new(&there.players, 1, Order::Alike).with_joker(self.settings.drawn_joker);
        let draw = game.start.as_ref().unwrap_or(&fresh);
        Ok(self.drawn(draw, tiles)?.into_iter().map(|tiles| Event::StartDrawn { game: id, tiles }).collect())
    }

    fn draw_for_moving(
        &self,
        round: i64,
        table: i64,
        tiles: Option<&BTreeMap<String, String>>,
        request: &Request,
    ) -> Result<Vec<Event>, Refusal> {
        let (round, table, there) = self.playing_table(round, table)?;
        let draw = there.draw.as_ref().ok_or(Refusal::NoDraw)?;
        let (mut events, mut stale) = (Vec::new(), Vec::new());
        let afresh = draw.afresh();
        let decided = draw.chosen().is_some();
        if decided {
            // A14: only a ruling replaces a draw, and only as long as nobody has moved.
            if self.has_started(round + 1) {
                return Err(Refusal::NoDraw);
            }
            if request.by != Role::HeadJudge {
                return Err(Refusal::NoDraw);
            }
            if request.why.is_none() {
                return Err(Refusal::Reason);
            }
            events.push(Event::MoveDrawReopened { round, table });
        }
        let draw = if decided { &afresh } else { draw };
        let drawn = self.drawn(draw, tiles)?;
        if decided && self.changes_movers(round, there, &drawn) {
            stale.push(Event::SeatingStale { round: round + 1 });
        }
        events.extend(drawn.into_iter().map(|tiles| Event::MoveDrawn { round, table, tiles }));
        events.append(&mut stale);
        Ok(events)
    }

    /// Whether the next round is seated, and these tiles change who moves to it.
    fn changes_movers(&self, round: u32, table: &Table, drawn: &[Drawn]) -> bool {
        if self.round(round + 1).is_none_or(|next| next.stale) {
            return false;
        }
        let mut after = table.clone();
        after.draw = table.draw.as_ref().map(Draw::afresh);
        for tiles in drawn {
            after.draw.iter_mut().for_each(|draw| draw.take(tiles));
        }
        self.moves_at(round, &after) != self.moves_at(round, table)
    }

    /// The tiles that were drawn, checked; or as many times as it takes, those that the program draws.
    fn drawn(&self, draw: &Draw, tiles: Option<&BTreeMap<String, String>>) -> Result<Vec<Drawn>, Refusal> {
        let pending = draw.pending().ok_or(Refusal::NoDraw)?;
        match tiles {
            Some(tiles) => Ok(vec![self.read_drawn(draw, &pending.numbers, tiles)?]),
            None => Ok(self.draw_from_box(draw.clone())),
        }
    }

    fn read_drawn(&self, draw: &Draw, numbers: &[Number], tiles: &BTreeMap<String, String>) -> Result<Drawn, Refusal> {
        let number = |text: &str| {
            text.parse::<i64>().map_err(|_| Refusal::Malformed(format!("tiles: `{text}` is not a player's number")))
        };
        let keys = tiles.keys().map(|text| number(text)).collect::<Result<Vec<i64>, _>>()?;
        check_players(numbers, keys.iter().copied())?;
        let mut drawn = Drawn::new();
        for (key, text) in keys.iter().zip(tiles.values()) {
            drawn.insert(Number(u32::try_from(*key).unwrap_or_default()), read_tile(text)?);
        }
        let held = draw.held();
        match box_of(&self.rules).excess(held.chain(drawn.values().copied())) {
            Some(tile) => Err(Refusal::TooManyTiles(tile.to_string())),
            None => Ok(drawn),
        }
    }

    /// Draws from a full box until it is decided. What players hold who wait for others is not in it.
    fn draw_from_box(&self, mut draw: Draw) -> Vec<Drawn> {
        let mut chance = Chance::new(&self.seed, &format!("draw {}", self.event_count));
        let mut drawn = Vec::new();
        while let Some(pending) = draw.pending() {
            let mut tiles: Vec<Tile> = box_of(&self.rules).tiles();
            for held in draw.held() {
                if let Some(at) = tiles.iter().position(|tile| *tile == held) {
                    tiles.swap_remove(at);
                }
            }
            tiles.sort_unstable();
            chance.shuffle(&mut tiles);
            let this: Drawn = pending.numbers.into_iter().zip(tiles).collect();
            draw.take(&this);
            drawn.push(this);
        }
        drawn
    }
}
