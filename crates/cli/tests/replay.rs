//! `trinta replay`: a game step by step, as far as the viewer may see.

mod common;

use common::{trinta, trinta_fed};

const GAME: &str = "../../records/hk-4-players.trinta";

#[test]
fn piped_it_shows_the_whole_game_without_colour_codes() {
    let ran = trinta(&["replay", GAME]);
    assert_eq!(ran.code, 0, "{}", ran.err);
    assert!(!ran.out.contains('\u{1b}'));
    assert!(ran.out.starts_with("1/50  Lots: Ana "), "{}", &ran.out[..80]);
    assert!(ran.out.contains("The tiles are dealt."));
    assert!(ran.out.contains("and opens with"));
    assert!(ran.out.contains("50/50  The rack is empty. 李小龙 wins."));
    assert!(ran.out.contains("  D 李小龙   0       51"), "{}", ran.out);
}

#[test]
fn n15_everybody_is_told_when_one_more_circle_of_passes_ends_the_game() {
    let told = "Everybody has passed: one more circle of passes ends the game.";
    let ran = trinta(&["replay", "../../records/hk-2-players-two-circles-of-passes.trinta"]);
    assert!(ran.code == 0 && ran.out.contains(told), "{}", ran.err);
    // In the first version of the rules there is only one circle.
    let ran = trinta(&["replay", "../../records/v1/pt-3-players-pool-empty.trinta"]);
    assert!(ran.code == 0 && !ran.out.contains(told), "{}", ran.err);
}

#[test]
fn a_seat_sees_its_own_rack_until_the_end_shows_all() {
    let racks = |viewer: &str, at: &str| {
        let ran = trinta(&["replay", GAME, "--as", viewer, "--at", at]);
        assert_eq!(ran.code, 0, "{}", ran.err);
        // The racks are the last four lines; a visible rack has tiles after its count.
        let lines: Vec<&str> = ran.out.lines().filter(|line| !line.is_empty()).collect();
        lines[lines.len() - 4..].iter().map(|line| line.split_whitespace().count() > 5).collect::<Vec<_>>()
    };
    assert_eq!(racks("B", "5"), [false, true, false, false]);
    assert_eq!(racks("spectator", "5"), [false; 4]);
    assert_eq!(racks("judge", "5"), [true; 4]);
    let end = trinta(&["replay", GAME, "--as", "a", "--at", "50"]);
    assert!(end.out.contains("-20  b1 b3 y5 y11"), "{}", end.out);
}

#[test]
fn json_gives_every_event_as_the_viewer_may_see_it() {
    let ran = trinta(&["replay", GAME, "--as", "A", "--json"]);
    let lines: Vec<serde_json::Value> = ran.out.lines().map(|line| serde_json::from_str(line).unwrap()).collect();
    assert_eq!(lines.len(), 50);
    let deal = lines.iter().find(|line| line["event"] == "dealt").unwrap();
    assert_eq!(deal["racks"][0]["count"], 14);
    assert!(deal["racks"][0]["tiles"].is_string());
    assert!(deal["racks"][1].get("tiles").is_none());
    assert_eq!(deal["pool"], 50);
}

#[test]
fn standard_input_and_json_lines_are_read_too() {
    let text = std::fs::read_to_string("../../records/cn-2-players.jsonl").unwrap();
    let ran = trinta_fed(&["replay", "-", "--at", "3"], text.as_bytes());
    assert_eq!(ran.code, 0, "{}", ran.err);
    assert!(ran.out.starts_with("3/123  "));
}

#[test]
fn invalid_arguments_and_records_are_refused() {
    let refused = |arguments: &[&str]| {
        let ran = trinta(arguments);
        assert_eq!((ran.code, ran.out.as_str()), (2, ""));
        ran.err
    };
    assert!(refused(&["replay", "/no/such.trinta"]).starts_with("error: /no/such.trinta: "));
    assert!(refused(&["replay", GAME, "--as", "F"]).contains("there is no seat F in this game of 4 players"));
    assert!(refused(&["replay", GAME, "--as", "me"]).contains("write a seat (A to F), judge or spectator"));
    assert!(refused(&["replay", GAME, "--at", "51"]).contains("the game has 50 events"));
    let damaged = std::fs::read_to_string(GAME).unwrap().replace("A draw", "B draw");
    let ran = trinta_fed(&["replay", "-"], damaged.as_bytes());
    assert_eq!(ran.code, 2);
    assert!(ran.err.starts_with("error: standard input, line "), "{}", ran.err);
    assert!(ran.err.contains("the rules refuse this: it is the turn of seat A"), "{}", ran.err);
    let not_text = trinta_fed(&["replay", "-"], b"Trinta: 1\n\xff\n");
    assert!(not_text.err.contains("standard input, line 2: this is not UTF-8 text"), "{}", not_text.err);
}
