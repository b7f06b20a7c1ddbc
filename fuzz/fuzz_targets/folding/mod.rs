//! Tables as their logs tell of them, and the part that a device takes in a deal by itself.

use std::sync::LazyLock;

use trinta_core::Seat;
use trinta_core::record::DealStage;
use trinta_core::shuffle::{Bytes32, entropy_commitment};
use trinta_store::{LogId, LogStore as _, MemoryStore};
use trinta_table::library::Library;
use trinta_table::{Table, TableEvent};

/// The word lists, loaded once because that takes a moment.
static LIBRARY: LazyLock<Library> = LazyLock::new(Library::default);

/// The table folded from its log.
pub async fn folded(store: &MemoryStore, id: &LogId) -> Table {
    let entries = store.read(id, 1, usize::MAX).await.unwrap();
    let mut entries = entries.iter().map(|entry| {
        let events: Vec<TableEvent> = serde_json::from_str(&entry.body.text).unwrap();
        (entry.at, events)
    });
    let (at, opening) = entries.next().unwrap();
    let mut table = Table::open(at, &opening, &LIBRARY).unwrap();
    entries.for_each(|(at, events)| table.apply(at, &events));
    table
}

/// The entropy of a seat, always the same.
pub fn entropy(seat: Seat) -> Bytes32 {
    Bytes32([seat.0 + 1; 32])
}

/// What the device of a seat commits to.
pub fn commitment(deal: &Bytes32, seat: Seat) -> Bytes32 {
    entropy_commitment(deal, &entropy(seat).0)
}

/// The deal that waits for somebody, its stage, and the seats for which it waits.
pub fn awaited(table: &Table) -> Option<(Bytes32, DealStage, Vec<Seat>)> {
    let deal = table.pending_deal()?;
    Some((deal.id(), deal.stage, table.awaited_seats()))
}
