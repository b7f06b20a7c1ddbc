//! Folding everything in a store, to find logs that the server could not serve.

use std::sync::Arc;

use trinta_store::{Damage, LogId, LogState, Store, StoreError};
use trinta_table::library::Library;

use crate::hall::{HallError, fold_hall};
use crate::keys::HALL_PREFIX;
use crate::room::fold::{FoldFault, fold_log};

/// Logs that are listed at a time.
const PAGE_SIZE: usize = 500;

/// Folds the log of every table and every tournament, and returns those that can't be folded, each with the reason.
/// Tells of each log how many are done.
///
/// # Errors
/// If the logs can't be listed.
pub async fn fold_all(store: &Arc<dyn Store>, mut progress: impl FnMut(u64)) -> Result<Vec<Damage>, StoreError> {
    let library = Arc::new(Library::default());
    let (mut damages, mut done) = (Vec::new(), 0);
    for state in [LogState::Open, LogState::Closed] {
        let mut after: Option<LogId> = None;
        loop {
            let page = store.logs(state, after.as_ref(), PAGE_SIZE).await?;
            let Some(last) = page.last() else { break };
            after = Some(last.log.clone());
            for info in page {
                // In a task of its own: a log that makes no sense must not end the check.
                let folding = tokio::spawn(fold(store.clone(), library.clone(), info.log.clone()));
                let folded = folding.await.unwrap_or_else(|_| Err("folding it failed".to_owned()));
                damages.extend(folded.err().map(|why| Damage::Log { log: info.log, why }));
                done += 1;
                progress(done);
            }
        }
    }
    Ok(damages)
}

async fn fold(store: Arc<dyn Store>, library: Arc<Library>, log: LogId) -> Result<(), String> {
    if log.as_str().starts_with(HALL_PREFIX) {
        return fold_hall(&*store, &log).await.map(|_| ()).map_err(|error| match error {
            HallError::Unreadable(why) => why,
            other => other.to_string(),
        });
    }
    fold_log(&*store, &library, &log, |_, _, _| {}).await.map(|_| ()).map_err(|fault| match fault {
        FoldFault::Store(StoreError::DamagedLog { why, .. }) | FoldFault::Unreadable(why) => why,
        FoldFault::Store(error) => error.to_string(),
    })
}
