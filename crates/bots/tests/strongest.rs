//! The plays of the strongest number bot in positions with a clear best play.

mod common;

use std::time::Duration;

use common::builder;
use trinta_bots::arena::{Arena, seed_of};
use trinta_bots::numbers::{Greedy, Strongest};
use trinta_bots::{Bot, Budget, Dice, NoClock, Thinking};
use trinta_core::edition::Value;
use trinta_core::shuffle::Shuffler;
use trinta_core::{Actor, Aids, AnyWord, Command, Game, GamePosition, Seat, Setup, Table, Tile, Tiles, View, Viewer};
use trinta_solver::Referee;

/// A game of two in which both have opened and the first is to move. The tiles that nobody names are in the pool.
fn game(settings: &[(&str, &str)], table: &str, racks: [&str; 2]) -> Game {
    let mut builder = builder("hk");
    settings.iter().for_each(|(name, value)| {
        builder.set(name, Value::read(value));
    });
    let setup = Setup::new(builder.build().unwrap(), 2).unwrap();
    let table = Table::read(table.parse().unwrap()).unwrap();
    let racks: Vec<Tiles> = racks.iter().map(|rack| rack.parse().unwrap()).collect();
    let mut named = table.layout().counts();
    racks.iter().flat_map(Tiles::iter).for_each(|tile| named.add(tile));
    let mut pool = setup.tile_set().tiles();
    pool.retain(|&tile| !named.take(tile));
    Game::from_position(setup, GamePosition::new(table, racks, pool.into(), Seat(0))).unwrap()
}

/// The same game with all but a few tiles of the pool on the rack of the second player.
fn with_pool(game: &Game, left: usize) -> Game {
    let mut position = game.position();
    let pool: Vec<Tile> = position.pool.iter().collect();
    position.pool = pool[..left].to_vec().into();
    position.seats[1].rack.add(pool[left..].iter().copied());
    Game::from_position(game.setup().clone(), position).unwrap()
}

/// A budget that is enough for these positions.
fn budget() -> Budget {
    Budget::of(Duration::from_millis(400))
}

fn turn(bot: &mut dyn Bot, view: &View, budget: Budget) -> Command {
    bot.turn(view, &mut Thinking::new(budget, &NoClock, &mut Dice::new(5)))
}

/// The tiles that a command places.
fn laid(command: &Command, view: &View) -> Tiles {
    let Command::Play { layout } = command else { return Tiles::new() };
    let mut laid: Tiles = layout.tiles().collect();
    laid.take(&view.state.table().tiles()).unwrap();
    laid
}

/// Who wins if the game is played on.
fn play_on(mut game: Game, bots: &mut [&mut dyn Bot; 2]) -> Vec<Seat> {
    let referee = Referee::new();
    let shuffle = Shuffler::from_seed(&seed_of(1, 0), 2);
    let aids = Aids { search: &referee, spelling: &AnyWord, shuffle: &shuffle };
    while game.outcome().is_none() {
        let seat = game.turn().unwrap();
        let command = turn(bots[seat.index()], &game.view(Viewer::Seat(seat)), budget());
        for event in game.decide(Actor::Seat(seat), &command, &aids).unwrap() {
            game.apply(&event);
            for (index, bot) in bots.iter_mut().enumerate() {
                let viewer = Viewer::Seat(Seat::at(index));
                bot.observe(&trinta_core::see(&event, viewer), &game.view(viewer));
            }
        }
    }
    game.outcome().unwrap().winners.clone()
}

const LATE_TABLE: &str = "k1 r1 b1 y1 | k1 r1 b1 | k2 r2 y2 | k3 r3 b3 | r4 b4 y4 | r5 b5 y5 | k5 k6 k7 | r5 r6 r7 r8 \
                          | y6 y7 y8 | r10 r11 r12 | y10 y11 y12 | b11 b12 b13";
const LATE_RACK: &str = "k2 k3 k4 k4 k5 k6 k7 k8 k8 k10 k10 k11 k11 k13 r2 r3 r4 r6 r7 r9 r9 r10 r11 r12 r13 r13 b2 b2 b5 b6 \
                         b6 b7 b7 b8 b8 b10 b10 b11 b12 y1 y2 y3 y3 y4 y5 y6 y7 y8 y9 y9 y11 y13 y13";

/// The end of a game that is lost by playing all tiles but one: after that, the opponent can play everything.
fn late() -> Game {
    let other = "k9 k9 k12 k12 k13 r8 b3 b4 b9 b9 b13 y10 y12";
    let late = game(&[("jokers", "out")], LATE_TABLE, [LATE_RACK, other]);
    assert_eq!(late.pool_size(), 0);
    late
}

#[test]
fn with_an_empty_pool_it_makes_no_play_that_lets_the_opponent_go_out() {
    let most = play_on(late(), &mut [&mut Greedy::new(), &mut Greedy::new()]);
    assert_eq!(most, [Seat(1)], "playing the most tiles loses");
    let ahead = play_on(late(), &mut [&mut Strongest::new(), &mut Greedy::new()]);
    assert_eq!(ahead, [Seat(0)]);
}

#[test]
fn it_goes_out_when_it_can_whatever_else_there_is() {
    let game = game(&[], "r3 r4 r5 | k10 k11 k12", ["r6 k13 b6 b7 b8 *", "k1 r1 b2 y2"]);
    for pool in [0, 5, game.pool_size()] {
        let view = with_pool(&game, pool).view(Viewer::Seat(Seat(0)));
        let command = turn(&mut Strongest::new(), &view, budget());
        assert_eq!(laid(&command, &view).to_string(), "k13 r6 b6 b7 b8 *");
    }
}

#[test]
fn it_draws_and_holds_its_tiles_until_it_can_go_out() {
    let table = "r3 r4 r5 | k10 r10 b10 | k7 r7 b7 y7";
    let game = game(&[], table, ["r6 y10 k1 y3 b6 b7 b8 *", "k1 r1 b2 y2"]);
    let view = game.view(Viewer::Seat(Seat(0)));
    assert_eq!(turn(&mut Strongest::new(), &view, budget()), Command::Draw);
}

#[test]
fn it_opens_with_as_little_as_it_can_and_without_a_joker() {
    let mut position = game(&[], "", ["k10 r10 b10 y1 y2 y3 r5 r6 r7 b13 y13 k8 *", "k1 k2"]).position();
    position.seats.iter_mut().for_each(|player| player.opened = false);
    let setup = Setup::new(builder("hk").build().unwrap(), 2).unwrap();
    let view = Game::from_position(setup, position).unwrap().view(Viewer::Seat(Seat(0)));
    let command = turn(&mut Strongest::new(), &view, budget());
    assert_eq!(laid(&command, &view).to_string(), "k10 r10 b10");
}

#[test]
fn where_the_game_ends_with_the_pool_it_does_not_draw_the_last_tile() {
    // Drawing it ends the game, and the lower rack, which is the opponent's, wins.
    let other = "k9 k9 k12 k12 k13 r8 b3 b4 b9 b9 y10 y12";
    let command = |settings: &[(&str, &str)]| {
        let game = game(&[&[("jokers", "out")], settings].concat(), LATE_TABLE, [LATE_RACK, other]);
        assert_eq!(game.pool_size(), 1);
        turn(&mut Strongest::new(), &game.view(Viewer::Seat(Seat(0))), budget())
    };
    assert!(matches!(command(&[("pool_empty", "end")]), Command::Play { .. }));
    assert_eq!(command(&[]), Command::Draw);
}

#[test]
fn the_same_seed_and_effort_give_the_same_game() {
    for players in [2, 4] {
        let mut builder = builder("hk");
        builder.set("jokers", Value::read("out"));
        let setup = Setup::new(builder.build().unwrap(), players).unwrap();
        let referee = Referee::new();
        let budget = Budget { effort: 10_000, ..Budget::default() };
        let arena = Arena { setup: &setup, search: &referee, spelling: &AnyWord, budget, clock: &NoClock };
        let play = |bots: &mut Vec<Strongest>| {
            let mut seated: Vec<&mut dyn Bot> = bots.iter_mut().map(|bot| bot as &mut dyn Bot).collect();
            arena.play(&mut seated, &seed_of(3, 1), 0).unwrap().events
        };
        let mut bots: Vec<Strongest> = (0..players).map(|_| Strongest::new()).collect();
        let first = play(&mut bots);
        assert_eq!(play(&mut bots), first, "the memory of the previous game does not matter");
        assert_eq!(play(&mut (0..players).map(|_| Strongest::new()).collect()), first);
    }
}
