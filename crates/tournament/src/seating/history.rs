//! Who has met whom, and who has sat at a short table.

use crate::people::Number;
use crate::state::Tournament;

/// What earlier rounds mean for the next seating, by the numbers of players.
#[derive(Debug, Clone, Default)]
pub(crate) struct History {
    met: Vec<Vec<Number>>,
    short: Vec<bool>,
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
            let at = player.0 as usize;
            if at >= self.met.len() {
                self.met.resize(at + 1, Vec::new());
                self.short.resize(at + 1, false);
            }
            self.met[at].extend(table.iter().copied().filter(|other| *other != player));
            self.short[at] |= table.len() < 4;
        }
    }

    pub(crate) fn opponents(&self, player: Number) -> &[Number] {
        self.met.get(player.0 as usize).map_or(&[], Vec::as_slice)
    }

    pub(crate) fn was_short(&self, player: Number) -> bool {
        self.short.get(player.0 as usize).is_some_and(|short| *short)
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
