//! For whoever runs the server: is it alive, is it ready, what does it count.

use std::sync::Arc;

use axum::Extension;
use axum::extract::State;
use axum::http::{HeaderMap, StatusCode, header};
use axum::response::{IntoResponse, Response};

use crate::http::App;
use crate::http::guard::ClientAddress;

/// The process answers.
#[utoipa::path(
    get,
    path = "/healthz",
    tag = "operator",
    responses((status = 200, body = String)),
)]
pub(super) async fn alive() -> &'static str {
    "ok\n"
}

/// The store takes what is written to it.
#[utoipa::path(
    get,
    path = "/readyz",
    tag = "operator",
    responses((status = 200, body = String), (status = 503, body = String)),
)]
pub(super) async fn ready(State(app): State<Arc<App>>) -> Response {
    match app.registry.check_store().await {
        Ok(()) => "ok\n".into_response(),
        Err(error) => (StatusCode::SERVICE_UNAVAILABLE, format!("{error}\n")).into_response(),
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
    Extension(client): Extension<ClientAddress>,
    headers: HeaderMap,
) -> Response {
    let bearer = headers.get(header::AUTHORIZATION).and_then(|value| value.to_str().ok()?.strip_prefix("Bearer "));
    let allowed = match &app.options.metrics_token {
        Some(token) => bearer.is_some_and(|given| crate::secret::same_secret(given, token)),
        None => client.0.is_loopback(),
    };
    if !allowed {
        return StatusCode::NOT_FOUND.into_response();
    }
    ([(header::CONTENT_TYPE, "text/plain; version=0.0.4")], app.registry.metrics().text()).into_response()
}
