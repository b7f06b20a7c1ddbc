//! The lobby: the tables that anybody may join or watch, in order, so that a page of them costs no more than what is on it.

use std::cmp::Reverse;
use std::collections::{BTreeSet, HashMap};
use std::fmt;
use std::ops::Bound;
use std::str::FromStr;

use trinta_store::LogId;
use trinta_time::Timestamp;

use crate::bodies::TableSummary;

/// The place of a table in the lobby: those without a running game first, then the most recently active.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord)]
pub struct LobbyPlace {
    playing: bool,
    at: Reverse<Timestamp>,
    table: LogId,
}

impl LobbyPlace {
    fn of(table: &LogId, summary: &TableSummary) -> LobbyPlace {
        LobbyPlace { playing: summary.playing, at: Reverse(summary.at), table: table.clone() }
    }
}

/// What can't be a place in the lobby.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[error(
    "a place in the list is `waiting` or `playing`, the time and the name of a table, such as waiting-1700000000000-t1"
)]
pub struct BadPlace;

/// As it is said in a request: `waiting-1700000000000-t1`.
impl FromStr for LobbyPlace {
    type Err = BadPlace;

    fn from_str(text: &str) -> Result<LobbyPlace, BadPlace> {
        let (state, rest) = text.split_once('-').ok_or(BadPlace)?;
        let (at, table) = rest.split_once('-').ok_or(BadPlace)?;
        let playing = match state {
            "waiting" => false,
            "playing" => true,
            _ => return Err(BadPlace),
        };
        let at = Timestamp::from_millis(at.parse().map_err(|_| BadPlace)?);
        Ok(LobbyPlace { playing, at: Reverse(at), table: LogId::new(table).map_err(|_| BadPlace)? })
    }
}

impl fmt::Display for LobbyPlace {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let state = if self.playing { "playing" } else { "waiting" };
        write!(f, "{state}-{}-{}", self.at.0.as_millis(), self.table)
    }
}

/// The tables that are listed.
#[derive(Debug, Default)]
pub(super) struct Lobby {
    tables: HashMap<LogId, TableSummary>,
    /// The place of each of them.
    order: BTreeSet<LobbyPlace>,
}

impl Lobby {
    /// Adds a table, or what has changed of it.
    pub(super) fn insert(&mut self, table: &LogId, summary: TableSummary) {
        self.order.insert(LobbyPlace::of(table, &summary));
        if let Some(old) = self.tables.insert(table.clone(), summary) {
            self.forget_place(table, &old);
        }
    }

    pub(super) fn remove(&mut self, table: &LogId) {
        if let Some(old) = self.tables.remove(table) {
            self.order.remove(&LobbyPlace::of(table, &old));
        }
    }

    /// Something has happened at a table that changes nothing else of what is listed.
    pub(super) fn touch(&mut self, table: &LogId, at: Timestamp) {
        let Some(summary) = self.tables.get_mut(table) else { return };
        let old = LobbyPlace::of(table, summary);
        summary.at = at;
        let new = LobbyPlace::of(table, summary);
        if new != old {
            self.order.remove(&old);
            self.order.insert(new);
        }
    }

    /// The tables after a place, or the first ones.
    pub(super) fn page(&self, after: Option<&LobbyPlace>, limit: usize) -> Vec<TableSummary> {
        let from = after.map_or(Bound::Unbounded, Bound::Excluded);
        let places = self.order.range((from, Bound::Unbounded)).take(limit);
        places.filter_map(|place| self.tables.get(&place.table).cloned()).collect()
    }

    /// Removes the place that a table had, unless it is the one that it has.
    fn forget_place(&mut self, table: &LogId, old: &TableSummary) {
        let old = LobbyPlace::of(table, old);
        if self.tables.get(table).is_none_or(|summary| LobbyPlace::of(table, summary) != old) {
            self.order.remove(&old);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn id(number: u64) -> LogId {
        LogId::new(&format!("t{number}")).unwrap()
    }

    fn summary(number: u64, playing: bool, at: i64) -> TableSummary {
        TableSummary {
            table: format!("t{number}"),
            name: String::new(),
            edition: "hk".to_owned(),
            players: 2,
            seats: vec![None, None],
            playing,
            open: true,
            watch: true,
            at: Timestamp::from_millis(at),
        }
    }

    /// The list as it was made before: everything copied and sorted.
    fn sorted(lobby: &Lobby) -> Vec<TableSummary> {
        let mut tables: Vec<TableSummary> = lobby.tables.values().cloned().collect();
        tables.sort_by_key(|table| (table.playing, Reverse(table.at), LogId::new(&table.table).unwrap()));
        tables
    }

    #[test]
    fn s6_pages_are_those_of_the_sorted_list() {
        let mut lobby = Lobby::default();
        let mut random = 7_u64;
        let mut next = |bound: u64| {
            random = random.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
            (random >> 33) % bound
        };
        for _ in 0..3000 {
            let table = next(200);
            match next(4) {
                0 => lobby.remove(&id(table)),
                1 => lobby.touch(&id(table), Timestamp::from_millis(next(500) as i64)),
                _ => lobby.insert(&id(table), summary(table, next(2) == 1, next(500) as i64)),
            }
        }
        assert_eq!(lobby.order.len(), lobby.tables.len(), "each table has one place");
        let all = sorted(&lobby);
        assert!(all.len() > 50);
        let (mut paged, mut after) = (Vec::new(), None);
        loop {
            let page = lobby.page(after.as_ref(), 7);
            let Some(last) = page.last() else { break };
            after = Some(LobbyPlace::of(&LogId::new(&last.table).unwrap(), last));
            paged.extend(page);
        }
        assert_eq!(paged, all);
    }

    #[test]
    fn a_page_goes_on_where_a_table_was_that_is_gone() {
        let mut lobby = Lobby::default();
        for number in 0..4 {
            lobby.insert(&id(number), summary(number, false, 100 - number as i64));
        }
        let place: LobbyPlace = "waiting-99-t1".parse().unwrap();
        assert_eq!(place.to_string(), "waiting-99-t1");
        lobby.remove(&id(1));
        let names: Vec<String> = lobby.page(Some(&place), 9).into_iter().map(|table| table.table).collect();
        assert_eq!(names, ["t2", "t3"]);
        for bad in ["", "waiting", "waiting-x-t1", "open-1-t1", "playing-1-", "playing-1-../x"] {
            assert_eq!(bad.parse::<LobbyPlace>(), Err(BadPlace), "{bad}");
        }
    }
}
