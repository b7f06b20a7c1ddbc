//! Coming into a room, and going out.

use trinta_core::{Seat, Viewer};
use trinta_table::ids::{PlayerId, read_code};
use trinta_table::wire::{PROTOCOL, ServerMessage, Votes, You, see_clock, see_table};
use trinta_table::{Access, Code, Refusal, Request, Table, Who};

use crate::room::{Guest, Outbox, Room, Trouble};

/// The most people who watch at one table.
const MOST_SPECTATORS: usize = 500;
/// The most connections of one seat: a phone, a laptop, and some that have not noticed yet that they are gone.
const MOST_OF_A_SEAT: usize = 8;
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
        match seat {
            Some(seat) if self.table.is_seat_of(seat, &player) => self.make_room(seat),
            Some(_) => return refuse(Code::NotSeated, "this is not your seat"),
            None => {
                let code = code.as_deref().and_then(read_code);
                let knows = code.as_deref() == Some(self.table.code()) || self.table.plan().access == Access::Open;
                if !self.belongs(&player) && !knows {
                    // As if there were none: who guesses names of tables learns nothing.
                    return refuse(Code::NotFound, "there is no such table");
                }
                if !self.may_watch(&player) {
                    return refuse(Code::NoSpectators, "nobody may watch at this table");
                }
                if self.guests.values().filter(|guest| guest.seat.is_none()).count() >= MOST_SPECTATORS {
                    return refuse(Code::TooMany, "there is no room left at this table");
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

    /// Whether somebody has a seat here, or is the host.
    fn belongs(&self, player: &PlayerId) -> bool {
        *self.table.host() == *player || self.table.seats_of(player).next().is_some()
    }

    /// Whether somebody may be here without a seat. Before the match that is how people come to sit down.
    fn may_watch(&self, player: &PlayerId) -> bool {
        self.table.plan().spectators.allowed || !self.table.in_match() || self.belongs(player)
    }

    /// The oldest connection of a seat goes when there are too many.
    fn make_room(&mut self, seat: Seat) {
        let own = |guest: &Guest| guest.seat == Some(seat);
        if self.guests.values().filter(|guest| own(guest)).count() >= MOST_OF_A_SEAT
            && let Some(oldest) = self.guests.iter().filter(|(_, guest)| own(guest)).map(|(&ticket, _)| ticket).min()
        {
            self.dismiss(oldest, Code::TooMany, "you have come to this seat too many times");
        }
    }

    /// Nobody stays at a place that is not theirs any more: they would see what is dealt to it, and play for it.
    pub(super) fn show_out(&mut self) {
        let risen = |guest: &Guest| guest.seat.is_some_and(|seat| !self.table.is_seat_of(seat, &guest.player));
        let unwanted = |guest: &Guest| guest.seat.is_none() && !self.may_watch(&guest.player);
        let tickets = |of: &dyn Fn(&Guest) -> bool| -> Vec<u64> {
            self.guests.iter().filter(|(_, guest)| of(guest)).map(|(&ticket, _)| ticket).collect()
        };
        let (risen, unwanted) = (tickets(&risen), tickets(&unwanted));
        for ticket in risen {
            self.dismiss(ticket, Code::NotSeated, "this is not your seat any more");
        }
        for ticket in unwanted {
            self.dismiss(ticket, Code::NoSpectators, "a game has begun, and nobody may watch at this table");
        }
    }

    fn dismiss(&mut self, ticket: u64, code: Code, message: &str) {
        self.tell(ticket, &ServerMessage::Bye { code, message: message.to_owned() });
        self.leave(ticket);
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

    /// A fresh view for somebody who can't follow.
    pub(super) fn resync(&mut self, ticket: u64) {
        let Some(viewer) = self.guests.get(&ticket).map(Guest::viewer) else { return };
        let now = self.hall.clock.now();
        let (table, late) = self.seen_by(viewer);
        let view = ServerMessage::View {
            version: table.version(),
            now,
            state: Box::new(see_table(table, viewer, now - late)),
        };
        self.tell(ticket, &view);
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
        let later = self.sees_later(guest);
        let welcome = ServerMessage::Welcome {
            protocol: PROTOCOL,
            table: self.id.to_string(),
            code: known.then(|| self.table.code().to_owned()),
            you: You { seat: guest.seat, host, seats },
            version: caught_up.unwrap_or(version),
            now,
            state: caught_up.is_none().then(|| Box::new(see_table(table, viewer, now - late))),
            connected: self.gone_since.iter().map(Option::is_none).collect(),
            votes: if later { Votes::default() } else { self.votes.clone() },
            chat: self.chat.iter().filter(|_| !later).cloned().collect(),
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
