//! HTTP: the routes, who asks, and what is refused before anybody is asked.

mod account;
mod advice;
mod analysis;
mod description;
mod error;
mod goodbye;
mod guard;
mod hall_credentials;
mod hall_online;
mod hall_socket;
mod hall_work;
mod judge;
mod operator;
mod packed;
mod page;
mod recent;
mod record;
mod session_sockets;
mod site;
mod socket;
mod tables;
mod tournaments;
mod visitor;

use std::sync::{Arc, PoisonError, RwLock};
use std::time::Duration;

use axum::Router;
use axum::extract::DefaultBodyLimit;
use tower_http::CompressionLevel;
use tower_http::compression::CompressionLayer;
use tower_http::compression::predicate::{DefaultPredicate, Predicate as _, SizeAbove};
use utoipa_axum::router::OpenApiRouter;
use utoipa_axum::routes;

use crate::hall::Halls;
use crate::http::packed::Packed;
use crate::limits::{ConnectionCounts, Limits};
use crate::people::People;
use crate::room::Registry;

pub use description::openapi_json;
pub use error::Refused;
pub use page::PageFile;
pub use record::FinishedGames;
pub use session_sockets::SessionSockets;

/// The largest body of a request.
const MAX_BODY_SIZE: usize = 16 * 1024;
/// The largest body of a request about tournaments: the file of a large one.
const MAX_HALL_BODY_SIZE: usize = 16 << 20;
/// How long a request may take, its body included.
const REQUEST_TIMEOUT: Duration = Duration::from_secs(20);

/// What the routes need.
#[derive(Debug)]
pub struct App {
    /// The tables.
    pub registry: Arc<Registry>,
    /// The people.
    pub people: People,
    /// Budgets by address.
    pub limits: Limits,
    /// The tournaments.
    pub halls: Arc<Halls>,
    /// How many connections each address has.
    pub connections: Arc<ConnectionCounts>,
    /// How many connections to tournaments each address has.
    pub hall_connections: Arc<ConnectionCounts>,
    /// Records and reviews of finished games.
    pub finished: FinishedGames,
    /// The open connections of sessions.
    pub sessions: SessionSockets,
    /// What never changes, compressed.
    packed: Packed,
    /// How it is reached; changed by a reload.
    options: RwLock<Arc<AppOptions>>,
}

impl App {
    /// What the routes need, over tables and tournaments.
    #[must_use]
    pub fn new(registry: Arc<Registry>, halls: Arc<Halls>, people: People, limits: Limits, options: AppOptions) -> App {
        App {
            registry,
            people,
            limits,
            halls,
            connections: Arc::default(),
            hall_connections: Arc::default(),
            finished: FinishedGames::default(),
            sessions: SessionSockets::default(),
            packed: Packed::default(),
            options: RwLock::new(Arc::new(options)),
        }
    }

    /// How it is reached, as it is now.
    #[must_use]
    pub fn options(&self) -> Arc<AppOptions> {
        self.options.read().unwrap_or_else(PoisonError::into_inner).clone()
    }

    /// From now on it is reached in another way.
    pub fn set_options(&self, options: AppOptions) {
        *self.options.write().unwrap_or_else(PoisonError::into_inner) = Arc::new(options);
    }
}

/// How a server is reached.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct AppOptions {
    /// Whether cookies are for encrypted connections only.
    pub secure: bool,
    /// The number of proxies in front, each of which says who asked it (`X-Forwarded-For`, `X-Forwarded-Host`).
    pub proxies: u8,
    /// The names by which the server is known, besides addresses and names of its own network.
    pub hosts: Vec<String>,
    /// Other sites whose pages may use this server, such as `https://club.example`.
    pub origins: Vec<String>,
    /// Who may read the metrics besides this machine itself: a token to be given as `Authorization: Bearer …`.
    pub metrics_token: Option<String>,
    /// The most connections of one address.
    pub connections_per_address: usize,
    /// The most connections of one address to tournaments: a whole hall may be behind one.
    pub hall_connections_per_address: usize,
    /// The files of the page.
    pub page: &'static [PageFile],
}

/// The routes with their description, which is made from the same lines and so can't differ from them.
fn documented_routes() -> OpenApiRouter<Arc<App>> {
    let api = OpenApiRouter::new()
        .routes(routes!(tables::server))
        .routes(routes!(account::session, account::guest, account::rename, account::sign_out))
        .routes(routes!(account::register))
        .routes(routes!(account::log_in))
        .routes(routes!(account::visitor))
        .routes(routes!(account::games))
        .routes(routes!(tables::seats))
        .routes(routes!(tables::list, tables::create))
        .routes(routes!(tables::find))
        .routes(routes!(tables::join))
        .routes(routes!(tables::invite))
        .routes(routes!(tables::appoint))
        .routes(routes!(record::record))
        .routes(routes!(analysis::analysis))
        .routes(routes!(socket::socket))
        .routes(routes!(judge::judge))
        .routes(routes!(description::description))
        .merge(hall_routes())
        .fallback(tables::not_found);
    OpenApiRouter::with_openapi(description::about())
        .nest("/api/v1", api)
        .routes(routes!(operator::alive))
        .routes(routes!(operator::ready))
        .routes(routes!(operator::metrics))
}

fn hall_routes() -> OpenApiRouter<Arc<App>> {
    OpenApiRouter::new()
        .routes(routes!(tournaments::list, tournaments::create))
        .routes(routes!(tournaments::code))
        .routes(routes!(hall_online::enter))
        .routes(routes!(tournaments::tokens, tournaments::add_token))
        .routes(routes!(tournaments::remove_token))
        .routes(routes!(hall_work::list_presets))
        .routes(routes!(advice::advice))
        .routes(routes!(hall_work::print_sheets))
        .routes(routes!(hall_work::export))
        .routes(routes!(hall_work::backup))
        .routes(routes!(hall_work::restore))
        .routes(routes!(hall_socket::socket))
        .layer(DefaultBodyLimit::max(MAX_HALL_BODY_SIZE))
}

/// All routes. Tests call it without a socket.
pub fn routes(app: Arc<App>) -> Router {
    let (router, _) = documented_routes().split_for_parts();
    router
        .fallback(page::page)
        // What is made for one answer is compressed in passing, on the threads that serve; what is short is not.
        .layer(
            CompressionLayer::new()
                .quality(CompressionLevel::Fastest)
                .compress_when(DefaultPredicate::new().and(SizeAbove::new(packed::LEAST_SIZE))),
        )
        .layer(DefaultBodyLimit::max(MAX_BODY_SIZE))
        .layer(axum::middleware::from_fn_with_state(app.clone(), guard::guard))
        .with_state(app)
}
