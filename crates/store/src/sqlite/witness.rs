//! The witness: a small file beside the store that says how far the store has come.
//!
//! A chain of hashes shows what was changed, but not what is missing at its end: a damaged write-ahead log ends earlier,
//! and looks like one that was never longer. The witness is written after each commit and before its answer, outside of
//! the write-ahead log, so a start that finds less knows that something is lost. Writing it costs no flush: whatever ends
//! the process, the system keeps it. For a power cut it is flushed twice a second, apart from the commits.

use std::fs::{self, File};
use std::io::{ErrorKind, Seek as _, SeekFrom, Write as _};
use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::time::Duration;

use tokio::sync::Notify;
use tokio::task::JoinHandle;

use crate::chain::{Hash, line_checksum};
use crate::error::StoreError;
use crate::sqlite::faults::ErrorMapper;
use crate::sqlite::files::{private, with_ending};

/// The first word of each line, with the version of the format.
const KIND: &str = "trinta-witness 1";
/// The length of a line. Two lines are written in turn, so that one that was cut short leaves the other.
const LINE_BYTES: usize = 160;
/// How long it takes at most until what was written is flushed.
const SYNC_INTERVAL: Duration = Duration::from_millis(500);

/// How far a store has come.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) struct Position {
    /// Which store it is; a restored one is another.
    pub(super) id: String,
    /// How many transactions it has.
    pub(super) number: u64,
    /// The hash of the last one, which covers those before.
    pub(super) hash: Hash,
}

impl Position {
    /// A position in columns of [`POSITION`](crate::sqlite::sql::POSITION).
    pub(super) fn read(id: String, number: i64, hash: &[u8]) -> Result<Position, String> {
        let hash = Hash::read(hash).ok_or("its last transaction has no hash")?;
        Ok(Position { id, number: number.unsigned_abs(), hash })
    }

    fn line(&self) -> String {
        let text = format!("{KIND} {} {} {}", self.id, self.number, self.hash);
        let checked = format!("{text} {}", line_checksum(&text));
        format!("{checked:<width$}\n", width = LINE_BYTES - 1)
    }

    fn parse(line: &str) -> Option<Position> {
        let (text, checksum) = line.trim_end().rsplit_once(' ')?;
        if line_checksum(text) != checksum {
            return None;
        }
        let mut words = text.strip_prefix(KIND)?.split_whitespace();
        let (id, number, hash) = (words.next()?, words.next()?.parse().ok()?, words.next()?);
        let digits = hash.as_bytes().chunks(2).map(|pair| u8::from_str_radix(std::str::from_utf8(pair).ok()?, 16).ok());
        let hash = Hash::read(&digits.collect::<Option<Vec<u8>>>()?)?;
        Some(Position { id: id.to_owned(), number, hash })
    }
}

/// Where the witness of a store is.
pub(super) fn path_of(store: &Path) -> PathBuf {
    with_ending(store, ".witness")
}

/// What the witness of a store says; none if there is no witness, or nothing of it can be read.
pub(super) fn read(store: &Path) -> Result<Option<Position>, StoreError> {
    let path = path_of(store);
    let bytes = match fs::read(&path) {
        Ok(bytes) => bytes,
        Err(error) if error.kind() == ErrorKind::NotFound => return Ok(None),
        Err(error) => return Err(ErrorMapper::of_file(&path, &error)),
    };
    let lines = bytes.chunks(LINE_BYTES).filter_map(|line| Position::parse(std::str::from_utf8(line).ok()?));
    let found = lines.max_by_key(|position| position.number);
    if found.is_none() {
        tracing::warn!(witness = %path.display(), "the witness of the store can't be read: it is made anew");
    }
    Ok(found)
}

/// Compares what was found in a store with what its witness says.
pub(super) fn confirm(store: &Path, found: &Position, witness: Option<&Position>) -> Result<(), StoreError> {
    let Some(witness) = witness else { return Ok(()) };
    let why = if found.id != witness.id {
        "it is another store than the one that was here, such as a copy of another age or place".to_owned()
    } else if found.number < witness.number {
        let lost = witness.number - found.number;
        format!("{lost} of {} transactions are missing at its end", witness.number)
    } else if found.number == witness.number && found.hash != witness.hash {
        "its last transaction is another than the one that was stored".to_owned()
    } else {
        return Ok(());
    };
    Err(StoreError::Behind { path: store.to_owned(), why })
}

/// The file, open for writing.
#[derive(Debug)]
pub(super) struct Witness {
    file: File,
    written: Arc<Notify>,
    syncing: JoinHandle<()>,
}

impl Witness {
    /// Opens or makes the witness of a store, and writes where the store stands.
    pub(super) fn open(store: &Path, position: &Position) -> Result<Witness, StoreError> {
        let path = path_of(store);
        let fault = |error| ErrorMapper::of_file(&path, &error);
        let file = private().create(true).truncate(false).open(&path).map_err(fault)?;
        let syncing = file.try_clone().map_err(fault)?;
        let written = Arc::new(Notify::new());
        let syncing = tokio::spawn(sync(syncing, written.clone()));
        let mut witness = Witness { file, written, syncing };
        // Both lines: what another store left there counts no more.
        for _ in 0..2 {
            witness.write_line(0, position).and_then(|()| witness.write_line(1, position)).map_err(fault)?;
        }
        witness.file.sync_all().map_err(fault)?;
        Ok(witness)
    }

    /// Writes how far the store has come.
    pub(super) fn write(&mut self, position: &Position) -> std::io::Result<()> {
        self.write_line(position.number % 2, position)?;
        self.written.notify_one();
        Ok(())
    }

    fn write_line(&mut self, line: u64, position: &Position) -> std::io::Result<()> {
        self.file.seek(SeekFrom::Start(line * LINE_BYTES as u64))?;
        self.file.write_all(position.line().as_bytes())
    }
}

impl Drop for Witness {
    fn drop(&mut self) {
        self.syncing.abort();
        // A last time; whoever starts next reads what the system has, flushed or not.
        let _ = self.file.sync_data();
    }
}

/// Flushes what was written, at most every half second.
async fn sync(file: File, written: Arc<Notify>) {
    let file = Arc::new(file);
    loop {
        written.notified().await;
        let flushed = file.clone();
        match tokio::task::spawn_blocking(move || flushed.sync_data()).await {
            Ok(Ok(())) => {}
            Ok(Err(error)) => tracing::warn!(%error, "the witness of the store can't be flushed"),
            Err(_) => return,
        }
        tokio::time::sleep(SYNC_INTERVAL).await;
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::names::LogId;

    #[test]
    fn a_line_is_read_as_it_was_written_or_not_at_all() {
        let hash = Hash::start_of(&LogId::new("t1").unwrap());
        let position = Position { id: "ab".repeat(16), number: u64::MAX / 3, hash };
        let line = position.line();
        assert_eq!(line.len(), LINE_BYTES);
        assert_eq!(Position::parse(&line), Some(position.clone()));
        for at in 0..line.trim_end().len() {
            for bit in 0..7 {
                let mut bytes = line.clone().into_bytes();
                bytes[at] ^= 1 << bit;
                let read = std::str::from_utf8(&bytes).ok().and_then(Position::parse);
                assert_eq!(read, None, "byte {at}, bit {bit}");
            }
        }
    }
}
