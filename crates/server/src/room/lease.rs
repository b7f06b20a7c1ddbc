//! The lease of this process on its tables: renewed, given up, and what a node does that can't hold it.

use std::sync::atomic::Ordering;
use std::time::Duration;

use tokio::sync::mpsc::error::TrySendError;
use tokio::time::{Instant, timeout};
use trinta_store::{Lease, LogId, NodeId, StoreError};
use trinta_time::Timestamp;

use crate::cluster::{ISOLATED_AFTER, Node};
use crate::room::registry::lock;
use crate::room::{Registry, RoomRequest};

/// How often this process renews its lease. While games are running it does so every second, because after a crash the
/// clocks are credited from the last renewal.
const RENEWED_WHILE_PLAYING: Duration = Duration::from_secs(1);
const RENEWED_WHILE_IDLE: Duration = Duration::from_secs(30);
/// How long a server that stops waits for its tables: what a store that is away may take.
const STOP_LIMIT: Duration = Duration::from_secs(9);
/// The length of a lease in renewal intervals: after this many without a renewal another process may claim the tables.
const RENEWALS_PER_LEASE: u32 = 3;

/// How long the store may take to say which other nodes there are.
const NODES_TIMEOUT: Duration = Duration::from_secs(1);

/// What follows the name of a node in the store that has lost the bus.
const NO_BUS: &str = " (without the bus)";
/// One of this many tables moves at a time from a node that has too many.
const MOVED_SHARE: usize = 8;
/// What became of the tables of a node.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Tended {
    Kept,
    /// Others may have them.
    LetGo,
}

impl Registry {
    /// How long this process waits between renewals of its lease. Among several nodes it is always short: others wait
    /// for its end when this one is gone.
    pub(crate) fn renewal_interval(&self) -> Duration {
        let playing = self.metrics.games.load(Ordering::Relaxed) > 0;
        if playing || self.cluster.is_some() { RENEWED_WHILE_PLAYING } else { RENEWED_WHILE_IDLE }
    }

    /// How long a lease lasts.
    pub(crate) fn lease_length(&self) -> Duration {
        self.renewal_interval() * RENEWALS_PER_LEASE
    }

    /// Renews the lease of this process on its tables.
    ///
    /// # Errors
    /// If the store can't be written.
    pub async fn renew(&self) -> Result<(), StoreError> {
        let now = self.clock.now();
        let lease = Lease { last_sign: now, until: now + self.lease_length() };
        match &self.cluster {
            None => self.store.renew(&self.node, lease).await?,
            Some(node) => {
                let bus = if node.bus_gone_for().is_some() { NO_BUS } else { "" };
                self.store.announce(&self.node, &format!("{}{bus}", node.name()), lease).await?;
            }
        }
        self.renewed_at.fetch_max(now.as_millis(), Ordering::Relaxed);
        self.lease_until.fetch_max(lease.until.as_millis(), Ordering::Relaxed);
        Ok(())
    }

    /// Has all rooms let go of their tables if others may have taken them, because this node was paused or did not reach
    /// the store, or if others should: this one has lost the bus, and another has not.
    pub(crate) async fn tend_cluster(&self) -> Tended {
        let Some(node) = &self.cluster else { return Tended::Kept };
        node.set_tables(u32::try_from(self.metrics.rooms.load(Ordering::Relaxed)).unwrap_or(0));
        // First, because a store that does not answer would not say who else has the bus either.
        if self.holds_lease() {
            let isolated = self.find_isolated(node).await;
            if self.isolated.swap(isolated, Ordering::Relaxed) != isolated {
                tracing::warn!(isolated, "whether this node alone has lost the bus");
            }
            // Finding that out may have taken long.
            if !isolated && self.holds_lease() {
                return Tended::Kept;
            }
        } else {
            tracing::warn!("the lease of this node has run out: its tables are read anew");
        }
        self.let_go();
        Tended::LetGo
    }

    /// Has all rooms let go of their tables.
    fn let_go(&self) {
        let rooms: Vec<_> = lock(&self.rooms).values().cloned().collect();
        for room in rooms {
            // One that waits for the store with a full queue must not keep the others from hearing it.
            if let Err(TrySendError::Full(request)) = room.try_send(RoomRequest::LetGo) {
                tokio::spawn(async move { room.send(request).await });
            }
        }
    }

    /// Whether this node has lost the bus for good, and another one has it. If all have lost it, people who are at the
    /// owner of their table play on.
    async fn find_isolated(&self, node: &Node) -> bool {
        if node.bus_gone_for().is_none_or(|gone| gone < ISOLATED_AFTER) {
            return false;
        }
        let asked = timeout(NODES_TIMEOUT, self.store.nodes(self.clock.now())).await;
        let others = asked.ok().and_then(Result::ok).unwrap_or_default();
        let has_bus = |address: &Option<String>| address.as_deref().is_some_and(|address| !address.ends_with(NO_BUS));
        others.iter().any(|other| other.id != self.node && has_bus(&other.address))
    }

    /// Why this node of several should get no new people, its store aside; none: it should.
    pub(crate) fn not_ready(&self) -> Vec<&'static str> {
        let Some(node) = &self.cluster else { return Vec::new() };
        let reasons = [
            (self.is_isolated(), "bus: this node is cut off from it, and others are not"),
            (!self.holds_lease(), "lease: this node did not reach the store for longer than others wait"),
            (node.is_stopping(), "stopping"),
        ];
        reasons.into_iter().filter(|(holds, _)| *holds).map(|(_, reason)| reason).collect()
    }

    /// Whether this node alone has lost the bus.
    pub(super) fn is_isolated(&self) -> bool {
        self.isolated.load(Ordering::Relaxed)
    }

    /// Gives a table up among several nodes, so that any of them may have it at once.
    pub(crate) async fn release(&self, id: &LogId, epoch: u64, unserved: Duration) {
        if self.cluster.is_none() {
            return;
        }
        match self.store.release(id, epoch, self.clock.now(), unserved).await {
            // Another node has it already.
            Ok(()) | Err(StoreError::Fenced { .. }) => {}
            Err(error) => {
                tracing::warn!(table = %id, %error, "a table could not be released: others wait for the lease");
            }
        }
    }

    /// Gives up a log that this node has just made, if it leaves logs to others.
    pub(crate) async fn release_from_front(&self, id: &LogId, epoch: u64) {
        if self.cluster.as_ref().is_some_and(|node| node.is_front()) {
            self.release(id, epoch, Duration::ZERO).await;
        }
    }

    /// The node that should serve one more table rather than this one.
    pub(crate) fn better_place(&self) -> Option<NodeId> {
        let own = u32::try_from(self.metrics.rooms.load(Ordering::Relaxed)).unwrap_or(0);
        self.cluster.as_ref()?.better_place(own)
    }

    /// Has some tables without a running game move to a node that has far fewer.
    pub(crate) async fn balance(&self) {
        if self.better_place().is_none() {
            return;
        }
        let rooms: Vec<_> = lock(&self.rooms).values().cloned().collect();
        let some = rooms.len() / MOVED_SHARE + 1;
        for room in rooms.into_iter().take(some) {
            let _ = room.try_send(RoomRequest::MoveAway);
        }
    }

    /// Whether no other node can have taken a table of this one. Alone nobody can; among several, a node that was paused,
    /// or did not reach the store, has to read its tables anew.
    pub(crate) fn holds_lease(&self) -> bool {
        self.cluster.is_none() || self.clock.now().as_millis() < self.lease_until.load(Ordering::Relaxed)
    }

    /// When the lease was renewed last, if it has run out since.
    pub(super) fn lease_lost_since(&self) -> Option<Timestamp> {
        (!self.holds_lease()).then(|| Timestamp::from_millis(self.renewed_at.load(Ordering::Relaxed)))
    }

    /// Waits until other nodes may take the tables of this one.
    pub(super) async fn lease_lost(&self) {
        if self.cluster.is_none() {
            return std::future::pending().await;
        }
        while self.holds_lease() {
            let left = self.lease_until.load(Ordering::Relaxed) - self.clock.now().as_millis();
            tokio::time::sleep(Duration::from_millis(left.max(0).unsigned_abs() + 1)).await;
        }
    }

    /// Stops all rooms, each after the requests already in its queue, and gives up the lease.
    pub async fn stop(&self) {
        let rooms: Vec<_> = lock(&self.rooms).drain().collect();
        for (_, room) in &rooms {
            let _ = room.send(RoomRequest::Stop).await;
        }
        tracing::info!(tables = rooms.len(), "stopping: tables are given up");
        let deadline = Instant::now() + STOP_LIMIT;
        for (id, room) in rooms {
            if tokio::time::timeout_at(deadline, room.closed()).await.is_err() {
                tracing::warn!(table = %id, "this table does not end; others wait for the lease");
            }
        }
        let now = self.clock.now();
        if let Err(error) = self.store.renew(&self.node, Lease { last_sign: now, until: now }).await {
            tracing::error!(%error, "the lease could not be given up; it runs out by itself");
        }
    }
}
