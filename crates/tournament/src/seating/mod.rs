//! Seating by format: the ring, fixed schedules, by lot, Swiss, by intervals, by places, and knock-out.

mod affine;
mod by_strength;
mod history;
mod problem;
mod ring;
mod swiss;
mod transversal;

pub(crate) use history::History;

use crate::people::Number;
use crate::random::Chance;
use crate::refusal::Refusal;
use crate::seating_version::SeatingVersion;
use crate::settings::Format;
use crate::state::Tournament;
use crate::table_sizes::sizes;

use problem::Problem;

/// The seating of these players in a round, as the format of its phase asks for it.
pub(crate) fn seat(tournament: &Tournament, round: u32, players: Vec<Number>) -> Result<Vec<Vec<Number>>, Refusal> {
    let phase = tournament.phase(round);
    if phase.format == Format::Ring && round == 1 {
        return ring::first(tournament);
    }
    if phase.format == Format::Ring && round > phase.first {
        return Ok(ring::next(tournament, round, &players));
    }
    let sizes = sizes(players.len()).ok_or(Refusal::Impossible(players.len()))?;
    let history = History::before(tournament, round);
    let mut chance = Chance::new(&tournament.seed, &format!("seating {}", tournament.event_count));
    let problem = |players: Vec<Number>| Problem::new(players, sizes.clone(), &history);
    Ok(match phase.format {
        Format::Ring => in_order(&players, &sizes),
        Format::Swiss if round > 1 => swiss::seat(tournament, &players, sizes, &history, &mut chance),
        Format::Interval if round > 1 => {
            let players = by_strength::in_order_of_standings(tournament, &players);
            let tables = by_strength::at_intervals(players.len(), &sizes, tournament.settings.interval as usize);
            problem(players).mend_nearby_only(&tables)
        }
        Format::Places if round > phase.first => {
            in_order(&by_strength::in_order_of_places(tournament, round - 1, &players), &sizes)
        }
        Format::NoRepeat => match schedule(tournament, round, &players, &history) {
            Some(tables) => tables,
            None => problem(players).solve(&mut chance, phase.last - round),
        },
        Format::Swiss | Format::Interval | Format::Places | Format::Random | Format::KnockOut => {
            problem(players).solve(&mut chance, phase.last - round)
        }
    })
}

/// A round of a schedule in which nobody meets anybody twice, if there is one for these players.
fn schedule(tournament: &Tournament, round: u32, players: &[Number], history: &History) -> Option<Vec<Vec<Number>>> {
    let seed = &tournament.seed;
    let fits = |tables: &Vec<Vec<Number>>| history.repeats(tables) == 0;
    let affine = affine::schedule(players, round, seed).filter(fits);
    match tournament.seating_version {
        SeatingVersion::V1 => affine,
        SeatingVersion::V2 => affine.or_else(|| transversal::schedule(players, round, seed).filter(fits)),
    }
}

/// Players in this order, table by table.
fn in_order(players: &[Number], sizes: &[usize]) -> Vec<Vec<Number>> {
    let mut rest = players.iter().copied();
    sizes.iter().map(|&size| rest.by_ref().take(size).collect()).collect()
}
