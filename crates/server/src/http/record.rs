//! Finished games as records.

use std::sync::Arc;

use axum::Extension;
use axum::extract::{Path, Query, State};
use axum::http::header;
use axum::response::{IntoResponse, Response};
use serde::Deserialize;
use tokio::sync::Semaphore;
use trinta_core::record::{Record, to_json_lines, to_text};
use trinta_store::{LogId, StoreError};
use trinta_table::wire::ErrorBody;
use trinta_table::{Code, RecordMissing, TableEvent, record_of};

use crate::bodies::{RecordKind, TurnView};
use crate::http::App;
use crate::http::account::limit;
use crate::http::error::Refused;
use crate::http::guard::ClientAddress;
use crate::http::recent::Recent;
use crate::http::tables::table_id;
use crate::http::visitor::Visitor;
use crate::keys::game_place;
use crate::limits::{ConnectionCounts, ConnectionSlot, Kind};
use crate::room::not_stored;
use crate::stored::{Stored as _, StoredEvents, StoredGameEnd, StoredGamePlace};
use crate::work::spawn_long;

/// Entries that are read at a time.
const PAGE_SIZE: usize = 1000;
/// Records and analyses that are kept.
const KEPT: usize = 256;
/// The most records and analyses that are made at a time for one address.
const AT_ONCE_PER_ADDRESS: usize = 4;

/// The number of a game at the table of a log.
pub(super) type GameId = (LogId, u32);

/// Records and reviews of finished games, which never change: those asked for lately, and who is waiting for one.
#[derive(Debug)]
pub struct FinishedGames {
    records: Recent<GameId, Record>,
    pub(super) reviews: Recent<GameId, Vec<TurnView>>,
    waiting: Arc<ConnectionCounts>,
    /// Whole logs are folded one at a time.
    folding: Semaphore,
}

impl Default for FinishedGames {
    fn default() -> FinishedGames {
        FinishedGames {
            records: Recent::new(KEPT),
            reviews: Recent::new(KEPT),
            waiting: Arc::default(),
            folding: Semaphore::new(1),
        }
    }
}

impl FinishedGames {
    /// One of the places of an address in the queue.
    pub(super) fn wait(&self, client: ClientAddress) -> Result<ConnectionSlot, Refused> {
        ConnectionSlot::take(&self.waiting, client.0, AT_ONCE_PER_ADDRESS)
            .ok_or_else(|| Refused::new(Code::TooMany, "too many of these at once; wait for the others"))
    }
}

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
    let record = finished(&app, client, &table, number).await?;
    let (kind, text) = match wanted.kind {
        RecordKind::Text => ("text/plain; charset=utf-8", to_text(&record)),
        RecordKind::Jsonl => ("application/jsonl; charset=utf-8", to_json_lines(&record)),
    };
    Ok(([(header::CONTENT_TYPE, kind)], text).into_response())
}

fn no_such_table() -> Refused {
    Refused::new(Code::NotFound, "there is no such table")
}

fn no_such_game() -> Refused {
    Refused::new(Code::NotFound, &RecordMissing::NoSuchGame.to_string())
}

fn not_over() -> Refused {
    Refused::new(Code::GameOn, &RecordMissing::NotOver.to_string())
}

fn unreadable() -> Refused {
    Refused::new(Code::Internal, "the log of this table can't be read")
}

fn unread(error: &StoreError) -> Refused {
    match error {
        StoreError::NoSuchLog => no_such_table(),
        error => not_stored(error).into(),
    }
}

/// The record of a finished game.
pub(super) async fn finished(
    app: &Arc<App>,
    client: ClientAddress,
    table: &str,
    number: u32,
) -> Result<Arc<Record>, Refused> {
    let game = (table_id(table)?, number);
    if let Some(record) = app.finished.records.get(&game) {
        return Ok(record);
    }
    let _waits = app.finished.wait(client)?;
    let record = match place(app, &game).await? {
        Place::Known(first, end) => read_game(app, &game.0, first, &end).await?,
        Place::Unknown => fold_to_game(app, &game).await?,
        Place::NotOver => return Err(not_over()),
        Place::Nowhere => return Err(no_such_game()),
    };
    let record = Arc::new(record);
    app.finished.records.insert(game, record.clone());
    Ok(record)
}

/// Where a game is in the log of its table.
enum Place {
    Known(u64, StoredGameEnd),
    NotOver,
    /// The table knows the places of all of its games, and this is none of them.
    Nowhere,
    /// The game may have been played before places were kept.
    Unknown,
}

async fn place(app: &App, (table, number): &GameId) -> Result<Place, Refused> {
    let store = app.registry.store();
    let place = async |number: u32| match store.get(&game_place(table, number)).await {
        Ok(Some(place)) => Ok(StoredGamePlace::read(&place).ok()),
        Ok(None) | Err(StoreError::DamagedValue { .. }) => Ok(None),
        Err(error) => Err(unread(&error)),
    };
    Ok(match place(*number).await? {
        Some(StoredGamePlace { first, end: Some(end) }) => Place::Known(first, end),
        Some(StoredGamePlace { end: None, .. }) => Place::NotOver,
        None if place(1).await?.is_some() => Place::Nowhere,
        None => Place::Unknown,
    })
}

/// The record of a game whose place is known: only its own entries are read.
async fn read_game(app: &App, table: &LogId, first: u64, end: &StoredGameEnd) -> Result<Record, Refused> {
    let header = Record::read(&end.header).map_err(|_| unreadable())?.record.header;
    let mut record = Record { header, events: Vec::new() };
    let mut next = first;
    while next <= end.last {
        let limit = usize::try_from(end.last - next + 1).unwrap_or(PAGE_SIZE).min(PAGE_SIZE);
        let page = app.registry.store().read_aside(table, next, limit).await.map_err(|error| unread(&error))?;
        if page.is_empty() {
            return Err(unreadable());
        }
        for entry in &page {
            if entry.seq == first {
                record.header.date = Some(entry.at.date().to_string());
            }
            let StoredEvents(events) = StoredEvents::read(&entry.body).map_err(|_| unreadable())?;
            for event in events {
                if let TableEvent::Game { events } = event {
                    record.events.extend(events);
                }
            }
        }
        next += page.len() as u64;
    }
    Ok(record)
}

/// The record of a game whose place is not known: the whole log is read and folded.
async fn fold_to_game(app: &Arc<App>, (table, number): &GameId) -> Result<Record, Refused> {
    let _permit = app.finished.folding.acquire().await.map_err(|_| unreadable())?;
    let mut entries = Vec::new();
    loop {
        let from = entries.len() as u64 + 1;
        let page = app.registry.store().read_aside(table, from, PAGE_SIZE).await.map_err(|error| unread(&error))?;
        let last = page.len() < PAGE_SIZE;
        for entry in page {
            let StoredEvents(events) = StoredEvents::read(&entry.body).map_err(|_| unreadable())?;
            entries.push((entry.at, events));
        }
        if last {
            break;
        }
    }
    let (registry, number) = (app.registry.clone(), *number);
    let made = spawn_long(move || {
        record_of(&entries, number, registry.library()).map_err(|missing| match missing {
            RecordMissing::NoSuchGame => no_such_game(),
            RecordMissing::NotOver => not_over(),
            RecordMissing::Log(_) => Refused::new(Code::Internal, &missing.to_string()),
        })
    });
    made.await.map_err(|_| Refused::new(Code::Internal, "the record could not be made"))?
}
