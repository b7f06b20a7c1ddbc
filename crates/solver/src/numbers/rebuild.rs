//! From the choices of the search to the sets that lie on the table.

use trinta_core::{Colour, Laid, Layout, Tile, numbers};

use crate::numbers::moves::{Move, group_count};
use crate::numbers::offers::homes;
use crate::numbers::search::{Chosen, bits};

/// The runs of one colour that are still open, by length: one tile, two, three and more.
#[derive(Default)]
struct Open {
    runs: [Vec<Vec<Laid>>; 3],
}

/// The table after a play: the sets that are kept where they lay, then the others, with the jokers that are left over
/// in any of those, as many as have room.
pub(super) fn rebuild(before: &Layout, chosen: &[Chosen], left_over: u8) -> Layout {
    let mut chosen = chosen.to_vec();
    let runs = chosen.iter().flat_map(|at| at.moves).any(|way| way.in_runs > 0);
    let left_over = if runs {
        left_over
    } else {
        (0..=left_over).rev().find(|&jokers| house(&mut chosen, jokers));
        0
    };
    let keeps = chosen.iter().fold(0, |keeps, chosen| keeps | chosen.keeps);
    let mut layout: Layout = bits(keeps).map(|set| before.set(set).to_vec()).collect();
    let mut open: [Open; 4] = Default::default();
    for at in &chosen {
        for (colour, open) in Colour::ALL.into_iter().zip(&mut open) {
            open.go_on(colour, at.number, &at.moves[colour as usize], &mut layout);
        }
        add_groups(at, &mut layout);
    }
    for open in &mut open {
        open.runs.iter_mut().flat_map(std::mem::take).for_each(|run| layout.push(run));
    }
    if left_over == 0 { layout } else { place_jokers(&layout, keeps.count_ones() as usize, left_over) }
}

/// Finds groups for jokers; says whether all have one.
fn house(chosen: &mut [Chosen], jokers: u8) -> bool {
    let Some((at, others)) = chosen.split_first_mut() else { return jokers == 0 };
    let homes = homes(at.moves.map(|way| way.in_groups), at.group_jokers);
    let before = at.group_jokers;
    for here in (0..=jokers).filter(|here| homes >> here & 1 == 1) {
        at.group_jokers = before + here;
        if house(others, jokers - here) {
            return true;
        }
    }
    at.group_jokers = before;
    false
}

/// Adds jokers to sets that are not kept, wherever there is room; where there is none, a long run is parted.
fn place_jokers(layout: &Layout, kept: usize, mut left_over: u8) -> Layout {
    let mut sets: Vec<Vec<Laid>> = layout.sets().map(<[Laid]>::to_vec).collect();
    while left_over > 0 {
        for set in &mut sets[kept..] {
            while left_over > 0 {
                set.push(Laid::JOKER);
                if numbers::read(set).is_err() {
                    set.pop();
                    break;
                }
                left_over -= 1;
            }
        }
        if left_over > 0 {
            let Some(long) = sets[kept..].iter_mut().find(|set| set.len() >= 6) else {
                unreachable!("the search leaves room for every joker")
            };
            let rest = long.split_off(3);
            sets.push(rest);
        }
    }
    sets.into_iter().collect()
}

impl Open {
    /// Uses the tiles of one number; runs that do not go on are finished.
    fn go_on(&mut self, colour: Colour, number: u8, way: &Move, layout: &mut Layout) {
        let Some(tile) = Tile::number(colour, number) else { return };
        let [ones, twos, mut more] = std::mem::take(&mut self.runs);
        let finished = more.split_off(usize::from(way.longer).min(more.len()));
        finished.into_iter().for_each(|run| layout.push(run));
        let unfinished = ones.len() + twos.len() + more.len();
        let begun = usize::from(way.in_runs + way.jokers) - unfinished;
        // New runs begin with tiles; what is left of them, and then the jokers, extend the old ones.
        let mut tiles = usize::from(way.in_runs) - begun;
        for mut run in ones.into_iter().chain(twos).chain(more) {
            run.push(if tiles > 0 { tile.into() } else { Laid::JOKER });
            tiles = tiles.saturating_sub(1);
            self.add(run);
        }
        let mut leads = (1..).zip(way.led).flat_map(|(jokers, runs)| std::iter::repeat_n(jokers, usize::from(runs)));
        for _ in 0..begun {
            let mut run = vec![Laid::JOKER; leads.next().unwrap_or(0)];
            run.push(tile.into());
            self.add(run);
        }
    }

    fn add(&mut self, run: Vec<Laid>) {
        self.runs[run.len().min(3) - 1].push(run);
    }
}

/// Deals the tiles set aside for groups out to as many groups as it takes, and fills up with jokers.
fn add_groups(at: &Chosen, layout: &mut Layout) {
    let counts = at.moves.map(|way| way.in_groups);
    let tiles: u8 = counts.iter().sum();
    if tiles == 0 {
        return;
    }
    let fullest = counts.into_iter().max().unwrap_or(0);
    let groups = usize::from(group_count(tiles, at.group_jokers, fullest));
    let mut sets = vec![Vec::with_capacity(4); groups];
    let copies =
        Colour::ALL.into_iter().flat_map(|colour| std::iter::repeat_n(colour, usize::from(counts[colour as usize])));
    for (place, tile) in copies.filter_map(|colour| Tile::number(colour, at.number)).enumerate() {
        sets[place % groups].push(Laid::from(tile));
    }
    for _ in 0..at.group_jokers {
        if let Some(smallest) = sets.iter_mut().min_by_key(|set| set.len()) {
            smallest.push(Laid::JOKER);
        }
    }
    sets.into_iter().for_each(|set| layout.push(set));
}
