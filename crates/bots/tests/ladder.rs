//! Each level beats the one below. `docs/bots.md` has the results of many more games.

mod common;

use common::builder;
use trinta_bots::arena::{Arena, GameResult, Tally, seating, seed_of};
use trinta_bots::numbers::Level;
use trinta_bots::{Bot, Budget, NoClock};
use trinta_core::{AnyWord, Setup};
use trinta_solver::Referee;

/// The share of games that the first wins against the second, in mirrored pairs.
fn share(setup: &Setup, one: Level, other: Level, pairs: u64) -> f64 {
    let referee = Referee::new();
    let arena = Arena { setup, search: &referee, spelling: &AnyWord, budget: Budget::default(), clock: &NoClock };
    let mut bots = [one.build(), other.build()];
    let mut tally = Tally::new(2, &[(0, 1)]);
    for pair in 0..pairs {
        let mut games = Vec::new();
        for way in 0..2 {
            let seats: Vec<usize> = seating(2, way).collect();
            let [first, second] = &mut bots;
            let mut seated: [&mut dyn Bot; 2] = [first.as_mut(), second.as_mut()];
            seated.rotate_left(usize::from(way));
            let finished = arena.play(&mut seated, &seed_of(17, pair), way).unwrap();
            games.push(GameResult::new(seats, &finished));
        }
        tally.add(&games);
    }
    tally.bots[0].win_rate.mean()
}

#[test]
fn each_level_beats_the_one_below() {
    for (edition, pairs) in [("hk", 16), ("pt", 16), ("school", 16), ("cn", 16)] {
        let setup = Setup::new(builder(edition).build().unwrap(), 2).unwrap();
        for levels in Level::ALL.windows(2) {
            let share = share(&setup, levels[1], levels[0], pairs);
            // Over many games it is 65 %; a few games may fall short of that by chance.
            assert!(share > 0.55, "{edition}: {:?} wins {share} against {:?}", levels[1], levels[0]);
        }
    }
}
