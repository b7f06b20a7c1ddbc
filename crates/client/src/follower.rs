//! Following a game from a seat: what a client keeps in mind to know what it may do.

use trinta_core::{Layout, Seat, Tiles};
use trinta_table::wire::{GameEvent, PhaseView, SeenTableEvent, ServerMessage, TableView};

/// A game as one seat follows it.
#[derive(Debug, Clone, Default)]
pub struct Follower {
    /// The seat; none: a spectator.
    pub seat: Option<Seat>,
    /// The version of the table.
    pub version: u64,
    /// The table, as it was when this client came.
    pub plan: Option<trinta_table::wire::PlanView>,
    /// The own rack.
    pub rack: Tiles,
    /// What lies on the table.
    pub table: Layout,
    /// How many tiles the pool has.
    pub pool: u16,
    /// Whether this seat has opened.
    pub opened: bool,
    /// Whose turn it is, while a game is on.
    pub turn: Option<Seat>,
    /// Whether a play waits for challenges.
    pub provisional: bool,
    /// How many games this client has seen end.
    pub ended: u32,
    /// Whether the match is over.
    pub match_over: bool,
    /// How many games the match has.
    length: Option<u32>,
    /// How many of them have been played.
    played: u32,
    /// Whether something happened that can't be followed: a fresh view is needed.
    pub lost: bool,
}

impl Follower {
    /// Whether it is this seat's turn.
    #[must_use]
    pub fn on_turn(&self) -> bool {
        self.seat.is_some() && self.turn == self.seat && !self.provisional
    }

    /// Takes in a message.
    pub fn hear(&mut self, message: &ServerMessage) {
        match message {
            ServerMessage::Welcome { you, version, state, .. } => {
                (self.seat, self.version, self.lost) = (you.seat, *version, false);
                if let Some(state) = state {
                    self.look(state);
                }
            }
            ServerMessage::Happened { version, events, phase, .. } => {
                self.version = *version;
                for event in events {
                    self.follow(event);
                }
                if let Some(phase) = phase {
                    self.stand(phase);
                }
            }
            _ => {}
        }
    }

    fn look(&mut self, state: &TableView) {
        self.plan = Some(state.plan.clone());
        (self.length, self.played) = (state.sheet.length, state.sheet.games.len() as u32);
        self.match_over = state.sheet.over;
        let Some(game) = &state.game else { return };
        self.table = game.table.layout().clone();
        self.pool = game.pool;
        self.stand(&game.phase);
        if let Some(own) = self.seat.and_then(|seat| game.racks.get(seat.index())) {
            self.rack = own.tiles.clone().unwrap_or_default();
            self.opened = own.opened;
        }
    }

    fn stand(&mut self, phase: &PhaseView) {
        self.turn = match phase {
            PhaseView::Turn { seat, .. } | PhaseView::Provisional { seat } => Some(*seat),
            PhaseView::Lots | PhaseView::Over { .. } => None,
        };
        self.provisional = matches!(phase, PhaseView::Provisional { .. });
    }

    fn follow(&mut self, event: &SeenTableEvent) {
        match event {
            SeenTableEvent::Game { event } => self.follow_game(event),
            SeenTableEvent::MatchBegun => (self.played, self.match_over) = (0, false),
            SeenTableEvent::GameBegun => {
                (self.table, self.opened, self.provisional) = (Layout::new(), false, false);
            }
            _ => {}
        }
    }

    fn follow_game(&mut self, event: &GameEvent) {
        let own = |seat: &Seat| Some(*seat) == self.seat;
        match event {
            GameEvent::Dealt { racks, pool, .. } => {
                let rack = self.seat.and_then(|seat| racks.get(seat.index()));
                self.rack = rack.and_then(|rack| rack.tiles.clone()).unwrap_or_default();
                (self.pool, self.opened, self.table) = (pool.0, false, Layout::new());
            }
            GameEvent::Played { seat, sets, placed, .. } => {
                self.table = sets.layout().clone();
                if own(seat) {
                    self.opened = true;
                    let _ = self.rack.take(placed);
                }
            }
            GameEvent::Drew { seat, tiles, .. } => {
                self.pool = self.pool.saturating_sub(tiles.count);
                if own(seat)
                    && let Some(tiles) = &tiles.tiles
                {
                    self.rack.add(tiles.iter());
                }
            }
            GameEvent::Returned { sets, pool, .. } => (self.table, self.pool) = (sets.layout().clone(), pool.0),
            // A play that goes back changes more than a client should work out for itself.
            GameEvent::TakenBack { .. } => self.lost = true,
            GameEvent::Ended { .. } => {
                self.ended += 1;
                self.played += 1;
                self.match_over = self.length.is_some_and(|length| self.played >= length);
            }
            GameEvent::Lot { .. }
            | GameEvent::NewDeal { .. }
            | GameEvent::Refused { .. }
            | GameEvent::Passed { .. }
            | GameEvent::Challenged { .. }
            | GameEvent::Accepted { .. }
            | GameEvent::Stood { .. } => {}
        }
    }
}
