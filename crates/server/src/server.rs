//! A server, from its start to its end.

use std::net::SocketAddr;
use std::sync::Arc;
use std::time::Duration;

use tokio::net::TcpListener;
use tokio::sync::watch;
use tokio::task::JoinHandle;
use trinta_store::{Store, StoreError};
use trinta_table::chance::Chance;

use crate::clock::Clock;
use crate::http::{App, AppOptions, routes};
use crate::limits::Limits;
use crate::net::{ConnectionLimits, TlsError, TlsFiles, accept};
use crate::people::{People, SESSION_TIME};
use crate::room::{Registry, RoomOptions};
use crate::sweep::sweeps;

/// What a server is started with.
#[derive(Debug, Clone)]
pub struct ServerOptions {
    /// The address to listen on.
    pub listen: SocketAddr,
    /// The options of its rooms.
    pub rooms: RoomOptions,
    /// How it is reached.
    pub app: AppOptions,
    /// Whether anybody is limited in what they may ask.
    pub limits: bool,
    /// Certificate and key, if the server encrypts by itself.
    pub tls: Option<TlsFiles>,
    /// The most connections.
    pub max_connections: usize,
    /// How long a session is good after it was last used.
    pub session_time: Duration,
}

impl ServerOptions {
    /// A server for this machine alone, on a port of the system's choice.
    #[must_use]
    pub fn local() -> ServerOptions {
        ServerOptions {
            listen: SocketAddr::from(([127, 0, 0, 1], 0)),
            rooms: RoomOptions::default(),
            app: AppOptions { connections_per_address: 500, ..AppOptions::default() },
            limits: true,
            tls: None,
            max_connections: 10_000,
            session_time: SESSION_TIME,
        }
    }
}

/// Why a server can't start.
#[derive(Debug, thiserror::Error)]
pub enum StartError {
    /// The store can't be read.
    #[error(transparent)]
    Store(#[from] StoreError),
    /// The address can't be used.
    #[error("{address} can't be listened on: {why}")]
    Listen {
        /// Where it was to listen.
        address: SocketAddr,
        /// The system's reason.
        why: std::io::Error,
    },
    /// Certificate or key can't be used.
    #[error(transparent)]
    Tls(#[from] TlsError),
}

/// A server that is running.
#[derive(Debug)]
pub struct Server {
    address: SocketAddr,
    app: Arc<App>,
    stop: watch::Sender<bool>,
    tasks: Vec<JoinHandle<()>>,
}

impl Server {
    /// Starts a server.
    ///
    /// # Errors
    /// When the store can't be read, the address is taken, or certificate and key can't be used.
    pub async fn start(
        options: ServerOptions,
        store: Arc<dyn Store>,
        clock: Clock,
        chance: Arc<dyn Chance>,
    ) -> Result<Server, StartError> {
        let ServerOptions { listen, rooms, app, limits, tls, max_connections, session_time } = options;
        let tls = tls.map(|files| files.acceptor()).transpose()?;
        let listener = TcpListener::bind(listen).await.map_err(|why| StartError::Listen { address: listen, why })?;
        let address = listener.local_addr().map_err(|why| StartError::Listen { address: listen, why })?;
        let registry = Registry::open(store.clone(), clock, chance.clone(), rooms).await?;
        let app = Arc::new(App {
            people: People::new(store, clock, chance, session_time),
            limits: Limits::new(limits),
            connections: Arc::default(),
            options: app,
            registry,
        });
        // A page has a websocket and asks for things beside it.
        let each = (!app.options.behind_proxy).then_some(app.options.connections_per_address.saturating_mul(2));
        let limits = ConnectionLimits::new(max_connections, each);
        let (stop, stopped) = watch::channel(false);
        let tasks = vec![
            tokio::spawn(accept(listener, routes(app.clone()), tls, limits, stopped.clone())),
            tokio::spawn(keep_lease(app.registry.clone(), stopped.clone())),
            tokio::spawn(sweeps(app.clone(), stopped)),
        ];
        Ok(Server { address, app, stop, tasks })
    }

    /// The address on which it listens.
    #[must_use]
    pub const fn address(&self) -> SocketAddr {
        self.address
    }

    /// The tables.
    #[must_use]
    pub fn registry(&self) -> &Arc<Registry> {
        &self.app.registry
    }

    /// Stops: no new connections, every room finishes what it was asked, the store is closed.
    ///
    /// # Errors
    /// When the store can't be closed.
    pub async fn stop(self) -> Result<(), StoreError> {
        let _ = self.stop.send(true);
        for task in self.tasks {
            let _ = task.await;
        }
        self.app.registry.stop().await;
        // What rooms said last is on its way.
        tokio::time::sleep(Duration::from_millis(100)).await;
        self.app.registry.store().close().await
    }
}

/// How often it is looked whether the lease is to be renewed.
const LEASE_CHECK_INTERVAL: Duration = Duration::from_secs(1);

/// Renews the lease of this process until the server stops.
async fn keep_lease(registry: Arc<Registry>, mut stop: watch::Receiver<bool>) {
    let mut since = Duration::ZERO;
    loop {
        tokio::select! {
            () = tokio::time::sleep(LEASE_CHECK_INTERVAL) => {}
            _ = stop.wait_for(|stop| *stop) => return,
        }
        since += LEASE_CHECK_INTERVAL;
        if since >= registry.renewal_interval() {
            since = Duration::ZERO;
            if let Err(error) = registry.renew().await {
                tracing::error!(%error, "the lease can't be renewed");
            }
        }
    }
}
