//! How far a table of a round is, from sitting down to leaving (G15).

use serde::Serialize;

use crate::event::{GameId, Seat};
use crate::hall::Step;
use crate::people::Number;
use crate::state::{Case, RoundState, Tournament};

/// How far a table is.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS))]
#[serde(rename_all = "kebab-case")]
pub enum TableState {
    /// Its seating is proposed or published.
    Seated,
    /// A game is on.
    Playing,
    /// Its clock stands (E10).
    Paused,
    /// A game is over, and racks are counted.
    Finished,
    /// All results are in.
    Recorded,
    /// Its players may leave.
    Released,
}

/// How far a table is, for the board.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS))]
#[serde(rename_all = "kebab-case")]
pub enum TableStatus {
    /// Its round has not started.
    Waiting,
    /// A game is on.
    Playing,
    /// Its clock stands (E10).
    Paused,
    /// A game is over, and racks are counted.
    Counting,
    /// All results are in.
    Final,
    /// A case about it waits for the head judge.
    Flagged,
}

impl Tournament {
    /// How far a table is, as everybody may know it: without cases.
    #[must_use]
    pub fn table_status(&self, seat: Seat) -> Option<TableStatus> {
        Some(match self.table_state(seat.round, seat.table)? {
            TableState::Seated => TableStatus::Waiting,
            TableState::Playing => TableStatus::Playing,
            TableState::Paused => TableStatus::Paused,
            TableState::Finished => TableStatus::Counting,
            TableState::Recorded | TableState::Released => TableStatus::Final,
        })
    }

    /// Whether a case waits that is about a table's result, or about somebody who sits there in the newest round.
    #[must_use]
    pub fn is_flagged(&self, seat: Seat) -> bool {
        let sits_there = |number: Number| {
            seat.round == self.newest_started()
                && self.table(seat.round, seat.table).is_some_and(|there| there.players.contains(&number))
        };
        let concerns = |case: &Case| match case.subject.seat() {
            Some(other) => other == seat,
            None => case.player().is_some_and(sits_there),
        };
        self.cases().iter().any(|case| case.decision.is_none() && concerns(case))
    }

    /// The next step of a game that has no result (C10).
    #[must_use]
    pub fn next_step(&self, id: GameId) -> Option<Step> {
        if !self.has_started(id.round) || self.game(id)?.outcome.is_some() {
            return None;
        }
        let last = self.hall().steps(id).last().map(|taken| taken.step);
        Step::ALL.into_iter().find(|step| last.is_none_or(|last| *step > last))
    }

    /// How far a table is; none if there is no such table, or nobody ever sat at it.
    #[must_use]
    pub fn table_state(&self, round: u32, table: u32) -> Option<TableState> {
        let there = self.table(round, table).filter(|there| there.was_used())?;
        let seat = Seat { round, table };
        Some(if self.round(round)?.state != RoundState::Started {
            TableState::Seated
        } else if self.hall().is_dismissed(seat) {
            TableState::Released
        } else if there.is_complete() {
            TableState::Recorded
        } else if there.paused_at.is_some() {
            TableState::Paused
        } else if self.has_ended(self.game_on(seat)) {
            TableState::Finished
        } else {
            TableState::Playing
        })
    }

    /// The first game of a table that has no result, or its last one.
    #[must_use]
    pub fn game_on(&self, seat: Seat) -> GameId {
        let games = self.table(seat.round, seat.table).map(|table| table.games.as_slice()).unwrap_or_default();
        let open = games.iter().position(|game| game.outcome.is_none()).unwrap_or(games.len().saturating_sub(1));
        GameId { round: seat.round, table: seat.table, game: open as u32 + 1 }
    }

    fn has_ended(&self, game: GameId) -> bool {
        self.hall().steps(game).last().is_some_and(|taken| taken.step == Step::End)
    }

    /// The tables that a round has or will have: those of its seating, or as many as the players entered need.
    #[must_use]
    pub fn tables_of(&self, round: u32) -> Vec<u32> {
        match self.round(round) {
            Some(seated) => (1..).zip(&seated.tables).filter(|(_, table)| table.was_used()).map(|(at, _)| at).collect(),
            None => {
                let players = self.people().iter().filter(|player| player.status.is_in()).count();
                (1..=crate::table_sizes::sizes(players).map_or(0, |sizes| sizes.len() as u32)).collect()
            }
        }
    }

    /// The tables of a round that have no judge, if there is a roster at all (A16).
    #[must_use]
    pub fn without_judge(&self, round: u32) -> Vec<u32> {
        if !self.hall().has_roster() {
            return Vec::new();
        }
        self.tables_of(round).into_iter().filter(|&table| self.hall().judge(round, table).is_none()).collect()
    }

    /// E09: those who still play when time is called during a player's turn, so that all have had equally many turns:
    /// this player and all others up to the last before the starter. None if the starter is not known, or the player
    /// does not sit there.
    #[must_use]
    pub fn last_turns(&self, id: GameId, turn_of: crate::people::Number) -> Option<Vec<crate::people::Number>> {
        let order = self.turn_order(id)?;
        let from = order.iter().position(|&number| number == turn_of)?;
        Some(order[from..].to_vec())
    }

    /// The players of a game, clockwise from the starter on (C03); none before the starter is known.
    #[must_use]
    pub fn turn_order(&self, id: GameId) -> Option<Vec<crate::people::Number>> {
        let chosen = self.game(id)?.start.as_ref()?.chosen()?;
        let [starter] = chosen.as_slice() else { return None };
        let table = self.table(id.round, id.table)?;
        // If the starter has left, the next one begins.
        let mut order = table.seats.clone();
        order.rotate_left(table.seat_of(*starter)?);
        order.retain(|number| table.players.contains(number));
        Some(order)
    }
}
