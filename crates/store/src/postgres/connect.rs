//! Connections, and what each session is set to.

use std::str::FromStr as _;
use std::time::Duration;

use sqlx::postgres::{PgConnectOptions, PgPool, PgPoolOptions};
use sqlx::{ConnectOptions as _, PgConnection};

use crate::error::StoreError;
use crate::postgres::PostgresOptions;
use crate::postgres::faults::ErrorMapper;

/// How long a connection may take to be made.
const CONNECT_TIMEOUT: Duration = Duration::from_secs(4);

/// What every session is set to.
///
/// A node that is paused inside a transaction holds locks, which end with its session. So does the session of a node that
/// is gone without a word. An answer means that the entry is on the disk, whatever the server's own default is.
const SESSION: [(&str, &str); 7] = [
    ("synchronous_commit", "on"),
    ("idle_in_transaction_session_timeout", "2000"),
    ("lock_timeout", "4000"),
    ("tcp_keepalives_idle", "5"),
    ("tcp_keepalives_interval", "2"),
    ("tcp_keepalives_count", "2"),
    ("tcp_user_timeout", "8000"),
];

/// The settings of an address that name a file.
const FILE_SETTINGS: [&str; 3] = ["sslrootcert", "sslcert", "sslkey"];

/// The files that an address names.
fn named_files(url: &str) -> Vec<(&'static str, String)> {
    let settings = url.split_once('?').map_or("", |(_, settings)| settings).split('&');
    let named = settings.filter_map(|setting| setting.split_once('=')).filter_map(|(name, file)| {
        let name = FILE_SETTINGS.into_iter().find(|known| *known == name)?;
        // What is written as %2F is left to PostgreSQL's own reader of addresses.
        (!file.contains('%')).then(|| (name, file.to_owned()))
    });
    named.collect()
}

/// How to connect to one database.
#[derive(Debug, Clone)]
pub(super) struct Connector {
    options: PgConnectOptions,
    /// Files that the address names, and by which of its settings.
    files: Vec<(&'static str, String)>,
    pub(super) faults: ErrorMapper,
}

impl Connector {
    /// Reads an address such as `postgres://user:password@host:5432/database?sslmode=verify-full`.
    pub(super) fn new(options: &PostgresOptions) -> Result<Connector, StoreError> {
        let parsed = PgConnectOptions::from_str(&options.url).map_err(|error| StoreError::Unsuitable {
            store: "in the address of the store".to_owned(),
            why: format!("it is not an address such as postgres://user@host:5432/trinta: {error}"),
        })?;
        let database = parsed.get_database().unwrap_or(parsed.get_username());
        let place = match parsed.get_socket() {
            Some(socket) => socket.display().to_string(),
            None => format!("{}:{}", parsed.get_host(), parsed.get_port()),
        };
        let faults = ErrorMapper::new(&format!("postgres://{place}/{database}"));
        let files = named_files(&options.url);
        let session = SESSION.iter().copied().chain([("search_path", options.schema.as_str())]);
        let options = parsed.application_name("trinta").options(session).disable_statement_logging();
        Ok(Connector { options, files, faults })
    }

    /// One connection.
    pub(super) async fn connect(&self) -> Result<PgConnection, sqlx::Error> {
        for (setting, file) in &self.files {
            // The system says only that a file is missing, and not which.
            let unreadable = |error| sqlx::Error::Configuration(format!("{setting}={file}: {error}").into());
            std::fs::File::open(file).map_err(unreadable)?;
        }
        let timed_out = |_| sqlx::Error::Io(std::io::ErrorKind::TimedOut.into());
        tokio::time::timeout(CONNECT_TIMEOUT, self.options.connect()).await.map_err(timed_out)?
    }

    /// Connections that are made when they are needed.
    pub(super) fn pool(&self, connections: u32) -> PgPool {
        PgPoolOptions::new()
            .max_connections(connections)
            .acquire_timeout(CONNECT_TIMEOUT)
            .connect_lazy_with(self.options.clone())
    }
}
