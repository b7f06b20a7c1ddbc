//! The best play by integer programming: HiGHS, a solver for any such problem, given the rules as equations.
//!
//! The model is the one that suits HiGHS best of those we tried, or the one that was published (see the decision about
//! the reference). What it chooses is laid as sets again, so that the rules can be asked about it.

mod model;
mod rebuild;

use std::sync::LazyLock;
use std::time::Duration;

use crate::aim::Aim;
use crate::merit::Merit;
use crate::opinion::{SecondOpinion, Verdict};
use crate::question::Question;
use crate::reference::model::{Form, Model, Solved};

/// Asks HiGHS for best plays, on one thread.
#[derive(Debug, Clone)]
pub struct Reference {
    limit: Duration,
    formulation: Formulation,
}

/// How HiGHS is told the rules.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Formulation {
    /// The fastest that we found: jokers stand for tiles, whichever set these are in.
    Compact,
    /// As it has been published: an unknown for every set with every choice of jokers in it (D. den Hertog and P. B.
    /// Hulshof, The Computer Journal 49, 2006).
    Published,
}

impl Reference {
    /// Gives HiGHS so much time for a position.
    #[must_use]
    pub const fn with_limit(limit: Duration) -> Reference {
        Reference { limit, formulation: Formulation::Compact }
    }

    /// The same, told the rules in this way.
    #[must_use]
    pub fn formulated(self, formulation: Formulation) -> Reference {
        if formulation == Formulation::Published {
            // Made once, and not in anybody's time.
            LazyLock::force(&model::SETS_WITH_JOKERS);
        }
        Reference { formulation, ..self }
    }
}

impl SecondOpinion for Reference {
    fn ask(&self, question: &Question, aim: Aim) -> Verdict {
        let forms = match self.formulation {
            // The rows that forbid sets of jokers alone make the model slow, and are hardly ever needed.
            Formulation::Compact => [Form::Loose, Form::Strict].as_slice(),
            Formulation::Published => &[Form::Published],
        };
        for &form in forms {
            let model = Model::new(question, aim, form);
            let Solved::Optimal(chosen) = model.solve(self.limit) else { return Verdict::OutOfTime };
            let Some(layout) = rebuild::lay(question, &chosen) else { continue };
            if layout.tile_count() == question.table.layout().tile_count() {
                return Verdict::NoPlay;
            }
            let merit = Merit::of(question, &layout)
                .unwrap_or_else(|error| panic!("the model allows {layout}, the rules do not: {error}\n{question}"));
            assert_eq!(merit.by(aim), chosen.merit, "the model and the rules count differently: {layout}\n{question}");
            return Verdict::Best(layout, merit);
        }
        unreachable!("the last model has no sets of jokers alone\n{question}")
    }
}

#[cfg(test)]
mod tests {
    use trinta_core::{Table, Tile, TileSet};
    use trinta_testkit::naive;

    use super::*;

    fn ask(table: &str, rack: &str, aim: Aim) -> Option<(u32, u32, u32)> {
        let table = Table::read(table.parse().unwrap()).unwrap();
        let question = Question { tile_set: TileSet::Large, table, rack: rack.parse().unwrap() };
        let reference = Reference::with_limit(Duration::from_secs(60));
        let [compact, published] = [Formulation::Compact, Formulation::Published].map(|formulation| {
            match reference.clone().formulated(formulation).ask(&question, aim) {
                Verdict::Best(_, merit) => Some((merit.tiles, merit.value, merit.kept)),
                Verdict::NoPlay => None,
                Verdict::OutOfTime => panic!("{question}"),
            }
        });
        assert_eq!(compact, published, "the two models differ: {question}");
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
            assert_eq!(ask(table, rack, Aim::Tiles).map(|merit| merit.0), tiles, "{table} with {rack}");
        }
    }

    #[test]
    fn jokers_alone_are_no_set() {
        let full = "k7 r7 b7 y7";
        assert_eq!(ask(full, "* * *", Aim::Tiles), Some((3, 0, 0)));
        assert_eq!(ask(full, "* * * *", Aim::Tiles), Some((4, 0, 0)));
        assert_eq!(ask("", "* * *", Aim::Tiles), None);
        assert_eq!(ask("", "* * * *", Aim::Tiles), None);
        assert_eq!(ask("", "* * * r1", Aim::Tiles), Some((4, 1, 0)));
    }

    #[test]
    fn sets_that_may_stay_stay() {
        assert_eq!(ask("r3 r4 r5 | r3 r4 r5 | k7 r7 b7", "r6 y7", Aim::Tiles), Some((2, 13, 1)));
        assert_eq!(ask("r1 r2 r3 r4 r5 r6 r7 | k7 r7 b7", "y7", Aim::Tiles), Some((1, 7, 1)));
    }

    #[test]
    fn most_tiles_and_least_left_are_two_things() {
        let (table, rack) = ("* b4 k4 y4", "k12 k13 r1 r2 r4 r5");
        assert_eq!(ask(table, rack, Aim::Tiles), Some((4, 12, 0)));
        assert_eq!(ask(table, rack, Aim::Value), Some((3, 29, 0)));
        // A joker on the rack costs more than any tile, and counts nothing when it is placed.
        assert_eq!(ask("k7 r7 b7", "* y7", Aim::Tiles), Some((1, 7, 0)));
        assert_eq!(ask("k7 r7 b7", "* y7", Aim::Value), Some((1, 0, 0)));
    }

    /// The model has no longer runs, so what longer runs hold must do as shorter sets too.
    #[test]
    fn every_long_run_can_be_parted_into_sets_of_three_to_five() {
        let run: Vec<Tile> = naive::plain_sets().into_iter().find(|set| set.len() == 13).unwrap();
        for length in model::LONGEST + 1..=13 {
            // Where in the colour a run lies makes no difference to what it can be parted into, but its ends do.
            for jokers in (0_u32..1 << length).filter(|jokers| jokers.count_ones() <= 4) {
                let tiles: Vec<Tile> =
                    (0..length).map(|place| if jokers >> place & 1 == 1 { Tile::JOKER } else { run[place] }).collect();
                assert!(parts(&tiles, jokers.count_ones()), "{tiles:?}");
            }
        }
    }

    /// Whether tiles of a run, given their order and any use of the jokers among them, make sets of three to five.
    fn parts(run: &[Tile], jokers: u32) -> bool {
        let tiles: Vec<Tile> = run.iter().copied().filter(|tile| !tile.is_joker()).collect();
        fn go(tiles: &[Tile], jokers: u32) -> bool {
            if tiles.is_empty() {
                return jokers == 0;
            }
            (1..=tiles.len().min(model::LONGEST)).any(|count| {
                (0..=jokers).filter(|more| (3..=model::LONGEST).contains(&(count + *more as usize))).any(|more| {
                    let mut set = tiles[..count].to_vec();
                    set.extend(std::iter::repeat_n(Tile::JOKER, more as usize));
                    naive_run(&set) && go(&tiles[count..], jokers - more)
                })
            })
        }
        go(&tiles, jokers)
    }

    fn naive_run(set: &[Tile]) -> bool {
        let pieces: Vec<trinta_core::Laid> = set.iter().copied().map(Into::into).collect();
        trinta_core::numbers::read(&pieces).is_ok()
    }
}
