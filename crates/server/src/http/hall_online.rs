//! The way from a tournament to a table of this server at which it is played: for a player with a card, and for those who
//! judge.

use std::sync::Arc;
use std::time::Duration;

use axum::extract::{Path, State};
use axum::http::StatusCode;
use axum::{Extension, Json};
use trinta_store::LogId;
use trinta_table::{Code, Refusal, Request, Requester};
use trinta_tournament::{Number, RoundState, Seat, TableState, Tournament};

use crate::bodies::{HallErrorBody, OnlineBody, OnlineView};
use crate::hall::{Credentials, Hall, HallViewer, OnlineTable, Sheet, occupant};
use crate::http::App;
use crate::http::guard::ClientAddress;
use crate::http::hall_credentials::{BadCredentials, identify};
use crate::http::tables::Body;
use crate::http::tournaments::HallRefused;
use crate::http::visitor::Visitor;
use crate::secret::Secret;

/// How often, and how long apart, it is looked whether a table that was just decided on is open.
const ATTEMPTS: u32 = 20;
const ATTEMPT_INTERVAL: Duration = Duration::from_millis(100);
/// How long the invitation is good by which a judge comes, which is used at once.
const INVITE_TIME: Duration = Duration::from_secs(60);

impl From<BadCredentials> for HallRefused {
    fn from(error: BadCredentials) -> HallRefused {
        let status = match &error {
            BadCredentials::TooMany => StatusCode::TOO_MANY_REQUESTS,
            BadCredentials::Token | BadCredentials::Code(_) => StatusCode::UNAUTHORIZED,
            BadCredentials::Hall(_) => StatusCode::SERVICE_UNAVAILABLE,
        };
        HallRefused::new(status, error.code(), &error.to_string())
    }
}

impl From<Refusal> for HallRefused {
    fn from(refusal: Refusal) -> HallRefused {
        crate::http::error::Refused(refusal).into()
    }
}

/// Where somebody goes, and as what.
enum Place {
    /// A player, to the own seat.
    Play { seat: Seat, number: Number },
    /// A judge, who sees every rack.
    Judge { seat: Seat },
}

/// Opens the way to the online table of a player's card, or of a judge.
#[utoipa::path(
    post,
    path = "/tournaments/{id}/online",
    tag = "tournaments",
    params(("id" = String, Path, description = "The tournament")),
    request_body = OnlineBody,
    responses((status = 200, body = OnlineView), (status = "4XX", body = HallErrorBody)),
    security(("cookie" = []), ("bearer" = [])),
)]
pub(super) async fn enter(
    State(app): State<Arc<App>>,
    Extension(client): Extension<ClientAddress>,
    visitor: Visitor,
    Path(id): Path<String>,
    Body(body): Body<OnlineBody>,
) -> Result<Json<OnlineView>, HallRefused> {
    let OnlineBody { code, token, table, take_over } = body;
    let credentials = match (code, token) {
        (Some(code), None) => Some(Credentials::Code { code }),
        (None, token) => token.map(|token| Credentials::Token { token }),
        (Some(_), Some(_)) => {
            return Err(HallRefused::new(StatusCode::BAD_REQUEST, "malformed", "say either `code` or `token`"));
        }
    };
    let hall = app.halls.hall(&id).await?;
    let (viewer, _) = identify(&app, client, &hall, credentials).await?;
    let place = place(&hall.state.borrow().tournament, viewer, table)?;
    match place {
        Place::Play { seat, number } => {
            let (online, log) = open_table(&app, &hall, seat).await?;
            sit_down(&app, &log, &online, &visitor, number, take_over).await?;
            Ok(Json(OnlineView { table: online.table, judge: false }))
        }
        Place::Judge { seat } => {
            let (online, log) = open_table(&app, &hall, seat).await?;
            become_judge(&app, &log, &visitor).await?;
            Ok(Json(OnlineView { table: online.table, judge: true }))
        }
    }
}

fn no_online_table() -> HallRefused {
    HallRefused::new(StatusCode::CONFLICT, "not-online", "no table of yours is played at the server now")
}

fn place(tournament: &Tournament, viewer: HallViewer, table: Option<u32>) -> Result<Place, HallRefused> {
    let is_public = |round: u32| tournament.round(round).is_some_and(|round| round.state >= RoundState::Published);
    // The newest round that is published, or the one before it, whose last games may still be on.
    let rounds = [tournament.newest_started() + 1, tournament.newest_started()];
    let is_on = |seat: &Seat| {
        let state = tournament.table_state(seat.round, seat.table);
        let is_over = matches!(state, Some(TableState::Recorded | TableState::Released) | None);
        is_public(seat.round) && tournament.hall().is_online(*seat) && !is_over
    };
    match viewer {
        HallViewer::Player { number } => {
            let number = Number(number);
            let own = |round: u32| Some(Seat { round, table: tournament.table_of(round, number)? });
            let seat = rounds.into_iter().filter_map(own).find(is_on).ok_or_else(no_online_table)?;
            Ok(Place::Play { seat, number })
        }
        HallViewer::Judge { round, table } => {
            if (Sheet { round, table }).is_closed(tournament) {
                let message = "the round of this sheet is over";
                return Err(HallRefused::new(StatusCode::CONFLICT, "round-closed", message));
            }
            let seat = Seat { round, table };
            if is_on(&seat) { Ok(Place::Judge { seat }) } else { Err(no_online_table()) }
        }
        HallViewer::Organiser | HallViewer::HeadJudge => {
            let table = table
                .ok_or_else(|| HallRefused::new(StatusCode::BAD_REQUEST, "malformed", "table: say at which table"))?;
            let seats = rounds.into_iter().map(|round| Seat { round, table });
            let seat = seats.into_iter().find(is_on).ok_or_else(no_online_table)?;
            Ok(Place::Judge { seat })
        }
        HallViewer::Staff | HallViewer::Public => {
            Err(HallRefused::new(StatusCode::FORBIDDEN, "role", "this is for players and judges of the table"))
        }
    }
}

/// The table of a seat. It is opened by itself as soon as the seat is decided to be one, which may be just now.
async fn open_table(app: &App, hall: &Hall, seat: Seat) -> Result<(OnlineTable, LogId), HallRefused> {
    for _ in 0..ATTEMPTS {
        if let Some(online) = app.halls.online_table(hall.id(), seat).await?
            && let Some(log) = online.log()
        {
            return Ok((online, log));
        }
        tokio::time::sleep(ATTEMPT_INTERVAL).await;
    }
    let message = "the table is not open yet; try again in a moment";
    Err(HallRefused::new(StatusCode::SERVICE_UNAVAILABLE, "stopping", message))
}

async fn sit_down(
    app: &App,
    log: &LogId,
    online: &OnlineTable,
    visitor: &Visitor,
    number: Number,
    take_over: bool,
) -> Result<(), HallRefused> {
    let player = &visitor.session.player;
    let table = app.registry.table(log).await?;
    let seat = online.seat_of(number).ok_or_else(no_online_table)?;
    if table.is_seat_of(seat, player) {
        return Ok(());
    }
    if table.is_judge(player) {
        let message = "on this device somebody judges this table, and has seen the racks of the others";
        return Err(HallRefused::new(StatusCode::CONFLICT, "shared-device", message));
    }
    if table.seats_of(player).next().is_some() {
        let message = "another player of this table plays on this device; each needs a device of their own";
        return Err(HallRefused::new(StatusCode::CONFLICT, "shared-device", message));
    }
    if table.occupant(seat).is_some() && !take_over {
        let message = "this seat is open on another device";
        return Err(HallRefused::new(StatusCode::CONFLICT, "taken", message));
    }
    let request = Request::Seat { seat, occupant: occupant(player.clone(), number) };
    app.registry.request(log, Requester::House, request).await?;
    Ok(())
}

/// Makes somebody a judge of the table, unless they are one.
async fn become_judge(app: &App, log: &LogId, visitor: &Visitor) -> Result<(), HallRefused> {
    let player = &visitor.session.player;
    let shared_device = || {
        let message = "on this device somebody plays at this table, who must not see the other racks";
        HallRefused::new(StatusCode::CONFLICT, "shared-device", message)
    };
    let table = app.registry.table(log).await?;
    if table.is_judge(player) {
        return Ok(());
    }
    // An invitation that can't be used would keep another judge away as long as it is good.
    if table.seats_of(player).next().is_some() {
        return Err(shared_device());
    }
    let invite = Secret::short(app.registry.chance()).hash();
    let until = app.registry.clock().now() + INVITE_TIME;
    let request = Request::InviteJudge { hash: invite.clone(), until };
    app.registry.request(log, Requester::House, request).await?;
    let request = Request::BecomeJudge { name: visitor.session.name.clone(), invite };
    let appointed = app.registry.request(log, Requester::Player(player.clone()), request).await;
    match appointed {
        Err(refusal) if refusal.code == Code::AlreadySeated => Err(shared_device()),
        other => Ok(other.map(drop)?),
    }
}
