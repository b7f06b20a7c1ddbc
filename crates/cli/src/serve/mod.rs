//! `trinta serve`: runs the server.

mod announce;
mod config;
mod page;
#[cfg(unix)]
mod supervisor;
#[cfg(not(unix))]
#[path = "no_supervisor.rs"]
mod supervisor;

use std::process::ExitCode;
use std::sync::Arc;
use std::time::Duration;

use tracing_subscriber::layer::SubscriberExt as _;
use tracing_subscriber::util::SubscriberInitExt as _;
use tracing_subscriber::{EnvFilter, Registry, reload};
use trinta_server::chance::SystemChance;
use trinta_server::clock::Clock;
use trinta_server::cluster::NatsBus;
use trinta_server::{ClusterOptions, Server, StartError};
use trinta_store::{MemoryStore, Store, StoreError};

use crate::failure::Failure;
pub(crate) use config::{DataArgs, ServeArgs};
use config::{LogFormat, Settings};
use supervisor::Supervisor;

pub(crate) fn run(args: &ServeArgs) -> Result<ExitCode, Failure> {
    let settings = args.settings()?;
    if args.check_config {
        settings.describe()?;
        return Ok(ExitCode::SUCCESS);
    }
    let log = log_to_standard_error(&settings);
    let runtime = tokio::runtime::Builder::new_multi_thread()
        .enable_all()
        .build()
        .map_err(|error| Failure::Input(format!("threads can't be started: {error}")))?;
    runtime.block_on(serve(args, settings, &log))
}

/// Which lines of the log are written; can be changed while the server runs.
type LogFilter = reload::Handle<EnvFilter, Registry>;

fn filter(settings: &Settings) -> EnvFilter {
    EnvFilter::try_new(&settings.log).unwrap_or_else(|_| EnvFilter::new("info"))
}

fn log_to_standard_error(settings: &Settings) -> LogFilter {
    let (filter, handle) = reload::Layer::new(filter(settings));
    let lines = tracing_subscriber::fmt::layer().with_writer(std::io::stderr);
    let log = tracing_subscriber::registry().with(filter);
    // Fails only if a logger was set before, and this is the only place that sets one.
    let _ = match settings.log_format {
        LogFormat::Text => log.with(lines.with_target(false)).try_init(),
        LogFormat::Json => log.with(lines.json().flatten_event(true)).try_init(),
    };
    handle
}

async fn serve(args: &ServeArgs, mut settings: Settings, log: &LogFilter) -> Result<ExitCode, Failure> {
    let supervisor = Supervisor::of_environment();
    // Before anybody can know that the server is there: the signal would end it.
    let mut reloads = Reloads::listen()?;
    let store: Arc<dyn Store> =
        if settings.in_memory { Arc::new(MemoryStore::new()) } else { settings.store().open().await? };
    let health = store.clone();
    let mut options = settings.server(page::files());
    if let Some(nats) = settings.nats() {
        let bus = NatsBus::connect(&nats, &settings.advertise).await.map_err(|error| error.to_string())?;
        let (name, front) = (settings.advertise.clone(), settings.front);
        options.cluster = Some(ClusterOptions { name, front, bus: Arc::new(bus) });
    }
    let started = Server::start(options, store, Clock::system(), Arc::new(SystemChance)).await;
    let server = started.map_err(|error: StartError| error.to_string())?;
    let kept =
        if settings.in_memory { "memory, gone when the server ends".to_owned() } else { settings.store().to_string() };
    tracing::info!(address = %server.address(), store = kept, "listening");
    // Before anybody knows that the server is there: a signal that nobody waits for ends it at once.
    let shutdown = Shutdown::listen()?;
    announce::announce(&settings, server.address())?;
    supervisor.ready();
    let shutdown = shutdown.wait();
    let lost = store_lost(&*health, &supervisor);
    tokio::pin!(shutdown, lost);
    loop {
        tokio::select! {
            () = shutdown.as_mut() => break,
            fault = lost.as_mut() => {
                // Nothing more can be stored: the supervisor, or whoever reads this, has to act.
                tracing::error!(%fault, "the store is lost: the server ends");
                supervisor.failed(&fault.to_string());
                return Err(Failure::Input(fault.to_string()));
            }
            () = reloads.next() => {
                supervisor.reloading();
                reload(args, &mut settings, &server, log);
                supervisor.ready();
            }
        }
    }
    supervisor.stopping();
    tracing::info!("stopping: finishing accepted requests");
    server.stop().await.map_err(|error| error.to_string())?;
    tracing::info!("stopped");
    Ok(ExitCode::SUCCESS)
}

/// Reads the settings and certificates again. What is invalid changes nothing, and is said.
fn reload(args: &ServeArgs, settings: &mut Settings, server: &Server, log: &LogFilter) {
    let new = match args.settings() {
        Ok(new) => new,
        Err(error) => {
            tracing::error!(%error, "the settings can't be reloaded: the server goes on with those it has");
            return;
        }
    };
    if let Err(error) = server.reload(new.tls(), new.app(page::files())) {
        tracing::error!(%error, "the settings can't be reloaded: the server goes on with those it has");
        return;
    }
    if let Err(error) = log.reload(filter(&new)) {
        tracing::error!(%error, "the filter of the log stays as it is");
    }
    let restart = settings.needs_restart(&new);
    tracing::info!("settings and certificates were reloaded");
    if !restart.is_empty() {
        tracing::warn!(settings = restart.join(", "), "these settings were changed, and are taken over by a restart");
    }
    // The others stay those of the start, so that the next reload names them again.
    settings.log.clone_from(&new.log);
}

/// Requests to read the settings again.
struct Reloads {
    #[cfg(unix)]
    signal: tokio::signal::unix::Signal,
}

impl Reloads {
    fn listen() -> Result<Reloads, Failure> {
        Ok(Reloads {
            #[cfg(unix)]
            signal: tokio::signal::unix::signal(tokio::signal::unix::SignalKind::hangup())?,
        })
    }

    /// Waits for the next one.
    async fn next(&mut self) {
        #[cfg(unix)]
        if self.signal.recv().await.is_some() {
            return;
        }
        std::future::pending::<()>().await;
    }
}

/// How often it is asked whether the store can still be had.
const HEALTH_INTERVAL: Duration = Duration::from_secs(1);

/// Waits until the store takes nothing more by itself, and lets the supervisor know of every answer of the store: if it
/// does not answer at all, a restart is what helps.
async fn store_lost(store: &dyn Store, supervisor: &Supervisor) -> StoreError {
    let interval = supervisor.sign_interval().map_or(HEALTH_INTERVAL, |sign| sign.min(HEALTH_INTERVAL));
    loop {
        tokio::time::sleep(interval).await;
        match store.health().await {
            Err(fault) if fault.is_final() => return fault,
            _ => supervisor.sign_of_life(),
        }
    }
}

/// The wish of the user or of the supervisor that the server stops: Ctrl-C or a termination signal.
struct Shutdown {
    #[cfg(unix)]
    interrupted: tokio::signal::unix::Signal,
    #[cfg(unix)]
    terminated: tokio::signal::unix::Signal,
}

impl Shutdown {
    /// From now on such a signal waits until it is asked for.
    fn listen() -> Result<Shutdown, Failure> {
        #[cfg(unix)]
        use tokio::signal::unix::{SignalKind, signal};
        Ok(Shutdown {
            #[cfg(unix)]
            interrupted: signal(SignalKind::interrupt())?,
            #[cfg(unix)]
            terminated: signal(SignalKind::terminate())?,
        })
    }

    /// Waits for it.
    #[cfg(unix)]
    async fn wait(mut self) {
        tokio::select! {
            _ = self.interrupted.recv() => {}
            _ = self.terminated.recv() => {}
        }
    }

    /// Waits for it.
    #[cfg(not(unix))]
    async fn wait(self) {
        let _ = tokio::signal::ctrl_c().await;
    }
}
