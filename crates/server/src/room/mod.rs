//! Rooms: each table has a task of its own that decides, persists, applies and publishes, in this order.

mod arrange;
mod bots;
mod calls;
mod chat;
mod commit;
mod connections;
mod cut_off;
mod delayed;
mod enter;
mod extras;
pub(crate) mod fold;
mod gateway;
mod hint;
mod lease;
mod load;
mod lobby;
mod log;
mod message;
mod outbox;
mod projection;
mod registry;
mod relay;
mod remote;
mod time;
mod transient;
mod vote;

use std::collections::HashMap;
use std::sync::Arc;
use std::sync::atomic::Ordering;
use std::time::Duration;

use tokio::sync::{mpsc, oneshot};
use tokio::time::Instant;
use trinta_core::Seat;
use trinta_store::LogId;
use trinta_table::ids::PlayerId;
use trinta_table::wire::{ClientMessage, HintView, ServerMessage};
use trinta_table::{Code, Refusal, Request, Requester, Table, TableEvent};
use trinta_time::Timestamp;

use crate::bodies::{SeatedTable, TableSummary};
use bots::Bots;
use connections::{Connection, Connections};
use delayed::Delayed;
use extras::Extras;
use log::Log;
use projection::{summarise, summarise_seat};
use time::Outage;
use transient::Transient;

pub(crate) use bots::check as check_bot;
pub use bots::{BotFactory, Roster};
pub use calls::Visit;
pub use connections::Ticket;
pub use enter::EnterRequest;
pub(crate) use hint::SolverQuery;
pub(crate) use lease::Tended;
pub use lobby::{BadPlace, LobbyPlace};
pub use outbox::{OUTBOX_LIMIT, Outbox, Text};
pub(crate) use registry::not_stored;
pub use registry::{Registry, RoomOptions};

/// How long a room sleeps at most when nothing is due.
const MAX_SLEEP: Duration = Duration::from_secs(3600);

/// What can be asked of a room.
pub(crate) enum RoomRequest {
    /// Somebody comes in.
    Enter(Box<EnterRequest>, oneshot::Sender<Result<Visit, Refusal>>),
    /// A message of somebody who is connected.
    Message(Ticket, Box<ClientMessage>),
    /// A connection has ended.
    Leave(Ticket),
    /// A connection has ended with its node, of which nothing was heard for this long.
    Lose(Ticket, Duration),
    /// A connection at another node can be reached again, after the bus was gone for this long.
    Reached(Ticket, Duration),
    /// A request that does not come over a connection of this room.
    Request(Requester, Box<Request>, oneshot::Sender<Result<Performed, Refusal>>),
    /// The table as it is now.
    Table(oneshot::Sender<Result<Table, Refusal>>),
    /// What lists say about the table.
    Summary(oneshot::Sender<Result<TableSummary, Refusal>>),
    /// What the list of a player's own tables says about it; none if they have no seat here.
    Seated(PlayerId, oneshot::Sender<Result<Option<SeatedTable>, Refusal>>),
    /// A bot has decided.
    BotDecision(Box<bots::BotDecision>),
    /// A bot panicked.
    BotFailed(bots::BotFailure),
    /// The solver has found a hint.
    Hint(Ticket, Box<HintView>),
    /// Another node wants the table served to its people: whether this node owns it.
    Attach(oneshot::Sender<bool>),
    /// Another node may have the table: it is let go of.
    LetGo,
    /// Another node is to have the table, if that disturbs no game.
    MoveAway,
    /// The server stops.
    Stop,
}

/// What came of a request.
#[derive(Debug, Clone)]
pub struct Performed {
    /// The events that it caused.
    pub events: Arc<[TableEvent]>,
    /// The version of the table after them.
    pub version: u64,
}

/// The task of a table.
struct Room {
    registry: Arc<Registry>,
    id: LogId,
    /// The claim under which this room appends to the log.
    epoch: u64,
    inbox: mpsc::Sender<RoomRequest>,
    table: Table,
    log: Log,
    /// Whether all projections have been written since the table was loaded.
    projected: bool,
    connections: Connections,
    transient: Transient,
    bots: Bots,
    delayed: Option<Delayed>,
    outage: Outage,
    /// The seats whose people were cut off, and since when: their node is gone, or nobody served the table.
    cut_off: HashMap<Seat, Timestamp>,
    extras: Extras,
    /// How far the log is ahead of the clock: after a restart with a clock that was set back, time goes on at the table
    /// from its last entry.
    ahead: Duration,
    /// Whether the metrics count a game of this room.
    counted_game: bool,
    /// Whether this room has let go of its table, which another room reads anew.
    released: bool,
    /// Since when nobody could play here, if that is why this room has let go of its table.
    unserved_since: Option<Timestamp>,
}

/// Whether a room continues after what it has just done.
enum AfterStep {
    Continue,
    End,
}

impl Room {
    async fn run(mut self, mut inbox: mpsc::Receiver<RoomRequest>) {
        self.registry.metrics.rooms.fetch_add(1, Ordering::Relaxed);
        self.count_game();
        loop {
            let wake = self.next_wake().map(|at| self.registry.clock.instant(at - self.ahead));
            let latest = Instant::now() + MAX_SLEEP;
            let request = tokio::select! {
                request = inbox.recv() => Some(request),
                () = tokio::time::sleep_until(wake.unwrap_or(latest)) => None,
            };
            let next = match request {
                // Whoever else may have the table by now has credited its clock: this one must not run it down.
                _ if !self.registry.holds_lease() => self.release(),
                Some(Some(request)) => self.handle_request(request).await,
                Some(None) => AfterStep::End,
                None => self.on_timer(&inbox).await,
            };
            if self.released || matches!(next, AfterStep::End) {
                break;
            }
            if std::mem::take(&mut self.connections.to_review) {
                self.review_connections();
            }
        }
        if self.counted_game {
            self.registry.metrics.games.fetch_sub(1, Ordering::Relaxed);
        }
        self.registry.metrics.rooms.fetch_sub(1, Ordering::Relaxed);
        let unserved = self.unserved_since.map_or(Duration::ZERO, |since| self.now().since(since));
        self.registry.release(&self.id, self.epoch, unserved).await;
    }

    /// The time at this table.
    fn now(&self) -> Timestamp {
        self.registry.clock.now() + self.ahead
    }

    async fn handle_request(&mut self, request: RoomRequest) -> AfterStep {
        match request {
            RoomRequest::Enter(request, reply) => {
                let entered = self.enter(*request).await;
                let _ = reply.send(entered.map(|ticket| Visit { room: self.inbox.clone(), ticket }));
            }
            RoomRequest::Message(ticket, message) => return self.handle_message(ticket, *message).await,
            RoomRequest::Leave(ticket) => self.leave(ticket),
            RoomRequest::Lose(ticket, silent) => return self.lose(ticket, silent).await,
            RoomRequest::Reached(ticket, gone) => return self.credit_outage(ticket, gone).await,
            RoomRequest::Request(requester, request, reply) => {
                let performed = self.perform(&requester, &request, None).await;
                let out_of_date = matches!(&performed, Err(PerformError::OutOfDate));
                let _ = reply.send(performed.map_err(PerformError::refusal));
                if out_of_date {
                    return self.release();
                }
            }
            RoomRequest::Table(reply) => drop(reply.send(Ok(self.table.clone()))),
            RoomRequest::Summary(reply) => drop(reply.send(Ok(summarise(&self.id, &self.table)))),
            RoomRequest::Seated(player, reply) => {
                drop(reply.send(Ok(summarise_seat(&self.id, &self.table, &player))));
            }
            RoomRequest::BotDecision(decision) => return self.apply_bot_decision(*decision).await,
            RoomRequest::BotFailed(failure) => return self.bot_failed(failure).await,
            RoomRequest::Hint(ticket, hint) => {
                if let Some(connection) = self.connections.get_mut(ticket) {
                    connection.awaits_hint = false;
                }
                self.send_to(ticket, &ServerMessage::Hint { hint: *hint });
            }
            RoomRequest::Attach(reply) => drop(reply.send(true)),
            RoomRequest::LetGo => {
                return match self.credit_before_giving_up().await {
                    AfterStep::Continue => self.release(),
                    AfterStep::End => AfterStep::End,
                };
            }
            RoomRequest::MoveAway if self.table.running().is_none() => return self.release(),
            RoomRequest::MoveAway => {}
            RoomRequest::Stop => {
                self.save_transient().await;
                self.dismiss_all(Code::Stopping, "the server is stopping; your table is stored");
                return AfterStep::End;
            }
        }
        AfterStep::Continue
    }

    /// Lets go of a table that the store knows better than this room. Whoever is here comes back to a room that has
    /// read it anew.
    fn release(&mut self) -> AfterStep {
        tracing::warn!(table = %self.id, "this room lets go of its table, which will be read anew");
        self.dismiss_all(Code::Stopping, "one moment: the table is being read again");
        // Without the lease the store was out of reach at least since it was renewed last.
        self.unserved_since = self.outage.since().or_else(|| self.registry.lease_lost_since());
        if let Some(since) = self.unserved_since {
            self.registry.note_unserved(&self.id, self.epoch, since);
        }
        self.registry.forget(&self.id);
        self.released = true;
        AfterStep::End
    }

    fn dismiss_all(&mut self, code: Code, message: &str) {
        let bye = ServerMessage::Bye { code, message: message.to_owned() };
        for ticket in self.connections.tickets(|_| true) {
            self.send_to(ticket, &bye);
        }
        self.connections.clear();
    }

    /// Sends a message to one client.
    fn send_to(&mut self, ticket: Ticket, message: &ServerMessage) {
        let Some(connection) = self.connections.get(ticket) else { return };
        if !self.registry.send(&connection.outbox, Text::encode(message)) {
            self.leave(ticket);
        }
    }

    /// Sends a message that is the same for everybody to all clients, except one if it is named. The message is of this
    /// moment: not for spectators who see the table later.
    fn broadcast_message(&mut self, message: &ServerMessage, except: Option<Ticket>) {
        let text = Text::encode(message);
        let slow: Vec<Ticket> = self
            .connections
            .iter()
            .filter(|&(ticket, connection)| Some(ticket) != except && !self.is_delayed(connection))
            .filter(|(_, connection)| !self.registry.send(&connection.outbox, text.clone()))
            .map(|(ticket, _)| ticket)
            .collect();
        for ticket in slow {
            self.leave(ticket);
        }
    }

    /// Whether somebody sees the table later than it is.
    fn is_delayed(&self, connection: &Connection) -> bool {
        let watches = connection.viewer == trinta_core::Viewer::Spectator && connection.player != *self.table.host();
        self.delayed.is_some() && watches
    }
}

/// Why something was not done.
pub(crate) enum PerformError {
    /// It was refused; nothing happened.
    Refused(Refusal),
    /// The store and this room do not agree: the room can't be sure of its table any more.
    OutOfDate,
}

impl PerformError {
    fn refusal(self) -> Refusal {
        match self {
            PerformError::Refused(refusal) => refusal,
            PerformError::OutOfDate => {
                Refusal::new(Code::NotStored, "it could not be stored; come back and see whether it was")
            }
        }
    }
}
