//! Entries of a tournament's log as they are stored: encrypted with a key of the log's own.
//!
//! A log only grows, and yet the names of children must be erased when a tournament is over. So the store never has them
//! in plain text: to forget them, the rewritten entries become a new log with a new key, and the old key is removed.
//! What is left of the old log can't be read by anybody.

use base64::Engine as _;
use base64::engine::general_purpose::STANDARD_NO_PAD;
use chacha20poly1305::aead::{Aead as _, KeyInit as _, Payload as Sealing};
use chacha20poly1305::{XChaCha20Poly1305, XNonce};
use serde::{Deserialize, Serialize};
use trinta_store::Payload;
use trinta_table::chance::Chance;
use trinta_table::ids::{hex, unhex};
use trinta_tournament::Entry;

use crate::stored::{Stored, Unreadable};

const NONCE: usize = 24;
/// The version of the format of an entry.
const VERSION: u32 = 1;

/// The key of a log's entries.
#[derive(Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct LogKey {
    key: String,
}

impl Stored for LogKey {}

/// Not shown in logs.
impl std::fmt::Debug for LogKey {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str("LogKey(…)")
    }
}

impl LogKey {
    /// A new one.
    #[must_use]
    pub fn new(chance: &dyn Chance) -> LogKey {
        LogKey { key: hex(&chance.bytes::<32>()) }
    }

    fn cipher(&self) -> Option<XChaCha20Poly1305> {
        let key: [u8; 32] = unhex(&self.key)?.try_into().ok()?;
        Some(XChaCha20Poly1305::new(&key.into()))
    }

    /// An entry as it is stored. It opens at its own number only.
    ///
    /// # Errors
    /// When the key is none.
    pub fn seal(&self, entry: &Entry, chance: &dyn Chance) -> Result<Payload, Unreadable> {
        let unreadable = || Unreadable::Malformed("the key of the log can't be used".to_owned());
        let text = serde_json::to_vec(entry).map_err(|error| Unreadable::Malformed(error.to_string()))?;
        let nonce = chance.bytes::<NONCE>();
        let sealing = Sealing { msg: &text, aad: &entry.seq.to_be_bytes() };
        let cipher = self.cipher().ok_or_else(unreadable)?;
        let sealed = cipher.encrypt(&XNonce::from(nonce), sealing).map_err(|_| unreadable())?;
        Ok(Payload::new(VERSION, STANDARD_NO_PAD.encode([nonce.as_slice(), &sealed].concat())))
    }

    /// An entry from what was stored.
    ///
    /// # Errors
    /// When a newer program wrote it, or it is not what was sealed with this key.
    pub fn open(&self, seq: u64, stored: &Payload) -> Result<Entry, Unreadable> {
        if stored.version > VERSION {
            return Err(Unreadable::Newer { version: stored.version, known: VERSION });
        }
        let unreadable = || Unreadable::Malformed(format!("entry {seq} is not one of this log, or was changed"));
        let bytes = STANDARD_NO_PAD.decode(&stored.text).map_err(|_| unreadable())?;
        let (nonce, sealed) = bytes.split_at_checked(NONCE).ok_or_else(unreadable)?;
        let nonce: [u8; NONCE] = nonce.try_into().map_err(|_| unreadable())?;
        let sealing = Sealing { msg: sealed, aad: &seq.to_be_bytes() };
        let cipher = self.cipher().ok_or_else(unreadable)?;
        let text = cipher.decrypt(&XNonce::from(nonce), sealing).map_err(|_| unreadable())?;
        serde_json::from_slice(&text).map_err(|error| Unreadable::Malformed(error.to_string()))
    }
}

#[cfg(test)]
mod tests {
    use trinta_table::chance::FixedChance;
    use trinta_tournament::Log;

    use super::*;

    #[test]
    fn an_entry_opens_with_its_key_at_its_number() {
        let chance = FixedChance::new(1);
        let [key, other] = [(), ()].map(|()| LogKey::new(&chance));
        let mut log = Log::default();
        log.answer(r#"{"do":"new","title":"Cup","date":"2027-01-18"}"#, || "00ff".parse().unwrap());
        let entry = &log.entries()[0];
        let stored = key.seal(entry, &chance).unwrap();
        assert!(!stored.text.contains("Cup"));
        assert_eq!(key.open(1, &stored).as_ref(), Ok(entry));
        assert!(key.open(2, &stored).is_err() && other.open(1, &stored).is_err());
        assert!(matches!(key.open(1, &Payload::new(2, "")), Err(Unreadable::Newer { .. })));
    }
}
