//! What the bot remembers of its opponents' plays, draws and passes.

use trinta_core::{EventOf, Seat, SeenEvent, Table, View};

/// The style of an opponent, judged by the turns so far.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Style {
    /// Plays whatever is possible.
    PlaysAll,
    /// Has opened and holds the other tiles back.
    HoldsBack,
}

/// What is remembered of one opponent.
#[derive(Debug, Clone, Default)]
pub(super) struct Remembered {
    /// The table after the player's last turn.
    pub(super) table: Table,
    /// The number of tiles drawn at the end of that turn, about which the turn reveals nothing.
    pub(super) drawn: usize,
    /// Turns after the opening with a play.
    plays: u32,
    /// Turns after the opening without a play.
    holds: u32,
}

/// A player who has not played in this many turns after the opening holds tiles back.
const HOLDS_AFTER: u32 = 6;

impl Remembered {
    pub(super) const fn style(&self) -> Style {
        if self.plays == 0 && self.holds >= HOLDS_AFTER { Style::HoldsBack } else { Style::PlaysAll }
    }
}

/// What is remembered of each seat; empty until a game begins.
#[derive(Debug, Clone, Default)]
pub(super) struct Memory {
    seats: Vec<Remembered>,
}

impl Memory {
    /// Forgets everything at the beginning of a game.
    pub(super) fn begin(&mut self, view: &View) {
        *self = Memory { seats: vec![Remembered::default(); view.state.seats().len()] };
    }

    /// Records an event; `after` is the view after it.
    pub(super) fn observe(&mut self, event: &SeenEvent, after: &View) {
        match event {
            EventOf::Dealt { .. } => self.begin(after),
            EventOf::Played { seat, opening, .. } => {
                if let Some(player) = self.end_turn(*seat, after, 0) {
                    player.plays += u32::from(opening.is_none());
                }
            }
            EventOf::Drew { seat, tiles, why } if why.ends_turn() => {
                self.record_hold(*seat, after, usize::from(tiles.count));
            }
            EventOf::Passed { seat, .. } => self.record_hold(*seat, after, 0),
            _ => {}
        }
    }

    /// What is remembered of a player; none if the bot has not seen the game begin.
    pub(super) fn of(&self, seat: Seat) -> Option<&Remembered> {
        self.seats.get(seat.index())
    }

    /// Records a turn without a play.
    fn record_hold(&mut self, seat: Seat, after: &View, drawn: usize) {
        let opened = after.state.has_opened(seat);
        if let Some(player) = self.end_turn(seat, after, drawn) {
            player.holds += u32::from(opened);
        }
    }

    fn end_turn(&mut self, seat: Seat, after: &View, drawn: usize) -> Option<&mut Remembered> {
        let player = self.seats.get_mut(seat.index())?;
        player.table.clone_from(after.state.table());
        player.drawn = drawn;
        Some(player)
    }
}

#[cfg(test)]
mod tests {
    use trinta_core::{DrawReason, Event, Game, PassReason, Settings, Setup, Tiles, Viewer, see};

    use super::*;

    #[test]
    fn a_player_who_has_opened_and_only_draws_holds_tiles_back() {
        let mut game = Game::new(Setup::new(Settings::edition("hk").unwrap(), 2).unwrap());
        let mut memory = Memory::default();
        let mut happens = |event: Event, memory: &mut Memory| {
            game.apply(&event);
            memory.observe(&see(&event, Viewer::Seat(Seat(0))), &game.view(Viewer::Seat(Seat(0))));
        };
        let table = Table::read("r10 r11 r12".parse().unwrap()).unwrap();
        let played = |opening| Event::Played {
            seat: Seat(1),
            table: table.clone(),
            placed: Tiles::new(),
            opening,
            score: None,
            time_up: false,
        };
        let drew = || Event::Drew { seat: Seat(1), tiles: "k1".parse().unwrap(), why: DrawReason::Choice };
        let pool = "k1 k1 k1 k1 k1 k1 k1 k1".parse::<Tiles>().unwrap().as_slice().to_vec();
        happens(Event::Dealt { starter: Seat(1), racks: vec![Tiles::new(); 2], pool: pool.into() }, &mut memory);
        happens(drew(), &mut memory);
        happens(played(Some(33)), &mut memory);
        for _ in 0..HOLDS_AFTER {
            assert_eq!(memory.of(Seat(1)).unwrap().style(), Style::PlaysAll);
            happens(drew(), &mut memory);
        }
        assert_eq!(memory.of(Seat(1)).unwrap().style(), Style::HoldsBack);
        assert_eq!(memory.of(Seat(1)).unwrap().drawn, 1);
        happens(drew(), &mut memory);
        happens(Event::Passed { seat: Seat(1), why: PassReason::Choice }, &mut memory);
        happens(played(None), &mut memory);
        assert_eq!(memory.of(Seat(1)).unwrap().style(), Style::PlaysAll);
    }
}
