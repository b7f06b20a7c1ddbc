//! The two ways to play with words, to their end: W9 to W13.

mod common;

use common::{A, B, Bench, C, drew, passed, scores, settings, table, tiles};
use trinta_core::edition::{RulesVersion, SettingsBuilder, Value};
use trinta_core::{
    AnyWord, CommandError, DrawReason, EndReason, Event, Match, PassReason, Score, Settings, Table, words,
};

/// Play A or B in which the opening may be several words, and everything is a word.
fn more(edition: &str, overrides: &[(&str, &str)]) -> Settings {
    settings(edition, &[&[("opening_words", "more")][..], overrides].concat())
}

fn scored(after: &str, placed: &str, opening: Option<u32>, score: Option<u32>) -> Event {
    Event::Played { seat: A, table: table(after), placed: tiles(placed), opening, score, time_up: false }
}

#[test]
fn w09_a_turn_scores_its_longest_word() {
    let (before, after) = (Table::new(), table("TOY | CAPE | HEAVY | RECOvER"));
    assert_eq!(words::turn_score(&before, &after, false), 7, "a joker counts 1");
    assert_eq!(words::turn_score(&before, &after, true), 14, "doubled if it empties the rack");
    let mut bench = Bench::dealt(more("word-a", &[]), &["RECOVERTOYIIII", ""], "B B C");
    assert_eq!(
        bench.play(A, "RECOVER | TOY").unwrap(),
        [scored("RECOVER | TOY", "RECOVERTOY", Some(7), Some(7)), drew(A, "BBC", DrawReason::Fill)]
    );
    assert_eq!(bench.game.seats()[0].points, 7);
}

#[test]
fn w09_a_word_that_was_on_the_table_is_not_formed() {
    let before = table("RECOVER | TOY");
    assert_eq!(words::turn_score(&before, &table("RECOVER | TOYS"), false), 4);
    assert_eq!(words::turn_score(&before, &table("RECOVERY | TOY"), false), 8);
    // A joker swapped for its letter leaves the same word.
    assert_eq!(words::turn_score(&table("REcOVER"), &table("RECOVER | cAT"), false), 3);
    // Nor is one that only lies elsewhere.
    assert_eq!(words::turn_score(&before, &table("CAPE | RECOVER | TOY"), false), 4);
    assert_eq!(words::formed(&before, &table("TOY | RECOVER | APE")).collect::<Vec<_>>(), ["APE"]);
}

#[test]
fn w09_emptying_the_rack_doubles_and_does_not_end_play_a() {
    let mut bench = Bench::dealt(more("word-a", &[]), &["RECOVERTOYCAPE", ""], "Z X W U S R Q P");
    let all = "RECOVER | TOY | CAPE";
    assert_eq!(
        bench.play(A, all).unwrap(),
        [scored(all, "RECOVERTOYCAPE", Some(7), Some(14)), drew(A, "ZXWUSRQ", DrawReason::Fill)]
    );
    assert_eq!((bench.game.turn(), bench.game.seats()[0].points), (Some(B), 14));
    assert!(bench.game.outcome().is_none());
}

#[test]
fn w09_play_b_has_no_score_of_a_turn() {
    let mut bench = Bench::dealt(settings("word-b", &[]), &["RECOVER", ""], "");
    assert_eq!(bench.play(A, "RECOVER").unwrap(), [scored("RECOVER", "RECOVER", Some(7), None)]);
}

#[test]
fn w10_the_rack_is_filled_up_to_seven() {
    let play = |word: &str| {
        let mut bench = Bench::dealt(settings("word-a", &[]), &["RECOVERINGSTOY", ""], "Z X W U S T Q");
        let mut events = bench.play(A, word).unwrap();
        events.remove(0);
        (events, bench.game.seats()[0].rack.len())
    };
    assert_eq!(play("COVERS"), (vec![], 8), "more than seven stay");
    assert_eq!(play("RECOVER"), (vec![], 7));
    assert_eq!(play("RECOVERS"), (vec![drew(A, "Z", DrawReason::Fill)], 7));
    assert_eq!(play("RECOVERING"), (vec![drew(A, "ZXW", DrawReason::Fill)], 7));
    // A turn with a draw leaves 15.
    let mut bench = Bench::dealt(settings("word-a", &[]), &["", ""], "Z");
    assert_eq!(bench.draw(A).unwrap(), [drew(A, "Z", DrawReason::Choice)]);
    assert_eq!(bench.game.seats()[0].rack.len(), 15);
}

#[test]
fn w10_the_game_ends_with_the_draw_of_the_last_tile() {
    let mut bench = Bench::dealt(settings("word-a", &[]), &["", ""], "");
    bench.draw_down_to(1);
    assert!(bench.game.outcome().is_none());
    let events = bench.draw(B).unwrap();
    assert_eq!(events[0], drew(B, "*", DrawReason::Choice));
    let Event::Ended { reason: EndReason::PoolEmpty, scores: points, winners, .. } = &events[1] else { panic!() };
    // Both have drawn a joker, which costs 30, and nobody has scored.
    assert_eq!((points, winners.as_slice()), (&scores(&[-30, -30]), &[A, B][..]));
}

#[test]
fn w10_the_game_ends_with_the_filling_up_that_takes_the_last_tile() {
    let mut bench = Bench::dealt(settings("word-a", &[]), &["", ""], "").spelling(AnyWord);
    // A lays the whole rack in every turn, B draws: eight tiles a round, until four are left for A to take.
    let mut events = Vec::new();
    while bench.game.outcome().is_none() {
        let rack = bench.rack(A);
        let before = bench.on_table();
        let after = if before.is_empty() { rack } else { format!("{before} | {rack}") };
        events = bench.play(A, &after).unwrap();
        if bench.game.outcome().is_none() {
            bench.draw(B).unwrap();
        }
    }
    // That turn still scores: 28 for the first word, ten times 14, less two jokers.
    assert!(matches!(events[0], Event::Played { score: Some(14), .. }));
    assert_eq!(events[1], drew(A, "YZ**", DrawReason::Fill));
    let Event::Ended { reason, scores: points, winners, .. } = &events[2] else { panic!("{events:?}") };
    assert_eq!((*reason, winners.as_slice()), (EndReason::PoolEmpty, &[A][..]));
    assert_eq!(*points, scores(&[28 + 10 * 14 - 60, 0]));
}

#[test]
fn w10_the_game_ends_with_the_penalty_that_takes_the_last_tile() {
    let mut bench = Bench::dealt(settings("word-a", &[("turn_time", "60")]), &["", ""], "");
    bench.draw_down_to(1);
    let events = bench.time_up(None).unwrap();
    assert_eq!(events[0], drew(B, "*", DrawReason::TimeUp));
    assert_eq!(bench.game.outcome().unwrap().reason, EndReason::PoolEmpty);
    assert_eq!(bench.draw(A), Err(CommandError::GameOver));
}

#[test]
fn w11_the_first_to_empty_the_rack_wins_play_b() {
    let racks = ["RECOVERTOYCAPE", "*", "*"];
    let mut bench = Bench::dealt(more("word-b", &[]), &racks, "");
    let left = [bench.game.seats()[1].rack.clone(), bench.game.seats()[2].rack.clone()];
    let events = bench.play(A, "RECOVER | TOY | CAPE").unwrap();
    let ended = Event::Ended {
        reason: EndReason::Out,
        racks: vec![tiles(""), left[0].clone(), left[1].clone()],
        could_open: vec![],
        // Thirteen letters and a joker each.
        scores: scores(&[86, -43, -43]),
        winners: vec![A],
    };
    assert_eq!(events[1..], [ended]);
}

#[test]
fn w11_play_b_does_not_fill_up() {
    let mut bench = Bench::dealt(settings("word-b", &[]), &["RECOVERINGSTOY", ""], "");
    assert_eq!(bench.play(A, "RECOVERING").unwrap().len(), 1);
    assert_eq!(bench.game.seats()[0].rack.len(), 4);
}

#[test]
fn w11_with_an_empty_pool_passes_end_play_b_and_the_lowest_rack_wins() {
    let mut bench = Bench::dealt(settings("word-b", &[]), &["", "", ""], "");
    bench.draw_down_to(0);
    assert_eq!(bench.game.turn(), Some(B), "A drew the last tile; nothing proves that nobody can play");
    assert_eq!(bench.draw(B), Err(CommandError::PoolEmpty));
    for seat in [B, C, A, B, C] {
        assert_eq!(bench.pass(seat).unwrap(), [passed(seat, PassReason::Choice)]);
    }
    bench.pass(A).unwrap();
    let outcome = bench.game.outcome().unwrap();
    // A has 37 letters and a joker, B 37 letters, C 36 and a joker.
    assert_eq!((outcome.reason, &outcome.winners), (EndReason::Passes, &vec![B]));
    assert_eq!(outcome.scores, scores(&[-30, 59, -29]));
}

#[test]
fn w11_ties_with_an_empty_pool_share() {
    let mut bench = Bench::dealt(settings("word-b", &[]), &["", ""], "");
    bench.draw_down_to(0);
    for seat in [A, B, A, B] {
        bench.pass(seat).unwrap();
    }
    let outcome = bench.game.outcome().unwrap();
    assert_eq!((&outcome.scores, &outcome.winners), (&scores(&[0, 0]), &vec![A, B]));
}

/// A and B have opened with RECOVER and PLANETS, and it is A's turn.
fn both_opened(edition: &str) -> Bench {
    both_opened_at(edition, RulesVersion::CURRENT)
}

fn both_opened_at(edition: &str, version: RulesVersion) -> Bench {
    let mut builder = SettingsBuilder::edition_at(edition, version).unwrap();
    builder.set("turn_time", Value::Number(60));
    let racks = ["RECOVERTOY", "PLANETSDIS"];
    let mut bench = Bench::dealt(builder.build().unwrap(), &racks, "Z X W U Q J K");
    bench.play(A, "RECOVER").unwrap();
    bench.play(B, "RECOVER | PLANETS").unwrap();
    bench
}

#[test]
fn w12_when_time_is_up_the_tiles_go_back_and_one_is_drawn() {
    for edition in ["word-a", "word-b"] {
        let draws = |draft: Option<&str>| {
            let mut bench = both_opened(edition);
            let events = bench.time_up(draft).unwrap();
            assert_eq!((bench.game.turn(), bench.on_table()), (Some(B), "RECOVER | PLANETS".into()));
            events
        };
        assert_eq!(draws(None), [drew(A, "Z", DrawReason::TimeUp)]);
        assert_eq!(draws(Some("PLANETS | RECOVER")), [drew(A, "Z", DrawReason::TimeUp)]);
        // A play that is not valid goes back, at the price of one tile, not of three.
        assert_eq!(draws(Some("RECOVER | PLANETS | TO")), [drew(A, "Z", DrawReason::Penalty)]);
    }
}

#[test]
fn w12_a_complete_and_valid_play_counts_when_time_is_up() {
    for edition in ["word-a", "word-b"] {
        let mut bench = both_opened(edition);
        let events = bench.time_up(Some("RECOVER | PLANETS | TOY")).unwrap();
        assert!(matches!(&events[0], Event::Played { seat: A, time_up: true, .. }), "{edition}: {events:?}");
        assert_eq!((bench.game.turn(), bench.on_table()), (Some(B), "RECOVER | PLANETS | TOY".into()));
    }
}

#[test]
fn w12_by_the_first_version_of_the_rules_everything_goes_back() {
    for edition in ["word-a", "word-b"] {
        let mut bench = both_opened_at(edition, RulesVersion::V1);
        let events = bench.time_up(Some("RECOVER | PLANETS | TOY")).unwrap();
        assert_eq!(events, [drew(A, "Z", DrawReason::Penalty)]);
    }
    // And tiles that were lost in play B cost as many on top of the one.
    let mut bench = both_opened_at("word-b", RulesVersion::V1);
    let events = bench.restored("RECOVER").unwrap();
    assert!(matches!(&events[1], Event::Drew { tiles: drawn, .. } if drawn.len() == 8), "{events:?}");
}

#[test]
fn w12_in_play_a_lost_tiles_go_to_the_pool_and_the_next_turn_is_for_drawing() {
    let mut bench = both_opened("word-a");
    let events = bench.restored("RECOVER").unwrap();
    assert!(
        matches!(&events[0], Event::Returned { seat: A, table, tiles: lost, .. }
            if table.to_string() == "RECOVER" && *lost == tiles("PLANETS")),
        "{events:?}"
    );
    assert_eq!(events[1..], [drew(A, "Z", DrawReason::Penalty)]);
    // B may play, A may only draw, and after that A may play again.
    bench.draw(B).unwrap();
    assert_eq!(bench.play(A, "RECOVER | TOY"), Err(CommandError::DrawOnly));
    assert!(bench.game.draws_only(A));
    bench.draw(A).unwrap();
    bench.draw(B).unwrap();
    assert!(bench.play(A, "RECOVER | TOY").is_ok());
}

#[test]
fn w12_in_play_b_the_player_draws_exactly_as_many_and_may_play_next() {
    let mut bench = both_opened("word-b");
    let rack = bench.game.seats()[0].rack.len();
    let events = bench.restored("RECOVER").unwrap();
    let [Event::Returned { .. }, Event::Drew { seat: A, tiles: drawn, why: DrawReason::Penalty }] = &events[..] else {
        panic!("{events:?}")
    };
    // Seven for the tiles that were lost, in place of the one for a turn without a play.
    assert_eq!(drawn.len(), 7);
    assert_eq!(bench.game.seats()[0].rack.len(), rack + 7);
    bench.draw(B).unwrap();
    assert!(bench.play(A, "RECOVER | TOY").is_ok());
}

#[test]
fn w12_where_all_is_put_back_the_next_turn_is_free() {
    for edition in ["word-a", "word-b"] {
        let mut bench = both_opened(edition);
        assert_eq!(bench.restored("RECOVER | PLANETS").unwrap(), [drew(A, "Z", DrawReason::Penalty)]);
        bench.draw(B).unwrap();
        assert!(bench.play(A, "RECOVER | PLANETS | TOY").is_ok());
    }
}

#[test]
fn w13_most_points_win() {
    for edition in ["word-a", "word-b"] {
        let mut sheet = Match::new(settings(edition, &[]), 2).unwrap();
        for line in [[1, -1], [1, -1], [-5, 5]] {
            sheet.add(line.map(Score::whole).to_vec()).unwrap();
        }
        assert_eq!((sheet.wins(), sheet.winners()), (vec![2, 1], vec![B]));
    }
    // The scores of play A are each player's own; those of play B sum to zero.
    assert!(Match::new(settings("word-a", &[]), 2).unwrap().add(scores(&[40, 33])).is_ok());
    assert!(Match::new(settings("word-b", &[]), 2).unwrap().add(scores(&[40, 33])).is_err());
}
