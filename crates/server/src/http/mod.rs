//! HTTP: the routes, who asks, and what is refused before anybody is asked.

mod account;
mod analysis;
mod description;
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
use tower_http::compression::CompressionLayer;
use utoipa_axum::router::OpenApiRouter;
use utoipa_axum::routes;

use crate::limits::{ConnectionCounts, Limits};
use crate::people::People;
use crate::room::Registry;

pub use description::openapi_json;
pub use error::Refused;
pub use page::PageFile;

/// The largest body of a request.
const MAX_BODY_SIZE: usize = 16 * 1024;
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
    /// How many connections each address has.
    pub connections: Arc<ConnectionCounts>,
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
        .fallback(tables::not_found);
    OpenApiRouter::with_openapi(description::about())
        .nest("/api/v1", api)
        .routes(routes!(operator::alive))
        .routes(routes!(operator::ready))
        .routes(routes!(operator::metrics))
}

/// All routes. Tests call it without a socket.
pub fn routes(app: Arc<App>) -> Router {
    let (router, _) = documented_routes().split_for_parts();
    router
        .fallback(page::page)
        .layer(CompressionLayer::new())
        .layer(DefaultBodyLimit::max(MAX_BODY_SIZE))
        .layer(axum::middleware::from_fn_with_state(app.clone(), guard::guard))
        .with_state(app)
}
