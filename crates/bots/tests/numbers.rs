//! The plays of the number bots in positions with a clear best play.

mod common;

use std::time::Duration;

use common::{builder, editions};
use trinta_bots::arena::{Arena, seed_of};
use trinta_bots::numbers::{Greedy, Level};
use trinta_bots::{Bot, BotName, Budget, Dice, NoClock, Thinking};
use trinta_core::{AnyWord, Command, Event, EventOf, Game, Laid, Seat, Setup, Table, Tile, Tiles, View, Viewer};
use trinta_solver::Referee;

/// A table for two at which the first player, who has opened, is to move.
fn view(edition: &str, table: &str, rack: &str, others: &str, pool: &str) -> View {
    let mut game = Game::new(Setup::new(builder(edition).build().unwrap(), 2).unwrap());
    let table = Table::read(table.parse().unwrap()).unwrap();
    let placed: Tiles = table.tiles();
    let mut own: Tiles = rack.parse().unwrap();
    own.add(placed.iter());
    let seat = Seat(0);
    let pool: Vec<Tile> = pool.parse::<Tiles>().unwrap().iter().collect();
    let racks = vec![own, others.parse().unwrap()];
    game.apply(&Event::Dealt { starter: seat, racks, pool: pool.into() });
    game.apply(&Event::Played { seat, table, placed, opening: Some(30), score: None, time_up: false });
    game.apply(&Event::Passed { seat: Seat(1), why: trinta_core::PassReason::Choice });
    game.view(Viewer::Seat(seat))
}

/// The command of a bot as text: the tiles it plays, `draw`, `pass` or `new deal`.
fn answer(bot: &mut dyn Bot, view: &View, budget: Budget, seed: u64) -> String {
    let mut dice = Dice::new(seed);
    match bot.turn(view, &mut Thinking::new(budget, &NoClock, &mut dice)) {
        Command::Draw => "draw".to_owned(),
        Command::Pass => "pass".to_owned(),
        Command::NewDeal => "new deal".to_owned(),
        Command::Play { layout } => {
            let mut laid: Tiles = layout.tiles().collect();
            laid.take(&view.state.table().tiles()).unwrap();
            laid.to_string()
        }
        other => panic!("{other:?}"),
    }
}

fn play(name: &str, view: &View) -> String {
    let mut bot = name.parse::<BotName>().unwrap().build(view.state.settings()).unwrap();
    answer(bot.as_mut(), view, Budget::default(), 1)
}

const LONG: &str = "k1 r1 b2 y2 k4 r4 b8 y8";

#[test]
fn greedy_lays_the_most_tiles() {
    let view = view("hk", "k7 r7 b7 y7 | r3 r4 r5", "k8 k9 r6 b1 y13", LONG, "b13 b12 b11");
    assert_eq!(play("greedy", &view), "k8 k9 r6");
}

#[test]
fn strong_players_with_three_pairs_and_no_opening_ask_for_a_new_deal() {
    let first_turn = |edition: &str, rack: &str| {
        let mut game = Game::new(Setup::new(builder(edition).build().unwrap(), 2).unwrap());
        let racks = vec![rack.parse().unwrap(), LONG.parse().unwrap()];
        let pool = "k9 k10".parse::<Tiles>().unwrap().as_slice().to_vec();
        game.apply(&Event::Dealt { starter: Seat(0), racks, pool: pool.into() });
        game.view(Viewer::Seat(Seat(0)))
    };
    let pairs = "r3 r3 b8 b8 y10 y10 k1 k4 k7 r12 b1 b4 y6";
    for (name, school) in [("level3", "draw"), ("level4", "new deal"), ("level5", "new deal"), ("greedy", "draw")] {
        assert_eq!(play(name, &first_turn("school", &format!("{pairs} k13"))), school, "{name}");
        assert_eq!(play(name, &first_turn("hk", &format!("{pairs} k13"))), "draw", "{name}");
        assert!(play(name, &first_turn("school", &format!("{pairs} r10 b10 k10"))).starts_with("k10 r10"), "{name}");
    }
}

#[test]
fn the_first_level_adds_and_the_others_take_apart() {
    let swap = view("hk", "k7 r7 b7 y7", "k8 k9 b1 y13", LONG, "b13 b12 b11");
    for seed in 0..20 {
        let level = |level: Level| answer(level.build().as_mut(), &swap, Budget::default(), seed);
        assert_eq!(level(Level::One), "draw");
        assert_eq!(level(Level::Four), "k8 k9");
    }
    let often = |level: Level| {
        (0..100).filter(|&seed| answer(level.build().as_mut(), &swap, Budget::default(), seed) == "k8 k9").count()
    };
    // Both tiles have to be noticed: with a probability of 77 and 92 percent.
    assert!((65..90).contains(&often(Level::Two)), "{}", often(Level::Two));
    assert!((84..100).contains(&often(Level::Three)), "{}", often(Level::Three));
    let adds = view("hk", "r3 r4 r5", "r6 b1 y13", LONG, "b13 b12 b11");
    assert!((0..20).any(|seed| answer(Level::One.build().as_mut(), &adds, Budget::default(), seed) == "r6"));
}

#[test]
fn the_first_level_takes_no_set_apart_while_there_are_tiles_to_draw() {
    let setup = Setup::new(builder("hk").build().unwrap(), 3).unwrap();
    let referee = Referee::new();
    let arena =
        Arena { setup: &setup, search: &referee, spelling: &AnyWord, budget: Budget::default(), clock: &NoClock };
    for seed in 0..10 {
        let mut bots = [Level::One.build(), Level::One.build(), Level::One.build()];
        let mut seated: Vec<&mut dyn Bot> = bots.iter_mut().map(|bot| &mut **bot as &mut dyn Bot).collect();
        let finished = arena.play(&mut seated, &seed_of(seed, 0), 0).unwrap();
        let mut game = Game::new(setup.clone());
        for event in &finished.events {
            let before = game.table().clone();
            game.apply(event);
            // With an empty pool a bot that can play has to, whatever it changes (N15).
            if let (EventOf::Played { table, .. }, true) = (event, game.pool_size() > 0) {
                for set in before.sets() {
                    let holds = |other: &[Laid]| other.windows(set.len()).any(|part| part == set);
                    assert!(table.sets().any(holds), "{before} became {table}");
                }
            }
        }
        assert!(!game.table().is_empty());
    }
}

#[test]
fn the_fourth_level_saves_its_joker_until_the_end_is_near() {
    let table = "r3 r4 r5 | k10 k11 k12";
    let pool = "b13 b12 b11 b10 b9";
    let early = view("hk", table, "r6 k1 y1 b6 b7 *", LONG, pool);
    assert_eq!(play("greedy", &early), "r6 b6 b7 *");
    assert_eq!(play("level4", &early), "r6");
    let late = view("hk", table, "r6 k1 y1 b6 b7 *", "k1 r1", pool);
    assert_eq!(play("level4", &late), play("greedy", &late), "an opponent may go out soon");
    let last = view("hk", table, "r6 b6 b7 *", LONG, pool);
    assert_eq!(play("level4", &last), "r6 b6 b7 *", "the bot goes out");
}

#[test]
fn with_an_empty_pool_the_fourth_level_plays_the_most_value() {
    // The joker of the table can be used with three small tiles or with two large ones.
    let answer = |pool| play("level4", &view("hk", "k7 r7 b7 *", "b1 b2 b4 r12 r13", LONG, pool));
    assert_eq!(answer("k1 k2 k3 k4 k5"), "b1 b2 b4");
    assert_eq!(answer(""), "r12 r13");
}

#[test]
fn the_fifth_level_holds_its_tiles_until_it_can_go_out() {
    let pool = "b13 b12 b11 b10 b9";
    let early = view("hk", "r3 r4 r5 | k10 k11 k12", "r6 k1 y3 b6 b7 b8 *", LONG, pool);
    assert_eq!(play("level5", &early), "draw");
    let last = view("hk", "r3 r4 r5 | k10 k11 k12", "r6 k13 b6 b7 b8 *", LONG, pool);
    assert_eq!(play("level5", &last), "k13 r6 b6 b7 b8 *");
}

#[test]
fn n15_a_bot_that_can_play_does_not_pass_when_the_pool_is_empty() {
    for (edition, bot) in editions().into_iter().flat_map(|edition| BotName::ALL.map(|bot| (edition, bot.to_string())))
    {
        let ask = |view: &View, budget, seed| {
            let mut player = bot.parse::<BotName>().unwrap().build(view.state.settings()).unwrap();
            answer(player.as_mut(), view, budget, seed)
        };
        let able = view(edition, "r3 r4 r5", "r6 b1", LONG, "");
        assert_eq!(ask(&able, Budget { effort: 1, time: Duration::ZERO }, 1), "r6", "{bot}, {edition}, without budget");
        // The play rearranges three sets, which the first levels never find by themselves.
        let hard = view(edition, "r2 k2 b2 | r3 k3 b3 | r4 k4 b4", "b5 y9", LONG, "");
        for seed in 0..5 {
            assert_eq!(ask(&hard, Budget::default(), seed), "b5", "{bot}, {edition}");
        }
        let unable = view(edition, "r3 r4 r5", "k6 b1", LONG, "");
        assert_eq!(ask(&unable, Budget::default(), 1), "pass", "{bot}, {edition}");
    }
}

#[test]
fn without_a_budget_bots_draw() {
    for edition in editions() {
        let view = view(edition, "r3 r4 r5", "r6 b1", LONG, "b13");
        let budget = Budget { effort: 1, time: Duration::ZERO };
        assert_eq!(answer(&mut Greedy::new(), &view, budget, 1), "draw");
    }
}
