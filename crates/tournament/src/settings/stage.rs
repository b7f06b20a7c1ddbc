//! Stages, phases and leagues: how the rounds of a tournament belong together (X20).

use serde::{Deserialize, Serialize};

use crate::settings::{Format, Settings};

/// A part of the tournament with its own rounds, after which some players go on.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS))]
#[cfg_attr(feature = "ts", ts(optional_fields))]
#[serde(deny_unknown_fields)]
pub struct Stage {
    /// How many rounds it has.
    pub rounds: u32,
    /// How many games a table plays in a round; the tournament's `games_per_round` if left out.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub games_per_round: Option<u32>,
    /// How players are seated; the tournament's `format` if left out.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub format: Option<Format>,
    /// How many of a table move on; the tournament's `move` if left out.
    #[serde(default, rename = "move", skip_serializing_if = "Option::is_none")]
    pub movers: Option<u32>,
    /// Who goes on to the next stage; none in the last one.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub advance: Option<Advance>,
    /// What results of the stage before count in this one.
    #[serde(default)]
    pub carry_over: CarryOver,
}

/// Who goes on to the next stage.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS))]
#[serde(rename_all = "snake_case")]
pub enum Advance {
    /// This many, by the standings.
    Best(u32),
    /// This many of each table of the last round.
    PerTable(u32),
}

/// What results of a stage count in the next (X20).
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default, Serialize, Deserialize)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS))]
#[serde(rename_all = "kebab-case")]
pub enum CarryOver {
    /// Nothing: everybody begins anew.
    #[default]
    None,
    /// Half of the wins and of the points.
    Half,
    /// Everything.
    All,
}

/// Several dates, of which only the best count for each player.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS))]
#[serde(deny_unknown_fields)]
pub struct League {
    /// How many dates there are.
    pub dates: u32,
    /// How many rounds are played on each.
    pub rounds: u32,
    /// How many dates count for each player.
    pub best: u32,
}

/// Rounds that are ranked together, between one cut and the next. A round of a knock-out is a phase of its own.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Phase {
    /// Its place among the phases, from 0.
    pub index: usize,
    /// Its first round.
    pub first: u32,
    /// Its last round.
    pub last: u32,
    /// How many games a table plays in a round.
    pub games_per_round: u32,
    /// How players are seated.
    pub format: Format,
    /// How many of a table move on.
    pub movers: u32,
    /// Who goes on to the next phase; none in the last one.
    pub cut: Option<Advance>,
    /// What results of the phase before count in this one.
    pub carry_over: CarryOver,
}

impl Settings {
    /// The phases, in order; together they have all rounds.
    #[must_use]
    pub fn phases(&self) -> Vec<Phase> {
        let single = [Stage {
            rounds: self.rounds,
            games_per_round: None,
            format: None,
            movers: None,
            advance: None,
            carry_over: CarryOver::None,
        }];
        let stages = if self.stages.is_empty() { &single[..] } else { &self.stages };
        let mut phases: Vec<Phase> = Vec::new();
        let mut first = 1;
        for stage in stages {
            let next = first + stage.rounds;
            let whole = Phase {
                index: phases.len(),
                first,
                last: next - 1,
                games_per_round: stage.games_per_round.unwrap_or(self.games_per_round),
                format: stage.format.unwrap_or(self.format),
                movers: stage.movers.unwrap_or(self.movers),
                cut: stage.advance,
                carry_over: stage.carry_over,
            };
            if whole.format == Format::KnockOut {
                phases.extend((0..stage.rounds).map(|at| Phase {
                    index: whole.index + at as usize,
                    first: first + at,
                    last: first + at,
                    cut: if at + 1 < stage.rounds { Some(Advance::PerTable(whole.movers)) } else { whole.cut },
                    carry_over: if at == 0 { whole.carry_over } else { CarryOver::None },
                    ..whole
                }));
            } else {
                phases.push(whole);
            }
            first = next;
        }
        phases
    }

    /// The phase of a round; the last one for a round beyond it.
    #[must_use]
    pub fn phase(&self, round: u32) -> Phase {
        let phases = self.phases();
        let found = phases.iter().find(|phase| round <= phase.last).or(phases.last());
        *found.unwrap_or_else(|| unreachable!("a tournament has at least one phase"))
    }
}
