//! A store that forgets everything when the process ends.

use std::collections::{BTreeMap, HashMap};
use std::ops::Bound;
use std::sync::{Mutex, MutexGuard, PoisonError};
use std::time::Duration;

use trinta_time::Timestamp;

use crate::append::{Append, Appended};
use crate::error::StoreError;
use crate::names::{LogId, NodeId};
use crate::payload::Payload;
use crate::traits::{
    Claim, Entry, Lease, LeaseStore, LogInfo, LogState, LogStore, NodeInfo, Owner, Store, StoreFuture, ValueStore,
};
use crate::value::{Key, Put, Space};

/// A store in memory: for tests, and for tables that nobody needs to keep.
#[derive(Debug, Default)]
pub struct MemoryStore {
    inner: Mutex<Inner>,
}

#[derive(Debug, Default)]
struct Inner {
    logs: BTreeMap<LogId, Log>,
    values: BTreeMap<Key, Payload>,
    leases: BTreeMap<NodeId, Lease>,
    addresses: HashMap<NodeId, String>,
    failure: Option<StoreError>,
    closed: bool,
}

#[derive(Debug)]
struct Log {
    entries: Vec<Entry>,
    commands: HashMap<String, u64>,
    owner: Option<NodeId>,
    epoch: u64,
    /// When the owner released it, until somebody claims it.
    released: Option<Timestamp>,
    open: bool,
    summary: Payload,
}

impl MemoryStore {
    /// An empty store.
    #[must_use]
    pub fn new() -> MemoryStore {
        MemoryStore::default()
    }

    /// Makes every later write fail with this error, or succeed again after `None`. For tests.
    pub fn fail(&self, failure: Option<StoreError>) {
        self.lock().failure = failure;
    }

    /// Ends all leases, as the SQLite store does when it opens its file. For tests of a restart.
    pub fn end_leases(&self) {
        for lease in self.lock().leases.values_mut() {
            lease.until = lease.until.min(lease.last_sign);
        }
    }

    fn lock(&self) -> MutexGuard<'_, Inner> {
        // A poisoned lock is safe to use: nothing that can panic runs while the data is inconsistent.
        self.inner.lock().unwrap_or_else(PoisonError::into_inner)
    }

    fn writing(&self) -> Result<MutexGuard<'_, Inner>, StoreError> {
        let inner = self.lock();
        match &inner.failure {
            _ if inner.closed => Err(StoreError::Closed),
            Some(failure) => Err(failure.clone()),
            None => Ok(inner),
        }
    }
}

impl Inner {
    /// Checks that each change finds the value it expects, with the changes before it applied.
    fn check_puts(&self, puts: &[Put]) -> Result<(), StoreError> {
        for (index, put) in puts.iter().enumerate() {
            let before = puts[..index].iter().rev().find(|other| other.key == put.key);
            let found = before.map_or_else(|| self.values.get(&put.key), |other| other.value.as_ref());
            if !put.expect.holds(found) {
                return Err(StoreError::ValueConflict { key: put.key.clone() });
            }
        }
        Ok(())
    }

    fn put(&mut self, puts: Vec<Put>) {
        for Put { key, value, .. } in puts {
            match value {
                Some(value) => self.values.insert(key, value),
                None => self.values.remove(&key),
            };
        }
    }

    fn append(&mut self, append: Append) -> Result<Appended, StoreError> {
        let log = self.logs.get(&append.log).ok_or(StoreError::NoSuchLog)?;
        if log.epoch != append.epoch {
            return Err(StoreError::Fenced { epoch: log.epoch });
        }
        if let Some(&seq) = append.command.as_ref().and_then(|command| log.commands.get(command)) {
            return Ok(Appended::Duplicate { seq });
        }
        let head = log.entries.len() as u64;
        if append.seq != head + 1 {
            return Err(StoreError::Conflict { head, expected: append.seq });
        }
        self.check_puts(&append.puts)?;
        let log = self.logs.get_mut(&append.log).ok_or(StoreError::NoSuchLog)?;
        let Append { seq, command, at, body, summary, puts, .. } = append;
        if let Some(command) = &command {
            log.commands.insert(command.clone(), seq);
        }
        log.entries.push(Entry { seq, command, at, body });
        if let Some(summary) = summary {
            (log.open, log.summary) = (summary.open, summary.body);
        }
        self.put(puts);
        Ok(Appended::New { seq })
    }

    fn claim(&mut self, log: &LogId, node: &NodeId, now: Timestamp) -> Result<Claim, StoreError> {
        let log = self.logs.get_mut(log).ok_or(StoreError::NoSuchLog)?;
        let lease = log.owner.as_ref().and_then(|owner| self.leases.get(owner));
        if let (Some(owner), Some(lease)) = (&log.owner, lease)
            && log.released.is_none()
            && owner != node
            && lease.until > now
        {
            return Err(StoreError::Owned { owner: owner.clone(), until: lease.until });
        }
        log.epoch += 1;
        let claim = Claim {
            epoch: log.epoch,
            head: log.entries.len() as u64,
            last_sign: log.released.or(lease.map(|lease| lease.last_sign)),
            restored: false,
        };
        (log.owner, log.released) = (Some(node.clone()), None);
        Ok(claim)
    }

    fn release(&mut self, log: &LogId, epoch: u64, last_sign: Timestamp) -> Result<(), StoreError> {
        let log = self.logs.get_mut(log).ok_or(StoreError::NoSuchLog)?;
        if log.epoch != epoch {
            return Err(StoreError::Fenced { epoch: log.epoch });
        }
        (log.epoch, log.released) = (epoch + 1, Some(last_sign));
        Ok(())
    }

    fn owner(&self, log: &LogId, now: Timestamp) -> Result<Option<Owner>, StoreError> {
        let log = self.logs.get(log).ok_or(StoreError::NoSuchLog)?;
        let held = log.owner.as_ref().filter(|_| log.released.is_none());
        let node = held.and_then(|owner| self.node(owner, now));
        Ok(node.map(|node| Owner { node, epoch: log.epoch }))
    }

    /// A node whose lease has not run out.
    fn node(&self, id: &NodeId, now: Timestamp) -> Option<NodeInfo> {
        let lease = *self.leases.get(id).filter(|lease| lease.until > now)?;
        Some(NodeInfo { id: id.clone(), address: self.addresses.get(id).cloned(), lease })
    }
}

/// A future that is already complete.
fn ready<'a, T: Send + 'a>(result: Result<T, StoreError>) -> StoreFuture<'a, T> {
    Box::pin(std::future::ready(result))
}

impl LogStore for MemoryStore {
    fn create<'a>(&'a self, log: &'a LogId, summary: Payload) -> StoreFuture<'a, ()> {
        ready(self.writing().and_then(|mut inner| {
            if inner.logs.contains_key(log) {
                return Err(StoreError::LogExists);
            }
            let made = Log {
                entries: Vec::new(),
                commands: HashMap::new(),
                owner: None,
                epoch: 0,
                released: None,
                open: true,
                summary,
            };
            inner.logs.insert(log.clone(), made);
            Ok(())
        }))
    }

    fn append(&self, append: Append) -> StoreFuture<'_, Appended> {
        ready(self.writing().and_then(|mut inner| inner.append(append)))
    }

    fn read<'a>(&'a self, log: &'a LogId, from: u64, limit: usize) -> StoreFuture<'a, Vec<Entry>> {
        let inner = self.lock();
        ready(inner.logs.get(log).ok_or(StoreError::NoSuchLog).map(|log| {
            let skipped = usize::try_from(from.saturating_sub(1)).unwrap_or(usize::MAX);
            log.entries.iter().skip(skipped).take(limit).cloned().collect()
        }))
    }

    fn logs<'a>(&'a self, state: LogState, after: Option<&'a LogId>, limit: usize) -> StoreFuture<'a, Vec<LogInfo>> {
        let inner = self.lock();
        let from = after.map_or(Bound::Unbounded, Bound::Excluded);
        let listed = inner.logs.range::<LogId, _>((from, Bound::Unbounded));
        let wanted = listed.filter(|(_, log)| log.open == (state == LogState::Open)).take(limit);
        let info =
            |(id, log): (&LogId, &Log)| LogInfo { log: id.clone(), open: log.open, summary: log.summary.clone() };
        ready(Ok(wanted.map(info).collect()))
    }
}

impl LeaseStore for MemoryStore {
    fn renew<'a>(&'a self, node: &'a NodeId, lease: Lease) -> StoreFuture<'a, ()> {
        ready(self.writing().map(|mut inner| {
            inner.leases.insert(node.clone(), lease);
        }))
    }

    fn announce<'a>(&'a self, node: &'a NodeId, address: &'a str, lease: Lease) -> StoreFuture<'a, ()> {
        ready(self.writing().map(|mut inner| {
            inner.leases.insert(node.clone(), lease);
            inner.addresses.insert(node.clone(), address.to_owned());
        }))
    }

    fn claim<'a>(&'a self, log: &'a LogId, node: &'a NodeId, at: Timestamp) -> StoreFuture<'a, Claim> {
        ready(self.writing().and_then(|mut inner| inner.claim(log, node, at)))
    }

    fn release<'a>(&'a self, log: &'a LogId, epoch: u64, now: Timestamp, unserved: Duration) -> StoreFuture<'a, ()> {
        ready(self.writing().and_then(|mut inner| inner.release(log, epoch, now - unserved)))
    }

    fn owner<'a>(&'a self, log: &'a LogId, now: Timestamp) -> StoreFuture<'a, Option<Owner>> {
        ready(self.lock().owner(log, now))
    }

    fn nodes(&self, now: Timestamp) -> StoreFuture<'_, Vec<NodeInfo>> {
        let inner = self.lock();
        ready(Ok(inner.leases.keys().filter_map(|id| inner.node(id, now)).collect()))
    }
}

impl ValueStore for MemoryStore {
    fn get<'a>(&'a self, key: &'a Key) -> StoreFuture<'a, Option<Payload>> {
        ready(Ok(self.lock().values.get(key).cloned()))
    }

    fn list<'a>(&'a self, space: &'a Space, after: &'a str, limit: usize) -> StoreFuture<'a, Vec<(String, Payload)>> {
        let inner = self.lock();
        let listed = inner.values.range((Bound::Excluded(space.key(after)), Bound::Unbounded));
        let found = listed.take_while(|(key, _)| key.space == *space).take(limit);
        ready(Ok(found.map(|(key, value)| (key.name.clone(), value.clone())).collect()))
    }

    fn put(&self, puts: Vec<Put>) -> StoreFuture<'_, ()> {
        ready(self.writing().and_then(|mut inner| {
            inner.check_puts(&puts)?;
            inner.put(puts);
            Ok(())
        }))
    }
}

impl Store for MemoryStore {
    fn health(&self) -> StoreFuture<'_, ()> {
        ready(self.writing().map(|_| ()))
    }

    fn close(&self) -> StoreFuture<'_, ()> {
        self.lock().closed = true;
        ready(Ok(()))
    }
}
