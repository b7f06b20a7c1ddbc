//! Rows of a database, checked against their hashes before anybody gets to see them: the same for SQLite and PostgreSQL.

use sqlx::{ColumnIndex, Decode, Row, Type};
use trinta_time::Timestamp;

use crate::chain::{Hash, HashedEntry, value_checksum};
use crate::names::{LogId, NodeId};
use crate::payload::Payload;
use crate::traits::{Entry, Lease, NodeInfo};

/// The columns of a row, by the kinds that stores use.
pub(crate) trait StoreRow {
    fn number(&self, column: usize) -> Result<i64, sqlx::Error>;
    fn optional_number(&self, column: usize) -> Result<Option<i64>, sqlx::Error>;
    fn text(&self, column: usize) -> Result<String, sqlx::Error>;
    fn optional_text(&self, column: usize) -> Result<Option<String>, sqlx::Error>;
    fn bytes(&self, column: usize) -> Result<Vec<u8>, sqlx::Error>;
    fn optional_bytes(&self, column: usize) -> Result<Option<Vec<u8>>, sqlx::Error>;

    /// A version, and the text in the column after it.
    fn payload(&self, column: usize) -> Result<Payload, sqlx::Error> {
        Ok(payload(self.number(column)?, self.text(column + 1)?))
    }
}

impl<R: Row> StoreRow for R
where
    usize: ColumnIndex<R>,
    i64: Type<R::Database> + for<'r> Decode<'r, R::Database>,
    String: Type<R::Database> + for<'r> Decode<'r, R::Database>,
    Vec<u8>: Type<R::Database> + for<'r> Decode<'r, R::Database>,
{
    fn number(&self, column: usize) -> Result<i64, sqlx::Error> {
        self.try_get(column)
    }

    fn optional_number(&self, column: usize) -> Result<Option<i64>, sqlx::Error> {
        self.try_get(column)
    }

    fn text(&self, column: usize) -> Result<String, sqlx::Error> {
        self.try_get(column)
    }

    fn optional_text(&self, column: usize) -> Result<Option<String>, sqlx::Error> {
        self.try_get(column)
    }

    fn bytes(&self, column: usize) -> Result<Vec<u8>, sqlx::Error> {
        self.try_get(column)
    }

    fn optional_bytes(&self, column: usize) -> Result<Option<Vec<u8>>, sqlx::Error> {
        self.try_get(column)
    }
}

/// The number of an entry or an epoch as SQL has it; none is ever larger.
pub(crate) fn number(number: u64) -> i64 {
    i64::try_from(number).unwrap_or(i64::MAX)
}

/// At most this many rows.
pub(crate) fn limit(limit: usize) -> i64 {
    i64::try_from(limit).unwrap_or(i64::MAX)
}

/// Text with its version. A number that can't be a version was not written by this program, and counts as a newer one.
pub(crate) fn payload(version: i64, text: String) -> Payload {
    Payload { version: u32::try_from(version).unwrap_or(u32::MAX), text }
}

/// An entry as it is stored: with the epoch under which it was appended, and its hash.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct StoredEntry {
    pub(crate) epoch: u64,
    pub(crate) entry: Entry,
    pub(crate) hash: Hash,
}

impl StoredEntry {
    /// The entry in a row of what reads a log; none if the log has no entry there.
    pub(crate) fn read(row: &impl StoreRow) -> Result<Option<StoredEntry>, String> {
        let read = || {
            let Some(seq) = row.optional_number(2)? else { return Ok(None) };
            let epoch = row.number(3)?;
            let hash = row.bytes(8)?;
            let entry = Entry {
                seq: seq.unsigned_abs(),
                command: row.optional_text(4)?,
                at: Timestamp::from_millis(row.number(5)?),
                body: row.payload(6)?,
            };
            Ok(Some((epoch.unsigned_abs(), entry, Hash::read(&hash))))
        };
        match read().map_err(|error: sqlx::Error| format!("an entry has a field of another kind: {error}"))? {
            None => Ok(None),
            Some((epoch, entry, Some(hash))) => Ok(Some(StoredEntry { epoch, entry, hash })),
            Some((_, entry, None)) => Err(format!("entry {} has no hash", entry.seq)),
        }
    }

    /// The hash that it must have after an entry with this one.
    pub(crate) fn hash_after(&self, before: &Hash) -> Hash {
        let Entry { seq, command, at, body } = &self.entry;
        before.next(&HashedEntry { seq: *seq, epoch: self.epoch, command: command.as_deref(), at: *at, body })
    }
}

/// The last entry of a log, as its head names it.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) struct Head {
    pub(crate) seq: u64,
    pub(crate) hash: Hash,
}

impl Head {
    /// The head of a log without entries.
    pub(crate) fn start_of(log: &LogId) -> Head {
        Head { seq: 0, hash: Hash::start_of(log) }
    }

    /// A head in the first two columns of a row.
    pub(crate) fn read(row: &impl StoreRow) -> Result<Head, String> {
        let read = || Ok((row.number(0)?, Hash::read(&row.bytes(1)?)));
        match read().map_err(|error: sqlx::Error| format!("its head has a field of another kind: {error}"))? {
            (seq, Some(hash)) => Ok(Head { seq: seq.unsigned_abs(), hash }),
            (_, None) => Err("its head has no hash".to_owned()),
        }
    }
}

/// Follows a log from one entry to the next, and says where it is not as it was written.
#[derive(Debug)]
pub(crate) struct ChainReader {
    /// The last entry that was read; its hash is what the next one builds on.
    at: Head,
}

impl ChainReader {
    /// From the first entry on.
    pub(crate) fn new(log: &LogId) -> ChainReader {
        ChainReader { at: Head::start_of(log) }
    }

    /// The last entry that was found whole.
    pub(crate) const fn at(&self) -> Head {
        self.at
    }

    /// Takes the next row of what reads a log; none if it has no entry.
    pub(crate) fn next(&mut self, row: &impl StoreRow) -> Result<Option<StoredEntry>, String> {
        let Some(stored) = StoredEntry::read(row)? else { return Ok(None) };
        let seq = self.at.seq + 1;
        if stored.entry.seq != seq {
            return Err(format!("entry {seq} is missing"));
        }
        if stored.hash_after(&self.at.hash) != stored.hash {
            return Err(format!("the hash of entry {seq} does not match"));
        }
        self.at = Head { seq, hash: stored.hash };
        Ok(Some(stored))
    }

    /// Checks at the end of a log that it ends where its head says.
    pub(crate) fn end(&self, head: &Head) -> Result<(), String> {
        match self.at.seq {
            _ if self.at == *head => Ok(()),
            seq if seq < head.seq => Err(format!("entries from {} to {} are missing", seq + 1, head.seq)),
            seq if seq > head.seq => Err(format!("it has {seq} entries, and its head names {}", head.seq)),
            seq => Err(format!("the hash of entry {seq} is not the one that its head names")),
        }
    }
}

impl From<Head> for ChainReader {
    fn from(at: Head) -> ChainReader {
        ChainReader { at }
    }
}

/// Checks one page of rows of a log, from an entry on.
///
/// `limit`: how many rows were asked for. If there are fewer, the log ends there.
pub(crate) fn check_page(log: &LogId, from: u64, limit: usize, rows: &[impl StoreRow]) -> Result<Vec<Entry>, String> {
    let Some(first) = rows.first() else { return Ok(Vec::new()) };
    let head = Head::read(first)?;
    let mut reader = ChainReader::new(log);
    let mut entries = Vec::with_capacity(rows.len());
    for row in rows {
        // The entry before the first one that was asked for is there for its hash.
        if from > 1 && reader.at.seq == 0 {
            match StoredEntry::read(row)? {
                Some(before) if before.entry.seq == from - 1 => {
                    reader.at = Head { seq: from - 1, hash: before.hash };
                    continue;
                }
                None if head.seq < from - 1 => return Ok(Vec::new()),
                _ => return Err(format!("entry {} is missing", from - 1)),
            }
        }
        entries.extend(reader.next(row)?.map(|stored| stored.entry));
    }
    if rows.len() < limit || reader.at.seq >= head.seq {
        reader.end(&head)?;
    }
    Ok(entries)
}

/// A process, whose name, address, last sign of life and end of lease are in a row; none if there is none.
pub(crate) fn node(row: &impl StoreRow) -> Result<Option<NodeInfo>, sqlx::Error> {
    let Some(name) = row.optional_text(1)? else { return Ok(None) };
    let Ok(id) = NodeId::new(&name) else { return Ok(None) };
    let (last_sign, until) = (row.number(3)?, row.number(4)?);
    let lease = Lease { last_sign: Timestamp::from_millis(last_sign), until: Timestamp::from_millis(until) };
    Ok(Some(NodeInfo { id, address: row.optional_text(2)?, lease }))
}

/// A value in a row whose columns from `first` on are version, text and checksum; none if it is not as it was written.
pub(crate) fn checked_value(space: &str, name: &str, row: &impl StoreRow, first: usize) -> Option<Payload> {
    let value = row.payload(first).ok()?;
    let checksum = row.bytes(first + 2).ok()?;
    (checksum == value_checksum(space, name, &value)).then_some(value)
}

/// The last entry of a log, which must be the one that its head names: the head is in the first two columns of a row, the
/// number and the hash of the last entry in the next two.
pub(crate) fn checked_head(log: &LogId, row: &impl StoreRow) -> Result<Head, String> {
    let head = Head::read(row)?;
    let read = || Ok((row.optional_number(2)?, row.optional_bytes(3)?.as_deref().and_then(Hash::read)));
    let last = match read().map_err(|error: sqlx::Error| error.to_string())? {
        (Some(seq), Some(hash)) => Head { seq: seq.unsigned_abs(), hash },
        (Some(seq), None) => return Err(format!("entry {seq} has no hash")),
        (None, _) => Head::start_of(log),
    };
    ChainReader::from(last).end(&head).map(|()| head)
}
