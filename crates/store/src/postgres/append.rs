//! Appends and changes of values, within the connection or transaction of the writer.

use sqlx::postgres::PgRow;
use sqlx::{PgConnection, Row as _};

use crate::append::{Append, Appended};
use crate::chain::{Hash, HashedEntry, summary_checksum, value_checksum};
use crate::error::StoreError;
use crate::names::LogId;
use crate::postgres::sql;
use crate::rows::{Head, checked_head, number};
use crate::value::{Expect, Put};
use crate::writing::WorkError;

/// An append to be stored together with those of other logs, and the hash of the entry that it follows.
#[derive(Debug)]
pub(super) struct Chained<'a> {
    pub(super) append: &'a Append,
    pub(super) before: Hash,
    pub(super) hash: Hash,
}

impl<'a> Chained<'a> {
    pub(super) fn new(append: &'a Append, head: &Head) -> Chained<'a> {
        Chained { append, before: head.hash, hash: hash_after(append, head) }
    }
}

fn hash_after(append: &Append, head: &Head) -> Hash {
    let Append { epoch, seq, command, at, body, .. } = append;
    head.hash.next(&HashedEntry { seq: *seq, epoch: *epoch, command: command.as_deref(), at: *at, body })
}

/// Stores entries of different logs that come without values, all in one statement, and names the logs of those that
/// were stored. The others were not; appended one by one, they are refused with the reason.
pub(super) async fn append_many(
    connection: &mut PgConnection,
    chained: &[Chained<'_>],
) -> Result<Vec<LogId>, sqlx::Error> {
    let column = |number: fn(&Append) -> i64| -> Vec<i64> { chained.iter().map(|row| number(row.append)).collect() };
    let summaries = || chained.iter().map(|row| row.append.summary.as_ref());
    let logs: Vec<&str> = chained.iter().map(|row| row.append.log.as_str()).collect();
    let commands: Vec<Option<&str>> = chained.iter().map(|row| row.append.command.as_deref()).collect();
    let bodies: Vec<&str> = chained.iter().map(|row| row.append.body.text.as_str()).collect();
    let hashes: Vec<&[u8]> = chained.iter().map(|row| row.hash.as_bytes()).collect();
    let before: Vec<&[u8]> = chained.iter().map(|row| row.before.as_bytes()).collect();
    let open: Vec<Option<bool>> = summaries().map(|summary| summary.map(|summary| summary.open)).collect();
    let versions: Vec<Option<i64>> =
        summaries().map(|summary| summary.map(|summary| i64::from(summary.body.version))).collect();
    let texts: Vec<Option<&str>> =
        summaries().map(|summary| summary.map(|summary| summary.body.text.as_str())).collect();
    let checksum = |row: &Chained<'_>| {
        let summary = row.append.summary.as_ref()?;
        Some(summary_checksum(row.append.log.as_str(), summary.open, &summary.body).to_vec())
    };
    let checksums: Vec<Option<Vec<u8>>> = chained.iter().map(checksum).collect();
    let stored = sqlx::query(sql::APPEND_MANY)
        .bind(logs)
        .bind(column(|append| number(append.seq)))
        .bind(column(|append| number(append.epoch)))
        .bind(commands)
        .bind(column(|append| append.at.as_millis()))
        .bind(column(|append| i64::from(append.body.version)))
        .bind(bodies)
        .bind(hashes)
        .bind(before)
        .bind(open)
        .bind(versions)
        .bind(texts)
        .bind(checksums)
        .fetch_all(connection)
        .await?;
    let name = |row: &PgRow| LogId::new(row.try_get(0)?).map_err(|error| sqlx::Error::Decode(Box::new(error)));
    stored.iter().map(name).collect()
}

/// Appends one entry with everything that belongs to it, in the order of the contract; the new head, if it is new.
///
/// `uncertain`: whether it was asked for before without an answer, so that it may be stored already.
pub(super) async fn append_one(
    connection: &mut PgConnection,
    append: &Append,
    uncertain: bool,
) -> Result<(Appended, Option<Head>), WorkError> {
    let refused = |error| Err(WorkError::Refused(error));
    let Append { log, epoch, seq, command, at, body, summary, puts } = append;
    let found: Option<i64> =
        sqlx::query_scalar(sql::LOCK_LOG).bind(log.as_str()).fetch_optional(&mut *connection).await?;
    let Some(found) = found.map(i64::unsigned_abs) else { return refused(StoreError::NoSuchLog) };
    if uncertain && is_stored(connection, append).await? {
        return Ok((Appended::New { seq: *seq }, None));
    }
    if found != *epoch {
        return refused(StoreError::Fenced { epoch: found });
    }
    if let Some(command) = command {
        let known = sqlx::query_scalar(sql::COMMAND).bind(log.as_str()).bind(command);
        let known: Option<i64> = known.fetch_optional(&mut *connection).await?;
        if let Some(seq) = known {
            return Ok((Appended::Duplicate { seq: seq.unsigned_abs() }, None));
        }
    }
    let head = last_head(connection, log).await?;
    if *seq != head.seq + 1 {
        return refused(StoreError::Conflict { head: head.seq, expected: *seq });
    }
    put_all(connection, puts).await?;
    let hash = hash_after(append, &head);
    sqlx::query(sql::APPEND)
        .bind(log.as_str())
        .bind(number(*seq))
        .bind(number(*epoch))
        .bind(command.as_deref())
        .bind(at.as_millis())
        .bind(i64::from(body.version))
        .bind(body.text.as_str())
        .bind(hash.as_bytes())
        .execute(&mut *connection)
        .await?;
    sqlx::query(sql::SET_HEAD)
        .bind(log.as_str())
        .bind(number(*seq))
        .bind(hash.as_bytes())
        .execute(&mut *connection)
        .await?;
    if let Some(summary) = summary {
        sqlx::query(sql::SUMMARY)
            .bind(log.as_str())
            .bind(summary.open)
            .bind(i64::from(summary.body.version))
            .bind(summary.body.text.as_str())
            .bind(summary_checksum(log.as_str(), summary.open, &summary.body).to_vec())
            .execute(connection)
            .await?;
    }
    Ok((Appended::New { seq: *seq }, Some(Head { seq: *seq, hash })))
}

/// Whether the entry of this number is this one: it covers all of its fields, and all entries before it.
async fn is_stored(connection: &mut PgConnection, append: &Append) -> Result<bool, sqlx::Error> {
    let mut hash_of = async |seq: u64| -> Result<Option<Hash>, sqlx::Error> {
        if seq == 0 {
            return Ok(Some(Hash::start_of(&append.log)));
        }
        let query = sqlx::query_scalar(sql::HASH).bind(append.log.as_str()).bind(number(seq));
        let hash: Option<Vec<u8>> = query.fetch_optional(&mut *connection).await?;
        Ok(hash.as_deref().and_then(Hash::read))
    };
    let Some(before) = append.seq.checked_sub(1) else { return Ok(false) };
    let (Some(before_hash), Some(hash)) = (hash_of(before).await?, hash_of(append.seq).await?) else {
        return Ok(false);
    };
    Ok(hash_after(append, &Head { seq: before, hash: before_hash }) == hash)
}

/// The head of a log that is locked, whose last entry has been compared with it.
pub(super) async fn last_head(connection: &mut PgConnection, log: &LogId) -> Result<Head, WorkError> {
    let row = sqlx::query(sql::LAST_ENTRY).bind(log.as_str()).fetch_optional(connection).await?;
    let head = row.ok_or_else(|| "its head is missing".to_owned()).and_then(|row| checked_head(log, &row));
    head.map_err(|why| WorkError::Refused(StoreError::damaged_log(log, why)))
}

/// Changes values, one after the other.
pub(super) async fn put_all(connection: &mut PgConnection, puts: &[Put]) -> Result<(), WorkError> {
    for put in puts {
        if !put_one(connection, put).await? {
            return Err(WorkError::Refused(StoreError::ValueConflict { key: put.key.clone() }));
        }
    }
    Ok(())
}

/// Changes a value; false if it is not what was expected.
async fn put_one(connection: &mut PgConnection, put: &Put) -> Result<bool, sqlx::Error> {
    let statement = match (&put.value, &put.expect) {
        (Some(_), Expect::Anything) => sql::SET,
        (Some(_), Expect::Absent) => sql::SET_IF_ABSENT,
        (Some(_), Expect::Equal(_)) => sql::SET_IF_EQUAL,
        (None, Expect::Anything) => sql::REMOVE,
        (None, Expect::Equal(_)) => sql::REMOVE_IF_EQUAL,
        // There is nothing to remove: only whether that is so is asked.
        (None, Expect::Absent) => {
            let query = sqlx::query(sql::GET).bind(put.key.space.as_str()).bind(&put.key.name);
            return Ok(query.fetch_optional(connection).await?.is_none());
        }
    };
    let mut query = sqlx::query(statement).bind(put.key.space.as_str()).bind(&put.key.name);
    if let Some(value) = &put.value {
        let checksum = value_checksum(put.key.space.as_str(), &put.key.name, value);
        query = query.bind(i64::from(value.version)).bind(value.text.as_str()).bind(checksum.to_vec());
    }
    if let Expect::Equal(expected) = &put.expect {
        query = query.bind(i64::from(expected.version)).bind(expected.text.as_str());
    }
    let changed = query.execute(connection).await?.rows_affected() > 0;
    Ok(changed || put.expect == Expect::Anything)
}
