//! From the choices of the search to the sets that lie on the table.

use trinta_core::{Colour, Laid, Layout, Table, Tile, numbers};

use crate::numbers::moves::{Move, group_count};
use crate::numbers::search::{Chosen, bits};

/// The runs of one colour that are still open, by length: one tile, two, three and more.
#[derive(Default)]
struct Open {
    runs: [Vec<Vec<Laid>>; 3],
}

/// The table after a play: the sets that are kept where they lay, then the others; and how many of the jokers that
/// were left over found no place among the others.
pub(super) fn rebuild(before: &Table, chosen: &[Chosen], left_over: u8) -> (Layout, u8) {
    let keeps = chosen.iter().fold(0, |keeps, chosen| keeps | chosen.keeps);
    let mut layout: Layout = bits(keeps).map(|set| before.layout().set(set).to_vec()).collect();
    let mut open: [Open; 4] = Default::default();
    for at in chosen {
        for (colour, open) in Colour::ALL.into_iter().zip(&mut open) {
            open.go_on(colour, at.number, &at.moves[colour as usize], &mut layout);
        }
        add_groups(at, &mut layout);
    }
    for open in &mut open {
        open.runs.iter_mut().flat_map(std::mem::take).for_each(|run| layout.push(run));
    }
    place_jokers(&layout, keeps.count_ones() as usize, left_over)
}

/// Adds jokers to sets that are not kept, wherever there is room.
fn place_jokers(layout: &Layout, kept: usize, mut left_over: u8) -> (Layout, u8) {
    let mut sets: Vec<Vec<Laid>> = layout.sets().map(<[Laid]>::to_vec).collect();
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
    (sets.into_iter().collect(), left_over)
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
