//! What a player remembers of the others: what each has shown by laying, drawing and passing.

use trinta_core::{EventOf, Seat, SeenEvent, Table, View};

/// How somebody plays, as far as it has shown.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Style {
    /// Lays what can be laid.
    Lays,
    /// Has opened and keeps everything else back.
    Holds,
}

/// What is remembered of one player.
#[derive(Debug, Clone, Default)]
pub(super) struct Remembered {
    /// The table as the player's last turn left it.
    pub(super) table: Table,
    /// Tiles that came at the end of that turn: about them it says nothing.
    pub(super) drawn: usize,
    /// Turns with a play after the opening.
    laid: u32,
    /// Turns without one after the opening.
    kept: u32,
}

/// A player who draws so often after the opening without laying anything keeps tiles back.
const KEEPS_BACK: u32 = 6;

impl Remembered {
    pub(super) const fn style(&self) -> Style {
        if self.laid == 0 && self.kept >= KEEPS_BACK { Style::Holds } else { Style::Lays }
    }
}

/// What is remembered of a game.
#[derive(Debug, Clone, Default)]
pub(super) struct Memory {
    seats: Vec<Remembered>,
}

impl Memory {
    /// A game begins.
    pub(super) fn begin(&mut self, view: &View) {
        *self = Memory { seats: vec![Remembered::default(); view.state.seats().len()] };
    }

    /// Something happened.
    pub(super) fn observe(&mut self, event: &SeenEvent, after: &View) {
        match event {
            EventOf::Dealt { .. } => self.begin(after),
            EventOf::Played { seat, opening, .. } => {
                if let Some(player) = self.turn_ends(*seat, after, 0) {
                    player.laid += u32::from(opening.is_none());
                }
            }
            EventOf::Drew { seat, tiles, why } if why.ends_turn() => self.keeps(*seat, after, usize::from(tiles.count)),
            EventOf::Passed { seat, .. } => self.keeps(*seat, after, 0),
            _ => {}
        }
    }

    /// What is remembered of a player; nothing if the bot joined late.
    pub(super) fn of(&self, seat: Seat) -> Option<&Remembered> {
        self.seats.get(seat.index())
    }

    fn keeps(&mut self, seat: Seat, after: &View, drawn: usize) {
        let opened = after.state.has_opened(seat);
        if let Some(player) = self.turn_ends(seat, after, drawn) {
            player.kept += u32::from(opened);
        }
    }

    fn turn_ends(&mut self, seat: Seat, after: &View, drawn: usize) -> Option<&mut Remembered> {
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
    fn whoever_has_opened_and_only_draws_keeps_tiles_back() {
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
        for _ in 0..KEEPS_BACK {
            assert_eq!(memory.of(Seat(1)).unwrap().style(), Style::Lays);
            happens(drew(), &mut memory);
        }
        assert_eq!(memory.of(Seat(1)).unwrap().style(), Style::Holds);
        assert_eq!(memory.of(Seat(1)).unwrap().drawn, 1);
        happens(drew(), &mut memory);
        happens(Event::Passed { seat: Seat(1), why: PassReason::Choice }, &mut memory);
        happens(played(None), &mut memory);
        assert_eq!(memory.of(Seat(1)).unwrap().style(), Style::Lays);
    }
}
