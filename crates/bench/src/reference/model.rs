//! The rules as an integer program.
//!
//! Unknown are: how often each plain set of three to five tiles lies on the table, how many jokers stand for each tile,
//! and how many of the old sets are kept. Longer runs are runs of three to five laid end to end. For every tile, the
//! sets need at least the copies that lay on the table and at most those and the rack's, with what jokers stand for
//! taken off. Which of several sets a joker is in does not matter, so it is not asked: that keeps the model small.
//!
//! Jokers alone are no set. With two jokers there can be none; with more, each set of so few tiles must have as many
//! tiles on the table as it lies there often. That is enough: two sets have six tiles, and there are four jokers.
//!
//! The model that has been published for this game asks which set each joker is in: a column for every set with every
//! choice of jokers, and one for each kind of rack tile that is placed. It is here to be timed, and as a third opinion.

use std::collections::BTreeMap;
use std::sync::LazyLock;
use std::time::Duration;

use highs::{Col, HighsModelStatus, RowProblem, Sense};
use trinta_core::{Counts, Tile, Tiles};
use trinta_testkit::naive;

use crate::aim::Aim;
use crate::question::Question;

/// Longer runs are laid end to end from these.
pub(super) const LONGEST: usize = 5;

/// Every set of three to five tiles with every choice of jokers in it, and how many these are.
pub(super) static SETS_WITH_JOKERS: LazyLock<Vec<(u8, Vec<Tile>)>> = LazyLock::new(|| {
    let sets = (0..=4)
        .flat_map(|jokers| naive::sets_with_jokers(usize::from(jokers)).into_iter().map(move |set| (jokers, set)));
    sets.filter(|(_, set)| set.len() <= LONGEST).collect()
});

/// How the rules are written as equations.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Form {
    /// Jokers stand for tiles, whichever set these are in; a set may be of jokers alone.
    Loose,
    /// The same without sets of jokers alone.
    Strict,
    /// Sets with their jokers.
    Published,
}

/// What a column stands for.
#[derive(Debug, Clone)]
enum Column {
    /// A set that is laid so many times, jokers taking places in it as it happens.
    Set(Vec<Tile>),
    /// A set that is laid so many times with just these tiles and jokers.
    SetWithJokers(Vec<Tile>),
    /// So many tiles of a kind come from the rack, which the sets already count.
    Placed,
    /// So many jokers stand for this tile.
    Joker(Tile),
    /// So many old sets of these tiles are kept.
    Kept(Tiles),
}

/// What one of a column adds to the merits, in the order in which the aim looks at them.
type Gain = [f64; 3];

/// An integer program for a position.
#[derive(Debug)]
pub(super) struct Model {
    problem: RowProblem,
    columns: Vec<(Column, Gain)>,
    /// What lay on the table before counts for nothing.
    before: Gain,
}

/// What was chosen.
#[derive(Debug, Default)]
pub(super) struct Chosen {
    /// The sets that are laid, each as often as it lies there.
    pub(super) sets: Vec<Vec<Tile>>,
    /// The sets that are laid with just these tiles and jokers.
    pub(super) whole_sets: Vec<Vec<Tile>>,
    /// The tiles for which jokers stand.
    pub(super) jokers: Vec<Tile>,
    /// The old sets that are kept.
    pub(super) kept: Vec<Tiles>,
    /// What it is worth, in the order in which the aim looks at it.
    pub(super) merit: (u32, u32, u32),
}

/// How solving ended.
#[derive(Debug)]
pub(super) enum Solved {
    Optimal(Chosen),
    OutOfTime,
}

/// The columns of the problem with what they add up to.
struct Builder {
    problem: RowProblem,
    columns: Vec<(Column, Gain)>,
    aim: Aim,
    weights: Gain,
    joker_left: u32,
    /// For every tile, in which columns it is, and how often.
    tiles: BTreeMap<Tile, Vec<(Col, f64)>>,
    jokers: Vec<(Col, f64)>,
}

impl Model {
    pub(super) fn new(question: &Question, aim: Aim, form: Form) -> Model {
        let joker_left = question.position().joker_left;
        let on_table = question.table.layout().counts();
        let on_rack = question.rack.counts();
        let (must, may) = (on_table.of(Tile::JOKER), on_table.of(Tile::JOKER) + on_rack.of(Tile::JOKER));
        let mut builder = Builder {
            problem: RowProblem::default(),
            columns: Vec::new(),
            aim,
            weights: weights(question, aim),
            joker_left,
            tiles: BTreeMap::new(),
            jokers: Vec::new(),
        };
        let supply = |tile: Tile| on_table.of(tile) + on_rack.of(tile);
        if form == Form::Published {
            builder.add_sets_with_jokers(supply, may);
        } else {
            let sets = builder.add_sets(supply, may);
            if may > 0 {
                builder.add_jokers(may);
            }
            if form == Form::Strict {
                builder.forbid_jokers_alone(&sets, may);
            }
        }
        builder.add_kept(question);
        for (tile, mut row) in std::mem::take(&mut builder.tiles) {
            let (least, most) = (on_table.of(tile), supply(tile));
            if form == Form::Published {
                row.push((builder.add(Column::Placed, [0.0; 3], most - least), -1.0));
                builder.problem.add_row(least..=least, row);
            } else {
                builder.problem.add_row(least..=most, row);
            }
        }
        if may > 0 {
            builder.problem.add_row(must..=may, std::mem::take(&mut builder.jokers));
        }
        let before = builder.gain(&question.table.tiles());
        Model { problem: builder.problem, columns: builder.columns, before }
    }

    pub(super) fn solve(self, limit: Duration) -> Solved {
        let mut model = self.problem.optimise(Sense::Maximise);
        model.set_option("threads", 1);
        model.set_option("parallel", "off");
        model.set_option("mip_rel_gap", 0.0);
        // Every play is worth a whole number.
        model.set_option("mip_abs_gap", 0.5);
        model.set_option("time_limit", limit.as_secs_f64());
        let solved = model.solve();
        match solved.status() {
            // Nothing on the table, and no set that could be laid.
            HighsModelStatus::Optimal | HighsModelStatus::ModelEmpty => {}
            HighsModelStatus::ReachedTimeLimit => return Solved::OutOfTime,
            // Leaving everything as it is is always possible, and nothing is without limit.
            other => unreachable!("HiGHS says {other:?}"),
        }
        let mut chosen = Chosen::default();
        let mut merit = self.before.map(|gain| -gain);
        for ((column, gain), value) in self.columns.into_iter().zip(solved.get_solution().columns()) {
            let times = value.round();
            (0..3).for_each(|place| merit[place] += gain[place] * times);
            let times = times as usize;
            match column {
                Column::Set(tiles) => chosen.sets.extend(std::iter::repeat_n(tiles, times)),
                Column::SetWithJokers(tiles) => chosen.whole_sets.extend(std::iter::repeat_n(tiles, times)),
                Column::Placed => (),
                Column::Joker(tile) => chosen.jokers.extend(std::iter::repeat_n(tile, times)),
                Column::Kept(tiles) => chosen.kept.extend(std::iter::repeat_n(tiles, times)),
            }
        }
        let [first, second, third] = merit.map(|merit| merit as u32);
        chosen.merit = (first, second, third);
        Solved::Optimal(chosen)
    }
}

/// One solve finds all three merits: none of the lesser ones can make up for one of a greater.
fn weights(question: &Question, aim: Aim) -> Gain {
    let most_second = match aim {
        Aim::Tiles => question.rack.value() as f64,
        Aim::Value => question.rack.len() as f64,
    };
    let second = question.table.len() as f64 + 1.0;
    [second * (most_second + 1.0), second, 1.0]
}

impl Builder {
    /// What tiles are worth on the table.
    fn gain(&self, tiles: &Tiles) -> Gain {
        self.order(tiles.len(), tiles.value(), tiles.jokers() as u32 * self.joker_left)
    }

    fn order(&self, tiles: usize, value: u32, for_jokers: u32) -> Gain {
        let (tiles, value) = (tiles as f64, f64::from(value));
        match self.aim {
            Aim::Tiles => [tiles, value, 0.0],
            Aim::Value => [value + f64::from(for_jokers), tiles, 0.0],
        }
    }

    fn add(&mut self, column: Column, gain: Gain, most: u8) -> Col {
        let cost = (0..3).map(|place| self.weights[place] * gain[place]).sum();
        self.columns.push((column, gain));
        self.problem.add_integer_column(cost, 0..=most)
    }

    /// All sets that tiles and jokers are enough for.
    fn add_sets(&mut self, supply: impl Fn(Tile) -> u8, jokers: u8) -> Vec<(Vec<Tile>, Col)> {
        let mut sets = Vec::new();
        for set in naive::plain_sets() {
            let missing = set.iter().filter(|&&tile| supply(tile) == 0).count();
            if set.len() > LONGEST || missing > usize::from(jokers) {
                continue;
            }
            let most = set.iter().map(|&tile| supply(tile)).min().unwrap_or(0) + jokers;
            let gain = self.gain(&set.iter().copied().collect());
            let column = self.add(Column::Set(set.clone()), gain, most);
            for &tile in &set {
                self.tiles.entry(tile).or_default().push((column, 1.0));
            }
            sets.push((set, column));
        }
        sets
    }

    /// All sets with jokers in them that tiles and jokers are enough for.
    fn add_sets_with_jokers(&mut self, supply: impl Fn(Tile) -> u8, most_jokers: u8) {
        for (jokers, set) in SETS_WITH_JOKERS.iter().filter(|(jokers, _)| *jokers <= most_jokers) {
            let tiles = || set.iter().copied().filter(|tile| !tile.is_joker());
            let most = tiles().map(&supply).min().unwrap_or(0);
            if most == 0 {
                continue;
            }
            let most = most_jokers.checked_div(*jokers).map_or(most, |sets| sets.min(most));
            let gain = self.gain(&set.iter().copied().collect());
            let column = self.add(Column::SetWithJokers(set.clone()), gain, most);
            for tile in tiles() {
                self.tiles.entry(tile).or_default().push((column, 1.0));
            }
            if *jokers > 0 {
                self.jokers.push((column, f64::from(*jokers)));
            }
        }
    }

    /// A joker makes up for a tile, but not for its value.
    fn add_jokers(&mut self, jokers: u8) {
        let tiles: Vec<Tile> = self.tiles.keys().copied().collect();
        for tile in tiles {
            let mut gain = self.order(0, tile.value(), 0).map(|gain| -gain);
            if self.aim == Aim::Value {
                gain[0] += f64::from(self.joker_left);
            }
            let column = self.add(Column::Joker(tile), gain, jokers);
            self.tiles.entry(tile).or_default().push((column, -1.0));
            self.jokers.push((column, 1.0));
        }
    }

    /// Each set that could be of jokers alone has a tile of its own. Old sets that are kept don't lend theirs, so their
    /// columns come later.
    fn forbid_jokers_alone(&mut self, sets: &[(Vec<Tile>, Col)], jokers: u8) {
        for (set, column) in sets.iter().filter(|(set, _)| set.len() <= usize::from(jokers)) {
            let mut row: BTreeMap<usize, (Col, f64)> = BTreeMap::new();
            let tiles = set.iter().flat_map(|tile| &self.tiles[tile]).copied();
            for (col, factor) in tiles.chain([(*column, -1.0)]) {
                row.entry(col.index()).or_insert((col, 0.0)).1 += factor;
            }
            self.problem.add_row(0.., row.into_values().filter(|&(_, factor)| factor != 0.0).collect::<Vec<_>>());
        }
    }

    /// Old sets as a whole; those of the same tiles are as good as each other.
    fn add_kept(&mut self, question: &Question) {
        let mut old: BTreeMap<Vec<Tile>, u8> = BTreeMap::new();
        for set in question.table.sets() {
            let tiles: Tiles = set.iter().map(|piece| piece.tile()).collect();
            *old.entry(tiles.as_slice().to_vec()).or_default() += 1;
        }
        for (tiles, times) in old {
            let tiles = Tiles::from(tiles);
            let mut gain = self.gain(&tiles);
            gain[2] = 1.0;
            let counts: Counts = tiles.counts();
            let column = self.add(Column::Kept(tiles.clone()), gain, times);
            for tile in naive::number_tiles().filter(|&tile| counts.of(tile) > 0) {
                self.tiles.entry(tile).or_default().push((column, f64::from(counts.of(tile))));
            }
            if tiles.jokers() > 0 {
                self.jokers.push((column, tiles.jokers() as f64));
            }
        }
    }
}
