//! What one colour can still bring, as if the others gave it every group it wants: never less than the truth.
//!
//! The sum over the four colours bounds what a situation can come to. A colour that can't place all its table tiles
//! even so can't do it at all.

use trinta_core::HIGHEST;

use crate::numbers::layers::leads;
use crate::numbers::moves::{Place, Runs, each_move};
use crate::numbers::supply::{NUMBERS, Supply};
use crate::numbers::worth::Worth;

/// Values for every number, colour, joker count and open runs, looked up or worked out when asked for.
#[derive(Debug, Default)]
pub(super) struct Bound {
    /// The question in the upper half, the value plus one in the lower; zero there means impossible.
    known: Vec<u64>,
    question: u32,
    /// For each number, the most tiles of one colour that groups can take.
    most_in_groups: [u8; NUMBERS],
    thorough: bool,
}

/// Jokers are counted up to four.
const JOKERS: usize = 5;
/// Runs of one colour: nine bits.
const RUNS: usize = 512;

impl Bound {
    /// Begins a new question.
    pub(super) fn begin(&mut self, supply: &Supply, thorough: bool) {
        self.thorough = thorough;
        if self.known.is_empty() {
            self.known = vec![0; NUMBERS * 4 * JOKERS * RUNS];
        }
        self.question = self.question.wrapping_add(1);
        if self.question == 0 {
            self.known.fill(0);
            self.question = 1;
        }
        for number in 1..=usize::from(HIGHEST) {
            let room = |groups: u8| supply.all[number].iter().map(|&all| all.min(groups)).sum::<u8>() + supply.jokers;
            self.most_in_groups[number] = (1..=3).rev().find(|&groups| room(groups) >= 3 * groups).unwrap_or(0);
        }
    }

    /// The most that tiles of a colour from a number on can be worth; none if its table tiles can't all be placed.
    pub(super) fn of(
        &mut self,
        supply: &Supply,
        worth: &Worth,
        colour: usize,
        number: u8,
        runs: Runs,
        jokers: u8,
    ) -> Option<u32> {
        if number > HIGHEST {
            return (runs.one() + runs.two() == 0).then_some(0);
        }
        let at = usize::from(number);
        let place = ((at * 4 + colour) * JOKERS + usize::from(jokers)) * RUNS + usize::from(runs.0);
        let known = self.known[place];
        if (known >> 32) as u32 == self.question {
            return (known as u32).checked_sub(1);
        }
        let what = Place {
            all: supply.all[at][colour],
            must: supply.must[at][colour],
            jokers,
            ahead: [supply.all[at + 1][colour], supply.all[at + 2][colour]],
            lead: leads(number, self.thorough),
            thorough: self.thorough,
        };
        let mut ways = [(Runs(0), 0_u8, 0_u32); 64];
        let mut count = 0;
        each_move(runs, what, |way| {
            if way.in_groups <= self.most_in_groups[at] {
                let gain = u32::from(way.in_runs + way.in_groups - what.must) * worth.tile[at];
                let next = (way.runs, jokers - way.all_jokers());
                // Many moves differ only in what goes into groups: of those that lead to the same, the best will do.
                match ways[..count].iter().position(|known| (known.0, known.1) == next) {
                    Some(known) => ways[known].2 = ways[known].2.max(gain),
                    None if count < ways.len() => {
                        ways[count] = (next.0, next.1, gain);
                        count += 1;
                    }
                    // No room to remember: what this would bring is bounded by everything.
                    None => ways[0].2 = u32::MAX / 16,
                }
            }
        });
        let mut best = None;
        for &(next, left, gain) in &ways[..count] {
            if let Some(rest) = self.of(supply, worth, colour, number + 1, next, left) {
                best = best.max(Some(gain + rest));
            }
        }
        self.known[place] = u64::from(self.question) << 32 | u64::from(best.map_or(0, |best| best + 1));
        best
    }
}
