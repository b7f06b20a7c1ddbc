//! `trinta serve`: runs the server.

mod announce;
mod config;
mod page;

use std::process::ExitCode;
use std::sync::Arc;

use tracing_subscriber::EnvFilter;
use trinta_server::chance::SystemChance;
use trinta_server::clock::Clock;
use trinta_server::{Server, StartError};
use trinta_store::{MemoryStore, SqliteOptions, SqliteStore, Store};

use crate::failure::Failure;
pub(crate) use config::{DataArgs, ServeArgs};
use config::{LogFormat, Settings};

pub(crate) fn run(args: &ServeArgs) -> Result<ExitCode, Failure> {
    let settings = args.settings()?;
    if args.check_config {
        settings.describe()?;
        return Ok(ExitCode::SUCCESS);
    }
    log_to_standard_error(&settings);
    let runtime = tokio::runtime::Builder::new_multi_thread()
        .enable_all()
        .build()
        .map_err(|error| Failure::Input(format!("threads can't be started: {error}")))?;
    runtime.block_on(serve(settings))
}

fn log_to_standard_error(settings: &Settings) {
    let filter = EnvFilter::try_new(&settings.log).unwrap_or_else(|_| EnvFilter::new("info"));
    let log = tracing_subscriber::fmt().with_env_filter(filter).with_writer(std::io::stderr);
    // Fails only if a logger was set before, and this is the only place that sets one.
    let _ = match settings.log_format {
        LogFormat::Text => log.with_target(false).try_init(),
        LogFormat::Json => log.json().flatten_event(true).try_init(),
    };
}

async fn serve(settings: Settings) -> Result<ExitCode, Failure> {
    let store: Arc<dyn Store> = if settings.in_memory {
        Arc::new(MemoryStore::new())
    } else {
        let options = SqliteOptions::new(settings.store());
        Arc::new(SqliteStore::open(&options).await.map_err(|error| error.to_string())?)
    };
    let started = Server::start(settings.server(page::files()), store, Clock::system(), Arc::new(SystemChance)).await;
    let server = started.map_err(|error: StartError| error.to_string())?;
    tracing::info!(address = %server.address(), store = %settings.store().display(), "listening");
    announce::announce(&settings, server.address())?;
    wait_for_shutdown().await;
    tracing::info!("stopping: finishing accepted requests");
    server.stop().await.map_err(|error| error.to_string())?;
    tracing::info!("stopped");
    Ok(ExitCode::SUCCESS)
}

/// Waits for Ctrl-C or a termination signal.
async fn wait_for_shutdown() {
    let interrupted = tokio::signal::ctrl_c();
    #[cfg(unix)]
    {
        use tokio::signal::unix::{SignalKind, signal};
        if let Ok(mut terminated) = signal(SignalKind::terminate()) {
            tokio::select! {
                _ = interrupted => {}
                _ = terminated.recv() => {}
            }
            return;
        }
    }
    let _ = interrupted.await;
}
