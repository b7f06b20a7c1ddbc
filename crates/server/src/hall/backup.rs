//! Backups: a whole tournament, packed and encrypted with a key that follows from the recovery code.
//!
//! The recovery code was printed when the tournament began. The server keeps the key, not the code; whoever finds a
//! backup has neither.

use std::fmt;
use std::io::{Read as _, Write as _};

use argon2::{Algorithm, Argon2, Params, Version};
use chacha20poly1305::aead::{Aead as _, KeyInit as _};
use chacha20poly1305::{XChaCha20Poly1305, XNonce};
use flate2::Compression;
use flate2::read::GzDecoder;
use flate2::write::GzEncoder;
use serde::{Deserialize, Serialize};
use trinta_table::chance::Chance;
use trinta_table::ids::{hex, unhex};
use trinta_tournament::{Entry, Log};

use crate::hall::screen::Screen;
use crate::hall::stored::StoredToken;

/// What every backup begins with: the name and the version of its format.
const MAGIC: &[u8] = b"trinta-backup-1\n";
const SALT: usize = 16;
const NONCE: usize = 24;
/// The largest backup after unpacking.
const MAX_UNPACKED: u64 = 64 << 20;
/// The signs of a recovery code: those of printed codes, none of which looks like another.
const ALPHABET: &[u8; 23] = b"ACDEFGHJKMNPQRTWXY34679";
/// 23¹⁶ codes are 72 bits, and each guess costs an Argon2.
const SIGNS: usize = 16;

/// A recovery code, such as `K7X4-MNQA-FGHJ-3467`.
#[derive(Clone, PartialEq, Eq)]
pub struct Recovery(String);

impl Recovery {
    /// A new one.
    #[must_use]
    pub fn new(chance: &dyn Chance) -> Recovery {
        // Of 256 bytes 253 are eleven times the alphabet; the other three are left out, so that all signs are as likely.
        let mut signs = String::new();
        while signs.len() < SIGNS {
            let byte = usize::from(chance.bytes::<1>()[0]);
            if byte < ALPHABET.len() * 11 {
                signs.push(char::from(ALPHABET[byte % ALPHABET.len()]));
            }
        }
        Recovery(signs)
    }

    /// A code as somebody types it; none if it can't be one.
    #[must_use]
    pub fn read(text: &str) -> Option<Recovery> {
        let signs = text.chars().filter(|sign| !sign.is_whitespace() && *sign != '-');
        let signs: String = signs.map(|sign| sign.to_ascii_uppercase()).collect();
        let fits = signs.len() == SIGNS && signs.bytes().all(|sign| ALPHABET.contains(&sign));
        fits.then_some(Recovery(signs))
    }

    /// The key of backups. Slow on purpose.
    ///
    /// # Errors
    /// When the system has not the memory for it.
    pub fn key(&self, salt: &[u8]) -> Result<BackupKey, BackupError> {
        let params = Params::new(19 * 1024, 3, 1, Some(32)).map_err(|_| BackupError::NoKey)?;
        let mut key = [0; 32];
        Argon2::new(Algorithm::Argon2id, Version::V0x13, params)
            .hash_password_into(self.0.as_bytes(), salt, &mut key)
            .map_err(|_| BackupError::NoKey)?;
        let salt = salt.try_into().map_err(|_| BackupError::NoKey)?;
        Ok(BackupKey { salt, key })
    }
}

impl fmt::Display for Recovery {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for (at, sign) in self.0.chars().enumerate() {
            if at > 0 && at % 4 == 0 {
                f.write_str("-")?;
            }
            write!(f, "{sign}")?;
        }
        Ok(())
    }
}

/// Not shown in logs.
impl fmt::Debug for Recovery {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("Recovery(…)")
    }
}

/// The key of a tournament's backups, with the salt by which it follows from the recovery code.
#[derive(Clone, PartialEq, Eq)]
pub struct BackupKey {
    salt: [u8; SALT],
    key: [u8; 32],
}

/// Not shown in logs.
impl fmt::Debug for BackupKey {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("BackupKey(…)")
    }
}

impl BackupKey {
    /// The key of a new recovery code.
    ///
    /// # Errors
    /// As [`Recovery::key`].
    pub fn new(recovery: &Recovery, chance: &dyn Chance) -> Result<BackupKey, BackupError> {
        recovery.key(&chance.bytes::<SALT>())
    }

    /// The salt and the key, as they are stored.
    #[must_use]
    pub fn store(&self) -> (String, String) {
        (hex(&self.salt), hex(&self.key))
    }

    /// From what was stored.
    #[must_use]
    pub fn read(salt: &str, key: &str) -> Option<BackupKey> {
        Some(BackupKey { salt: unhex(salt)?.try_into().ok()?, key: unhex(key)?.try_into().ok()? })
    }
}

/// What a backup holds.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct Backup {
    /// The name of the tournament, which it keeps: devices sign for it.
    pub id: String,
    /// The hall's minutes ahead of UTC.
    pub utc_offset: i32,
    /// The log.
    pub entries: Vec<Entry>,
    /// The tokens by their hashes.
    pub tokens: Vec<(String, StoredToken)>,
    /// What the projector shows.
    pub screen: Screen,
}

/// Why a backup can't be read.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum BackupError {
    /// Not a backup at all.
    #[error("this is not a backup of a tournament")]
    NotABackup,
    /// The text is not a recovery code.
    #[error("a recovery code is sixteen letters and digits in groups of four, as it was printed")]
    NotACode,
    /// The recovery code is another one, or the backup was changed.
    #[error("this recovery code does not open this backup: compare it with the printed one")]
    WrongCode,
    /// It opens, and does not hold what it should.
    #[error("the backup can't be understood: {0}")]
    Malformed(String),
    /// The key can't be computed.
    #[error("the key of the backup can't be computed here")]
    NoKey,
}

impl BackupError {
    /// The name for programs.
    #[must_use]
    pub const fn code(&self) -> &'static str {
        match self {
            BackupError::NotABackup => "not-a-backup",
            BackupError::NotACode => "bad-recovery",
            BackupError::WrongCode => "wrong-recovery",
            BackupError::Malformed(_) => "bad-backup",
            BackupError::NoKey => "internal",
        }
    }
}

impl Backup {
    /// Packs and encrypts it.
    ///
    /// # Errors
    /// When it can't be packed.
    pub fn seal(&self, key: &BackupKey, chance: &dyn Chance) -> Result<Vec<u8>, BackupError> {
        let malformed = |error: std::io::Error| BackupError::Malformed(error.to_string());
        let text = serde_json::to_vec(self).map_err(|error| BackupError::Malformed(error.to_string()))?;
        let mut packer = GzEncoder::new(Vec::new(), Compression::default());
        packer.write_all(&text).map_err(malformed)?;
        let packed = packer.finish().map_err(malformed)?;
        let nonce = chance.bytes::<NONCE>();
        let cipher = XChaCha20Poly1305::new(&key.key.into());
        let sealed = cipher.encrypt(&XNonce::from(nonce), packed.as_slice()).map_err(|_| BackupError::NoKey)?;
        Ok([MAGIC, &key.salt, &nonce, &sealed].concat())
    }

    /// Decrypts and unpacks one; returns it with its key.
    ///
    /// # Errors
    /// When the code is not its code, or it is damaged.
    pub fn open(sealed: &[u8], recovery: &str) -> Result<(Backup, BackupKey), BackupError> {
        let rest = sealed.strip_prefix(MAGIC).ok_or(BackupError::NotABackup)?;
        let (salt, rest) = rest.split_at_checked(SALT).ok_or(BackupError::NotABackup)?;
        let (nonce, sealed) = rest.split_at_checked(NONCE).ok_or(BackupError::NotABackup)?;
        let key = Recovery::read(recovery).ok_or(BackupError::NotACode)?.key(salt)?;
        let nonce: [u8; NONCE] = nonce.try_into().map_err(|_| BackupError::NotABackup)?;
        let cipher = XChaCha20Poly1305::new(&key.key.into());
        let packed = cipher.decrypt(&XNonce::from(nonce), sealed).map_err(|_| BackupError::WrongCode)?;
        let mut text = Vec::new();
        let unpacked = GzDecoder::new(packed.as_slice()).take(MAX_UNPACKED).read_to_end(&mut text);
        unpacked.map_err(|error| BackupError::Malformed(error.to_string()))?;
        let backup = serde_json::from_slice(&text).map_err(|error| BackupError::Malformed(error.to_string()))?;
        Ok((backup, key))
    }

    /// The log, folded.
    ///
    /// # Errors
    /// When its entries don't fit each other.
    pub fn log(&self) -> Result<Log, BackupError> {
        Log::open(self.entries.clone()).map_err(|error| BackupError::Malformed(error.to_string()))
    }
}

#[cfg(test)]
mod tests {
    use trinta_table::chance::FixedChance;

    use super::*;

    #[test]
    fn a_backup_opens_with_its_code_alone() {
        let chance = FixedChance::new(1);
        let recovery = Recovery::new(&chance);
        let printed = recovery.to_string();
        assert_eq!((printed.len(), printed.matches('-').count()), (19, 3));
        assert_eq!(Recovery::read(&printed.to_lowercase().replace('-', " ")), Some(recovery.clone()));
        let key = BackupKey::new(&recovery, &chance).unwrap();
        let (salt, stored) = key.store();
        assert_eq!(BackupKey::read(&salt, &stored), Some(key.clone()));
        let backup = Backup {
            id: "00ff".to_owned(),
            utc_offset: 480,
            entries: Vec::new(),
            tokens: Vec::new(),
            screen: Screen::default(),
        };
        let sealed = backup.seal(&key, &chance).unwrap();
        assert_eq!(Backup::open(&sealed, &printed), Ok((backup, key)));
        let other = Recovery::new(&chance).to_string();
        assert_eq!(Backup::open(&sealed, &other), Err(BackupError::WrongCode));
        assert_eq!(Backup::open(&sealed, "K7X"), Err(BackupError::NotACode));
        assert_eq!(Backup::open(b"PK", &printed), Err(BackupError::NotABackup));
        let mut damaged = sealed;
        let last = damaged.len() - 1;
        damaged[last] ^= 1;
        assert_eq!(Backup::open(&damaged, &printed), Err(BackupError::WrongCode));
    }
}
