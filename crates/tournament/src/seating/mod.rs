//! Seating by format: the ring, fixed schedules, by lot, and Swiss.

mod affine;
mod history;
mod problem;
mod ring;
mod swiss;

pub(crate) use history::History;

use crate::people::Number;
use crate::random::Chance;
use crate::refusal::Refusal;
use crate::settings::Format;
use crate::state::Tournament;

use problem::Problem;

/// B12: the table sizes for this many players: tables of four, then tables of three. None if that is impossible.
///
/// ```
/// use trinta_tournament::sizes;
///
/// assert_eq!(sizes(10), Some(vec![4, 3, 3]));
/// assert_eq!(sizes(5), None);
/// ```
#[must_use]
pub fn sizes(players: usize) -> Option<Vec<usize>> {
    let tables = players.div_ceil(4);
    let threes = tables * 4 - players;
    let possible = players > 0 && threes <= tables;
    possible.then(|| (0..tables).map(|table| if table < tables - threes { 4 } else { 3 }).collect())
}

/// The seating of a round, as the format of the event asks for it.
pub(crate) fn seat(tournament: &Tournament, round: u32) -> Result<Vec<Vec<Number>>, Refusal> {
    if tournament.settings.format == Format::Ring {
        return if round == 1 { ring::first(tournament) } else { Ok(ring::next(tournament, round)) };
    }
    let players = tournament.people.present();
    let sizes = sizes(players.len()).ok_or(Refusal::Impossible(players.len()))?;
    let history = History::before(tournament, round);
    let mut chance = Chance::new(&tournament.seed, &format!("seating {}", tournament.event_count));
    if tournament.settings.format == Format::NoRepeat
        && let Some(tables) = affine::schedule(&players, round, &tournament.seed)
        && history.repeats(&tables) == 0
    {
        return Ok(tables);
    }
    if tournament.settings.format == Format::Swiss && round > 1 {
        return Ok(swiss::seat(tournament, sizes, &history, &mut chance));
    }
    let rounds_to_come = tournament.settings.rounds - round;
    Ok(Problem::new(players, sizes, &history).solve(&mut chance, rounds_to_come))
}
