//! A store that forgets everything when the process ends.

use std::collections::{BTreeMap, HashMap};
use std::sync::{Mutex, MutexGuard, PoisonError};

use crate::append::{Append, Appended, Put};
use crate::error::StoreError;
use crate::log_id::LogId;
use crate::traits::{Answer, Claim, Entry, EventStore, LogInfo, LogState};

/// A store in memory: for tests, and for tables that nobody needs to keep.
#[derive(Debug, Default)]
pub struct MemoryStore {
    inner: Mutex<Inner>,
}

#[derive(Debug, Default)]
struct Inner {
    logs: BTreeMap<LogId, Log>,
    values: BTreeMap<(String, String), String>,
    alive: HashMap<String, i64>,
    failure: Option<StoreError>,
    closed: bool,
}

#[derive(Debug, Default)]
struct Log {
    entries: Vec<Entry>,
    commands: HashMap<String, u64>,
    owner: Option<String>,
    epoch: u64,
    open: bool,
    summary: String,
}

impl MemoryStore {
    /// An empty store.
    #[must_use]
    pub fn new() -> MemoryStore {
        MemoryStore::default()
    }

    /// From now on everything that would store something fails like this, until told otherwise: for tests of what
    /// happens then.
    pub fn fail(&self, failure: Option<StoreError>) {
        self.lock().failure = failure;
    }

    fn lock(&self) -> MutexGuard<'_, Inner> {
        // Nothing panics while it holds the lock with something half done.
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
    fn check_puts(&self, puts: &[Put]) -> Result<(), StoreError> {
        for (index, put) in puts.iter().enumerate() {
            let key = (put.space.clone(), put.key.clone());
            let before = puts[..index].iter().rev().find(|other| (&other.space, &other.key) == (&key.0, &key.1));
            let there = before.map_or_else(|| self.values.contains_key(&key), |other| other.value.is_some());
            if put.new && there {
                return Err(StoreError::Taken { space: key.0, key: key.1 });
            }
        }
        Ok(())
    }

    fn put(&mut self, puts: Vec<Put>) {
        for Put { space, key, value, .. } in puts {
            match value {
                Some(value) => self.values.insert((space, key), value),
                None => self.values.remove(&(space, key)),
            };
        }
    }

    fn append(&mut self, append: Append) -> Result<Appended, StoreError> {
        let log = self.logs.get(&append.log).ok_or(StoreError::NoSuchLog)?;
        if log.epoch != append.epoch {
            return Err(StoreError::Fenced { epoch: log.epoch });
        }
        if let Some(&seq) = append.command.as_ref().and_then(|command| log.commands.get(command)) {
            return Ok(Appended::Already { seq });
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
            (log.open, log.summary) = (summary.open, summary.text);
        }
        self.put(puts);
        Ok(Appended::New { seq })
    }
}

/// An answer that is there at once.
fn now<'a, T: Send + 'a>(answer: Result<T, StoreError>) -> Answer<'a, T> {
    Box::pin(std::future::ready(answer))
}

impl EventStore for MemoryStore {
    fn create<'a>(&'a self, log: &'a LogId, summary: &'a str) -> Answer<'a, ()> {
        now(self.writing().and_then(|mut inner| {
            if inner.logs.contains_key(log) {
                return Err(StoreError::LogExists);
            }
            inner.logs.insert(log.clone(), Log { open: true, summary: summary.to_owned(), ..Log::default() });
            Ok(())
        }))
    }

    fn claim<'a>(&'a self, log: &'a LogId, node: &'a str) -> Answer<'a, Claim> {
        now(self.writing().and_then(|mut inner| {
            let log = inner.logs.get_mut(log).ok_or(StoreError::NoSuchLog)?;
            log.epoch += 1;
            let (epoch, head) = (log.epoch, log.entries.len() as u64);
            let before = log.owner.replace(node.to_owned());
            let served_until = before.and_then(|owner| inner.alive.get(&owner).copied());
            Ok(Claim { epoch, head, served_until })
        }))
    }

    fn alive<'a>(&'a self, node: &'a str, until: i64) -> Answer<'a, ()> {
        now(self.writing().map(|mut inner| {
            inner.alive.insert(node.to_owned(), until);
        }))
    }

    fn append(&self, append: Append) -> Answer<'_, Appended> {
        now(self.writing().and_then(|mut inner| inner.append(append)))
    }

    fn read<'a>(&'a self, log: &'a LogId, from: u64, most: usize) -> Answer<'a, Vec<Entry>> {
        let inner = self.lock();
        now(inner.logs.get(log).ok_or(StoreError::NoSuchLog).map(|log| {
            let skipped = usize::try_from(from.saturating_sub(1)).unwrap_or(usize::MAX);
            log.entries.iter().skip(skipped).take(most).cloned().collect()
        }))
    }

    fn logs(&self, state: LogState) -> Answer<'_, Vec<LogInfo>> {
        let inner = self.lock();
        let wanted = inner.logs.iter().filter(|(_, log)| log.open == (state == LogState::Open));
        let info =
            |(id, log): (&LogId, &Log)| LogInfo { log: id.clone(), open: log.open, summary: log.summary.clone() };
        now(Ok(wanted.map(info).collect()))
    }

    fn get<'a>(&'a self, space: &'a str, key: &'a str) -> Answer<'a, Option<String>> {
        now(Ok(self.lock().values.get(&(space.to_owned(), key.to_owned())).cloned()))
    }

    fn list<'a>(&'a self, space: &'a str, after: &'a str, most: usize) -> Answer<'a, Vec<(String, String)>> {
        let inner = self.lock();
        let from = (space.to_owned(), after.to_owned());
        let of_space = inner.values.range(from..).take_while(|((of, _), _)| of == space);
        let found = of_space.filter(|((_, key), _)| key.as_str() > after).take(most);
        now(Ok(found.map(|((_, key), value)| (key.clone(), value.clone())).collect()))
    }

    fn put(&self, puts: Vec<Put>) -> Answer<'_, ()> {
        now(self.writing().and_then(|mut inner| {
            inner.check_puts(&puts)?;
            inner.put(puts);
            Ok(())
        }))
    }

    fn close(&self) -> Answer<'_, ()> {
        self.lock().closed = true;
        now(Ok(()))
    }
}
