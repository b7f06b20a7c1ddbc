//! No bot ever makes an illegal play, exceeds its budget, or passes although it can play, whatever the edition and the
//! settings.

mod common;

use std::time::{Duration, Instant};

use common::{OwnTime, builder, editions, takes_too_long};
use trinta_bots::arena::{Arena, Finished, seed_of};
use trinta_bots::{Bot, BotName, Budget, Clock, Dice};
use trinta_core::edition::Value;
use trinta_core::{AnyWord, Event, Game, PassReason, Position, Search, Setup};
use trinta_solver::Referee;

/// Settings that change what a player may do, overridden at random.
const SETTINGS: [(&str, &[&str]); 6] = [
    ("opening_points", &["0", "1", "20", "50"]),
    ("opening_sets", &["one"]),
    ("pool_empty", &["pass", "must-play", "end", "last-turn"]),
    ("unopened", &["100-200"]),
    ("joker_left", &["0", "100"]),
    ("jokers", &["out"]),
];

/// A setup of the edition; half of them change only the number of players.
fn table(edition: &str, seed: u64, dice: &mut Dice) -> Setup {
    let mut builder = builder(edition);
    if seed % 5 == 2 {
        builder.set("joker_moves", Value::read("another-set"));
    }
    let players = 2 + dice.below(5) as u8;
    let changes = if dice.chance(50) { 30 } else { 0 };
    for (name, values) in SETTINGS {
        if dice.chance(changes) {
            let mut changed = builder.clone();
            changed.set(name, Value::read(values[dice.below(values.len())]));
            // Not every combination is possible.
            if changed.build().is_ok() {
                builder = changed;
            }
        }
    }
    Setup::new(builder.build().unwrap(), players).unwrap()
}

/// One game of random bots at a random table of the edition, with a random budget.
fn play(edition: &str, seed: u64, clock: &dyn Clock) -> (Setup, Vec<BotName>, Budget, Finished) {
    let mut dice = Dice::new(seed);
    let setup = table(edition, seed, &mut dice);
    let names: Vec<BotName> = setup.seats().map(|_| BotName::ALL[dice.below(BotName::ALL.len())]).collect();
    let mut bots: Vec<Box<dyn Bot>> = names.iter().map(|name| name.build(setup.settings()).unwrap()).collect();
    let mut bots: Vec<&mut dyn Bot> = bots.iter_mut().map(|bot| &mut **bot as &mut dyn Bot).collect();
    // From almost nothing to the budget of a benchmark.
    let budget = match dice.below(4) {
        0 => Budget { effort: 1, ..Budget::default() },
        1 => Budget { effort: 30, ..Budget::default() },
        _ => Budget::of(Duration::from_millis(50)),
    };
    let referee = Referee::new();
    let arena = Arena { setup: &setup, search: &referee, spelling: &AnyWord, budget, clock };
    let finished = arena.play(&mut bots, &seed_of(seed, 0), 0).unwrap();
    (setup, names, budget, finished)
}

fn game_is_legal(edition: &str, seed: u64, clock: &dyn Clock) {
    let (setup, names, budget, finished) = play(edition, seed, clock);
    no_bot_passes_that_can_play(setup, &finished.events, &format!("{edition}, seed {seed}"));
    for (index, (name, seat)) in names.iter().zip(&finished.seats).enumerate() {
        assert_eq!(seat.refused, 0, "{name} made an illegal play: {edition}, seed {seed}");
        let too_long = takes_too_long(&finished, index, || play(edition, seed, clock).3);
        assert!(!too_long, "{name} took {:?}: {edition}, seed {seed}", seat.longest);
        // The solver expands some dozens of nodes before it checks its budget.
        let most = (budget.effort + budget.effort / 5).max(1000);
        assert!(seat.most_effort <= most, "{name}: {} of {most}: {edition}, seed {seed}", seat.most_effort);
    }
}

/// N15 (R3): a bot that can play does not pass once the pool is empty.
fn no_bot_passes_that_can_play(setup: Setup, events: &[Event], what: &str) {
    let referee = Referee::new();
    let mut game = Game::new(setup);
    for event in events {
        if let Event::Passed { seat, why: PassReason::Choice } = *event {
            let position = Position {
                settings: game.settings(),
                table: game.table(),
                seat,
                rack: &game.seats()[seat.index()].rack,
                opened: game.has_opened(seat),
            };
            assert_eq!(referee.can_play(&position), Some(false), "{seat} passes: {what}");
        }
        game.apply(event);
    }
}

fn games_are_legal(games: u64) {
    let clock = OwnTime(Instant::now());
    for edition in editions() {
        (0..games).for_each(|seed| game_is_legal(edition, seed, &clock));
    }
}

/// A regression: every choice ended the game at once, and deal after deal was tried without checking the budget.
#[test]
fn deals_that_end_at_once_are_not_tried_beyond_the_budget() {
    game_is_legal("hk", 1209, &OwnTime(Instant::now()));
}

#[test]
fn no_bot_makes_an_illegal_play_or_exceeds_its_budget() {
    games_are_legal(40);
}

/// `cargo test --release -p trinta-bots --test legal -- --ignored`
#[test]
#[ignore = "takes many minutes"]
fn no_bot_makes_an_illegal_play_or_exceeds_its_budget_in_10_000_games_of_every_edition() {
    games_are_legal(10_000);
}
