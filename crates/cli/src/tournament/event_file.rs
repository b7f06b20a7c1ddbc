//! An event on disk: its log as JSON lines, each on disk before anybody hears of it.

use std::fs::{self, File, OpenOptions, TryLockError};
use std::io::{self, Read as _, Seek as _, SeekFrom, Write as _};
use std::path::{Path, PathBuf};

use trinta_tournament::{Entry, Log, LogError, Reply};

/// The file of an event, which nobody else writes to as long as it is open.
pub(super) struct EventFile {
    path: PathBuf,
    file: File,
    /// The length of all whole lines.
    length: u64,
}

/// Why an event's file can't be used.
#[derive(Debug, thiserror::Error)]
pub(super) enum EventFileError {
    /// The system says no.
    #[error("the event's file can't be used: {0}")]
    Io(#[from] io::Error),
    /// Another program has it open.
    #[error("another program is running this event: end it first")]
    InUse,
    /// A line is not an entry.
    #[error("line {line} is not an entry of an event: {reason}; the file is as it was")]
    Line {
        /// The line, from 1.
        line: usize,
        /// What is wrong with it.
        reason: String,
    },
    /// The entries are not a log.
    #[error("{0}; the file is as it was")]
    Log(#[from] LogError),
    /// An entry could not be kept.
    #[error("an entry could not be written, so its command is not done: {0}")]
    NotKept(io::Error),
}

impl EventFile {
    /// Opens a file and folds the log in it. A last line without its end is what a crash left, and is dropped.
    pub(super) fn open(path: &Path) -> Result<(EventFile, Log), EventFileError> {
        let mut file = OpenOptions::new().read(true).write(true).create(true).truncate(false).open(path)?;
        match file.try_lock() {
            Ok(()) => {}
            Err(TryLockError::WouldBlock) => return Err(EventFileError::InUse),
            Err(TryLockError::Error(error)) => return Err(error.into()),
        }
        let mut bytes = Vec::new();
        file.read_to_end(&mut bytes)?;
        let length = bytes.iter().rposition(|byte| *byte == b'\n').map_or(0, |at| at + 1);
        let mut entries = Vec::new();
        for (at, line) in bytes[..length].split(|byte| *byte == b'\n').enumerate().filter(|(_, line)| !line.is_empty())
        {
            let entry: Entry = serde_json::from_slice(line)
                .map_err(|error| EventFileError::Line { line: at + 1, reason: error.to_string() })?;
            entries.push(entry);
        }
        let log = Log::open(entries)?;
        let mut opened = EventFile { path: path.to_owned(), file, length: length as u64 };
        if length < bytes.len() {
            opened.cut()?;
        }
        Ok((opened, log))
    }

    pub(super) fn path(&self) -> &Path {
        &self.path
    }

    /// Keeps what a line has changed, if anything: a new entry, or a log that was rewritten.
    pub(super) fn keep(&mut self, reply: &Reply, log: &Log) -> Result<(), EventFileError> {
        match &reply.entry {
            Some(_) if reply.rewritten => self.replace(log.entries()),
            Some(entry) => self.append(entry),
            None => Ok(()),
        }
    }

    /// Puts a file with these entries in the place of the old one. At every moment the one or the other is there whole.
    fn replace(&mut self, entries: &[Entry]) -> Result<(), EventFileError> {
        let mut text = Vec::new();
        for entry in entries {
            serde_json::to_writer(&mut text, entry).map_err(|error| EventFileError::NotKept(error.into()))?;
            text.push(b'\n');
        }
        let mut name = self.path.as_os_str().to_owned();
        name.push(".new");
        let new = PathBuf::from(name);
        let written = File::create(&new).and_then(|mut file| {
            file.lock()?;
            file.write_all(&text)?;
            file.sync_all()?;
            fs::rename(&new, &self.path)?;
            Ok(file)
        });
        match written {
            Ok(file) => {
                self.file = file;
                self.length = text.len() as u64;
                Ok(())
            }
            Err(error) => {
                // The old file is as it was; what is left of the new one is of no use.
                let _ = fs::remove_file(&new);
                Err(EventFileError::NotKept(error))
            }
        }
    }

    /// Writes an entry and waits until it is on disk. What can't be written whole is taken back.
    pub(super) fn append(&mut self, entry: &Entry) -> Result<(), EventFileError> {
        let mut line = serde_json::to_vec(entry).map_err(|error| EventFileError::NotKept(error.into()))?;
        line.push(b'\n');
        let written = self.file.seek(SeekFrom::Start(self.length)).and_then(|_| {
            self.file.write_all(&line)?;
            self.file.sync_data()
        });
        if let Err(error) = written {
            // If this fails too, what is left is a line without its end, which the next start drops.
            let _ = self.cut();
            return Err(EventFileError::NotKept(error));
        }
        self.length += line.len() as u64;
        Ok(())
    }

    fn cut(&mut self) -> io::Result<()> {
        self.file.set_len(self.length)?;
        self.file.sync_data()
    }
}
