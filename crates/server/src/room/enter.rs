//! Coming into a room, and going out.

use trinta_core::{Seat, Viewer};

use crate::ids::PlayerId;
use crate::room::{Guest, Outbox, Room, Trouble};
use crate::table::{Access, Code, Refusal, Request, Table, Who};
use crate::wire::{PROTOCOL, ServerMessage, You, see_clock, see_table};

/// The most people at one table, spectators included.
const MOST_GUESTS: usize = 500;
/// The most entries that somebody gets who comes back; with more to tell, a fresh view is shorter.
const MOST_MISSED: u64 = 32;

/// Somebody at the door.
#[derive(Debug, Clone)]
pub struct Entrance {
    /// Who.
    pub player: PlayerId,
    /// Their name.
    pub name: String,
    /// To which seat; none: to watch.
    pub seat: Option<Seat>,
    /// The last version that they have.
    pub since: Option<u64>,
    /// The code that they know.
    pub code: Option<String>,
    /// Where messages for them go.
    pub outbox: Outbox,
}

impl Room {
    pub(super) async fn enter(&mut self, entrance: Entrance) -> Result<u64, Refusal> {
        let Entrance { player, name, seat, since, code, outbox } = entrance;
        let refuse = |code, message: &str| Err(Refusal::new(code, message));
        if self.guests.len() >= MOST_GUESTS {
            return refuse(Code::TooMany, "there is no room left at this table");
        }
        match seat {
            Some(seat) if self.table.is_seat_of(seat, &player) => {}
            Some(_) => return refuse(Code::NotSeated, "this is not your seat"),
            None => {
                let plan = self.table.plan();
                let belongs = *self.table.host() == player || self.table.seats_of(&player).next().is_some();
                let knows = code.as_deref() == Some(self.table.code()) || plan.access == Access::Open;
                if !belongs && !knows {
                    // As if there were none: who guesses names of tables learns nothing.
                    return refuse(Code::NotFound, "there is no such table");
                }
                if !belongs && !plan.spectators.allowed {
                    return refuse(Code::NoSpectators, "nobody may watch at this table");
                }
            }
        }
        let ticket = self.next_ticket;
        self.next_ticket += 1;
        self.guests.insert(ticket, Guest { player, name, seat, outbox, asks_hint: false });
        let first = seat.filter(|seat| self.gone_since[seat.index()].take().is_some());
        self.welcome(ticket, since);
        if let Some(seat) = first {
            self.tell_all(&ServerMessage::Presence { seat, connected: true }, Some(ticket));
            if self.table.is_away(seat)
                && let Err(Trouble::Lost) = self.perform(&Who::Seat(seat), &Request::Back { seat }, None).await
            {
                self.let_go();
            }
        }
        Ok(ticket)
    }

    /// The table that a viewer sees: for spectators it may be an older one.
    fn seen_by(&self, viewer: Viewer) -> (&Table, i64) {
        match (&self.delayed, viewer) {
            (Some(delayed), Viewer::Spectator) => {
                (&delayed.table, i64::from(delayed.table.plan().spectators.delay) * 1000)
            }
            _ => (&self.table, 0),
        }
    }

    fn welcome(&mut self, ticket: u64, since: Option<u64>) {
        let Some(guest) = self.guests.get(&ticket) else { return };
        let (viewer, player) = (guest.viewer(), guest.player.clone());
        let now = self.hall.clock.now();
        let (table, late) = self.seen_by(viewer);
        let version = table.version();
        let oldest = self.entries.front().map_or(u64::MAX, |entry| entry.version);
        let caught_up =
            since.filter(|&since| since <= version && version - since <= MOST_MISSED && since + 1 >= oldest);
        let seats: Vec<Seat> = self.table.seats_of(&player).collect();
        let host = *self.table.host() == player;
        let known = host || !seats.is_empty();
        let welcome = ServerMessage::Welcome {
            protocol: PROTOCOL,
            table: self.id.to_string(),
            code: known.then(|| self.table.code().to_owned()),
            you: You { seat: guest.seat, host, seats },
            version: caught_up.unwrap_or(version),
            now,
            state: caught_up.is_none().then(|| Box::new(see_table(table, viewer, now - late))),
            connected: self.gone_since.iter().map(Option::is_none).collect(),
            votes: self.votes.clone(),
            chat: self.chat.iter().cloned().collect(),
        };
        let missed: Vec<ServerMessage> = caught_up.map_or_else(Vec::new, |since| {
            let missed = self.entries.iter().filter(|entry| entry.version > since && entry.version <= version);
            let clock = table.clock().shows(now - late).map(see_clock);
            missed.map(|entry| entry.message(table, viewer, clock)).collect()
        });
        self.tell(ticket, &welcome);
        for message in &missed {
            self.tell(ticket, message);
        }
    }

    pub(super) fn leave(&mut self, ticket: u64) {
        let Some(guest) = self.guests.remove(&ticket) else { return };
        let now = self.hall.clock.now();
        if self.guests.is_empty() {
            self.empty_since = now;
        }
        let Some(seat) = guest.seat else { return };
        if self.guests.values().any(|other| other.seat == Some(seat)) {
            return;
        }
        self.gone_since[seat.index()] = Some(now);
        self.votes.pause.retain(|other| *other != seat);
        self.votes.rematch.retain(|other| *other != seat);
        self.tell_all(&ServerMessage::Presence { seat, connected: false }, None);
    }
}
