//! The heads of logs, as the writer keeps them: what the next entry of each log builds on.

use std::collections::{HashMap, HashSet};

use sqlx::{QueryBuilder, Sqlite, SqliteConnection};

use crate::append::Append;
use crate::chain::{Hash, HashedEntry};
use crate::error::StoreError;
use crate::names::LogId;
use crate::rows::{Head, checked_head, number};
use crate::sqlite::sql;
use crate::writing::WorkError;

/// Heads that are kept in memory. If there are more, all are read anew.
const MAX_KNOWN: usize = 50_000;

/// The maximum number of heads in one statement.
const MAX_ROWS: usize = 128;

/// The heads of the logs that were written to lately.
#[derive(Debug)]
pub(super) struct Heads {
    /// Whether entries are hashed at all.
    pub(super) hashed: bool,
    known: HashMap<LogId, Head>,
    changed: HashSet<LogId>,
}

impl Default for Heads {
    fn default() -> Heads {
        Heads { hashed: true, known: HashMap::new(), changed: HashSet::new() }
    }
}

impl Heads {
    /// The head of a log, whose last entry has been compared with it.
    pub(super) async fn get(&mut self, connection: &mut SqliteConnection, log: &LogId) -> Result<Head, WorkError> {
        if let Some(head) = self.known.get(log) {
            return Ok(*head);
        }
        let refused = |error| Err(WorkError::Refused(error));
        let row = sqlx::query(sql::LAST_ENTRY).bind(log.as_str()).fetch_optional(&mut *connection).await?;
        let Some(row) = row else {
            let there = sqlx::query(sql::EPOCH).bind(log.as_str()).fetch_optional(&mut *connection).await?;
            return match there {
                None => refused(StoreError::NoSuchLog),
                Some(_) => refused(StoreError::damaged_log(log, "its head is missing".to_owned())),
            };
        };
        let head = match checked_head(log, &row) {
            Ok(head) => head,
            Err(why) => return refused(StoreError::damaged_log(log, why)),
        };
        if self.known.len() >= MAX_KNOWN && self.changed.is_empty() {
            self.known.clear();
        }
        self.known.insert(log.clone(), head);
        Ok(head)
    }

    /// The hash that an entry will have if it is stored.
    pub(super) async fn hash_of(
        &mut self,
        connection: &mut SqliteConnection,
        append: &Append,
    ) -> Result<Hash, WorkError> {
        let Append { log, epoch, seq, command, at, body, .. } = append;
        if !self.hashed {
            return Ok(Hash::ZERO);
        }
        let head = self.get(connection, log).await?;
        let command = command.as_deref();
        Ok(head.hash.next(&HashedEntry { seq: *seq, epoch: *epoch, command, at: *at, body }))
    }

    /// An entry was stored.
    pub(super) fn set(&mut self, log: &LogId, head: Head) {
        self.known.insert(log.clone(), head);
        self.changed.insert(log.clone());
    }

    /// The heads that have changed since they were stored, by the names of their logs.
    pub(super) fn changed(&self) -> Vec<(&LogId, &Head)> {
        let mut changed: Vec<_> = self.changed.iter().filter_map(|log| Some((log, self.known.get(log)?))).collect();
        changed.sort_unstable_by_key(|(log, _)| *log);
        changed
    }

    /// Stores the heads that have changed.
    pub(super) async fn store(&mut self, connection: &mut SqliteConnection) -> Result<(), sqlx::Error> {
        for rows in self.changed().chunks(MAX_ROWS) {
            let mut statement = QueryBuilder::<Sqlite>::new(sql::SET_HEADS);
            statement.push_values(rows, |mut row, (log, head)| {
                row.push_bind(log.as_str()).push_bind(number(head.seq)).push_bind(head.hash.as_bytes());
            });
            statement.push(sql::SET_HEADS_IF);
            statement.build().execute(&mut *connection).await?;
        }
        self.changed.clear();
        Ok(())
    }
}
