//! Before the first turn: lots, deal, the length of a match, a new deal (N6 to N9, C01 to C08).

mod common;

use common::{A, B, Bench, C, D, layout, opened, row, settings, tiles};
use trinta_core::{
    Actor, Command, CommandError, DrawReason, Event, LotDraw, Match, Phase, Score, Seat, SeenEvent, Viewer, see,
};

fn lot(draws: &[(Seat, &str)]) -> Event {
    Event::Lot { draws: draws.iter().map(|&(seat, tiles)| LotDraw { seat, tiles: row(tiles) }).collect() }
}

/// The rounds of lots of a deal, and who starts.
fn lots_of(edition: &str, players: u8, fronts: &[&str]) -> (Vec<Event>, Seat) {
    let mut bench = Bench::new(settings(edition, &[]), players);
    for front in fronts {
        bench = bench.front(row(front));
    }
    let mut events = bench.host(&Command::Deal).unwrap();
    let Some(Event::Dealt { starter, .. }) = events.pop() else { panic!("the deal comes last") };
    assert_eq!(bench.game.turn(), Some(starter));
    (events, starter)
}

#[test]
fn n06_the_highest_number_starts() {
    let (lots, starter) = lots_of("school", 4, &["r3 k11 b7 y9"]);
    assert_eq!(lots, [lot(&[(A, "r3"), (B, "k11"), (C, "b7"), (D, "y9")])]);
    assert_eq!(starter, B);
    // The colour plays no part, and 1 is the lowest.
    assert_eq!(lots_of("hk", 2, &["y1 k2"]).1, B);
}

#[test]
fn n06_jokers_do_not_count_and_are_drawn_again() {
    let (lots, starter) = lots_of("hk", 3, &["* r3 k5 * b4"]);
    assert_eq!(lots, [lot(&[(A, "* r3"), (B, "k5"), (C, "* b4")])]);
    assert_eq!(starter, B);
    let (lots, starter) = lots_of("hk", 2, &["* * r3 k2"]);
    assert_eq!(lots, [lot(&[(A, "* * r3"), (B, "k2")])]);
    assert_eq!(starter, A);
}

#[test]
fn n06_players_who_tie_for_highest_draw_again_among_themselves() {
    let (lots, starter) = lots_of("school", 4, &["r11 b11 k7 y9", "k4 r2"]);
    assert_eq!(lots, [lot(&[(A, "r11"), (B, "b11"), (C, "k7"), (D, "y9")]), lot(&[(A, "k4"), (B, "r2")])]);
    assert_eq!(starter, A);
    // A tie below the highest matters to nobody.
    assert_eq!(lots_of("school", 4, &["r7 b7 k11 y7"]).0.len(), 1);
}

#[test]
fn n06_ties_with_jokers_go_on_until_one_is_highest() {
    let (lots, starter) = lots_of("cn", 3, &["* k9 r9 b9", "* k1 r1 b1", "k5 r6 * b6", "r2 b3"]);
    assert_eq!(
        lots,
        [
            lot(&[(A, "* k9"), (B, "r9"), (C, "b9")]),
            lot(&[(A, "* k1"), (B, "r1"), (C, "b1")]),
            lot(&[(A, "k5"), (B, "r6"), (C, "* b6")]),
            lot(&[(B, "r2"), (C, "b3")]),
        ]
    );
    assert_eq!(starter, C);
}

#[test]
fn n06_lots_are_drawn_in_public() {
    let (lots, _) = lots_of("school", 2, &["* r11 b11", "k4 r2"]);
    for event in &lots {
        let Event::Lot { draws } = event else { panic!("{event:?}") };
        for viewer in [Viewer::Seat(A), Viewer::Seat(B), Viewer::Spectator, Viewer::Judge] {
            assert_eq!(see(event, viewer), SeenEvent::Lot { draws: draws.clone() });
        }
    }
}

#[test]
fn n06_the_tiles_go_back_before_the_deal() {
    // The lots k13 and k1 are dealt again: both copies of each are on A's rack.
    let bench = Bench::dealt(settings("hk", &[]), &["k1 k1 k13 k13", ""], "");
    assert!(bench.rack(A).starts_with("k1 k1 ") && bench.rack(A).contains("k13 k13"));
}

#[test]
fn n06_only_the_host_deals_and_only_once() {
    let mut bench = Bench::new(settings("hk", &[]), 2).starter(A);
    assert_eq!(bench.seat(A, &Command::Deal), Err(CommandError::HostOnly));
    assert_eq!(bench.draw(A), Err(CommandError::NotDealt));
    assert_eq!(bench.play(A, "k1 k2 k3"), Err(CommandError::NotDealt));
    assert_eq!(bench.time_up(None), Err(CommandError::NotDealt));
    bench.host(&Command::Deal).unwrap();
    assert_eq!(bench.host(&Command::Deal), Err(CommandError::AlreadyDealt));
    assert_eq!(bench.host(&Command::Draw), Err(CommandError::PlayersOnly));
    assert_eq!(bench.draw(C), Err(CommandError::NoSuchSeat(C)));
}

#[test]
fn n07_fourteen_tiles_each_and_the_rest_is_the_pool() {
    for (players, pool) in [(2, 78), (3, 64), (4, 50), (5, 90), (6, 76)] {
        let mut bench = Bench::new(settings("hk", &[]), players).starter(A);
        bench.host(&Command::Deal).unwrap();
        assert!(bench.game.seats().iter().all(|seat| seat.rack.len() == 14 && !seat.opened));
        assert_eq!(bench.game.pool_size(), pool);
        assert!(bench.game.table().is_empty());
    }
}

#[test]
fn n07_play_goes_clockwise_from_the_starter() {
    let mut bench = Bench::new(settings("school", &[]), 4).starter(C);
    bench.host(&Command::Deal).unwrap();
    for seat in [C, D, A, B, C] {
        assert_eq!(*bench.game.phase(), Phase::Turn(seat));
        for other in [A, B, C, D] {
            if other != seat {
                assert_eq!(bench.draw(other), Err(CommandError::NotYourTurn { turn: seat }));
            }
        }
        bench.draw(seat).unwrap();
    }
}

#[test]
fn n08_a_match_of_hk_has_as_many_games_as_players() {
    for players in 2..=6 {
        assert_eq!(settings("hk", &[]).games_in_match(players), Some(u32::from(players)));
    }
}

#[test]
fn n08_a_match_of_cn_has_an_agreed_number_of_rounds() {
    for players in 2..=4 {
        assert_eq!(settings("cn", &[]).games_in_match(players), Some(u32::from(players)), "one round by default");
        let three = settings("cn", &[("match_rounds", "3")]);
        assert_eq!(three.games_in_match(players), Some(3 * u32::from(players)));
    }
}

#[test]
fn n08_wins_and_points_run_over_all_rounds() {
    let mut sheet = Match::new(settings("cn", &[("match_rounds", "2")]), 2).unwrap();
    for line in [[5, -5], [-3, 3], [4, -4]] {
        sheet.add(line.map(Score::whole).to_vec()).unwrap();
        assert!(!sheet.is_over());
    }
    sheet.add([-20, 20].map(Score::whole).to_vec()).unwrap();
    assert!(sheet.is_over());
    assert_eq!((sheet.wins(), sheet.totals()), (vec![2, 2], common::scores(&[-14, 14])));
    assert_eq!(sheet.winners(), [B], "equal on games, so the total decides");
}

#[test]
fn n08_pt_and_school_agree_on_a_number_of_games() {
    for edition in ["pt", "school"] {
        assert_eq!(settings(edition, &[]).games_in_match(4), None);
        assert_eq!(settings(edition, &[("match_games", "3")]).games_in_match(4), Some(3));
    }
}

#[test]
fn n08_the_starter_of_every_game_is_drawn_anew() {
    for edition in ["hk", "cn", "pt", "school"] {
        let (lots, starter) = lots_of(edition, 2, &["k1 k2"]);
        assert_eq!((lots, starter), (vec![lot(&[(A, "k1"), (B, "k2")])], B), "{edition}");
    }
}

const THREE_PAIRS: &str = "r3 r3 b8 b8 y10 y10 k1 k4 k7 r12 b1 b4 y6 *";
const DULL: &str = "k2 k5 k8 k11 r1 r5 r9 r13 b3 b6 b10 y1 y4 y8";

#[test]
fn n09_three_pairs_allow_a_new_deal() {
    let mut bench = Bench::new(settings("school", &[]), 2)
        .starter(A)
        .deal_front(&[DULL, THREE_PAIRS], "")
        .deal_front(&[THREE_PAIRS, DULL], "");
    bench.host(&Command::Deal).unwrap();
    // B may ask although it is A's turn.
    let events = bench.seat(B, &Command::NewDeal).unwrap();
    assert_eq!(events[0], Event::NewDeal { seat: B, pairs: tiles("r3 r3 b8 b8 y10 y10") });
    let Event::Dealt { starter, racks, pool } = &events[1] else { panic!("{events:?}") };
    assert_eq!((events.len(), *starter, pool.iter().count()), (2, A, 78));
    assert_eq!(racks[..], [tiles(THREE_PAIRS), tiles(DULL)]);
    // And whoever gets three pairs again may ask again.
    assert!(bench.seat(A, &Command::NewDeal).is_ok());
}

#[test]
fn n09_whoever_may_ask_can_see_it() {
    let mut bench = Bench::new(settings("school", &[]), 2).starter(A).deal_front(&[DULL, THREE_PAIRS], "k13");
    let may = |bench: &Bench, viewer| bench.game.view(viewer).may_ask_for_a_new_deal();
    let [a, b] = [A, B].map(Viewer::Seat);
    assert!(!may(&bench, b), "nothing is dealt yet");
    bench.host(&Command::Deal).unwrap();
    assert!(may(&bench, b) && !may(&bench, a));
    assert!(!may(&bench, Viewer::Spectator) && !may(&bench, Viewer::Judge));
    bench.draw(A).unwrap();
    assert!(may(&bench, b));
    bench.draw(B).unwrap();
    assert!(!may(&bench, b), "after the own turn it is too late");
}

#[test]
fn n09_at_least_three_pairs() {
    let four = "r3 r3 b8 b8 y10 y10 k1 k1 k7 r12 b1 b4 y6 *";
    let mut bench = Bench::dealt(settings("school", &[]), &[four, ""], "");
    let events = bench.seat(A, &Command::NewDeal).unwrap();
    assert_eq!(events[0], Event::NewDeal { seat: A, pairs: tiles("k1 k1 r3 r3 b8 b8 y10 y10") });
    let two = "r3 r3 b8 b8 y10 y9 k1 k2 k7 r12 b1 b4 y6 *";
    let mut bench = Bench::dealt(settings("school", &[]), &[two, ""], "");
    assert_eq!(bench.seat(A, &Command::NewDeal), Err(CommandError::TooFewPairs { pairs: 2 }));
}

#[test]
fn n09_two_jokers_are_no_pair() {
    let jokers = "r3 r3 b8 b8 * * k1 k4 k7 r12 b1 b4 y6 y9";
    let mut bench = Bench::dealt(settings("school", &[]), &[jokers, ""], "");
    let error = bench.seat(A, &Command::NewDeal).unwrap_err();
    assert_eq!(error.to_string(), "a new deal needs three pairs of identical number tiles; you have 2");
}

#[test]
fn n09_the_same_number_in_two_colours_is_no_pair() {
    let rack = "r3 b3 k8 y8 k10 y10 k1 k4 k7 r12 b1 b4 y6 *";
    let mut bench = Bench::dealt(settings("school", &[]), &[rack, ""], "");
    assert_eq!(bench.seat(A, &Command::NewDeal), Err(CommandError::TooFewPairs { pairs: 0 }));
}

#[test]
fn n09_three_of_a_kind_are_one_pair() {
    // Only in the box of 160 tiles are there three of a kind.
    let school = || settings("school", &[("players", "2-6")]);
    let others = ["", "", "", ""];
    let two = "r3 r3 r3 b8 b8 b8 y10 k1 k4 k7 r12 b1 b4 y6";
    let mut bench = Bench::dealt(school(), &[&[two][..], &others].concat(), "");
    assert_eq!(bench.seat(A, &Command::NewDeal), Err(CommandError::TooFewPairs { pairs: 2 }));
    let three = "r3 r3 r3 b8 b8 b8 y10 y10 k1 k4 r12 b1 b4 y6";
    let mut bench = Bench::dealt(school(), &[&[three][..], &others].concat(), "");
    let events = bench.seat(A, &Command::NewDeal).unwrap();
    assert_eq!(events[0], Event::NewDeal { seat: A, pairs: tiles("r3 r3 b8 b8 y10 y10") });
}

#[test]
fn n09_other_editions_know_no_new_deal() {
    for edition in ["hk", "cn", "pt"] {
        let mut bench = Bench::dealt(settings(edition, &[]), &[THREE_PAIRS, ""], "");
        assert_eq!(bench.seat(A, &Command::NewDeal), Err(CommandError::NoNewDeal));
    }
    let mut words = Bench::dealt(settings("word-b", &[]), &["", ""], "");
    assert_eq!(words.seat(A, &Command::NewDeal), Err(CommandError::NoNewDeal));
    let mut before = Bench::new(settings("school", &[]), 2);
    assert_eq!(before.seat(A, &Command::NewDeal), Err(CommandError::NotDealt));
}

#[test]
fn n09_after_a_play_it_is_too_late() {
    let opener = "k10 r10 b10 k2 k5 k8 r1 r5 r9 b3 b6 y1 y4 y8";
    let mut bench = Bench::dealt(settings("school", &[]), &[opener, THREE_PAIRS], "");
    assert_eq!(bench.play(A, "k10 r10 b10").unwrap(), [opened(A, "k10 r10 b10", "k10 r10 b10", 30)]);
    assert_eq!(bench.seat(B, &Command::NewDeal), Err(CommandError::NewDealTooLate));
}

#[test]
fn n09_a_draw_is_no_play() {
    let mut bench = Bench::new(settings("school", &[]), 3)
        .starter(B)
        .deal_front(&["k9", DULL, THREE_PAIRS], "k13")
        .deal_front(&["k9", THREE_PAIRS, DULL], "k13");
    bench.host(&Command::Deal).unwrap();
    assert_eq!(bench.draw(B).unwrap(), [common::drew(B, "k13", DrawReason::Choice)]);
    let events = bench.seat(C, &Command::NewDeal).unwrap();
    // The starter stays the same, and the tile that was drawn is back in the box.
    assert!(matches!(events[1], Event::Dealt { starter: B, .. }));
    assert_eq!(bench.game.turn(), Some(B));
    assert!(bench.game.seats().iter().all(|seat| seat.rack.len() == 14 && seat.turns == 0));
}

#[test]
fn n09_a_play_whose_tiles_were_lost_is_still_a_play() {
    // On site nobody could restore the table after A's opening, so nothing lies there; but somebody has played.
    let opener = "k10 r10 b10 k2 k5 k8 r1 r5 r9 b3 b6 y1 y4 y8";
    let mut bench = Bench::dealt(settings("school", &[]), &[opener, "", THREE_PAIRS], "");
    bench.play(A, "k10 r10 b10").unwrap();
    bench.restored("").unwrap();
    assert!(bench.game.table().is_empty());
    assert_eq!(bench.seat(C, &Command::NewDeal), Err(CommandError::NewDealTooLate));
}

#[test]
fn c07_a_setting_allows_it_until_the_own_first_turn_ends() {
    let opener = "k10 r10 b10 k2 k5 k8 r1 r5 r9 b3 b6 y1 y4 y8";
    let settings = || settings("school", &[("new_deal", "before-own-turn")]);
    let mut bench = Bench::dealt(settings(), &[opener, THREE_PAIRS], "");
    bench.play(A, "k10 r10 b10").unwrap();
    let events = bench.seat(B, &Command::NewDeal).unwrap();
    assert!(matches!(events[1], Event::Dealt { starter: A, .. }));
    // All begins again: nothing on the table, nobody has opened.
    assert!(bench.game.table().is_empty());
    assert!(bench.game.seats().iter().all(|seat| !seat.opened && seat.turns == 0));

    let mut bench = Bench::dealt(settings(), &[THREE_PAIRS, ""], "");
    bench.draw(A).unwrap();
    assert_eq!(bench.seat(A, &Command::NewDeal), Err(CommandError::NewDealTooLate));
}

#[test]
fn a_refused_command_changes_nothing() {
    let mut bench = Bench::dealt(settings("hk", &[]), &["k1 k2 k3", ""], "");
    let before = bench.game.clone();
    let play = Command::Play { layout: layout("k1 k2 k3") };
    assert!(bench.run(Actor::Seat(A), &play).is_err());
    assert_eq!(bench.game, before);
}
