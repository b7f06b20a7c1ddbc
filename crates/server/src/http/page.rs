//! The page: files that ship inside the program.

use std::sync::Arc;

use axum::extract::State;
use axum::http::{HeaderMap, Method, StatusCode, Uri, header};
use axum::response::{IntoResponse, Response};

use crate::http::{App, site};

/// A file of the page.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct PageFile {
    /// Its path, such as `assets/index.js`.
    pub path: &'static str,
    /// Its bytes.
    pub bytes: &'static [u8],
    /// A mark that changes when the bytes do.
    pub mark: &'static str,
}

/// Only what comes from this server is run or shown, and nothing is framed. Style sheets may also come from addresses that the
/// page itself has made: the sheets of a tournament are opened in such a way, and nobody else can make one.
fn content_security_policy(host: Option<&str>) -> String {
    let sources = site::connect_sources(host);
    format!(
        "default-src 'self'; style-src 'self' blob:; connect-src {sources}; base-uri 'none'; form-action 'self'; frame-ancestors 'none'; \
         object-src 'none'"
    )
}

pub(super) async fn page(State(app): State<Arc<App>>, method: Method, uri: Uri, headers: HeaderMap) -> Response {
    if !matches!(method, Method::GET | Method::HEAD) {
        return StatusCode::METHOD_NOT_ALLOWED.into_response();
    }
    let path = uri.path().trim_start_matches('/');
    let options = app.options();
    let find = |path: &str| options.page.iter().find(|file| file.path == path);
    // A path without a dot is a place in the page, which finds it by itself.
    let last = path.rsplit('/').next().unwrap_or(path);
    let file = find(path).or_else(|| (!last.contains('.')).then(|| find("index.html")).flatten());
    let Some(file) = file else { return StatusCode::NOT_FOUND.into_response() };
    let mark = format!("\"{}\"", file.mark);
    let cache = if file.path.starts_with("assets/") { "public, max-age=31536000, immutable" } else { "no-cache" };
    let policy = content_security_policy(site::host(&options, &headers));
    let common = [
        (header::CONTENT_TYPE, kind(file.path)),
        (header::CACHE_CONTROL, cache),
        (header::ETAG, mark.as_str()),
        (header::CONTENT_SECURITY_POLICY, policy.as_str()),
    ];
    if headers.get(header::IF_NONE_MATCH).is_some_and(|known| known.as_bytes() == mark.as_bytes()) {
        return (StatusCode::NOT_MODIFIED, common).into_response();
    }
    if !is_text(file.path) {
        return (common, file.bytes).into_response();
    }
    let (encoding, body) = app.packed.body(&headers, (file.path, file.mark), file.bytes).await;
    (common, encoding, body).into_response()
}

/// Whether a file gets shorter by compressing it: pictures, fonts and sounds are compressed already.
fn is_text(path: &str) -> bool {
    let kind = kind(path);
    kind.starts_with("text/") || kind == "image/svg+xml" || kind.ends_with("json")
}

fn kind(path: &str) -> &'static str {
    match path.rsplit('.').next().unwrap_or_default() {
        "html" => "text/html; charset=utf-8",
        "js" => "text/javascript; charset=utf-8",
        "css" => "text/css; charset=utf-8",
        "json" => "application/json",
        "webmanifest" => "application/manifest+json",
        "svg" => "image/svg+xml",
        "png" => "image/png",
        "ico" => "image/x-icon",
        "woff2" => "font/woff2",
        "mp3" => "audio/mpeg",
        "ogg" => "audio/ogg",
        "txt" => "text/plain; charset=utf-8",
        _ => "application/octet-stream",
    }
}
