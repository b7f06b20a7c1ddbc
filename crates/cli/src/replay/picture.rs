//! The table and the racks as text.

use std::io::{self, Write};

use trinta_core::{Laid, Phase, Seat, View};

use crate::output::{GOOD, QUIET, paint, paint_piece};
use crate::replay::describe::{name, score};

/// The width in columns at which sets are wrapped.
const LINE_WIDTH: usize = 100;

/// Draws everything that the viewer may see.
pub(super) fn draw(out: &mut dyn Write, view: &View, names: &[String]) -> io::Result<()> {
    let state = &view.state;
    draw_table(out, view)?;
    writeln!(out, "  {}", paint(QUIET, format!("pool {}", state.pool_size())))?;
    let widest = names.iter().map(|name| width(name)).max().unwrap_or(1);
    for (index, player) in state.seats().iter().enumerate() {
        let seat = Seat::at(index);
        let turn = if state.turn() == Some(seat) { paint(GOOD, "›") } else { " ".to_owned() };
        let name = name(names, seat);
        let space = " ".repeat(widest.saturating_sub(width(&name)));
        write!(out, "{turn} {seat} {name}{space} {:>3}", player.rack.count)?;
        let opened = if state.has_opened(seat) { " " } else { "○" };
        write!(out, " {}", paint(QUIET, opened))?;
        if state.settings().is_play_a() {
            write!(out, " {:>4}", player.points)?;
        }
        if let Phase::Over(outcome) = state.phase() {
            write!(out, " {}", score(outcome.scores[index]))?;
        }
        if let Some(tiles) = &player.rack.tiles {
            let pieces: Vec<Laid> = tiles.iter().map(Laid::from).collect();
            write!(out, "  {}", row(&pieces))?;
        }
        writeln!(out)?;
    }
    Ok(())
}

/// The sets, as many per line as fit.
fn draw_table(out: &mut dyn Write, view: &View) -> io::Result<()> {
    let mut used = 0;
    for set in view.state.table().sets() {
        let wide = 3 + set.iter().map(|piece| piece.to_string().len() + 1).sum::<usize>();
        if used > 0 && used + wide > LINE_WIDTH {
            writeln!(out)?;
            used = 0;
        }
        write!(out, "   {}", row(set))?;
        used += wide;
    }
    if used > 0 { writeln!(out) } else { Ok(()) }
}

fn row(pieces: &[Laid]) -> String {
    pieces.iter().map(|&piece| paint_piece(piece)).collect::<Vec<_>>().join(" ")
}

/// The width of a text in columns; East Asian characters take two.
fn width(text: &str) -> usize {
    text.chars().map(|letter| if letter >= '\u{1100}' { 2 } else { 1 }).sum()
}
