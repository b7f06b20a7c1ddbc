//! Tournaments: the list, beginning one, printed codes, tokens.

use std::sync::Arc;

use axum::extract::{FromRequestParts, Path, State};
use axum::http::request::Parts;
use axum::http::{StatusCode, header};
use axum::response::{IntoResponse, Response};
use axum::{Extension, Json};
use serde_json::{Map, Value, json};
use trinta_tournament::{CodeError, CodeTarget, Entry, Log, Refusal};

use crate::bodies::{
    HallCodeBody, HallCodeTarget, HallCodeView, HallErrorBody, NewToken, NewTournament, TokenMade, TokenRole,
    TokenView, TournamentCreated, TournamentList,
};
use crate::hall::{BackupError, BackupKey, Hall, HallError, HallSetup, Recovery};
use crate::http::App;
use crate::http::error::Refused;
use crate::http::guard::ClientAddress;
use crate::http::tables::Body;
use crate::limits::{Kind, Owner};
use crate::metrics::count;
use crate::work::spawn_long;

/// The longest name of a token's owner.
const LONGEST_NAME: usize = 60;
/// Time zones are at most this many minutes from UTC.
const FARTHEST_OFFSET: i32 = 14 * 60;

/// A refusal of a request about a tournament.
#[derive(Debug)]
pub(super) struct HallRefused {
    status: StatusCode,
    body: Map<String, Value>,
}

impl HallRefused {
    pub(super) fn new(status: StatusCode, code: &str, message: &str) -> HallRefused {
        let mut body = Map::new();
        body.insert("code".to_owned(), json!(code));
        body.insert("message".to_owned(), json!(message));
        HallRefused { status, body }
    }

    /// The error of an answer of the tournament.
    pub(super) fn answered(error: &Value) -> HallRefused {
        HallRefused { status: StatusCode::CONFLICT, body: error.as_object().cloned().unwrap_or_default() }
    }
}

impl From<HallError> for HallRefused {
    fn from(error: HallError) -> HallRefused {
        let (status, code) = match error {
            HallError::NotFound => (StatusCode::NOT_FOUND, "not-found"),
            HallError::Elsewhere | HallError::Stopping => (StatusCode::SERVICE_UNAVAILABLE, "stopping"),
            HallError::Store(_) => (StatusCode::SERVICE_UNAVAILABLE, "not-stored"),
            HallError::Unreadable(_) => (StatusCode::INTERNAL_SERVER_ERROR, "internal"),
        };
        HallRefused::new(status, code, &error.to_string())
    }
}

impl From<BackupError> for HallRefused {
    fn from(error: BackupError) -> HallRefused {
        HallRefused::new(StatusCode::BAD_REQUEST, error.code(), &error.to_string())
    }
}

impl From<Refusal> for HallRefused {
    fn from(refusal: Refusal) -> HallRefused {
        HallRefused::answered(&json!(refusal.body()))
    }
}

impl IntoResponse for HallRefused {
    fn into_response(self) -> Response {
        (self.status, Json(self.body)).into_response()
    }
}

impl From<Refused> for HallRefused {
    fn from(Refused(refusal): Refused) -> HallRefused {
        let code = serde_json::to_value(refusal.code).unwrap_or_default();
        HallRefused::new(StatusCode::BAD_REQUEST, code.as_str().unwrap_or_default(), &refusal.message)
    }
}

fn too_many(app: &App) -> HallRefused {
    count(&app.registry.metrics().too_many);
    HallRefused::new(StatusCode::TOO_MANY_REQUESTS, "too-many", "too many of these at once; wait a moment")
}

/// Refuses those who have guessed too often; `wrong`: this was another guess.
pub(super) fn limit_guesses(app: &App, client: ClientAddress, wrong: bool) -> Result<(), HallRefused> {
    let (owner, now) = (Owner::Address(client.0), app.registry.clock().now());
    let allowed = if wrong {
        app.limits.allows(Kind::HallGuess, owner, now)
    } else {
        app.limits.has_left(Kind::HallGuess, owner, now)
    };
    if allowed { Ok(()) } else { Err(too_many(app)) }
}

/// Work that costs more than a request: taken from the budget before the body is read.
pub(super) struct HallWork;

impl FromRequestParts<Arc<App>> for HallWork {
    type Rejection = HallRefused;

    async fn from_request_parts(parts: &mut Parts, app: &Arc<App>) -> Result<HallWork, HallRefused> {
        charge(app, parts, Kind::HallWork).map(|()| HallWork)
    }
}

/// A question to the format advisor, which computes for longer than other work: taken from a budget of its own.
pub(super) struct AdviceWork;

impl FromRequestParts<Arc<App>> for AdviceWork {
    type Rejection = HallRefused;

    async fn from_request_parts(parts: &mut Parts, app: &Arc<App>) -> Result<AdviceWork, HallRefused> {
        charge(app, parts, Kind::Advice).map(|()| AdviceWork)
    }
}

fn charge(app: &App, parts: &Parts, kind: Kind) -> Result<(), HallRefused> {
    let Some(client) = parts.extensions.get::<ClientAddress>() else { return Err(too_many(app)) };
    let allowed = app.limits.allows(kind, Owner::Address(client.0), app.registry.clock().now());
    if allowed { Ok(()) } else { Err(too_many(app)) }
}

/// A tournament with the role of whoever asks, by their token.
pub(super) struct Desk {
    pub(super) hall: Hall,
    pub(super) role: TokenRole,
}

impl FromRequestParts<Arc<App>> for Desk {
    type Rejection = HallRefused;

    async fn from_request_parts(parts: &mut Parts, app: &Arc<App>) -> Result<Desk, HallRefused> {
        let path = Path::<std::collections::HashMap<String, String>>::from_request_parts(parts, app).await;
        let id = path.ok().and_then(|Path(mut path)| path.remove("id")).unwrap_or_default();
        let client = parts.extensions.get::<ClientAddress>().copied();
        let client = client.ok_or_else(|| too_many(app))?;
        let header = parts.headers.get(header::AUTHORIZATION).and_then(|value| value.to_str().ok());
        let token = header.and_then(|value| value.strip_prefix("Bearer ")).unwrap_or_default();
        limit_guesses(app, client, false)?;
        let Some(role) = app.halls.token(&id, token.trim()).await? else {
            limit_guesses(app, client, true)?;
            let message = "this needs a token of the tournament: open the organiser's link";
            return Err(HallRefused::new(StatusCode::UNAUTHORIZED, "no-token", message));
        };
        Ok(Desk { hall: app.halls.hall(&id).await?, role })
    }
}

impl Desk {
    /// Refuses everybody but those who run the tournament.
    pub(super) fn must_direct(&self) -> Result<(), HallRefused> {
        if self.role.directs() {
            return Ok(());
        }
        Err(HallRefused::new(StatusCode::FORBIDDEN, "role", "only organiser and head judge may do this"))
    }

    /// Refuses everybody but the organiser.
    pub(super) fn must_organise(&self) -> Result<(), HallRefused> {
        if self.role == TokenRole::Organiser {
            return Ok(());
        }
        Err(HallRefused::new(StatusCode::FORBIDDEN, "role", "only the organiser may do this"))
    }
}

/// The tournaments of this server.
#[utoipa::path(get, path = "/tournaments", tag = "tournaments", responses((status = 200, body = TournamentList)))]
pub(super) async fn list(State(app): State<Arc<App>>) -> Json<TournamentList> {
    Json(TournamentList { tournaments: app.halls.summaries(), address: app.halls.options().address.clone() })
}

/// Begins a tournament, or takes one in from its file.
#[utoipa::path(
    post,
    path = "/tournaments",
    tag = "tournaments",
    request_body = NewTournament,
    responses((status = 201, body = TournamentCreated), (status = "4XX", body = HallErrorBody)),
)]
pub(super) async fn create(
    State(app): State<Arc<App>>,
    _work: HallWork,
    Body(new): Body<NewTournament>,
) -> Result<(StatusCode, Json<TournamentCreated>), HallRefused> {
    let NewTournament { command, file, utc_offset } = new;
    check_offset(utc_offset)?;
    let [seed, code_seed] = [(), ()].map(|()| trinta_table::ids::hex(&app.registry.chance().bytes::<16>()));
    let recovery = Recovery::new(app.registry.chance());
    let salted = recovery.clone();
    let chance = app.registry.chance_source();
    let made = spawn_long(move || {
        let log = match (command, file) {
            (Some(command), None) => begin(command, &seed, code_seed),
            (None, Some(file)) => read_file(&file),
            _ => Err(HallRefused::new(StatusCode::BAD_REQUEST, "malformed", "say either `command` or `file`")),
        }?;
        Ok::<_, HallRefused>((log, BackupKey::new(&salted, &*chance)?))
    });
    let (log, key) = made.await.map_err(|_| {
        HallRefused::new(StatusCode::INTERNAL_SERVER_ERROR, "internal", "the tournament could not be made")
    })??;
    let (salt, key) = key.store();
    let new = app.halls.create(&log, &HallSetup { utc_offset, salt, key }, None, Vec::new()).await?;
    let (token, recovery) = (new.token.reveal().to_owned(), recovery.to_string());
    Ok((StatusCode::CREATED, Json(TournamentCreated { id: new.id, token, recovery, seq: new.seq })))
}

pub(super) fn check_offset(utc_offset: i32) -> Result<(), HallRefused> {
    if (-FARTHEST_OFFSET..=FARTHEST_OFFSET).contains(&utc_offset) {
        return Ok(());
    }
    let message = "utc_offset: the hall's minutes ahead of UTC, from -840 to 840";
    Err(HallRefused::new(StatusCode::BAD_REQUEST, "malformed", message))
}

fn begin(mut command: Map<String, Value>, seed: &str, code_seed: String) -> Result<Log, HallRefused> {
    if command.get("do").and_then(Value::as_str) != Some("new") {
        return Err(HallRefused::new(StatusCode::BAD_REQUEST, "malformed", "the command is `new`"));
    }
    command.remove("id");
    command.insert("by".to_owned(), json!("organiser"));
    // The seed of the draws is told after the end, and must not tell the codes of cards and sheets.
    command.entry("code_seed").or_insert(Value::String(code_seed));
    let mut log = Log::default();
    let seed = || seed.parse().unwrap_or_else(|_| unreachable!("it is hexadecimal"));
    let reply = log.answer(&Value::Object(command).to_string(), seed);
    match reply.answer.get("error") {
        Some(error) => Err(HallRefused::answered(error)),
        None => Ok(log),
    }
}

/// A log from its file, with every command decided again.
fn read_file(file: &str) -> Result<Log, HallRefused> {
    let wrong = |message: String| HallRefused::new(StatusCode::BAD_REQUEST, "bad-file", &message);
    let mut entries: Vec<Entry> = Vec::new();
    for (at, line) in file.lines().enumerate().filter(|(_, line)| !line.trim().is_empty()) {
        entries.push(serde_json::from_str(line).map_err(|error| wrong(format!("line {}: {error}", at + 1)))?);
    }
    if entries.is_empty() {
        return Err(wrong("the file has no entries".to_owned()));
    }
    let log = Log::open(entries).map_err(|error| wrong(error.to_string()))?;
    log.verify().map_err(|error| wrong(error.to_string()))?;
    Ok(log)
}

/// The tournament of a printed code.
#[utoipa::path(
    post,
    path = "/tournaments/code",
    tag = "tournaments",
    request_body = HallCodeBody,
    responses((status = 200, body = HallCodeView), (status = "4XX", body = HallErrorBody)),
)]
pub(super) async fn code(
    State(app): State<Arc<App>>,
    Extension(client): Extension<ClientAddress>,
    Body(HallCodeBody { code }): Body<HallCodeBody>,
) -> Result<Json<HallCodeView>, HallRefused> {
    limit_guesses(&app, client, false)?;
    let (hall, target) = match app.halls.find_code(&code).await {
        Ok(found) => found,
        Err(error) => {
            // A mistake in typing finds nothing out; a code with a right check sign is a guess.
            limit_guesses(&app, client, error == CodeError::Unknown)?;
            return Err(HallRefused::new(StatusCode::NOT_FOUND, "bad-code", &error.to_string()));
        }
    };
    let target = match target {
        CodeTarget::Player(number) => HallCodeTarget::Player { number: number.0 },
        CodeTarget::Table(table) => HallCodeTarget::Table { table },
        CodeTarget::Sheet { round, table } => HallCodeTarget::Sheet { round, table },
    };
    let title = hall.state.borrow().tournament.title().to_owned();
    Ok(Json(HallCodeView { id: hall.id().to_owned(), title, target }))
}

/// The tokens of a tournament, without their secrets.
#[utoipa::path(
    get,
    path = "/tournaments/{id}/tokens",
    tag = "tournaments",
    params(("id" = String, Path, description = "The tournament")),
    responses((status = 200, body = Vec<TokenView>), (status = "4XX", body = HallErrorBody)),
    security(("token" = [])),
)]
pub(super) async fn tokens(State(app): State<Arc<App>>, desk: Desk) -> Result<Json<Vec<TokenView>>, HallRefused> {
    desk.must_organise()?;
    Ok(Json(app.halls.token_views(desk.hall.id()).await?))
}

/// Makes a token for somebody who helps to run the tournament.
#[utoipa::path(
    post,
    path = "/tournaments/{id}/tokens",
    tag = "tournaments",
    params(("id" = String, Path, description = "The tournament")),
    request_body = NewToken,
    responses((status = 201, body = TokenMade), (status = "4XX", body = HallErrorBody)),
    security(("token" = [])),
)]
pub(super) async fn add_token(
    State(app): State<Arc<App>>,
    desk: Desk,
    Body(NewToken { role, name }): Body<NewToken>,
) -> Result<(StatusCode, Json<TokenMade>), HallRefused> {
    desk.must_organise()?;
    if name.chars().count() > LONGEST_NAME {
        return Err(HallRefused::new(StatusCode::BAD_REQUEST, "malformed", "name: at most 60 characters"));
    }
    let token = app.halls.add_token(desk.hall.id(), role, name.trim()).await?;
    Ok((StatusCode::CREATED, Json(TokenMade { token: token.reveal().to_owned() })))
}

/// Takes a token back.
#[utoipa::path(
    delete,
    path = "/tournaments/{id}/tokens/{key}",
    tag = "tournaments",
    params(
        ("id" = String, Path, description = "The tournament"),
        ("key" = String, Path, description = "The key of the token in the list"),
    ),
    responses((status = 204), (status = "4XX", body = HallErrorBody)),
    security(("token" = [])),
)]
pub(super) async fn remove_token(
    State(app): State<Arc<App>>,
    desk: Desk,
    Path((_, key)): Path<(String, String)>,
) -> Result<StatusCode, HallRefused> {
    desk.must_organise()?;
    if app.halls.remove_token(desk.hall.id(), &key).await? {
        Ok(StatusCode::NO_CONTENT)
    } else {
        Err(HallRefused::new(StatusCode::NOT_FOUND, "not-found", "there is no token with this key"))
    }
}
