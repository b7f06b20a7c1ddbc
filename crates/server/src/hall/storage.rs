//! Reading and writing the logs of tournaments.

use serde_json::Value;
use trinta_store::{Append, LogId, Put, Store, StoreError};
use trinta_table::ids::hex;
use trinta_tournament::{Entry, Log};

use crate::hall::cipher::LogKey;
use crate::hall::owner::HallError;
use crate::keys::{self, HALL_PREFIX};
use crate::room::Registry;
use crate::stored::Stored as _;

/// Entries that are read at a time.
const PAGE_SIZE: usize = 500;

/// A log that this process has claimed, with the key of its entries.
#[derive(Debug, Clone)]
pub(super) struct ClaimedLog {
    pub(super) id: LogId,
    pub(super) epoch: u64,
    pub(super) key: LogKey,
}

impl ClaimedLog {
    /// Claims a log that is there.
    pub(super) async fn open(registry: &Registry, name: &str) -> Result<ClaimedLog, HallError> {
        let id = LogId::new(name).map_err(|_| HallError::NotFound)?;
        let key = registry.store().get(&keys::hall_key(&id)).await?.ok_or(HallError::NotFound)?;
        let key = LogKey::read(&key).map_err(|error| HallError::Unreadable(error.to_string()))?;
        let claim = registry.store().claim(&id, &registry.node, registry.clock().now()).await?;
        Ok(ClaimedLog { id, epoch: claim.epoch, key })
    }

    /// A new log for a tournament. Its name is that of the tournament, unless another log has it: one that was erased, or one
    /// that nobody filled to its end.
    pub(super) async fn create(registry: &Registry, tournament: &str) -> Result<ClaimedLog, HallError> {
        let name = |ending: &str| LogId::new(&format!("{HALL_PREFIX}{tournament}{ending}")).map_err(StoreError::from);
        let mut id = name("")?;
        loop {
            match registry.store().create(&id, "".into()).await {
                Ok(()) => break,
                Err(StoreError::LogExists) => id = name(&format!("-{}", hex(&registry.chance().bytes::<4>())))?,
                Err(error) => return Err(error.into()),
            }
        }
        let claim = registry.store().claim(&id, &registry.node, registry.clock().now()).await?;
        Ok(ClaimedLog { id, epoch: claim.epoch, key: LogKey::new(registry.chance()) })
    }

    /// The append of an entry.
    pub(super) fn append(&self, registry: &Registry, entry: &Entry) -> Result<Append, HallError> {
        let sealed = self.key.seal(entry, registry.chance());
        let body = sealed.map_err(|error| HallError::Unreadable(error.to_string()))?;
        let mut append = Append::new(&self.id, self.epoch, entry.seq, registry.clock().now(), body);
        append.command = entry.command.get("id").and_then(Value::as_str).map(str::to_owned);
        Ok(append)
    }

    /// Writes all entries into a new log. With the last of them come its key and what else has to change at once: until
    /// then the log counts for nothing.
    pub(super) async fn fill(
        &self,
        registry: &Registry,
        entries: &[Entry],
        mut puts: Vec<Put>,
    ) -> Result<(), HallError> {
        puts.push(Put::set(keys::hall_key(&self.id), self.key.write()));
        let Some((last, before)) = entries.split_last() else { return Ok(()) };
        for some in before.chunks(PAGE_SIZE) {
            let appends = some.iter().map(|entry| self.append(registry, entry)).collect::<Result<_, _>>()?;
            registry.store().append_all(appends).await?;
        }
        let mut append = self.append(registry, last)?;
        append.puts = puts;
        registry.store().append(append).await?;
        Ok(())
    }

    /// Reads and folds all of it.
    pub(super) async fn read(&self, registry: &Registry) -> Result<Log, HallError> {
        read_log(&**registry.store(), &self.id, &self.key).await
    }
}

/// A log that another process writes, as far as it has been read.
#[derive(Debug)]
pub(super) struct FollowedLog {
    id: LogId,
    key: LogKey,
    log: Log,
}

impl FollowedLog {
    /// Reads and folds a log; none if it counts for nothing, because it was never filled.
    pub(super) async fn open(store: &(impl Store + ?Sized), id: &LogId) -> Result<Option<FollowedLog>, HallError> {
        let Some(key) = store.get(&keys::hall_key(id)).await? else { return Ok(None) };
        let key = LogKey::read(&key).map_err(|error| HallError::Unreadable(error.to_string()))?;
        let log = read_log(store, id, &key).await?;
        Ok(Some(FollowedLog { id: id.clone(), key, log }))
    }

    /// Its name in the store.
    pub(super) const fn id(&self) -> &LogId {
        &self.id
    }

    /// The log as far as it has been read.
    pub(super) const fn log(&self) -> &Log {
        &self.log
    }

    /// How many entries have been read.
    pub(super) fn seq(&self) -> u64 {
        self.log.entries().len() as u64
    }

    /// Reads what has been written since.
    pub(super) async fn catch_up(&mut self, store: &(impl Store + ?Sized)) -> Result<(), HallError> {
        let entries = read_entries(store, &self.id, &self.key, self.seq() + 1).await?;
        self.log.extend(entries).map_err(|error| HallError::Unreadable(error.to_string()))
    }
}

/// Reads and folds the log of a tournament; none if it counts for nothing.
pub(crate) async fn fold_hall(store: &(impl Store + ?Sized), id: &LogId) -> Result<Option<Log>, HallError> {
    Ok(FollowedLog::open(store, id).await?.map(|followed| followed.log))
}

async fn read_log(store: &(impl Store + ?Sized), id: &LogId, key: &LogKey) -> Result<Log, HallError> {
    let entries = read_entries(store, id, key, 1).await?;
    Log::open(entries).map_err(|error| HallError::Unreadable(error.to_string()))
}

/// The entries of a log from one on.
async fn read_entries(
    store: &(impl Store + ?Sized),
    id: &LogId,
    key: &LogKey,
    from: u64,
) -> Result<Vec<Entry>, HallError> {
    let mut entries = Vec::new();
    loop {
        let next = from + entries.len() as u64;
        let page = store.read(id, next, PAGE_SIZE).await?;
        let last = page.len() < PAGE_SIZE;
        for stored in page {
            let entry = key.open(stored.seq, &stored.body);
            entries.push(entry.map_err(|error| HallError::Unreadable(error.to_string()))?);
        }
        if last {
            return Ok(entries);
        }
    }
}
