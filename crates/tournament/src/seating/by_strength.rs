//! Seating by what players have reached: by intervals of the standings, or by their places at the tables before.

use std::cmp::Reverse;

use trinta_core::Score;

use crate::people::Number;
use crate::state::{Table, Tournament};

/// These players as the standings list them.
pub(super) fn in_order_of_standings(tournament: &Tournament, players: &[Number]) -> Vec<Number> {
    let mut wanted = vec![false; tournament.people().highest() as usize + 1];
    players.iter().for_each(|number| wanted[number.0 as usize] = true);
    tournament.standings().rows.iter().map(|row| row.number).filter(|number| wanted[number.0 as usize]).collect()
}

/// Tables of players whose places in the standings are this far apart, as places in the list: with an interval of 2
/// the first table has 0, 2, 4 and 6, the second 1, 3, 5 and 7. The last tables share what is left in the same way.
pub(super) fn at_intervals(players: usize, sizes: &[usize], interval: usize) -> Vec<Vec<usize>> {
    let mut tables = Vec::with_capacity(sizes.len());
    let mut next = 0;
    for block in sizes.chunks(interval.max(1)) {
        let mut block_tables: Vec<Vec<usize>> = vec![Vec::new(); block.len()];
        for seat in 0..4 {
            for (table, &size) in block_tables.iter_mut().zip(block) {
                if seat < size && next < players {
                    table.push(next);
                    next += 1;
                }
            }
        }
        tables.append(&mut block_tables);
    }
    tables
}

/// The winners of all tables of a round, then those in second place, and so on; equal places by the points of the
/// round. Whoever did not play comes last.
pub(super) fn in_order_of_places(tournament: &Tournament, round: u32, players: &[Number]) -> Vec<Number> {
    let highest = tournament.people().highest() as usize;
    let mut merits = vec![(usize::MAX, Reverse((Score::ZERO, Score::ZERO))); highest + 1];
    let tables = tournament.round(round).map(|round| round.tables.as_slice()).unwrap_or_default();
    for table in tables {
        let mut order: Vec<(Reverse<(Score, Score)>, Number)> =
            table.players.iter().map(|&number| (Reverse(merit(table, number)), number)).collect();
        order.sort_unstable();
        for (place, (merit, number)) in order.into_iter().enumerate() {
            merits[number.0 as usize] = (place, merit);
        }
    }
    let mut order = players.to_vec();
    order.sort_by_key(|number| (merits[number.0 as usize], *number));
    order
}

/// The wins and the points of a player at a table.
fn merit(table: &Table, number: Number) -> (Score, Score) {
    let racks = table.results().flat_map(|result| &result.racks).filter(|rack| rack.number == number);
    racks.fold((Score::ZERO, Score::ZERO), |(wins, points), rack| (wins + rack.wins, points + rack.score))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::seating::sizes;

    #[test]
    fn tables_have_players_at_intervals() {
        let tables = |players: usize, interval| at_intervals(players, &sizes(players).unwrap(), interval);
        assert_eq!(tables(8, 2), [[0, 2, 4, 6], [1, 3, 5, 7]]);
        assert_eq!(tables(8, 1), [[0, 1, 2, 3], [4, 5, 6, 7]]);
        assert_eq!(tables(11, 2), [vec![0, 2, 4, 6], vec![1, 3, 5, 7], vec![8, 9, 10]]);
        assert_eq!(tables(7, 99), [vec![0, 2, 4, 6], vec![1, 3, 5]]);
    }
}
