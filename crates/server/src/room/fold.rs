//! Folding the log of a table.

use std::sync::Arc;

use trinta_store::{LogId, LogStore, StoreError};
use trinta_table::library::Library;
use trinta_table::{Table, TableEvent};

use crate::stored::{Stored as _, StoredEvents};

/// Entries that are read at a time.
const PAGE_SIZE: usize = 1000;

/// Why the log of a table can't be folded.
#[derive(Debug)]
pub(crate) enum FoldFault {
    /// The store does not give it out.
    Store(StoreError),
    /// It can't be understood.
    Unreadable(String),
}

/// Reads and folds a whole log, and tells of each entry once it is folded; none if the log has no entry.
pub(crate) async fn fold_log(
    store: &(impl LogStore + ?Sized),
    library: &Library,
    id: &LogId,
    mut folded: impl FnMut(&Table, Arc<[TableEvent]>, Option<String>),
) -> Result<Option<Table>, FoldFault> {
    let unreadable = |error: &dyn std::fmt::Display| FoldFault::Unreadable(error.to_string());
    let mut table: Option<Table> = None;
    let mut next = 1;
    loop {
        let page = store.read(id, next, PAGE_SIZE).await.map_err(FoldFault::Store)?;
        let last = page.len() < PAGE_SIZE;
        next += page.len() as u64;
        for entry in page {
            let StoredEvents(events) = StoredEvents::read(&entry.body).map_err(|error| unreadable(&error))?;
            let events: Arc<[TableEvent]> = events.into();
            let table = match &mut table {
                Some(table) => {
                    table.apply(entry.at, &events);
                    table
                }
                none => {
                    let opened = Table::open(entry.at, &events, library).map_err(|error| unreadable(&error))?;
                    none.insert(opened)
                }
            };
            folded(table, events, entry.command);
        }
        if last {
            return Ok(table);
        }
    }
}
