//! Who somebody is: session, account, history.

use std::sync::Arc;

use axum::extract::State;
use axum::http::StatusCode;
use axum::http::header::SET_COOKIE;
use axum::response::{IntoResponse, Response};
use axum::{Extension, Json};
use trinta_table::Code;
use trinta_table::wire::{ErrorBody, NameBody, SessionView};

use crate::bodies::{AccountBody, FinishedGame, LoginBody};
use crate::http::App;
use crate::http::error::Refused;
use crate::http::guard::ClientAddress;
use crate::http::tables::Body;
use crate::http::visitor::{Visitor, cookie, no_cookie};
use crate::keys::Values;
use crate::limits::{Kind, Owner};
use crate::metrics::count;
use crate::people::Session;
use crate::room::not_stored;
use crate::stored::{Stored as _, StoredGame};

/// Finished games that are listed.
const MAX_LISTED: usize = 200;

async fn see(app: &App, session: &Session) -> Result<SessionView, Refused> {
    let rating = app.people.rating(session).await?;
    let (name, account, face) = (session.name.clone(), session.account.clone(), Some(session.shown_face()));
    Ok(SessionView { name, account, rating, face })
}

pub(super) fn limit(app: &App, kind: Kind, client: ClientAddress) -> Result<(), Refused> {
    limit_of(app, kind, Owner::Address(client.0))
}

fn limit_of(app: &App, kind: Kind, owner: Owner) -> Result<(), Refused> {
    if app.limits.allows(kind, owner, app.registry.clock().now()) {
        return Ok(());
    }
    count(&app.registry.metrics().too_many);
    Err(Refused::new(Code::TooMany, "too many of these at once; wait a moment"))
}

/// Who am I?
#[utoipa::path(
    get,
    path = "/session",
    tag = "people",
    responses((status = 200, body = SessionView), (status = "4XX", body = ErrorBody)),
    security(("cookie" = []), ("bearer" = [])),
)]
pub(super) async fn session(State(app): State<Arc<App>>, visitor: Visitor) -> Result<Response, Refused> {
    let view = Json(see(&app, &visitor.session).await?);
    // Whoever comes back is remembered from now on, not from the first time.
    Ok(([(SET_COOKIE, cookie(&app, &visitor.secret))], view).into_response())
}

/// Who am I, if anybody? Somebody new is no error.
#[utoipa::path(
    get,
    path = "/visitor",
    tag = "people",
    responses((status = 200, body = Option<SessionView>), (status = "4XX", body = ErrorBody)),
    security(("cookie" = []), ("bearer" = [])),
)]
pub(super) async fn visitor(State(app): State<Arc<App>>, visitor: Option<Visitor>) -> Result<Response, Refused> {
    let Some(visitor) = visitor else { return Ok(Json(None::<SessionView>).into_response()) };
    session(State(app), visitor).await
}

/// A guest with a name. The answer sets a cookie; programs may send its value as a bearer token.
#[utoipa::path(
    post,
    path = "/session",
    tag = "people",
    request_body = NameBody,
    responses((status = 201, body = SessionView, headers(("set-cookie" = String, description = "The session"))), (status = "4XX", body = ErrorBody)),
)]
pub(super) async fn guest(
    State(app): State<Arc<App>>,
    Extension(client): Extension<ClientAddress>,
    Body(body): Body<NameBody>,
) -> Result<Response, Refused> {
    limit(&app, Kind::Guest, client)?;
    let (secret, session) = app.people.guest(&body.name, body.face).await?;
    Ok((StatusCode::CREATED, [(SET_COOKIE, cookie(&app, &secret))], Json(see(&app, &session).await?)).into_response())
}

/// Another name or face, also where I have a seat.
#[utoipa::path(
    put,
    path = "/session",
    tag = "people",
    request_body = NameBody,
    responses((status = 200, body = SessionView), (status = "4XX", body = ErrorBody)),
    security(("cookie" = []), ("bearer" = [])),
)]
pub(super) async fn rename(
    State(app): State<Arc<App>>,
    visitor: Visitor,
    Body(body): Body<NameBody>,
) -> Result<Json<SessionView>, Refused> {
    let session = app.people.rename(&visitor.secret, &body.name, body.face).await?;
    app.registry.rename(&session.player, &session.name, session.shown_face()).await?;
    Ok(Json(see(&app, &session).await?))
}

/// The session ends.
#[utoipa::path(
    delete,
    path = "/session",
    tag = "people",
    responses((status = 204), (status = "4XX", body = ErrorBody)),
    security(("cookie" = []), ("bearer" = [])),
)]
pub(super) async fn sign_out(State(app): State<Arc<App>>, visitor: Visitor) -> Result<Response, Refused> {
    app.people.sign_out(&visitor.secret).await?;
    app.sessions.end(&visitor.secret.hash());
    Ok((StatusCode::NO_CONTENT, [(SET_COOKIE, no_cookie())]).into_response())
}

/// An account for this guest, who keeps what they have played. The session gets another secret: whoever knew that of the
/// guest can't act for the account.
#[utoipa::path(
    post,
    path = "/account",
    tag = "people",
    request_body = AccountBody,
    responses((status = 201, body = SessionView, headers(("set-cookie" = String, description = "The session"))), (status = "4XX", body = ErrorBody)),
    security(("cookie" = []), ("bearer" = [])),
)]
pub(super) async fn register(
    State(app): State<Arc<App>>,
    Extension(client): Extension<ClientAddress>,
    visitor: Visitor,
    Body(body): Body<AccountBody>,
) -> Result<Response, Refused> {
    limit(&app, Kind::Password, client)?;
    limit_of(&app, Kind::Password, Owner::Player(visitor.session.player.clone()))?;
    let (secret, session) = app.people.register(&visitor.secret, &body.account, &body.password).await?;
    app.sessions.rename(&visitor.secret.hash(), &secret.hash());
    Ok((StatusCode::CREATED, [(SET_COOKIE, cookie(&app, &secret))], Json(see(&app, &session).await?)).into_response())
}

/// The owner of an account comes back.
#[utoipa::path(
    post,
    path = "/login",
    tag = "people",
    request_body = LoginBody,
    responses((status = 200, body = SessionView, headers(("set-cookie" = String, description = "The session"))), (status = "4XX", body = ErrorBody)),
)]
pub(super) async fn log_in(
    State(app): State<Arc<App>>,
    Extension(client): Extension<ClientAddress>,
    visitor: Option<Visitor>,
    Body(body): Body<LoginBody>,
) -> Result<Response, Refused> {
    limit(&app, Kind::Password, client)?;
    // Written in another way it is the same account.
    limit_of(&app, Kind::Password, Owner::Account(body.account.to_ascii_lowercase(), client.0))?;
    if let Some(visitor) = visitor {
        limit_of(&app, Kind::Password, Owner::Player(visitor.session.player))?;
    }
    let (secret, session) = app.people.log_in(&body.account, &body.password).await?;
    Ok(([(SET_COOKIE, cookie(&app, &secret))], Json(see(&app, &session).await?)).into_response())
}

/// My finished games, newest first.
#[utoipa::path(
    get,
    path = "/games",
    tag = "people",
    responses((status = 200, body = Vec<FinishedGame>), (status = "4XX", body = ErrorBody)),
    security(("cookie" = []), ("bearer" = [])),
)]
pub(super) async fn games(State(app): State<Arc<App>>, visitor: Visitor) -> Result<Json<Vec<FinishedGame>>, Refused> {
    let listed = app.registry.store().list(&Values::Games(&visitor.session.player).space(), "", MAX_LISTED).await;
    let listed = listed.map_err(|error| not_stored(&error))?;
    // What can't be read here was written by a newer server, which will show it again.
    Ok(Json(listed.iter().filter_map(|(_, game)| StoredGame::read(game).ok()).map(FinishedGame::from).collect()))
}
