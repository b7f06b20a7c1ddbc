//! What the simulated tournaments say, as text and as JSON.

use std::io;

use serde::Serialize;

use crate::output::{QUIET, paint};
use crate::tournament::grid::{Align, Grid};
use crate::tournament::simulate::hall::{Outcome, TimeRule};

/// The report of a run.
#[derive(Debug, Serialize)]
pub(super) struct Report {
    pub(super) players: u32,
    pub(super) turn_seconds: f64,
    pub(super) setup_seconds: f64,
    pub(super) levels: (f64, f64),
    /// Tournaments simulated for each row.
    pub(super) events: u32,
    pub(super) seed: u64,
    /// Different games of the bots.
    pub(super) games_played: usize,
    pub(super) rows: Vec<Row>,
}

/// One preset under one time rule.
#[derive(Debug, Serialize)]
pub(super) struct Row {
    pub(super) preset: String,
    /// `called` or `played-out`.
    pub(super) time: &'static str,
    pub(super) rounds: u32,
    pub(super) games_per_round: u32,
    pub(super) minutes_available: u32,
    pub(super) play_minutes: u32,
    pub(super) round_ends: Vec<Spread>,
    /// The share of tournaments that ended after the time available.
    pub(super) over: f64,
    pub(super) over_error: f64,
    /// The share of games that were cut off by time.
    pub(super) unfinished: f64,
    /// The share of games that were not begun when time was up.
    pub(super) not_begun: f64,
    pub(super) winners: u32,
    /// How many of the strongest players were among as many winners, on average.
    pub(super) best_found: f64,
    pub(super) best_found_error: f64,
    /// What drawing the winners by lot would give.
    pub(super) best_found_by_lot: f64,
    /// The share of tournaments in which all of the strongest won.
    pub(super) all_found: f64,
    /// The share of tournaments in which the strongest player was one of the winners.
    pub(super) strongest_won: f64,
}

/// When a round ended, in minutes after the start of the first: the median, and what one in ten stayed below or above.
#[derive(Debug, Clone, Copy, PartialEq, Serialize)]
pub(super) struct Spread {
    pub(super) planned: f64,
    pub(super) tenth: f64,
    pub(super) median: f64,
    pub(super) nine_tenths: f64,
    /// The share of tournaments in which it ended later than planned.
    pub(super) late: f64,
}

/// What a row is about.
pub(super) struct RowOf<'a> {
    pub(super) preset: &'a str,
    pub(super) settings: &'a trinta_tournament::Settings,
    pub(super) players: u32,
    pub(super) minutes: u32,
    pub(super) time_rule: TimeRule,
}

/// Minutes within which a round counts as on time.
const TOLERANCE: f64 = 0.5;

impl Row {
    pub(super) fn new(of: &RowOf<'_>, outcomes: &[Outcome]) -> Row {
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

fn percent(share: f64) -> String {
    format!("{:.0} %", 100.0 * share)
}

impl Report {
    pub(super) fn write(&self, out: &mut impl io::Write) -> io::Result<()> {
        let (weakest, strongest) = self.levels;
        writeln!(
            out,
            "{} players of levels {weakest} to {strongest}, {} s a turn, {} s to deal; {} tournaments each, from {} \
             games of the bots, seed {}.",
            self.players, self.turn_seconds, self.setup_seconds, self.events, self.games_played, self.seed
        )?;
        writeln!(out)?;
        let columns = vec![
            ("preset", Align::Left),
            ("time", Align::Left),
            ("available", Align::Right),
            ("ends (median)", Align::Right),
            ("9 in 10 by", Align::Right),
            ("runs over", Align::Right),
            ("cut off", Align::Right),
            ("not begun", Align::Right),
            ("best among winners", Align::Right),
            ("by lot", Align::Right),
            ("all", Align::Right),
            ("best player", Align::Right),
        ];
        let mut grid = Grid::new(columns);
        for row in &self.rows {
            let last = row.round_ends.last().copied();
            let minutes = |value: Option<f64>| value.map(|value| format!("{value:.0} min")).unwrap_or_default();
            grid.row(vec![
                row.preset.clone(),
                row.time.to_owned(),
                format!("{} min", row.minutes_available),
                minutes(last.map(|last| last.median)),
                minutes(last.map(|last| last.nine_tenths)),
                format!("{} ± {:.0}", percent(row.over), 196.0 * row.over_error),
                percent(row.unfinished),
                if row.not_begun > 0.0 { percent(row.not_begun) } else { String::new() },
                format!("{:.2} ± {:.2} of {}", row.best_found, 1.96 * row.best_found_error, row.winners),
                format!("{:.2}", row.best_found_by_lot),
                percent(row.all_found),
                percent(row.strongest_won),
            ]);
        }
        grid.write(out)?;
        let columns = vec![
            ("preset", Align::Left),
            ("time", Align::Left),
            ("round", Align::Right),
            ("planned end", Align::Right),
            ("1 in 10 by", Align::Right),
            ("median", Align::Right),
            ("9 in 10 by", Align::Right),
            ("late", Align::Right),
        ];
        let mut grid = Grid::new(columns);
        for row in &self.rows {
            for (round, spread) in (1..).zip(&row.round_ends) {
                let minutes = |value: f64| format!("{value:.0} min");
                grid.row(vec![
                    row.preset.clone(),
                    row.time.to_owned(),
                    round.to_string(),
                    minutes(spread.planned),
                    minutes(spread.tenth),
                    minutes(spread.median),
                    minutes(spread.nine_tenths),
                    percent(spread.late),
                ]);
            }
        }
        writeln!(out)?;
        grid.write(out)?;
        writeln!(out)?;
        let notes = "called: when time is up, the circuit is finished and racks are compared. played-out: games are \
                     played to the end and the next round waits. Minutes count from the start of round 1 and include \
                     counting and moving. ± is a 95 % interval. docs/tournament-simulate.md says what is assumed.";
        writeln!(out, "{}", paint(QUIET, notes))
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
