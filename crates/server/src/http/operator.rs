//! For whoever runs the server: is it alive, is it ready, what does it count.

use std::sync::Arc;
use std::sync::atomic::Ordering;
use std::time::Duration;

use axum::Extension;
use axum::extract::State;
use axum::http::{HeaderMap, StatusCode, header};
use axum::response::{IntoResponse, Response};
use trinta_store::StoreError;

use crate::http::App;
use crate::http::guard::ClientAddress;

/// How long the store may take to say whether it serves.
const HEALTH_TIMEOUT: Duration = Duration::from_secs(5);

/// Whether the store serves, asked without writing to it.
async fn store_health(app: &App) -> Result<(), StoreError> {
    let asked = tokio::time::timeout(HEALTH_TIMEOUT, app.registry.store().health()).await;
    asked.unwrap_or_else(|_| Err(StoreError::Failed("it does not answer".to_owned())))
}

/// What is said of a fault: all of it to whoever runs the server, and what it means to everybody else.
fn unavailable(app: &App, client: Option<ClientAddress>, headers: &HeaderMap, fault: &StoreError) -> Response {
    let said = if is_operator(app, client, headers) { fault.to_string() } else { fault.public_message().to_owned() };
    (StatusCode::SERVICE_UNAVAILABLE, format!("{said}\n")).into_response()
}

/// The process serves. It does not once its store is lost for good: then only a restart helps.
#[utoipa::path(
    get,
    path = "/healthz",
    tag = "operator",
    responses((status = 200, body = String), (status = 503, body = String)),
)]
pub(super) async fn alive(
    State(app): State<Arc<App>>,
    client: Option<Extension<ClientAddress>>,
    headers: HeaderMap,
) -> Response {
    match store_health(&app).await {
        Err(fault) if fault.is_final() => unavailable(&app, client.map(|Extension(client)| client), &headers, &fault),
        _ => "ok\n".into_response(),
    }
}

/// The store gives out what was stored, and took what was written to it last. Nothing is written to find out.
#[utoipa::path(
    get,
    path = "/readyz",
    tag = "operator",
    responses((status = 200, body = String), (status = 503, body = String)),
)]
pub(super) async fn ready(
    State(app): State<Arc<App>>,
    client: Option<Extension<ClientAddress>>,
    headers: HeaderMap,
) -> Response {
    if let Err(fault) = store_health(&app).await {
        return unavailable(&app, client.map(|Extension(client)| client), &headers, &fault);
    }
    let reasons = app.registry.not_ready();
    if reasons.is_empty() {
        return "ok\n".into_response();
    }
    (StatusCode::SERVICE_UNAVAILABLE, format!("{}\n", reasons.join("\n"))).into_response()
}

/// Whether whoever runs the server asks: with the token, or from this machine if there is none. Behind a proxy nobody is
/// known to be on this machine.
fn is_operator(app: &App, client: Option<ClientAddress>, headers: &HeaderMap) -> bool {
    let bearer = headers.get(header::AUTHORIZATION).and_then(|value| value.to_str().ok()?.strip_prefix("Bearer "));
    match &app.options().metrics_token {
        Some(token) => bearer.is_some_and(|given| crate::secret::same_secret(given, token)),
        None => client.is_some_and(|client| client.0.is_loopback()),
    }
}

/// The metrics: for this machine itself, or whoever has the token.
#[utoipa::path(
    get,
    path = "/metrics",
    tag = "operator",
    responses((status = 200, body = String, content_type = "text/plain"), (status = 404)),
    security((), ("metrics" = [])),
)]
pub(super) async fn metrics(
    State(app): State<Arc<App>>,
    client: Option<Extension<ClientAddress>>,
    headers: HeaderMap,
) -> Response {
    if !is_operator(&app, client.map(|Extension(client)| client), &headers) {
        return StatusCode::NOT_FOUND.into_response();
    }
    let metrics = app.registry.metrics();
    let damaged = app.registry.store().damages().len();
    metrics.damaged.store(i64::try_from(damaged).unwrap_or(i64::MAX), Ordering::Relaxed);
    let mut text = metrics.text();
    if let Some(node) = app.registry.cluster() {
        text.push_str(&node.metrics_text());
    }
    ([(header::CONTENT_TYPE, "text/plain; version=0.0.4")], text).into_response()
}
