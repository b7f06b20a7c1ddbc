//! Schedules without a repeated meeting for 16, 64, 256, … players: the lines of an affine space over four elements.
//!
//! Players are the points of AG(d, 4). The lines of one direction partition the points into tables of four, and two
//! points lie on just one line, so that two players meet in just one of the (4^d − 1) / 3 rounds: 5 for 16 players, 21
//! for 64.

use crate::people::Number;
use crate::random::{Chance, Seed};

/// The tables of a round of such a schedule; none if there is none for these players or this round.
pub(super) fn schedule(players: &[Number], round: u32, seed: &Seed) -> Option<Vec<Vec<Number>>> {
    let dimension = (2..=6).find(|&dimension| players.len() == 4_usize.pow(dimension))?;
    let direction = directions(dimension).nth(round as usize - 1)?;
    // Who is which point is drawn once for all rounds.
    let mut points = players.to_vec();
    Chance::new(seed, "schedule").shuffle(&mut points);
    let mut seated = vec![false; points.len()];
    let mut tables = Vec::with_capacity(points.len() / 4);
    for point in 0..points.len() {
        if !seated[point] {
            let line = [0, 1, 2, 3].map(|factor| point ^ times(factor, direction));
            line.iter().for_each(|&on_line| seated[on_line] = true);
            tables.push(line.map(|on_line| points[on_line]).to_vec());
        }
    }
    Some(tables)
}

/// One vector of each direction: the first coordinate that is not 0 is 1.
fn directions(dimension: u32) -> impl Iterator<Item = usize> {
    let leading = |vector: usize| vector >> (2 * (vector.ilog2() / 2));
    (1..4_usize.pow(dimension)).filter(move |&vector| leading(vector) == 1)
}

/// A vector times an element of the field of four, coordinate by coordinate. Addition is exclusive or.
fn times(factor: usize, vector: usize) -> usize {
    const PRODUCTS: [[usize; 4]; 4] = [[0, 0, 0, 0], [0, 1, 2, 3], [0, 2, 3, 1], [0, 3, 1, 2]];
    let coordinates = (0..usize::BITS as usize / 2).map(|at| 2 * at);
    coordinates.map(|shift| PRODUCTS[factor][vector >> shift & 3] << shift).sum()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::seating::History;

    #[test]
    fn x14_nobody_meets_anybody_twice_in_all_rounds_of_the_schedule() {
        let seed: Seed = "5eed".parse().unwrap();
        for (players, rounds) in [(16, 5), (64, 21), (256, 85)] {
            let numbers: Vec<Number> = (1..=players).map(Number).collect();
            let mut history = History::default();
            for round in 1..=rounds {
                let tables = schedule(&numbers, round, &seed).unwrap();
                let mut seated: Vec<Number> = tables.iter().flatten().copied().collect();
                seated.sort_unstable();
                assert_eq!(seated, numbers);
                assert_eq!(history.repeats(&tables), 0);
                tables.iter().for_each(|table| history.add(table));
            }
            assert!(schedule(&numbers, rounds + 1, &seed).is_none(), "everybody has met everybody");
            assert!(numbers.iter().all(|&number| history.opponents(number).len() == players as usize - 1));
        }
    }
}
