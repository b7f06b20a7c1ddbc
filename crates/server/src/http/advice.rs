//! The format advisor, for the form in which a tournament is begun (N6).

use std::num::NonZero;
use std::sync::Arc;
use std::time::{Duration, Instant};

use axum::Json;
use axum::extract::State;
use axum::http::StatusCode;
use trinta_advisor::{AdviceError, Habits, Inquiry, advise};
use trinta_tournament::{DEFAULT_PRESET, Settings, TimeUp};

use crate::bodies::{AdviceBody, AdviceView, HallErrorBody};
use crate::http::App;
use crate::http::tables::Body;
use crate::http::tournaments::{AdviceWork, HallRefused};
use crate::work::spawn_long;

/// Tournaments that are simulated for an answer: enough for a share to be right within a few percent.
const EVENTS: u32 = 60;
/// Games of bots among which simulated tables choose.
const GAMES: u32 = 40;
/// How long an answer may take.
const TIME: Duration = Duration::from_secs(10);
/// The most players for whom it is asked.
const MAX_PLAYERS: u32 = 512;
/// As `trinta tournament simulate` assumes where nothing is said.
const HABITS: Habits = Habits { turn_seconds: 25.0, setup_seconds: 120.0, levels: (1.0, 3.0) };

/// When a tournament would end, how often it runs over, and how many of the best players it finds.
#[utoipa::path(
    post,
    path = "/tournaments/advice",
    tag = "tournaments",
    request_body = AdviceBody,
    responses((status = 200, body = AdviceView), (status = "4XX", body = HallErrorBody)),
)]
pub(super) async fn advice(
    State(app): State<Arc<App>>,
    _work: AdviceWork,
    Body(body): Body<AdviceBody>,
) -> Result<Json<AdviceView>, HallRefused> {
    let refuse = |message: &str| HallRefused::new(StatusCode::BAD_REQUEST, "bad-setting", message);
    if body.players > MAX_PLAYERS {
        return Err(refuse("players: at most 512"));
    }
    let preset = body.preset.unwrap_or_else(|| DEFAULT_PRESET.to_owned());
    let changes = body.set.into_iter().collect();
    let settings = Settings::new(&preset, &changes).map_err(|error| refuse(&error.to_string()))?;
    let habits = Habits { turn_seconds: body.seconds.unwrap_or(HABITS.turn_seconds).clamp(1.0, 600.0), ..HABITS };
    let inquiry = Inquiry {
        players: body.players,
        presets: vec![preset],
        changes,
        minutes: None,
        habits,
        events: EVENTS,
        games: GAMES,
        seed: 1,
        threads: NonZero::<usize>::MIN,
    };
    let busy = || HallRefused::new(StatusCode::SERVICE_UNAVAILABLE, "busy", "there is no advice at this moment");
    // One at a time: games and commands come first.
    let permit = app.registry.analysis_permits.clone().acquire_owned().await.map_err(|_| busy())?;
    let answered = spawn_long(move || {
        let _held = permit;
        let until = Instant::now() + TIME;
        advise(&inquiry, &mut |_| Instant::now() < until)
    });
    let report = answered.await.map_err(|_| busy())?.map_err(|error| match error {
        AdviceError::Stopped => busy(),
        error => refuse(&error.to_string()),
    })?;
    let wanted = if settings.time_up == TimeUp::PlayOn { "played-out" } else { "called" };
    let row = report.rows.iter().find(|row| row.time == wanted).ok_or_else(busy)?;
    Ok(Json(AdviceView {
        available: row.minutes_available,
        nine_in_ten: row.round_ends.last().map_or(0.0, |end| end.nine_tenths),
        overrun: row.over,
        best: row.best_found,
        winners: row.winners,
    }))
}
