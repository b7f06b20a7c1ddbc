//! Reading a table from its log.

use std::sync::Arc;
use std::time::Duration;

use tokio::sync::mpsc;
use trinta_store::{LogId, StoreError};
use trinta_table::{Code, Occupant, Refusal, Request, Requester, Table, TableEvent};
use trinta_time::Timestamp;

use crate::room::bots::Bots;
use crate::room::connections::Connections;
use crate::room::delayed::Delayed;
use crate::room::log::{Log, RecentEntry};
use crate::room::time::Outage;
use crate::room::transient::Transient;
use crate::room::{PerformError, Registry, Room, RoomRequest};
use crate::stored::{Stored as _, StoredEvents};

/// Entries that are read at a time.
const PAGE_SIZE: usize = 1000;

/// Reads a table and serves it; if it can't be read, tells everybody who asks why.
pub(super) async fn open_room(
    registry: Arc<Registry>,
    id: LogId,
    sender: mpsc::Sender<RoomRequest>,
    mut inbox: mpsc::Receiver<RoomRequest>,
) {
    match load(&registry, &id, sender).await {
        Ok(room) => room.run(inbox).await,
        Err(refusal) => {
            registry.forget(&id);
            // Until the last one who found this room has asked: if it closed before, they would not be told why.
            while let Some(request) = inbox.recv().await {
                match request {
                    RoomRequest::Enter(_, reply) => drop(reply.send(Err(refusal.clone()))),
                    RoomRequest::Request(_, _, reply) => drop(reply.send(Err(refusal.clone()))),
                    RoomRequest::Summary(reply) => drop(reply.send(Err(refusal.clone()))),
                    RoomRequest::Seated(_, reply) => drop(reply.send(Err(refusal.clone()))),
                    _ => {}
                }
            }
        }
    }
}

/// A log, folded.
struct Loaded {
    table: Table,
    log: Log,
    delayed: Option<Delayed>,
}

impl Loaded {
    fn add(&mut self, at: Timestamp, events: Arc<[TableEvent]>, command: Option<String>, now: Timestamp) {
        self.table.apply(at, &events);
        let entry = RecentEntry::last_of(&self.table, events);
        if let Some(delayed) = &mut self.delayed {
            delayed.add(entry.clone());
            delayed.catch_up(now);
        }
        self.log.add(entry, command);
    }
}

async fn load(registry: &Arc<Registry>, id: &LogId, inbox: mpsc::Sender<RoomRequest>) -> Result<Room, Refusal> {
    let failed = |error| not_loaded(id, error);
    // A look before a claim: asking for tables that are not there must cost nothing.
    registry.store.read(id, 1, 1).await.map_err(failed)?;
    let now = registry.clock.now();
    let claim = registry.store.claim(id, &registry.node, now).await.map_err(failed)?;
    let loaded = fold(registry, id, now).await?;
    let Loaded { table, log, delayed } = loaded.ok_or_else(no_such_table)?;
    let unserved = unserved_time(&table, claim.last_sign, now);
    let seats = usize::from(table.plan().players);
    let mut room = Room {
        registry: registry.clone(),
        id: id.clone(),
        epoch: claim.epoch,
        inbox,
        table,
        log,
        projected: false,
        connections: Connections::empty(seats, now),
        transient: Transient::new(seats),
        bots: Bots::empty(seats),
        delayed,
        outage: Outage::default(),
        counted_game: false,
        released: false,
    };
    if let Some(lost) = unserved {
        let resumed = room.perform(&Requester::House, &Request::Resume { lost }, None).await;
        resumed.map_err(PerformError::refusal)?;
    }
    Ok(room)
}

fn no_such_table() -> Refusal {
    Refusal::new(Code::NotFound, "there is no such table")
}

fn not_loaded(id: &LogId, error: StoreError) -> Refusal {
    match error {
        StoreError::NoSuchLog => no_such_table(),
        StoreError::Owned { .. } => {
            Refusal::new(Code::Stopping, "another server is letting go of this table; please try again in a moment")
        }
        error => {
            tracing::error!(table = %id, %error, "a table can't be read");
            Refusal::new(Code::NotStored, error.to_string())
        }
    }
}

/// Reads and folds a whole log; none if it has no entry.
async fn fold(registry: &Registry, id: &LogId, now: Timestamp) -> Result<Option<Loaded>, Refusal> {
    let unreadable = |error: &dyn std::fmt::Display| {
        tracing::error!(table = %id, %error, "the log of a table can't be understood");
        Refusal::new(Code::Internal, "the log of this table can't be read by this version of the server")
    };
    let mut loaded: Option<Loaded> = None;
    let mut next = 1;
    loop {
        let page = registry.store.read(id, next, PAGE_SIZE).await.map_err(|error| not_loaded(id, error))?;
        let last = page.len() < PAGE_SIZE;
        next += page.len() as u64;
        for entry in page {
            let StoredEvents(events) = StoredEvents::read(&entry.body).map_err(|error| unreadable(&error))?;
            let events: Arc<[TableEvent]> = events.into();
            if let Some(loaded) = &mut loaded {
                loaded.add(entry.at, events, entry.command, now);
                continue;
            }
            let table = Table::open(entry.at, &events, &registry.library).map_err(|error| unreadable(&error))?;
            let mut log = Log::default();
            log.add(RecentEntry::last_of(&table, events), entry.command);
            loaded = Some(Loaded { delayed: Delayed::opened(&table), log, table });
        }
        if last {
            return Ok(loaded);
        }
    }
}

/// The time in which nobody served the table while a clock was running; none: nobody has to get any back.
fn unserved_time(table: &Table, last_sign: Option<Timestamp>, now: Timestamp) -> Option<Duration> {
    let running = table.running().is_some() && !table.is_paused();
    let people = table.seats().iter().flatten().any(|occupant| matches!(occupant, Occupant::Player { .. }));
    // What the last owner stored is proof that it ran then.
    let served = last_sign.map_or(table.at(), |sign| sign.max(table.at()));
    let unserved = now.since(served);
    (running && people && !unserved.is_zero()).then_some(unserved)
}
