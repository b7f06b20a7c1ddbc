//! One store as several nodes reach it: each can lose its way to it, and in one test the fence is gone.

use std::sync::Arc;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::time::Duration;

use tokio::sync::watch;
use trinta_store::{
    Append, Appended, Claim, Entry, Key, Lease, LeaseStore, LogId, LogInfo, LogState, LogStore, NodeId, NodeInfo,
    Owner, Payload, Put, Space, Store, StoreError, StoreFuture, ValueStore,
};
use trinta_time::Timestamp;

/// The way of one node to the store.
pub(crate) struct NodeStore {
    inner: Arc<dyn Store>,
    reachable: watch::Sender<bool>,
    /// Whether it says what lists it has.
    lists: watch::Sender<bool>,
    fenced: bool,
    asked: Asked,
}

/// What a node has asked of the store.
#[derive(Default)]
pub(crate) struct Asked {
    pub(crate) claims: AtomicUsize,
    claims_now: AtomicUsize,
    pub(crate) most_claims_at_once: AtomicUsize,
    pub(crate) entries_read: AtomicUsize,
}

impl NodeStore {
    pub(crate) fn over(inner: Arc<dyn Store>, fenced: bool) -> Arc<NodeStore> {
        Arc::new(NodeStore {
            inner,
            reachable: watch::Sender::new(true),
            lists: watch::Sender::new(true),
            fenced,
            asked: Asked::default(),
        })
    }

    pub(crate) const fn asked(&self) -> &Asked {
        &self.asked
    }

    /// Whatever is asked of an unreachable store waits until it can be reached.
    pub(crate) fn set_reachable(&self, reachable: bool) {
        self.reachable.send_replace(reachable);
    }

    /// Whatever list is asked for waits until lists are given again.
    pub(crate) fn set_lists(&self, given: bool) {
        self.lists.send_replace(given);
    }

    fn when_reachable<'a, T: Send + 'a>(
        &'a self,
        ask: impl FnOnce(&'a dyn Store) -> StoreFuture<'a, T> + Send + 'a,
    ) -> StoreFuture<'a, T> {
        Box::pin(async move {
            let _ = self.reachable.subscribe().wait_for(|reachable| *reachable).await;
            ask(&*self.inner).await
        })
    }
}

/// What a store without epochs and numbers would do: take every entry as the next one.
async fn append_unfenced(store: &dyn Store, mut append: Append) -> Result<Appended, StoreError> {
    loop {
        match store.append(append.clone()).await {
            Err(StoreError::Fenced { epoch }) => append.epoch = epoch,
            Err(StoreError::Conflict { head, .. }) => append.seq = head + 1,
            // The writer is told that its entry has the number that it gave it.
            other => return other,
        }
    }
}

impl LogStore for NodeStore {
    fn create<'a>(&'a self, log: &'a LogId, summary: Payload) -> StoreFuture<'a, ()> {
        self.when_reachable(move |store| store.create(log, summary))
    }

    /// As with a real store, what was asked for is done even if nobody waits for it any more.
    fn append(&self, append: Append) -> StoreFuture<'_, Appended> {
        let (store, mut reachable, fenced) = (self.inner.clone(), self.reachable.subscribe(), self.fenced);
        let task = tokio::spawn(async move {
            let _ = reachable.wait_for(|reachable| *reachable).await;
            if fenced { store.append(append).await } else { append_unfenced(&*store, append).await }
        });
        Box::pin(async move { task.await.unwrap_or(Err(StoreError::Closed)) })
    }

    fn read<'a>(&'a self, log: &'a LogId, from: u64, limit: usize) -> StoreFuture<'a, Vec<Entry>> {
        Box::pin(async move {
            let entries = self.when_reachable(move |store| store.read(log, from, limit)).await?;
            self.asked.entries_read.fetch_add(entries.len(), Ordering::Relaxed);
            Ok(entries)
        })
    }

    fn logs<'a>(&'a self, state: LogState, after: Option<&'a LogId>, limit: usize) -> StoreFuture<'a, Vec<LogInfo>> {
        self.when_reachable(move |store| store.logs(state, after, limit))
    }
}

impl LeaseStore for NodeStore {
    fn renew<'a>(&'a self, node: &'a NodeId, lease: Lease) -> StoreFuture<'a, ()> {
        self.when_reachable(move |store| store.renew(node, lease))
    }

    fn claim<'a>(&'a self, log: &'a LogId, node: &'a NodeId, now: Timestamp) -> StoreFuture<'a, Claim> {
        Box::pin(async move {
            let _ = self.reachable.subscribe().wait_for(|reachable| *reachable).await;
            let at_once = self.asked.claims_now.fetch_add(1, Ordering::Relaxed) + 1;
            self.asked.claims.fetch_add(1, Ordering::Relaxed);
            self.asked.most_claims_at_once.fetch_max(at_once, Ordering::Relaxed);
            // As long as a database takes to write it down.
            tokio::time::sleep(Duration::from_millis(2)).await;
            self.asked.claims_now.fetch_sub(1, Ordering::Relaxed);
            self.inner.claim(log, node, now).await
        })
    }

    fn announce<'a>(&'a self, node: &'a NodeId, address: &'a str, lease: Lease) -> StoreFuture<'a, ()> {
        self.when_reachable(move |store| store.announce(node, address, lease))
    }

    fn release<'a>(&'a self, log: &'a LogId, epoch: u64, now: Timestamp, unserved: Duration) -> StoreFuture<'a, ()> {
        self.when_reachable(move |store| store.release(log, epoch, now, unserved))
    }

    fn owner<'a>(&'a self, log: &'a LogId, now: Timestamp) -> StoreFuture<'a, Option<Owner>> {
        self.when_reachable(move |store| store.owner(log, now))
    }

    fn nodes(&self, now: Timestamp) -> StoreFuture<'_, Vec<NodeInfo>> {
        self.when_reachable(move |store| store.nodes(now))
    }
}

impl ValueStore for NodeStore {
    fn get<'a>(&'a self, key: &'a Key) -> StoreFuture<'a, Option<Payload>> {
        self.when_reachable(move |store| store.get(key))
    }

    fn list<'a>(&'a self, space: &'a Space, after: &'a str, limit: usize) -> StoreFuture<'a, Vec<(String, Payload)>> {
        Box::pin(async move {
            let _ = self.lists.subscribe().wait_for(|given| *given).await;
            self.when_reachable(move |store| store.list(space, after, limit)).await
        })
    }

    fn put(&self, puts: Vec<Put>) -> StoreFuture<'_, ()> {
        self.when_reachable(move |store| store.put(puts))
    }
}

impl Store for NodeStore {
    fn health(&self) -> StoreFuture<'_, ()> {
        self.when_reachable(|store| store.health())
    }

    /// The others go on with it.
    fn close(&self) -> StoreFuture<'_, ()> {
        Box::pin(std::future::ready(Ok(())))
    }
}
