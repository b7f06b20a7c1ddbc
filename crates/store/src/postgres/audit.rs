//! Reading everything in a database, to find what is not as it was written.

use sqlx::postgres::PgRow;
use sqlx::{Connection as _, PgConnection, Row as _};

use crate::chain::summary_checksum;
use crate::damage::Damage;
use crate::names::LogId;
use crate::postgres::sql;
use crate::rows::{ChainReader, Head, StoreRow as _, checked_value};
use crate::sqlite::Audit;
use crate::value::Space;

/// Rows that are read at a time.
const PAGE_ROWS: i64 = 2000;

/// Reads everything as it is at one moment, and tells of each page how many rows of how many are done.
pub(super) async fn audit(
    connection: &mut PgConnection,
    progress: &mut (dyn FnMut(u64, u64) + Send),
) -> Result<Audit, sqlx::Error> {
    let mut transaction = connection.begin_with("BEGIN ISOLATION LEVEL REPEATABLE READ READ ONLY").await?;
    // It holds no lock that another would wait for.
    sqlx::query("SET LOCAL idle_in_transaction_session_timeout = 0").execute(&mut *transaction).await?;
    let (entries, values): (i64, i64) = sqlx::query_as(sql::COUNTS).fetch_one(&mut *transaction).await?;
    let total = entries.unsigned_abs().saturating_add(values.unsigned_abs());
    let mut audit = Audit::default();
    let mut after = String::new();
    loop {
        let page = sqlx::query(sql::ALL_LOGS).bind(&after).bind(PAGE_ROWS).fetch_all(&mut *transaction).await?;
        let Some(last) = page.last() else { break };
        after = last.text(2)?;
        for row in &page {
            audit.logs += 1;
            audit_log(&mut transaction, row, &mut audit).await?;
            progress(audit.entries, total);
        }
    }
    for name in sqlx::query_scalar::<_, String>(sql::STRAY_LOGS).fetch_all(&mut *transaction).await? {
        audit.damages.push(match LogId::new(&name) {
            Ok(log) => Damage::Log { log, why: "only its entries are there: the log itself is missing".to_owned() },
            Err(_) => Damage::Row { why: format!("{name:?} is not the name of a log") },
        });
    }
    let mut after = (String::new(), String::new());
    loop {
        let query = sqlx::query(sql::ALL_VALUES).bind(&after.0).bind(&after.1).bind(PAGE_ROWS);
        let page = query.fetch_all(&mut *transaction).await?;
        let Some(last) = page.last() else { break };
        after = (last.try_get(0)?, last.try_get(1)?);
        for row in &page {
            let (space, name) = (row.text(0)?, row.text(1)?);
            if checked_value(&space, &name, row, 2).is_none() {
                audit.damages.push(Damage::Value { key: Space::new(space).key(name) });
            }
        }
        audit.values += page.len() as u64;
        progress(audit.entries.saturating_add(audit.values), total);
    }
    transaction.rollback().await?;
    audit.damages.sort();
    audit.damages.dedup();
    Ok(audit)
}

/// Checks the log in a row of [`ALL_LOGS`](sql::ALL_LOGS).
async fn audit_log(connection: &mut PgConnection, row: &PgRow, audit: &mut Audit) -> Result<(), sqlx::Error> {
    let name = row.text(2)?;
    let Ok(log) = LogId::new(&name) else {
        audit.damages.push(Damage::Row { why: format!("{name:?} is not the name of a log") });
        return Ok(());
    };
    if row.bytes(7)? != summary_checksum(&name, row.number(4)? != 0, &row.payload(5)?) {
        audit.damages.push(Damage::Summary { log: log.clone() });
    }
    let head = match row.optional_number(0)? {
        Some(_) => Head::read(row),
        None => Err("its head is missing".to_owned()),
    };
    let mut reading = Ok(ChainReader::new(&log));
    let mut seq = 0_i64;
    loop {
        let query = sqlx::query(sql::ENTRIES_OF).bind(log.as_str()).bind(seq).bind(PAGE_ROWS);
        let page = query.fetch_all(&mut *connection).await?;
        let Some(last) = page.last() else { break };
        seq = last.number(2)?;
        audit.entries += page.len() as u64;
        reading =
            reading.and_then(|reader| page.iter().try_fold(reader, |mut reader, row| reader.next(row).map(|_| reader)));
    }
    if let Err(why) = head.and_then(|head| reading?.end(&head)) {
        audit.damages.push(Damage::Log { log, why });
    }
    Ok(())
}
