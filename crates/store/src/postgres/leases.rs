//! Leases and claims, by the clock of the database.
//!
//! Nodes may have wrong clocks. So of the times that a node gives only the length of its lease counts, and the times that
//! it gets are as far from its own time as those of the database are from the time of the database.

use std::time::Duration;

use sqlx::postgres::{PgPool, PgRow};
use sqlx::{PgConnection, Row as _};
use trinta_time::Timestamp;

use crate::chain::Hash;
use crate::error::StoreError;
use crate::names::{LogId, NodeId};
use crate::postgres::append::last_head;
use crate::postgres::sql;
use crate::rows::{self, Head, number};
use crate::traits::{Claim, Lease, NodeInfo, Owner};
use crate::writing::WorkError;

/// A node is forgotten so long after its lease has run out.
const REMEMBERED_MILLIS: i64 = 7 * 24 * 3600 * 1000;

/// Converts times of the database to the clock of whoever asked.
#[derive(Debug, Clone, Copy)]
struct Shift(i64);

impl Shift {
    /// At one moment it is `theirs` for whoever asks, and `ours` for the database.
    fn new(theirs: Timestamp, ours: i64) -> Shift {
        Shift(theirs.as_millis().saturating_sub(ours))
    }

    fn apply(self, time: i64) -> Timestamp {
        Timestamp::from_millis(time.saturating_add(self.0))
    }
}

pub(super) async fn renew(
    pool: &PgPool,
    node: &NodeId,
    address: Option<&str>,
    lease: Lease,
) -> Result<(), sqlx::Error> {
    let length = lease.until.as_millis().saturating_sub(lease.last_sign.as_millis()).max(0);
    sqlx::query(sql::RENEW).bind(node.as_str()).bind(address).bind(length).execute(pool).await.map(|_| ())
}

pub(super) async fn forget_nodes(pool: &PgPool) -> Result<(), sqlx::Error> {
    sqlx::query(sql::FORGET_NODES).bind(REMEMBERED_MILLIS).execute(pool).await.map(|_| ())
}

/// Takes a log over; its head, from which the next append goes on, comes with the claim.
pub(super) async fn claim(
    pool: &PgPool,
    log: &LogId,
    node: &NodeId,
    now: Timestamp,
) -> Result<(Claim, Head), WorkError> {
    let mut transaction = pool.begin().await?;
    let claimed = claim_locked(&mut transaction, log, node, now).await?;
    transaction.commit().await?;
    Ok(claimed)
}

async fn claim_locked(
    connection: &mut PgConnection,
    log: &LogId,
    node: &NodeId,
    now: Timestamp,
) -> Result<(Claim, Head), WorkError> {
    let refused = |error| Err(WorkError::Refused(error));
    let found: Option<(Option<String>, i64, Option<i64>)> =
        sqlx::query_as(sql::LOCK_FOR_CLAIM).bind(log.as_str()).fetch_optional(&mut *connection).await?;
    let Some((owner, epoch, released)) = found else { return refused(StoreError::NoSuchLog) };
    let (clock, until, last_sign): (i64, Option<i64>, Option<i64>) =
        sqlx::query_as(sql::OWNERS_LEASE).bind(owner.as_deref()).fetch_one(&mut *connection).await?;
    let shift = Shift::new(now, clock);
    if let (Some(owner), Some(until), None) = (&owner, until, released)
        && owner != node.as_str()
        && until > clock
    {
        let owner = NodeId::new(owner).map_err(|error| WorkError::Refused(error.into()))?;
        return refused(StoreError::Owned { owner, until: shift.apply(until) });
    }
    let head = last_head(connection, log).await?;
    let marked: Option<Vec<u8>> =
        sqlx::query_scalar(sql::RESTORED).bind(log.as_str()).fetch_one(&mut *connection).await?;
    let restored = marked.is_some();
    if marked.is_some_and(|marked| marked != Hash::restored(log, head.seq, &head.hash).as_bytes()) {
        return refused(StoreError::damaged_log(log, "what marks it as restored does not match".to_owned()));
    }
    sqlx::query(sql::CLAIM).bind(log.as_str()).bind(node.as_str()).execute(connection).await?;
    let last_sign = released.or(last_sign).map(|time| shift.apply(time));
    Ok((Claim { epoch: epoch.unsigned_abs() + 1, head: head.seq, last_sign, restored }, head))
}

pub(super) async fn release(pool: &PgPool, log: &LogId, epoch: u64, unserved: Duration) -> Result<(), WorkError> {
    let unserved = i64::try_from(unserved.as_millis()).unwrap_or(i64::MAX);
    let release = sqlx::query(sql::RELEASE).bind(log.as_str()).bind(number(epoch)).bind(unserved);
    let released = release.execute(pool).await?;
    if released.rows_affected() > 0 {
        return Ok(());
    }
    let found: Option<i64> = sqlx::query_scalar(sql::EPOCH).bind(log.as_str()).fetch_optional(pool).await?;
    Err(WorkError::Refused(match found {
        None => StoreError::NoSuchLog,
        Some(epoch) => StoreError::Fenced { epoch: epoch.unsigned_abs() },
    }))
}

/// The process that holds a log, in a row of [`HOLDER`](sql::HOLDER).
pub(super) fn owner(row: &PgRow, now: Timestamp) -> Result<Option<Owner>, sqlx::Error> {
    let epoch: i64 = row.try_get(0)?;
    Ok(node(row, now)?.map(|node| Owner { node, epoch: epoch.unsigned_abs() }))
}

/// A process in a row of [`NODES`](sql::NODES) or [`HOLDER`](sql::HOLDER), whose last column is the time.
pub(super) fn node(row: &PgRow, now: Timestamp) -> Result<Option<NodeInfo>, sqlx::Error> {
    let shift = Shift::new(now, row.try_get(5)?);
    let shifted = |lease: Lease| Lease {
        last_sign: shift.apply(lease.last_sign.as_millis()),
        until: shift.apply(lease.until.as_millis()),
    };
    Ok(rows::node(row)?.map(|node| NodeInfo { lease: shifted(node.lease), ..node }))
}
