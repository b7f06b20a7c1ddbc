//! A solved position: the plays found, and their JSON.

use std::time::Duration;

use serde::Serialize;
use trinta_core::scoring::rack_total;
use trinta_core::{Table, Tiles};
use trinta_solver::{Proof, RatedPlay};

use crate::solve::search::Problem;

/// A problem with its solution.
pub(super) struct Solved {
    pub(super) problem: Problem,
    /// The plays, best first; empty if there is no play, or none was found within the budget.
    pub(super) plays: Vec<RatedPlay>,
    pub(super) proof: Proof,
    /// The time of the search alone.
    pub(super) time: Duration,
}

impl Solved {
    /// The rack after a play.
    pub(super) fn rack_after(&self, play: &RatedPlay) -> Tiles {
        let mut rack = self.problem.rack.clone();
        // Can't fail: the solver places tiles of the rack only.
        let _ = rack.take(&play.placed);
        rack
    }

    /// The total of a rack in points.
    pub(super) fn total(&self, rack: &Tiles) -> u32 {
        rack_total(&self.problem.settings, rack)
    }

    /// The result for programs. Without a play, it is a play of no tiles.
    pub(super) fn answer(mut self) -> SolvedJson {
        let next = self.plays.split_off(self.plays.len().min(1));
        let best = self.plays.pop();
        SolvedJson {
            best: best.map_or_else(|| self.no_play(), |play| self.play(play)),
            next: next.into_iter().map(|play| self.play(play)).collect(),
            proof: self.proof.name(),
            micros: u64::try_from(self.time.as_micros()).unwrap_or(u64::MAX),
        }
    }

    fn play(&self, play: RatedPlay) -> PlayJson {
        let rack = self.rack_after(&play);
        PlayJson {
            tiles: play.placed.len(),
            value: play.value,
            points: play.points,
            score: play.score.filter(|_| self.problem.settings.is_play_a()),
            play: play.placed,
            table: play.table,
            left: self.total(&rack),
            rack,
            kept: play.kept,
            broken: play.broken,
        }
    }

    /// A play of no tiles.
    fn no_play(&self) -> PlayJson {
        let Problem { settings, table, rack, .. } = &self.problem;
        PlayJson {
            tiles: 0,
            value: 0,
            points: None,
            score: settings.is_play_a().then_some(0),
            play: Tiles::new(),
            table: table.clone(),
            left: self.total(rack),
            rack: rack.clone(),
            kept: table.len() as u32,
            broken: 0,
        }
    }
}

/// The result for programs. The order of the fields is part of the contract.
#[derive(Serialize)]
pub(super) struct SolvedJson {
    #[serde(flatten)]
    best: PlayJson,
    /// The next best plays, if requested.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    next: Vec<PlayJson>,
    proof: &'static str,
    micros: u64,
}

/// A play for programs.
#[derive(Serialize)]
struct PlayJson {
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
