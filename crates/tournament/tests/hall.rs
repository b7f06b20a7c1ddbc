//! Requirements about people who help, incidents, calls, the state of tables and postponement, named by their numbers.

mod common;

use common::{Desk, begin, briefed, sums};
use serde_json::{Value, json};
use trinta_tournament::TableState;

fn play_table(desk: &mut Desk, round: u32, table: &Value, pays: &[u32]) -> Value {
    let mut players: Vec<u64> = serde_json::from_value(table["players"].clone()).unwrap();
    players.sort_unstable();
    let racks = sums(&json!(players), pays);
    desk.done(&json!({"do": "result", "round": round, "table": table["table"], "ended": "out", "racks": racks}))
}

fn play(desk: &mut Desk, round: u32) {
    let seating = begin(desk, round);
    for table in seating["tables"].as_array().unwrap() {
        play_table(desk, round, table, &[0, 5, 20, 30]);
    }
}

#[test]
fn a02_a05_a07_a09_the_invitation_has_a_venue_and_a_timetable() {
    let mut desk = Desk::default();
    desk.done(&json!({"do": "new", "title": "Cup", "date": "2017-01-18"}));
    let details = desk.done(&json!({"do": "ask", "what": "details"}));
    assert_eq!(
        details["agenda"],
        json!({
            "check_in": "09:50:00", "seating": "10:00:00", "briefing": "10:10:00",
            "rounds": ["10:20:00", "10:50:00", "11:20:00"], "counting": "11:50:00", "ends": "12:05:00",
        }),
        "prize giving is to be announced"
    );
    let said = desk.done(&json!({"do": "details", "venue": "Hall, 4th floor", "prize_giving": "Friday, 15:00"}));
    assert_eq!(said["details"], json!({"venue": "Hall, 4th floor", "prize_giving": "Friday, 15:00"}));
    let cleared = desk.done(&json!({"do": "details", "prize_giving": " ", "briefing": "10:12", "counting": 20}));
    assert_eq!(cleared["details"], json!({"venue": "Hall, 4th floor", "briefing": "10:12:00", "counting": 20}));
    assert_eq!((&cleared["agenda"]["briefing"], &cleared["agenda"]["ends"]), (&json!("10:12:00"), &json!("12:10:00")));
    desk.refused(&json!({"do": "details", "venue": "x", "by": "judge"}), "role");
    desk.refused(&json!({"do": "details", "place": "x"}), "malformed");

    let mut later = Desk::default();
    later.done(&json!({"do": "new", "title": "Cup", "date": "2017-01-18", "set": {"start": "10:30"}}));
    let agenda = later.done(&json!({"do": "ask", "what": "details"}))["agenda"].clone();
    assert_eq!((&agenda["rounds"][0], &agenda["ends"]), (&json!("10:30:00"), &json!("12:15:00")));
}

#[test]
fn a11_one_device_judges_a_table_and_another_takes_it_over_only_on_purpose() {
    let mut desk = briefed(8, &json!({}));
    let claim = |device: &str| json!({"do": "claim", "table": 2, "device": device, "by": "judge"});
    desk.done(&claim("phone one"));
    desk.done(&claim("phone one"));
    desk.refused(&claim("phone two"), "taken");
    desk.done(&json!({"do": "claim", "table": 2, "device": "phone two", "take_over": true, "by": "judge"}));
    assert_eq!(desk.0.tournament().unwrap().hall().device(2), Some("phone two"));
    assert_eq!(desk.0.tournament().unwrap().hall().device(1), None);
}

#[test]
fn a13_a_postponed_tournament_is_frozen_and_keeps_its_results_unless_a_round_is_annulled_on_purpose() {
    let mut desk = briefed(8, &json!({"format": "random"}));
    play(&mut desk, 1);
    let seating = begin(&mut desk, 2);
    play_table(&mut desk, 2, &seating["tables"][0], &[0, 1, 2, 3]);
    desk.refused(&json!({"do": "postpone"}), "reason");
    desk.refused(&json!({"do": "continue"}), "not-postponed");
    desk.done(&json!({"do": "pause", "round": 2, "table": 2, "at": "10:29"}));
    desk.done(&json!({"do": "postpone", "why": "typhoon signal 8", "at": "10:30"}));
    for frozen in [
        json!({"do": "warn", "number": 1, "why": "noise"}),
        json!({"do": "withdraw", "number": 1, "why": "ill"}),
        json!({"do": "postpone", "why": "again"}),
        json!({"do": "seat", "round": 3}),
        json!({"do": "finish"}),
    ] {
        desk.refused(&frozen, "postponed");
    }
    let games = |desk: &mut Desk| -> u64 {
        let rows = desk.done(&json!({"do": "ask", "what": "standings"}))["standings"].clone();
        rows.as_array().unwrap().iter().map(|row| row["games"].as_u64().unwrap()).sum()
    };
    assert_eq!(games(&mut desk), 12, "nothing is lost by postponing");
    let on = desk.done(&json!({"do": "continue", "date": "2017-01-25", "at": "09:00"}));
    assert_eq!((&on["date"], &on["postponed"]), (&json!("2017-01-25"), &json!(false)));
    assert_eq!(on["deadline"], "09:15:00", "ten of the twenty-five minutes were played");
    let resumed = desk.done(&json!({"do": "resume", "round": 2, "table": 2, "at": "09:02"}));
    assert_eq!((&resumed["credit"], &resumed["deadline"]), (&json!(180), &json!("09:18:00")));

    desk.refused(&json!({"do": "annul-round", "round": 2}), "reason");
    let annulled = desk.done(&json!({"do": "annul-round", "round": 2, "why": "to be played again"}));
    assert_eq!((&annulled["annulled"], &annulled["seating"]), (&json!(2), &json!("none")));
    assert_eq!(games(&mut desk), 8, "round 1 counts on");
    assert_eq!(desk.0.verify(), Ok(()));
}

#[test]
fn a14_g16_a_draw_that_was_overridden_is_in_the_log_with_both_values() {
    let mut desk = briefed(8, &json!({}));
    let seating = begin(&mut desk, 1);
    play_table(&mut desk, 1, &seating["tables"][0], &[0, 5, 5, 30]);
    desk.done(&json!({"do": "draw", "round": 1, "table": 1, "tiles": {"2": "r9", "3": "k12"}, "by": "judge"}));
    let replaced = json!({"do": "draw", "round": 1, "table": 1, "tiles": {"2": "r13", "3": "k1"}, "by": "head-judge", "why": "a tile was misread"});
    assert_eq!(desk.done(&replaced)["moves"], json!({"1": 2, "2": 2}));
    let log = desk.done(&json!({"do": "ask", "what": "log"}))["log"].clone();
    let draws: Vec<&Value> = log.as_array().unwrap().iter().filter(|entry| entry["command"]["do"] == "draw").collect();
    assert_eq!(draws[0]["command"]["tiles"], json!({"2": "r9", "3": "k12"}));
    assert_eq!(draws[1]["command"]["tiles"], json!({"2": "r13", "3": "k1"}));
    assert_eq!((&draws[1]["by"], &draws[1]["why"]), (&json!("head-judge"), &json!("a tile was misread")));
}

#[test]
fn a16_a_table_without_a_judge_is_named_and_old_rounds_keep_their_judges() {
    let mut desk = briefed(64, &json!({}));
    assert!(desk.done(&json!({"do": "seat", "round": 1})).get("without_judge").is_none(), "there is no roster yet");
    let judges: Vec<Value> = (1..=15).map(|table| json!({"table": table, "name": format!("Judge {table}")})).collect();
    let roster = desk.done(&json!({"do": "judges", "judges": judges}));
    assert_eq!((&roster["without_judge"], &roster["judges"]["7"]), (&json!([16]), &json!("Judge 7")));
    assert_eq!(desk.done(&json!({"do": "publish", "round": 1}))["without_judge"], json!([16]));
    desk.done(&json!({"do": "judges", "judges": [{"table": 16, "name": "Judge 16"}]}));
    assert!(desk.done(&json!({"do": "start", "round": 1})).get("without_judge").is_none());
    let seating = desk.done(&json!({"do": "ask", "what": "seating", "round": 1}));
    for table in seating["tables"].as_array().unwrap() {
        play_table(&mut desk, 1, table, &[0, 5, 20, 30]);
    }
    desk.done(&json!({"do": "judges", "judges": [{"table": 7, "name": "Ms Lei"}]}));
    let hall = desk.0.tournament().unwrap().hall();
    assert_eq!(
        (hall.judge(1, 7), hall.judge(2, 7), hall.judge(3, 7)),
        (Some("Judge 7"), Some("Ms Lei"), Some("Ms Lei"))
    );
    assert_eq!(desk.done(&json!({"do": "ask", "what": "judges", "round": 1}))["judges"]["7"], "Judge 7");
    begin(&mut desk, 2);
    desk.done(&json!({"do": "judges", "judges": [{"table": 8, "name": "Mr Ho"}, {"table": 9}]}));
    let hall = desk.0.tournament().unwrap().hall();
    assert_eq!((hall.judge(1, 8), hall.judge(2, 8)), (Some("Judge 8"), Some("Mr Ho")), "from the round that is on");
    assert_eq!((hall.judge(1, 9), hall.judge(2, 9)), (Some("Judge 9"), None));
    desk.done(&json!({"do": "judges", "judges": [{"table": 8, "name": "Ms Ip"}], "round": 3}));
    let hall = desk.0.tournament().unwrap().hall();
    assert_eq!((hall.judge(2, 8), hall.judge(3, 8)), (Some("Mr Ho"), Some("Ms Ip")));
    desk.refused(&json!({"do": "judges", "judges": [{"table": 0, "name": "x"}]}), "unknown");
    desk.refused(&json!({"do": "judges", "judges": [{"table": 1, "name": " "}]}), "malformed");
    desk.refused(&json!({"do": "judges", "judges": [], "by": "judge"}), "role");
    assert_eq!(desk.0.verify(), Ok(()));
}

#[test]
fn a17_staff_marks_escorts_and_dismissals_and_nothing_else() {
    let mut desk = briefed(8, &json!({}));
    desk.done(&json!({"do": "staff", "staff": [{"name": "Wong", "task": "escort"}, {"name": "Leong"}]}));
    let seating = begin(&mut desk, 1);
    let racks = sums(&seating["tables"][0]["players"], &[0, 5, 20, 30]);
    for refused in [
        json!({"do": "result", "round": 1, "table": 1, "ended": "out", "racks": racks, "by": "staff"}),
        json!({"do": "warn", "number": 1, "why": "noise", "by": "staff"}),
        json!({"do": "incident", "kind": "medical", "number": 1, "by": "staff"}),
        json!({"do": "pause", "round": 1, "table": 1, "at": "10:30", "by": "staff"}),
        json!({"do": "judges", "judges": [], "by": "staff"}),
        json!({"do": "finish", "by": "staff"}),
    ] {
        desk.refused(&refused, "role");
    }
    let escort =
        json!({"do": "escort", "round": 1, "table": 1, "number": 3, "name": "Wong", "by": "staff", "at": "10:31"});
    desk.refused(&escort, "not-paused");
    desk.done(&json!({"do": "pause", "round": 1, "table": 1, "at": "10:30", "by": "judge"}));
    desk.done(&escort);
    desk.refused(&json!({"do": "escort", "round": 1, "table": 1, "number": 5, "by": "staff"}), "wrong-players");
    desk.done(&json!({"do": "resume", "round": 1, "table": 1, "at": "10:34", "by": "judge"}));
    let dismiss = json!({"do": "dismiss", "round": 1, "table": 1, "by": "staff"});
    desk.refused(&dismiss, "no-result");
    play_table(&mut desk, 1, &seating["tables"][0], &[0, 5, 20, 30]);
    assert_eq!(desk.done(&dismiss)["state"], "released");
    assert_eq!(desk.0.tournament().unwrap().hall().escorts()[0].name.as_deref(), Some("Wong"));
    assert_eq!(desk.0.verify(), Ok(()));
}

#[test]
fn b15_nothing_is_final_before_all_results_are_in() {
    let mut desk = briefed(8, &json!({"rounds": 1}));
    begin(&mut desk, 1);
    let missing = desk.refused(&json!({"do": "finish"}), "results-missing");
    assert_eq!(missing["tables"], json!([1, 2]));
}

#[test]
fn c04_c05_fifteen_stacks_of_seven_and_one_tile_and_fifty_in_the_pool() {
    let tiles = trinta_core::TileSet::numbers_for(4).tiles().len();
    assert_eq!((tiles / 7, tiles % 7), (15, 1));
    assert_eq!(tiles - 4 * 14, 50);
}

#[test]
fn c06_c10_a_game_goes_through_its_steps_in_order_and_begins_when_the_starter_is_known() {
    let mut desk = briefed(4, &json!({}));
    let step =
        |step: &str, at: &str| json!({"do": "step", "round": 1, "table": 1, "step": step, "at": at, "by": "judge"});
    desk.refused(&step("shuffle", "10:20"), "not-started");
    begin(&mut desk, 1);
    for (name, at) in [("shuffle", "10:20"), ("stack", "10:21"), ("take", "10:22"), ("arrange", "10:23")] {
        desk.done(&step(name, at));
    }
    desk.refused(&step("take", "10:24"), "status");
    desk.refused(&step("play", "10:24"), "status");
    let tiles = json!({"1": "r3", "2": "r11", "3": "b7", "4": "k9"});
    desk.done(&json!({"do": "draw", "for": "start", "round": 1, "table": 1, "tiles": tiles, "by": "judge"}));
    let steps = desk.done(&step("play", "10:24"))["steps"].clone();
    assert_eq!(steps[2], json!({"step": "take", "at": "10:22:00"}));
    assert_eq!((&steps[3]["at"], &steps[4]["step"]), (&json!("10:23:00"), &json!("play")));
    assert_eq!(desk.0.verify(), Ok(()));
}

#[test]
fn c08_a_new_deal_is_recorded_with_its_claimant_and_begins_with_the_shuffle() {
    let mut desk = briefed(4, &json!({}));
    begin(&mut desk, 1);
    desk.done(&json!({"do": "step", "round": 1, "table": 1, "step": "arrange", "by": "judge"}));
    let tiles = "r3 r3 b8 b8 y10 y10 r1 b2 k4 y5 r7 b9 k11 y13";
    let redeal = json!({"do": "redeal", "round": 1, "table": 1, "number": 4, "tiles": tiles, "by": "judge"});
    assert_eq!(desk.done(&redeal)["redeals"], 1);
    let incidents = desk.done(&json!({"do": "ask", "what": "incidents"}));
    assert_eq!(incidents["redeals"], json!([{"round": 1, "table": 1, "game": 1, "number": 4}]));
    desk.done(&json!({"do": "step", "round": 1, "table": 1, "step": "shuffle", "by": "judge"}));
    assert_eq!(desk.done(&redeal)["redeals"], 2, "unlimited, and counted");
}

#[test]
fn c09_the_victim_of_an_exposed_tile_chooses() {
    let mut desk = briefed(4, &json!({}));
    begin(&mut desk, 1);
    let exposed = json!({"do": "incident", "kind": "exposed-tile", "round": 1, "table": 1, "game": 1, "number": 2, "turned_by": 3, "swapped": true, "at": "10:22", "by": "judge"});
    assert_eq!(desk.done(&exposed), json!({"ok": true, "incident": 1}));
    let kept = json!({"do": "incident", "kind": "exposed-tile", "round": 1, "table": 1, "number": 4, "swapped": false});
    desk.done(&kept);
    let listed = desk.done(&json!({"do": "ask", "what": "incidents"}))["incidents"].clone();
    assert_eq!(listed[0]["what"], json!({"kind": "exposed-tile", "number": 2, "turned_by": 3, "swapped": true}));
    assert_eq!((&listed[0]["at"], &listed[1]["what"]["swapped"]), (&json!("10:22:00"), &json!(false)));
    assert_eq!(desk.0.tournament().unwrap().warnings(trinta_tournament::Number(3)), 0, "who turned it is not punished");
    let wrong = |fields: Value| {
        let mut line = json!({"do": "incident", "round": 1, "table": 1, "by": "judge"});
        line.as_object_mut().unwrap().extend(fields.as_object().unwrap().clone());
        line
    };
    desk.refused(&wrong(json!({"kind": "exposed-tile", "number": 2})), "malformed");
    desk.refused(&wrong(json!({"kind": "exposed-tile", "number": 2, "swapped": true, "tile": "r3"})), "malformed");
    desk.refused(&wrong(json!({"kind": "sneezed"})), "malformed");
    desk.refused(&wrong(json!({"kind": "touched-pool", "number": 77})), "unknown");
    desk.refused(&wrong(json!({"kind": "touched-pool", "number": 2, "game": 2})), "unknown");
    desk.refused(&json!({"do": "incident", "kind": "touched-pool", "number": 2}), "malformed");
    assert_eq!(desk.0.verify(), Ok(()));
}

fn incident(desk: &mut Desk, fields: &Value) -> Value {
    let mut line = json!({"do": "incident", "round": 1, "table": 1, "by": "judge"});
    line.as_object_mut().unwrap().extend(fields.as_object().unwrap().clone());
    let mut answer = desk.done(&line);
    let fields = answer.as_object_mut().unwrap();
    fields.remove("ok");
    fields.remove("incident");
    answer
}

#[test]
fn d10_d11_d12_e08_touching_the_pool_costs_the_play_and_the_rest_costs_nothing() {
    let mut desk = briefed(4, &json!({}));
    begin(&mut desk, 1);
    assert_eq!(incident(&mut desk, &json!({"kind": "touched-pool", "number": 2})), json!({"draws": 1}));
    assert_eq!(incident(&mut desk, &json!({"kind": "pool-knocked-over"})), json!({}));
    assert_eq!(incident(&mut desk, &json!({"kind": "not-announced", "number": 1})), json!({}));
    assert_eq!(desk.0.tournament().unwrap().warnings(trinta_tournament::Number(1)), 0);
}

#[test]
fn e01_e04_e05_e07_x08_a_turn_that_takes_too_long_costs_three_tiles_and_those_that_nobody_can_place() {
    let mut desk = briefed(4, &json!({}));
    assert_eq!(desk.0.tournament().unwrap().rules().turn_seconds, Some(60));
    begin(&mut desk, 1);
    let mut timeout = |fields: Value| {
        let mut kind = json!({"kind": "timeout", "number": 2});
        kind.as_object_mut().unwrap().extend(fields.as_object().unwrap().clone());
        incident(&mut desk, &kind)
    };
    assert_eq!(timeout(json!({})), json!({"draws": 3}));
    assert_eq!(timeout(json!({"moved": false})), json!({"draws": 3}), "always three at school");
    assert_eq!(timeout(json!({"unrestorable": 4, "pool": 20})), json!({"draws": 7, "pool": 17}));
    assert_eq!(timeout(json!({"pool": 2})), json!({"draws": 2, "pool": 0}));
    let mut desk = briefed(4, &json!({"edition": "hk", "rules": {}}));
    begin(&mut desk, 1);
    assert_eq!(incident(&mut desk, &json!({"kind": "timeout", "number": 2, "moved": false})), json!({"draws": 1}));
    assert_eq!(incident(&mut desk, &json!({"kind": "timeout", "number": 2})), json!({"draws": 3}));
}

#[test]
fn e06_that_the_judge_helped_is_written_down() {
    let mut desk = briefed(4, &json!({}));
    begin(&mut desk, 1);
    assert_eq!(incident(&mut desk, &json!({"kind": "restore-helped", "number": 2, "note": "two runs"})), json!({}));
    let listed = desk.done(&json!({"do": "ask", "what": "incidents"}))["incidents"].clone();
    assert_eq!((&listed[0]["note"], &listed[0]["what"]["kind"]), (&json!("two runs"), &json!("restore-helped")));
}

#[test]
fn e09_x03_when_time_is_called_the_circle_is_finished_and_racks_are_compared() {
    let mut desk = briefed(4, &json!({}));
    begin(&mut desk, 1);
    let ask = json!({"do": "ask", "what": "last-turns", "round": 1, "table": 1, "number": 3});
    desk.refused(&ask, "no-draw");
    let tiles = json!({"1": "r11", "2": "r3", "3": "b7", "4": "k9"});
    desk.done(&json!({"do": "draw", "for": "start", "round": 1, "table": 1, "tiles": tiles}));
    let order: Vec<u64> = serde_json::from_value(
        desk.done(&json!({"do": "ask", "what": "last-turns", "round": 1, "table": 1, "number": 1}))["numbers"].clone(),
    )
    .unwrap();
    assert_eq!((order.len(), order[0]), (4, 1), "the starter's turn begins a circle");
    let third = json!({"do": "ask", "what": "last-turns", "round": 1, "table": 1, "number": order[2]});
    assert_eq!(desk.done(&third)["numbers"], json!(order[2..]), "so that all had equally many turns");
    let racks = sums(&json!([1, 2, 3, 4]), &[5, 10, 15, 20]);
    let result = desk.done(&json!({"do": "result", "round": 1, "table": 1, "ended": "time", "racks": racks}));
    assert_eq!(result["scores"], json!({"1": "30", "2": "-5", "3": "-10", "4": "-15"}));
}

#[test]
fn e11_who_acts_too_soon_takes_it_back_and_is_not_warned() {
    let mut desk = briefed(4, &json!({}));
    begin(&mut desk, 1);
    let soon = json!({"kind": "acted-too-soon", "number": 3, "turn_of": 2, "used": 40});
    assert_eq!(incident(&mut desk, &soon), json!({"left": 20, "next": 60}));
    let tournament = desk.0.tournament().unwrap();
    assert_eq!(tournament.warnings(trinta_tournament::Number(3)), 0);
    assert!(tournament.cases().is_empty());
}

#[test]
fn g01_g02_g07_reasons_are_listed_and_a_medical_incident_is_no_warning() {
    let mut desk = briefed(4, &json!({}));
    begin(&mut desk, 1);
    let reasons = desk.done(&json!({"do": "ask", "what": "reasons"}))["reasons"].clone();
    let points: Vec<(&Value, &Value)> =
        reasons.as_array().unwrap().iter().map(|reason| (&reason["why"], &reason["point"])).collect();
    assert_eq!(points[0], (&json!("noise"), &json!(1)));
    assert!(points.contains(&(&json!("instructions"), &json!(7))));
    assert_eq!(desk.done(&json!({"do": "warn", "number": 2, "why": "noise", "by": "judge"}))["warnings"], 1);
    incident(&mut desk, &json!({"kind": "medical", "number": 3, "note": "asthma spray"}));
    desk.done(&json!({"do": "incident", "kind": "medical", "by": "judge"}));
    assert_eq!(desk.0.tournament().unwrap().warnings(trinta_tournament::Number(3)), 0);
}

#[test]
fn g03_g04_an_aid_is_cheating_and_the_head_judge_disqualifies_without_any_warning() {
    let mut desk = briefed(8, &json!({}));
    begin(&mut desk, 1);
    let found = incident(&mut desk, &json!({"kind": "aid-found", "number": 3, "note": "a list of sets"}));
    assert_eq!(found, json!({"case": 1}));
    let cases = desk.done(&json!({"do": "ask", "what": "cases"}))["cases"].clone();
    assert_eq!(cases[0], json!({"case": 1, "kind": "cheating", "state": "open", "number": 3, "why": "a list of sets"}));
    let rule =
        |decision: &str, by: &str| json!({"do": "rule", "case": 1, "decision": decision, "by": by, "why": "seen"});
    desk.refused(&rule("disqualify", "judge"), "role");
    desk.refused(&rule("uphold", "head-judge"), "malformed");
    let ruled = desk.done(&rule("disqualify", "head-judge"));
    assert_eq!((&ruled["number"], &ruled["status"]), (&json!(3), &json!("disqualified")));
    desk.refused(&json!({"do": "incident", "kind": "aid-found", "number": 3}), "status");
    desk.done(&json!({"do": "incident", "kind": "aid-found", "number": 4}));
    desk.done(&json!({"do": "rule", "case": 2, "decision": "dismiss", "by": "head-judge", "why": "a tissue"}));
    assert_eq!(desk.0.verify(), Ok(()));
}

#[test]
fn g08_a_table_calls_the_head_judge_and_the_waiting_time_is_known() {
    let mut desk = briefed(64, &json!({}));
    begin(&mut desk, 1);
    let call =
        desk.done(&json!({"do": "call", "round": 1, "table": 9, "at": "10:30", "by": "judge", "why": "a joker"}));
    assert_eq!(call["call"], 1);
    let calls = desk.done(&json!({"do": "ask", "what": "calls"}))["calls"].clone();
    assert_eq!(
        (&calls[0]["table"], &calls[0]["answered"], &calls[0]["at"]),
        (&json!(9), &json!(false), &json!("10:30:00"))
    );
    desk.refused(&json!({"do": "answer-call", "call": 1, "by": "judge"}), "role");
    desk.refused(&json!({"do": "answer-call", "call": 2}), "unknown");
    let answered = desk.done(&json!({"do": "answer-call", "call": 1, "at": "10:31:30", "by": "head-judge"}));
    assert_eq!(answered["waited"], 90);
    desk.refused(&json!({"do": "answer-call", "call": 1}), "status");
}

#[test]
fn g15_a_table_is_finished_then_recorded_then_released() {
    let mut desk = briefed(4, &json!({}));
    let state = |desk: &Desk| desk.0.tournament().unwrap().table_state(1, 1);
    assert_eq!(state(&desk), None);
    desk.done(&json!({"do": "seat", "round": 1}));
    assert_eq!(state(&desk), Some(TableState::Seated));
    let seating = begin(&mut desk, 1);
    assert_eq!(state(&desk), Some(TableState::Playing));
    desk.done(&json!({"do": "pause", "round": 1, "table": 1, "at": "10:30"}));
    assert_eq!(state(&desk), Some(TableState::Paused));
    desk.done(&json!({"do": "resume", "round": 1, "table": 1, "at": "10:31"}));
    desk.done(&json!({"do": "step", "round": 1, "table": 1, "step": "end", "by": "judge"}));
    assert_eq!(state(&desk), Some(TableState::Finished));
    play_table(&mut desk, 1, &seating["tables"][0], &[0, 5, 20, 30]);
    assert_eq!(state(&desk), Some(TableState::Recorded));
    desk.done(&json!({"do": "dismiss", "round": 1, "table": 1, "by": "judge"}));
    assert_eq!(state(&desk), Some(TableState::Released));
}

#[test]
fn x17_players_agree_with_a_result_and_a_correction_voids_that() {
    let mut desk = briefed(4, &json!({}));
    let seating = begin(&mut desk, 1);
    let sign = |numbers: Value| json!({"do": "sign", "round": 1, "table": 1, "numbers": numbers, "by": "judge"});
    desk.refused(&sign(json!([1])), "no-result");
    play_table(&mut desk, 1, &seating["tables"][0], &[0, 5, 20, 30]);
    let signed = desk.done(&sign(json!([1, 3])));
    assert_eq!((&signed["signed"], &signed["unsigned"]), (&json!([1, 3]), &json!([2, 4])));
    desk.refused(&sign(json!([5])), "wrong-players");
    assert_eq!(desk.done(&sign(json!([2, 4])))["unsigned"], json!([]));
    let racks = sums(&json!([1, 2, 3, 4]), &[0, 6, 20, 30]);
    desk.done(&json!({"do": "correct", "round": 1, "table": 1, "ended": "out", "racks": racks, "why": "recount"}));
    assert_eq!(desk.done(&sign(json!([])))["unsigned"], json!([1, 2, 3, 4]));
}

#[test]
fn x21_how_the_public_sees_a_player_goes_with_the_player_not_with_the_number() {
    let mut desk = Desk::default();
    desk.done(&json!({"do": "new", "title": "Cup", "date": "2017-01-18"}));
    desk.done(&json!({"do": "add", "players": [{"name": "Ana Silva"}, {"name": "陳大文"}, {"name": "Bea Lopes"}]}));
    assert_eq!(desk.done(&json!({"do": "show", "number": 2, "as": "short"}))["shown"], "大文");
    assert_eq!(desk.done(&json!({"do": "show", "number": 1, "as": "full"}))["shown"], "Ana Silva");
    assert_eq!(desk.done(&json!({"do": "show", "number": 1, "public_name": "Nana"}))["shown"], "Nana");
    assert_eq!(desk.done(&json!({"do": "show", "number": 1, "as": "number"}))["shown"], Value::Null);
    desk.done(&json!({"do": "show", "number": 3, "as": "full"}));
    desk.done(&json!({"do": "withdraw", "number": 1, "why": "ill"}));
    desk.done(&json!({"do": "add", "players": [{"name": "Caio Reis"}]}));
    desk.done(&json!({"do": "numbers", "how": "draw"}));
    let people = desk.0.tournament().unwrap().people();
    let shown: Vec<(String, Option<String>)> =
        people.iter().map(|player| (player.person.name.clone(), player.public_name())).collect();
    for (name, public) in shown {
        let expected = match name.as_str() {
            "Bea Lopes" => "Bea Lopes",
            "Caio Reis" => "Caio R.",
            _ => "大文",
        };
        assert_eq!(public.as_deref(), Some(expected), "{name}");
    }
}

#[test]
fn b02_x04_a_round_has_any_number_of_games() {
    let mut desk = briefed(64, &json!({}));
    begin(&mut desk, 1);
    let games = |desk: &Desk| -> usize {
        let tournament = desk.0.tournament().unwrap();
        tournament.round(1).unwrap().tables.iter().map(|table| table.games.len()).sum()
    };
    assert_eq!(games(&desk) * 3, 48);
    let mut desk = briefed(64, &json!({"games_per_round": 4}));
    begin(&mut desk, 1);
    assert_eq!(games(&desk), 64);
}

#[test]
fn x09_x10_the_letter_of_the_document_ends_the_game_with_the_pool_and_counts_face_values() {
    use trinta_core::edition::PoolEmpty;
    let ends = |set: Value| briefed(4, &set).0.tournament().unwrap().rules().pool_empty;
    assert_eq!(ends(json!({})), PoolEmpty::End);
    assert_eq!(ends(json!({"rules": {}})), PoolEmpty::Pass);
    let mut desk = briefed(4, &json!({}));
    begin(&mut desk, 1);
    let racks = json!([
        {"number": 1, "sum": 20}, {"number": 2, "tiles": "r10 b10 k10 *", "opened": false},
        {"number": 3, "sum": 30}, {"number": 4, "sum": 40},
    ]);
    let result = desk.done(&json!({"do": "result", "round": 1, "table": 1, "ended": "pool", "racks": racks}));
    assert_eq!(result["scores"], json!({"1": "70", "2": "-40", "3": "-10", "4": "-20"}), "a joker is worth 30");
}

#[test]
fn x12_both_co_winners_move() {
    let mut desk = briefed(8, &json!({}));
    begin(&mut desk, 1);
    let racks = sums(&json!([1, 2, 3, 4]), &[1, 10, 1, 6]);
    let result = desk.done(&json!({"do": "result", "round": 1, "table": 1, "ended": "pool", "racks": racks}));
    assert_eq!((&result["moves"], result.get("draw")), (&json!({"1": 2, "3": 2}), None));
}
