//! Tables: the list, opening one, sitting down, inviting.

use std::sync::Arc;

use axum::extract::rejection::JsonRejection;
use axum::extract::{FromRequest, Path, Query, State};
use axum::http::StatusCode;
use axum::{Extension, Json};
use serde::Deserialize;
use serde::de::DeserializeOwned;
use trinta_bots::BotName;
use trinta_core::edition::{EDITIONS, SettingsBuilder};
use trinta_core::lexicon::{Theme, Tier};
use trinta_core::{Seat, Settings};
use trinta_store::LogId;
use trinta_table::ids::read_code;
use trinta_table::wire::{CreateTable, ErrorBody, JoinBody, JoinedView, PROTOCOL, TableCreated};
use trinta_table::{Authority, Code, Occupant, Refusal, Request, Requester, TableEvent};

use crate::bodies::{
    AppointedView, BotView, CodeBody, EditionView, InviteBody, InviteView, JudgeInvite, SeatedTable, ServerView,
    TableSummary,
};
use crate::http::App;
use crate::http::account::limit;
use crate::http::error::Refused;
use crate::http::guard::ClientAddress;
use crate::http::visitor::Visitor;
use crate::keys::HALL_PREFIX;
use crate::limits::{Kind, Owner};
use crate::people::check_name;
use crate::room::{LobbyPlace, check_bot};
use crate::secret::Secret;

/// The maximum number of tables in the list.
const MAX_LISTED: usize = 100;

/// A JSON body. One that can't be parsed is refused with the same kind of error as every other bad request.
pub(super) struct Body<T>(pub(super) T);

impl<T: DeserializeOwned> FromRequest<Arc<App>> for Body<T> {
    type Rejection = Refused;

    async fn from_request(request: axum::extract::Request, app: &Arc<App>) -> Result<Body<T>, Refused> {
        let body = Json::<T>::from_request(request, app).await;
        body.map(|Json(body)| Body(body))
            .map_err(|error: JsonRejection| Refused::new(Code::BadMessage, &error.body_text()))
    }
}

pub(super) fn table_id(name: &str) -> Result<LogId, Refused> {
    let id = LogId::new(name).ok().filter(|id| !id.as_str().starts_with(HALL_PREFIX));
    id.ok_or_else(|| Refused::new(Code::NotFound, "there is no such table"))
}

pub(super) async fn not_found() -> Refused {
    Refused::new(Code::NotFound, "there is nothing here; docs/protocol.md lists what there is")
}

/// What this server has: editions, bots, word lists.
#[utoipa::path(
    get,
    path = "/server",
    tag = "tables",
    responses((status = 200, body = ServerView)),
)]
pub(super) async fn server(State(app): State<Arc<App>>) -> Json<ServerView> {
    let edition = |name: &&str| {
        let builder = SettingsBuilder::edition(name).ok()?;
        let settings = builder.build().ok()?;
        Some(EditionView {
            name: (*name).to_owned(),
            game: if settings.words().is_some() { "words" } else { "numbers" }.to_owned(),
            players: (*settings.players.start(), *settings.players.end()),
            settings: builder.entries().map(|(name, value)| (name.to_owned(), value.clone())).collect(),
        })
    };
    let plays = |bot: BotName, edition: &str| {
        Settings::edition(edition).is_ok_and(|rules| check_bot(&bot.to_string(), &rules).is_ok())
    };
    let bots = BotName::ALL.iter().map(|&bot| BotView {
        level: bot.to_string(),
        numbers: plays(bot, "hk"),
        words: plays(bot, "word-b"),
    });
    Json(ServerView {
        version: env!("CARGO_PKG_VERSION").to_owned(),
        protocol: PROTOCOL,
        editions: EDITIONS.iter().filter_map(edition).collect(),
        bots: bots.collect(),
        lexicons: Tier::ALL.iter().map(ToString::to_string).collect(),
        themes: Theme::ALL.iter().map(ToString::to_string).collect(),
        now: app.registry.clock().now(),
    })
}

#[derive(Debug, Deserialize)]
pub(super) struct ListQuery {
    after: Option<String>,
}

/// The open tables, a hundred at a time: those that wait first, then the most recently active.
#[utoipa::path(
    get,
    path = "/tables",
    tag = "tables",
    params(("after" = Option<String>, Query, description = "The last table of the page before: `waiting` or `playing`, its `at` and its name, such as waiting-1700000000000-t1")),
    responses((status = 200, body = Vec<TableSummary>), (status = "4XX", body = ErrorBody)),
)]
pub(super) async fn list(
    State(app): State<Arc<App>>,
    Query(query): Query<ListQuery>,
) -> Result<Json<Vec<TableSummary>>, Refused> {
    let after = query.after.map(|after| after.parse::<LobbyPlace>()).transpose();
    let after = after.map_err(|error| Refused::new(Code::BadMessage, &error.to_string()))?;
    Ok(Json(app.registry.lobby(after.as_ref(), MAX_LISTED).await?))
}

/// The tables to which I can come back, the latest first: a match is on there, or still to begin.
#[utoipa::path(
    get,
    path = "/seats",
    tag = "tables",
    responses((status = 200, body = Vec<SeatedTable>), (status = "4XX", body = ErrorBody)),
    security(("cookie" = []), ("bearer" = [])),
)]
pub(super) async fn seats(State(app): State<Arc<App>>, visitor: Visitor) -> Result<Json<Vec<SeatedTable>>, Refused> {
    Ok(Json(app.registry.seats_of(&visitor.session.player).await?))
}

/// Opens a table.
#[utoipa::path(
    post,
    path = "/tables",
    tag = "tables",
    request_body = CreateTable,
    responses((status = 201, body = TableCreated), (status = "4XX", body = ErrorBody)),
    security(("cookie" = []), ("bearer" = [])),
)]
pub(super) async fn create(
    State(app): State<Arc<App>>,
    Extension(client): Extension<ClientAddress>,
    visitor: Visitor,
    Body(body): Body<CreateTable>,
) -> Result<(StatusCode, Json<TableCreated>), Refused> {
    limit(&app, Kind::Create, client)?;
    let CreateTable { plan, sit, bots, begin } = body;
    let (setup, _) =
        plan.check(app.registry.library()).map_err(|error| Refused::new(Code::BadPlan, &error.to_string()))?;
    for (seat, level) in &bots {
        if *seat >= setup.players() {
            return Err(Refused::new(Code::BadPlan, "a bot can't be seated where there is no seat"));
        }
        check_bot(level, setup.settings())?;
    }
    if begin && matches!(plan.powers.begin, Authority::Judge | Authority::House) {
        return Err(Refused::new(Code::BadPlan, "the host does not begin games at such a table"));
    }
    let player = visitor.session.player.clone();
    let (id, code) = app.registry.create(plan, player.clone()).await?;
    for (seat, level) in bots {
        let request = Request::Seat { seat: Seat(seat), occupant: Occupant::Bot { level } };
        app.registry.request(&id, Requester::House, request).await?;
    }
    let mut seat = None;
    if sit {
        let (name, face) = (visitor.session.name.clone(), Some(visitor.session.shown_face()));
        let request = Request::TakeSeat { seat: None, name, face, invite: None, code: None };
        let sat = app.registry.request(&id, Requester::Player(player.clone()), request).await?;
        seat = sat.events.iter().find_map(seat_taken);
    }
    if begin {
        app.registry.request(&id, Requester::Player(player), Request::Begin).await?;
    }
    Ok((StatusCode::CREATED, Json(TableCreated { table: id.to_string(), code, seat })))
}

fn seat_taken(event: &TableEvent) -> Option<Seat> {
    if let TableEvent::SeatTaken { seat, .. } = event { Some(*seat) } else { None }
}

/// Charges a wrong code or invitation to the budgets for guesses, and returns the refusal unchanged.
pub(super) fn charge_guess(app: &App, owners: [Owner; 2], refused: Refused) -> Refused {
    if matches!(refused.0.code, Code::NotFound | Code::NotInvited) {
        for owner in owners {
            app.limits.allows(Kind::Guess, owner, app.registry.clock().now());
        }
    }
    refused
}

/// The owners of the budgets that a wrong code is charged to: the network address, and the player.
pub(super) fn guess_budget_owners(client: ClientAddress, visitor: &Visitor) -> [Owner; 2] {
    [Owner::Address(client.0), Owner::Player(visitor.session.player.clone())]
}

pub(super) fn may_guess(app: &App, owners: &[Owner; 2]) -> Result<(), Refused> {
    if owners.iter().all(|owner| app.limits.has_left(Kind::Guess, owner.clone(), app.registry.clock().now())) {
        return Ok(());
    }
    crate::metrics::count(&app.registry.metrics().too_many);
    Err(Refused::new(Code::TooMany, "too many wrong codes; wait a minute"))
}

/// Finds a table by its code.
#[utoipa::path(
    post,
    path = "/codes",
    tag = "tables",
    request_body = CodeBody,
    responses((status = 200, body = TableSummary), (status = "4XX", body = ErrorBody)),
    security(("cookie" = []), ("bearer" = [])),
)]
pub(super) async fn find(
    State(app): State<Arc<App>>,
    Extension(client): Extension<ClientAddress>,
    visitor: Visitor,
    Body(body): Body<CodeBody>,
) -> Result<Json<TableSummary>, Refused> {
    limit(&app, Kind::Join, client)?;
    let owners = guess_budget_owners(client, &visitor);
    may_guess(&app, &owners)?;
    let code = read_code(&body.code).ok_or_else(|| Refusal::new(Code::NotFound, "there is no table with this code"));
    let found = match code {
        Ok(code) => app.registry.table_of_code(&code).await,
        Err(refusal) => Err(refusal),
    };
    let id = found.map_err(|refusal| charge_guess(&app, owners, refusal.into()))?;
    let summary = app.registry.summary(&id).await?;
    Ok(Json(summary))
}

/// Sits down.
#[utoipa::path(
    post,
    path = "/tables/{table}/join",
    tag = "tables",
    request_body = JoinBody,
    params(("table" = String, Path, description = "The name of the table")),
    responses((status = 200, body = JoinedView), (status = "4XX", body = ErrorBody)),
    security(("cookie" = []), ("bearer" = [])),
)]
pub(super) async fn join(
    State(app): State<Arc<App>>,
    Extension(client): Extension<ClientAddress>,
    visitor: Visitor,
    Path(table): Path<String>,
    Body(body): Body<JoinBody>,
) -> Result<Json<JoinedView>, Refused> {
    limit(&app, Kind::Join, client)?;
    let owners = guess_budget_owners(client, &visitor);
    may_guess(&app, &owners)?;
    let id = table_id(&table)?;
    let JoinBody { seat, invite, code, name, face } = body;
    let name = match name {
        Some(name) => check_name(&name)?,
        None => visitor.session.name.clone(),
    };
    let request = Request::TakeSeat {
        seat,
        name,
        face: face.or_else(|| Some(visitor.session.shown_face())),
        invite: invite.and_then(|secret| Secret::read(&secret)).map(|secret| secret.hash()),
        code: code.and_then(|code| read_code(&code)),
    };
    let who = Requester::Player(visitor.session.player.clone());
    let sat =
        app.registry.request(&id, who, request).await.map_err(|refusal| charge_guess(&app, owners, refusal.into()))?;
    let seat = sat.events.iter().find_map(seat_taken);
    let seat = seat.ok_or_else(|| Refused::new(Code::Internal, "nobody sat down"))?;
    Ok(Json(JoinedView { table: id.to_string(), seat }))
}

/// An invitation, for one person.
#[utoipa::path(
    post,
    path = "/tables/{table}/invites",
    tag = "tables",
    request_body = InviteBody,
    params(("table" = String, Path, description = "The name of the table")),
    responses((status = 201, body = InviteView), (status = "4XX", body = ErrorBody)),
    security(("cookie" = []), ("bearer" = [])),
)]
pub(super) async fn invite(
    State(app): State<Arc<App>>,
    Extension(client): Extension<ClientAddress>,
    visitor: Visitor,
    Path(table): Path<String>,
    Body(body): Body<InviteBody>,
) -> Result<(StatusCode, Json<InviteView>), Refused> {
    limit(&app, Kind::Join, client)?;
    let id = table_id(&table)?;
    let secret = Secret::short(app.registry.chance());
    let until = app.registry.clock().now() + app.registry.options().invite_time;
    let hash = secret.hash();
    let request = match body {
        InviteBody { seat, judge: false } => Request::Invite { hash, seat, until },
        InviteBody { seat: None, judge: true } => Request::InviteJudge { hash, until },
        InviteBody { seat: Some(_), judge: true } => {
            return Err(Refused::new(Code::BadMessage, "a judge has no seat"));
        }
    };
    app.registry.request(&id, Requester::Player(visitor.session.player), request).await?;
    Ok((StatusCode::CREATED, Json(InviteView { invite: secret.reveal().to_owned(), until })))
}

/// Becomes a judge, with an invitation.
#[utoipa::path(
    post,
    path = "/tables/{table}/judges",
    tag = "tables",
    request_body = JudgeInvite,
    params(("table" = String, Path, description = "The name of the table")),
    responses((status = 201, body = AppointedView), (status = "4XX", body = ErrorBody)),
    security(("cookie" = []), ("bearer" = [])),
)]
pub(super) async fn appoint(
    State(app): State<Arc<App>>,
    Extension(client): Extension<ClientAddress>,
    visitor: Visitor,
    Path(table): Path<String>,
    Body(body): Body<JudgeInvite>,
) -> Result<(StatusCode, Json<AppointedView>), Refused> {
    limit(&app, Kind::Join, client)?;
    let owners = guess_budget_owners(client, &visitor);
    may_guess(&app, &owners)?;
    let id = table_id(&table)?;
    let name = visitor.session.name.clone();
    let requester = Requester::Player(visitor.session.player.clone());
    let appointed = match Secret::read(&body.invite) {
        Some(secret) => {
            let request = Request::BecomeJudge { name: name.clone(), invite: secret.hash() };
            app.registry.request(&id, requester, request).await
        }
        None => Err(Refusal::new(Code::NotInvited, "this is no invitation to judge at this table")),
    };
    appointed.map_err(|refusal| charge_guess(&app, owners, refusal.into()))?;
    Ok((StatusCode::CREATED, Json(AppointedView { table: id.to_string(), name })))
}
