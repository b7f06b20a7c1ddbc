//! The oracle: the rules as an integer program, solved by HiGHS.
//!
//! The formulation is the one of those we tried that HiGHS solves fastest, or the published one (see the decision about
//! the reference). Solutions are turned into tables again, so that the rules can check them.

mod model;
mod rebuild;

use std::sync::LazyLock;
use std::time::Duration;

use crate::merit::Merit;
use crate::oracle::{Oracle, OracleAnswer};
use crate::position::BenchPosition;
use crate::ranking::Ranking;
use crate::reference::model::{Form, Model, Solved};

/// Finds best plays with HiGHS on one thread.
#[derive(Debug, Clone)]
pub struct Reference {
    limit: Duration,
    formulation: Formulation,
}

/// The formulation of the integer program.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Formulation {
    /// The fastest that we found: jokers stand for tiles, regardless of the set.
    Compact,
    /// The published one: a variable for every set with every choice of jokers in it (D. den Hertog and P. B. Hulshof,
    /// The Computer Journal 49, 2006).
    Published,
}

impl Reference {
    /// An oracle with a time limit for each position.
    #[must_use]
    pub const fn with_limit(limit: Duration) -> Reference {
        Reference { limit, formulation: Formulation::Compact }
    }

    /// The same with this formulation.
    #[must_use]
    pub fn formulated(self, formulation: Formulation) -> Reference {
        if formulation == Formulation::Published {
            // Built once, outside of any measurement.
            LazyLock::force(&model::SETS_WITH_JOKERS);
        }
        Reference { formulation, ..self }
    }
}

impl Oracle for Reference {
    fn solve(&self, position: &BenchPosition, ranking: Ranking) -> OracleAnswer {
        let forms = match self.formulation {
            // The constraints that forbid sets of jokers alone are slow and hardly ever needed: lazy constraints.
            Formulation::Compact => [Form::Loose, Form::Strict].as_slice(),
            Formulation::Published => &[Form::Published],
        };
        for &form in forms {
            let model = Model::new(position, ranking, form);
            let Solved::Optimal(solution) = model.solve(self.limit) else { return OracleAnswer::OutOfTime };
            let Some(layout) = rebuild::lay(position, &solution) else { continue };
            if layout.tile_count() == position.table.layout().tile_count() {
                return OracleAnswer::NoPlay;
            }
            let merit = Merit::of(position, &layout)
                .unwrap_or_else(|error| panic!("the model allows {layout}, but the rules do not: {error}\n{position}"));
            assert_eq!(
                merit.by(ranking),
                solution.merit,
                "the model and the rules count differently: {layout}\n{position}"
            );
            return OracleAnswer::Best(layout, merit);
        }
        unreachable!("the last form forbids sets of jokers alone\n{position}")
    }
}

#[cfg(test)]
mod tests {
    use trinta_core::{Table, Tile, TileSet};
    use trinta_testkit::naive;

    use super::*;

    fn merits(table: &str, rack: &str, ranking: Ranking) -> Option<(u32, u32, u32)> {
        let table = Table::read(table.parse().unwrap()).unwrap();
        let position = BenchPosition { tile_set: TileSet::Large, table, rack: rack.parse().unwrap() };
        let reference = Reference::with_limit(Duration::from_secs(60));
        let [compact, published] = [Formulation::Compact, Formulation::Published].map(|formulation| {
            match reference.clone().formulated(formulation).solve(&position, ranking) {
                OracleAnswer::Best(_, merit) => Some((merit.tiles, merit.value, merit.kept)),
                OracleAnswer::NoPlay => None,
                OracleAnswer::OutOfTime => panic!("{position}"),
            }
        });
        assert_eq!(compact, published, "the formulations differ: {position}");
        compact
    }

    #[test]
    fn the_joker_examples_of_the_school() {
        for (table, rack, tiles) in [
            ("b1 b2 * b4 b5", "b3 k11 k13", Some(3)),
            ("* r6 r7", "r9", Some(1)),
            ("* r6 r7 r8", "r10", Some(1)),
            ("* b6 b7 b8", "y2 y3", Some(2)),
            ("* b4 k4 y4", "k11 k13", Some(2)),
            ("r2 k2 b2 | r3 k3 b3 | r4 k4 *", "b5", Some(1)),
            ("r6 * r8 | r9 r10 r11", "r4 r5 b9 b10", Some(4)),
            ("* r6 r7", "r10 b9", None),
        ] {
            assert_eq!(merits(table, rack, Ranking::Tiles).map(|merit| merit.0), tiles, "{table} with {rack}");
        }
    }

    #[test]
    fn sets_of_jokers_alone_are_forbidden() {
        let full = "k7 r7 b7 y7";
        assert_eq!(merits(full, "* * *", Ranking::Tiles), Some((3, 0, 0)));
        assert_eq!(merits(full, "* * * *", Ranking::Tiles), Some((4, 0, 0)));
        assert_eq!(merits("", "* * *", Ranking::Tiles), None);
        assert_eq!(merits("", "* * * *", Ranking::Tiles), None);
        assert_eq!(merits("", "* * * r1", Ranking::Tiles), Some((4, 1, 0)));
    }

    #[test]
    fn as_many_sets_as_possible_are_kept() {
        assert_eq!(merits("r3 r4 r5 | r3 r4 r5 | k7 r7 b7", "r6 y7", Ranking::Tiles), Some((2, 13, 1)));
        assert_eq!(merits("r1 r2 r3 r4 r5 r6 r7 | k7 r7 b7", "y7", Ranking::Tiles), Some((1, 7, 1)));
    }

    #[test]
    fn most_tiles_and_least_left_differ() {
        let (table, rack) = ("* b4 k4 y4", "k12 k13 r1 r2 r4 r5");
        assert_eq!(merits(table, rack, Ranking::Tiles), Some((4, 12, 0)));
        assert_eq!(merits(table, rack, Ranking::Value), Some((3, 29, 0)));
        // A joker left on the rack costs more than any tile, and a placed one has no value.
        assert_eq!(merits("k7 r7 b7", "* y7", Ranking::Tiles), Some((1, 7, 0)));
        assert_eq!(merits("k7 r7 b7", "* y7", Ranking::Value), Some((1, 0, 0)));
    }

    /// The model has no longer runs, so that every longer run must be splittable into shorter sets.
    #[test]
    fn every_long_run_can_be_split_into_sets_of_three_to_five() {
        let run: Vec<Tile> = naive::plain_sets().into_iter().find(|set| set.len() == 13).unwrap();
        for length in model::LONGEST + 1..=13 {
            // The position of a run within its colour makes no difference to its splits, except for its ends.
            for jokers in (0_u32..1 << length).filter(|jokers| jokers.count_ones() <= 4) {
                let tiles: Vec<Tile> =
                    (0..length).map(|index| if jokers >> index & 1 == 1 { Tile::JOKER } else { run[index] }).collect();
                assert!(is_splittable(&tiles, jokers.count_ones()), "{tiles:?}");
            }
        }
    }

    /// Whether the tiles of a run, in their order and with its jokers used anywhere, make sets of three to five.
    fn is_splittable(run: &[Tile], jokers: u32) -> bool {
        let tiles: Vec<Tile> = run.iter().copied().filter(|tile| !tile.is_joker()).collect();
        fn split(tiles: &[Tile], jokers: u32) -> bool {
            if tiles.is_empty() {
                return jokers == 0;
            }
            (1..=tiles.len().min(model::LONGEST)).any(|count| {
                (0..=jokers).filter(|more| (3..=model::LONGEST).contains(&(count + *more as usize))).any(|more| {
                    let mut set = tiles[..count].to_vec();
                    set.extend(std::iter::repeat_n(Tile::JOKER, more as usize));
                    is_set(&set) && split(&tiles[count..], jokers - more)
                })
            })
        }
        split(&tiles, jokers)
    }

    fn is_set(set: &[Tile]) -> bool {
        let pieces: Vec<trinta_core::Laid> = set.iter().copied().map(Into::into).collect();
        trinta_core::numbers::read(&pieces).is_ok()
    }
}
