//! Who is connected to a room, and since when each seat is empty of people.

use std::collections::HashMap;

use trinta_core::{Seat, Viewer};
use trinta_table::ids::PlayerId;
use trinta_time::Timestamp;

use crate::room::outbox::Outbox;

/// The name of a connection within its room.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Ticket(u64);

impl Ticket {
    /// The ticket of a connection to a table of another node, by its number there.
    pub(super) const fn from_number(number: u64) -> Ticket {
        Ticket(number)
    }

    pub(super) const fn number(self) -> u64 {
        self.0
    }
}

/// Somebody who is connected.
pub(super) struct Connection {
    pub(super) player: PlayerId,
    pub(super) name: String,
    pub(super) viewer: Viewer,
    pub(super) outbox: Outbox,
    /// Whether the solver is working on a hint for them.
    pub(super) awaits_hint: bool,
}

impl Connection {
    /// The seat that they look from; none for spectators and judges.
    pub(super) fn seat(&self) -> Option<Seat> {
        match self.viewer {
            Viewer::Seat(seat) => Some(seat),
            Viewer::Spectator | Viewer::Judge => None,
        }
    }
}

/// The connections of a room.
pub(super) struct Connections {
    open: HashMap<Ticket, Connection>,
    next: u64,
    /// Since when each seat has nobody connected; none: somebody is.
    gone_since: Vec<Option<Timestamp>>,
    /// When somebody connected to each seat last while nobody was.
    came_at: Vec<Timestamp>,
    /// Since when nobody is connected, if nobody is.
    empty_since: Timestamp,
    /// Whether somebody may be connected who has no right to be any more: seats have changed, or a game has begun.
    pub(super) to_review: bool,
}

impl Connections {
    /// A room that nobody has entered.
    pub(super) fn empty(seats: usize, now: Timestamp) -> Connections {
        Connections {
            open: HashMap::new(),
            next: 1,
            gone_since: vec![Some(now); seats],
            came_at: vec![now; seats],
            empty_since: now,
            to_review: false,
        }
    }

    pub(super) fn add(&mut self, connection: Connection) -> Ticket {
        let ticket = Ticket(self.next);
        self.next += 1;
        self.open.insert(ticket, connection);
        ticket
    }

    pub(super) fn remove(&mut self, ticket: Ticket, now: Timestamp) -> Option<Connection> {
        let connection = self.open.remove(&ticket)?;
        if self.open.is_empty() {
            self.empty_since = now;
        }
        Some(connection)
    }

    pub(super) fn clear(&mut self) {
        self.open.clear();
    }

    pub(super) fn get(&self, ticket: Ticket) -> Option<&Connection> {
        self.open.get(&ticket)
    }

    pub(super) fn get_mut(&mut self, ticket: Ticket) -> Option<&mut Connection> {
        self.open.get_mut(&ticket)
    }

    /// The seat of a connection, if it has one.
    pub(super) fn seat_of(&self, ticket: Ticket) -> Option<Seat> {
        self.get(ticket).and_then(Connection::seat)
    }

    pub(super) fn iter(&self) -> impl Iterator<Item = (Ticket, &Connection)> {
        self.open.iter().map(|(&ticket, connection)| (ticket, connection))
    }

    /// The connections that a condition holds for.
    pub(super) fn tickets(&self, which: impl Fn(&Connection) -> bool) -> Vec<Ticket> {
        self.iter().filter(|(_, connection)| which(connection)).map(|(ticket, _)| ticket).collect()
    }

    pub(super) fn of_seat(&self, seat: Seat) -> impl Iterator<Item = Ticket> {
        self.iter().filter(move |(_, connection)| connection.seat() == Some(seat)).map(|(ticket, _)| ticket)
    }

    pub(super) fn len(&self) -> usize {
        self.open.len()
    }

    pub(super) fn is_empty(&self) -> bool {
        self.open.is_empty()
    }

    pub(super) const fn empty_since(&self) -> Timestamp {
        self.empty_since
    }

    /// Since when a seat has nobody connected; none: somebody is.
    pub(super) fn gone_since(&self, seat: Seat) -> Option<Timestamp> {
        self.gone_since.get(seat.index()).copied().flatten()
    }

    /// Somebody is connected to a seat; whether nobody was before.
    pub(super) fn mark_connected(&mut self, seat: Seat, now: Timestamp) -> bool {
        let came = self.gone_since.get_mut(seat.index()).is_some_and(|gone| gone.take().is_some());
        if let Some(at) = self.came_at.get_mut(seat.index()).filter(|_| came) {
            *at = now;
        }
        came
    }

    /// Since when a seat has had somebody connected; none: nobody is.
    pub(super) fn here_since(&self, seat: Seat) -> Option<Timestamp> {
        let here = self.gone_since.get(seat.index())?.is_none();
        self.came_at.get(seat.index()).copied().filter(|_| here)
    }

    /// Nobody is connected to a seat from now on.
    pub(super) fn mark_disconnected(&mut self, seat: Seat, now: Timestamp) {
        if let Some(gone) = self.gone_since.get_mut(seat.index()) {
            *gone = Some(now);
        }
    }

    /// The times since which seats have nobody connected, of those that have not.
    pub(super) fn absences(&self) -> impl Iterator<Item = Timestamp> {
        self.gone_since.iter().copied().flatten()
    }

    /// Which seats somebody is connected to.
    pub(super) fn connected(&self) -> Vec<bool> {
        self.gone_since.iter().map(Option::is_none).collect()
    }
}
