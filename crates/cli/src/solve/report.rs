//! The solution for people.

use std::io::{self, Write};
use std::time::Duration;

use trinta_core::Tile;
use trinta_core::edition::{Family, SpellingRule};
use trinta_core::words::spelling;
use trinta_solver::steps::steps;
use trinta_solver::{Objective, Proof, RatedPlay};

use crate::output::{BAD, GOOD, QUIET, paint, paint_piece, paint_tiles};
use crate::solve::answer::Solved;
use crate::solve::marks::{MarkedSet, mark};
use crate::solve::search::Problem;

/// Writes the plays, best first, and whether they are proved optimal.
pub(super) fn write(out: &mut impl Write, solved: &Solved) -> io::Result<()> {
    for word in cannot_stay(&solved.problem) {
        writeln!(out, "{word} is not in the word list, so it can't stay on the table as it is.")?;
    }
    for (rank, play) in solved.plays.iter().enumerate() {
        write_play(out, solved, rank, play)?;
    }
    if solved.plays.is_empty() {
        writeln!(out, "{}", no_play(solved))?;
    }
    let proof = match (solved.proof, solved.plays.is_empty()) {
        (Proof::Optimal, false) if solved.problem.objective == Objective::Any => {
            "optimal: any play is as good as another"
        }
        (Proof::Optimal, false) => "optimal: there is no better play",
        (Proof::Optimal, true) => "optimal: every play was ruled out",
        (Proof::Bound, _) => "bound: the budget ran out before the search was finished",
    };
    write_fact(out, "proof", &format!("{proof} ({})", time(solved.time)))
}

/// One play: its merits, the table after it, the steps to lay it, and the rack after it.
fn write_play(out: &mut impl Write, solved: &Solved, rank: usize, play: &RatedPlay) -> io::Result<()> {
    if rank > 0 {
        writeln!(out)?;
    }
    writeln!(out, "{}", headline(solved, rank, play))?;
    for (index, set) in mark(&solved.problem.table, &play.table, &play.placed).iter().enumerate() {
        let sign = match set {
            MarkedSet { kept: true, .. } => " ".to_owned(),
            MarkedSet { from_rack, .. } if from_rack.contains(&true) => paint(GOOD, "+"),
            MarkedSet { .. } => "~".to_owned(),
        };
        writeln!(out, "{sign} {} {}", paint(QUIET, format!("{:>2}", index + 1)), set_text(set))?;
    }
    for (index, step) in steps(&solved.problem.table, &play.table).iter().enumerate() {
        write_fact(out, if index == 0 { "steps" } else { "" }, &format!("{}. {step}", index + 1))?;
    }
    let rack = solved.rack_after(play);
    let left = match rack.is_empty() {
        true => "empty".to_owned(),
        false => {
            format!("{}  {}", paint_tiles(&rack.to_string()), paint(QUIET, format!("(left: {})", solved.total(&rack))))
        }
    };
    write_fact(out, "rack", &left)?;
    if solved.problem.table.is_empty() {
        return Ok(());
    }
    write_fact(out, "table", &format!("{} kept, {} broken", sets(solved, play.kept), play.broken))
}

/// A line below the table.
fn write_fact(out: &mut impl Write, name: &str, text: &str) -> io::Result<()> {
    writeln!(out, "{} {text}", paint(QUIET, format!("{name:<5}")))
}

fn sets(solved: &Solved, count: u32) -> String {
    let one = if solved.problem.settings.words().is_some() { "word" } else { "set" };
    if count == 1 { format!("1 {one}") } else { format!("{count} {one}s") }
}

/// A play and its merits in one line.
fn headline(solved: &Solved, rank: usize, play: &RatedPlay) -> String {
    let Problem { settings, rack, objective, .. } = &solved.problem;
    let words = settings.words().is_some();
    let verdict = match solved.proof {
        _ if rank > 0 => "Next best:",
        _ if *objective == Objective::Opening => "Could open:",
        _ if *objective == Objective::Any => "There is a play:",
        Proof::Optimal => "Best play:",
        Proof::Bound => "Best play found:",
    };
    let tiles = if rack.len() == 1 { "tile" } else { "tiles" };
    let mut text = format!("{} {} of {} {tiles}", paint(GOOD, verdict), play.placed.len(), rack.len(),);
    if !words {
        text += &format!(", value {}", play.value);
    }
    if let Some(score) = play.score.filter(|_| settings.is_play_a()) {
        text += &format!(", score {score}");
    }
    match play.points {
        Some(letters) if words => text += &format!(", opening with a word of {letters} letters"),
        Some(points) => text += &format!(", opening with {points} points"),
        None => {}
    }
    format!("{text}: {}", paint_tiles(&play.placed.to_string()))
}

/// That there is no play, and why.
fn no_play(solved: &Solved) -> String {
    let Problem { settings, objective, opened, .. } = &solved.problem;
    let opening = *objective == Objective::Opening;
    if solved.proof == Proof::Bound {
        return format!("{} There may still be one.", paint(BAD, "No play was found within the budget."));
    }
    let verdict = paint(BAD, if opening { "Could not open." } else { "There is no play." });
    let why = match &settings.family {
        Family::Numbers(rules) if rules.must_open() && (!opened || opening) => {
            format!("The rack has no opening of {} points.", rules.opening_points)
        }
        Family::Words(rules) if !opened || opening => {
            format!("The rack has no opening with a word of {} letters.", rules.opening_letters)
        }
        _ if opening => "The rack has no set.".to_owned(),
        _ => "No tile of the rack can be placed.".to_owned(),
    };
    format!("{verdict} {why}")
}

/// A set with the tiles from the rack in brackets, which work without colours.
fn set_text(set: &MarkedSet<'_>) -> String {
    let space = if set.pieces.iter().any(|piece| piece.reading().is_some_and(Tile::is_letter)) { "" } else { " " };
    let mut text = String::new();
    let mut inside = false;
    for (index, (&piece, &from_rack)) in set.pieces.iter().zip(&set.from_rack).enumerate() {
        if inside && !from_rack {
            text += "]";
        }
        if index > 0 {
            text += space;
        }
        if from_rack && !inside {
            text += "[";
        }
        inside = from_rack;
        text += &paint_piece(piece);
    }
    text + if inside { "]" } else { "" }
}

/// W8: words on the table that no play may leave there.
fn cannot_stay(problem: &Problem) -> Vec<String> {
    match (problem.settings.words(), &problem.book) {
        (Some(rules), Some(book)) if rules.spelling != SpellingRule::Challenge => {
            problem.table.sets().filter_map(|set| spelling(set).ok()).filter(|word| !book.contains(word)).collect()
        }
        _ => Vec::new(),
    }
}

/// A time with a suitable unit.
fn time(time: Duration) -> String {
    match time.as_micros() {
        micros @ 0..1_000 => format!("{micros} µs"),
        micros @ 1_000..1_000_000 => format!("{:.1} ms", micros as f64 / 1e3),
        micros => format!("{:.1} s", micros as f64 / 1e6),
    }
}
