//! Swiss: in the order of the standings, table 1 the best, as near to it as meetings allow.

use crate::people::Number;
use crate::points::Points;
use crate::random::Chance;
use crate::ranking::Standing;
use crate::seating::History;
use crate::seating::problem::Problem;
use crate::seating_version::SeatingVersion;
use crate::state::Tournament;

/// How far down the standings a table looks for somebody whom nobody there has met.
const WINDOW: usize = 48;

/// The tables of a round after the first.
pub(super) fn seat(
    tournament: &Tournament,
    contenders: &[Number],
    sizes: Vec<usize>,
    history: &History,
    chance: &mut Chance,
) -> Vec<Vec<Number>> {
    let mut wanted = vec![false; tournament.people().highest() as usize + 1];
    contenders.iter().for_each(|number| wanted[number.0 as usize] = true);
    let standings = tournament.standings();
    let present = standings.rows.iter().filter(|row| wanted[row.number.0 as usize]);
    let won_all = |row: &&Standing| row.games() > 0 && row.wins() == Points::whole(i64::from(row.games()));
    let undefeated = present.clone().take_while(won_all).count();
    let players: Vec<Number> = present.map(|row| row.number).collect();
    let tables = in_order(&players, &sizes, history);
    // Whoever has won every game meets others who have, before anything is mended.
    let locked = tables.iter().take_while(|table| table.len() == 4 && table.iter().all(|&at| at < undefeated)).count();
    let problem = Problem::new(players, sizes, history);
    match tournament.seating_version {
        SeatingVersion::V1 => problem.mend_as_before(&tables, locked, chance),
        SeatingVersion::V2 => {
            let with_undefeated = |table: &&Vec<usize>| table.len() == 4 && table.iter().any(|&at| at < undefeated);
            let mut kept = vec![tables.iter().take_while(with_undefeated).count(), locked, 0];
            kept.dedup();
            problem.mend(&tables, &kept, chance)
        }
    }
}

/// Each table takes the best player left and then, one by one, the best whom nobody there has met.
fn in_order(players: &[Number], sizes: &[usize], history: &History) -> Vec<Vec<usize>> {
    let mut rest: std::collections::VecDeque<usize> = (0..players.len()).collect();
    let mut tables = Vec::with_capacity(sizes.len());
    for &size in sizes {
        let mut table: Vec<usize> = Vec::with_capacity(size);
        while table.len() < size {
            let stranger = |at: &usize| {
                let opponents = history.opponents(players[rest[*at]]);
                table.iter().all(|&other| !opponents.contains(&players[other]))
            };
            let at = (0..rest.len().min(WINDOW)).find(stranger).unwrap_or(0);
            match rest.remove(at) {
                Some(player) => table.push(player),
                None => break,
            }
        }
        tables.push(table);
    }
    tables
}
