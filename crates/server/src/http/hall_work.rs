//! What the desk of a tournament asks for besides commands: sheets, exports, backups, presets.

use std::sync::Arc;

use axum::Json;
use axum::extract::{Query, State};
use axum::http::{HeaderName, HeaderValue, StatusCode, header};
use axum::response::{IntoResponse, Response};
use base64::Engine as _;
use base64::engine::general_purpose::{STANDARD, STANDARD_NO_PAD};
use serde_json::{Value, json};
use trinta_print::{Details, Document, Options, print};
use trinta_tournament::{Address, List, Listing, Log, Printed, Tournament, export as export_lists, presets};

use crate::bodies::{
    ExportFormat, ExportQuery, ExportWhat, HallErrorBody, PresetView, PresetsView, PrintBody, RestoreBody,
    TournamentCreated,
};
use crate::hall::{Backup, HallSetup};
use crate::http::App;
use crate::http::tables::Body;
use crate::http::tournaments::{Desk, HallRefused, HallWork, check_offset};
use crate::work::spawn_long;

/// The most kinds of sheets in one file.
const MAX_DOCUMENTS: usize = 20;

fn malformed(message: &str) -> HallRefused {
    HallRefused::new(StatusCode::BAD_REQUEST, "malformed", message)
}

/// Work on a thread of its own, because it takes longer than a request may hold up others.
async fn on_thread<T: Send + 'static>(work: impl FnOnce() -> T + Send + 'static) -> Result<T, HallRefused> {
    let failed = |_| HallRefused::new(StatusCode::INTERNAL_SERVER_ERROR, "internal", "this could not be done");
    spawn_long(work).await.map_err(failed)
}

/// The presets of tournaments with their settings.
#[utoipa::path(get, path = "/tournaments/presets", tag = "tournaments", responses((status = 200, body = PresetsView)))]
pub(super) async fn list_presets() -> Json<PresetsView> {
    let preset = |(name, about): (&'static str, &'static str)| {
        let mut log = Log::default();
        let command = json!({"do": "new", "preset": name, "title": "-", "date": "2027-01-01"});
        log.answer(&command.to_string(), || "00".parse().unwrap_or_else(|_| unreachable!("it is hexadecimal")));
        let settings = serde_json::to_value(log.tournament()?.settings()).ok()?;
        let Value::Object(settings) = settings else { return None };
        Some(PresetView { name: name.to_owned(), about: about.to_owned(), settings })
    };
    Json(PresetsView { presets: presets().filter_map(preset).collect() })
}

/// Prints sheets as one HTML file.
#[utoipa::path(
    post,
    path = "/tournaments/{id}/print",
    tag = "tournaments",
    params(("id" = String, Path, description = "The tournament")),
    request_body = PrintBody,
    responses(
        (status = 200, body = String, content_type = "text/html"),
        (status = "4XX", body = HallErrorBody),
    ),
    security(("token" = [])),
)]
pub(super) async fn print_sheets(
    _work: HallWork,
    desk: Desk,
    Body(body): Body<PrintBody>,
) -> Result<Response, HallRefused> {
    desk.must_direct()?;
    let snapshot = desk.hall.state.borrow().clone();
    let documents: Vec<Document> = body
        .documents
        .iter()
        .map(|name| name.parse())
        .collect::<Result<_, _>>()
        .map_err(|error: trinta_print::DocumentError| malformed(&error.to_string()))?;
    if documents.is_empty() || documents.len() > MAX_DOCUMENTS {
        return Err(malformed("documents: at least one kind of sheet, and at most 20"));
    }
    let address: Option<Address> = body
        .address
        .as_deref()
        .map(str::parse)
        .transpose()
        .map_err(|error: trinta_tournament::AddressError| malformed(&error.to_string()))?;
    let options = Options {
        language: body.language.parse().map_err(|error: trinta_print::LanguageError| malformed(&error.to_string()))?,
        paper: body.paper.parse().map_err(|error: trinta_print::PaperError| malformed(&error.to_string()))?,
        round: body.round,
        address: address.clone(),
        details: Details { head_judge: body.head_judge, ..Details::of(&snapshot.tournament) },
    };
    let (others, unrecorded) = match &address {
        Some(address) => addresses(&snapshot.tournament, &documents, address),
        None => (Vec::new(), Vec::new()),
    };
    let shot = snapshot.clone();
    let page = on_thread(move || print(&shot.tournament, &documents, &options)).await?;
    let page = page.map_err(|error| HallRefused::new(StatusCode::CONFLICT, "not-printable", &error.to_string()))?;
    if let (Some(address), false) = (&address, unrecorded.is_empty()) {
        let Value::Object(command) = json!({"do": "printed", "what": unrecorded, "address": address}) else {
            return Err(malformed("documents"));
        };
        let answer = desk.hall.perform(command, desk.role.role(), None, Vec::new()).await?;
        if let Some(error) = answer.get("error") {
            return Err(HallRefused::answered(error));
        }
    }
    let mut response = ([(header::CONTENT_TYPE, "text/html; charset=utf-8")], page).into_response();
    if let Ok(value) = HeaderValue::from_str(&others.join(" ")) {
        response.headers_mut().insert(HeaderName::from_static("x-trinta-other-addresses"), value);
    }
    Ok(response)
}

/// The other addresses that were printed before, and the sheets that were not yet printed with this one.
fn addresses(tournament: &Tournament, documents: &[Document], address: &Address) -> (Vec<String>, Vec<&'static str>) {
    let printed = tournament.printed();
    let mut others: Vec<String> =
        printed.iter().filter(|other| other.address != *address).map(|other| other.address.to_string()).collect();
    others.sort_unstable();
    others.dedup();
    let known = |name: &str| {
        let same = |printed: &&Printed| printed.address == *address;
        printed.iter().filter(same).any(|printed| printed.what.iter().any(|one| one == name))
    };
    let sheets = documents.iter().filter(|document| document.has_codes()).map(|document| document.name());
    (others, sheets.filter(|name| !known(name)).collect())
}

/// The log or lists of a tournament.
#[utoipa::path(
    get,
    path = "/tournaments/{id}/export",
    tag = "tournaments",
    params(("id" = String, Path, description = "The tournament"), ExportQuery),
    responses((status = 200, description = "JSON lines, JSON or CSV"), (status = "4XX", body = HallErrorBody)),
    security(("token" = [])),
)]
pub(super) async fn export(_work: HallWork, desk: Desk, query: Query<ExportQuery>) -> Result<Response, HallRefused> {
    desk.must_direct()?;
    let Query(ExportQuery { what, format }) = query;
    let entries = desk.hall.entries().await?;
    let list = match what {
        ExportWhat::Log => {
            let lines: Result<Vec<String>, _> = entries.iter().map(serde_json::to_string).collect();
            let lines = lines.map_err(|error| malformed(&error.to_string()))?;
            return Ok(([(header::CONTENT_TYPE, "application/x-ndjson")], lines.join("\n") + "\n").into_response());
        }
        ExportWhat::Players => Some(List::Players),
        ExportWhat::Seating => Some(List::Seating),
        ExportWhat::Results => Some(List::Results),
        ExportWhat::Standings => Some(List::Standings),
        ExportWhat::All => None,
    };
    let exported = on_thread(move || {
        let log = Log::open(entries).map_err(|error| malformed(&error.to_string()))?;
        let tournament = log.tournament().ok_or_else(|| malformed("there is no tournament"))?;
        match (format, list) {
            (ExportFormat::Csv, Some(list)) => {
                // The mark at the beginning makes spreadsheets read it as UTF-8.
                let csv = format!("\u{feff}{}", Listing::of(list, tournament).to_csv(','));
                Ok(([(header::CONTENT_TYPE, "text/csv; charset=utf-8")], csv).into_response())
            }
            (ExportFormat::Csv, None) => {
                Err(malformed("as=csv needs one list: players, seating, results or standings"))
            }
            (ExportFormat::Json, list) => Ok(Json(export_lists(tournament, list)).into_response()),
        }
    });
    exported.await?
}

/// The encrypted backup of a tournament.
#[utoipa::path(
    get,
    path = "/tournaments/{id}/backup",
    tag = "tournaments",
    params(("id" = String, Path, description = "The tournament")),
    responses(
        (status = 200, description = "The backup", content_type = "application/octet-stream"),
        (status = "4XX", body = HallErrorBody),
    ),
    security(("token" = [])),
)]
pub(super) async fn backup(State(app): State<Arc<App>>, _work: HallWork, desk: Desk) -> Result<Response, HallRefused> {
    desk.must_direct()?;
    let backup = app.halls.backup(&desk.hall).await?;
    let name = format!("attachment; filename=\"{}.trinta-backup\"", desk.hall.id());
    let headers = [(header::CONTENT_TYPE, "application/octet-stream".to_owned()), (header::CONTENT_DISPOSITION, name)];
    Ok((headers, backup.bytes).into_response())
}

/// Restores a tournament from a backup. It keeps its name, so that devices go on with what they have kept for it.
#[utoipa::path(
    post,
    path = "/tournaments/restore",
    tag = "tournaments",
    request_body = RestoreBody,
    responses((status = 201, body = TournamentCreated), (status = "4XX", body = HallErrorBody)),
)]
pub(super) async fn restore(
    State(app): State<Arc<App>>,
    _work: HallWork,
    Body(body): Body<RestoreBody>,
) -> Result<(StatusCode, Json<TournamentCreated>), HallRefused> {
    let RestoreBody { backup, recovery, utc_offset } = body;
    let code = recovery.clone();
    let opened = on_thread(move || {
        let backup = backup.trim();
        let bytes = STANDARD.decode(backup).or_else(|_| STANDARD_NO_PAD.decode(backup));
        let (backup, key) = Backup::open(&bytes.map_err(|_| malformed("backup: it is not base64"))?, &code)?;
        let log = backup.log()?;
        Ok::<_, HallRefused>((backup, key, log))
    });
    let (backup, key, log) = opened.await??;
    let (salt, key) = key.store();
    let utc_offset = utc_offset.unwrap_or(backup.utc_offset);
    check_offset(utc_offset)?;
    let setup = HallSetup { utc_offset, salt, key };
    let new = app.halls.create(&log, &setup, Some(backup.id), backup.tokens).await?;
    let hall = app.halls.hall(&new.id).await?;
    hall.set_screen(backup.screen).await?;
    let token = new.token.reveal().to_owned();
    Ok((StatusCode::CREATED, Json(TournamentCreated { id: new.id, token, recovery, seq: new.seq })))
}
