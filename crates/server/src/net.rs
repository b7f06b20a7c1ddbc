//! Connections: accepted, limited, encrypted if asked for, and dropped when they do nothing.

use std::net::IpAddr;
use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::time::Duration;

use axum::Router;
use axum::body::Body;
use hyper::body::Incoming;
use hyper::server::conn::http1;
use hyper_util::rt::{TokioIo, TokioTimer};
use tokio::io::{AsyncRead, AsyncWrite};
use tokio::net::{TcpListener, TcpStream};
use tokio::sync::{Semaphore, watch};
use tokio_rustls::TlsAcceptor;
use tokio_rustls::rustls::ServerConfig;
use tokio_rustls::rustls::pki_types::pem::PemObject as _;
use tokio_rustls::rustls::pki_types::{CertificateDer, PrivateKeyDer};
use tower::ServiceExt as _;

use crate::connection::{Peer, Slot};
use crate::limits::{ConnectionCounts, ConnectionSlot};
use crate::timed_writes::TimedWrites;

/// How long a client may take for the head of a request, and for the TLS handshake.
const HEAD_TIMEOUT: Duration = Duration::from_secs(10);
/// The most that is kept of a request before its head is complete.
const MAX_BUFFER_SIZE: usize = 16 * 1024;

/// Certificate and key, for a server that encrypts by itself.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct TlsFiles {
    /// The certificate and those above it, as PEM.
    pub certificate: PathBuf,
    /// Its private key, as PEM.
    pub key: PathBuf,
}

/// Why certificate and key can't be used.
#[derive(Debug, thiserror::Error)]
pub enum TlsError {
    /// A file that can't be read.
    #[error("{}: {why}", path.display())]
    File {
        /// The file.
        path: PathBuf,
        /// What the system says.
        why: String,
    },
    /// The key is not that of the certificate.
    #[error("certificate and key do not match: {0}")]
    Pair(String),
}

impl TlsFiles {
    /// Reads the files.
    ///
    /// # Errors
    /// When they can't be read, or do not match.
    pub fn acceptor(&self) -> Result<TlsAcceptor, TlsError> {
        let fault = |path: &Path, why: String| TlsError::File { path: path.to_owned(), why };
        let certificates: Vec<CertificateDer<'static>> = CertificateDer::pem_file_iter(&self.certificate)
            .and_then(Iterator::collect)
            .map_err(|error| fault(&self.certificate, error.to_string()))?;
        let key = PrivateKeyDer::from_pem_file(&self.key).map_err(|error| fault(&self.key, error.to_string()))?;
        let config =
            ServerConfig::builder_with_provider(Arc::new(tokio_rustls::rustls::crypto::ring::default_provider()))
                .with_safe_default_protocol_versions()
                .map_err(|error| TlsError::Pair(error.to_string()))?
                .with_no_client_auth()
                .with_single_cert(certificates, key)
                .map_err(|error| TlsError::Pair(error.to_string()))?;
        Ok(TlsAcceptor::from(Arc::new(config)))
    }
}

/// How many connections there is room for: in all, and from one address; and how long each may leave an answer unread.
#[derive(Debug)]
pub(crate) struct ConnectionLimits {
    room: Arc<Semaphore>,
    /// None: all come from a proxy, which has an address of its own.
    each: Option<usize>,
    open: Arc<ConnectionCounts>,
    write_timeout: Duration,
}

impl ConnectionLimits {
    pub(crate) fn new(total: usize, each: Option<usize>, write_timeout: Duration) -> ConnectionLimits {
        ConnectionLimits { room: Arc::new(Semaphore::new(total)), each, open: Arc::default(), write_timeout }
    }

    fn admit(&self, address: IpAddr) -> Option<Slot> {
        let permit = self.room.clone().try_acquire_owned().ok()?;
        let slot = match self.each {
            Some(each) => Some(ConnectionSlot::take(&self.open, address, each)?),
            None => None,
        };
        Some(Slot::new(permit, slot))
    }
}

/// Accepts connections until it is told to stop; then finishes the requests that are under way.
pub(crate) async fn accept(
    listener: TcpListener,
    routes: Router,
    tls: watch::Receiver<Option<TlsAcceptor>>,
    limits: ConnectionLimits,
    mut stop: watch::Receiver<bool>,
) {
    loop {
        let accepted = tokio::select! {
            accepted = listener.accept() => accepted,
            _ = stop.wait_for(|stop| *stop) => return,
        };
        let (stream, peer) = match accepted {
            Ok(accepted) => accepted,
            Err(error) => {
                // Mostly too many open files: let some go before trying again.
                tracing::warn!(%error, "a connection was not accepted");
                tokio::time::sleep(Duration::from_millis(100)).await;
                continue;
            }
        };
        let Some(slot) = limits.admit(peer.ip()) else {
            tracing::debug!("no room for another connection");
            continue;
        };
        let write_timeout = limits.write_timeout;
        let (routes, tls, stop) = (routes.clone(), tls.borrow().clone(), stop.clone());
        tokio::spawn(async move {
            // Moves are small and wanted at once.
            let _ = stream.set_nodelay(true);
            let stream = TimedWrites::new(stream, write_timeout);
            serve(stream, Caller { address: peer.ip(), slot }, routes, tls, stop).await;
        });
    }
}

/// The other end of a connection.
struct Caller {
    address: IpAddr,
    slot: Slot,
}

async fn serve(
    stream: TimedWrites<TcpStream>,
    caller: Caller,
    routes: Router,
    tls: Option<TlsAcceptor>,
    stop: watch::Receiver<bool>,
) {
    match tls {
        None => serve_stream(stream, caller, routes, stop).await,
        Some(tls) => match tokio::time::timeout(HEAD_TIMEOUT, tls.accept(stream)).await {
            Ok(Ok(stream)) => serve_stream(stream, caller, routes, stop).await,
            Ok(Err(error)) => tracing::debug!(%error, "no encryption was agreed on"),
            Err(_) => {}
        },
    }
}

async fn serve_stream<S>(stream: S, caller: Caller, routes: Router, mut stop: watch::Receiver<bool>)
where
    S: AsyncRead + AsyncWrite + Unpin + Send + 'static,
{
    let service = hyper::service::service_fn(move |mut request: hyper::Request<Incoming>| {
        request.extensions_mut().insert(Peer(caller.address));
        request.extensions_mut().insert(caller.slot.clone());
        routes.clone().oneshot(request.map(Body::new))
    });
    let connection = http1::Builder::new()
        .timer(TokioTimer::new())
        .header_read_timeout(HEAD_TIMEOUT)
        .max_buf_size(MAX_BUFFER_SIZE)
        .serve_connection(TokioIo::new(stream), service)
        .with_upgrades();
    tokio::pin!(connection);
    let ended = tokio::select! {
        ended = connection.as_mut() => ended,
        () = stopping(&mut stop) => {
            connection.as_mut().graceful_shutdown();
            connection.await
        }
    };
    if let Err(error) = ended {
        tracing::trace!(%error, "a connection ended early");
    }
}

/// Waits until the server stops.
async fn stopping(stop: &mut watch::Receiver<bool>) {
    let _ = stop.wait_for(|stop| *stop).await;
}
