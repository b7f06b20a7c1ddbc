//! A table, and the entropy of those who play at it.

use std::collections::BTreeMap;
use std::time::Duration;

use trinta_core::shuffle::{Bytes32, entropy_commitment};
use trinta_core::{Seat, Viewer};
use trinta_table::chance::{Chance, FixedChance};
use trinta_table::ids::PlayerId;
use trinta_table::library::Library;
use trinta_table::wire::see_table;
use trinta_table::{Occupant, Plan, Refusal, Request, Requester, Table, TableEvent};
use trinta_time::Timestamp;

const START: Timestamp = Timestamp::from_millis(1_700_000_000_000);

/// A table of people, and bots after them.
pub(crate) struct Scene {
    pub(crate) table: Table,
    pub(crate) log: Vec<(Timestamp, Vec<TableEvent>)>,
    /// The entropy of each seat in each deal.
    secrets: BTreeMap<(String, Seat), Bytes32>,
    chance: FixedChance,
    now: Timestamp,
}

impl Scene {
    pub(crate) fn new(seed: u64, people: u8, bots: u8) -> Scene {
        Scene::with(seed, people, bots, |_| {})
    }

    pub(crate) fn with(seed: u64, people: u8, bots: u8, change: impl FnOnce(&mut Plan)) -> Scene {
        let chance = FixedChance::new(seed);
        let mut plan = Plan::new("hk", people + bots);
        change(&mut plan);
        let shared = plan.hot_seat.then(|| PlayerId::new(&chance));
        let host = PlayerId::new(&chance);
        let mut opening = Table::opening(plan, shared.clone().unwrap_or(host), "ABCDEF".to_owned());
        for seat in 0..people + bots {
            let who = if seat < people {
                let id = shared.clone().unwrap_or_else(|| PlayerId::new(&chance));
                Occupant::Player { id, name: format!("P{seat}"), face: None }
            } else {
                Occupant::Bot { level: "level1".to_owned() }
            };
            opening.push(TableEvent::SeatTaken { seat: Seat(seat), who, invite: None });
        }
        let table = Table::open(START, &opening, &Library::default()).unwrap();
        Scene { table, log: vec![(START, opening)], secrets: BTreeMap::new(), chance, now: START }
    }

    pub(crate) fn ask(&mut self, who: &Requester, request: &Request) -> Result<Vec<TableEvent>, Refusal> {
        self.now = self.now + Duration::from_millis(7);
        let events = self.table.decide(self.now, who, request, &self.chance)?;
        self.table.apply(self.now, &events);
        self.log.push((self.now, events.clone()));
        Ok(events)
    }

    pub(crate) fn begin(&mut self) -> Vec<TableEvent> {
        self.ask(&Requester::House, &Request::Begin).unwrap()
    }

    pub(crate) fn time_up(&mut self) -> Vec<TableEvent> {
        self.ask(&Requester::House, &Request::DealTimeUp).unwrap()
    }

    /// The deal that is being prepared, by its name.
    pub(crate) fn deal(&self) -> Bytes32 {
        self.table.pending_deal().expect("a deal is being prepared").id()
    }

    /// The entropy that a seat has chosen for a deal.
    pub(crate) fn secret(&mut self, deal: Bytes32, seat: Seat) -> Bytes32 {
        let chance: &dyn Chance = &self.chance;
        *self.secrets.entry((deal.to_string(), seat)).or_insert_with(|| Bytes32(chance.bytes::<32>()))
    }

    /// All entropy that anybody has chosen.
    pub(crate) fn secrets(&self) -> impl Iterator<Item = Bytes32> + '_ {
        self.secrets.values().copied()
    }

    pub(crate) fn commit(&mut self, seat: Seat) -> Result<Vec<TableEvent>, Refusal> {
        let deal = self.deal();
        let commitment = entropy_commitment(&deal, &self.secret(deal, seat).0);
        self.ask(&Requester::Seat(seat), &Request::CommitEntropy { seat, deal, commitment })
    }

    pub(crate) fn reveal(&mut self, seat: Seat) -> Result<Vec<TableEvent>, Refusal> {
        let deal = self.deal();
        let entropy = self.secret(deal, seat);
        self.ask(&Requester::Seat(seat), &Request::RevealEntropy { seat, deal, entropy })
    }

    /// What a judge sees of the table, who sees most.
    pub(crate) fn seen(table: &Table) -> String {
        serde_json::to_string(&see_table(table, Viewer::Judge, START)).unwrap()
    }
}

/// Whether an entry deals a game.
pub(crate) fn deals(events: &[TableEvent]) -> bool {
    events.contains(&TableEvent::GameBegun)
}
