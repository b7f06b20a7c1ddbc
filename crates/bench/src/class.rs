//! The kinds of positions that are told apart in figures.

use std::fmt;
use std::ops::RangeInclusive;

use trinta_core::TileSet;
use trinta_testkit::Dice;

use crate::full_tables::{all_but_a_few, whole_box};
use crate::hardest::hardest;
use crate::question::Question;
use crate::random_tables;
use crate::self_play::Players;

/// Where positions come from.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Source {
    /// Games in which everybody plays as well as the solver can.
    Game,
    /// Random sets on the table, random tiles on the rack.
    Random,
    /// The whole box on the table and the rack: everything can be placed.
    WholeBox,
    /// The whole box but for a few tiles.
    AllButAFew,
    /// The hardest that a search has found; as many as are stored.
    Hardest,
}

/// Positions of one kind: where they come from, the box, and the jokers on the table and the rack.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Class {
    /// Where they come from.
    pub source: Source,
    /// The box.
    pub tile_set: TileSet,
    /// How many jokers are in play.
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

    /// Whether a position of the class's source is of this class.
    fn has(&self, question: &Question) -> bool {
        self.tile_set == question.tile_set && self.jokers.contains(&question.jokers())
    }

    /// So many positions, or as many as there are; none of a class for which games have to be played.
    fn make(&self, dice: &mut Dice, count: usize) -> Vec<Question> {
        let make: fn(&Class, &mut Dice) -> Question = match self.source {
            Source::Game => return Vec::new(),
            Source::Hardest => return hardest(self.tile_set).take(count).collect(),
            Source::Random => Class::random,
            Source::WholeBox => |class, dice| whole_box(dice, class.tile_set),
            Source::AllButAFew => |class, dice| all_but_a_few(dice, class.tile_set),
        };
        (0..count).map(|_| make(self, dice)).collect()
    }

    fn random(&self, dice: &mut Dice) -> Question {
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

/// So many positions of every class that is wanted; of the hardest, not more than are stored.
///
/// The same seed gives the same positions as long as the solver makes the same plays.
#[must_use]
pub fn collect(seed: u64, count: usize, wanted: impl Fn(&Class) -> bool) -> Vec<(Class, Vec<Question>)> {
    let mut found: Vec<(Class, Vec<Question>)> = Vec::new();
    for (number, class) in Class::ALL.into_iter().enumerate().filter(|(_, class)| wanted(class)) {
        let mut dice = Dice::new(seed.wrapping_mul(1_000).wrapping_add(number as u64));
        let questions = class.make(&mut dice, count);
        found.push((class, questions));
    }
    let mut players = Players::new();
    let mut game = seed.wrapping_mul(1_000_000);
    loop {
        let wants = |tile_set| {
            let mut games = found.iter().filter(|(class, _)| class.source == Source::Game);
            games.any(|(class, questions)| class.tile_set == tile_set && questions.len() < count)
        };
        let seats = match (wants(TileSet::Classic), wants(TileSet::Large)) {
            (false, false) => return found,
            (true, false) => 2 + game % 3,
            (false, true) => 5 + game % 2,
            (true, true) => 2 + game % 5,
        };
        for question in players.play(game, seats as u8) {
            let place = found.iter_mut().find(|(class, _)| class.source == Source::Game && class.has(&question));
            if let Some((_, questions)) = place
                && questions.len() < count
            {
                questions.push(question);
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
        for (class, questions) in &found {
            assert_eq!(questions.len(), 3, "{class}");
            assert!(questions.iter().all(|question| class.has(question)), "{class}: {questions:?}");
        }
        assert_eq!(found, collect(7, 3, |_| true));
        // The positions of a class are the same whatever others are wanted, if no game has to be played for them.
        assert_eq!(found[8..10], collect(7, 3, |class| class.source == Source::Random)[2..]);
    }

    #[test]
    fn classes_have_names_of_their_own() {
        let names: std::collections::BTreeSet<String> = Class::ALL.iter().map(ToString::to_string).collect();
        assert_eq!(names.len(), Class::ALL.len());
        assert_eq!(Class::ALL[3].to_string(), "game, 160 tiles, 0-1 jokers");
    }
}
