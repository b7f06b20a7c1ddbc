//! HTTP: the routes, who asks, and what is refused before anybody is asked.

mod account;
mod analysis;
mod error;
mod guard;
mod judge;
mod operator;
mod page;
mod record;
mod socket;
mod tables;
mod visitor;

use std::sync::Arc;
use std::time::Duration;

use axum::Router;
use axum::extract::DefaultBodyLimit;
use axum::routing::{get, post};

use crate::limits::{Connections, Limits};
use crate::people::People;
use crate::room::Hall;

pub use error::Refused;
pub use guard::Peer;
pub use page::PageFile;

/// The largest body of a request.
const LARGEST_BODY: usize = 16 * 1024;
/// How long a request may take, its body included.
const LONGEST_REQUEST: Duration = Duration::from_secs(20);

/// What the routes need.
#[derive(Debug)]
pub struct App {
    /// The tables.
    pub hall: Arc<Hall>,
    /// The people.
    pub people: People,
    /// Budgets by address.
    pub limits: Limits,
    /// How many connections each address has.
    pub connections: Connections,
    /// How it is reached.
    pub options: AppOptions,
}

/// How a server is reached.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct AppOptions {
    /// Whether cookies are for encrypted connections only.
    pub secure: bool,
    /// Whether a proxy in front says who asks (`X-Forwarded-For`, `X-Forwarded-Host`).
    pub behind_proxy: bool,
    /// Other sites whose pages may use this server, such as `https://club.example`.
    pub origins: Vec<String>,
    /// Who may read the metrics besides this machine itself: a token to be given as `Authorization: Bearer …`.
    pub metrics_token: Option<String>,
    /// The most connections of one address.
    pub connections_per_address: usize,
    /// The files of the page.
    pub page: &'static [PageFile],
}

/// All routes. Tests call it without a socket.
pub fn routes(app: Arc<App>) -> Router {
    let api = Router::new()
        .route("/server", get(tables::server))
        .route("/session", get(account::session).post(account::guest).put(account::rename).delete(account::sign_out))
        .route("/account", post(account::register))
        .route("/login", post(account::log_in))
        .route("/games", get(account::games))
        .route("/tables", get(tables::list).post(tables::create))
        .route("/codes", post(tables::find))
        .route("/tables/{table}/join", post(tables::join))
        .route("/tables/{table}/invites", post(tables::invite))
        .route("/tables/{table}/games/{number}/record", get(record::record))
        .route("/tables/{table}/games/{number}/analysis", get(analysis::analysis))
        .route("/tables/{table}/socket", get(socket::socket))
        .route("/judge", post(judge::judge))
        .fallback(tables::nothing);
    Router::new()
        .nest("/api/v1", api)
        .route("/healthz", get(operator::alive))
        .route("/readyz", get(operator::ready))
        .route("/metrics", get(operator::metrics))
        .fallback(page::page)
        .layer(DefaultBodyLimit::max(LARGEST_BODY))
        .layer(axum::middleware::from_fn_with_state(app.clone(), guard::guard))
        .with_state(app)
}
