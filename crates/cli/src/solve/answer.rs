//! The answer of `solve`: the plays that were found, and the answer for programs.

use std::time::Duration;

use serde::Serialize;
use trinta_core::scoring::rack_total;
use trinta_core::{Table, Tiles};

use crate::solve::search::{Asked, Found};

/// A question with its answer.
pub(super) struct Solved {
    pub(super) asked: Asked,
    /// The best first; none if there is no play, or none was found within the budget.
    pub(super) plays: Vec<Found>,
    pub(super) proof: Proof,
    /// The time of the search alone.
    pub(super) time: Duration,
}

/// Whether an answer is proved.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize)]
#[serde(rename_all = "lowercase")]
pub(super) enum Proof {
    /// There is nothing better.
    Optimal,
    /// The budget ran out: this is the best that was found.
    Bound,
}

impl Solved {
    /// What stays on the rack after a play.
    pub(super) fn rack_after(&self, play: &Found) -> Tiles {
        let mut rack = self.asked.rack.clone();
        // The solver places tiles of the rack only.
        let _ = rack.take(&play.placed);
        rack
    }

    /// What the tiles of a rack add up to.
    pub(super) fn total(&self, rack: &Tiles) -> u32 {
        rack_total(&self.asked.settings, rack)
    }

    /// The answer for programs. No play is a play of no tiles.
    pub(super) fn answer(mut self) -> Answer {
        let next = self.plays.split_off(self.plays.len().min(1));
        let best = self.plays.pop().unwrap_or_else(|| nothing(&self.asked.table));
        Answer {
            best: self.play(best),
            next: next.into_iter().map(|play| self.play(play)).collect(),
            proof: self.proof,
            micros: u64::try_from(self.time.as_micros()).unwrap_or(u64::MAX),
        }
    }

    fn play(&self, play: Found) -> Play {
        let rack = self.rack_after(&play);
        Play {
            tiles: play.placed.len(),
            value: play.value,
            points: play.points,
            score: play.score.or_else(|| self.asked.settings.is_play_a().then_some(0)),
            play: play.placed,
            table: play.table,
            left: self.total(&rack),
            rack,
            kept: play.kept,
            broken: play.broken,
        }
    }
}

/// The table as it lies.
fn nothing(table: &Table) -> Found {
    Found {
        table: table.clone(),
        placed: Tiles::new(),
        value: 0,
        points: None,
        score: None,
        kept: table.len() as u32,
        broken: 0,
    }
}

/// The answer for programs. The order of the fields is part of the contract.
#[derive(Serialize)]
pub(super) struct Answer {
    #[serde(flatten)]
    best: Play,
    /// The next best plays, if they were asked for.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    next: Vec<Play>,
    proof: Proof,
    micros: u64,
}

/// A play for programs.
#[derive(Serialize)]
struct Play {
    tiles: usize,
    value: u32,
    #[serde(skip_serializing_if = "Option::is_none")]
    points: Option<u32>,
    #[serde(skip_serializing_if = "Option::is_none")]
    score: Option<u32>,
    play: Tiles,
    table: Table,
    rack: Tiles,
    left: u32,
    kept: u32,
    broken: u32,
}
