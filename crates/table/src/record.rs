//! A finished game as a record that anybody can replay and verify.

use trinta_core::record::{Header, Record};
use trinta_core::shuffle::commitment;
use trinta_time::Timestamp;

use crate::apply::FoldError;
use crate::event::{Occupant, TableEvent};
use crate::library::Library;
use crate::state::Table;

/// Why there is no record of a game.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum RecordMissing {
    /// The table has not had this game.
    #[error("there was no such game at this table")]
    NoSuchGame,
    /// A game that is not over: its tiles are still hidden.
    #[error("the game is not over yet")]
    NotOver,
    /// A log that can't be folded.
    #[error(transparent)]
    Log(#[from] FoldError),
}

/// The record of a game from the log of its table: times and events of all entries.
///
/// # Errors
/// When there was no such game, or it is not over.
pub fn record_of(
    entries: &[(Timestamp, Vec<TableEvent>)],
    number: u32,
    library: &Library,
) -> Result<Record, RecordMissing> {
    let ((at, first), rest) = entries.split_first().ok_or(RecordMissing::NoSuchGame)?;
    let mut table = Table::open(*at, first, library)?;
    let mut began = *at;
    let mut events = Vec::new();
    for (at, entry) in rest {
        for event in entry {
            match event {
                TableEvent::GameBegun => (began, events) = (*at, Vec::new()),
                TableEvent::Game { events: played } => events.extend(played.iter().cloned()),
                _ => {}
            }
        }
        table.apply(*at, entry);
        let Some(current) = table.current().filter(|current| current.number == number) else { continue };
        if current.game.outcome().is_none() {
            continue;
        }
        let header = record_header(&table, began).ok_or(RecordMissing::NotOver)?;
        return Ok(Record { header, events });
    }
    if table.games() >= number && number > 0 { Err(RecordMissing::NotOver) } else { Err(RecordMissing::NoSuchGame) }
}

/// The header of the record of a table's last game, which is over; none if it is not.
#[must_use]
pub fn record_header(table: &Table, began: Timestamp) -> Option<Header> {
    let current = table.current().filter(|current| current.game.outcome().is_some())?;
    let words = table.oracle().words();
    let mut entropy = current.entropy.clone();
    while entropy.last().is_some_and(Vec::is_empty) {
        entropy.pop();
    }
    let mut committed = current.commitments.clone();
    while committed.last().is_some_and(Option::is_none) {
        committed.pop();
    }
    Some(Header {
        rules: table.setup().settings().version,
        edition: table.plan().edition.clone(),
        settings: table.plan().settings.clone(),
        players: table.seats().iter().flatten().map(|occupant: &Occupant| occupant.name().to_owned()).collect(),
        date: Some(began.date().to_string()),
        commitment: Some(commitment(&current.seed)),
        committed,
        seed: Some(current.seed),
        entropy,
        aborted: current.aborted.clone(),
        lexicon: words.map(|words| words.list.clone()),
        theme: words.and_then(|words| words.theme.clone()),
    })
}
