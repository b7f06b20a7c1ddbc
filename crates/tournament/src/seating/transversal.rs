//! Schedules without a repeated meeting from transversal designs, for most numbers of tables.
//!
//! With m tables, players are the pairs of one of four groups and an element of a ring with m elements. In the round
//! of a ring element j, table t has the player t + c·j of each group, where the constant c of the group is fixed. Two
//! players of one group never meet. Two players of other groups meet in the one round in which (c − c′)·j is the
//! difference of their elements: in just one, because the differences of the four constants are units. So m rounds
//! have no repeated meeting. Leaving out up to three players of the last group makes that many tables of three.
//!
//! Such constants exist for all m but those that 2 or 3 divides just once. For m = 2^a · 3^b · r the ring is the
//! product of the polynomials over two elements modulo one of degree a, those over three elements modulo one of degree
//! b, and the integers modulo r; in the first two the constants are 0, 1, x and x + 1, in the third 0, 1, 2 and 3.

use crate::people::Number;
use crate::random::{Chance, Seed};

/// The rounds in which nobody should sit at a table of three again (B14).
const ROUNDS_WITHOUT_SHORT_AGAIN: usize = 3;
/// With tables of three an order of the rounds is searched, which is worth it up to this many tables.
const MAX_TABLES_WITH_THREES: usize = 250;
/// Which players of the last group are left out is tried among its first elements.
const MAX_LEFT_OUT: usize = 16;

/// The tables of a round of such a schedule; none if there is none for these players or this round.
pub(super) fn schedule(players: &[Number], round: u32, seed: &Seed) -> Option<Vec<Vec<Number>>> {
    let count = players.len().div_ceil(4);
    let ring = Ring::new(count)?;
    let (left_out, steps) = order_of_rounds(&ring, 4 * count - players.len())?;
    let step = *steps.get(round as usize - 1)?;
    // Who is which pair is drawn once for all rounds.
    let mut order = players.to_vec();
    Chance::new(seed, "schedule").shuffle(&mut order);
    let seat = |table: usize, group: usize| {
        let element = ring.player(table, group, step);
        if group < 3 {
            return order.get(group * count + element).copied();
        }
        let before = left_out.iter().filter(|left_out| **left_out < element).count();
        if left_out.contains(&element) { None } else { order.get(3 * count + element - before).copied() }
    };
    let table = |table: usize| (0..4).filter_map(|group| seat(table, group)).collect();
    let mut tables: Vec<Vec<Number>> = (0..count).map(table).collect();
    tables.sort_by_key(|table| std::cmp::Reverse(table.len()));
    Some(tables)
}

/// Which elements of the last group are left out, and the ring elements of the rounds in an order in which nobody sits
/// at a table of three again as long as possible. None if somebody would too early, although a search could avoid it.
fn order_of_rounds(ring: &Ring, missing: usize) -> Option<(Vec<usize>, Vec<usize>)> {
    if missing == 0 {
        return Some((Vec::new(), (0..ring.size).collect()));
    }
    if ring.size > MAX_TABLES_WITH_THREES {
        return None;
    }
    let short_seats = 3 * missing;
    let avoidable = ROUNDS_WITHOUT_SHORT_AGAIN * short_seats <= 4 * ring.size - missing;
    let limit = ring.size.min(MAX_LEFT_OUT);
    let sets = (1..limit).flat_map(|one| (1..limit).map(move |other| vec![0, one, other]));
    let mut sets: Vec<Vec<usize>> = sets.map(|set| set[..missing].to_vec()).collect();
    sets.retain(|set| (1..set.len()).all(|at| !set[..at].contains(&set[at])));
    sets.dedup();
    sets.into_iter().find_map(|left_out| {
        let (steps, first_again) = steps(ring, &left_out);
        (!avoidable || first_again >= ROUNDS_WITHOUT_SHORT_AGAIN).then_some((left_out, steps))
    })
}

/// The order of the rounds for players who are left out, and how many rounds pass until somebody sits at a table of
/// three again.
fn steps(ring: &Ring, left_out: &[usize]) -> (Vec<usize>, usize) {
    let players_of =
        |table: usize, step: usize| [0, 1, 2].map(|group| group * ring.size + ring.player(table, group, step));
    let short = |step: usize| -> Vec<usize> {
        let tables = (0..ring.size).filter(|&table| left_out.contains(&ring.player(table, 3, step)));
        tables.flat_map(|table| players_of(table, step)).collect()
    };
    let mut rest: Vec<(usize, Vec<usize>)> = (0..ring.size).map(|step| (step, short(step))).collect();
    let mut was_short = vec![0_usize; 3 * ring.size];
    let (mut steps, mut first_again) = (Vec::with_capacity(rest.len()), usize::MAX);
    while !rest.is_empty() {
        let again = |(_, players): &(usize, Vec<usize>)| players.iter().map(|&player| was_short[player]).sum::<usize>();
        let costs = rest.iter().map(again).enumerate();
        let (least, cost) = costs.min_by_key(|(_, cost)| *cost).unwrap_or_default();
        if cost > 0 {
            first_again = first_again.min(steps.len());
        }
        let (step, players) = rest.remove(least);
        players.into_iter().for_each(|player| was_short[player] += 1);
        steps.push(step);
    }
    (steps, first_again)
}

/// A ring with four constants whose differences are units.
struct Ring {
    size: usize,
    /// The exponents of 2 and 3 in the size, and what is left of it.
    twos: u32,
    threes: u32,
    rest: usize,
}

impl Ring {
    fn new(size: usize) -> Option<Ring> {
        let (twos, rest) = divide_out(size, 2);
        let (threes, rest) = divide_out(rest, 3);
        (size > 3 && twos != 1 && threes != 1).then_some(Ring { size, twos, threes, rest })
    }

    /// The player of a group at a table in the round of a ring element: table + constant · element.
    fn player(&self, table: usize, group: usize, step: usize) -> usize {
        let (two, three) = (2_usize.pow(self.twos), 3_usize.pow(self.threes));
        let parts = |element: usize| (element % two, element / two % three, element / two / three);
        let ((t2, t3, tr), (s2, s3, sr)) = (parts(table), parts(step));
        let p2 = add_digits(t2, times_constant(s2, group, 2, self.twos), 2);
        let p3 = add_digits(t3, times_constant(s3, group, 3, self.threes), 3);
        let pr = (tr + group * sr) % self.rest;
        (pr * three + p3) * two + p2
    }
}

fn divide_out(mut number: usize, prime: usize) -> (u32, usize) {
    let mut exponent = 0;
    while number > 0 && number.is_multiple_of(prime) {
        number /= prime;
        exponent += 1;
    }
    (exponent, number)
}

/// A polynomial, whose coefficients are the digits of a number, times 0, 1, x or x + 1.
fn times_constant(polynomial: usize, group: usize, prime: usize, degree: u32) -> usize {
    match group {
        0 => 0,
        1 => polynomial,
        2 => times_x(polynomial, prime, degree),
        _ => add_digits(times_x(polynomial, prime, degree), polynomial, prime),
    }
}

/// Times x, modulo a polynomial in which x, x + 1 and x − 1 are units because none of 0, 1 and −1 is a root of it.
fn times_x(polynomial: usize, prime: usize, degree: u32) -> usize {
    if degree == 0 {
        return 0;
    }
    let highest = prime.pow(degree - 1);
    let (carry, shifted) = (polynomial / highest, polynomial % highest * prime);
    // x^degree is what is left of the modulus, negated: over two elements x + 1, over three −1 for an even degree
    // (x^degree + 1), and x + 1 for an odd one (x^degree − x − 1, whose value at 0, 1 and −1 is −1).
    let reduced = match (prime, degree % 2) {
        (2, _) => 3,
        (_, 0) => 2,
        (_, _) => 4,
    };
    (0..carry).fold(shifted, |sum, _| add_digits(sum, reduced, prime))
}

/// Adds digit by digit, without carrying.
fn add_digits(mut one: usize, mut other: usize, prime: usize) -> usize {
    let (mut sum, mut place) = (0, 1);
    while one > 0 || other > 0 {
        sum += (one % prime + other % prime) % prime * place;
        (one, other, place) = (one / prime, other / prime, place * prime);
    }
    sum
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::seating::{History, sizes};

    #[test]
    fn x14_as_many_rounds_as_tables_have_no_repeated_meeting() {
        let seed: Seed = "5eed".parse().unwrap();
        let mut scheduled = Vec::new();
        for players in 13..=200 {
            let numbers: Vec<Number> = (1..=players).map(Number).collect();
            let rounds = players.div_ceil(4);
            let mut history = History::default();
            for round in 1..=rounds {
                let Some(tables) = schedule(&numbers, round, &seed) else { break };
                let mut seated: Vec<Number> = tables.iter().flatten().copied().collect();
                seated.sort_unstable();
                assert_eq!(seated, numbers);
                assert_eq!(Some(tables.iter().map(Vec::len).collect()), sizes(players as usize));
                assert_eq!(history.repeats(&tables), 0, "{players} players, round {round}");
                let short: Vec<Number> = tables.iter().filter(|table| table.len() < 4).flatten().copied().collect();
                if round <= 3 && players >= 20 && 3 * short.len() <= players as usize {
                    assert!(short.iter().all(|&number| !history.was_short(number)), "{players} players (B14)");
                }
                tables.iter().for_each(|table| history.add(table));
                if round == rounds {
                    scheduled.push(players);
                }
            }
            assert!(schedule(&numbers, rounds + 1, &seed).is_none());
        }
        let is_scheduled = |players: &u32| scheduled.contains(players);
        let tables: Vec<u32> = (4..=50).filter(|tables| is_scheduled(&(4 * tables))).collect();
        let expected: Vec<u32> = (4..=50).filter(|m| m % 4 != 2 && m % 9 != 3 && m % 9 != 6).collect();
        assert_eq!(tables, expected);
        let left_to_search: Vec<u32> =
            tables.iter().flat_map(|m| 4 * m - 3..4 * m).filter(|n| !is_scheduled(n)).collect();
        assert_eq!(left_to_search, [18, 26, 29, 41, 42, 49], "tables of three would have the same players too early");
    }

    #[test]
    fn nobody_of_the_first_group_moves_and_everybody_begins_at_the_table_of_their_element() {
        for ring in (4..=72).filter_map(Ring::new) {
            for table in 0..ring.size {
                for step in 0..ring.size {
                    assert_eq!(ring.player(table, 0, step), table, "{} tables", ring.size);
                }
                assert_eq!([1, 2, 3].map(|group| ring.player(table, group, 0)), [table; 3], "{} tables", ring.size);
            }
        }
    }

    #[test]
    fn beyond_250_tables_only_tables_of_four_are_scheduled() {
        let numbers: Vec<Number> = (1..=4 * 251).map(Number).collect();
        let seed: Seed = "5eed".parse().unwrap();
        assert!(schedule(&numbers, 1, &seed).is_some());
        assert!(schedule(&numbers[1..], 1, &seed).is_none());
    }
}
