//! Reading a table from its log.

use std::collections::{HashMap, HashSet, VecDeque};
use std::sync::Arc;

use tokio::sync::mpsc;
use trinta_store::{LogId, StoreError};
use trinta_table::wire::Votes;
use trinta_table::{Code, Refusal, Request, Sitter, Table, TableEvent, Who};
use trinta_time::Timestamp;

use crate::room::{Ask, Delayed, Hall, Remembered, Room};
use crate::stored::{Stored as _, StoredEvents};

/// Entries that are read at a time.
const CHUNK: usize = 1000;

/// Reads a table and serves it; if it can't be read, says why to all who ask.
pub(super) async fn open_room(hall: Arc<Hall>, id: LogId, sender: mpsc::Sender<Ask>, mut inbox: mpsc::Receiver<Ask>) {
    match load(&hall, &id, sender).await {
        Ok(room) => room.run(inbox).await,
        Err(refusal) => {
            hall.forget(&id);
            // Until the last one who found this room has asked: closed before, they would not be told why.
            while let Some(ask) = inbox.recv().await {
                match ask {
                    Ask::Enter(_, reply) => drop(reply.send(Err(refusal.clone()))),
                    Ask::Request(_, _, reply) => drop(reply.send(Err(refusal.clone()))),
                    Ask::Summary(reply) => drop(reply.send(Err(refusal.clone()))),
                    _ => {}
                }
            }
        }
    }
}

async fn load(hall: &Arc<Hall>, id: &LogId, sender: mpsc::Sender<Ask>) -> Result<Room, Refusal> {
    let failed = |error: StoreError| match error {
        StoreError::NoSuchLog => Refusal::new(Code::NotFound, "there is no such table"),
        StoreError::Owned { .. } => {
            Refusal::new(Code::Stopping, "another server is letting go of this table; please try again in a moment")
        }
        error => {
            tracing::error!(table = %id, %error, "a table can't be read");
            Refusal::new(Code::NotStored, error.to_string())
        }
    };
    let broken = |error: &dyn std::fmt::Display| {
        tracing::error!(table = %id, %error, "the log of a table can't be understood");
        Refusal::new(Code::Internal, "the log of this table can't be read by this version of the server")
    };
    // A look before a claim: asking for tables that are not there must cost nothing.
    hall.store.read(id, 1, 1).await.map_err(failed)?;
    let claim = hall.store.claim(id, &hall.node, hall.clock.timestamp()).await.map_err(failed)?;
    let mut table: Option<Table> = None;
    let (mut entries, mut commands, mut played) = (VecDeque::new(), HashMap::new(), Vec::new());
    let now = hall.clock.now();
    let mut delayed: Option<Delayed> = None;
    let mut from = 1;
    loop {
        let chunk = hall.store.read(id, from, CHUNK).await.map_err(failed)?;
        let last = chunk.len() < CHUNK;
        from += chunk.len() as u64;
        for entry in chunk {
            let StoredEvents(events) = StoredEvents::read(&entry.body).map_err(|error| broken(&error))?;
            let (at, events): (i64, Arc<[TableEvent]>) = (entry.at.as_millis(), events.into());
            match &mut table {
                None => {
                    let opened = Table::open(at, &events, &hall.library).map_err(|error| broken(&error))?;
                    if opened.plan().spectators.delay > 0 {
                        delayed = Some(Delayed { table: opened.clone(), waiting: VecDeque::new() });
                    }
                    table = Some(opened);
                }
                Some(table) => {
                    table.apply(at, &events);
                    if let Some(delayed) = &mut delayed {
                        let wait = i64::from(delayed.table.plan().spectators.delay) * 1000;
                        if delayed.waiting.is_empty() && at + wait <= now {
                            delayed.table.apply(at, &events);
                        } else {
                            delayed.waiting.push_back(Remembered::last_of(table, events.clone()));
                        }
                    }
                }
            }
            for event in &*events {
                match event {
                    TableEvent::GameBegun => played.clear(),
                    TableEvent::Game { events } => played.extend(events.iter().cloned()),
                    _ => {}
                }
            }
            if let Some(command) = entry.command {
                commands.insert(command, entry.seq);
            }
            entries.extend(table.as_ref().map(|table| Remembered::last_of(table, events)));
            if entries.len() > super::REMEMBERED {
                entries.pop_front();
            }
        }
        if last {
            break;
        }
    }
    let table = table.ok_or_else(|| Refusal::new(Code::NotFound, "there is no such table"))?;
    let players = usize::from(table.plan().players);
    let lost = lost_time(&table, claim.last_sign, now);
    let gone_since = (0..players).map(|_| Some(now)).collect();
    let mut room = Room {
        hall: hall.clone(),
        id: id.clone(),
        epoch: claim.epoch,
        table,
        inbox: sender,
        entries,
        commands,
        played,
        guests: HashMap::new(),
        next_ticket: 1,
        gone_since,
        drafts: vec![None; players],
        votes: Votes::default(),
        chat: VecDeque::new(),
        muted: HashSet::new(),
        bots: (0..players).map(|_| None).collect(),
        thinking: false,
        delayed,
        summary: None,
        empty_since: now,
        not_before: 0,
        failing_since: None,
        counted_game: false,
        places_changed: false,
        lost: false,
    };
    if let Some(lost) = lost {
        let resumed = room.perform(&Who::House, &Request::Resume { lost }, None).await;
        resumed.map_err(super::Trouble::refusal)?;
    }
    Ok(room)
}

/// The time in which nobody served the table while a clock was running.
fn lost_time(table: &Table, last_sign: Option<Timestamp>, now: i64) -> Option<i64> {
    let running = table.running().is_some() && !table.is_paused();
    let people = table.seats().iter().flatten().any(|sitter| matches!(sitter, Sitter::Player { .. }));
    // What the last owner did is proof that it was alive then.
    let served = last_sign.map_or(table.at(), Timestamp::as_millis).max(table.at());
    let lost = now - served;
    (running && people && lost > 0).then_some(lost)
}
