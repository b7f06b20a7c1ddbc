//! Positions set up by hand: what is accepted goes on like any game, and everything impossible is named.
//! That every position of a game is accepted is one of the laws (`laws.rs`).

mod common;

use common::{A, B, C, D, Fixed, layout, settings, table, tiles};
use trinta_core::{
    Actor, Aids, AnyWord, Command, EndReason, Event, Game, GamePosition, NoSearch, Outcome, Phase, Pool, PositionFault,
    Score, Seat, Setup, Tile, Tiles, Viewer,
};

fn setup(edition: &str, overrides: &[(&str, &str)]) -> Setup {
    Setup::new(settings(edition, overrides), 2).unwrap()
}

/// A position with the named tiles on table and racks, the rest of the box in the pool, and seat A on turn.
fn position(setup: &Setup, on_table: &str, racks: [&str; 2]) -> GamePosition {
    let (on_table, racks) = (table(on_table), racks.map(tiles).to_vec());
    let mut pool = setup.tile_set().tiles();
    for tile in on_table.layout().tiles().chain(racks.iter().flat_map(Tiles::iter)) {
        pool.remove(pool.iter().position(|other| *other == tile).unwrap());
    }
    GamePosition::new(on_table, racks, pool.into(), A)
}

/// The whole pool goes to a rack.
fn empty_pool(position: &mut GamePosition, seat: Seat) {
    let pool = std::mem::take(&mut position.pool);
    position.seats[seat.index()].rack.add(pool.iter());
}

fn faults(setup: &Setup, position: &GamePosition) -> Vec<PositionFault> {
    Game::from_position(setup.clone(), position.clone()).map_or_else(|error| error.faults, |_| Vec::new())
}

/// The faults of a number position of two that is right but for this change.
fn faults_after(change: impl FnOnce(&mut GamePosition)) -> Vec<PositionFault> {
    let setup = setup("hk", &[]);
    let mut position = position(&setup, "r3 r4 r5", ["r6 k1", "b1 *"]);
    assert_eq!(faults(&setup, &position), []);
    change(&mut position);
    faults(&setup, &position)
}

#[test]
fn a_game_goes_on_from_a_position() {
    let setup = setup("hk", &[]);
    let position = position(&setup, "r3 r4 r5", ["r6 k1", "b1 *"]);
    let mut game = Game::from_position(setup, position.clone()).unwrap();
    assert_eq!(game.position(), position);
    let aids = Aids { search: &NoSearch, spelling: &AnyWord, shuffle: &Fixed::default() };
    let play = Command::Play { layout: layout("r3 r4 r5 r6") };
    let events = game.decide(Actor::Seat(A), &play, &aids).unwrap();
    assert!(matches!(events.as_slice(), [Event::Played { seat: A, opening: None, .. }]));
    events.iter().for_each(|event| game.apply(event));
    assert_eq!(game.turn(), Some(B));
    assert_eq!(game.view(Viewer::Seat(A)).own_rack(), Some(&tiles("k1")));
    assert_eq!(game.version(), 1);
}

#[test]
fn a_position_survives_json() {
    let setup = setup("hk", &[]);
    let position = position(&setup, "r3 r4 * | k7 b7 r7", ["r6 k1", "b1 *"]);
    let text = serde_json::to_string(&position).unwrap();
    assert_eq!(serde_json::from_str::<GamePosition>(&text).unwrap(), position);
}

#[test]
fn tiles_are_those_of_the_box() {
    let doubled = faults_after(|position| position.seats[1].rack.add(tiles("r3 k1 k1").iter()));
    assert_eq!(doubled, [PositionFault::SurplusTiles(tiles("r3 k1 k1"))]);
    let lost = faults_after(|position| position.seats[1].rack = tiles("b1"));
    assert_eq!(lost, [PositionFault::MissingTiles(tiles("*"))]);
    let letters = faults_after(|position| position.seats[0].rack = tiles("AB"));
    assert_eq!(letters, [PositionFault::SurplusTiles(tiles("AB")), PositionFault::MissingTiles(tiles("k1 r6"))]);
}

#[test]
fn seats_are_those_of_the_table() {
    let seats = faults_after(|position| position.seats.push(position.seats[0].clone()));
    assert_eq!(seats, [PositionFault::Seats { players: 2, racks: 3 }]);
    assert_eq!(faults_after(|position| position.phase = Phase::Turn(C)), [PositionFault::NoSuchSeat(C)]);
    assert_eq!(faults_after(|position| position.phase = Phase::Lots(vec![A, D])), [PositionFault::NoSuchSeat(D)]);
}

#[test]
fn turns_go_round_and_an_opening_takes_one() {
    assert_eq!(faults_after(|position| position.seats[0].turns = 0), [PositionFault::OpenedWithoutTurn(A)]);
    assert_eq!(faults_after(|position| position.seats[0].turns = 2), [PositionFault::TurnOrder(A)]);
    assert_eq!(faults_after(|position| position.seats[1].turns = 3), [PositionFault::TurnOrder(A)]);
    assert_eq!(faults_after(|position| position.seats[1].turns = 2), []);
    let nobody = faults_after(|position| position.seats.iter_mut().for_each(|player| player.opened = false));
    assert_eq!(nobody, [PositionFault::NobodyOpened]);
}

#[test]
fn what_a_seat_has_fits_the_rules() {
    let drawn = faults_after(|position| position.seats[0].drawn_last = tiles("k1 k1"));
    assert_eq!(drawn, [PositionFault::DrawnNotOnRack { seat: A, tiles: tiles("k1 k1") }]);
    assert_eq!(faults_after(|position| position.seats[0].drawn_last = tiles("k1")), []);
    assert_eq!(faults_after(|position| position.seats[1].points = 4), [PositionFault::PointsWithoutPlayA(B)]);
    assert_eq!(faults_after(|position| position.seats[1].draw_only = 1), [PositionFault::DrawOnly(B)]);
    let setup = setup("word-a", &[("unrestorable", "draw-only-next")]);
    let mut position = position(&setup, "CAT", ["A", "B"]);
    position.seats[1].points = 4;
    position.seats[1].draw_only = 1;
    assert_eq!(faults(&setup, &position), []);
    position.seats[1].draw_only = 2;
    assert_eq!(faults(&setup, &position), [PositionFault::DrawOnly(B)]);
}

#[test]
fn n15_passes_and_last_turns_are_counted_with_the_pool_empty() {
    assert_eq!(faults_after(|position| position.passes = 1), [PositionFault::PassesWithPool(1)]);
    assert_eq!(faults_after(|position| position.last_turns = Some(1)), [PositionFault::LastTurns]);
    let passes = |passes| {
        faults_after(|position| {
            empty_pool(position, B);
            position.passes = passes;
        })
    };
    assert_eq!(passes(3), []);
    assert_eq!(passes(4), [PositionFault::AlreadyOver]);
    let setup = setup("hk", &[("pool_empty", "last-turn")]);
    let mut position = position(&setup, "r3 r4 r5", ["r6 k1", "b1 *"]);
    empty_pool(&mut position, A);
    for (left, expected) in [
        (None, [PositionFault::LastTurns].as_slice()),
        (Some(0), &[PositionFault::AlreadyOver]),
        (Some(2), &[]),
        (Some(3), &[PositionFault::LastTurns]),
    ] {
        position.last_turns = left;
        assert_eq!(faults(&setup, &position), expected);
    }
}

#[test]
fn a_game_that_is_over_is_nobodys_turn() {
    let out = faults_after(|position| {
        let rack = std::mem::take(&mut position.seats[0].rack);
        position.seats[1].rack.add(rack.iter());
    });
    assert_eq!(out, [PositionFault::AlreadyOver]);
    let setup = setup("hk", &[("pool_empty", "end")]);
    let mut position = position(&setup, "r3 r4 r5", ["r6 k1", "b1 *"]);
    empty_pool(&mut position, A);
    assert_eq!(faults(&setup, &position), [PositionFault::AlreadyOver]);
    let outcome = |scores: &[i64], winners: &[Seat]| {
        let scores = scores.iter().copied().map(Score::whole).collect();
        Phase::Over(Outcome { reason: EndReason::PoolEmpty, could_open: Vec::new(), scores, winners: winners.to_vec() })
    };
    for (phase, right) in [
        (outcome(&[-7, 7], &[B]), true),
        (outcome(&[-7, 7], &[A]), false),
        (outcome(&[-7, 7, 0], &[B]), false),
        (outcome(&[-7], &[A]), false),
    ] {
        position.phase = phase;
        let expected = if right { Vec::new() } else { vec![PositionFault::Outcome] };
        assert_eq!(faults(&setup, &position), expected, "{:?}", position.phase);
    }
}

#[test]
fn before_the_deal_there_is_nothing_but_lots() {
    let setup = setup("hk", &[]);
    let mut position = Game::new(setup.clone()).position();
    assert_eq!(faults(&setup, &position), []);
    position.phase = Phase::Lots(vec![B]);
    assert_eq!(faults(&setup, &position), []);
    for lots in [vec![], vec![A, A]] {
        position.phase = Phase::Lots(lots);
        assert_eq!(faults(&setup, &position), [PositionFault::Lots]);
    }
    position.phase = Phase::Lots(vec![A, B]);
    position.pool = Pool::from(vec![Tile::JOKER]);
    assert_eq!(faults(&setup, &position), [PositionFault::NotFresh]);
}

#[test]
fn w8_a_contested_play_can_be_taken_back() {
    let setup = setup("word-b", &[("spelling", "challenge")]);
    let before = position(&setup, "CAT", ["SX", "BY"]);
    let mut game = Game::from_position(setup.clone(), before).unwrap();
    let aids = Aids { search: &NoSearch, spelling: &AnyWord, shuffle: &Fixed::default() };
    let play = Command::Play { layout: layout("CATS") };
    for event in game.decide(Actor::Seat(A), &play, &aids).unwrap() {
        game.apply(&event);
    }
    let right = game.position();
    assert_eq!(faults(&setup, &right), []);
    type Change = fn(&mut GamePosition);
    let changes: [(Change, usize); 8] = [
        (|position| position.contest.as_mut().unwrap().placed = tiles("X"), 1),
        (|position| position.contest.as_mut().unwrap().before = table("CATS"), 1),
        (|position| position.contest.as_mut().unwrap().score = 1, 1),
        (|position| position.contest.as_mut().unwrap().accepted = vec![A], 2),
        (|position| position.contest.as_mut().unwrap().accepted = vec![B], 1),
        // Not opened, with tiles of the opponent's on the table.
        (|position| position.seats[0].opened = false, 1),
        (|position| position.contest.as_mut().unwrap().seat = B, 1),
        (|position| position.phase = Phase::Provisional(A), 1),
    ];
    for (index, (change, count)) in changes.into_iter().enumerate() {
        let mut wrong = right.clone();
        change(&mut wrong);
        assert_eq!(faults(&setup, &wrong).len(), count, "{index}: {:?}", faults(&setup, &wrong));
    }
    let elsewhere = self::setup("word-b", &[]);
    assert_eq!(faults(&elsewhere, &right), [PositionFault::NoChallenges]);
}
