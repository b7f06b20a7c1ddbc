//! Entering and leaving a room.

use std::time::Duration;

use trinta_core::{Seat, Viewer};
use trinta_table::ids::{PlayerId, read_code};
use trinta_table::wire::{PROTOCOL, ServerMessage, Votes, You, see_clock, see_table};
use trinta_table::{Access, Code, Refusal, Request, Requester, Table};

use crate::room::connections::Connection;
use crate::room::{AfterStep, Outbox, PerformError, Room, Ticket};

/// The maximum number of spectator connections at one table.
const MAX_SPECTATORS: usize = 500;
/// The maximum number of connections of one seat: a phone, a laptop, and some dead ones that are not detected yet.
const MAX_CONNECTIONS_OF_A_SEAT: usize = 8;
/// The maximum number of connections of all judges of a table together.
const MAX_CONNECTIONS_OF_JUDGES: usize = 32;
/// The maximum number of missed entries that are sent after a reconnect; beyond that, a fresh view is shorter.
const MAX_MISSED_ENTRIES: u64 = 32;

/// A request to enter a room.
#[derive(Debug, Clone)]
pub struct EnterRequest {
    /// The player who wants to enter.
    pub player: PlayerId,
    /// The name that others see.
    pub name: String,
    /// The viewer that they want to be: a seat, a spectator or a judge.
    pub viewer: Viewer,
    /// The last version that they have seen, if they are reconnecting.
    pub since: Option<u64>,
    /// The table's code, if they were given it.
    pub code: Option<String>,
    /// The queue for messages to them.
    pub outbox: Outbox,
}

impl Room {
    pub(super) async fn enter(&mut self, request: EnterRequest) -> Result<Ticket, Refusal> {
        self.admit(&request)?;
        let EnterRequest { player, name, viewer, since, code: _, outbox } = request;
        let connection = Connection { player, name, viewer, outbox, awaits_hint: false };
        let seat = connection.seat();
        if let Some(seat) = seat {
            self.drop_oldest_of(seat);
        }
        let served = seat.map_or_else(Vec::new, |seat| self.seats_served(&connection.player, seat));
        let ticket = self.connections.add(connection);
        let now = self.registry.clock.now();
        let came: Vec<bool> = served.iter().map(|&seat| self.connections.mark_connected(seat, now)).collect();
        self.welcome(ticket, since);
        for &seat in &served {
            if let AfterStep::End = self.credit_return(seat).await {
                return Ok(ticket);
            }
        }
        for (seat, came) in served.into_iter().zip(came) {
            if came {
                self.broadcast_message(&ServerMessage::Presence { seat, connected: true }, Some(ticket));
            }
            // Also while another page of the same player is open, on which they have not come back.
            let back = Request::Back { seat };
            if self.table.is_away(seat)
                && let Err(PerformError::OutOfDate) = self.perform(&Requester::Seat(seat), &back, None).await
            {
                self.release();
            }
        }
        Ok(ticket)
    }

    /// Checks that a player may enter as the viewer that they ask to be.
    fn admit(&self, request: &EnterRequest) -> Result<(), Refusal> {
        let refuse = |code, message: &str| Err(Refusal::new(code, message));
        let player = &request.player;
        match request.viewer {
            Viewer::Seat(seat) if self.table.is_seat_of(seat, player) => Ok(()),
            Viewer::Seat(_) => refuse(Code::NotSeated, "this is not your seat"),
            Viewer::Judge if self.table.is_judge(player) => {
                let judges = self.connections.tickets(|other| other.viewer == Viewer::Judge).len();
                if judges >= MAX_CONNECTIONS_OF_JUDGES {
                    return refuse(Code::TooMany, "the judges have come to this table too many times");
                }
                Ok(())
            }
            // The same refusal as for a table that does not exist, so that guessing names reveals nothing.
            Viewer::Judge | Viewer::Spectator if !self.may_discover(request) => {
                refuse(Code::NotFound, "there is no such table")
            }
            Viewer::Judge => refuse(Code::JudgeOnly, "you are not a judge of this table"),
            Viewer::Spectator => {
                if !self.may_watch(player) {
                    return refuse(Code::NoSpectators, "nobody may watch at this table");
                }
                let spectators = self.connections.tickets(|other| other.viewer == Viewer::Spectator).len();
                if spectators >= MAX_SPECTATORS {
                    return refuse(Code::TooMany, "there is no room left at this table");
                }
                Ok(())
            }
        }
    }

    /// Whether somebody may learn that this table exists.
    fn may_discover(&self, request: &EnterRequest) -> bool {
        let code = request.code.as_deref().and_then(read_code);
        let invited = code.as_deref() == Some(self.table.code()) || self.table.plan().access == Access::Open;
        invited || self.is_member(&request.player)
    }

    /// Whether somebody has a seat here, or is the host or a judge.
    fn is_member(&self, player: &PlayerId) -> bool {
        let known = *self.table.host() == *player || self.table.is_judge(player);
        known || self.table.seats_of(player).next().is_some()
    }

    /// Whether somebody may be connected without a seat. Before a match everybody may, because that is how people come
    /// to take a seat.
    fn may_watch(&self, player: &PlayerId) -> bool {
        self.table.plan().spectators.allowed || !self.table.in_match() || self.is_member(player)
    }

    /// Drops the oldest connection of a seat that has reached its limit.
    fn drop_oldest_of(&mut self, seat: Seat) {
        if self.connections.of_seat(seat).count() >= MAX_CONNECTIONS_OF_A_SEAT
            && let Some(oldest) = self.connections.of_seat(seat).min()
        {
            self.dismiss(oldest, Code::TooMany, "you have come to this seat too many times");
        }
    }

    /// Dismisses connections that have lost the right to their viewer: they could see the rack of a seat that is no
    /// longer theirs, and play for it.
    pub(super) fn review_connections(&mut self) {
        let unseated = self.connections.tickets(|connection| {
            connection.seat().is_some_and(|seat| !self.table.is_seat_of(seat, &connection.player))
        });
        let unwanted = self
            .connections
            .tickets(|connection| connection.viewer == Viewer::Spectator && !self.may_watch(&connection.player));
        for ticket in unseated {
            self.dismiss(ticket, Code::NotSeated, "this is not your seat any more");
        }
        for ticket in unwanted {
            self.dismiss(ticket, Code::NoSpectators, "a game has begun, and nobody may watch at this table");
        }
    }

    fn dismiss(&mut self, ticket: Ticket, code: Code, message: &str) {
        self.send_to(ticket, &ServerMessage::Bye { code, message: message.to_owned() });
        self.leave(ticket);
    }

    /// The table as a viewer knows it, and how far it lags behind: spectators may see it with a delay.
    pub(super) fn seen_by(&self, viewer: Viewer) -> (&Table, Duration) {
        match (&self.delayed, viewer) {
            (Some(delayed), Viewer::Spectator) => (delayed.table(), delayed.lag()),
            _ => (&self.table, Duration::ZERO),
        }
    }

    /// A fresh view for somebody who can't follow.
    pub(super) fn resync(&mut self, ticket: Ticket) {
        let Some(viewer) = self.connections.get(ticket).map(|connection| connection.viewer) else { return };
        let now = self.now();
        let (table, lag) = self.seen_by(viewer);
        let state = Box::new(see_table(table, viewer, now - lag));
        let view = ServerMessage::View { version: table.version(), now, state };
        self.send_to(ticket, &view);
    }

    fn welcome(&mut self, ticket: Ticket, since: Option<u64>) {
        let Some(connection) = self.connections.get(ticket) else { return };
        let (viewer, player) = (connection.viewer, &connection.player);
        let now = self.now();
        let (table, lag) = self.seen_by(viewer);
        let version = table.version();
        // Whoever comes back during a deal has to see it as it is: what their device did last may not have been stored.
        let since = since.filter(|_| table.pending_deal().is_none());
        let near = since.filter(|&since| since <= version && version - since <= MAX_MISSED_ENTRIES);
        let clock = table.clock().countdown(now - lag).map(see_clock);
        let missed: Option<Vec<ServerMessage>> = near.and_then(|since| {
            let missed = self.log.entries_between(since, version)?;
            Some(missed.map(|entry| entry.message(table, viewer, clock)).collect())
        });
        let delayed = self.is_delayed(connection);
        let host = *self.table.host() == *player;
        let welcome = ServerMessage::Welcome {
            protocol: PROTOCOL,
            table: self.id.to_string(),
            code: self.is_member(player).then(|| self.table.code().to_owned()),
            you: You {
                seat: connection.seat(),
                host,
                seats: self.table.seats_of(player).collect(),
                judge: viewer == Viewer::Judge,
            },
            version: near.filter(|_| missed.is_some()).unwrap_or(version),
            now,
            state: missed.is_none().then(|| Box::new(see_table(table, viewer, now - lag))),
            connected: self.connections.connected(),
            votes: if delayed { Votes::default() } else { self.transient.votes.clone() },
            chat: self.transient.talk.lines().filter(|_| !delayed).cloned().collect(),
        };
        self.send_to(ticket, &welcome);
        for message in missed.iter().flatten() {
            self.send_to(ticket, message);
        }
    }

    /// The seats whose players are here while somebody is connected to one of them: on one device, all of its seats.
    fn seats_served(&self, player: &PlayerId, seat: Seat) -> Vec<Seat> {
        if self.table.plan().hot_seat { self.table.seats_of(player).collect() } else { vec![seat] }
    }

    /// Whether a player is connected to a seat, or on one device to another of their seats.
    pub(super) fn is_served(&self, player: &PlayerId, seat: Seat) -> bool {
        let shares = self.table.plan().hot_seat;
        self.connections.iter().any(|(_, other)| {
            other.seat().is_some_and(|connected| connected == seat || shares && other.player == *player)
        })
    }

    pub(super) fn leave(&mut self, ticket: Ticket) {
        let now = self.now();
        let Some(connection) = self.connections.remove(ticket, now) else { return };
        let Some(seat) = connection.seat().filter(|&seat| !self.is_served(&connection.player, seat)) else { return };
        let mut left = self.seats_served(&connection.player, seat);
        // Somebody who was removed from the seat has left it all the same.
        if !left.contains(&seat) {
            left.push(seat);
        }
        for seat in left {
            self.connections.mark_disconnected(seat, now);
            self.transient.withdraw_votes(seat, now);
            self.broadcast_message(&ServerMessage::Presence { seat, connected: false }, None);
        }
    }
}
