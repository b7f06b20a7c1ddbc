//! Scores for people, as small tables.

use std::io::{self, Write};

use trinta_core::{Score, Seat};

use crate::output::{GOOD, QUIET, paint, paint_tiles};
use crate::score::game::{Finished, GameResult};
use crate::score::request::{ScoreRequest, ScoreSubject, Scored};
use crate::score::sheet::MatchResult;

/// Writes the scores.
pub(super) fn write(out: &mut impl Write, request: &ScoreRequest, scored: &Scored) -> io::Result<()> {
    match (&request.subject, scored) {
        (ScoreSubject::Game(finished), Scored::Game(result)) => write_game(out, finished, result),
        (ScoreSubject::Match(games), Scored::Match(result)) => write_match(out, games, result),
        // A request and its result are of the same kind.
        _ => Ok(()),
    }
}

fn write_game(out: &mut impl Write, finished: &Finished, result: &GameResult) -> io::Result<()> {
    let width = width_of(result.scores.iter(), "score".len());
    writeln!(out, "{}", paint(QUIET, format!("player  {:>width$}       rack", "score")))?;
    for (seat, (rack, score)) in finished.racks.iter().zip(&result.scores).enumerate() {
        let won = if result.winners.contains(&Seat::at(seat)) { paint(GOOD, "won") } else { "   ".to_owned() };
        let note = match (rack.pushed, rack.unopened, result.could_open[seat]) {
            (true, ..) => "pushed over",
            (_, true, Some(true)) => "not opened, but could have",
            (_, true, Some(false)) => "not opened, and could not have",
            (_, true, None) => "not opened",
            _ => "",
        };
        let tiles = match (rack.tiles.is_empty(), rack.pushed) {
            (true, false) => "empty".to_owned(),
            _ => paint_tiles(&rack.tiles.to_string()),
        };
        let parts = [tiles, if note.is_empty() { String::new() } else { paint(QUIET, format!("({note})")) }];
        let parts: Vec<String> = parts.into_iter().filter(|part| !part.is_empty()).collect();
        writeln!(out, "{:>6}  {score:>width$}  {won}  {}", seat + 1, parts.join("  "))?;
    }
    Ok(())
}

fn write_match(out: &mut impl Write, games: &[Vec<Score>], result: &MatchResult) -> io::Result<()> {
    let width = width_of(games.iter().flatten().chain(&result.totals), 4) + 2;
    let row = |name: &str, cells: Vec<String>| {
        cells.iter().fold(format!("{name:>6}"), |line, cell| format!("{line}{cell:>width$}"))
    };
    let players = 1..=result.totals.len();
    writeln!(out, "{}", paint(QUIET, row("player", players.map(|player| player.to_string()).collect())))?;
    for (index, scores) in games.iter().enumerate() {
        writeln!(out, "{}", row(&format!("game {}", index + 1), scores.iter().map(ToString::to_string).collect()))?;
    }
    writeln!(out, "{}", row("total", result.totals.iter().map(ToString::to_string).collect()))?;
    writeln!(out, "{}", row("wins", result.wins.iter().map(ToString::to_string).collect()))?;
    let winners: Vec<String> = result.winners.iter().map(|seat| (seat.index() + 1).to_string()).collect();
    let who = if winners.len() == 1 { "player" } else { "players" };
    writeln!(out, "{} {who} {}", paint(GOOD, "Won by"), winners.join(" and "))
}

/// The width of the longest score in characters, at least `least`.
fn width_of<'a>(scores: impl Iterator<Item = &'a Score>, least: usize) -> usize {
    scores.map(|score| score.to_string().len()).max().unwrap_or(0).max(least)
}
