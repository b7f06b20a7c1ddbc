//! What every request passes: budgets, the time it may take, the site it comes from.

use std::net::{IpAddr, Ipv4Addr};
use std::sync::Arc;

use axum::extract::{Request, State};
use axum::http::{HeaderMap, HeaderValue, Method, header};
use axum::middleware::Next;
use axum::response::{IntoResponse, Response};
use trinta_table::Code;

use crate::connection::Peer;
use crate::http::error::Refused;
use crate::http::{App, REQUEST_TIMEOUT};
use crate::limits::{Kind, Owner};
use crate::metrics::count;

/// Who asks: the other end of the connection or, behind a proxy, whom it names last.
pub(super) fn address(app: &App, headers: &HeaderMap, peer: Option<Peer>) -> IpAddr {
    let peer = peer.map_or(IpAddr::V4(Ipv4Addr::UNSPECIFIED), |peer| peer.0);
    if !app.options.behind_proxy {
        return peer;
    }
    // The last one is what our own proxy saw; those before it are what somebody said.
    let named = headers.get_all("x-forwarded-for").iter().next_back().and_then(|value| value.to_str().ok());
    named.and_then(|value| value.rsplit(',').next()?.trim().parse().ok()).unwrap_or(peer)
}

pub(super) async fn guard(State(app): State<Arc<App>>, mut request: Request, next: Next) -> Response {
    let peer = request.extensions().get::<Peer>().copied();
    let address = address(&app, request.headers(), peer);
    if !app.limits.allows(Kind::Request, Owner::Address(address), app.registry.clock().now()) {
        count(&app.registry.metrics().too_many);
        return Refused::new(Code::TooMany, "too many requests; wait a moment").into_response();
    }
    let changes = !matches!(*request.method(), Method::GET | Method::HEAD);
    let upgrades = request.headers().contains_key(header::UPGRADE);
    if (changes || upgrades) && !same_site(&app, request.headers()) {
        return Refused::new(Code::WrongOrigin, "this request comes from another site").into_response();
    }
    request.extensions_mut().insert(ClientAddress(address));
    let Ok(mut response) = tokio::time::timeout(REQUEST_TIMEOUT, next.run(request)).await else {
        return axum::http::StatusCode::REQUEST_TIMEOUT.into_response();
    };
    let headers = response.headers_mut();
    headers.insert("x-content-type-options", HeaderValue::from_static("nosniff"));
    headers.insert("referrer-policy", HeaderValue::from_static("same-origin"));
    headers.insert("x-frame-options", HeaderValue::from_static("DENY"));
    response
}

/// Who asks, once that is known.
#[derive(Debug, Clone, Copy)]
pub(super) struct ClientAddress(pub(super) IpAddr);

/// A browser says from which site a request comes: it must be this one. Programs that are no browsers say nothing, and
/// have no cookies of others either.
fn same_site(app: &App, headers: &HeaderMap) -> bool {
    let Some(origin) = headers.get(header::ORIGIN) else { return true };
    let Ok(origin) = origin.to_str() else { return false };
    if app.options.origins.iter().any(|other| other == origin) {
        return true;
    }
    let forwarded = app.options.behind_proxy.then(|| headers.get("x-forwarded-host")).flatten();
    let host = forwarded.or_else(|| headers.get(header::HOST)).and_then(|host| host.to_str().ok());
    let site = origin.split_once("://").map(|(_, site)| site);
    site.is_some() && site == host
}
