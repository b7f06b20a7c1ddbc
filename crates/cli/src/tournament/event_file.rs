//! An event on disk: its log as JSON lines, each on disk before anybody hears of it.

use std::fs::{self, File, OpenOptions, TryLockError};
use std::io::{self, Read as _, Seek as _, SeekFrom, Write as _};
use std::path::{Path, PathBuf};
use std::thread;
use std::time::{Duration, Instant};

use trinta_tournament::{Entry, Log, LogError, Reply};

/// How long a command waits for another one that is writing to the same file.
const PATIENCE: Duration = Duration::from_secs(5);
const RETRY_INTERVAL: Duration = Duration::from_millis(20);

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
    /// Opens a file, created if it is missing, and folds the log in it. A last line without its end is what a crash
    /// left, and is dropped.
    pub(super) fn open(path: &Path) -> Result<(EventFile, Log), EventFileError> {
        EventFile::lock(path, OpenOptions::new().create(true), Duration::ZERO)
    }

    /// Opens a file that exists. If another command is writing to it, waits a moment for that one to end.
    pub(super) fn open_existing(path: &Path) -> Result<(EventFile, Log), EventFileError> {
        EventFile::lock(path, &mut OpenOptions::new(), PATIENCE)
    }

    fn lock(path: &Path, options: &mut OpenOptions, patience: Duration) -> Result<(EventFile, Log), EventFileError> {
        let mut file = options.read(true).write(true).truncate(false).open(path)?;
        let began = Instant::now();
        loop {
            match file.try_lock() {
                Ok(()) => break,
                Err(TryLockError::WouldBlock) if began.elapsed() < patience => thread::sleep(RETRY_INTERVAL),
                Err(TryLockError::WouldBlock) => return Err(EventFileError::InUse),
                Err(TryLockError::Error(error)) => return Err(error.into()),
            }
        }
        let mut bytes = Vec::new();
        file.read_to_end(&mut bytes)?;
        let length = length_of_whole_lines(&bytes);
        let entries = read_entries(&bytes[..length])?.into_iter().map(|(_, entry)| entry).collect();
        let log = Log::open(entries)?;
        let mut opened = EventFile { path: path.to_owned(), file, length: length as u64 };
        if length < bytes.len() {
            opened.cut()?;
        }
        Ok((opened, log))
    }

    /// Reads the entries of a file, each with its line, and changes nothing. It needs no lock, because lines are only
    /// added, and one that is not whole yet is left out.
    pub(super) fn read(path: &Path) -> Result<Vec<(usize, Entry)>, EventFileError> {
        let bytes = fs::read(path)?;
        read_entries(&bytes[..length_of_whole_lines(&bytes)])
    }

    /// Whether a file ends in a line without its end, which is no entry.
    pub(super) fn ends_in_a_part_of_a_line(path: &Path) -> Result<bool, EventFileError> {
        let bytes = fs::read(path)?;
        Ok(length_of_whole_lines(&bytes) < bytes.len())
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

fn length_of_whole_lines(bytes: &[u8]) -> usize {
    bytes.iter().rposition(|byte| *byte == b'\n').map_or(0, |at| at + 1)
}

/// The entries with their lines, from 1.
fn read_entries(bytes: &[u8]) -> Result<Vec<(usize, Entry)>, EventFileError> {
    let lines = (1..).zip(bytes.split_inclusive(|byte| *byte == b'\n'));
    let read = |(line, text)| {
        let entry = serde_json::from_slice(text);
        entry.map(|entry| (line, entry)).map_err(|error| EventFileError::Line { line, reason: error.to_string() })
    };
    lines.map(read).collect()
}
