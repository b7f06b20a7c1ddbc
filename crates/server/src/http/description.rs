//! The description of all routes for programs, as OpenAPI 3.1 has it.

use std::sync::{Arc, LazyLock};

use axum::extract::State;
use axum::http::{HeaderMap, header};
use axum::response::IntoResponse;
use utoipa::openapi::security::{ApiKey, ApiKeyValue, HttpAuthScheme, HttpBuilder, SecurityScheme};
use utoipa::openapi::{ComponentsBuilder, InfoBuilder, LicenseBuilder, OpenApi, OpenApiBuilder};

use crate::http::App;

/// What is said about the whole.
pub(super) fn about() -> OpenApi {
    let info = InfoBuilder::new()
        .title("Trinta")
        .version(env!("CARGO_PKG_VERSION"))
        .description(Some(
            "A server for tile-laying games with numbers and words. Tables are played on a websocket, which \
             docs/protocol.md describes.",
        ))
        .license(Some(LicenseBuilder::new().name("MIT OR Apache-2.0").build()))
        .build();
    let bearer = || SecurityScheme::Http(HttpBuilder::new().scheme(HttpAuthScheme::Bearer).build());
    let components = ComponentsBuilder::new()
        .security_scheme("cookie", SecurityScheme::ApiKey(ApiKey::Cookie(ApiKeyValue::new("trinta"))))
        .security_scheme("bearer", bearer())
        .security_scheme("metrics", bearer())
        .security_scheme("token", bearer())
        .build();
    OpenApiBuilder::new().info(info).components(Some(components)).build()
}

/// The description of all routes, as JSON.
#[must_use]
pub fn openapi_json() -> &'static str {
    static DOCUMENT: LazyLock<String> = LazyLock::new(|| {
        let text = super::documented_routes().into_openapi().to_pretty_json();
        text.unwrap_or_else(|_| unreachable!("a description has plain keys")) + "\n"
    });
    &DOCUMENT
}

/// This description.
#[utoipa::path(
    get,
    path = "/openapi.json",
    tag = "tables",
    responses((status = 200, description = "OpenAPI 3.1", content_type = "application/json")),
)]
pub(super) async fn description(State(app): State<Arc<App>>, headers: HeaderMap) -> impl IntoResponse {
    let (encoding, body) = app.packed.body(&headers, ("openapi.json", ""), openapi_json().as_bytes()).await;
    ([(header::CONTENT_TYPE, "application/json")], encoding, body)
}
