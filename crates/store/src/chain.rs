//! Hashes over what is stored, by which damage is noticed.
//!
//! They are computed here and not by the database, so that every store has the same ones. Each entry of a log has a hash
//! that covers the hash of the entry before it: whoever has the last hash of a log can tell whether all of it is as it
//! was written. Summaries and values change, so each has a checksum of its own, which covers its name too.

use std::fmt;

use sha2::{Digest as _, Sha256};
use trinta_time::Timestamp;

use crate::names::LogId;
use crate::payload::Payload;

/// A SHA-256.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(crate) struct Hash([u8; 32]);

impl Hash {
    /// The hash of nothing.
    pub(crate) const ZERO: Hash = Hash([0; 32]);

    /// A hash as it is stored; none if it has another length.
    pub(crate) fn read(bytes: &[u8]) -> Option<Hash> {
        bytes.try_into().ok().map(Hash)
    }

    pub(crate) fn as_bytes(&self) -> &[u8] {
        &self.0
    }

    /// The hash of a log before its first entry.
    pub(crate) fn start_of(log: &LogId) -> Hash {
        Fields::new("log").text(log.as_str()).finish()
    }

    /// The hash of an entry that follows the one with this hash.
    pub(crate) fn next(&self, entry: &HashedEntry<'_>) -> Hash {
        let HashedEntry { seq, epoch, command, at, body } = entry;
        let fields = Fields::new("entry").bytes(&self.0).number(*seq as i64).number(*epoch as i64);
        let fields = match command {
            Some(command) => fields.number(1).text(command),
            None => fields.number(0),
        };
        fields.number(at.as_millis()).payload(body).finish()
    }

    /// The hash of a store after a transaction that changed these heads of logs.
    pub(crate) fn of_transaction<'a>(
        &self,
        number: u64,
        heads: impl Iterator<Item = (&'a LogId, u64, &'a Hash)>,
    ) -> Hash {
        let fields = Fields::new("transaction").bytes(&self.0).number(number as i64);
        heads
            .fold(fields, |fields, (log, seq, hash)| fields.text(log.as_str()).number(seq as i64).bytes(&hash.0))
            .finish()
    }

    /// What marks a log that was open when its store was restored: it covers the head that the log had then.
    pub(crate) fn restored(log: &LogId, seq: u64, head: &Hash) -> Hash {
        Fields::new("restored").text(log.as_str()).number(seq as i64).bytes(&head.0).finish()
    }
}

impl fmt::Display for Hash {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.0.iter().try_for_each(|byte| write!(f, "{byte:02x}"))
    }
}

impl fmt::Debug for Hash {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{self}")
    }
}

/// The fields of an entry that its hash covers, beside the hash of the entry before.
#[derive(Debug, Clone, Copy)]
pub(crate) struct HashedEntry<'a> {
    pub(crate) seq: u64,
    pub(crate) epoch: u64,
    pub(crate) command: Option<&'a str>,
    pub(crate) at: Timestamp,
    pub(crate) body: &'a Payload,
}

/// A checksum: the first half of a SHA-256.
pub(crate) type Checksum = [u8; 16];

/// The checksum of a log's summary.
pub(crate) fn summary_checksum(log: &str, open: bool, summary: &Payload) -> Checksum {
    Fields::new("summary").text(log).number(i64::from(open)).payload(summary).checksum()
}

/// The checksum of a value.
pub(crate) fn value_checksum(space: &str, name: &str, value: &Payload) -> Checksum {
    Fields::new("value").text(space).text(name).payload(value).checksum()
}

/// The checksum of a line of text.
pub(crate) fn line_checksum(line: &str) -> String {
    Fields::new("line").text(line).finish().to_string()[..16].to_owned()
}

/// Fields to be hashed, of which none can be taken for a part of another: each text has its length before it.
struct Fields(Sha256);

impl Fields {
    fn new(kind: &str) -> Fields {
        Fields(Sha256::new()).text(kind)
    }

    fn number(mut self, number: i64) -> Fields {
        self.0.update(number.to_be_bytes());
        self
    }

    fn bytes(mut self, bytes: &[u8]) -> Fields {
        self.0.update((bytes.len() as u64).to_be_bytes());
        self.0.update(bytes);
        self
    }

    fn text(self, text: &str) -> Fields {
        self.bytes(text.as_bytes())
    }

    fn payload(self, payload: &Payload) -> Fields {
        self.number(i64::from(payload.version)).text(&payload.text)
    }

    fn finish(self) -> Hash {
        Hash(self.0.finalize().into())
    }

    fn checksum(self) -> Checksum {
        let Hash(hash) = self.finish();
        std::array::from_fn(|index| hash[index])
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Hashes are in the stores that people have: they never change.
    #[test]
    fn hashes_never_change() {
        let log = LogId::new("t1").unwrap();
        let start = Hash::start_of(&log);
        let body = Payload::new(1, "[]");
        let entry = HashedEntry { seq: 1, epoch: 2, command: Some("A:1"), at: Timestamp::from_millis(5), body: &body };
        let first = start.next(&entry);
        let expected = [
            (start, "8255116aec0d94423bfda4daf9ab2991bfcacfaa7044e5052640ab07b2ed29d4"),
            (first, "ec110af3ad32b96883f9f1bc44e6b8e371a7e0893394990c8fb42440ef527d13"),
            (
                first.next(&HashedEntry { seq: 2, command: None, ..entry }),
                "5c24db6239340b64ed46a504e4dc68fe74a0f66fa10bb06226cd856dbbd9fc17",
            ),
        ];
        for (hash, text) in expected {
            assert_eq!(hash.to_string(), text);
        }
    }

    #[test]
    fn every_field_of_an_entry_counts() {
        let start = Hash::start_of(&LogId::new("t1").unwrap());
        let (body, newer, other) = (Payload::new(1, "ab"), Payload::new(2, "ab"), Payload::new(1, "aB"));
        let at = Timestamp::from_millis(5);
        let entry = HashedEntry { seq: 1, epoch: 2, command: Some("c"), at, body: &body };
        let others = [
            HashedEntry { seq: 2, ..entry },
            HashedEntry { epoch: 3, ..entry },
            HashedEntry { command: None, ..entry },
            HashedEntry { command: Some("d"), ..entry },
            HashedEntry { at: Timestamp::from_millis(6), ..entry },
            HashedEntry { body: &newer, ..entry },
            HashedEntry { body: &other, ..entry },
        ];
        let mut hashes: Vec<String> = others.iter().map(|other| start.next(other).to_string()).collect();
        hashes.push(start.next(&entry).to_string());
        hashes.push(Hash::start_of(&LogId::new("t2").unwrap()).next(&entry).to_string());
        hashes.push(start.next(&entry).next(&entry).to_string());
        let count = hashes.len();
        hashes.sort();
        hashes.dedup();
        assert_eq!(hashes.len(), count);
    }
}
