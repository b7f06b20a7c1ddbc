//! What every request passes: budgets, the time it may take, the site it comes from.

use std::net::{IpAddr, Ipv4Addr};
use std::sync::Arc;

use axum::extract::{Request, State};
use axum::http::{HeaderMap, HeaderValue, Method, StatusCode, header};
use axum::middleware::Next;
use axum::response::{IntoResponse, Response};
use tokio::time::Instant;
use trinta_table::Code;

use crate::connection::Peer;
use crate::http::error::Refused;
use crate::http::{App, AppOptions, REQUEST_TIMEOUT, site};
use crate::limits::{Kind, Owner};
use crate::metrics::count;

/// Doors for whoever runs the server, who may ask past the proxy.
const OPERATOR_PATHS: [&str; 3] = ["/healthz", "/readyz", "/metrics"];

/// A year.
const TRANSPORT_SECURITY: &str = "max-age=31536000";

pub(super) async fn guard(State(app): State<Arc<App>>, mut request: Request, next: Next) -> Response {
    let options = app.options();
    let peer = request.extensions().get::<Peer>().map_or(IpAddr::V4(Ipv4Addr::UNSPECIFIED), |peer| peer.0);
    let client = site::client_address(&options, request.headers(), peer);
    // Those whom no proxy names share a budget: they can be on this machine only, or the proxy is not set up.
    let budget = Owner::Address(client.unwrap_or(IpAddr::V4(Ipv4Addr::UNSPECIFIED)));
    if !app.limits.allows(Kind::Request, budget, app.registry.clock().now()) {
        count(&app.registry.metrics().too_many);
        return Refused::new(Code::TooMany, "too many requests; wait a moment").into_response();
    }
    if !OPERATOR_PATHS.contains(&request.uri().path())
        && let Err(refused) = check_site(&options, client, request.method(), request.headers())
    {
        return refused.into_response();
    }
    let other_origin = site::other_origin(&options, request.headers());
    let mut response = match site::preflight(request.method(), request.headers(), other_origin.as_ref()) {
        Some(answer) => answer,
        None => {
            if let Some(client) = client {
                request.extensions_mut().insert(ClientAddress(client));
            }
            let asked = Instant::now();
            let answered = tokio::time::timeout(REQUEST_TIMEOUT, next.run(request)).await;
            app.registry.metrics().request_time.observe(asked.elapsed());
            answered.unwrap_or_else(|_| StatusCode::REQUEST_TIMEOUT.into_response())
        }
    };
    let headers = response.headers_mut();
    headers.insert(header::X_CONTENT_TYPE_OPTIONS, HeaderValue::from_static("nosniff"));
    headers.insert(header::REFERRER_POLICY, HeaderValue::from_static("same-origin"));
    headers.insert(header::X_FRAME_OPTIONS, HeaderValue::from_static("DENY"));
    if options.secure {
        headers.insert(header::STRICT_TRANSPORT_SECURITY, HeaderValue::from_static(TRANSPORT_SECURITY));
    }
    if let Some(origin) = other_origin {
        site::allow_origin(headers, origin);
    }
    response
}

/// Who asks, once that is known.
#[derive(Debug, Clone, Copy)]
pub(super) struct ClientAddress(pub(super) IpAddr);

fn check_site(
    options: &AppOptions,
    client: Option<IpAddr>,
    method: &Method,
    headers: &HeaderMap,
) -> Result<(), Refused> {
    if client.is_none() {
        let message = "the proxy in front of this server does not say who asks (X-Forwarded-For); whoever runs the \
                       server finds in docs/server.md how to set it up";
        return Err(Refused::new(Code::BadMessage, message));
    }
    if !site::host(options, headers).is_none_or(|host| site::is_known_host(options, host)) {
        let message = "this server is not known by this name; whoever runs it can set public_url or hosts";
        return Err(Refused::new(Code::WrongOrigin, message));
    }
    let changes = !matches!(*method, Method::GET | Method::HEAD);
    if (changes || headers.contains_key(header::UPGRADE)) && !site::is_same_site(options, headers) {
        return Err(Refused::new(Code::WrongOrigin, "this request comes from another site"));
    }
    Ok(())
}
