//! Who asks, by their cookie.

use std::sync::Arc;

use axum::extract::{FromRequestParts, OptionalFromRequestParts};
use axum::http::header::{self, HeaderMap, HeaderValue};
use axum::http::request::Parts;
use trinta_table::Code;

use crate::http::App;
use crate::http::error::Refused;
use crate::people::Session;
use crate::secret::Secret;

/// The name of the cookie.
const COOKIE_NAME: &str = "trinta";

/// Somebody who is signed in.
#[derive(Debug, Clone)]
pub(super) struct Visitor {
    pub(super) secret: Secret,
    pub(super) session: Session,
}

/// The secret in the cookies of a request. Programs may give it as `Authorization: Bearer …`.
fn secret(headers: &HeaderMap) -> Option<Secret> {
    let bearer = headers.get(header::AUTHORIZATION).and_then(|value| value.to_str().ok()?.strip_prefix("Bearer "));
    if let Some(bearer) = bearer {
        return Secret::read(bearer.trim());
    }
    let cookies = headers.get_all(header::COOKIE).iter().filter_map(|value| value.to_str().ok());
    let named = cookies.flat_map(|line| line.split(';')).filter_map(|pair| pair.trim().split_once('='));
    named.filter(|(name, _)| *name == COOKIE_NAME).find_map(|(_, value)| Secret::read(value))
}

impl FromRequestParts<Arc<App>> for Visitor {
    type Rejection = Refused;

    async fn from_request_parts(parts: &mut Parts, app: &Arc<App>) -> Result<Visitor, Refused> {
        let nobody = || Refused::new(Code::NoSession, "say who you are first: POST /api/v1/session");
        let secret = secret(&parts.headers).ok_or_else(nobody)?;
        let session = app.people.session(&secret).await?.ok_or_else(nobody)?;
        Ok(Visitor { secret, session })
    }
}

/// Somebody who may be signed in.
impl OptionalFromRequestParts<Arc<App>> for Visitor {
    type Rejection = Refused;

    async fn from_request_parts(parts: &mut Parts, app: &Arc<App>) -> Result<Option<Visitor>, Refused> {
        let Some(secret) = secret(&parts.headers) else { return Ok(None) };
        Ok(app.people.session(&secret).await?.map(|session| Visitor { secret, session }))
    }
}

/// The cookie that keeps a secret.
pub(super) fn cookie(app: &App, secret: &Secret) -> HeaderValue {
    let secure = if app.options().secure { "; Secure" } else { "" };
    let seconds = app.people.session_time().as_secs();
    let text = format!("{COOKIE_NAME}={}; Path=/; HttpOnly; SameSite=Lax; Max-Age={seconds}{secure}", secret.reveal());
    let mut value = HeaderValue::from_str(&text).unwrap_or_else(|_| HeaderValue::from_static(""));
    value.set_sensitive(true);
    value
}

/// The cookie that takes it away.
pub(super) fn no_cookie() -> HeaderValue {
    HeaderValue::from_static("trinta=; Path=/; HttpOnly; SameSite=Lax; Max-Age=0")
}
