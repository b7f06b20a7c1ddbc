//! The registry: all rooms of a server, and what they share.

use std::collections::HashMap;
use std::sync::atomic::{AtomicBool, AtomicI64};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::time::Duration;

use tokio::sync::{OwnedSemaphorePermit, Semaphore, broadcast, mpsc};
use tokio::time::Instant;
use trinta_solver::Budget;
use trinta_store::{Append, LogId, LogState, NodeId, Store, StoreError};
use trinta_table::chance::Chance;
use trinta_table::ids::{PlayerId, hex, new_code};
use trinta_table::library::Library;
use trinta_table::{Access, Code, OLDEST_ENTRY_FORMAT, Plan, Refusal, Request, Requester, Table};
use trinta_time::Timestamp;

use crate::bodies::TableSummary;
use crate::clock::Clock;
use crate::cluster::{Node, Session};
use crate::keys::{self, Values};
use crate::metrics::{Metrics, count};
use crate::room::bots::{BotFactory, Roster};
use crate::room::commit::store_opening;
use crate::room::gateway;
use crate::room::load::{LOADED_AT_ONCE, Origin};
use crate::room::lobby::{Lobby, LobbyPlace};
use crate::room::outbox::NotSent;
use crate::room::projection::summarise;
use crate::room::{Outbox, RoomRequest, Text};
use crate::stored::{Stored as _, StoredEvents, StoredSummary};

/// The capacity of a room's queue of requests.
const INBOX_CAPACITY: usize = 256;

/// Milestones that are kept for whoever is slow to hear of them.
const KEPT_MILESTONES: usize = 256;

/// The number of logs or values that are listed at a time.
pub(super) const PAGE_SIZE: usize = 500;

/// How old the list of open tables may be among several nodes.
const LOBBY_AGE: Duration = Duration::from_secs(2);

const WEEK: Duration = Duration::from_secs(7 * 24 * 3600);

/// Options that all rooms of a server share.
#[derive(Debug, Clone)]
pub struct RoomOptions {
    /// How long a bot waits before it moves, so that people can follow.
    pub bot_delay: Duration,
    /// The number of bots that may think at the same time.
    pub thinking_permits: usize,
    /// The bot that stands in for absent players.
    pub stand_in: String,
    /// How long an invitation is valid.
    pub invite_time: Duration,
    /// How long a deal waits for the commitments of those who play, and then for their entropy.
    pub deal_limit: Duration,
    /// How long a table whose first game has not begun stays open after its last entry.
    pub waiting_time: Duration,
    /// The solver's budget for a hint.
    pub hint_budget: Budget,
    /// Makes the bots that sit at tables.
    pub bots: Arc<dyn BotFactory>,
}

impl Default for RoomOptions {
    fn default() -> RoomOptions {
        RoomOptions {
            bot_delay: Duration::from_millis(900),
            thinking_permits: 1,
            stand_in: "level2".to_owned(),
            invite_time: WEEK,
            deal_limit: Duration::from_secs(10),
            waiting_time: WEEK,
            hint_budget: Budget::nodes(300_000),
            bots: Arc::new(Roster),
        }
    }
}

/// All rooms of a server.
pub struct Registry {
    pub(crate) store: Arc<dyn Store>,
    pub(crate) clock: Clock,
    pub(crate) chance: Arc<dyn Chance>,
    pub(crate) library: Arc<Library>,
    pub(crate) metrics: Arc<Metrics>,
    pub(crate) options: RoomOptions,
    /// The name of this process as an owner of logs in the store.
    pub(crate) node: NodeId,
    /// Tables at which somebody sat down or left, or a game ended.
    pub(crate) milestones: broadcast::Sender<LogId>,
    /// This server among others; none: it is alone, and owns every table.
    pub(crate) cluster: Option<Arc<Node>>,
    /// When the lease was renewed last, in milliseconds since 1970.
    pub(super) renewed_at: AtomicI64,
    /// Until when other nodes leave the tables of this one alone, in milliseconds since 1970.
    pub(super) lease_until: AtomicI64,
    /// Whether this node alone has lost the bus.
    pub(super) isolated: AtomicBool,
    /// Permits for the solver, counted separately for bots, hints and the analysis of finished games.
    pub(crate) thinking_permits: Arc<Semaphore>,
    pub(crate) hint_permits: Arc<Semaphore>,
    pub(crate) analysis_permits: Arc<Semaphore>,
    load_permits: Arc<Semaphore>,
    pub(super) rooms: Mutex<HashMap<LogId, mpsc::Sender<RoomRequest>>>,
    /// Tables that a room let go of because nothing could be stored: the epoch of its claim, and since when.
    unserved: Mutex<HashMap<LogId, (u64, Timestamp)>>,
    lobby: Mutex<Lobby>,
    /// When the lobby was read last, among several nodes.
    lobby_read: tokio::sync::Mutex<Option<Instant>>,
}

impl std::fmt::Debug for Registry {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("Registry").field("node", &self.node).finish_non_exhaustive()
    }
}

pub(super) fn lock<T>(mutex: &Mutex<T>) -> MutexGuard<'_, T> {
    // A poisoned lock is safe to use: nothing that can panic runs while the data is inconsistent.
    mutex.lock().unwrap_or_else(PoisonError::into_inner)
}

/// What is said to those who play when the store fails; the rest is in the log of the program.
pub(crate) fn not_stored(error: &StoreError) -> Refusal {
    tracing::warn!(%error, "the store fails");
    Refusal::new(Code::NotStored, error.public_message())
}

impl Registry {
    /// Opens the registry over a store. Open tables are listed at once; each is loaded when it is first needed.
    ///
    /// # Errors
    /// If the store can't be read, or the lease can't be stored.
    pub async fn open(
        store: Arc<dyn Store>,
        clock: Clock,
        chance: Arc<dyn Chance>,
        options: RoomOptions,
    ) -> Result<Arc<Registry>, StoreError> {
        let node = NodeId::new(&hex(&chance.bytes::<8>()))?;
        Registry::open_as(node, None, store, clock, chance, options).await
    }

    /// Opens the registry of a node among several.
    ///
    /// # Errors
    /// If the store can't be read, or the lease can't be stored.
    pub async fn open_in_cluster(
        cluster: Arc<Node>,
        store: Arc<dyn Store>,
        clock: Clock,
        chance: Arc<dyn Chance>,
        options: RoomOptions,
    ) -> Result<Arc<Registry>, StoreError> {
        Registry::open_as(cluster.id().clone(), Some(cluster), store, clock, chance, options).await
    }

    async fn open_as(
        node: NodeId,
        cluster: Option<Arc<Node>>,
        store: Arc<dyn Store>,
        clock: Clock,
        chance: Arc<dyn Chance>,
        options: RoomOptions,
    ) -> Result<Arc<Registry>, StoreError> {
        let lobby = list_open(&*store).await?;
        let registry = Arc::new(Registry {
            thinking_permits: Arc::new(Semaphore::new(options.thinking_permits.max(1))),
            hint_permits: Arc::new(Semaphore::new(1)),
            analysis_permits: Arc::new(Semaphore::new(1)),
            load_permits: Arc::new(Semaphore::new(LOADED_AT_ONCE)),
            store,
            clock,
            chance,
            library: Arc::new(Library::default()),
            metrics: Arc::new(Metrics::default()),
            options,
            node,
            milestones: broadcast::Sender::new(KEPT_MILESTONES),
            cluster,
            renewed_at: AtomicI64::new(0),
            lease_until: AtomicI64::new(0),
            isolated: AtomicBool::new(false),
            rooms: Mutex::default(),
            unserved: Mutex::default(),
            lobby: Mutex::new(lobby),
            lobby_read: tokio::sync::Mutex::default(),
        });
        registry.renew().await?;
        Ok(registry)
    }

    /// The counters of the server.
    #[must_use]
    pub fn metrics(&self) -> &Arc<Metrics> {
        &self.metrics
    }

    /// The word lists.
    #[must_use]
    pub fn library(&self) -> &Library {
        &self.library
    }

    /// The store.
    #[must_use]
    pub fn store(&self) -> &Arc<dyn Store> {
        &self.store
    }

    /// The clock.
    #[must_use]
    pub const fn clock(&self) -> &Clock {
        &self.clock
    }

    /// The source of randomness.
    #[must_use]
    pub fn chance(&self) -> &dyn Chance {
        &*self.chance
    }

    /// The source of randomness, for work on other threads.
    pub(crate) fn chance_source(&self) -> Arc<dyn Chance> {
        self.chance.clone()
    }

    /// The options that all rooms share.
    #[must_use]
    pub const fn options(&self) -> &RoomOptions {
        &self.options
    }

    /// This server among others, if it is not alone.
    #[must_use]
    pub const fn cluster(&self) -> Option<&Arc<Node>> {
        self.cluster.as_ref()
    }

    /// Whether all nodes that are alive read entries in a version of their format.
    pub(super) fn all_nodes_read(&self, entry_format: u32) -> bool {
        // What every version reads needs no look at the others.
        entry_format <= OLDEST_ENTRY_FORMAT
            || self.cluster.as_ref().is_none_or(|node| node.common_entry_format() >= entry_format)
    }

    /// Serves a table to the people of another node.
    pub(crate) fn serve_remote(self: &Arc<Registry>, table: &str, session: Session) {
        if let Ok(id) = LogId::new(table) {
            tokio::spawn(gateway::serve(self.clone(), id, session));
        }
    }

    /// Opens a table, and returns its name and its code.
    ///
    /// # Errors
    /// If the plan is invalid, or the table can't be stored.
    pub async fn create(&self, plan: Plan, host: PlayerId) -> Result<(LogId, String), Refusal> {
        plan.check(&self.library).map_err(|error| Refusal::new(Code::BadPlan, error.to_string()))?;
        let failed = |error: StoreError| not_stored(&error);
        let id = LogId::new(&hex(&self.chance.bytes::<12>())).map_err(|error| failed(error.into()))?;
        self.store.create(&id, "".into()).await.map_err(failed)?;
        let claim = self.store.claim(&id, &self.node, self.clock.now()).await.map_err(failed)?;
        for _ in 0..8 {
            let code = new_code(&*self.chance);
            let events = Table::opening(plan.clone(), host.clone(), code.clone());
            let at = self.clock.now();
            let table = Table::open(at, &events, &self.library)
                .map_err(|error| Refusal::new(Code::BadPlan, error.to_string()))?;
            let entry = StoredEvents(events);
            let append = Append::new(&id, claim.epoch, 1, at, entry.write());
            match store_opening(self, append, &entry.0, &table).await {
                Ok(()) => {}
                // Another table has this code.
                Err(StoreError::ValueConflict { .. }) => continue,
                Err(error) => return Err(failed(error)),
            }
            self.list(&id, &table, summarise(&id, &table));
            self.release_from_front(&id, claim.epoch).await;
            return Ok((id, code));
        }
        Err(Refusal::new(Code::Internal, "no free code was found"))
    }

    /// The table that has a code.
    ///
    /// # Errors
    /// If there is none, or the store can't be read.
    pub async fn table_of_code(&self, code: &str) -> Result<LogId, Refusal> {
        let found = self.store.get(&keys::code(code)).await;
        let found = found.map_err(|error| not_stored(&error))?;
        let id = found.and_then(|id| LogId::new(&id.text).ok());
        id.ok_or_else(|| Refusal::new(Code::NotFound, "there is no table with this code"))
    }

    /// The tables that anybody may join or watch, after a place in the list: those without a running game first, then the
    /// most recently active. Among several nodes the list is read from the store, and may be a few seconds old.
    ///
    /// # Errors
    /// If the store can't be read.
    pub async fn lobby(&self, after: Option<&LobbyPlace>, limit: usize) -> Result<Vec<TableSummary>, Refusal> {
        if self.cluster.is_some() {
            let mut read = self.lobby_read.lock().await;
            if read.is_none_or(|at| at.elapsed() > LOBBY_AGE) {
                let listed = list_open(&*self.store).await.map_err(|error| not_stored(&error))?;
                *lock(&self.lobby) = listed;
                *read = Some(Instant::now());
            }
        }
        Ok(lock(&self.lobby).page(after, limit))
    }

    /// Adds a table to the lobby, updates it there, or removes it.
    pub(crate) fn list(&self, id: &LogId, table: &Table, summary: TableSummary) {
        let listed = table.plan().access == Access::Open && !table.is_closed();
        let mut lobby = lock(&self.lobby);
        if listed {
            lobby.insert(id, summary);
        } else {
            lobby.remove(id);
        }
    }

    /// Updates only the time of a table's last activity in the lobby.
    pub(crate) fn touch(&self, id: &LogId, at: Timestamp) {
        lock(&self.lobby).touch(id, at);
    }

    /// The room of a table; if none is running, one is started, which loads the table.
    pub(super) fn room(self: &Arc<Registry>, id: &LogId, origin: Origin) -> mpsc::Sender<RoomRequest> {
        let mut rooms = lock(&self.rooms);
        if let Some(room) = rooms.get(id).filter(|room| !room.is_closed()) {
            return room.clone();
        }
        let (sender, inbox) = mpsc::channel(INBOX_CAPACITY);
        rooms.insert(id.clone(), sender.clone());
        tokio::spawn(super::load::open_room(self.clone(), id.clone(), origin, sender.clone(), inbox));
        sender
    }

    /// Nothing could be stored at a table since this time, and its room has let go of it.
    pub(super) fn note_unserved(&self, id: &LogId, epoch: u64, since: Timestamp) {
        lock(&self.unserved).insert(id.clone(), (epoch, since));
    }

    /// Since when nothing could be stored at a table, if that is why its last room let go of it, and that was here.
    pub(super) fn take_unserved(&self, id: &LogId, epoch: u64) -> Option<Timestamp> {
        let (before, since) = lock(&self.unserved).remove(id)?;
        // The room gave its claim up, if it could, and this is the next one.
        (epoch <= before + 2).then_some(since)
    }

    /// What a room needs to be read, among several nodes.
    pub(super) async fn load_permit(&self) -> Option<OwnedSemaphorePermit> {
        self.cluster.as_ref()?;
        self.load_permits.clone().acquire_owned().await.ok()
    }

    /// Removes a room that has ended.
    pub(crate) fn forget(&self, id: &LogId) {
        lock(&self.rooms).remove(id);
    }

    /// Removes a room and closes its queue, so that whoever waits there asks again.
    pub(super) fn forget_closed(&self, id: &LogId, inbox: mpsc::Receiver<RoomRequest>) {
        let mut rooms = lock(&self.rooms);
        drop(inbox);
        if rooms.get(id).is_some_and(mpsc::Sender::is_closed) {
            rooms.remove(id);
        }
    }

    /// Removes an idle room, unless a request has arrived in the meantime; returns whether it was removed.
    pub(crate) fn retire(&self, id: &LogId, inbox: &mpsc::Receiver<RoomRequest>) -> bool {
        let mut rooms = lock(&self.rooms);
        if inbox.is_empty() {
            rooms.remove(id);
            return true;
        }
        false
    }

    /// The names of tables from now on, each when somebody has sat down or left there, or a game has ended.
    pub(crate) fn milestones(&self) -> broadcast::Receiver<LogId> {
        self.milestones.subscribe()
    }

    /// Puts a message into an outbox; false if the outbox is full or closed.
    pub(crate) fn send(&self, outbox: &Outbox, text: Text) -> bool {
        match outbox.try_send(text) {
            Ok(()) => {
                count(&self.metrics.sent);
                true
            }
            Err(NotSent::Full) => {
                count(&self.metrics.too_slow);
                false
            }
            Err(NotSent::Closed) => false,
        }
    }

    /// Closes tables at which no game has begun and nothing has happened for `waiting_time`; returns their number.
    ///
    /// # Errors
    /// If the store can't be read.
    pub async fn sweep(self: &Arc<Registry>) -> Result<usize, StoreError> {
        let before = self.clock.now() - self.options.waiting_time;
        let mut closed = 0;
        let mut after = String::new();
        loop {
            let page = self.store.list(&Values::Waiting.space(), &after, PAGE_SIZE).await?;
            let Some((last, _)) = page.last() else { return Ok(closed) };
            after.clone_from(last);
            for (name, opened) in &page {
                let old = opened.text.parse().is_ok_and(|opened| Timestamp::from_millis(opened) < before);
                let Some(id) = LogId::new(name).ok().filter(|_| old) else { continue };
                // The value has only the time of opening; the table refuses if something has happened since `before`.
                closed += usize::from(self.request(&id, Requester::House, Request::Expire { before }).await.is_ok());
            }
        }
    }
}

/// The open tables that anybody may join or watch.
async fn list_open(store: &dyn Store) -> Result<Lobby, StoreError> {
    let mut lobby = Lobby::default();
    let mut after: Option<LogId> = None;
    loop {
        let page = store.logs(LogState::Open, after.as_ref(), PAGE_SIZE).await?;
        let Some(last) = page.last() else { return Ok(lobby) };
        after = Some(last.log.clone());
        for info in page {
            // Skipped: summaries that a newer program wrote, and empty ones, left by a process that ended while it was
            // opening a table.
            if let Ok(summary) = StoredSummary::read(&info.summary).map(TableSummary::from)
                && summary.open
            {
                lobby.insert(&info.log, summary);
            }
        }
    }
}
