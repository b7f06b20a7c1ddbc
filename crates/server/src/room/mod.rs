//! Rooms: each table has a task of its own that decides, stores, applies and sends, in this order.

mod arrange;
mod bots;
mod chat;
mod enter;
mod hall;
mod hint;
mod history;
mod load;
mod message;
mod time;
mod vote;

use std::collections::{HashMap, HashSet, VecDeque};
use std::sync::Arc;
use std::sync::atomic::Ordering;

use axum::extract::ws::Utf8Bytes;
use tokio::sync::{mpsc, oneshot};
use tokio::time::Instant;
use trinta_core::{Event, Layout, Seat, Viewer};
use trinta_store::{Append, Appended, LogId, Put, Store, StoreError};
use trinta_table::ids::PlayerId;
use trinta_table::wire::{
    ChatLine, ClockView, ServerMessage, Standing, Votes, see_entry, see_standing, sees_more_of_entry,
};
use trinta_table::{Code, Refusal, Request, Sitter, Table, TableEvent, Who};
use trinta_time::Timestamp;

use crate::bodies::TableSummary;
use crate::keys::{self, Values};
use crate::metrics::count;
use crate::rating;
use crate::stored::{Stored as _, StoredEvents, StoredSummary};
use bots::BotSeat;

pub(crate) use bots::check as check_bot;
pub use enter::Entrance;
pub use hall::{Hall, HallOptions, Visit};
pub(crate) use hint::Question;

/// Messages that may wait for a slow client. Whoever has more waiting is dropped, and may come back by version.
pub const OUTBOX: usize = 64;
/// Entries that a room remembers for those who come back.
const REMEMBERED: usize = 400;
/// How long an empty room stays in memory.
const LINGER: i64 = 300_000;
/// How long to wait before the house tries again what could not be stored.
const TRY_AGAIN: i64 = 1000;

/// How often the last entry of a game is tried while ratings change under it.
const RATING_ATTEMPTS: usize = 16;

/// Where messages for a client go.
pub type Outbox = mpsc::Sender<Utf8Bytes>;

/// What can be asked of a room.
pub(crate) enum Ask {
    /// Somebody comes in.
    Enter(Box<Entrance>, oneshot::Sender<Result<Visit, Refusal>>),
    /// Somebody who is in says something.
    Message(u64, Box<trinta_table::wire::ClientMessage>),
    /// Somebody goes out.
    Leave(u64),
    /// Somebody asks for something from outside.
    Request(Who, Box<Request>, oneshot::Sender<Result<Answered, Refusal>>),
    /// Somebody wants to know what lists say.
    Summary(oneshot::Sender<Result<TableSummary, Refusal>>),
    /// A bot has thought.
    Thought(Box<bots::Thought>),
    /// A bot failed to think about this version of a game.
    NoThought(Seat, (u32, u64)),
    /// The solver has an answer.
    Hint(u64, Box<trinta_table::wire::HintView>),
    /// The server stops.
    Stop,
}

/// What came of a request from outside.
#[derive(Debug, Clone)]
pub struct Answered {
    /// What happened.
    pub events: Arc<[TableEvent]>,
    /// The version that it made.
    pub version: u64,
}

/// An entry as a room remembers it.
#[derive(Clone)]
struct Remembered {
    version: u64,
    at: i64,
    events: Arc<[TableEvent]>,
    /// Where the game stood after it.
    standing: Standing,
}

impl Remembered {
    /// The entry that a table has folded last.
    fn last_of(table: &Table, events: Arc<[TableEvent]>) -> Remembered {
        Remembered { version: table.version(), at: table.at(), events, standing: see_standing(table) }
    }

    /// The entry as a viewer is told of it.
    fn message(&self, table: &Table, viewer: Viewer, clock: Option<ClockView>) -> ServerMessage {
        let Standing { phase, counts } = self.standing.clone();
        let events = see_entry(table, &self.events, viewer);
        ServerMessage::Happened { version: self.version, at: self.at, events, clock, phase, counts }
    }
}

/// Somebody who is connected.
struct Guest {
    player: PlayerId,
    name: String,
    seat: Option<Seat>,
    outbox: Outbox,
    asks_hint: bool,
}

impl Guest {
    fn viewer(&self) -> Viewer {
        self.seat.map_or(Viewer::Spectator, Viewer::Seat)
    }
}

/// A table that spectators see later than the players.
struct Delayed {
    table: Table,
    waiting: VecDeque<Remembered>,
}

/// The task of a table.
struct Room {
    hall: Arc<Hall>,
    id: LogId,
    epoch: u64,
    table: Table,
    inbox: mpsc::Sender<Ask>,
    entries: VecDeque<Remembered>,
    /// The commands that have had their effect, and the version that each made.
    commands: HashMap<String, u64>,
    /// What happened in the current game.
    played: Vec<Event>,
    guests: HashMap<u64, Guest>,
    next_ticket: u64,
    /// Since when each seat has nobody connected; none: somebody is.
    gone_since: Vec<Option<i64>>,
    drafts: Vec<Option<Layout>>,
    votes: Votes,
    chat: VecDeque<ChatLine>,
    muted: HashSet<Seat>,
    bots: Vec<Option<BotSeat>>,
    thinking: bool,
    delayed: Option<Delayed>,
    summary: Option<TableSummary>,
    empty_since: i64,
    /// Not before this time does the house act again: something could not be stored.
    not_before: i64,
    /// Since when nothing can be stored: that time is nobody's.
    failing_since: Option<i64>,
    counted_game: bool,
    /// Who sits where has changed, or a game has begun: somebody may be connected to a place that is not theirs.
    places_changed: bool,
    /// The store and this room do not agree any more.
    lost: bool,
}

/// What a room does next.
enum Next {
    GoOn,
    End,
}

impl Room {
    async fn run(mut self, mut inbox: mpsc::Receiver<Ask>) {
        self.hall.metrics.rooms.fetch_add(1, Ordering::Relaxed);
        self.count_game();
        loop {
            let wake = self.next_wake().map(|at| self.hall.clock.instant(at));
            let far = Instant::now() + std::time::Duration::from_secs(3600);
            let next = tokio::select! {
                ask = inbox.recv() => match ask {
                    Some(ask) => self.answer(ask).await,
                    None => Next::End,
                },
                () = tokio::time::sleep_until(wake.unwrap_or(far)) => self.on_time(&inbox).await,
            };
            if self.lost || matches!(next, Next::End) {
                break;
            }
            if std::mem::take(&mut self.places_changed) {
                self.show_out();
            }
        }
        if self.counted_game {
            self.hall.metrics.games.fetch_sub(1, Ordering::Relaxed);
        }
        self.hall.metrics.rooms.fetch_sub(1, Ordering::Relaxed);
    }

    async fn answer(&mut self, ask: Ask) -> Next {
        match ask {
            Ask::Enter(entrance, reply) => {
                let entered = self.enter(*entrance).await;
                let _ = reply.send(entered.map(|ticket| Visit { room: self.inbox.clone(), ticket }));
            }
            Ask::Message(ticket, message) => return self.message(ticket, *message).await,
            Ask::Leave(ticket) => self.leave(ticket),
            Ask::Request(who, request, reply) => {
                let done = self.perform(&who, &request, None).await;
                let lost = matches!(&done, Err(Trouble::Lost));
                let _ = reply.send(done.map_err(Trouble::refusal));
                if lost {
                    return self.let_go();
                }
            }
            Ask::Summary(reply) => drop(reply.send(Ok(summarise(&self.id, &self.table)))),
            Ask::Thought(thought) => return self.thought(*thought).await,
            Ask::NoThought(seat, about) => return self.no_thought(seat, about).await,
            Ask::Hint(ticket, hint) => {
                if let Some(guest) = self.guests.get_mut(&ticket) {
                    guest.asks_hint = false;
                }
                self.tell(ticket, &ServerMessage::Hint { hint: *hint });
            }
            Ask::Stop => {
                self.say_goodbye(Code::Stopping, "the server is stopping; your table is stored");
                return Next::End;
            }
        }
        Next::GoOn
    }

    /// The store and this room do not agree any more: whoever is here comes back to a room that is read anew.
    fn let_go(&mut self) -> Next {
        tracing::warn!(table = %self.id, "this room lets go of its table, which will be read anew");
        self.say_goodbye(Code::Stopping, "the table is being read again; please come back");
        self.hall.forget(&self.id);
        self.lost = true;
        Next::End
    }

    fn say_goodbye(&mut self, code: Code, message: &str) {
        let bye = ServerMessage::Bye { code, message: message.to_owned() };
        for ticket in self.guests.keys().copied().collect::<Vec<_>>() {
            self.tell(ticket, &bye);
        }
        self.guests.clear();
    }

    /// Decides a request, stores what comes of it, applies it and tells everybody.
    async fn perform(&mut self, who: &Who, request: &Request, command: Option<String>) -> Result<Answered, Trouble> {
        let at = self.hall.clock.now().max(self.table.at());
        let chance = self.hall.chance.clone();
        let events = if self.table.may_search(request) {
            // A search can take a while: not on a thread that serves.
            let (table, who, request) = (self.table.clone(), who.clone(), request.clone());
            tokio::task::spawn_blocking(move || table.decide(at, &who, &request, &*chance))
                .await
                .map_err(|_| Trouble::Refused(Refusal::new(Code::Internal, "the rules could not be asked")))?
        } else {
            self.table.decide(at, who, request, &*chance)
        };
        let events = events.map_err(Trouble::Refused)?;
        self.commit(at, events, command).await
    }

    async fn commit(&mut self, at: i64, events: Vec<TableEvent>, command: Option<String>) -> Result<Answered, Trouble> {
        let entry = StoredEvents(events);
        let body = entry.write();
        let StoredEvents(events) = entry;
        let seq = self.table.version() + 1;
        let mut append = Append::new(&self.id, self.epoch, seq, Timestamp::from_millis(at), body);
        append.command.clone_from(&command);
        // A move in the middle of a game changes nothing that lists say; of all entries most are such.
        let after = (self.summary.is_none() || !events.iter().all(is_move)).then(|| {
            let mut after = self.table.clone();
            after.apply(at, &events);
            after
        });
        let mut summary = None;
        if let Some(after) = &after {
            let new = summarise(&self.id, after);
            if self.summary.as_ref().is_none_or(|before| !same_but_for_time(before, &new)) {
                append = append.summary(!after.is_closed(), StoredSummary::from(&new).write());
            }
            summary = Some(new);
        }
        let finished = events.iter().any(|event| matches!(event, TableEvent::Revealed { .. }));
        append.puts = self.no_longer_kept(&events);
        let waiting = Instant::now();
        let stored = persist(&*self.hall.store, append, after.as_ref().filter(|_| finished)).await;
        let micros = u64::try_from(waiting.elapsed().as_micros()).unwrap_or(u64::MAX);
        self.hall.metrics.store_micros.fetch_add(micros, Ordering::Relaxed);
        match stored {
            Ok(Appended::New { .. }) => {}
            // Known here before it was decided; if the store knows better, this room does not know its table.
            Ok(Appended::Already { .. }) => return Err(Trouble::Lost),
            Err(error) => {
                count(&self.hall.metrics.not_stored);
                tracing::error!(table = %self.id, %error, "an entry was not stored");
                self.not_before = at + TRY_AGAIN;
                self.failing_since.get_or_insert(at);
                return Err(match error {
                    StoreError::Full | StoreError::ValueConflict { .. } => {
                        Trouble::Refused(Refusal::new(Code::NotStored, error.to_string()))
                    }
                    _ => Trouble::Lost,
                });
            }
        }
        count(&self.hall.metrics.entries);
        if finished {
            count(&self.hall.metrics.finished);
        }
        match after {
            Some(after) => self.table = after,
            None => self.table.apply(at, &events),
        }
        match summary {
            Some(summary) => {
                self.hall.list(&self.id, &self.table, summary.clone());
                self.summary = Some(summary);
            }
            None => self.hall.touch(&self.id, at),
        }
        if let Some(command) = command {
            self.commands.insert(command, seq);
        }
        if events.iter().any(|event| matches!(event, TableEvent::Resumed { .. })) {
            self.failing_since = None;
        }
        let events: Arc<[TableEvent]> = events.into();
        let entry = Remembered::last_of(&self.table, events.clone());
        self.remember(entry.clone());
        self.after_entry(&events);
        self.broadcast(&entry);
        self.count_game();
        Ok(Answered { events, version: seq })
    }

    /// What is not kept any more after these events: a table that has begun does not wait, and a closed one has no code.
    fn no_longer_kept(&self, events: &[TableEvent]) -> Vec<Put> {
        let waits = || Put::remove(keys::waiting(&self.id));
        let of_event = |event: &TableEvent| match event {
            TableEvent::GameBegun if self.table.games() == 0 => vec![waits()],
            TableEvent::Closed => vec![waits(), Put::remove(keys::code(self.table.code()))],
            _ => Vec::new(),
        };
        events.iter().flat_map(of_event).collect()
    }

    /// Keeps what those need who come back, and what bots need who have not been asked yet.
    fn remember(&mut self, entry: Remembered) {
        for event in &*entry.events {
            match event {
                TableEvent::GameBegun => self.played.clear(),
                TableEvent::Game { events } => self.played.extend(events.iter().cloned()),
                _ => {}
            }
        }
        if let Some(delayed) = &mut self.delayed {
            delayed.waiting.push_back(entry.clone());
        }
        self.entries.push_back(entry);
        if self.entries.len() > REMEMBERED {
            self.entries.pop_front();
        }
    }

    /// What an entry does to that which is not in the log.
    fn after_entry(&mut self, events: &[TableEvent]) {
        let game = events.iter().any(|event| matches!(event, TableEvent::Game { .. }));
        if game {
            self.drafts.iter_mut().for_each(|draft| *draft = None);
        }
        let begun = events.iter().any(|event| matches!(event, TableEvent::GameBegun));
        let stopped = events.iter().any(|event| matches!(event, TableEvent::Paused));
        if begun {
            self.bots.iter_mut().for_each(|bot| *bot = None);
            self.votes = Votes::default();
        } else if stopped {
            self.votes.pause.clear();
        }
        for event in events {
            match event {
                TableEvent::Sat { seat, who: Sitter::Player { .. }, .. } => {
                    self.gone_since[seat.index()] = Some(self.table.at());
                }
                TableEvent::Rose { .. } | TableEvent::GameBegun => self.places_changed = true,
                _ => {}
            }
        }
    }

    fn broadcast(&mut self, entry: &Remembered) {
        let clock = self.table.clock().shows(self.hall.clock.now()).map(trinta_table::wire::see_clock);
        let late = self.delayed.is_some();
        let mut made: Vec<(Viewer, Utf8Bytes)> = Vec::with_capacity(self.guests.len());
        let mut dropped = Vec::new();
        for (&ticket, guest) in &self.guests {
            let viewer = guest.viewer();
            if late && viewer == Viewer::Spectator {
                continue;
            }
            // Whoever sees no more than a spectator gets the same text, which is then made once.
            let viewer = if sees_more_of_entry(&entry.events, viewer) { viewer } else { Viewer::Spectator };
            let text = match made.iter().find(|(of, _)| *of == viewer) {
                Some((_, text)) => text.clone(),
                None => {
                    let text = encode(&entry.message(&self.table, viewer, clock));
                    made.push((viewer, text.clone()));
                    text
                }
            };
            if !self.hall.send(&guest.outbox, text) {
                dropped.push(ticket);
            }
        }
        for ticket in dropped {
            self.leave(ticket);
        }
    }

    /// Tells one client something.
    fn tell(&mut self, ticket: u64, message: &ServerMessage) {
        let Some(guest) = self.guests.get(&ticket) else { return };
        if !self.hall.send(&guest.outbox, encode(message)) {
            self.leave(ticket);
        }
    }

    /// Tells all clients but one something that is the same for everybody. It is of this moment: not for spectators who
    /// see the table later.
    fn tell_all(&mut self, message: &ServerMessage, but: Option<u64>) {
        let text = encode(message);
        let slow: Vec<u64> = self
            .guests
            .iter()
            .filter(|&(ticket, guest)| Some(*ticket) != but && !self.sees_later(guest))
            .filter(|(_, guest)| !self.hall.send(&guest.outbox, text.clone()))
            .map(|(&ticket, _)| ticket)
            .collect();
        for ticket in slow {
            self.leave(ticket);
        }
    }

    /// Whether somebody sees the table later than it is.
    fn sees_later(&self, guest: &Guest) -> bool {
        self.delayed.is_some() && guest.seat.is_none() && guest.player != *self.table.host()
    }

    fn count_game(&mut self) {
        let on = self.table.running().is_some();
        if on != self.counted_game {
            self.counted_game = on;
            self.hall.metrics.games.fetch_add(if on { 1 } else { -1 }, Ordering::Relaxed);
        }
    }
}

/// Stores an entry; the last one of a game together with what the game adds to histories and ratings.
///
/// A rating is stored only if it is still the one that was read. Another game of the same player that ends at the same
/// time may be first: then it is read again.
async fn persist(store: &dyn Store, append: Append, finished: Option<&Table>) -> Result<Appended, StoreError> {
    let Some(table) = finished else { return store.append(append).await };
    let mut attempts = 1;
    loop {
        let mut attempt = append.clone();
        let ratings = rating::changes(store, table).await?;
        attempt.puts.extend(history::of_finished(&append.log, table, append.at, ratings));
        match store.append(attempt).await {
            Err(StoreError::ValueConflict { key })
                if key.space == Values::Ratings.space() && attempts < RATING_ATTEMPTS =>
            {
                attempts += 1;
            }
            other => return other,
        }
    }
}

/// Why something was not done.
pub(crate) enum Trouble {
    /// It was refused; nothing happened.
    Refused(Refusal),
    /// The room can't be sure of its table any more.
    Lost,
}

impl Trouble {
    fn refusal(self) -> Refusal {
        match self {
            Trouble::Refused(refusal) => refusal,
            Trouble::Lost => Refusal::new(Code::NotStored, "it could not be stored; come back and see whether it was"),
        }
    }
}

/// A message as text.
pub(crate) fn encode(message: &ServerMessage) -> Utf8Bytes {
    serde_json::to_string(message).unwrap_or_else(|_| unreachable!("messages have plain keys")).into()
}

/// What lists say about a table.
pub(crate) fn summarise(id: &LogId, table: &Table) -> TableSummary {
    let plan = table.plan();
    TableSummary {
        table: id.to_string(),
        name: plan.name.clone(),
        edition: plan.edition.clone(),
        players: plan.players,
        seats: table.seats().iter().map(|seat| seat.as_ref().map(|sitter| sitter.name().to_owned())).collect(),
        playing: table.in_match(),
        open: plan.access == trinta_table::Access::Open,
        watch: plan.spectators.allowed,
        at: table.at(),
    }
}

/// Whether an event is a move in a game that goes on.
fn is_move(event: &TableEvent) -> bool {
    let over = |event: &Event| matches!(event, Event::Ended { .. });
    matches!(event, TableEvent::Game { events } if !events.iter().any(over))
}

fn same_but_for_time(one: &TableSummary, other: &TableSummary) -> bool {
    TableSummary { at: other.at, ..one.clone() } == *other
}
