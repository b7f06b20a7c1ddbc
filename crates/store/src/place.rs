//! Where a store is: a file on this machine, or a database that several servers may share.

use std::convert::Infallible;
use std::fmt;
use std::path::PathBuf;
use std::str::FromStr;
use std::sync::Arc;

use crate::error::StoreError;
use crate::postgres::{self, PostgresOptions, PostgresStore};
use crate::sqlite::{self, SqliteOptions, SqliteStore};
use crate::traits::Store;

/// Where a store is.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum StorePlace {
    /// A SQLite file.
    File(PathBuf),
    /// A PostgreSQL database.
    Database(PostgresOptions),
}

impl FromStr for StorePlace {
    type Err = Infallible;

    fn from_str(text: &str) -> Result<StorePlace, Infallible> {
        let is_address = ["postgres://", "postgresql://"].iter().any(|scheme| text.starts_with(scheme));
        Ok(if is_address {
            StorePlace::Database(PostgresOptions::new(text))
        } else {
            StorePlace::File(PathBuf::from(text))
        })
    }
}

/// Without the password.
impl fmt::Display for StorePlace {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            StorePlace::File(path) => write!(f, "{}", path.display()),
            StorePlace::Database(options) => match options.address() {
                Ok(address) => f.write_str(&address),
                Err(_) => f.write_str("postgres://…"),
            },
        }
    }
}

impl StorePlace {
    /// Opens the store to serve from it.
    ///
    /// # Errors
    /// As [`SqliteStore::open`] and [`PostgresStore::open`].
    pub async fn open(&self) -> Result<Arc<dyn Store>, StoreError> {
        Ok(match self {
            StorePlace::File(path) => Arc::new(SqliteStore::open(&SqliteOptions::new(path)).await?),
            StorePlace::Database(options) => Arc::new(PostgresStore::open(options).await?),
        })
    }

    /// Goes on with a store that has less than what was stored last, or that was restored.
    ///
    /// # Errors
    /// When there is no store, it is in use or damaged, or it can't be written.
    pub async fn accept(&self) -> Result<(), StoreError> {
        match self {
            StorePlace::File(path) => sqlite::accept(path).await,
            StorePlace::Database(options) => postgres::accept(options).await,
        }
    }

    /// Opens the store only to read it.
    ///
    /// # Errors
    /// As [`SqliteStore::open_read_only`] and [`PostgresStore::open_read_only`].
    pub async fn open_read_only(&self) -> Result<Arc<dyn Store>, StoreError> {
        Ok(match self {
            StorePlace::File(path) => Arc::new(SqliteStore::open_read_only(path).await?),
            StorePlace::Database(options) => Arc::new(PostgresStore::open_read_only(options).await?),
        })
    }

    /// Checks that it can be a place, without opening anything.
    ///
    /// # Errors
    /// If it is an address that can't be read.
    pub fn check(&self) -> Result<(), StoreError> {
        match self {
            StorePlace::File(_) => Ok(()),
            StorePlace::Database(options) => options.address().map(|_| ()),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_address_is_a_database_and_its_password_is_not_shown() {
        let Ok(place) = "postgres://ana:secret@db.example:5433/club?sslmode=require".parse::<StorePlace>();
        assert_eq!(place.to_string(), "postgres://db.example:5433/club");
        let Ok(file) = "/var/lib/trinta/trinta.db".parse::<StorePlace>();
        assert_eq!(file, StorePlace::File(PathBuf::from("/var/lib/trinta/trinta.db")));
        let Ok(wrong) = "postgres://ana:secret@db.example:port/club".parse::<StorePlace>();
        let error = wrong.check().unwrap_err().to_string();
        assert!(error.contains("postgres://user@host:5432/trinta") && !error.contains("secret"), "{error}");
        assert!(!wrong.to_string().contains("secret"));
    }
}
