//! The rules as an integer program.
//!
//! The variables are the number of times each plain set of three to five tiles is laid, the number of jokers that stand
//! for each tile, and the number of table sets of each kind that are kept. Longer runs are composed of runs of three to
//! five. For every tile, the sets use at least the copies on the table and at most those on table and rack, jokers that
//! stand for it deducted. In which set a joker stands for a tile makes no difference, so the model leaves it open: that
//! keeps it small.
//!
//! A set of jokers alone is not allowed. With two jokers there can't be one. With more, every set that could consist of
//! jokers needs a tile of its own, which suffices: two sets have six tiles, and there are four jokers.
//!
//! The published model has a variable for every set with every choice of jokers in it, and one for each kind of rack
//! tile that is placed. It is here for its times, and as another check.

use std::collections::BTreeMap;
use std::sync::LazyLock;
use std::time::Duration;

use highs::{Col, HighsModelStatus, RowProblem, Sense};
use trinta_core::{Counts, Tile, Tiles};
use trinta_testkit::naive;

use crate::position::{BenchPosition, settings};
use crate::ranking::Ranking;

/// The longest runs of the model; longer ones are composed of them.
pub(super) const LONGEST: usize = 5;

/// Every set of three to five tiles with every choice of jokers in it, each with their number.
pub(super) static SETS_WITH_JOKERS: LazyLock<Vec<(u8, Vec<Tile>)>> = LazyLock::new(|| {
    let sets = (0..=4)
        .flat_map(|jokers| naive::sets_with_jokers(usize::from(jokers)).into_iter().map(move |set| (jokers, set)));
    sets.filter(|(_, set)| set.len() <= LONGEST).collect()
});

/// The form of the integer program.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Form {
    /// Jokers stand for tiles, regardless of the set; sets of jokers alone are possible.
    Loose,
    /// The same with constraints against sets of jokers alone.
    Strict,
    /// A variable for each set with its jokers.
    Published,
}

/// The meaning of a variable.
#[derive(Debug, Clone)]
enum Column {
    /// How often a set is laid, with jokers for any of its tiles.
    Set(Vec<Tile>),
    /// How often a set is laid with exactly these tiles and jokers.
    SetWithJokers(Vec<Tile>),
    /// The number of tiles of a kind that come from the rack. The sets already count them.
    Placed,
    /// The number of jokers that stand for a tile.
    Joker(Tile),
    /// The number of kept table sets with these tiles.
    Kept(Tiles),
}

/// What one unit of a variable adds to each criterion of the ranking.
type Gain = [f64; 3];

/// An integer program for a position.
#[derive(Debug)]
pub(super) struct Model {
    problem: RowProblem,
    columns: Vec<(Column, Gain)>,
    /// The gain of the tiles that are on the table before the play, which do not count.
    before: Gain,
}

/// An optimal solution.
#[derive(Debug, Default)]
pub(super) struct Solution {
    /// The sets that are laid, each as often as it is laid, with jokers for some of the tiles.
    pub(super) sets: Vec<Vec<Tile>>,
    /// The sets that are laid with exactly these tiles and jokers.
    pub(super) whole_sets: Vec<Vec<Tile>>,
    /// The tiles for which jokers stand.
    pub(super) jokers: Vec<Tile>,
    /// The tiles of the kept table sets.
    pub(super) kept: Vec<Tiles>,
    /// The criteria of the ranking.
    pub(super) merit: (u32, u32, u32),
}

/// The outcome of solving a model.
#[derive(Debug)]
pub(super) enum Solved {
    Optimal(Solution),
    OutOfTime,
}

/// A model under construction.
struct Builder {
    problem: RowProblem,
    columns: Vec<(Column, Gain)>,
    ranking: Ranking,
    weights: Gain,
    joker_left: u32,
    /// For every tile, the coefficients of its constraint.
    tiles: BTreeMap<Tile, Vec<(Col, f64)>>,
    jokers: Vec<(Col, f64)>,
}

impl Model {
    pub(super) fn new(position: &BenchPosition, ranking: Ranking, form: Form) -> Model {
        let joker_left = settings().joker_left;
        let on_table = position.table.layout().counts();
        let on_rack = position.rack.counts();
        let (must, may) = (on_table.of(Tile::JOKER), on_table.of(Tile::JOKER) + on_rack.of(Tile::JOKER));
        let mut builder = Builder {
            problem: RowProblem::default(),
            columns: Vec::new(),
            ranking,
            weights: weights(position, ranking),
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
        builder.add_kept(position);
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
        let before = builder.gain(&position.table.tiles());
        Model { problem: builder.problem, columns: builder.columns, before }
    }

    pub(super) fn solve(self, limit: Duration) -> Solved {
        let mut model = self.problem.optimise(Sense::Maximise);
        model.set_option("threads", 1);
        model.set_option("parallel", "off");
        model.set_option("mip_rel_gap", 0.0);
        // Objective values are integers.
        model.set_option("mip_abs_gap", 0.5);
        model.set_option("time_limit", limit.as_secs_f64());
        let solved = model.solve();
        match solved.status() {
            // An empty table, and no set that could be laid.
            HighsModelStatus::Optimal | HighsModelStatus::ModelEmpty => {}
            HighsModelStatus::ReachedTimeLimit => return Solved::OutOfTime,
            // Leaving the table unchanged is feasible, and all variables are bounded.
            other => unreachable!("HiGHS ended with {other:?}"),
        }
        let mut solution = Solution::default();
        let mut merit = self.before.map(|gain| -gain);
        for ((column, gain), value) in self.columns.into_iter().zip(solved.get_solution().columns()) {
            let times = value.round();
            (0..3).for_each(|criterion| merit[criterion] += gain[criterion] * times);
            let times = times as usize;
            match column {
                Column::Set(tiles) => solution.sets.extend(std::iter::repeat_n(tiles, times)),
                Column::SetWithJokers(tiles) => solution.whole_sets.extend(std::iter::repeat_n(tiles, times)),
                Column::Placed => (),
                Column::Joker(tile) => solution.jokers.extend(std::iter::repeat_n(tile, times)),
                Column::Kept(tiles) => solution.kept.extend(std::iter::repeat_n(tiles, times)),
            }
        }
        let [first, second, third] = merit.map(|merit| merit as u32);
        solution.merit = (first, second, third);
        Solved::Optimal(solution)
    }
}

/// Weights that make the sum lexicographic: no amount of a lesser criterion outweighs one unit of a greater one.
fn weights(position: &BenchPosition, ranking: Ranking) -> Gain {
    let max_second = match ranking {
        Ranking::Tiles => position.rack.value() as f64,
        Ranking::Value => position.rack.len() as f64,
    };
    let second = position.table.len() as f64 + 1.0;
    [second * (max_second + 1.0), second, 1.0]
}

impl Builder {
    /// The gain of tiles in sets.
    fn gain(&self, tiles: &Tiles) -> Gain {
        self.by_criteria(tiles.len(), tiles.value(), tiles.jokers() as u32 * self.joker_left)
    }

    fn by_criteria(&self, tiles: usize, value: u32, for_jokers: u32) -> Gain {
        let (tiles, value) = (tiles as f64, f64::from(value));
        match self.ranking {
            Ranking::Tiles => [tiles, value, 0.0],
            Ranking::Value => [value + f64::from(for_jokers), tiles, 0.0],
        }
    }

    fn add(&mut self, column: Column, gain: Gain, max: u8) -> Col {
        let coefficient = (0..3).map(|criterion| self.weights[criterion] * gain[criterion]).sum();
        self.columns.push((column, gain));
        self.problem.add_integer_column(coefficient, 0..=max)
    }

    /// Adds the sets for which there are enough tiles and jokers.
    fn add_sets(&mut self, supply: impl Fn(Tile) -> u8, jokers: u8) -> Vec<(Vec<Tile>, Col)> {
        let mut sets = Vec::new();
        for set in naive::plain_sets() {
            let missing = set.iter().filter(|&&tile| supply(tile) == 0).count();
            if set.len() > LONGEST || missing > usize::from(jokers) {
                continue;
            }
            let max = set.iter().map(|&tile| supply(tile)).min().unwrap_or(0) + jokers;
            let gain = self.gain(&set.iter().copied().collect());
            let column = self.add(Column::Set(set.clone()), gain, max);
            for &tile in &set {
                self.tiles.entry(tile).or_default().push((column, 1.0));
            }
            sets.push((set, column));
        }
        sets
    }

    /// Adds the sets with jokers in them for which there are enough tiles and jokers.
    fn add_sets_with_jokers(&mut self, supply: impl Fn(Tile) -> u8, max_jokers: u8) {
        for (jokers, set) in SETS_WITH_JOKERS.iter().filter(|(jokers, _)| *jokers <= max_jokers) {
            let tiles = || set.iter().copied().filter(|tile| !tile.is_joker());
            let max = tiles().map(&supply).min().unwrap_or(0);
            if max == 0 {
                continue;
            }
            let max = max_jokers.checked_div(*jokers).map_or(max, |sets| sets.min(max));
            let gain = self.gain(&set.iter().copied().collect());
            let column = self.add(Column::SetWithJokers(set.clone()), gain, max);
            for tile in tiles() {
                self.tiles.entry(tile).or_default().push((column, 1.0));
            }
            if *jokers > 0 {
                self.jokers.push((column, f64::from(*jokers)));
            }
        }
    }

    /// A joker replaces a tile but does not have its value.
    fn add_jokers(&mut self, jokers: u8) {
        let tiles: Vec<Tile> = self.tiles.keys().copied().collect();
        for tile in tiles {
            let mut gain = self.by_criteria(0, tile.value(), 0).map(|gain| -gain);
            if self.ranking == Ranking::Value {
                gain[0] += f64::from(self.joker_left);
            }
            let column = self.add(Column::Joker(tile), gain, jokers);
            self.tiles.entry(tile).or_default().push((column, -1.0));
            self.jokers.push((column, 1.0));
        }
    }

    /// Requires a tile of its own for each set that could consist of jokers alone. The tiles of kept sets don't count,
    /// so that this comes before their variables are added.
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

    /// Adds the table sets that may be kept, one variable for all sets with the same tiles.
    fn add_kept(&mut self, position: &BenchPosition) {
        let mut table_sets: BTreeMap<Vec<Tile>, u8> = BTreeMap::new();
        for set in position.table.sets() {
            let tiles: Tiles = set.iter().map(|piece| piece.tile()).collect();
            *table_sets.entry(tiles.as_slice().to_vec()).or_default() += 1;
        }
        for (tiles, times) in table_sets {
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
