//! Each piece of work that the writer can be asked for, within the transaction of its batch.

use sqlx::SqliteConnection;
use trinta_time::Timestamp;

use crate::append::{Append, Appended};
use crate::chain::{Hash, summary_checksum, value_checksum};
use crate::error::StoreError;
use crate::names::{LogId, NodeId};
use crate::payload::Payload;
use crate::rows::{Head, number};
use crate::sqlite::heads::Heads;
use crate::sqlite::{restored, sql};
use crate::traits::{Claim, Lease};
use crate::value::{Expect, Put};
use crate::writing::WorkError;

/// What can be asked of the writer.
#[derive(Debug)]
pub(super) enum Work {
    Create { log: LogId, summary: Payload },
    Claim { log: LogId, node: NodeId, now: Timestamp },
    Renew { node: NodeId, lease: Lease },
    Announce { node: NodeId, address: String, lease: Lease },
    Release { log: LogId, epoch: u64, last_sign: Timestamp },
    Append(Box<Append>),
    Put(Vec<Put>),
    Close,
}

/// What came of it.
#[derive(Debug)]
pub(super) enum WorkOutcome {
    Nothing,
    Claimed(Claim),
    Appended(Appended),
}

impl WorkOutcome {
    /// An answer to another question. It can't be, and it is no reason to fall over.
    pub(super) fn unexpected(self) -> StoreError {
        StoreError::Failed(format!("the writer answered {self:?}"))
    }
}

/// What came of one piece of work.
pub(super) type Outcome = Result<WorkOutcome, WorkError>;

/// Does one piece of work.
pub(super) async fn perform(connection: &mut SqliteConnection, heads: &mut Heads, work: Work) -> Outcome {
    match work {
        Work::Create { log, summary } => create(connection, &log, &summary).await,
        Work::Claim { log, node, now } => claim(connection, heads, &log, &node, now).await,
        Work::Renew { node, lease } => renew(connection, &node, lease).await,
        Work::Announce { node, address, lease } => announce(connection, &node, &address, lease).await,
        Work::Release { log, epoch, last_sign } => release(connection, &log, epoch, last_sign).await,
        Work::Append(append) => {
            let hash = heads.hash_of(connection, &append).await?;
            let done = if append.puts.is_empty() {
                append_entry(connection, &append, &hash).await?
            } else {
                together(connection, async |connection| {
                    let done = append_entry(connection, &append, &hash).await?;
                    if matches!(done, WorkOutcome::Appended(Appended::New { .. })) {
                        put_all(connection, &append.puts).await?;
                    }
                    Ok(done)
                })
                .await?
            };
            if let WorkOutcome::Appended(Appended::New { seq }) = done {
                heads.set(&append.log, Head { seq, hash });
            }
            Ok(done)
        }
        Work::Put(puts) => together(connection, async |connection| put_all(connection, &puts).await).await,
        Work::Close => Ok(WorkOutcome::Nothing),
    }
}

/// Several statements of which all count or none, within the transaction of the batch.
async fn together(
    connection: &mut SqliteConnection,
    work: impl AsyncFnOnce(&mut SqliteConnection) -> Outcome,
) -> Outcome {
    sqlx::query("SAVEPOINT one").execute(&mut *connection).await?;
    let done = work(connection).await;
    match &done {
        Ok(_) => {}
        Err(WorkError::Refused(_)) => {
            sqlx::query("ROLLBACK TO one").execute(&mut *connection).await?;
        }
        // The whole transaction goes, if SQLite has not rolled it back already; this fault is the one to name.
        Err(WorkError::Broken(_)) => return done,
    }
    sqlx::query("RELEASE one").execute(&mut *connection).await?;
    done
}

async fn create(connection: &mut SqliteConnection, log: &LogId, summary: &Payload) -> Outcome {
    let made = sqlx::query(sql::CREATE)
        .bind(log.as_str())
        .bind(i64::from(summary.version))
        .bind(summary.text.as_str())
        .bind(summary_checksum(log.as_str(), true, summary).as_slice())
        .execute(&mut *connection)
        .await?;
    if made.rows_affected() == 0 {
        return Err(WorkError::Refused(StoreError::LogExists));
    }
    let head = Head::start_of(log);
    sqlx::query(sql::CREATE_HEAD).bind(log.as_str()).bind(head.hash.as_bytes()).execute(connection).await?;
    Ok(WorkOutcome::Nothing)
}

async fn renew(connection: &mut SqliteConnection, node: &NodeId, lease: Lease) -> Outcome {
    sqlx::query(sql::RENEW)
        .bind(node.as_str())
        .bind(lease.last_sign.as_millis())
        .bind(lease.until.as_millis())
        .execute(connection)
        .await?;
    Ok(WorkOutcome::Nothing)
}

async fn announce(connection: &mut SqliteConnection, node: &NodeId, address: &str, lease: Lease) -> Outcome {
    sqlx::query(sql::ANNOUNCE)
        .bind(node.as_str())
        .bind(lease.last_sign.as_millis())
        .bind(lease.until.as_millis())
        .bind(address)
        .execute(connection)
        .await?;
    Ok(WorkOutcome::Nothing)
}

async fn release(connection: &mut SqliteConnection, log: &LogId, epoch: u64, last_sign: Timestamp) -> Outcome {
    let released = sqlx::query(sql::RELEASE)
        .bind(log.as_str())
        .bind(number(epoch))
        .bind(last_sign.as_millis())
        .execute(&mut *connection)
        .await?;
    if released.rows_affected() > 0 {
        return Ok(WorkOutcome::Nothing);
    }
    let found: Option<i64> = sqlx::query_scalar(sql::EPOCH).bind(log.as_str()).fetch_optional(connection).await?;
    Err(WorkError::Refused(match found {
        None => StoreError::NoSuchLog,
        Some(epoch) => StoreError::Fenced { epoch: epoch.unsigned_abs() },
    }))
}

/// The owner of a log, the end of its lease, and its last sign of life or when it released the log.
type Owner = (Option<String>, Option<i64>, Option<i64>);

async fn claim(
    connection: &mut SqliteConnection,
    heads: &mut Heads,
    log: &LogId,
    node: &NodeId,
    now: Timestamp,
) -> Outcome {
    let found: Option<Owner> = sqlx::query_as(sql::OWNER).bind(log.as_str()).fetch_optional(&mut *connection).await?;
    let (owner, until, last_sign) = found.ok_or(WorkError::Refused(StoreError::NoSuchLog))?;
    let head = heads.get(connection, log).await?;
    let marked: Option<Vec<u8>> =
        sqlx::query_scalar(sql::RESTORED).bind(log.as_str()).fetch_one(&mut *connection).await?;
    let restored = marked.is_some();
    if marked.is_some_and(|marked| marked != restored::mark(log, &head).as_bytes()) {
        let why = "what marks it as restored does not match".to_owned();
        return Err(WorkError::Refused(StoreError::damaged_log(log, why)));
    }
    let epoch: Option<i64> = sqlx::query_scalar(sql::CLAIM)
        .bind(log.as_str())
        .bind(node.as_str())
        .bind(now.as_millis())
        .fetch_optional(&mut *connection)
        .await?;
    let Some(epoch) = epoch else {
        let owner =
            NodeId::new(owner.as_deref().unwrap_or_default()).map_err(|error| WorkError::Refused(error.into()))?;
        let until = Timestamp::from_millis(until.unwrap_or_default());
        return Err(WorkError::Refused(StoreError::Owned { owner, until }));
    };
    let last_sign = last_sign.map(Timestamp::from_millis);
    Ok(WorkOutcome::Claimed(Claim { epoch: epoch.unsigned_abs(), head: head.seq, last_sign, restored }))
}

async fn append_entry(connection: &mut SqliteConnection, append: &Append, hash: &Hash) -> Outcome {
    let Append { log, epoch, seq, command, at, body, summary, .. } = append;
    let stored = sqlx::query(sql::APPEND)
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
    if stored.rows_affected() == 0 {
        return why_not(connection, append).await;
    }
    if let Some(summary) = summary {
        sqlx::query(sql::SUMMARY)
            .bind(log.as_str())
            .bind(i64::from(summary.open))
            .bind(i64::from(summary.body.version))
            .bind(summary.body.text.as_str())
            .bind(summary_checksum(log.as_str(), summary.open, &summary.body).as_slice())
            .execute(connection)
            .await?;
    }
    Ok(WorkOutcome::Appended(Appended::New { seq: *seq }))
}

/// Nothing was appended: in the order of the contract, why.
async fn why_not(connection: &mut SqliteConnection, append: &Append) -> Outcome {
    let refused = |error| Err(WorkError::Refused(error));
    let log = append.log.as_str();
    let epoch: Option<i64> = sqlx::query_scalar(sql::EPOCH).bind(log).fetch_optional(&mut *connection).await?;
    match epoch.map(i64::unsigned_abs) {
        None => return refused(StoreError::NoSuchLog),
        Some(epoch) if epoch != append.epoch => return refused(StoreError::Fenced { epoch }),
        Some(_) => {}
    }
    if let Some(command) = &append.command {
        let known: Option<i64> =
            sqlx::query_scalar(sql::COMMAND).bind(log).bind(command).fetch_optional(&mut *connection).await?;
        if let Some(seq) = known {
            return Ok(WorkOutcome::Appended(Appended::Duplicate { seq: seq.unsigned_abs() }));
        }
    }
    let head: i64 = sqlx::query_scalar(sql::HEAD).bind(log).fetch_one(connection).await?;
    let head = head.unsigned_abs();
    refused(StoreError::Conflict { head, expected: append.seq })
}

async fn put_all(connection: &mut SqliteConnection, puts: &[Put]) -> Outcome {
    for put in puts {
        if !put_one(connection, put).await? {
            return Err(WorkError::Refused(StoreError::ValueConflict { key: put.key.clone() }));
        }
    }
    Ok(WorkOutcome::Nothing)
}

/// Changes a value; false if it is not what was expected.
async fn put_one(connection: &mut SqliteConnection, put: &Put) -> Result<bool, sqlx::Error> {
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
    let expected = match &put.expect {
        Expect::Equal(expected) => Some(expected),
        Expect::Anything | Expect::Absent => None,
    };
    if let Some(value) = &put.value {
        let checksum = value_checksum(put.key.space.as_str(), &put.key.name, value);
        query = query.bind(i64::from(value.version)).bind(value.text.as_str()).bind(checksum.to_vec());
    }
    if let Some(expected) = expected {
        query = query.bind(i64::from(expected.version)).bind(expected.text.as_str());
    }
    let changed = query.execute(connection).await?.rows_affected() > 0;
    Ok(changed || put.expect == Expect::Anything)
}
