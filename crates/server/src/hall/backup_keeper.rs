//! Makes a backup after every change: into the folder for backups, and for the devices that keep one.

use std::io::Write as _;
use std::path::Path;
use std::sync::Arc;
use std::time::Duration;

use tokio::sync::watch;

use crate::hall::halls::{Hall, Halls};
use crate::hall::owner::HallError;

/// How long after a change the backup is made: several changes share one.
const DELAY: Duration = Duration::from_secs(10);

/// An encrypted backup.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct SealedBackup {
    /// The entries that it holds.
    pub seq: u64,
    /// The backup.
    pub bytes: Vec<u8>,
}

/// Makes backups until the tournament has no owner any more.
pub(super) async fn keep_backups(halls: Arc<Halls>, mut hall: Hall, kept: watch::Sender<Option<Arc<SealedBackup>>>) {
    loop {
        tokio::select! {
            () = tokio::time::sleep(DELAY) => {}
            () = hall.ended() => return,
        }
        hall.state.mark_unchanged();
        match halls.backup(&hall).await {
            Ok(backup) => {
                if let Some(folder) = halls.options().backup_folder.clone() {
                    let (id, backup) = (hall.id().to_owned(), backup.clone());
                    let written = tokio::task::spawn_blocking(move || write(&folder, &id, &backup.bytes)).await;
                    if let Ok(Err(error)) = written {
                        tracing::error!(tournament = %hall.id(), %error, "a backup could not be written");
                    }
                }
                kept.send_replace(Some(Arc::new(backup)));
            }
            Err(HallError::Stopping) => return,
            Err(error) => tracing::error!(tournament = %hall.id(), %error, "a backup could not be made"),
        }
        if hall.state.changed().await.is_err() {
            return;
        }
    }
}

/// Replaces the backup in a folder, so that there is a whole one at every moment.
fn write(folder: &Path, id: &str, bytes: &[u8]) -> std::io::Result<()> {
    std::fs::create_dir_all(folder)?;
    let new = folder.join(format!("{id}.trinta-backup.new"));
    let mut file = std::fs::File::create(&new)?;
    file.write_all(bytes)?;
    file.sync_all()?;
    std::fs::rename(new, folder.join(format!("{id}.trinta-backup")))
}
