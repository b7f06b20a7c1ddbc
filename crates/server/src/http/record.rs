//! Finished games as records.

use std::sync::Arc;

use axum::Extension;
use axum::extract::{Path, Query, State};
use axum::http::header;
use axum::response::{IntoResponse, Response};
use serde::Deserialize;
use trinta_core::record::{Record, to_json_lines, to_text};
use trinta_store::{Entry, LogId, StoreError};
use trinta_table::wire::ErrorBody;
use trinta_table::{Code, RecordMissing, record_of};

use crate::bodies::RecordKind;
use crate::http::App;
use crate::http::account::limit;
use crate::http::error::Refused;
use crate::http::guard::ClientAddress;
use crate::http::tables::table_id;
use crate::http::visitor::Visitor;
use crate::limits::Kind;
use crate::stored::{Stored as _, StoredEvents};

/// Entries that are read at a time.
const PAGE_SIZE: usize = 10_000;

#[derive(Debug, Deserialize)]
pub(super) struct RecordQuery {
    #[serde(default)]
    kind: RecordKind,
}

/// The record of a finished game, for anybody who knows the name of the table.
#[utoipa::path(
    get,
    path = "/tables/{table}/games/{number}/record",
    tag = "tables",
    params(("table" = String, Path, description = "The name of the table"), ("number" = u32, Path, description = "Which game of the table, counted from 1"), ("kind" = inline(Option<RecordKind>), Query, description = "Text unless something else is asked for")),
    responses((status = 200, description = "A record, as docs/records.md describes it", content((String = "text/plain"), (String = "application/jsonl"))), (status = "4XX", body = ErrorBody)),
    security(("cookie" = []), ("bearer" = [])),
)]
pub(super) async fn record(
    State(app): State<Arc<App>>,
    Extension(client): Extension<ClientAddress>,
    _visitor: Visitor,
    Path((table, number)): Path<(String, u32)>,
    Query(wanted): Query<RecordQuery>,
) -> Result<Response, Refused> {
    limit(&app, Kind::Record, client)?;
    let record = finished(&app, &table, number).await?;
    let (kind, text) = match wanted.kind {
        RecordKind::Text => ("text/plain; charset=utf-8", to_text(&record)),
        RecordKind::Jsonl => ("application/jsonl; charset=utf-8", to_json_lines(&record)),
    };
    Ok(([(header::CONTENT_TYPE, kind)], text).into_response())
}

/// The record of a finished game.
pub(super) async fn finished(app: &App, table: &str, number: u32) -> Result<Record, Refused> {
    let id = table_id(table)?;
    let stored = all_entries(app, &id).await.map_err(|error| match error {
        StoreError::NoSuchLog => Refused::new(Code::NotFound, "there is no such table"),
        error => Refused::new(Code::NotStored, &error.to_string()),
    })?;
    let registry = app.registry.clone();
    let made = tokio::task::spawn_blocking(move || {
        let entries: Result<Vec<_>, _> =
            stored.iter().map(|entry| StoredEvents::read(&entry.body).map(|events| (entry.at, events.0))).collect();
        let entries = entries.map_err(|_| Refused::new(Code::Internal, "the log of this table can't be read"))?;
        record_of(&entries, number, registry.library()).map_err(|missing| match missing {
            RecordMissing::NoSuchGame => Refused::new(Code::NotFound, &missing.to_string()),
            RecordMissing::NotOver => Refused::new(Code::GameOn, &missing.to_string()),
            RecordMissing::Log(_) => Refused::new(Code::Internal, &missing.to_string()),
        })
    });
    made.await.map_err(|_| Refused::new(Code::Internal, "the record could not be made"))?
}

/// The whole log of a table, page by page.
async fn all_entries(app: &App, id: &LogId) -> Result<Vec<Entry>, StoreError> {
    let mut entries = Vec::new();
    loop {
        let page = app.registry.store().read(id, entries.len() as u64 + 1, PAGE_SIZE).await?;
        let last = page.len() < PAGE_SIZE;
        entries.extend(page);
        if last {
            return Ok(entries);
        }
    }
}
