//! What a driver of random tournaments wants to know, so that most of its commands make sense.

use super::{Event, Naive};

/// A table that waits for a result: round, table, its players, and its first game without result.
pub type OpenTable = (u32, u32, Vec<u32>, usize);

impl Naive {
    fn now(&self) -> &Event {
        self.event.as_ref().unwrap()
    }

    pub fn numbers(&self) -> Vec<u32> {
        self.now().people.iter().filter_map(|person| person.number).collect()
    }

    pub fn with_status(&self, status: &str) -> Vec<u32> {
        self.now().with_status(status)
    }

    pub fn is_briefed(&self) -> bool {
        self.now().briefed
    }

    pub fn is_finished(&self) -> bool {
        self.now().finished
    }

    pub fn rounds(&self) -> u32 {
        self.now().number("rounds")
    }

    pub fn games_per_round(&self) -> u32 {
        self.now().number("games_per_round")
    }

    pub fn opening_counts(&self) -> bool {
        self.now().rules.unopened != "rack-sum"
    }

    /// The newest round that is seated, and its state.
    pub fn newest(&self) -> Option<(u32, &'static str)> {
        let round = self.now().rounds.last()?;
        Some((
            self.now().rounds.len() as u32,
            if round.stale && round.state != "started" { "stale" } else { round.state },
        ))
    }

    pub fn open_tables(&self) -> Vec<OpenTable> {
        let mut open = Vec::new();
        for (index, round) in self.now().rounds.iter().enumerate().filter(|(_, round)| round.state == "started") {
            for (number, table) in &round.tables {
                if let Some(game) = table.games.iter().position(|game| !game.is_in()) {
                    open.push((index as u32 + 1, *number, table.seats.clone(), game + 1));
                }
            }
        }
        open
    }

    /// Games with a result: round, table, who played, game.
    pub fn played(&self) -> Vec<OpenTable> {
        let mut played = Vec::new();
        for (index, round) in self.now().rounds.iter().enumerate().filter(|(_, round)| round.state == "started") {
            for (number, table) in &round.tables {
                for (game, there) in table.games.iter().enumerate().filter(|(_, game)| game.is_in()) {
                    played.push((index as u32 + 1, *number, there.players.clone(), game + 1));
                }
            }
        }
        played
    }

    pub fn is_paused(&self, round: u32, table: u32) -> bool {
        self.now().round(round).unwrap().tables[&table].paused.is_some()
    }

    /// Draws for moving that are not decided: round, table, who draws now.
    pub fn open_draws(&self) -> Vec<(u32, u32, Vec<u32>)> {
        let mut open = Vec::new();
        for round in 1..=self.now().rounds.len() as u32 {
            for table in self.now().missing(round).1 {
                let (_, _, draw) = self.now().round(round).unwrap().tables[&table].draw.as_ref().unwrap();
                open.push((round, table, draw.now()));
            }
        }
        open
    }

    /// Draws for moving that could be replaced: round, table, who drew first.
    pub fn decided_draws(&self) -> Vec<(u32, u32, Vec<u32>)> {
        let mut decided = Vec::new();
        for (index, round) in self.now().rounds.iter().enumerate() {
            for (number, table) in &round.tables {
                if let Some((_, _, draw)) = table.draw.as_ref().filter(|(_, _, draw)| draw.is_decided()) {
                    decided.push((index as u32 + 1, *number, draw.everybody.clone()));
                }
            }
        }
        decided
    }

    pub fn starters(&self, round: u32, table: u32, game: usize) -> Vec<u32> {
        let table = &self.now().round(round).unwrap().tables[&table];
        table.games[game - 1].start.as_ref().map_or(table.seats.clone(), super::draws::Draw::now)
    }

    pub fn open_cases(&self) -> Vec<(usize, bool)> {
        let open = self.now().cases.iter().enumerate().filter(|(_, case)| case.decision.is_none());
        open.map(|(index, case)| (index + 1, case.number.is_some())).collect()
    }

    pub fn is_complete(&self) -> bool {
        self.now().first_incomplete_round().is_none()
    }

    /// Ties that need deciding: rank and numbers.
    pub fn open_ties(&self) -> Vec<(u32, Vec<u32>)> {
        let ties = self.now().groups().into_iter();
        ties.filter(|(rank, group)| self.now().needs_deciding(*rank, group.len())).collect()
    }

    /// Tables of play-offs that wait for a result: rank, table, players.
    pub fn play_off_tables(&self) -> Vec<(u32, usize, Vec<u32>)> {
        self.now().play_offs.iter().flat_map(super::play_off::PlayOff::waiting_tables).collect()
    }

    /// Draws in play-offs: rank, who draws now.
    pub fn play_off_draws(&self) -> Vec<(u32, Vec<u32>)> {
        self.now().play_offs.iter().filter_map(super::play_off::PlayOff::waiting_draw).collect()
    }
}
