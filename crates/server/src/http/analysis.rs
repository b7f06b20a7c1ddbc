//! Analysis of a finished game: the best play at each turn and the strongest bot's, beside what was played.

use std::sync::Arc;

use axum::extract::{Path, State};
use axum::{Extension, Json};
use trinta_table::Code;
use trinta_table::library::RulesOracle;
use trinta_table::wire::ErrorBody;

use crate::bodies::TurnView;
use crate::http::App;
use crate::http::account::limit;
use crate::http::error::Refused;
use crate::http::guard::ClientAddress;
use crate::http::record::finished;
use crate::http::tables::table_id;
use crate::http::visitor::Visitor;
use crate::limits::Kind;
use crate::review::review;
use crate::work::spawn_long;

/// What could have been played at each turn of a finished game.
#[utoipa::path(
    get,
    path = "/tables/{table}/games/{number}/analysis",
    tag = "tables",
    params(("table" = String, Path, description = "The name of the table"), ("number" = u32, Path, description = "Which game of the table, counted from 1")),
    responses((status = 200, body = Vec<TurnView>), (status = "4XX", body = ErrorBody)),
    security(("cookie" = []), ("bearer" = [])),
)]
pub(super) async fn analysis(
    State(app): State<Arc<App>>,
    Extension(client): Extension<ClientAddress>,
    _visitor: Visitor,
    Path((table, number)): Path<(String, u32)>,
) -> Result<Json<Vec<TurnView>>, Refused> {
    limit(&app, Kind::Analysis, client)?;
    let game = (table_id(&table)?, number);
    if let Some(turns) = app.finished.reviews.get(&game) {
        return Ok(Json(turns.to_vec()));
    }
    let record = finished(&app, client, &table, number).await?;
    let _waits = app.finished.wait(client)?;
    let internal = || Refused::new(Code::Internal, "the game could not be looked at");
    // One analysis at a time, with permits of its own so that hints need not wait for it.
    let permit = app.registry.analysis_permits.clone().acquire_owned().await.map_err(|_| internal())?;
    // Somebody else may have waited for the same.
    if let Some(turns) = app.finished.reviews.get(&game) {
        return Ok(Json(turns.to_vec()));
    }
    let registry = app.registry.clone();
    let made = spawn_long(move || {
        let _permit = permit;
        let setup = record.header.setup().ok()?;
        let words = registry.library().words(setup.settings()).ok()?;
        Some(review(&record.events, &setup, &RulesOracle::new(words)))
    });
    let turns = made.await.map_err(|_| internal())?.ok_or_else(internal)?;
    let turns = Arc::new(turns);
    app.finished.reviews.insert(game, turns.clone());
    Ok(Json(turns.to_vec()))
}
