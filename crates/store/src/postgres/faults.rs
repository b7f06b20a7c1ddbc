//! What PostgreSQL says, in terms of the store.

use std::sync::Arc;

use crate::error::StoreError;

/// What a fault means for what was being done.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Kind {
    /// The connection is gone, or the server is stopping or starting.
    Lost,
    /// The transaction stood in the way of another, and succeeds if it is done again.
    Retry,
    /// Anything else: doing it again would not help.
    Other,
}

/// Names faults of one database.
#[derive(Debug, Clone)]
pub(super) struct ErrorMapper(Arc<str>);

impl ErrorMapper {
    /// `store`: the address of the database, without its password.
    pub(super) fn new(store: &str) -> ErrorMapper {
        ErrorMapper(store.into())
    }

    pub(super) fn store(&self) -> &str {
        &self.0
    }

    /// The fault by its name, if what was asked may be stored all the same. The codes of PostgreSQL are in
    /// <https://www.postgresql.org/docs/15/errcodes-appendix.html>.
    pub(super) fn name(&self, error: &sqlx::Error) -> StoreError {
        match error {
            sqlx::Error::PoolClosed => StoreError::Closed,
            sqlx::Error::Database(fault) => {
                let why = fault.message().to_owned();
                match fault.code().as_deref().unwrap_or_default() {
                    "53100" => StoreError::Full,
                    "25006" => StoreError::ReadOnly { path: self.store().into(), why },
                    "XX001" | "XX002" => StoreError::Damaged { path: self.store().into(), why },
                    code => StoreError::Failed(format!("{why} (PostgreSQL code {code})")),
                }
            }
            _ if kind(error) == Kind::Lost => {
                StoreError::Failed(format!("the connection to {} was lost ({error})", self.store()))
            }
            _ => StoreError::Failed(error.to_string()),
        }
    }

    /// The same for what surely left nothing behind.
    pub(super) fn name_unstored(&self, error: &sqlx::Error) -> StoreError {
        match kind(error) {
            Kind::Lost => StoreError::Unreachable { store: self.store().to_owned(), why: reason(error) },
            Kind::Retry | Kind::Other => self.name(error),
        }
    }

    /// The same while the store is being opened.
    pub(super) fn name_at_open(&self, error: &sqlx::Error) -> StoreError {
        let store = || self.store().to_owned();
        match error {
            sqlx::Error::Database(fault) => match fault.code().as_deref().unwrap_or_default() {
                // A name or a password that is refused, or a database that is not there.
                code if code.starts_with("28") || code == "3D000" => {
                    StoreError::Unreachable { store: store(), why: fault.message().to_owned() }
                }
                "42501" => StoreError::Unsuitable { store: store(), why: fault.message().to_owned() },
                _ => self.name_unstored(error),
            },
            sqlx::Error::Tls(_) | sqlx::Error::Configuration(_) => {
                StoreError::Unreachable { store: store(), why: with_advice(error.to_string()) }
            }
            sqlx::Error::Io(fault) => StoreError::Unreachable { store: store(), why: with_advice(fault.to_string()) },
            _ => self.name_unstored(error),
        }
    }

    /// Nobody answered in time.
    pub(super) fn timed_out(&self) -> StoreError {
        StoreError::Failed(format!("the database {} did not answer in time", self.store()))
    }
}

/// What is wrong with a certificate, and what to do about it.
fn with_advice(why: String) -> String {
    let advice = if why.contains("UnknownIssuer") || why.contains("BadSignature") {
        "it is signed by nobody who is trusted here: name who signed it with sslrootcert=FILE in the address"
    } else if why.contains("NotValidForName") || why.contains("not valid for name") {
        "the host in the address has to be a name that the certificate is for, unless sslmode is verify-ca"
    } else {
        return why;
    };
    format!("{why}; {advice}")
}

fn reason(error: &sqlx::Error) -> String {
    match error {
        sqlx::Error::Database(fault) => fault.message().to_owned(),
        sqlx::Error::Io(error) => error.to_string(),
        sqlx::Error::PoolTimedOut => "no connection could be had in time".to_owned(),
        error => error.to_string(),
    }
}

/// What a fault means for what was being done.
pub(super) fn kind(error: &sqlx::Error) -> Kind {
    match error {
        sqlx::Error::Io(_)
        | sqlx::Error::Protocol(_)
        | sqlx::Error::Tls(_)
        | sqlx::Error::PoolTimedOut
        | sqlx::Error::WorkerCrashed => Kind::Lost,
        sqlx::Error::Database(fault) => match fault.code().as_deref().unwrap_or_default() {
            // Deadlock, serialisation failure, a lock that was not to be had in time.
            "40P01" | "40001" | "55P03" => Kind::Retry,
            // The server stops, crashed, starts, has no connection left, or ended an idle session.
            "57P01" | "57P02" | "57P03" | "57P05" | "53300" | "25P03" => Kind::Lost,
            code if code.starts_with("08") => Kind::Lost,
            _ => Kind::Other,
        },
        _ => Kind::Other,
    }
}
