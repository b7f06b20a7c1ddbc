//! What the simulated tournaments say.

use serde::Serialize;

use crate::hall::{Outcome, TimeRule};

/// The report of a run.
#[derive(Debug, Serialize)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS))]
#[cfg_attr(feature = "ts", ts(rename = "Advice"))]
pub struct Report {
    /// The number of players.
    pub players: u32,
    /// The mean time of a turn in seconds.
    pub turn_seconds: f64,
    /// The time to shuffle and deal before each game, in seconds.
    pub setup_seconds: f64,
    /// The strength of the weakest and of the strongest player, as levels from 1 to 4.
    pub levels: (f64, f64),
    /// Tournaments simulated for each row.
    pub events: u32,
    /// The seed.
    pub seed: u64,
    /// Different games of the bots.
    pub games_played: usize,
    /// One preset under one time rule each.
    pub rows: Vec<Row>,
}

/// One preset under one time rule.
#[derive(Debug, Serialize)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS))]
#[cfg_attr(feature = "ts", ts(rename = "AdviceRow"))]
pub struct Row {
    /// The preset.
    pub preset: String,
    /// `called` or `played-out`.
    #[cfg_attr(feature = "ts", ts(type = "\"called\" | \"played-out\""))]
    pub time: &'static str,
    /// The number of rounds.
    pub rounds: u32,
    /// How many games a table plays in a round.
    pub games_per_round: u32,
    /// The minutes there are for all rounds.
    pub minutes_available: u32,
    /// The minutes of play in a round.
    pub play_minutes: u32,
    /// When each round ended.
    pub round_ends: Vec<Spread>,
    /// The share of tournaments that ended after the time available.
    pub over: f64,
    /// The standard error of that share.
    pub over_error: f64,
    /// The share of games that were cut off by time.
    pub unfinished: f64,
    /// The share of games that were not begun when time was up.
    pub not_begun: f64,
    /// The number of winners.
    pub winners: u32,
    /// How many of the strongest players were among as many winners, on average.
    pub best_found: f64,
    /// The standard error of that mean.
    pub best_found_error: f64,
    /// What drawing the winners by lot would give.
    pub best_found_by_lot: f64,
    /// The share of tournaments in which all of the strongest won.
    pub all_found: f64,
    /// The share of tournaments in which the strongest player was one of the winners.
    pub strongest_won: f64,
}

/// When a round ended, in minutes after the start of the first: the median, and what one in ten stayed below or above.
#[derive(Debug, Clone, Copy, PartialEq, Serialize)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS))]
#[cfg_attr(feature = "ts", ts(rename = "AdviceSpread"))]
pub struct Spread {
    /// When it should have ended.
    pub planned: f64,
    /// When one in ten had ended.
    pub tenth: f64,
    /// When half of them had ended.
    pub median: f64,
    /// When nine in ten had ended.
    pub nine_tenths: f64,
    /// The share of tournaments in which it ended later than planned.
    pub late: f64,
}

/// What a row is about.
pub(crate) struct RowOf<'a> {
    pub(crate) preset: &'a str,
    pub(crate) settings: &'a trinta_tournament::Settings,
    pub(crate) players: u32,
    pub(crate) minutes: u32,
    pub(crate) time_rule: TimeRule,
}

/// Minutes within which a round counts as on time.
const TOLERANCE: f64 = 0.5;

impl Row {
    pub(crate) fn new(of: &RowOf<'_>, outcomes: &[Outcome]) -> Row {
        let count = outcomes.len().max(1) as f64;
        let share =
            |fits: &dyn Fn(&Outcome) -> bool| outcomes.iter().filter(|outcome| fits(outcome)).count() as f64 / count;
        let mean = |value: &dyn Fn(&Outcome) -> f64| outcomes.iter().map(value).sum::<f64>() / count;
        let winners = of.settings.winners;
        let best_found = mean(&|outcome| outcome.best_found.into());
        let variance = mean(&|outcome| (f64::from(outcome.best_found) - best_found).powi(2));
        let games = mean(&|outcome| outcome.games.into()).max(1.0);
        let minutes = f64::from(of.minutes);
        let over = share(&|outcome| outcome.round_ends.last().is_some_and(|end| *end > minutes + TOLERANCE));
        let round_ends = (0..of.settings.rounds as usize).map(|round| {
            let ends = outcomes.iter().filter_map(|outcome| outcome.round_ends.get(round).copied()).collect();
            Spread::of(ends, (round + 1) as f64 * f64::from(of.settings.slot))
        });
        Row {
            preset: of.preset.to_owned(),
            time: match of.time_rule {
                TimeRule::Called => "called",
                TimeRule::PlayedOut => "played-out",
            },
            rounds: of.settings.rounds,
            games_per_round: of.settings.games_per_round,
            minutes_available: of.minutes,
            play_minutes: of.settings.play,
            round_ends: round_ends.collect(),
            over,
            over_error: (over * (1.0 - over) / count).sqrt(),
            unfinished: mean(&|outcome| outcome.unfinished.into()) / games,
            not_begun: mean(&|outcome| outcome.not_begun.into()) / games,
            winners,
            best_found,
            best_found_error: (variance / count).sqrt(),
            best_found_by_lot: f64::from(winners) * f64::from(winners) / f64::from(of.players),
            all_found: share(&|outcome| outcome.best_found >= winners.min(of.players)),
            strongest_won: share(&|outcome| outcome.strongest_won),
        }
    }
}

impl Spread {
    fn of(mut ends: Vec<f64>, planned: f64) -> Spread {
        ends.sort_by(f64::total_cmp);
        let quantile = |share: f64| {
            let at = (share * ends.len().saturating_sub(1) as f64).round() as usize;
            ends.get(at).copied().unwrap_or_default()
        };
        let late = ends.iter().filter(|end| **end > planned + TOLERANCE).count() as f64 / ends.len().max(1) as f64;
        Spread { planned, tenth: quantile(0.1), median: quantile(0.5), nine_tenths: quantile(0.9), late }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_spread_has_its_quantiles_and_the_share_that_is_late() {
        let spread = Spread::of((1..=11).rev().map(f64::from).collect(), 8.0);
        assert_eq!((spread.tenth, spread.median, spread.nine_tenths), (2.0, 6.0, 10.0));
        assert!((spread.late - 3.0 / 11.0).abs() < 1e-9);
    }
}
