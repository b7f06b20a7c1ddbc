//! Play with an empty pool: N15 with all four settings (F08, X09).

mod common;

use common::{A, B, Bench, C, D, Says, opened, passed, scores, settings};
use trinta_core::edition::{RulesVersion, SettingsBuilder};
use trinta_core::{
    CommandError, DrawReason, EndReason, Event, NoSearch, PassReason, Phase, Seat, Settings, Tile, Viewer, see,
};

/// Racks of 26 tiles that share no number among two colours and no neighbours in one: nothing can ever be made of
/// them, even with one joker each. Number n of seat s has the colour n + s, both copies.
fn dead_racks() -> Vec<Vec<Tile>> {
    let tile = |seat: usize, number: usize| {
        let colour = ["k", "r", "b", "y"][(number + seat) % 4];
        format!("{colour}{number}").parse().unwrap()
    };
    (0..4).map(|seat| (1..=13).flat_map(|number| [tile(seat, number); 2]).collect()).collect()
}

/// Deals these racks over 14 tiles each and 50 draws in turn from seat A, and draws the pool down to this many tiles.
fn drawn_down(bench: Bench, mut racks: Vec<Vec<Tile>>, left: usize) -> Bench {
    let mut order: Vec<Tile> = racks.iter_mut().flat_map(|rack| rack.drain(..14).collect::<Vec<_>>()).collect();
    let mut seat = 0;
    while racks.iter().any(|rack| !rack.is_empty()) {
        order.push(racks[seat].remove(0));
        seat = (seat + 1) % 4;
    }
    let mut bench = bench.starter(A).front(order);
    bench.host(&trinta_core::Command::Deal).unwrap();
    bench.draw_down_to(left);
    bench
}

/// A game in which nobody can ever play: A and B have a joker each, B draws the last tile.
fn dead(settings: Settings, left: usize) -> Bench {
    let mut racks = dead_racks();
    racks[0].push(Tile::JOKER);
    racks[1].push(Tile::JOKER);
    drawn_down(Bench::new(settings, 4), racks, left)
}

/// The same, but B can open: its thirteens are of three colours.
fn b_can_open(settings: Settings, left: usize) -> Bench {
    let mut racks = dead_racks();
    racks[0].push(Tile::JOKER);
    racks[1].push(Tile::JOKER);
    // B gets the thirteens of C and D that it lacks, for tiles of which no seat can make anything either.
    for (other, number) in [(2, "1"), (3, "5")] {
        let theirs = racks[other].iter().position(|tile| tile.value() == 13).unwrap();
        let own = racks[1].iter().position(|tile| tile.to_string()[1..] == *number).unwrap();
        let thirteen = racks[other][theirs];
        racks[other][theirs] = racks[1][own];
        racks[1][own] = thirteen;
    }
    drawn_down(Bench::new(settings, 4), racks, left)
}

fn ended(bench: &Bench) -> (EndReason, Vec<Seat>) {
    let outcome = bench.game.outcome().expect("the game is over");
    (outcome.reason, outcome.winners.clone())
}

#[test]
fn n15_the_game_ends_at_once_when_nobody_can_play_any_more() {
    for edition in ["hk", "cn", "pt", "school"] {
        let mut bench = dead(settings(edition, &[]), 1);
        assert_eq!(bench.game.turn(), Some(B), "nobody can play, but there is a tile to draw: {edition}");
        let events = bench.draw(B).unwrap();
        assert_eq!(events.len(), 2);
        assert!(matches!(events[0], Event::Drew { seat: B, why: DrawReason::Choice, .. }));
        // Racks of 182 each, and 30 more for the jokers of A and B.
        let Event::Ended { reason, scores: points, winners, could_open, .. } = &events[1] else { panic!() };
        assert_eq!((*reason, winners.as_slice()), (EndReason::Blocked, &[C, D][..]));
        assert_eq!(*points, scores(&[-30, -30, 30, 30]));
        assert_eq!(*could_open, [], "with the pool empty the school counts face values too (N23)");
    }
}

#[test]
fn n15_two_full_circles_of_passes_end_the_game_and_the_second_is_announced() {
    for edition in ["hk", "cn", "pt", "school"] {
        let mut bench = dead(settings(edition, &[]), 1).search(NoSearch);
        assert_eq!(bench.game.passes_until_the_end(), None, "there is a tile to draw");
        // The draw that empties the pool is no pass.
        assert_eq!(bench.draw(B).unwrap().len(), 1);
        assert_eq!(bench.draw(C), Err(CommandError::PoolEmpty));
        for (left, seat) in (1..=8).rev().zip([C, D, A, B, C, D, A]) {
            assert_eq!(bench.game.passes_until_the_end(), Some(left));
            // Everybody can see it: a spectator knows no more than is public.
            let view = bench.game.view(Viewer::Spectator);
            assert_eq!((view.state.passes_until_the_end(), view.state.is_last_circle()), (Some(left), left <= 4));
            assert_eq!(bench.pass(seat).unwrap(), [passed(seat, PassReason::Choice)]);
        }
        let events = bench.pass(B).unwrap();
        assert_eq!(events[0], passed(B, PassReason::Choice));
        assert_eq!(ended(&bench), (EndReason::Passes, vec![C, D]));
        assert_eq!(bench.pass(C), Err(CommandError::GameOver));
        assert_eq!((bench.game.passes_until_the_end(), bench.game.is_last_circle()), (None, false));
    }
}

#[test]
fn n15_by_the_first_version_of_the_rules_one_circle_of_passes_ends_the_game() {
    let first = SettingsBuilder::edition_at("hk", RulesVersion::V1).unwrap().build().unwrap();
    let mut bench = dead(first, 1).search(NoSearch);
    bench.draw(B).unwrap();
    for seat in [C, D, A, B] {
        assert_eq!(bench.game.outcome(), None);
        let mut view = bench.game.view(Viewer::Spectator);
        for event in bench.pass(seat).unwrap() {
            assert!(!view.state.is_last_circle());
            view.apply(&see(&event, Viewer::Spectator));
        }
    }
    assert_eq!(ended(&bench).0, EndReason::Passes);
}

#[test]
fn n15_a_time_out_counts_as_a_pass() {
    let mut bench = dead(settings("hk", &[]), 1).search(NoSearch);
    bench.draw(B).unwrap();
    for seat in [C, D, A, B, C] {
        bench.pass(seat).unwrap();
    }
    assert_eq!(bench.time_up(None).unwrap(), [passed(D, PassReason::TimeUp)]);
    // Also one in the middle of a play: there are no tiles left for the penalty.
    assert_eq!(bench.time_up(Some("k1")).unwrap(), [passed(A, PassReason::TimeUp)]);
    bench.time_up(None).unwrap();
    assert_eq!(ended(&bench).0, EndReason::Passes);
}

#[test]
fn n15_a_play_breaks_the_circle_of_passes() {
    let mut bench = b_can_open(settings("hk", &[]), 1).search(NoSearch);
    bench.draw(B).unwrap();
    for seat in [C, D, A, B, C, D, A] {
        bench.pass(seat).unwrap();
    }
    let opening = "b13 y13 k13";
    assert_eq!(bench.play(B, opening).unwrap(), [opened(B, opening, opening, 39)]);
    assert!(!bench.game.is_last_circle(), "the circles begin anew");
    for seat in [C, D, A, B, C, D, A] {
        assert_eq!(bench.pass(seat).unwrap(), [passed(seat, PassReason::Choice)]);
    }
    assert_eq!(*bench.game.phase(), Phase::Turn(B));
    bench.pass(B).unwrap();
    assert_eq!(ended(&bench).0, EndReason::Passes);
}

#[test]
fn n15_the_game_goes_on_while_somebody_can_play() {
    let mut bench = b_can_open(settings("hk", &[]), 1);
    assert_eq!(bench.draw(B).unwrap().len(), 1, "B can still open");
    // Where passing is allowed, an able player may pass, too.
    for seat in [C, D, A, B, C, D, A, B] {
        assert_eq!(bench.pass(seat).unwrap()[0], passed(seat, PassReason::Choice));
    }
    assert_eq!(ended(&bench).0, EndReason::Passes);
}

#[test]
fn n15_the_play_that_leaves_nobody_able_ends_the_game() {
    let mut bench = b_can_open(settings("hk", &[]), 1);
    bench.draw(B).unwrap();
    for seat in [C, D, A] {
        bench.pass(seat).unwrap();
    }
    // B's opening leaves a joker and tiles of which nothing can be made, and the others have not opened.
    let events = bench.play(B, "b13 y13 k13 *").unwrap();
    assert_eq!(events[0], opened(B, "b13 y13 k13 *", "b13 y13 k13 *", 52));
    assert_eq!(ended(&bench).0, EndReason::Blocked);
}

#[test]
fn n15_in_pt_an_able_player_must_play() {
    let mut bench = b_can_open(settings("pt", &[]), 1);
    bench.draw(B).unwrap();
    // Those who have not opened and can't are not able.
    for seat in [C, D, A] {
        bench.pass(seat).unwrap();
    }
    assert_eq!(bench.pass(B), Err(CommandError::MustPlay));
    assert_eq!(bench.pass(B).unwrap_err().to_string(), "you can still play, so you must");
    assert!(bench.play(B, "b13 y13 k13").is_ok());
    // What is not known can't be held against a player.
    let mut bench = b_can_open(settings("pt", &[]), 1).search(Says(None));
    bench.draw(B).unwrap();
    assert!(bench.pass(C).is_ok());
}

#[test]
fn n15_in_pt_a_time_out_of_an_able_player_is_still_a_pass() {
    let mut bench = b_can_open(settings("pt", &[]), 1);
    bench.draw(B).unwrap();
    for _ in 0..2 {
        assert_eq!(bench.game.outcome(), None);
        for seat in [C, D, A] {
            bench.pass(seat).unwrap();
        }
        assert_eq!(bench.time_up(None).unwrap()[0], passed(B, PassReason::TimeUp));
    }
    assert_eq!(ended(&bench).0, EndReason::Passes);
}

#[test]
fn n15_a_player_who_has_not_opened_is_able_only_if_the_rack_can_open() {
    let hk = settings("hk", &[]);
    assert!(common::can_play(&hk, true, "r3 r4 r5", "r6"));
    assert!(!common::can_play(&hk, false, "r3 r4 r5", "r6"));
    assert!(!common::can_play(&hk, false, "r3 r4 r5", "k9 b9 y9"));
    assert!(common::can_play(&hk, false, "r3 r4 r5", "k10 b10 y10"));
    let one = settings("hk", &[("opening_sets", "one")]);
    assert!(common::can_play(&hk, false, "", "r1 r2 r3 b8 b9 b10"));
    assert!(!common::can_play(&one, false, "", "r1 r2 r3 b8 b9 b10"));
}

#[test]
fn n15_the_setting_end_ends_with_the_draw_of_the_last_tile() {
    let mut bench = b_can_open(settings("hk", &[("pool_empty", "end")]), 1);
    let events = bench.draw(B).unwrap();
    assert_eq!(events.len(), 2);
    assert_eq!(ended(&bench).0, EndReason::PoolEmpty, "although B could play");
}

#[test]
fn n15_the_setting_last_turn_gives_everybody_one_more() {
    let mut bench = b_can_open(settings("hk", &[("pool_empty", "last-turn")]), 1);
    assert_eq!(bench.draw(B).unwrap().len(), 1);
    for seat in [C, D, A] {
        assert_eq!(bench.pass(seat).unwrap(), [passed(seat, PassReason::Choice)]);
    }
    // B drew the last tile and has one more turn like the others; after it the game is over.
    let events = bench.play(B, "b13 y13 k13").unwrap();
    assert_eq!(events[0], opened(B, "b13 y13 k13", "b13 y13 k13", 39));
    assert_eq!(ended(&bench).0, EndReason::LastTurns);
}

#[test]
fn n15_a_penalty_that_takes_the_last_tiles_is_no_pass() {
    let mut bench = dead(settings("hk", &[]), 2).search(NoSearch);
    assert_eq!(bench.game.turn(), Some(A));
    let events = bench.time_up(Some("k1")).unwrap();
    assert!(matches!(&events[..], [Event::Drew { seat: A, tiles, why: DrawReason::Penalty }] if tiles.len() == 2));
    for seat in [B, C, D, A, B, C, D] {
        bench.pass(seat).unwrap();
    }
    assert_eq!(bench.game.turn(), Some(A), "seven passes are not two circles of four");
    bench.pass(A).unwrap();
    assert_eq!(ended(&bench).0, EndReason::Passes);
}

#[test]
fn n15_passing_is_for_an_empty_pool_only() {
    let mut bench = Bench::dealt(settings("hk", &[]), &["", ""], "");
    assert_eq!(bench.pass(A), Err(CommandError::PoolNotEmpty));
}

#[test]
fn n23_a_setting_counts_a_hundred_each_also_when_the_pool_is_empty() {
    let bench = dead(settings("school", &[("unopened", "100-200-always")]), 0);
    let outcome = bench.game.outcome().unwrap();
    assert_eq!(outcome.could_open, [Some(false); 4]);
    assert_eq!((&outcome.scores, &outcome.winners), (&scores(&[0, 0, 0, 0]), &vec![A, B, C, D]));
    // B could have opened: 200 against 100.
    let mut bench = b_can_open(settings("school", &[("unopened", "100-200-always")]), 0);
    for seat in [C, D, A, B, C, D, A, B] {
        bench.pass(seat).unwrap();
    }
    let outcome = bench.game.outcome().unwrap();
    assert_eq!(outcome.could_open, [Some(false), Some(true), Some(false), Some(false)]);
    let third = trinta_core::Score::whole(100).shared_by(3);
    assert_eq!(outcome.scores, [third, trinta_core::Score::whole(-100), third, third]);
}

#[test]
fn f08_at_school_play_goes_on_too_and_then_face_values_count() {
    let mut bench = b_can_open(settings("school", &[]), 0);
    assert_eq!(bench.game.turn(), Some(C), "B can still play, so the game goes on");
    for seat in [C, D, A] {
        bench.pass(seat).unwrap();
    }
    bench.play(B, "b13 y13 k13 *").unwrap();
    // Face values: A 182 and a joker; C and D have given a 13 each for a 1 and a 5; B what is left of 182 + 20.
    let outcome = bench.game.outcome().unwrap();
    assert_eq!((outcome.reason, &outcome.could_open), (EndReason::Blocked, &vec![]));
    let losses = [212, 182 + 12 + 8 - 39, 182 - 12, 182 - 8];
    let lowest = losses[1];
    assert_eq!(outcome.winners, [B]);
    let pot: i64 = losses.iter().map(|loss| loss - lowest).sum();
    assert_eq!(outcome.scores, scores(&[lowest - 212, pot, lowest - 170, lowest - 174]));
}
