//! Every role does what it may, and nothing else.

use hyper::Method;
use serde_json::{Value, json};
use trinta_tournament::{CodeTarget, Number};

use crate::common::start;
use crate::hall::{Cup, Device, request, result, seating};

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_sheet_gives_one_table_in_one_round() {
    let server = start().await;
    let cup = Cup::new(&server, json!({"capacity": 16})).await;
    let mut organiser = cup.organiser(1).await;
    cup.begin(&mut organiser, 16).await;
    organiser.until(|message| message["view"]["round"] == 1).await;
    let tables = seating(&organiser.view, 1);
    let sheet = cup.code(&server, CodeTarget::Sheet { round: 1, table: 3 }).await;
    let mut judge = Device::new(2);
    judge.connect(&cup, json!({"code": sheet})).await;
    assert_eq!(judge.welcome["viewer"], json!({"role": "judge", "table": 3, "round": 1}));
    assert_eq!(judge.view["as"], "judge");
    let sheet = Some(sheet.as_str());
    judge.done(json!({"do": "claim", "table": 3, "device": "somebody else"}), sheet).await;
    assert_eq!(judge.give(json!({"do": "claim", "table": 3, "device": "x"}), sheet).await["merged"], true);
    // Nothing at another table, in another round, or for the whole tournament.
    let there = tables[3].clone();
    for command in [
        result(1, 4, &there, 10),
        result(2, 3, &there, 10),
        json!({"do": "pause", "round": 1, "table": 4}),
        json!({"do": "claim", "table": 4, "device": "x", "take_over": true}),
        json!({"do": "warn", "number": there[0], "why": "talking"}),
        json!({"do": "incident", "kind": "other", "note": "n"}),
        json!({"do": "finish"}),
        json!({"do": "seat", "round": 2}),
        json!({"do": "rule", "number": 1, "decision": "disqualify", "why": "x"}),
        json!({"do": "forget"}),
    ] {
        let code = judge.refused(command.clone(), sheet).await;
        assert!(["other-table", "malformed"].contains(&code.as_str()), "{command}: {code}");
    }
    // Without the code there is no right at all, and a card's code gives none.
    assert_eq!(judge.refused(json!({"do": "pause", "round": 1, "table": 3}), None).await, "role");
    let card = cup.code(&server, CodeTarget::Player(Number(1))).await;
    assert_eq!(judge.refused(json!({"do": "pause", "round": 1, "table": 3}), Some(&card)).await, "role");
    // At its own table it judges.
    judge.done(json!({"do": "warn", "number": tables[2][0], "why": "talking"}), sheet).await;
    judge.done(json!({"do": "pause", "round": 1, "table": 3}), sheet).await;
    assert_eq!(judge.give(json!({"do": "pause", "round": 1, "table": 3}), sheet).await["merged"], true);
    judge.done(json!({"do": "resume", "round": 1, "table": 3}), sheet).await;
    let answer = judge.done(result(1, 3, &tables[2], 10), sheet).await;
    assert_eq!(answer["winners"], json!([tables[2][0]]));
    // The next round starts: the sheet is no longer good, and shows what everybody sees.
    for (table, players) in (1..).zip(&tables).filter(|(table, _)| *table != 3) {
        organiser.done(result(1, table, players, 10), None).await;
    }
    for command in ["seat", "publish", "start"] {
        organiser.done(json!({"do": command, "round": 2}), None).await;
    }
    judge.until(|message| message["view"]["as"] == "public").await;
    let offence = json!({"do": "warn", "number": tables[2][0], "why": "late"});
    assert_eq!(judge.refused(offence, sheet).await, "round-closed");
    assert_eq!(judge.refused(json!({"do": "call", "round": 1, "table": 3}), sheet).await, "round-closed");
    assert_eq!(judge.give(result(1, 3, &tables[2], 10), sheet).await["merged"], true, "the same result");
    // What it did in time and sends late counts, and moves nothing any more.
    let hall = server.halls().hall(&cup.id).await.unwrap();
    let closed = hall.state.borrow().tournament.round(2).unwrap().started_at.unwrap();
    let late = json!({"do": "warn", "number": tables[2][1], "why": "talking"});
    let late = judge.sign_earlier(late, sheet, closed);
    let answer = judge.answer(&late).await;
    assert_eq!((&answer["ok"], &answer["merged"]), (&json!(true), &Value::Null), "{answer}");
    assert_eq!(judge.answer(&late).await["warnings"], 1, "once");
    let call = judge.sign_earlier(json!({"do": "call", "round": 1, "table": 3}), sheet, closed);
    assert_eq!(judge.answer(&call).await["merged"], true);
    // A stranger with the same sheet says so in vain.
    let mut stranger = Device::new(9);
    stranger.connect(&cup, json!({"code": sheet})).await;
    for command in [
        json!({"do": "warn", "number": tables[2][1], "why": "talking"}),
        json!({"do": "claim", "table": 3, "device": "x", "take_over": true}),
        json!({"do": "protest", "round": 1, "table": 3, "why": "no"}),
    ] {
        let envelope = stranger.sign_earlier(command, sheet, closed);
        assert_eq!(stranger.answer(&envelope).await["error"]["code"], "round-closed");
    }
    server.stop().await.unwrap();
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn tokens_give_roles_until_they_are_taken_back() {
    let server = start().await;
    let cup = Cup::new(&server, json!({})).await;
    let mut organiser = cup.organiser(1).await;
    cup.begin(&mut organiser, 8).await;
    let (head, staff) = (cup.make_token("head-judge").await, cup.make_token("staff").await);
    let mut head_judge = Device::new(2);
    head_judge.connect(&cup, json!({"token": head})).await;
    assert_eq!(head_judge.view["as"], "head-judge");
    let mut helper = Device::new(3);
    helper.connect(&cup, json!({"token": staff})).await;
    assert_eq!(helper.view["as"], "staff");
    let rule = json!({"do": "rule", "number": 3, "decision": "disqualify", "why": "cheated"});
    assert_eq!(organiser.refused(rule.clone(), None).await, "role");
    assert_eq!(helper.refused(rule.clone(), None).await, "role");
    assert_eq!(helper.refused(json!({"do": "pause", "round": 1, "table": 1}), None).await, "role");
    assert_eq!(helper.ask(json!({"what": "players"})).await["error"]["code"], "role");
    head_judge.done(rule, None).await;
    assert_eq!(head_judge.ask(json!({"what": "cases"})).await["ok"], true);
    // Only the organiser makes and lists tokens.
    for token in [&head, &staff] {
        assert_eq!(cup.request(Method::GET, "tokens", token, None).await.0, 403);
        let body = json!({"role": "organiser", "name": "Eve"});
        assert_eq!(cup.request(Method::POST, "tokens", token, Some(&body)).await.0, 403);
    }
    let (_, list) = cup.request(Method::GET, "tokens", &cup.token, None).await;
    let text = list.to_string();
    assert!([&cup.token, &head, &staff].iter().all(|token| !text.contains(*token)), "{text}");
    let key = |role: &str| {
        let found = list.as_array().unwrap().iter().find(|token| token["role"] == role).unwrap();
        found["key"].as_str().unwrap().to_owned()
    };
    let path = format!("tokens/{}", key("staff"));
    assert_eq!(cup.request(Method::DELETE, &path, &cup.token, None).await.0, 204);
    assert_eq!(cup.request(Method::DELETE, &path, &cup.token, None).await.0, 404);
    // Who is connected with it is sent away, also while saying nothing.
    assert_eq!(helper.until(|message| message["type"] == "bye").await["code"], "revoked");
    let hello = json!({"type": "hello", "protocol": 1, "as": {"token": staff}, "device": null});
    assert_eq!(Device::new(4).hello(&cup, hello).await["code"], "token");
    server.stop().await.unwrap();
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn printed_codes_are_found_and_guesses_are_limited() {
    let mut options = crate::common::options();
    options.limits = true;
    let server = crate::common::start_with(options, std::sync::Arc::new(trinta_store::MemoryStore::new())).await;
    let cup = Cup::new(&server, json!({})).await;
    let mut organiser = cup.organiser(1).await;
    cup.begin(&mut organiser, 8).await;
    let find = async |code: String| {
        request(cup.address, Method::POST, "/api/v1/tournaments/code", None, Some(&json!({"code": code}))).await
    };
    let card = cup.code(&server, CodeTarget::Player(Number(3))).await;
    let (status, found) = find(card.to_lowercase()).await;
    assert_eq!((status, &found["target"]), (200, &json!({"kind": "player", "number": 3})));
    assert_eq!(found["id"], cup.id.as_str());
    let sign = cup.code(&server, CodeTarget::Table(2)).await;
    assert_eq!(find(sign).await.1["target"], json!({"kind": "table", "table": 2}));
    // Codes of another tournament are well made, and wrong here.
    let other = Cup::at(cup.address, json!({})).await;
    let mut wrong = Vec::new();
    {
        let hall = server.halls().hall(&other.id).await.unwrap();
        let tournament = &hall.state.borrow().tournament;
        wrong.extend((900..960).map(|number| tournament.code(CodeTarget::Player(Number(number))).to_string()));
    }
    let mut answers = Vec::new();
    for code in wrong {
        answers.push(find(code).await.0);
    }
    assert!(answers[..30].iter().all(|status| *status == 404), "{answers:?}");
    assert_eq!(answers.last(), Some(&429));
    assert_eq!(find(card).await.0, 429, "whoever guessed waits, also for a right one");
    server.stop().await.unwrap();
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn what_everybody_is_told_after_the_end_opens_no_name_and_no_table() {
    let server = start().await;
    let cup = Cup::new(&server, json!({"capacity": 4, "rounds": 1, "winners": 1})).await;
    let mut organiser = cup.organiser(1).await;
    cup.begin(&mut organiser, 4).await;
    organiser.until(|message| message["view"]["round"] == 1).await;
    let tables = seating(&organiser.view, 1);
    organiser.done(result(1, 1, &tables[0], 10), None).await;
    organiser.done(json!({"do": "finish"}), None).await;
    let mut wall = Device::new(2);
    wall.connect(&cup, Value::Null).await;
    // The seed proves the draws. Whoever has it makes a tournament of their own with it, and looks at its codes.
    let seed = wall.view["seed"].as_str().expect("the seed is told after the end").to_owned();
    let mut own = trinta_tournament::Log::default();
    for command in [
        json!({"do": "new", "title": "Own", "date": "2027-01-18", "seed": seed, "set": {"capacity": 4, "rounds": 1}}),
        json!({"do": "add", "players": [{"name": "A"}, {"name": "B"}, {"name": "C"}, {"name": "D"}]}),
    ] {
        own.answer(&command.to_string(), || unreachable!("the seed is given"));
    }
    let targets = [CodeTarget::Player(Number(2)), CodeTarget::Sheet { round: 1, table: 1 }];
    for (target, device) in targets.into_iter().zip(3..) {
        let code = own.tournament().unwrap().code(target).to_string();
        let hello = json!({"type": "hello", "protocol": 1, "as": {"code": code}, "device": null});
        let said = Device::new(device).hello(&cup, hello).await;
        assert_eq!((&said["type"], &said["code"]), (&json!("bye"), &json!("code")), "{target:?}");
    }
    server.stop().await.unwrap();
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_judge_who_tries_a_command_learns_nothing_of_other_tables() {
    let server = start().await;
    let set = json!({"capacity": 16, "format": "swiss", "rounds": 2});
    let cup = Cup::new(&server, set).await;
    let mut organiser = cup.organiser(1).await;
    cup.begin(&mut organiser, 16).await;
    organiser.until(|message| message["view"]["round"] == 1).await;
    let tables = seating(&organiser.view, 1);
    for (table, players) in (1..).zip(&tables) {
        organiser.done(result(1, table, players, 10), None).await;
    }
    // The next round is seated, and nobody outside of the desk knows how.
    organiser.done(json!({"do": "seat", "round": 2}), None).await;
    let sheet = cup.code(&server, CodeTarget::Sheet { round: 1, table: 3 }).await;
    let mut judge = Device::new(2);
    judge.connect(&cup, json!({"code": sheet})).await;
    let mut command = result(1, 3, &tables[2], 15);
    (command["do"], command["by"], command["why"]) = (json!("correct"), json!("judge"), json!("a slip"));
    let answer = judge.ask(json!({"what": "what-if", "command": command})).await;
    assert_eq!(answer["ok"], true, "{answer}");
    let names: Vec<&String> = answer.as_object().unwrap().keys().collect();
    assert_eq!(names, ["answer", "ok"], "{answer}");
    server.stop().await.unwrap();
}

/// A command at a place that does not exist, so that it is refused for that, unless the role is refused first.
fn nowhere(name: &str) -> Value {
    let racks = json!([{"number": 999, "sum": 0}]);
    let mut command = match name {
        "result" | "correct" => json!({"ended": "out", "racks": racks, "round": 1, "table": 99}),
        "warn" | "admit" | "withdraw" => json!({"number": 999}),
        "rule" => json!({"number": 999, "decision": "disqualify"}),
        "claim" => json!({"table": 99}),
        "escort" => json!({"round": 1, "table": 99, "number": 1}),
        "online" => json!({"round": 1, "table": 99, "on": true}),
        "undo" => json!({"seq": 9999}),
        "seat" | "publish" | "start" | "annul-round" => json!({"round": 99}),
        "finish" | "forget" | "continue" => json!({}),
        _ => json!({"round": 1, "table": 99}),
    };
    command["do"] = json!(name);
    if ["correct", "admit", "rule", "withdraw", "annul", "annul-round", "protest", "warn"].contains(&name) {
        command["why"] = json!("talking");
    }
    command
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn every_role_may_do_what_its_row_in_the_documentation_says() {
    const STAFF: [&str; 2] = ["escort", "dismiss"];
    const JUDGING: [&str; 7] = ["result", "pause", "resume", "warn", "protest", "call", "correct"];
    const ORGANISING: [&str; 11] = [
        "seat",
        "publish",
        "start",
        "withdraw",
        "annul",
        "annul-round",
        "online",
        "undo",
        "finish",
        "forget",
        "continue",
    ];
    const RULING: [&str; 2] = ["admit", "rule"];
    let server = start().await;
    let cup = Cup::new(&server, json!({"capacity": 8})).await;
    let mut organiser = cup.organiser(1).await;
    cup.begin(&mut organiser, 8).await;
    let code = async |target| json!({"code": cup.code(&server, target).await});
    // Who comes, and what they may do: each of these is a row of docs/hall.md.
    let rows: [(&str, Value, &[&[&str]]); 7] = [
        ("organiser", json!({"token": cup.token}), &[&STAFF, &JUDGING, &ORGANISING]),
        ("head judge", json!({"token": cup.make_token("head-judge").await}), &[&STAFF, &JUDGING, &ORGANISING, &RULING]),
        ("staff", json!({"token": cup.make_token("staff").await}), &[&STAFF]),
        // At another table than its own, which all of these are about.
        ("sheet", code(CodeTarget::Sheet { round: 1, table: 1 }).await, &[]),
        ("card", code(CodeTarget::Player(Number(1))).await, &[]),
        ("sign", code(CodeTarget::Table(1)).await, &[]),
        ("nobody", Value::Null, &[]),
    ];
    for (seed, (who, credentials, allowed)) in (10..).zip(rows) {
        let mut device = Device::new(seed);
        device.connect(&cup, credentials.clone()).await;
        for name in STAFF.into_iter().chain(JUDGING).chain(ORGANISING).chain(RULING) {
            let refused = device.refused(nowhere(name), credentials["code"].as_str()).await;
            let is_denied = ["role", "other-table"].contains(&refused.as_str());
            let may = allowed.iter().any(|names| names.contains(&name));
            assert_eq!(is_denied, !may, "{who}, {name}: {refused}");
        }
    }
    server.stop().await.unwrap();
}
