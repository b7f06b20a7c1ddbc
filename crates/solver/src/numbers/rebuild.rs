//! Rebuilds the sets of a table from the decisions of the search.

use trinta_core::{Colour, Laid, Layout, Tile, numbers};

use crate::numbers::allocation::{Allocation, group_count};
use crate::numbers::groupings::capacities;
use crate::numbers::search::{Decision, set_bits};

/// The open runs of one colour by length: one tile, two, three and more.
#[derive(Default)]
struct RunBuilder {
    runs: [Vec<Vec<Laid>>; 3],
}

/// The table after a play: the kept sets in their order, then the others. As many unneeded jokers as fit are added to
/// the sets that are not kept.
pub(super) fn rebuild(before: &Layout, decisions: &[Decision], unneeded_jokers: u8) -> Layout {
    let mut decisions = decisions.to_vec();
    let has_run = decisions.iter().flat_map(|decision| decision.allocations).any(|allocation| allocation.in_runs > 0);
    let for_runs = if has_run {
        unneeded_jokers
    } else {
        (0..=unneeded_jokers).rev().find(|&jokers| add_jokers_to_groups(&mut decisions, jokers));
        0
    };
    let keeps = decisions.iter().fold(0, |keeps, decision| keeps | decision.keeps);
    let mut layout: Layout = set_bits(keeps).map(|set| before.set(set).to_vec()).collect();
    let mut open: [RunBuilder; 4] = Default::default();
    for decision in &decisions {
        for (colour, open) in Colour::ALL.into_iter().zip(&mut open) {
            open.advance(colour, decision.number, &decision.allocations[colour as usize], &mut layout);
        }
        add_groups(decision, &mut layout);
    }
    for open in &mut open {
        open.runs.iter_mut().flat_map(std::mem::take).for_each(|run| layout.push(run));
    }
    if for_runs == 0 { layout } else { place_jokers(&layout, keeps.count_ones() as usize, for_runs) }
}

/// Distributes jokers among the groups; returns whether all of them fit.
fn add_jokers_to_groups(decisions: &mut [Decision], jokers: u8) -> bool {
    let Some((first, others)) = decisions.split_first_mut() else { return jokers == 0 };
    let capacities = capacities(first.allocations.map(|allocation| allocation.in_groups), first.group_jokers);
    let before = first.group_jokers;
    for here in (0..=jokers).filter(|here| capacities >> here & 1 == 1) {
        first.group_jokers = before + here;
        if add_jokers_to_groups(others, jokers - here) {
            return true;
        }
    }
    first.group_jokers = before;
    false
}

/// Adds jokers to sets that are not kept, wherever they fit; if they fit nowhere, splits a long run.
fn place_jokers(layout: &Layout, kept: usize, mut jokers: u8) -> Layout {
    let mut sets: Vec<Vec<Laid>> = layout.sets().map(<[Laid]>::to_vec).collect();
    while jokers > 0 {
        for set in &mut sets[kept..] {
            while jokers > 0 {
                set.push(Laid::JOKER);
                if numbers::read(set).is_err() {
                    set.pop();
                    break;
                }
                jokers -= 1;
            }
        }
        if jokers > 0 {
            let Some(long) = sets[kept..].iter_mut().find(|set| set.len() >= 6) else {
                unreachable!("the search has counted the jokers that fit")
            };
            let rest = long.split_off(3);
            sets.push(rest);
        }
    }
    sets.into_iter().collect()
}

impl RunBuilder {
    /// Allocates the tiles of one number; runs that are not extended are finished.
    fn advance(&mut self, colour: Colour, number: u8, allocation: &Allocation, layout: &mut Layout) {
        let Some(tile) = Tile::number(colour, number) else { return };
        let [ones, twos, mut more] = std::mem::take(&mut self.runs);
        let finished = more.split_off(usize::from(allocation.extended).min(more.len()));
        finished.into_iter().for_each(|run| layout.push(run));
        let extended = ones.len() + twos.len() + more.len();
        let begun = usize::from(allocation.in_runs + allocation.jokers) - extended;
        // New runs begin with a tile; the other tiles, and then the jokers, extend the open ones.
        let mut tiles = usize::from(allocation.in_runs) - begun;
        for mut run in ones.into_iter().chain(twos).chain(more) {
            run.push(if tiles > 0 { tile.into() } else { Laid::JOKER });
            tiles = tiles.saturating_sub(1);
            self.add(run);
        }
        let mut leading =
            (1..).zip(allocation.leading).flat_map(|(jokers, runs)| std::iter::repeat_n(jokers, usize::from(runs)));
        for _ in 0..begun {
            let mut run = vec![Laid::JOKER; leading.next().unwrap_or(0)];
            run.push(tile.into());
            self.add(run);
        }
    }

    fn add(&mut self, run: Vec<Laid>) {
        self.runs[run.len().min(3) - 1].push(run);
    }
}

/// Distributes the tiles offered to groups, then the jokers.
fn add_groups(decision: &Decision, layout: &mut Layout) {
    let counts = decision.allocations.map(|allocation| allocation.in_groups);
    let tiles: u8 = counts.iter().sum();
    if tiles == 0 {
        return;
    }
    let copies = counts.into_iter().max().unwrap_or(0);
    let groups = usize::from(group_count(tiles, decision.group_jokers, copies));
    let mut sets = vec![Vec::with_capacity(4); groups];
    let colours =
        Colour::ALL.into_iter().flat_map(|colour| std::iter::repeat_n(colour, usize::from(counts[colour as usize])));
    for (index, tile) in colours.filter_map(|colour| Tile::number(colour, decision.number)).enumerate() {
        sets[index % groups].push(Laid::from(tile));
    }
    for _ in 0..decision.group_jokers {
        if let Some(smallest) = sets.iter_mut().min_by_key(|set| set.len()) {
            smallest.push(Laid::JOKER);
        }
    }
    sets.into_iter().for_each(|set| layout.push(set));
}
