//! The registry: all rooms of a server, and what they share.

use std::cmp::Reverse;
use std::collections::{BTreeMap, HashMap};
use std::sync::atomic::Ordering;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::time::Duration;

use tokio::sync::{Semaphore, mpsc, oneshot};
use trinta_solver::Budget;
use trinta_store::{Append, Lease, LogId, LogState, NodeId, Store, StoreError};
use trinta_table::chance::Chance;
use trinta_table::ids::{PlayerId, hex, new_code};
use trinta_table::library::Library;
use trinta_table::{Access, Code, Face, Plan, Refusal, Request, Requester, Table};
use trinta_time::Timestamp;

use crate::bodies::{SeatedTable, TableSummary};
use crate::clock::Clock;
use crate::keys::{self, Values};
use crate::metrics::{Metrics, count};
use crate::room::bots::{BotFactory, Roster};
use crate::room::commit::store_opening;
use crate::room::projection::summarise;
use crate::room::{EnterRequest, Outbox, Performed, RoomRequest, Text, Ticket};
use crate::stored::{Stored as _, StoredEvents, StoredSummary};

/// The capacity of a room's queue of requests.
const INBOX_CAPACITY: usize = 256;

/// The number of logs or values that are listed at a time.
const PAGE_SIZE: usize = 500;

/// The most tables in the list of a player's own.
const MAX_OWN_TABLES: usize = 12;

/// How often this process renews its lease. While games are running it does so every second, because after a crash the
/// clocks are credited from the last renewal.
const RENEWED_WHILE_PLAYING: Duration = Duration::from_secs(1);
const RENEWED_WHILE_IDLE: Duration = Duration::from_secs(30);
/// The length of a lease in renewal intervals: after this many without a renewal another process may claim the tables.
const RENEWALS_PER_LEASE: u32 = 3;

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
    /// Permits for the solver, counted separately for bots, hints and the analysis of finished games.
    pub(crate) thinking_permits: Arc<Semaphore>,
    pub(crate) hint_permits: Arc<Semaphore>,
    pub(crate) analysis_permits: Arc<Semaphore>,
    rooms: Mutex<HashMap<LogId, mpsc::Sender<RoomRequest>>>,
    lobby: Mutex<BTreeMap<LogId, TableSummary>>,
}

impl std::fmt::Debug for Registry {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("Registry").field("node", &self.node).finish_non_exhaustive()
    }
}

fn lock<T>(mutex: &Mutex<T>) -> MutexGuard<'_, T> {
    // A poisoned lock is safe to use: nothing that can panic runs while the data is inconsistent.
    mutex.lock().unwrap_or_else(PoisonError::into_inner)
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
        let lobby = list_open(&*store).await?;
        let node = NodeId::new(&hex(&chance.bytes::<8>()))?;
        let registry = Arc::new(Registry {
            thinking_permits: Arc::new(Semaphore::new(options.thinking_permits.max(1))),
            hint_permits: Arc::new(Semaphore::new(1)),
            analysis_permits: Arc::new(Semaphore::new(1)),
            store,
            clock,
            chance,
            library: Arc::new(Library::default()),
            metrics: Arc::new(Metrics::default()),
            options,
            node,
            rooms: Mutex::default(),
            lobby: Mutex::new(lobby),
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

    /// The options that all rooms share.
    #[must_use]
    pub const fn options(&self) -> &RoomOptions {
        &self.options
    }

    /// Opens a table, and returns its name and its code.
    ///
    /// # Errors
    /// If the plan is invalid, or the table can't be stored.
    pub async fn create(&self, plan: Plan, host: PlayerId) -> Result<(LogId, String), Refusal> {
        plan.check(&self.library).map_err(|error| Refusal::new(Code::BadPlan, error.to_string()))?;
        let failed = |error: StoreError| Refusal::new(Code::NotStored, error.to_string());
        let id = LogId::new(&hex(&self.chance.bytes::<12>())).map_err(|error| failed(error.into()))?;
        self.store.create(&id, "".into()).await.map_err(failed)?;
        let claim = self.store.claim(&id, &self.node, self.clock.now()).await.map_err(failed)?;
        for _ in 0..8 {
            let code = new_code(&*self.chance);
            let events = Table::opening(plan.clone(), host.clone(), code.clone(), &*self.chance);
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
        let found = found.map_err(|error| Refusal::new(Code::NotStored, error.to_string()))?;
        let id = found.and_then(|id| LogId::new(&id.text).ok());
        id.ok_or_else(|| Refusal::new(Code::NotFound, "there is no table with this code"))
    }

    /// The tables that anybody may join or watch: those without a running game first, then the most recently active.
    #[must_use]
    pub fn lobby(&self, limit: usize) -> Vec<TableSummary> {
        let mut tables: Vec<TableSummary> = lock(&self.lobby).values().cloned().collect();
        tables.sort_by_key(|table| (table.playing, Reverse(table.at)));
        tables.truncate(limit);
        tables
    }

    /// Adds a table to the lobby, updates it there, or removes it.
    pub(crate) fn list(&self, id: &LogId, table: &Table, summary: TableSummary) {
        let listed = table.plan().access == Access::Open && !table.is_closed();
        let mut lobby = lock(&self.lobby);
        if listed {
            lobby.insert(id.clone(), summary);
        } else {
            lobby.remove(id);
        }
    }

    /// Updates only the time of a table's last activity in the lobby.
    pub(crate) fn touch(&self, id: &LogId, at: Timestamp) {
        if let Some(summary) = lock(&self.lobby).get_mut(id) {
            summary.at = at;
        }
    }

    /// The room of a table; if none is running, one is started, which loads the table.
    fn room(self: &Arc<Registry>, id: &LogId) -> mpsc::Sender<RoomRequest> {
        let mut rooms = lock(&self.rooms);
        if let Some(room) = rooms.get(id).filter(|room| !room.is_closed()) {
            return room.clone();
        }
        let (sender, inbox) = mpsc::channel(INBOX_CAPACITY);
        rooms.insert(id.clone(), sender.clone());
        tokio::spawn(super::load::open_room(self.clone(), id.clone(), sender.clone(), inbox));
        sender
    }

    /// Removes a room that has ended.
    pub(crate) fn forget(&self, id: &LogId) {
        lock(&self.rooms).remove(id);
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

    /// Sends a request to a room and awaits its reply. If the room is just ending, the request is retried with a new
    /// room.
    async fn call_room<T>(
        self: &Arc<Registry>,
        id: &LogId,
        make_request: impl Fn(oneshot::Sender<Result<T, Refusal>>) -> RoomRequest,
    ) -> Result<T, Refusal> {
        for _ in 0..3 {
            let (reply, answer) = oneshot::channel();
            if self.room(id).send(make_request(reply)).await.is_ok()
                && let Ok(answer) = answer.await
            {
                return answer;
            }
        }
        Err(Refusal::new(Code::Stopping, "the table is being read again; please try once more"))
    }

    /// Connects somebody to a room.
    ///
    /// # Errors
    /// If they may not enter.
    pub async fn enter(self: &Arc<Registry>, id: &LogId, request: EnterRequest) -> Result<Visit, Refusal> {
        self.call_room(id, |reply| RoomRequest::Enter(Box::new(request.clone()), reply)).await
    }

    /// The summary of a table, as in the lobby.
    ///
    /// # Errors
    /// If there is no such table.
    pub async fn summary(self: &Arc<Registry>, id: &LogId) -> Result<TableSummary, Refusal> {
        self.call_room(id, RoomRequest::Summary).await
    }

    /// The tables to which a player can come back, the latest first.
    ///
    /// # Errors
    /// If the store can't be read.
    pub async fn seats_of(self: &Arc<Registry>, player: &PlayerId) -> Result<Vec<SeatedTable>, Refusal> {
        let mut tables = Vec::new();
        for id in self.tables_of(player).await? {
            // A table that can't be read, or that another server serves, is left out.
            let seated = self.call_room(&id, |reply| RoomRequest::Seated(player.clone(), reply)).await;
            tables.extend(seated.ok().flatten());
        }
        tables.sort_by_key(|seated| Reverse(seated.table.at));
        Ok(tables)
    }

    /// The names of the tables to which a player can come back: the latest, if there are many.
    async fn tables_of(&self, player: &PlayerId) -> Result<Vec<LogId>, Refusal> {
        let listed = self.store.list(&Values::Seats(player).space(), "", PAGE_SIZE).await;
        let mut listed = listed.map_err(|error| Refusal::new(Code::NotStored, error.to_string()))?;
        listed.sort_by_key(|(_, since)| Reverse(since.text.parse::<i64>().unwrap_or(0)));
        Ok(listed.iter().filter_map(|(name, _)| LogId::new(name).ok()).take(MAX_OWN_TABLES).collect())
    }

    /// Makes a player known by another name and face at the tables where they have a seat.
    ///
    /// # Errors
    /// If the store can't be read.
    pub async fn rename(self: &Arc<Registry>, player: &PlayerId, name: &str, face: Face) -> Result<(), Refusal> {
        for id in self.tables_of(player).await? {
            let request = Request::Rename { name: name.to_owned(), face };
            // Refused where nothing changes, and where people share a device.
            let _ = self.request(&id, Requester::Player(player.clone()), request).await;
        }
        Ok(())
    }

    /// Checks that the store accepts writes, by renewing the lease.
    ///
    /// # Errors
    /// If the write fails.
    pub async fn check_store(&self) -> Result<(), StoreError> {
        self.renew().await
    }

    /// Makes a request at a table without a connection to its room.
    ///
    /// # Errors
    /// If it is refused.
    pub async fn request(
        self: &Arc<Registry>,
        id: &LogId,
        who: Requester,
        request: Request,
    ) -> Result<Performed, Refusal> {
        self.call_room(id, |reply| RoomRequest::Request(who.clone(), Box::new(request.clone()), reply)).await
    }

    /// Puts a message into an outbox; false if the outbox is full or closed.
    pub(crate) fn send(&self, outbox: &Outbox, text: Text) -> bool {
        match outbox.try_send(text) {
            Ok(()) => {
                count(&self.metrics.sent);
                true
            }
            Err(mpsc::error::TrySendError::Full(_)) => {
                count(&self.metrics.too_slow);
                false
            }
            Err(mpsc::error::TrySendError::Closed(_)) => false,
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

    /// How long this process waits between renewals of its lease.
    pub(crate) fn renewal_interval(&self) -> Duration {
        let playing = self.metrics.games.load(Ordering::Relaxed) > 0;
        if playing { RENEWED_WHILE_PLAYING } else { RENEWED_WHILE_IDLE }
    }

    /// Renews the lease of this process on its tables.
    pub(crate) async fn renew(&self) -> Result<(), StoreError> {
        let now = self.clock.now();
        let lease = Lease { last_sign: now, until: now + self.renewal_interval() * RENEWALS_PER_LEASE };
        self.store.renew(&self.node, lease).await
    }

    /// Stops all rooms, each after the requests already in its queue, and gives up the lease.
    pub async fn stop(&self) {
        let rooms: Vec<_> = lock(&self.rooms).drain().collect();
        for (_, room) in &rooms {
            let _ = room.send(RoomRequest::Stop).await;
        }
        for (_, room) in rooms {
            room.closed().await;
        }
        let now = self.clock.now();
        if let Err(error) = self.store.renew(&self.node, Lease { last_sign: now, until: now }).await {
            tracing::error!(%error, "the lease could not be given up; it runs out by itself");
        }
    }
}

/// The open tables that anybody may join or watch.
async fn list_open(store: &dyn Store) -> Result<BTreeMap<LogId, TableSummary>, StoreError> {
    let mut lobby = BTreeMap::new();
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
                lobby.insert(info.log, summary);
            }
        }
    }
}

/// A connection to a room.
#[derive(Debug)]
pub struct Visit {
    pub(super) room: mpsc::Sender<RoomRequest>,
    pub(super) ticket: Ticket,
}

impl Visit {
    /// Sends a message to the room; false if it has ended.
    pub async fn send(&self, message: trinta_table::wire::ClientMessage) -> bool {
        self.room.send(RoomRequest::Message(self.ticket, Box::new(message))).await.is_ok()
    }

    /// Ends the visit.
    pub async fn leave(self) {
        let _ = self.room.send(RoomRequest::Leave(self.ticket)).await;
    }
}
