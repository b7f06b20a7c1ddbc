//! The end of a game, scores and matches: N21 to N26, F02 to F15.

mod common;

use common::{A, B, Bench, C, D, scores, settings, tiles};
use trinta_core::edition::{RulesVersion, SettingsBuilder, Value};
use trinta_core::scoring::{Ending, FinalRack, Left, ScoringError, asks_could_open, score_game, winners};
use trinta_core::{
    Command, EndReason, Event, Match, MatchError, PlainSearch, Position, Score, Search, Settings, Tiles,
};

/// A rack at the end: its tiles, and what else there is to know of it.
#[derive(Clone)]
struct End {
    tiles: Tiles,
    opened: bool,
    could_open: Option<bool>,
    pushed: bool,
}

fn end(text: &str) -> End {
    End { tiles: tiles(text), opened: true, could_open: None, pushed: false }
}

/// A rack of this face value.
fn worth(mut points: u32) -> End {
    let mut text = String::new();
    while points > 0 {
        let number = points.min(13);
        text.push_str(&format!("k{number} "));
        points -= number;
    }
    end(&text)
}

fn unopened(text: &str, could: bool) -> End {
    End { opened: false, could_open: Some(could), ..end(text) }
}

fn pushed() -> End {
    End { pushed: true, ..end("k1") }
}

fn scored(settings: &Settings, ending: Ending, racks: &[End]) -> Result<Vec<Score>, ScoringError> {
    let racks: Vec<FinalRack<'_>> = racks
        .iter()
        .map(|rack| FinalRack {
            left: Left::Tiles(&rack.tiles),
            opened: rack.opened,
            could_open: rack.could_open,
            pushed: rack.pushed,
            points: 0,
        })
        .collect();
    let scores = score_game(settings, ending, &racks)?;
    assert_eq!(scores.iter().copied().sum::<Score>(), Score::ZERO, "every game sums to zero");
    Ok(scores)
}

fn out(edition: &str, racks: &[End]) -> Vec<Score> {
    scored(&settings(edition, &[]), Ending::Out, racks).unwrap()
}

fn pool_empty(edition: &str, racks: &[End]) -> Vec<Score> {
    scored(&settings(edition, &[]), Ending::Pool, racks).unwrap()
}

fn fractions(text: &str) -> Vec<Score> {
    text.split(' ').map(|score| score.parse().unwrap()).collect()
}

fn could_open(text: &str) -> bool {
    let (settings, table, rack) = (settings("school", &[]), common::table(""), tiles(text));
    PlainSearch.could_open(&Position { settings: &settings, table: &table, seat: A, rack: &rack, opened: false })
}

/// A rack that goes out in one turn, and how.
const GOES_OUT: &str = "k5 k6 k7 k8 k9 k10 k11 k12 k13 r8 r9 r10 r11 r12";
const ALL_OUT: &str = "k5 k6 k7 k8 k9 k10 k11 k12 k13 | r8 r9 r10 r11 r12";
/// F04: face value 80, and nothing can be made of it.
const HOPELESS: &str = "r1 r1 b2 b2 k4 k4 y5 y5 r7 r7 b9 b9 k11 y13";

#[test]
fn n21_the_first_to_empty_the_rack_wins_what_the_others_lose() {
    for edition in ["hk", "cn", "pt"] {
        let with_joker = "r1 r1 b2 b2 k4 k4 y5 y5 r7 r7 b9 b9 k11 *";
        let mut bench = Bench::dealt(settings(edition, &[]), &[GOES_OUT, HOPELESS, ""], "");
        let c_rack = bench.game.seats()[2].rack.clone();
        let events = bench.play(A, ALL_OUT).unwrap();
        let c_loss = i64::from(c_rack.value());
        assert_eq!(c_rack.jokers(), 0);
        let ended = Event::Ended {
            reason: EndReason::Out,
            racks: vec![tiles(""), tiles(HOPELESS), c_rack],
            could_open: vec![],
            scores: scores(&[80 + c_loss, -80, -c_loss]),
            winners: vec![A],
        };
        assert_eq!(events[1..], [ended], "{edition}");
        assert_eq!(out(edition, &[end(""), end(with_joker)]), scores(&[97, -97]), "a joker counts 30");
    }
}

#[test]
fn n21_nothing_happens_after_the_end() {
    let mut bench = Bench::dealt(settings("hk", &[]), &[GOES_OUT, HOPELESS], "");
    bench.play(A, ALL_OUT).unwrap();
    let over = Err(trinta_core::CommandError::GameOver);
    assert_eq!(bench.draw(B), over);
    assert_eq!(bench.time_up(None), over);
    assert_eq!(bench.seat(B, &Command::Challenge), over);
}

#[test]
fn n21_just_one_rack_is_empty_when_somebody_is_out() {
    let hk = settings("hk", &[]);
    assert_eq!(scored(&hk, Ending::Out, &[worth(3), worth(4)]), Err(ScoringError::NotOneOut(0)));
    assert_eq!(scored(&hk, Ending::Out, &[end(""), end("")]), Err(ScoringError::NotOneOut(2)));
    assert_eq!(scored(&hk, Ending::Pool, &[worth(3), end("")]), Err(ScoringError::SomebodyOut(B)));
}

#[test]
fn n21_what_a_joker_costs_is_a_setting() {
    for (cost, loss) in [("0", -5), ("25", -30), ("50", -55), ("100", -105)] {
        let settings = settings("hk", &[("joker_left", cost)]);
        assert_eq!(scored(&settings, Ending::Out, &[end(""), end("r5 *")]), Ok(scores(&[-loss, loss])));
    }
}

#[test]
fn f02_losers_pay_their_racks_to_the_winner() {
    assert_eq!(out("school", &[end(""), worth(5), worth(16), worth(3)]), scores(&[24, -5, -16, -3]));
}

#[test]
fn f03_every_joker_on_a_rack_costs_thirty() {
    assert_eq!(out("school", &[end(""), end("* r5")]), scores(&[35, -35]));
    assert_eq!(out("school", &[end(""), end("* *")]), scores(&[60, -60]));
    assert_eq!(pool_empty("school", &[end("*"), end("k13 k13")]), scores(&[-4, 4]));
}

#[test]
fn n22_with_an_empty_pool_the_lowest_rack_wins_the_differences() {
    for edition in ["hk", "cn", "pt", "school"] {
        assert_eq!(pool_empty(edition, &[worth(12), worth(40), worth(7)]), scores(&[-5, -33, 38]));
    }
}

#[test]
fn n22_ties_for_lowest_share_exactly() {
    for edition in ["hk", "cn", "pt", "school"] {
        assert_eq!(pool_empty(edition, &[1, 1, 10, 7].map(worth)), fractions("15/2 15/2 -9 -6"), "{edition}");
    }
    let shared = pool_empty("hk", &[1, 1, 10, 7].map(worth));
    assert_eq!(winners(&shared), [A, B], "all of them win the game");
}

#[test]
fn n23_an_unopened_player_pays_a_hundred_or_two_hundred() {
    let racks = [end(""), worth(20), unopened(HOPELESS, false), unopened("k13 r13 b13", true)];
    assert_eq!(out("school", &racks), scores(&[320, -20, -100, -200]));
    // The other editions count the rack.
    let plain: Vec<End> = racks.iter().map(|rack| End { could_open: None, ..rack.clone() }).collect();
    assert_eq!(out("hk", &plain), scores(&[139, -20, -80, -39]));
}

#[test]
fn n23_face_values_when_the_pool_is_empty_and_a_setting_for_always() {
    let school = settings("school", &[]);
    assert!(asks_could_open(&school, Ending::Out) && !asks_could_open(&school, Ending::Pool));
    let always = settings("school", &[("unopened", "100-200-always")]);
    assert!(asks_could_open(&always, Ending::Out) && asks_could_open(&always, Ending::Pool));
    assert!(!asks_could_open(&settings("hk", &[]), Ending::Out));
    let face = [worth(120), End { could_open: None, ..unopened("k13", false) }];
    assert_eq!(scored(&school, Ending::Pool, &face), Ok(scores(&[-107, 107])));
}

#[test]
fn f04_who_cannot_open_pays_a_hundred_whatever_the_rack_is_worth() {
    assert!(!could_open(HOPELESS));
    let mut bench = Bench::dealt(settings("school", &[]), &[GOES_OUT, HOPELESS], "");
    bench.play(A, ALL_OUT).unwrap();
    let outcome = bench.game.outcome().unwrap();
    assert_eq!((&outcome.could_open, &outcome.scores), (&vec![None, Some(false)], &scores(&[100, -100])));
}

/// B has two tens and twelve tiles that make no set, draws the third ten, and A goes out.
fn third_ten_drawn_last(overrides: &[(&str, &str)]) -> (Vec<Option<bool>>, Vec<Score>) {
    let b_rack = "r10 b10 k1 k4 k7 r1 r4 r7 b2 b5 y3 y6 y9 y12";
    let mut bench = Bench::new(settings("school", overrides), 2).starter(B).deal_front(&[GOES_OUT, b_rack], "k10");
    bench.host(&Command::Deal).unwrap();
    bench.draw(B).unwrap();
    bench.play(A, ALL_OUT).unwrap();
    let outcome = bench.game.outcome().unwrap();
    (outcome.could_open.clone(), outcome.scores.clone())
}

#[test]
fn f05_whether_a_rack_could_have_opened_is_asked_of_the_rack_at_the_end() {
    assert_eq!(third_ten_drawn_last(&[]), (vec![None, Some(true)], scores(&[200, -200])));
    let last_turn = [("unopened_rack", "last-turn")];
    assert_eq!(third_ten_drawn_last(&last_turn), (vec![None, Some(false)], scores(&[100, -100])));
}

#[test]
fn n23_with_last_turn_who_never_had_a_turn_pays_a_hundred() {
    // B could open, but A goes out in the first turn.
    let b_rack = "r10 b10 k10 k4 k7 r1 r4 r7 b2 b5 y3 y6 y9 y12";
    let end = |settings| {
        let mut bench = Bench::dealt(settings, &[GOES_OUT, b_rack], "");
        bench.play(A, ALL_OUT).unwrap();
        let outcome = bench.game.outcome().unwrap().clone();
        (outcome.could_open, outcome.scores)
    };
    let last_turn = [("unopened_rack", "last-turn")];
    assert_eq!(end(settings("school", &last_turn)), (vec![None, Some(false)], scores(&[100, -100])));
    // By the letter the rack at the end counts, and by the first version of the rules it did with `last-turn`, too.
    assert_eq!(end(settings("school", &[])), (vec![None, Some(true)], scores(&[200, -200])));
    let mut first = SettingsBuilder::edition_at("school", RulesVersion::V1).unwrap();
    first.set("unopened_rack", Value::read("last-turn"));
    assert_eq!(end(first.build().unwrap()), (vec![None, Some(true)], scores(&[200, -200])));
}

#[test]
fn f05_a_penalty_drawn_in_the_last_turn_is_not_on_the_rack_at_its_start() {
    let b_rack = "r10 b10 k1 k4 k7 r1 r4 r7 b2 b5 y3 y6 y9 y12";
    for (rack, could) in [("at-end", true), ("last-turn", false)] {
        let settings = settings("school", &[("unopened_rack", rack)]);
        let mut bench = Bench::new(settings, 2).starter(B).deal_front(&[GOES_OUT, b_rack], "k10 k13 b8");
        bench.host(&Command::Deal).unwrap();
        bench.time_up(None).unwrap();
        bench.play(A, ALL_OUT).unwrap();
        assert_eq!(bench.game.outcome().unwrap().could_open, [None, Some(could)]);
    }
}

#[test]
fn f06_a_joker_is_inside_the_hundred_or_two_hundred() {
    assert_eq!(out("school", &[end(""), unopened("k1 *", false)]), scores(&[100, -100]));
    assert_eq!(out("school", &[end(""), unopened("k13 r13 *", true)]), scores(&[200, -200]));
}

#[test]
fn f07_the_search_knows_which_racks_can_open() {
    assert!(!could_open("r9 b9 k9 y1 y2"));
    assert!(could_open("r9 b9 k9 y1 y2 *"));
    assert!(could_open("r10 b10 k10"));
    assert!(could_open("r1 r2 r3 b8 b9 b10"));
    assert!(could_open("* * r13"));
    assert!(could_open("r9 r10 *"));
    assert!(!could_open("r8 r9 *"));
    assert!(!could_open("* *"));
    assert!(!could_open(""));
}

#[test]
fn n24_the_examples_of_the_school() {
    assert_eq!(pool_empty("school", &[5, 10, 15, 20].map(worth)), scores(&[30, -5, -10, -15]));
    assert_eq!(pool_empty("school", &[1, 1, 10, 6].map(worth)), scores(&[7, 7, -9, -5]));
}

#[test]
fn f09_the_winners_value_is_subtracted_from_all() {
    assert_eq!(pool_empty("school", &[20, 15, 10, 5].map(worth)), scores(&[-15, -10, -5, 30]));
}

#[test]
fn f10_co_winners_share_exact_fractions() {
    assert_eq!(pool_empty("school", &[4, 4, 4, 14].map(worth)), fractions("10/3 10/3 10/3 -10"));
    assert_eq!(pool_empty("school", &[9, 9, 9, 9].map(worth)), scores(&[0, 0, 0, 0]));
    assert_eq!(pool_empty("school", &[9, 9].map(worth)), scores(&[0, 0]));
    // Five winners of a table of six.
    assert_eq!(pool_empty("hk", &[3, 3, 3, 3, 3, 10].map(worth)), fractions("7/5 7/5 7/5 7/5 7/5 -7"));
}

#[test]
fn f11_whoever_never_opened_can_win_where_the_hundred_counts_always() {
    let always = settings("school", &[("unopened", "100-200-always")]);
    let racks = [worth(120), unopened("k13", false), worth(130), worth(140)];
    assert_eq!(scored(&always, Ending::Pool, &racks), Ok(scores(&[-20, 90, -30, -40])));
}

#[test]
fn f12_a_rack_pushed_over_costs_two_hundred() {
    assert_eq!(out("school", &[end(""), pushed(), worth(10), worth(7)]), scores(&[217, -200, -10, -7]));
    // With the pool empty 200 exactly, nothing subtracted, and it can't be the lowest.
    assert_eq!(pool_empty("school", &[worth(5), pushed(), worth(10), worth(15)]), scores(&[215, -200, -5, -10]));
    assert_eq!(pool_empty("school", &[worth(230), pushed()]), scores(&[200, -200]));
    // In place of 100 or 200, not on top.
    let both = End { pushed: true, ..unopened("k13", true) };
    assert_eq!(out("school", &[end(""), both]), scores(&[200, -200]));
    let school = settings("school", &[]);
    assert_eq!(scored(&school, Ending::Pool, &[pushed(), pushed()]), Err(ScoringError::AllPushed));
}

#[test]
fn f12_only_school_has_a_price_for_a_rack_pushed_over() {
    let racks = [end(""), pushed()];
    for edition in ["hk", "cn", "pt", "word-b", "word-a"] {
        let error = scored(&settings(edition, &[]), Ending::Out, &racks).unwrap_err();
        assert_eq!(error, ScoringError::NoPriceForPushing(B), "{edition}");
    }
    let own = settings("hk", &[("pushed", "200")]);
    assert_eq!(scored(&own, Ending::Out, &racks), Ok(scores(&[200, -200])));
    let none = settings("school", &[("pushed", "no")]);
    assert_eq!(scored(&none, Ending::Out, &racks), Err(ScoringError::NoPriceForPushing(B)));
}

#[test]
fn f13_equal_games_are_decided_by_the_total_of_all_games() {
    let mut sheet = Match::new(settings("school", &[]), 4).unwrap();
    let lines = [[10, 0, -10, 0], [10, 0, -10, 0], [-100, 0, 100, 0], [0, 9, -9, 0], [0, 8, -8, 0], [0, -5, 0, 5]];
    for line in lines {
        sheet.add(line.map(Score::whole).to_vec()).unwrap();
    }
    assert_eq!(sheet.wins(), [2, 2, 1, 1]);
    assert_eq!(sheet.totals(), scores(&[-80, 12, 63, 5]));
    assert_eq!(sheet.winners(), [B], "12 against -80, though the first won 20 points and the second 17");
}

#[test]
fn f14_the_win_column_follows_from_the_scores() {
    assert_eq!(winners(&pool_empty("school", &[1, 1, 10, 6].map(worth))), [A, B]);
    assert_eq!(winners(&out("school", &[worth(5), end(""), worth(16), worth(3)])), [B]);
}

#[test]
fn f15_all_kinds_of_racks_in_one_game() {
    let b_rack = "y6 y7 y8 y9 y10 y11 y12 k1 k1 k2 k2 k3 r2 y9";
    let d_rack = "k13 r13 b13 b1 k3 r2 r5 r8 b3 b5 b12 r11 k6 r3";
    let mut bench =
        Bench::new(settings("school", &[]), 4).starter(B).deal_front(&[GOES_OUT, b_rack, HOPELESS, d_rack], "b6 r6");
    bench.host(&Command::Deal).unwrap();
    let run = "y6 y7 y8 y9 y10 y11 y12";
    bench.play(B, run).unwrap();
    bench.draw(C).unwrap();
    bench.draw(D).unwrap();
    let events = bench.play(A, &format!("{run} | {ALL_OUT}")).unwrap();
    let Event::Ended { reason, could_open, scores: points, winners, .. } = &events[1] else { panic!("{events:?}") };
    assert_eq!((*reason, winners.as_slice()), (EndReason::Out, &[A][..]));
    assert_eq!(could_open[..], [None, None, Some(false), Some(true)]);
    assert_eq!(*points, scores(&[320, -20, -100, -200]));
}

const SHEET: [[i64; 4]; 4] = [[24, -5, -16, -3], [-6, -11, 22, -5], [-32, -13, -2, 47], [-10, -25, 41, -6]];

fn sheet(edition: &str, lines: &[[i64; 4]]) -> Match {
    let mut sheet = Match::new(settings(edition, &[]), 4).unwrap();
    for line in lines {
        sheet.add(line.map(Score::whole).to_vec()).unwrap();
    }
    sheet
}

#[test]
fn n26_a_sheet_holds_the_games_written_on_it() {
    let lines = [[24, -5, -16, -3], [-6, -11, 22, -5]];
    let games: Vec<Vec<Score>> = lines.iter().map(|line| line.map(Score::whole).to_vec()).collect();
    assert_eq!(sheet("hk", &lines).games(), games);
}

#[test]
fn n25_most_games_win_then_the_higher_total() {
    for edition in ["hk", "cn", "school"] {
        // Two small wins are worth more than one large one.
        let lines = [[1, -1, 0, 0], [1, -1, 0, 0], [-50, 50, 0, 0]];
        assert_eq!(sheet(edition, &lines).winners(), [A], "{edition}");
        assert_eq!(sheet("pt", &lines).winners(), [B], "in pt the total alone counts");
        let equal = [[9, -9, 0, 0], [-8, 8, 0, 0]];
        assert_eq!(sheet(edition, &equal).winners(), [A], "{edition}");
    }
}

#[test]
fn n25_equal_on_both_keys_are_joint_winners() {
    let lines = [[9, -9, 0, 0], [-9, 9, 0, 0]];
    assert_eq!(sheet("hk", &lines).winners(), [A, B]);
    assert_eq!(sheet("pt", &lines).winners(), [A, B, C, D]);
}

#[test]
fn n25_all_who_share_the_highest_score_have_won_the_game() {
    let none = sheet("hk", &[[0, 0, 0, 0]]);
    assert_eq!((none.wins(), none.winners()), (vec![1, 1, 1, 1], vec![A, B, C, D]));
    assert_eq!(sheet("hk", &[[7, 7, -9, -5]]).wins(), [1, 1, 0, 0]);
}

#[test]
fn n26_the_score_sheet_of_hk_and_cn() {
    for edition in ["hk", "cn"] {
        let sheet = sheet(edition, &SHEET);
        assert_eq!(sheet.totals(), scores(&[-24, -54, 45, 33]));
        assert_eq!(sheet.wins(), [1, 0, 2, 1]);
        assert_eq!(sheet.winners(), [C]);
        assert!(sheet.is_over());
    }
}

#[test]
fn n26_the_score_sheet_of_pt() {
    let sheet = sheet("pt", &SHEET[..3]);
    assert_eq!(sheet.totals(), scores(&[-14, -29, 4, 39]));
    assert_eq!(sheet.winners(), [D]);
    assert!(!sheet.is_over(), "over when the players say so");
}

#[test]
fn n26_a_sheet_takes_only_what_can_be() {
    let mut full = sheet("hk", &SHEET);
    assert_eq!(full.add(scores(&[1, -1, 0, 0])), Err(MatchError::Over(4)));
    let mut sheet = sheet("hk", &[]);
    assert_eq!(sheet.add(scores(&[24, -5, -16, -4])), Err(MatchError::NotZero(Score::whole(-1))));
    assert_eq!(sheet.add(scores(&[5, -5])), Err(MatchError::Length { players: 4, scores: 2 }));
    let error = Match::new(settings("cn", &[]), 5).unwrap_err();
    assert_eq!(error, MatchError::Players { players: 5, range: 2..=4 });
}
