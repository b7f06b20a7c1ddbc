//! Reading a table from its log.

use std::collections::HashMap;
use std::sync::Arc;
use std::time::Duration;

use tokio::sync::mpsc;
use tokio::time::{Instant, timeout};
use trinta_core::Seat;
use trinta_store::{LogId, NodeId, StoreError};
use trinta_table::{Code, ENTRY_FORMAT, Occupant, Refusal, Request, Requester, Table};
use trinta_time::Timestamp;

use crate::keys::HALL_PREFIX;
use crate::room::bots::Bots;
use crate::room::connections::Connections;
use crate::room::delayed::Delayed;
use crate::room::extras::{Extras, count_extra};
use crate::room::fold::{FoldFault, fold_log};
use crate::room::log::{Log, RecentEntry};
use crate::room::relay::{ATTACH_TIMEOUT, Relay};
use crate::room::time::Outage;
use crate::room::transient::Transient;
use crate::room::{PerformError, Registry, Room, RoomRequest};

/// How long a node tries to reach a table whose owner does not answer: longer than a lease.
const PATIENCE: Duration = Duration::from_secs(12);
/// How long a node waits for another one to take a table that it could serve itself.
const PLACE_TIMEOUT: Duration = Duration::from_millis(250);
/// The time between two attempts.
const RETRY_INTERVAL: Duration = Duration::from_millis(100);
/// The longest time between two attempts, while the lease of an owner runs that nobody hears any more.
const MAX_RETRY_INTERVAL: Duration = Duration::from_millis(500);
/// Tables that a node reads at a time among several. When another dies, everybody who was there comes at once; more of them
/// together would be no faster, and would leave no connection to the store for anything else.
pub(super) const LOADED_AT_ONCE: usize = 4;

/// Where the first request for a table comes from that is not served here yet.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Origin {
    /// Somebody at this node, who may as well be served by another one.
    Person,
    /// Another node, which has chosen this one.
    Node,
}

/// Why a table is not served here.
enum NotLoaded {
    Refused(Refusal),
    /// Its log has what this version of the server does not understand.
    NotUnderstood(Refusal),
    /// Another node owns it until its lease runs out.
    Owned {
        owner: NodeId,
        until: Timestamp,
    },
}

impl From<Refusal> for NotLoaded {
    fn from(refusal: Refusal) -> NotLoaded {
        NotLoaded::Refused(refusal)
    }
}

/// Reads a table and serves it, or relays to the node that does. If neither can be done, whoever asks is told why.
pub(super) async fn open_room(
    registry: Arc<Registry>,
    id: LogId,
    origin: Origin,
    sender: mpsc::Sender<RoomRequest>,
    inbox: mpsc::Receiver<RoomRequest>,
) {
    match find(&registry, &id, origin, &sender).await {
        Ok(Found::Here(room)) => {
            drop(sender);
            room.run(inbox).await;
        }
        Ok(Found::Elsewhere(relay)) => {
            drop(sender);
            relay.run(inbox).await;
        }
        Err(refusal) => {
            drop(sender);
            registry.forget(&id);
            refuse_all(inbox, &refusal).await;
        }
    }
}

/// Where a table is served.
enum Found {
    Here(Box<Room>),
    Elsewhere(Box<Relay>),
}

/// Reads a table, or finds the node that serves it.
async fn find(
    registry: &Arc<Registry>,
    id: &LogId,
    origin: Origin,
    inbox: &mpsc::Sender<RoomRequest>,
) -> Result<Found, Refusal> {
    let began = Instant::now();
    if origin == Origin::Person
        && let Some(relay) = place(registry, id, inbox).await
    {
        return Ok(Found::Elsewhere(relay));
    }
    loop {
        if registry.is_isolated() || registry.cluster().is_some_and(|node| node.is_stopping()) {
            return Err(letting_go());
        }
        let (owner, until) = match load(registry, id, inbox.clone()).await {
            Ok(room) => return Ok(Found::Here(Box::new(room))),
            Err(NotLoaded::Refused(refusal)) => return Err(refusal),
            Err(NotLoaded::NotUnderstood(refusal)) => {
                return attach_to_any(registry, id, inbox).await.map(Found::Elsewhere).ok_or(refusal);
            }
            Err(NotLoaded::Owned { owner, until }) => (owner, until),
        };
        let Some(node) = registry.cluster() else { return Err(letting_go()) };
        // A node that leaves answers nothing new, and gives its tables up within moments.
        let silent = node.is_silent(&owner, began);
        if !silent && !node.is_leaving(&owner) {
            // An owner that does not answer may be gone without having been silent for long. When its lease has run out,
            // nothing has to be waited for any more.
            let attached = Relay::attach(registry, node, &owner, id, inbox.clone());
            if let Ok(Some(relay)) = timeout(lease_left(registry, until, ATTACH_TIMEOUT), attached).await {
                return Ok(Found::Elsewhere(Box::new(relay)));
            }
        }
        if began.elapsed() > PATIENCE {
            return Err(letting_go());
        }
        let wait = if silent { lease_left(registry, until, MAX_RETRY_INTERVAL) } else { RETRY_INTERVAL };
        tokio::time::sleep(wait).await;
    }
}

/// How long a lease still runs, but at most this long: it may be given up before its end.
fn lease_left(registry: &Registry, until: Timestamp, at_most: Duration) -> Duration {
    until.since(registry.clock.now()).clamp(RETRY_INTERVAL, at_most)
}

/// Has another node serve a table that nobody owns, if it has far fewer, or if this node leaves tables to others.
async fn place(registry: &Arc<Registry>, id: &LogId, inbox: &mpsc::Sender<RoomRequest>) -> Option<Box<Relay>> {
    let node = registry.cluster()?;
    let better = registry.better_place()?;
    let owner = registry.store.owner(id, registry.clock.now()).await.ok()?;
    if owner.is_some() {
        return None;
    }
    // While many tables move, two nodes may each take the other for the one with fewer, and wait for each other.
    let patience = if node.is_front() { ATTACH_TIMEOUT } else { PLACE_TIMEOUT };
    let attached = Relay::attach(registry, node, &better, id, inbox.clone());
    timeout(patience, attached).await.ok().flatten().map(Box::new)
}

/// The log of a table has what only a newer node understands: the first of those that are newer serves it.
async fn attach_to_any(registry: &Arc<Registry>, id: &LogId, inbox: &mpsc::Sender<RoomRequest>) -> Option<Box<Relay>> {
    let node = registry.cluster()?;
    for other in node.others().into_iter().filter(|other| other.entry_format > ENTRY_FORMAT) {
        let Ok(other) = NodeId::new(&other.node) else { continue };
        if let Some(relay) = Relay::attach(registry, node, &other, id, inbox.clone()).await {
            return Some(Box::new(relay));
        }
    }
    None
}

/// Refuses until the last one who found this room has asked: if it closed before, they would not be told why.
async fn refuse_all(mut inbox: mpsc::Receiver<RoomRequest>, refusal: &Refusal) {
    while let Some(request) = inbox.recv().await {
        match request {
            RoomRequest::Enter(_, reply) => drop(reply.send(Err(refusal.clone()))),
            RoomRequest::Request(_, _, reply) => drop(reply.send(Err(refusal.clone()))),
            RoomRequest::Table(reply) => drop(reply.send(Err(refusal.clone()))),
            RoomRequest::Summary(reply) => drop(reply.send(Err(refusal.clone()))),
            RoomRequest::Seated(_, reply) => drop(reply.send(Err(refusal.clone()))),
            // Whoever stops the server waits for the end of this room.
            RoomRequest::Stop => return,
            _ => {}
        }
    }
}

async fn load(registry: &Arc<Registry>, id: &LogId, inbox: mpsc::Sender<RoomRequest>) -> Result<Room, NotLoaded> {
    if id.as_str().starts_with(HALL_PREFIX) {
        return Err(no_such_table().into());
    }
    let failed = |error| not_loaded(id, error);
    let permit = registry.load_permit().await;
    // A look before a claim: asking for tables that are not there must cost nothing.
    registry.store.read(id, 1, 1).await.map_err(failed)?;
    let now = registry.clock.now();
    let claim = registry.store.claim(id, &registry.node, now).await.map_err(failed)?;
    let mut log = Log::default();
    let mut extras = 0;
    let mut delayed: Option<Option<Delayed>> = None;
    let folded = fold_log(&*registry.store, &registry.library, id, |table, events, command| {
        extras = count_extra(extras, &events);
        let entry = RecentEntry::last_of(table, events);
        match &mut delayed {
            None => delayed = Some(Delayed::opened(table)),
            Some(Some(delayed)) => {
                delayed.add(entry.clone());
                delayed.catch_up(now.max(entry.at));
            }
            Some(None) => {}
        }
        log.add(entry, command);
    });
    let table = match folded.await {
        Ok(table) => table.ok_or_else(no_such_table)?,
        Err(fault) => {
            registry.release(id, claim.epoch, Duration::ZERO).await;
            return Err(not_folded(id, fault));
        }
    };
    let transient = Transient::load(registry, id, &table).await.map_err(failed)?;
    // Reading may have taken long, while nobody could play.
    let now = registry.clock.now();
    let ahead = table.at().since(now);
    let now = now + ahead;
    // This process may have renewed its lease while it could not store anything at this table.
    let last_sign = registry.take_unserved(id, claim.epoch).or(claim.last_sign);
    let unserved = unserved_time(&table, last_sign, now).filter(|_| !table.is_closed());
    // What follows is stored together with what others store.
    drop(permit);
    let seats = usize::from(table.plan().players);
    let cut_off = unserved.map_or_else(HashMap::new, |_| (0..seats).map(|seat| (Seat::at(seat), now)).collect());
    let mut room = Room {
        registry: registry.clone(),
        id: id.clone(),
        epoch: claim.epoch,
        inbox,
        table,
        log,
        projected: false,
        connections: Connections::empty(seats, now),
        transient,
        bots: Bots::empty(seats),
        delayed: delayed.flatten(),
        outage: Outage::default(),
        cut_off,
        extras: Extras::new(extras, now),
        ahead,
        counted_game: false,
        released: false,
        unserved_since: None,
    };
    if claim.restored && room.table.has_secrets() {
        tracing::warn!(table = %id, "the store was restored: what was secret at this table may be known");
        let discarded = room.perform(&Requester::House, &Request::DiscardSecrets, None).await;
        discarded.map_err(PerformError::refusal)?;
    }
    if let Some(lost) = unserved {
        let resumed = room.perform(&Requester::House, &Request::Resume { lost }, None).await;
        resumed.map_err(PerformError::refusal)?;
    }
    Ok(room)
}

fn no_such_table() -> Refusal {
    Refusal::new(Code::NotFound, "there is no such table")
}

fn letting_go() -> Refusal {
    Refusal::new(Code::Stopping, "another server is letting go of this table; please try again in a moment")
}

fn not_loaded(id: &LogId, error: StoreError) -> NotLoaded {
    NotLoaded::Refused(match error {
        StoreError::NoSuchLog => no_such_table(),
        StoreError::Owned { owner, until } => return NotLoaded::Owned { owner, until },
        error => {
            tracing::error!(table = %id, %error, "a table can't be read");
            Refusal::new(Code::NotStored, error.public_message())
        }
    })
}

fn not_folded(id: &LogId, fault: FoldFault) -> NotLoaded {
    match fault {
        FoldFault::Store(error) => not_loaded(id, error),
        FoldFault::Unreadable(error) => {
            tracing::error!(table = %id, %error, "the log of a table can't be understood");
            let message = "the log of this table can't be read by this version of the server";
            NotLoaded::NotUnderstood(Refusal::new(Code::Internal, message))
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
