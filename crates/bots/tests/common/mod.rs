//! Tables of every number edition.
#![allow(dead_code, unreachable_pub, missing_docs)] // Each test file takes what it needs.

use std::collections::BTreeMap;
use std::time::{Duration, Instant};

use trinta_bots::Clock;
use trinta_bots::arena::Finished;
use trinta_core::edition::{SettingsBuilder, Value};
use trinta_core::record::Header;
use trinta_core::shuffle::{Seed, commitment};
use trinta_core::{Settings, Setup};

/// The CPU time of this thread, which does not depend on the load of the machine; the real time where the system does
/// not measure that.
pub struct OwnTime(pub Instant);

impl Clock for OwnTime {
    fn now(&self) -> Duration {
        let used = std::fs::read_to_string("/proc/thread-self/schedstat").ok();
        let nanos = used.and_then(|text| text.split(' ').next()?.parse().ok());
        nanos.map_or_else(|| self.0.elapsed(), Duration::from_nanos)
    }
}

/// Whether a seat takes too long every time the game is played. A single overrun proves nothing, as a virtual machine
/// may be paused in the middle of a turn.
pub fn takes_too_long(finished: &Finished, seat: usize, again: impl Fn() -> Finished) -> bool {
    let overran = |finished: &Finished| finished.seats[seat].overrun > 0;
    overran(finished) && overran(&again()) && overran(&again())
}

pub fn editions() -> [&'static str; 4] {
    ["hk", "cn", "pt", "school"]
}

/// An edition for up to six players.
pub fn builder(edition: &str) -> SettingsBuilder {
    let mut builder = SettingsBuilder::edition(edition).unwrap();
    builder.set("players", Value::read("2-6"));
    builder
}

/// Every edition with 2 to 6 players.
pub fn tables() -> Vec<(String, Setup)> {
    let table = |edition: &str, players| {
        let settings: Settings = builder(edition).build().unwrap();
        (edition.to_owned(), Setup::new(settings, players).unwrap())
    };
    editions().into_iter().flat_map(|edition| (2..=6).map(move |players| table(edition, players))).collect()
}

/// The header of a record of such a game.
pub fn header(edition: &str, setup: &Setup, seed: Seed) -> Header {
    Header {
        edition: edition.to_owned(),
        settings: BTreeMap::from([("players".to_owned(), Value::read("2-6"))]),
        players: setup.seats().map(|seat| format!("bot {seat}")).collect(),
        commitment: Some(commitment(&seed)),
        seed: Some(seed),
        ..Header::default()
    }
}
