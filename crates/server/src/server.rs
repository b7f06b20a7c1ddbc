//! A server, from its start to its end.

use std::net::SocketAddr;
use std::sync::Arc;
use std::time::Duration;

use tokio::net::TcpListener;
use tokio::sync::{mpsc, watch};
use tokio::task::JoinHandle;
use tokio_rustls::TlsAcceptor;
use trinta_store::{NodeId, Store, StoreError};
use trinta_table::chance::Chance;
use trinta_table::ids::hex;

use crate::clock::Clock;
use crate::clock_check;
use crate::cluster::{Bus, BusError, Node, NodeParts, Opened, Target};
use crate::hall::{HallOptions, Halls};
use crate::http::{App, AppOptions, routes};
use crate::limits::Limits;
use crate::net::{ConnectionLimits, TlsError, TlsFiles, accept};
use crate::people::{People, SESSION_TIME};
use crate::room::{Registry, RoomOptions, Tended};
use crate::sweep::sweeps;

/// What a server is started with.
#[derive(Debug, Clone)]
pub struct ServerOptions {
    /// The address to listen on.
    pub listen: SocketAddr,
    /// The options of its rooms.
    pub rooms: RoomOptions,
    /// The options of its tournaments.
    pub halls: HallOptions,
    /// How it is reached.
    pub app: AppOptions,
    /// Whether anybody is limited in what they may ask.
    pub limits: bool,
    /// Certificate and key, if the server encrypts by itself.
    pub tls: Option<TlsFiles>,
    /// The most connections.
    pub max_connections: usize,
    /// How long a client may leave an answer unread.
    pub write_timeout: Duration,
    /// How long a session is good after it was last used.
    pub session_time: Duration,
    /// The other nodes; none: this server is alone with its store.
    pub cluster: Option<ClusterOptions>,
}

/// How a server is one of several over the same store.
#[derive(Debug, Clone)]
pub struct ClusterOptions {
    /// The name of this node for people: letters, digits, `-` and `_`.
    pub name: String,
    /// Whether this node leaves tables to others, and only takes people.
    pub front: bool,
    /// The way to the others.
    pub bus: Arc<dyn Bus>,
}

/// How long a client may leave an answer unread unless an operator says otherwise.
pub const WRITE_TIMEOUT: Duration = Duration::from_secs(20);

impl ServerOptions {
    /// A server for this machine alone, on a port of the system's choice.
    #[must_use]
    pub fn local() -> ServerOptions {
        ServerOptions {
            listen: SocketAddr::from(([127, 0, 0, 1], 0)),
            rooms: RoomOptions::default(),
            halls: HallOptions::default(),
            app: AppOptions {
                connections_per_address: 500,
                hall_connections_per_address: 600,
                ..AppOptions::default()
            },
            limits: true,
            tls: None,
            max_connections: 10_000,
            write_timeout: WRITE_TIMEOUT,
            session_time: SESSION_TIME,
            cluster: None,
        }
    }
}

/// Why a server can't start.
#[derive(Debug, thiserror::Error)]
pub enum StartError {
    /// The store can't be read.
    #[error(transparent)]
    Store(#[from] StoreError),
    /// The bus can't be used.
    #[error(transparent)]
    Bus(#[from] BusError),
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

/// Why a running server can't take over settings.
#[derive(Debug, thiserror::Error)]
pub enum ReloadError {
    /// Certificate or key can't be used.
    #[error(transparent)]
    Tls(#[from] TlsError),
    /// It encrypts, and would not any more, or the other way round.
    #[error("encryption begins or ends only with a restart")]
    Encryption,
    /// There is a proxy in front, and would not be any more, or the other way round.
    #[error("whether there is a proxy in front changes only with a restart")]
    Proxies,
}

/// A server that is running.
pub struct Server {
    address: SocketAddr,
    app: Arc<App>,
    tls: watch::Sender<Option<TlsAcceptor>>,
    stop: watch::Sender<bool>,
    tasks: Vec<JoinHandle<()>>,
}

impl std::fmt::Debug for Server {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("Server").field("address", &self.address).finish_non_exhaustive()
    }
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
        let ServerOptions { listen, rooms, halls, app, limits, tls, max_connections, write_timeout, .. } = options;
        let ServerOptions { session_time, cluster, .. } = options;
        let tls = tls.map(|files| files.acceptor()).transpose()?;
        let listener = TcpListener::bind(listen).await.map_err(|why| StartError::Listen { address: listen, why })?;
        let address = listener.local_addr().map_err(|why| StartError::Listen { address: listen, why })?;
        let clock = clock_check::check(&*store, clock).await?;
        clock_check::note(&*store, clock).await?;
        let (registry, opened) = match cluster {
            None => (Registry::open(store.clone(), clock, chance.clone(), rooms).await?, None),
            Some(ClusterOptions { name, front, bus }) => {
                // Each start is a node of its own: what the last one of this name owned runs out by itself.
                let id = NodeId::new(&format!("{name}-{}", hex(&chance.bytes::<6>()))).map_err(StoreError::from)?;
                let NodeParts { node, opened } = Node::start(id, name, front, bus).await?;
                let registry = Registry::open_in_cluster(node, store.clone(), clock, chance.clone(), rooms).await?;
                (registry, Some(opened))
            }
        };
        let halls = Halls::open(registry.clone(), halls).await?;
        // A page has a websocket and asks for things beside it.
        let websockets = app.connections_per_address.saturating_add(app.hall_connections_per_address);
        let each = (app.proxies == 0).then_some(websockets.saturating_mul(2));
        let people = People::new(store, clock, chance, session_time);
        let app = Arc::new(App::new(registry, halls, people, Limits::new(limits), app));
        let limits = ConnectionLimits::new(max_connections, each, write_timeout);
        let (tls, current_tls) = watch::channel(tls);
        let (stop, stopped) = watch::channel(false);
        let mut tasks = vec![
            tokio::spawn(accept(listener, routes(app.clone()), current_tls, limits, stopped.clone())),
            tokio::spawn(keep_lease(app.registry.clone(), app.halls.clone(), stopped.clone())),
            tokio::spawn(sweeps(app.clone(), stopped.clone())),
        ];
        if let Some(opened) = opened {
            tasks.push(tokio::spawn(serve_other_nodes(app.registry.clone(), app.halls.clone(), opened, stopped)));
        }
        Ok(Server { address, app, tls, stop, tasks })
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

    /// The tournaments.
    #[must_use]
    pub fn halls(&self) -> &Arc<Halls> {
        &self.app.halls
    }

    /// Takes over certificate and key, which are read again, and how the server is reached. Connections stay, and go on
    /// with the certificate that they have. The other options are those of the start.
    ///
    /// # Errors
    /// When certificate and key can't be used, or encryption begins or ends; nothing is changed then.
    pub fn reload(&self, tls: Option<TlsFiles>, options: AppOptions) -> Result<(), ReloadError> {
        if tls.is_some() != self.tls.borrow().is_some() {
            return Err(ReloadError::Encryption);
        }
        if (options.proxies == 0) != (self.app.options().proxies == 0) {
            return Err(ReloadError::Proxies);
        }
        self.tls.send_replace(tls.map(|files| files.acceptor()).transpose()?);
        self.app.set_options(options);
        Ok(())
    }

    /// Stops: no new connections, every room finishes what it was asked, the store is closed.
    ///
    /// # Errors
    /// When the store can't be closed.
    pub async fn stop(self) -> Result<(), StoreError> {
        if let Some(node) = self.app.registry.cluster() {
            node.set_stopping();
        }
        let _ = self.stop.send(true);
        for task in self.tasks {
            let _ = task.await;
        }
        tracing::info!("stopping: nobody comes in any more");
        self.app.halls.stop().await;
        self.app.registry.stop().await;
        let registry = &self.app.registry;
        if let Err(error) = clock_check::note(&**registry.store(), *registry.clock()).await {
            tracing::warn!(%error, "the time of the last run could not be stored");
        }
        tracing::info!("stopping: the store is closed");
        // What rooms said last is on its way.
        tokio::time::sleep(Duration::from_millis(100)).await;
        if let Some(node) = self.app.registry.cluster() {
            node.close();
        }
        self.app.registry.store().close().await
    }
}

/// How often it is looked whether the lease is to be renewed.
const LEASE_CHECK_INTERVAL: Duration = Duration::from_secs(1);

/// How often it is looked whether another node has far fewer tables.
const BALANCE_INTERVAL: Duration = Duration::from_secs(5);

/// Renews the lease of this process until the server stops.
async fn keep_lease(registry: Arc<Registry>, halls: Arc<Halls>, mut stop: watch::Receiver<bool>) {
    let (mut since, mut next_balance) = (Duration::ZERO, BALANCE_INTERVAL);
    let (mut letting_go, mut refreshing) = (SideTask::default(), SideTask::default());
    loop {
        tokio::select! {
            () = tokio::time::sleep(LEASE_CHECK_INTERVAL) => {}
            _ = stop.wait_for(|stop| *stop) => return,
        }
        since += LEASE_CHECK_INTERVAL;
        if registry.tend_cluster().await == Tended::LetGo {
            let halls = halls.clone();
            letting_go.start(async move { halls.stop().await });
        }
        // Nothing is waited for in between: what this node owned while its lease had run out, it has let go of.
        if since >= registry.renewal_interval() {
            since = Duration::ZERO;
            // A store that does not answer must not keep this node from letting go of its tables.
            match tokio::time::timeout(registry.lease_length(), registry.renew()).await {
                Ok(Ok(())) => {}
                Ok(Err(error)) => tracing::error!(%error, "the lease can't be renewed"),
                Err(_) => tracing::error!("the store does not answer: the lease can't be renewed"),
            }
        }
        next_balance = next_balance.saturating_sub(LEASE_CHECK_INTERVAL);
        if next_balance.is_zero() {
            next_balance = BALANCE_INTERVAL;
            registry.balance().await;
            if registry.cluster().is_some() {
                let halls = halls.clone();
                refreshing.start(async move { halls.refresh().await });
            }
        }
    }
}

/// What is done beside the lease, once at a time: a store that does not answer holds up no renewal, and no look at what has
/// to be let go of.
#[derive(Default)]
struct SideTask(Option<JoinHandle<()>>);

impl SideTask {
    /// Does something, unless it is being done already.
    fn start(&mut self, work: impl Future<Output = ()> + Send + 'static) {
        if self.0.as_ref().is_none_or(JoinHandle::is_finished) {
            self.0 = Some(tokio::spawn(work));
        }
    }
}

/// Serves tables of this node to the people of others, until the server stops.
async fn serve_other_nodes(
    registry: Arc<Registry>,
    halls: Arc<Halls>,
    mut opened: mpsc::Receiver<Opened>,
    mut stop: watch::Receiver<bool>,
) {
    loop {
        let opened = tokio::select! {
            opened = opened.recv() => opened,
            _ = stop.wait_for(|stop| *stop) => return,
        };
        let Some(Opened { target, session }) = opened else { return };
        match target {
            Target::Table(table) => registry.serve_remote(&table, session),
            Target::Hall(hall) => halls.serve_remote(hall, session),
        }
    }
}
