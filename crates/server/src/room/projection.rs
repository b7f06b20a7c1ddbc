//! Projections: what is derived from the log of a table and stored with the entry that changes it, in one transaction.
//!
//! Each is a function from a change to what has to be written. A new one is a function and its line in [`PROJECTIONS`].

use std::collections::BTreeSet;
use std::future::ready;

use trinta_core::record::{Record, to_json_lines};
use trinta_core::{Event, Seat};
use trinta_store::{Append, Appended, LogId, Put, Store, StoreError, StoreFuture, Summary};
use trinta_table::ids::PlayerId;
use trinta_table::{Access, Occupant, Table, TableEvent, record_header};
use trinta_time::Timestamp;

use crate::bodies::{SeatedTable, TableSummary};
use crate::keys::{self, Values};
use crate::rating;
use crate::stored::{Stored as _, StoredGame, StoredGameEnd, StoredGamePlace, StoredSummary};

/// An entry, with the table before and after it.
pub(super) struct Change<'a> {
    pub(super) log: &'a LogId,
    pub(super) at: Timestamp,
    pub(super) events: &'a [TableEvent],
    /// None: the entry opens the table.
    pub(super) before: Option<&'a Table>,
    pub(super) after: &'a Table,
    /// Whether it is the first entry since the table was loaded: an older program may have written what is stored.
    pub(super) first: bool,
}

impl Change<'_> {
    fn has(&self, wanted: impl Fn(&TableEvent) -> bool) -> bool {
        self.events.iter().any(wanted)
    }
}

/// What a projection writes.
#[derive(Default)]
struct Projected {
    summary: Option<Summary>,
    puts: Vec<Put>,
}

impl Projected {
    fn puts(puts: impl IntoIterator<Item = Put>) -> Projected {
        Projected { summary: None, puts: puts.into_iter().collect() }
    }
}

/// A projection. It may read the store; what it replaces there it demands to be as it was read, because rooms of other
/// tables write at the same time.
type Projection = for<'a> fn(&'a Change<'a>, &'a dyn Store) -> StoreFuture<'a, Projected>;

/// Every projection.
const PROJECTIONS: [Projection; 8] = [summary, code, waiting, seats, results, rulings, game_place, wishes];

/// How often an entry is tried while other rooms change values that its projections replace.
const MAX_ATTEMPTS: usize = 16;

/// Whether an entry can change a projection. A move within a game can't, and of all entries most are moves.
pub(super) fn is_projected(events: &[TableEvent]) -> bool {
    let ends = |event: &Event| matches!(event, Event::Ended { .. });
    !events.iter().all(|event| matches!(event, TableEvent::Game { events } if !events.iter().any(ends)))
}

/// Appends an entry and, if it changes any, its projections.
///
/// When another room has changed a value between its being read and its being replaced, everything is projected anew.
pub(super) async fn append(
    store: &dyn Store,
    entry: Append,
    change: Option<&Change<'_>>,
) -> Result<Appended, StoreError> {
    let Some(change) = change else { return store.append(entry).await };
    let mut attempts = 1;
    loop {
        let mut attempt = entry.clone();
        for project in PROJECTIONS {
            let Projected { summary, puts } = project(change, store).await?;
            attempt.summary = summary.or(attempt.summary);
            attempt.puts.extend(puts);
        }
        match store.append(attempt).await {
            // A code that another table has is not there to be replaced.
            Err(StoreError::ValueConflict { key }) if key.space != Values::Codes.space() && attempts < MAX_ATTEMPTS => {
                attempts += 1;
            }
            other => return other,
        }
    }
}

/// What lists say about a table.
pub(super) fn summarise(id: &LogId, table: &Table) -> TableSummary {
    let plan = table.plan();
    TableSummary {
        table: id.to_string(),
        name: plan.name.clone(),
        edition: plan.edition.clone(),
        players: plan.players,
        seats: table.seats().iter().map(|seat| seat.as_ref().map(|occupant| occupant.name().to_owned())).collect(),
        playing: table.in_match(),
        open: plan.access == Access::Open,
        watch: plan.spectators.allowed,
        at: table.at(),
    }
}

/// A table as one of its players finds it in the list of their own; none if they have no seat.
pub(super) fn summarise_seat(id: &LogId, table: &Table, player: &PlayerId) -> Option<SeatedTable> {
    let seats: Vec<Seat> = table.seats_of(player).collect();
    let occupants = table.seats().iter().map(Option::as_ref);
    (!seats.is_empty()).then(|| SeatedTable {
        table: summarise(id, table),
        faces: occupants.map(|occupant| occupant.and_then(Occupant::face)).collect(),
        seats,
        turn: table.running().and_then(|current| current.game.turn()),
        timed: table.setup().settings().turn_seconds.is_some(),
    })
}

/// The summary by which logs are listed. It is left alone if only its time would change.
fn summary<'a>(change: &'a Change<'a>, _store: &'a dyn Store) -> StoreFuture<'a, Projected> {
    let new = summarise(change.log, change.after);
    let old = change.before.filter(|_| !change.first).map(|before| summarise(change.log, before));
    let same = old.is_some_and(|old| TableSummary { at: new.at, ..old } == new)
        && change.before.is_some_and(|before| before.is_closed() == change.after.is_closed());
    let summary = Summary { open: !change.after.is_closed(), body: StoredSummary::from(&new).write() };
    Box::pin(ready(Ok(Projected { summary: (!same).then_some(summary), puts: Vec::new() })))
}

/// The code by which a table is found, until it is closed.
fn code<'a>(change: &'a Change<'a>, _store: &'a dyn Store) -> StoreFuture<'a, Projected> {
    let key = || keys::code(change.after.code());
    let opened = change.before.is_none().then(|| Put::add(key(), change.log.as_str()));
    let closed = change.has(|event| *event == TableEvent::Closed).then(|| Put::remove(key()));
    Box::pin(ready(Ok(Projected::puts(opened.into_iter().chain(closed)))))
}

/// The list of tables that wait for their first game.
fn waiting<'a>(change: &'a Change<'a>, _store: &'a dyn Store) -> StoreFuture<'a, Projected> {
    let key = || keys::waiting(change.log);
    let opened = change.before.is_none().then(|| Put::set(key(), change.at.as_millis().to_string()));
    let first_game = change.before.is_some_and(|before| before.games() == 0) && change.after.games() > 0;
    let over = (first_game || change.has(|event| *event == TableEvent::Closed)).then(|| Put::remove(key()));
    Box::pin(ready(Ok(Projected::puts(opened.into_iter().chain(over)))))
}

/// The players whose way back to a table is kept: until its match is over, or the table is closed.
fn expected_players(table: &Table) -> BTreeSet<&PlayerId> {
    let expects = !table.is_closed() && (table.in_match() || !table.sheet().is_over());
    table.seats().iter().flatten().filter_map(Occupant::player).filter(|_| expects).collect()
}

/// The tables to which each player can come back.
fn seats<'a>(change: &'a Change<'a>, _store: &'a dyn Store) -> StoreFuture<'a, Projected> {
    let before = change.before.map(expected_players).unwrap_or_default();
    let after = expected_players(change.after);
    let left = before.difference(&after).map(|player| Put::remove(keys::seat(player, change.log)));
    let new = after.iter().filter(|player| change.first || !before.contains(*player));
    let new = new.map(|player| Put::set(keys::seat(player, change.log), change.at.as_millis().to_string()));
    Box::pin(ready(Ok(Projected::puts(left.chain(new)))))
}

/// What the end of a game adds to the histories and ratings of its players. They are one projection because a history
/// tells the rating after each game.
fn results<'a>(change: &'a Change<'a>, store: &'a dyn Store) -> StoreFuture<'a, Projected> {
    if !change.has(|event| matches!(event, TableEvent::Revealed { .. })) {
        return Box::pin(ready(Ok(Projected::default())));
    }
    Box::pin(async move {
        let table = change.after;
        let Some(current) = table.current() else { return Ok(Projected::default()) };
        let Some(outcome) = current.game.outcome() else { return Ok(Projected::default()) };
        let ratings = rating::changes(store, table).await?;
        let players: Vec<String> = table.seats().iter().flatten().map(|occupant| occupant.name().to_owned()).collect();
        let mut puts = Vec::new();
        for seat in table.setup().seats() {
            let Some(player) = table.occupant(seat).and_then(Occupant::player) else { continue };
            let game = StoredGame {
                table: change.log.to_string(),
                number: current.number,
                at: change.at,
                edition: table.plan().edition.clone(),
                players: players.clone(),
                scores: outcome.scores.clone(),
                winners: outcome.winners.clone(),
                seat,
                rating: ratings.iter().find(|change| change.seat == seat).map(|change| change.rating.points()),
            };
            puts.push(Put::set(keys::game(player, change.at, change.log, current.number, seat), game.write()));
        }
        puts.extend(ratings.into_iter().map(|change| change.put));
        Ok(Projected::puts(puts))
    })
}

/// Where a game is in the log, so that its record can be made without reading what came before.
fn game_place<'a>(change: &'a Change<'a>, store: &'a dyn Store) -> StoreFuture<'a, Projected> {
    let seq = change.after.version();
    let Some(current) = change.after.current() else { return Box::pin(ready(Ok(Projected::default()))) };
    let key = keys::game_place(change.log, current.number);
    if change.has(|event| *event == TableEvent::GameBegun) {
        let place = StoredGamePlace { first: seq, end: None };
        return Box::pin(ready(Ok(Projected::puts([Put::set(key, place.write())]))));
    }
    if !change.has(|event| matches!(event, TableEvent::Revealed { .. })) {
        return Box::pin(ready(Ok(Projected::default())));
    }
    Box::pin(async move {
        // None: the game began before places were kept.
        let Some(read) = store.get(&key).await? else { return Ok(Projected::default()) };
        let Ok(place) = StoredGamePlace::read(&read) else { return Ok(Projected::default()) };
        // The date is that of the first entry, which whoever makes the record reads.
        let Some(header) = record_header(change.after, change.at) else { return Ok(Projected::default()) };
        let header = to_json_lines(&Record { header, events: Vec::new() });
        let place = StoredGamePlace { end: Some(StoredGameEnd { last: seq, header }), ..place };
        let place = place.write_over(&read);
        Ok(Projected::puts([Put::replace(key, Some(read), place)]))
    })
}

/// Votes are over once what they are for has come, and with the end of a game its draft.
fn wishes<'a>(change: &'a Change<'a>, _store: &'a dyn Store) -> StoreFuture<'a, Projected> {
    let granted = change.has(|event| {
        matches!(
            event,
            TableEvent::DealAnnounced { .. }
                | TableEvent::GameBegun
                | TableEvent::MatchBegun
                | TableEvent::Paused
                | TableEvent::Closed
        )
    });
    let over = change.has(|event| matches!(event, TableEvent::Revealed { .. } | TableEvent::Closed));
    let votes = granted.then(|| Put::remove(keys::votes(change.log)));
    let draft = over.then(|| Put::remove(keys::draft(change.log)));
    Box::pin(ready(Ok(Projected::puts(votes.into_iter().chain(draft)))))
}

/// A ruling changes what the histories say of the last game. Ratings stay: they measure how people play, and a ruling is
/// about how they behave.
fn rulings<'a>(change: &'a Change<'a>, store: &'a dyn Store) -> StoreFuture<'a, Projected> {
    if !change.has(|event| matches!(event, TableEvent::RackPushed { .. })) {
        return Box::pin(ready(Ok(Projected::default())));
    }
    Box::pin(async move {
        let table = change.after;
        let Some(current) = table.current() else { return Ok(Projected::default()) };
        let (Some(ruling), Some(ended_at)) = (&current.ruling, current.ended_at) else {
            return Ok(Projected::default());
        };
        let mut puts = Vec::new();
        for seat in table.setup().seats() {
            let Some(player) = table.occupant(seat).and_then(Occupant::player) else { continue };
            let key = keys::game(player, ended_at, change.log, current.number, seat);
            // A guest's history may be gone; what a newer program wrote is left alone.
            let Some(read) = store.get(&key).await? else { continue };
            let Ok(game) = StoredGame::read(&read) else { continue };
            let ruled = StoredGame { scores: ruling.scores.clone(), winners: ruling.winners.clone(), ..game };
            let ruled = ruled.write_over(&read);
            puts.push(Put::replace(key, Some(read), ruled));
        }
        Ok(Projected::puts(puts))
    })
}
