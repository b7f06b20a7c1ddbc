//! Is this a legal play? Asked without a table, by pages that explain the rules.

use std::sync::Arc;

use axum::Json;
use axum::extract::State;
use trinta_core::{Proposal, Table};
use trinta_table::wire::{ErrorBody, JudgementView, check_draft};
use trinta_table::{Code, Plan};

use crate::bodies::JudgeBody;
use crate::http::App;
use crate::http::error::Refused;
use crate::http::tables::Body;

/// Is this a legal play? Asked without a table.
#[utoipa::path(
    post,
    path = "/judge",
    tag = "tables",
    request_body = JudgeBody,
    responses((status = 200, body = JudgementView), (status = "4XX", body = ErrorBody)),
)]
pub(super) async fn judge(
    State(app): State<Arc<App>>,
    Body(body): Body<JudgeBody>,
) -> Result<Json<JudgementView>, Refused> {
    let JudgeBody { edition, settings, players, opened, before, rack, after } = body;
    let plan = Plan { settings, ..Plan::new(&edition, players) };
    let bad = |message: String| Refused::new(Code::BadPlan, &message);
    let (setup, oracle) = plan.check(app.registry.library()).map_err(|error| bad(error.to_string()))?;
    let before = Table::read(before).map_err(|error| bad(error.to_string()))?;
    let proposal = Proposal { before: &before, rack: &rack, opened, after: &after };
    Ok(Json(check_draft(setup.settings(), &oracle, proposal)))
}
