//! The advisor's report as text.

use std::io;

use trinta_advisor::Report;

use crate::output::{QUIET, paint};
use crate::tournament::grid::{Align, Grid};

fn percent(share: f64) -> String {
    format!("{:.0} %", 100.0 * share)
}

pub(super) fn write(report: &Report, out: &mut impl io::Write) -> io::Result<()> {
    let (weakest, strongest) = report.levels;
    writeln!(
        out,
        "{} players of levels {weakest} to {strongest}, {} s a turn, {} s to deal; {} tournaments each, from {} \
         games of the bots, seed {}.",
        report.players, report.turn_seconds, report.setup_seconds, report.events, report.games_played, report.seed
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
    for row in &report.rows {
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
    for row in &report.rows {
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
