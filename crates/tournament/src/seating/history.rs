//! Who has met whom, and who has sat at a short table.

use std::collections::{BTreeMap, BTreeSet};

use crate::people::Number;
use crate::state::Tournament;

/// What earlier rounds mean for the next seating.
#[derive(Debug, Clone, Default)]
pub(crate) struct History {
    met: BTreeMap<Number, Vec<Number>>,
    short: BTreeSet<Number>,
}

impl History {
    /// The history before a round.
    pub(crate) fn before(tournament: &Tournament, round: u32) -> History {
        let mut history = History::default();
        for earlier in tournament.rounds().iter().take(round as usize - 1) {
            for table in &earlier.tables {
                history.add(&table.players);
            }
        }
        history
    }

    /// Notes that these sat together.
    pub(crate) fn add(&mut self, table: &[Number]) {
        for &player in table {
            let others = table.iter().copied().filter(|other| *other != player);
            self.met.entry(player).or_default().extend(others);
            if table.len() < 4 {
                self.short.insert(player);
            }
        }
    }

    pub(crate) fn opponents(&self, player: Number) -> &[Number] {
        self.met.get(&player).map_or(&[], Vec::as_slice)
    }

    pub(crate) fn was_short(&self, player: Number) -> bool {
        self.short.contains(&player)
    }

    /// How many pairs at these tables have sat together before.
    pub(crate) fn repeats(&self, tables: &[Vec<Number>]) -> usize {
        let pairs = |table: &Vec<Number>| {
            let met =
                |at: usize| table[at + 1..].iter().filter(|other| self.opponents(table[at]).contains(other)).count();
            (0..table.len()).map(met).sum::<usize>()
        };
        tables.iter().map(pairs).sum()
    }
}
