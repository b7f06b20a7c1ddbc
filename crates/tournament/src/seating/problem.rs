//! Seating with as few repeated meetings as can be found: a local search over swaps of two players.

use std::collections::HashMap;

use crate::people::Number;
use crate::random::Chance;
use crate::seating::History;

/// Nobody should sit at a short table twice, but rather that than meet somebody again.
const REPEAT: usize = 8;
const SHORT_AGAIN: usize = 1;
/// Up to this many players every swap is looked at; beyond it a sample, of which there is always a good one.
const SMALL: usize = 128;
/// Searches from a new lot, and seatings that are tried until the rounds to come can be seated as well.
const RESTARTS: usize = 24;
const ATTEMPTS: usize = 12;
/// From this many players on, three rounds without a repeated meeting are promised.
const PROMISED: usize = 20;
const PROMISED_ROUNDS: u32 = 3;

/// Players to be seated at tables of given sizes, by their places in a list.
pub(super) struct Problem<'a> {
    players: Vec<Number>,
    sizes: Vec<usize>,
    history: &'a History,
    met: Vec<Vec<usize>>,
    /// The same as a bit for each player, where there are few enough; this is where a search spends its time.
    met_bits: Vec<u128>,
    was_short: Vec<bool>,
    /// No seating costs less: there may be more seats at short tables than players who have not had one.
    lower_bound: usize,
}

/// A seating in the making: which seat is whose.
#[derive(Clone)]
struct Draft {
    tables: Vec<Vec<usize>>,
    table_of: Vec<usize>,
    cost: usize,
}

impl<'a> Problem<'a> {
    pub(super) fn new(players: Vec<Number>, sizes: Vec<usize>, history: &'a History) -> Problem<'a> {
        let places: HashMap<Number, usize> = players.iter().enumerate().map(|(at, &number)| (number, at)).collect();
        let opponents = |number: &Number| {
            history.opponents(*number).iter().filter_map(|other| places.get(other).copied()).collect()
        };
        let met: Vec<Vec<usize>> = players.iter().map(opponents).collect();
        let bits = |met: &Vec<usize>| met.iter().fold(0, |bits, &other| bits | 1_u128 << other);
        let met_bits = if players.len() < SMALL { met.iter().map(bits).collect() } else { Vec::new() };
        let was_short: Vec<bool> = players.iter().map(|&number| history.was_short(number)).collect();
        let short_seats: usize = sizes.iter().filter(|&&size| size < 4).sum();
        let fresh = was_short.iter().filter(|&&was_short| !was_short).count();
        let lower_bound = short_seats.saturating_sub(fresh) * SHORT_AGAIN;
        Problem { players, sizes, history, met, met_bits, was_short, lower_bound }
    }

    /// A seating by lot, without repeated meetings if one is found that leaves room for the rounds to come.
    pub(super) fn solve(&self, chance: &mut Chance, rounds_to_come: u32) -> Vec<Vec<Number>> {
        let mut best = self.search(chance, &[]);
        let looks_ahead = (PROMISED..SMALL).contains(&self.players.len()) && rounds_to_come > 0;
        if looks_ahead {
            for _ in 0..ATTEMPTS {
                if best.cost > self.lower_bound
                    || self.leaves_room(&best, chance, rounds_to_come.min(PROMISED_ROUNDS - 1))
                {
                    break;
                }
                best = self.search(chance, &[]);
            }
        }
        self.numbers(&best)
    }

    /// A seating as near to the given one as can be, mended by swaps; small ones by a search if that is not enough.
    /// The first tables in `kept` stay as they are: if that costs too much, as many as in its next number.
    pub(super) fn mend(&self, tables: &[Vec<usize>], kept: &[usize], chance: &mut Chance) -> Vec<Vec<Number>> {
        let mut draft = self.draft(tables.to_vec());
        self.mend_nearby(&mut draft, kept.first().copied().unwrap_or_default());
        for (at, &kept) in kept.iter().enumerate() {
            let is_good_enough = if at == 0 { draft.cost <= self.lower_bound } else { self.is_as_promised(&draft) };
            if is_good_enough {
                break;
            }
            let mut found = self.draft(tables.to_vec());
            self.mend_nearby(&mut found, kept);
            if found.cost > self.lower_bound && self.players.len() < SMALL {
                found = self.search(chance, &tables[..kept]);
            }
            if found.cost < draft.cost {
                draft = found;
            }
        }
        self.numbers(&draft)
    }

    /// As [`Problem::mend`] was in the first version of the seating.
    pub(super) fn mend_as_before(&self, tables: &[Vec<usize>], locked: usize, chance: &mut Chance) -> Vec<Vec<Number>> {
        let mut draft = self.draft(tables.to_vec());
        self.mend_nearby(&mut draft, locked);
        if draft.cost > self.lower_bound && self.players.len() < SMALL {
            for kept in [locked, 0] {
                let found = self.search(chance, &tables[..kept]);
                if found.cost < draft.cost {
                    draft = found;
                }
                if draft.cost <= self.lower_bound {
                    break;
                }
            }
        }
        self.numbers(&draft)
    }

    /// Whether nobody meets anybody twice and, where there are enough players for three rounds of it, nobody sits at a
    /// short table for a second time (B14).
    fn is_as_promised(&self, draft: &Draft) -> bool {
        let short_seats: usize = self.sizes.iter().filter(|&&size| size < 4).sum();
        let is_promised = PROMISED_ROUNDS as usize * short_seats <= self.players.len();
        let worst = if is_promised { self.lower_bound } else { short_seats * SHORT_AGAIN };
        draft.cost <= worst && draft.tables.iter().all(|table| self.repeats_at(table) == 0)
    }

    /// A seating as near to the given one as can be, with the repeated meetings swapped away that near players can
    /// take over.
    pub(super) fn mend_nearby_only(&self, tables: &[Vec<usize>]) -> Vec<Vec<Number>> {
        let mut draft = self.draft(tables.to_vec());
        self.mend_nearby(&mut draft, 0);
        self.numbers(&draft)
    }

    fn numbers(&self, draft: &Draft) -> Vec<Vec<Number>> {
        let seated = |table: &Vec<usize>| table.iter().map(|&player| self.players[player]).collect();
        draft.tables.iter().map(seated).collect()
    }

    /// Whether rounds without repeated meetings can follow, as far as they are promised.
    fn leaves_room(&self, draft: &Draft, chance: &mut Chance, rounds: u32) -> bool {
        let mut history = self.history.clone();
        self.numbers(draft).iter().for_each(|table| history.add(table));
        let met = self.met.iter().map(Vec::len).max().unwrap_or(0);
        if rounds == 0 || met >= 3 * (PROMISED_ROUNDS as usize - 1) {
            return true;
        }
        let next = Problem::new(self.players.clone(), self.sizes.clone(), &history);
        let draft = next.search(chance, &[]);
        draft.cost <= next.lower_bound && next.leaves_room(&draft, chance, rounds - 1)
    }

    fn draft(&self, tables: Vec<Vec<usize>>) -> Draft {
        let mut table_of = vec![0; self.players.len()];
        for (table, players) in tables.iter().enumerate() {
            for &player in players {
                table_of[player] = table;
            }
        }
        let cost = tables.iter().map(|table| self.table_cost(table)).sum();
        Draft { tables, table_of, cost }
    }

    fn table_cost(&self, table: &[usize]) -> usize {
        let repeats = self.repeats_at(table);
        let again = table.iter().filter(|&&player| table.len() < 4 && self.was_short[player]).count();
        repeats * REPEAT + again * SHORT_AGAIN
    }

    fn repeats_at(&self, table: &[usize]) -> usize {
        (0..table.len()).map(|at| self.repeats_with(table[at], &table[at + 1..])).sum()
    }

    fn has_met(&self, player: usize, other: usize) -> bool {
        match self.met_bits.get(player) {
            Some(bits) => bits >> other & 1 == 1,
            None => self.met[player].contains(&other),
        }
    }

    fn repeats_with(&self, player: usize, others: &[usize]) -> usize {
        others.iter().filter(|other| self.has_met(player, **other)).count()
    }

    /// What a player costs at a table in the place of somebody who sits there.
    fn cost_at(&self, draft: &Draft, player: usize, table: usize, in_place_of: usize) -> usize {
        let others = &draft.tables[table];
        let repeats = others.iter().filter(|&&other| other != in_place_of && self.has_met(player, other)).count();
        let again = usize::from(self.sizes[table] < 4 && self.was_short[player]);
        repeats * REPEAT + again * SHORT_AGAIN
    }

    /// What a swap of two players saves; less than 0 if it costs.
    fn saved(&self, draft: &Draft, one: usize, other: usize) -> isize {
        let (here, there) = (draft.table_of[one], draft.table_of[other]);
        let before = self.cost_at(draft, one, here, one) + self.cost_at(draft, other, there, other);
        let after = self.cost_at(draft, one, there, other) + self.cost_at(draft, other, here, one);
        before as isize - after as isize
    }

    fn swap(&self, draft: &mut Draft, one: usize, other: usize) {
        let saved = self.saved(draft, one, other);
        let (here, there) = (draft.table_of[one], draft.table_of[other]);
        for (table, out, into) in [(here, one, other), (there, other, one)] {
            if let Some(seat) = draft.tables[table].iter_mut().find(|seat| **seat == out) {
                *seat = into;
            }
        }
        draft.table_of.swap(one, other);
        draft.cost = draft.cost.saturating_add_signed(-saved);
    }

    fn troubled(&self, draft: &Draft, locked: usize) -> Vec<usize> {
        let in_trouble = |player: &usize| {
            let table = draft.table_of[*player];
            table >= locked && self.cost_at(draft, *player, table, *player) > 0
        };
        (0..self.players.len()).filter(in_trouble).collect()
    }

    /// A seating by lot with the given first tables, mended by swaps.
    fn search(&self, chance: &mut Chance, first: &[Vec<usize>]) -> Draft {
        let mut best: Option<Draft> = None;
        for _ in 0..RESTARTS {
            let draft = self.search_once(chance, first);
            if best.as_ref().is_none_or(|best| draft.cost < best.cost) {
                best = Some(draft);
            }
            if best.as_ref().is_some_and(|best| best.cost <= self.lower_bound) {
                break;
            }
        }
        best.unwrap_or_else(|| self.draft(Vec::new()))
    }

    fn search_once(&self, chance: &mut Chance, first: &[Vec<usize>]) -> Draft {
        let seated: Vec<usize> = first.iter().flatten().copied().collect();
        let mut rest: Vec<usize> = (0..self.players.len()).filter(|player| !seated.contains(player)).collect();
        chance.shuffle(&mut rest);
        let mut rest = rest.into_iter();
        let others = self.sizes[first.len()..].iter().map(|&size| rest.by_ref().take(size).collect());
        let mut draft = self.draft(first.iter().cloned().chain(others).collect());
        let mut best = draft.clone();
        let steps = 60 * self.players.len().min(SMALL);
        for _ in 0..steps {
            if best.cost <= self.lower_bound {
                break;
            }
            let troubled = self.troubled(&draft, first.len());
            if troubled.is_empty() {
                break;
            }
            let player = troubled[chance.below(troubled.len())];
            let Some(other) = self.partner(&draft, player, first.len(), chance) else { break };
            self.swap(&mut draft, player, other);
            if draft.cost < best.cost {
                best = draft.clone();
            }
        }
        best
    }

    /// The best player to swap with; of equally good ones any, and now and then any at all, which leads out of a
    /// seating that no single swap improves.
    fn partner(&self, draft: &Draft, player: usize, locked: usize, chance: &mut Chance) -> Option<usize> {
        let own = draft.table_of[player];
        let elsewhere = |other: &usize| draft.table_of[*other] != own && draft.table_of[*other] >= locked;
        let candidates: Vec<usize> = if self.players.len() < SMALL {
            (0..self.players.len()).filter(elsewhere).collect()
        } else {
            (0..SMALL).map(|_| chance.below(self.players.len())).filter(elsewhere).collect()
        };
        if candidates.is_empty() {
            return None;
        }
        if chance.below(16) == 0 {
            return Some(candidates[chance.below(candidates.len())]);
        }
        let saved: Vec<isize> = candidates.iter().map(|&other| self.saved(draft, player, other)).collect();
        let most = saved.iter().max().copied()?;
        let best: Vec<usize> =
            candidates.into_iter().zip(saved).filter(|(_, saved)| *saved == most).map(|(at, _)| at).collect();
        Some(best[chance.below(best.len())])
    }

    /// Swaps players in trouble with the nearest who take them out of it.
    fn mend_nearby(&self, draft: &mut Draft, locked: usize) {
        let last = draft.tables.len();
        for player in self.troubled(draft, locked) {
            let own = draft.table_of[player];
            let worth = self.cost_at(draft, player, own, player);
            if worth == 0 {
                continue;
            }
            let nearby = (1..last).flat_map(|distance| [own.checked_sub(distance), Some(own + distance)]);
            let tables = nearby.flatten().filter(|table| (locked..last).contains(table));
            let mut others = tables.flat_map(|table| draft.tables[table].clone());
            let better = others.find(|&other| self.saved(draft, player, other) > 0);
            if let Some(other) = better {
                self.swap(draft, player, other);
            }
        }
    }
}
