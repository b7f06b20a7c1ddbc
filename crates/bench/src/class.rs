//! The classes of positions in reports.

use std::fmt;
use std::ops::RangeInclusive;

use trinta_core::TileSet;
use trinta_testkit::Dice;

use crate::full_tables::{all_but_a_few, whole_box};
use crate::hardest::hardest;
use crate::position::BenchPosition;
use crate::random_tables;
use crate::self_play::Players;

/// Where positions come from.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Source {
    /// Games in which everybody makes the solver's play.
    Game,
    /// Random sets on the table, random tiles on the rack.
    Random,
    /// The whole box on the table and the rack: everything can be placed.
    WholeBox,
    /// The whole box without one to three tiles.
    AllButAFew,
    /// The hardest positions found so far, which are stored.
    Hardest,
}

/// A class of positions: their source, the box, and the jokers on table and rack.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Class {
    /// Where the positions come from.
    pub source: Source,
    /// The box in play.
    pub tile_set: TileSet,
    /// The number of jokers in play.
    pub jokers: RangeInclusive<usize>,
}

const fn class(source: Source, tile_set: TileSet, fewest: usize, most: usize) -> Class {
    Class { source, tile_set, jokers: fewest..=most }
}

impl Class {
    /// All classes, in the order in which they are reported.
    pub const ALL: [Class; 16] = [
        class(Source::Game, TileSet::Classic, 0, 0),
        class(Source::Game, TileSet::Classic, 1, 1),
        class(Source::Game, TileSet::Classic, 2, 2),
        class(Source::Game, TileSet::Large, 0, 1),
        class(Source::Game, TileSet::Large, 2, 2),
        class(Source::Game, TileSet::Large, 3, 4),
        class(Source::Random, TileSet::Classic, 0, 0),
        class(Source::Random, TileSet::Classic, 1, 2),
        class(Source::Random, TileSet::Large, 0, 2),
        class(Source::Random, TileSet::Large, 3, 4),
        class(Source::WholeBox, TileSet::Classic, 2, 2),
        class(Source::WholeBox, TileSet::Large, 4, 4),
        class(Source::AllButAFew, TileSet::Classic, 0, 2),
        class(Source::AllButAFew, TileSet::Large, 0, 4),
        class(Source::Hardest, TileSet::Classic, 0, 2),
        class(Source::Hardest, TileSet::Large, 0, 4),
    ];

    /// Whether a position of the same source belongs to this class.
    fn has(&self, position: &BenchPosition) -> bool {
        self.tile_set == position.tile_set && self.jokers.contains(&position.jokers())
    }

    /// Generates `count` positions; of the hardest, at most as many as are stored. Generates none for games, which are
    /// played for all classes together.
    fn generate(&self, dice: &mut Dice, count: usize) -> Vec<BenchPosition> {
        let generate: fn(&Class, &mut Dice) -> BenchPosition = match self.source {
            Source::Game => return Vec::new(),
            Source::Hardest => return hardest(self.tile_set).take(count).collect(),
            Source::Random => Class::random,
            Source::WholeBox => |class, dice| whole_box(dice, class.tile_set),
            Source::AllButAFew => |class, dice| all_but_a_few(dice, class.tile_set),
        };
        (0..count).map(|_| generate(self, dice)).collect()
    }

    fn random(&self, dice: &mut Dice) -> BenchPosition {
        let jokers = self.jokers.start() + dice.below(self.jokers.end() - self.jokers.start() + 1);
        random_tables::deal(dice, self.tile_set, jokers)
    }
}

impl fmt::Display for Class {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let source = match self.source {
            Source::Game => "game",
            Source::Random => "random",
            Source::WholeBox => "whole box",
            Source::AllButAFew => "all but a few",
            Source::Hardest => "hardest found",
        };
        write!(f, "{source}, {} tiles, ", self.tile_set.size())?;
        match (self.jokers.start(), self.jokers.end()) {
            (0, 0) => f.write_str("no joker"),
            (1, 1) => f.write_str("1 joker"),
            (fewest, most) if fewest == most => write!(f, "{most} jokers"),
            (fewest, most) => write!(f, "{fewest}-{most} jokers"),
        }
    }
}

/// `count` positions of every selected class; of the hardest, at most as many as are stored.
///
/// The same seed gives the same positions as long as the solver gives the same plays.
#[must_use]
pub fn collect(seed: u64, count: usize, wanted: impl Fn(&Class) -> bool) -> Vec<(Class, Vec<BenchPosition>)> {
    let mut found: Vec<(Class, Vec<BenchPosition>)> = Vec::new();
    for (number, class) in Class::ALL.into_iter().enumerate().filter(|(_, class)| wanted(class)) {
        let mut dice = Dice::new(seed.wrapping_mul(1_000).wrapping_add(number as u64));
        let positions = class.generate(&mut dice, count);
        found.push((class, positions));
    }
    let mut players = Players::new();
    let mut game = seed.wrapping_mul(1_000_000);
    loop {
        let needs = |tile_set| {
            let mut games = found.iter().filter(|(class, _)| class.source == Source::Game);
            games.any(|(class, positions)| class.tile_set == tile_set && positions.len() < count)
        };
        let seats = match (needs(TileSet::Classic), needs(TileSet::Large)) {
            (false, false) => return found,
            (true, false) => 2 + game % 3,
            (false, true) => 5 + game % 2,
            (true, true) => 2 + game % 5,
        };
        for position in players.play(game, seats as u8) {
            let class = found.iter_mut().find(|(class, _)| class.source == Source::Game && class.has(&position));
            if let Some((_, positions)) = class
                && positions.len() < count
            {
                positions.push(position);
            }
        }
        game = game.wrapping_add(1);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_class_has_its_positions() {
        let found = collect(7, 3, |_| true);
        assert_eq!(found.len(), Class::ALL.len());
        for (class, positions) in &found {
            assert_eq!(positions.len(), 3, "{class}");
            assert!(positions.iter().all(|position| class.has(position)), "{class}: {positions:?}");
        }
        assert_eq!(found, collect(7, 3, |_| true));
        // Except for games, the positions of a class do not depend on the other classes selected.
        assert_eq!(found[8..10], collect(7, 3, |class| class.source == Source::Random)[2..]);
    }

    #[test]
    fn class_names_are_distinct() {
        let names: std::collections::BTreeSet<String> = Class::ALL.iter().map(ToString::to_string).collect();
        assert_eq!(names.len(), Class::ALL.len());
        assert_eq!(Class::ALL[3].to_string(), "game, 160 tiles, 0-1 jokers");
    }
}
