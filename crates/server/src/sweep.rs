//! Deletes what nobody will ask for again: expired sessions, tables at which no game ever began.
//!
//! Logs stay, those of finished games above all. What a guest has played leaves the guest's list with the guest; the
//! games themselves stay at their tables.

use std::sync::Arc;
use std::time::Duration;

use tokio::sync::watch;
use trinta_store::StoreError;

use crate::clock_check;
use crate::http::App;

/// How long after the start the first sweep comes, and the time between sweeps.
const FIRST_SWEEP_AFTER: Duration = Duration::from_secs(60);
const SWEEP_INTERVAL: Duration = Duration::from_secs(3600);

/// The counts of what a sweep deleted.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub struct SweepReport {
    /// Expired sessions.
    pub sessions: usize,
    /// Tables at which no game had begun.
    pub tables: usize,
}

/// Sweeps once.
///
/// # Errors
/// When the store can't be read or written.
pub async fn sweep(app: &App) -> Result<SweepReport, StoreError> {
    app.sessions.sweep();
    let clock = *app.registry.clock();
    if clock.is_doubtful() {
        return Ok(SweepReport::default());
    }
    clock_check::note(&**app.registry.store(), clock).await?;
    Ok(SweepReport { sessions: app.people.sweep().await?, tables: app.registry.sweep().await? })
}

/// Sweeps at intervals until the server stops.
pub(crate) async fn sweeps(app: Arc<App>, mut stop: watch::Receiver<bool>) {
    let mut wait = FIRST_SWEEP_AFTER;
    loop {
        tokio::select! {
            () = tokio::time::sleep(wait) => {}
            _ = stop.wait_for(|stop| *stop) => return,
        }
        wait = SWEEP_INTERVAL;
        match sweep(&app).await {
            Ok(swept) if swept == SweepReport::default() => {}
            Ok(SweepReport { sessions, tables }) => tracing::info!(sessions, tables, "swept"),
            Err(error) => tracing::error!(%error, "the store could not be swept"),
        }
    }
}
