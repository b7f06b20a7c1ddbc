//! What the sheets say of stages, leagues and settings that differ from the school tournament.

mod common;

use common::{Desk, count, options, people, text};
use serde_json::{Value, json};
use trinta_print::{Document, Language, Options};

fn invitation(preset: &str, set: &Value) -> String {
    text(&Desk::new(preset, set).print(Document::Invitation, &options(Language::En)))
}

#[track_caller]
fn has(text: &str, expected: &[&str]) {
    for expected in expected {
        assert!(text.contains(expected), "{expected} in {text}");
    }
}

#[test]
fn a15_x20_the_invitation_describes_every_stage() {
    let japan = invitation("japan-2023", &json!({}));
    has(
        &japan,
        &[
            "10 rounds in 3 stages",
            "Stage 1 has 5 rounds with 2 games each.",
            "The best 8 go on.",
            "Stage 2 has 4 rounds with 1 game each. Earlier results no longer count. The best 4 go on.",
            "Stage 3 has 1 round with 2 games each. Earlier results no longer count.",
        ],
    );
    assert_eq!(japan.matches("drawn by lot").count(), 1, "how they are seated is said once: {japan}");
    let taiwan = invitation("taiwan", &json!({}));
    has(&taiwan, &["The best 2 of each table go on.", "the winners of all tables sit together"]);
    let halved = json!({"keys": ["total"], "stages": [
        {"rounds": 2, "advance": {"per_table": 1}}, {"rounds": 1, "carry_over": "half", "advance": {"best": 4}},
        {"rounds": 1, "carry_over": "all"},
    ]});
    has(
        &invitation("plk-2017", &halved),
        &[
            "The best player of each table goes on.",
            "Half of the earlier results still counts.",
            "Earlier results still count.",
        ],
    );
}

#[test]
fn a15_the_invitation_describes_a_league() {
    let league = json!({"format": "swiss", "league": {"dates": 6, "rounds": 2, "best": 4}});
    let text = invitation("plk-2017", &league);
    has(&text, &["6 dates with 2 rounds each, and 1 game in every round", "best 4 dates count", "similar results"]);
}

#[test]
fn a15_the_invitation_of_every_preset_is_complete_in_every_language() {
    for (preset, _) in trinta_tournament::presets() {
        let desk = Desk::new(preset, &json!({}));
        for language in Language::ALL {
            let page = desk.print(Document::Invitation, &options(language));
            assert_eq!(count(&page, "<tr><th>"), 11, "{preset} {language}");
            assert!(!text(&page).contains(['{', '}']), "{preset} {language}: {}", text(&page));
        }
    }
}

#[test]
fn b11_the_invitation_says_which_ties_are_played_off() {
    has(&invitation("plk-2017", &json!({})), &["only some of them can be winners"]);
    has(&invitation("4x4", &json!({})), &["a winning place depends on it"]);
}

#[test]
fn b06_the_invitation_says_what_ties_at_a_table_decide() {
    has(&invitation("plk-2017", &json!({})), &["The largest number moves on."]);
    has(&invitation("taiwan", &json!({})), &["The largest number goes on."]);
    has(&invitation("plk-2017", &json!({"format": "knock-out", "move": 2})), &["The largest number goes on."]);
    has(&invitation("4x4", &json!({})), &["Where players are equal in everything, they share a place."]);
    has(
        &invitation("plk-2017", &json!({"rounds": 1})),
        &["Where players are equal in everything, they share a place."],
    );
}

#[test]
fn a06_the_invitation_of_a_league_has_the_times_of_one_date() {
    let league = json!({"format": "swiss", "league": {"dates": 6, "rounds": 2, "best": 4}});
    has(&invitation("plk-2017", &league), &["10:20–11:20", "11:20–11:35"]);
}

#[test]
fn x20_a_table_has_the_sheets_of_its_stage() {
    let stages = json!([
        {"rounds": 1, "games_per_round": 2, "advance": {"best": 4}}, {"rounds": 1, "games_per_round": 1},
    ]);
    let set = json!({"stages": stages, "format": "random", "winners": 1});
    let mut desk = Desk::new("plk-2017", &set).with_players(&people(8));
    let seating = desk.begin(1);
    assert_eq!(count(&desk.print(Document::Sheets, &Options::default()), "<section"), 2 * 3, "a summary and two games");
    for table in seating["tables"].as_array().unwrap() {
        for game in [1, 2] {
            let mut players: Vec<u64> = serde_json::from_value(table["players"].clone()).unwrap();
            players.sort_unstable();
            // Each score is another one, so that no tie lies across the cut.
            let racks: Vec<Value> = (0..)
                .zip(&players)
                .map(|(seat, number)| json!({"number": number, "sum": if seat == 0 { 0 } else { 3 * seat + number }}))
                .collect();
            desk.done(&json!({"do": "result", "round": 1, "table": table["table"], "game": game, "ended": "out", "racks": racks}));
        }
    }
    desk.begin(2);
    assert_eq!(count(&desk.print(Document::Sheets, &Options::default()), "<section"), 1);
}

#[test]
fn g18_point_fifteen_names_no_number_where_it_differs_between_players() {
    for preset in ["poland", "gwinnett"] {
        for language in Language::ALL {
            let page = Desk::new(preset, &json!({})).print(Document::Conduct, &options(language));
            let point = text(page.split("<li>").nth(15).unwrap());
            assert!(!point.contains(|sign: char| sign.is_ascii_digit()), "{preset} {language}: {point}");
        }
    }
}

#[test]
fn g18_point_fifteen_counts_the_games_of_a_single_stage() {
    let stages = json!({"stages": [{"rounds": 3, "games_per_round": 2}]});
    let page = Desk::new("plk-2017", &stages).print(Document::Conduct, &options(Language::En));
    has(&text(page.split("<li>").nth(15).unwrap()), &["all 6 games"]);
}

#[test]
fn c02_x03_the_rules_follow_the_settings_of_the_tournament() {
    let rules = |set: Value| text(&Desk::new("plk-2017", &set).print(Document::Rules, &options(Language::En)));
    has(&rules(json!({})), &["equal numbers and jokers draw again", "When time is called"]);
    let other = rules(json!({"drawn_joker": "highest", "time_up": "play-on"}));
    has(&other, &["a joker beats them all"]);
    assert!(!other.contains("jokers draw again") && !other.contains("When time is called"), "{other}");
}

#[test]
fn c08_f11_the_rules_say_who_can_not_win_and_how_many_new_deals_there_are() {
    let rules = |set: Value| text(&Desk::new("plk-2017", &set).print(Document::Rules, &options(Language::En)));
    let usual = rules(json!({}));
    assert!(!usual.contains("only a player who has opened") && !usual.contains("new deal in a game"), "{usual}");
    has(
        &rules(json!({"unopened_wins": "never", "redeals": 1})),
        &["only a player who has opened", "one new deal in a game"],
    );
    has(&rules(json!({"redeals": 2})), &["at most 2 new deals in a game"]);
}

#[test]
fn b08_players_are_equal_where_all_keys_are() {
    let mut desk = Desk::new("plk-2017", &json!({"keys": ["wins", "total", "best-game"]})).with_players(&people(4));
    desk.play(1);
    has(
        &text(&desk.print(Document::Standings, &options(Language::En))),
        &["the best score in a single game", "equal in all of this share a place"],
    );
}
