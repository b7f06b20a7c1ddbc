//! Tables of a tournament that are played at the server: the way there, and results that come in by themselves, once.

use std::sync::Arc;
use std::time::Duration;

use hyper::Method;
use serde_json::{Value, json};
use tokio::time::timeout;
use trinta_client::{Client, Hello};
use trinta_server::Server;
use trinta_store::{LogId, SqliteOptions, SqliteStore};
use trinta_table::Table;
use trinta_tournament::{CodeTarget, Number};

use crate::common::{LONG, Person, guest, options, play_game, start, start_alone};
use crate::hall::{Cup, Device, request, result, seating};

/// A tournament of eight, whose second table is played at the server.
async fn online_cup(server: &Server, set: Value) -> (Cup, Device, Vec<Vec<u64>>) {
    let cup = Cup::new(server, set).await;
    let mut organiser = cup.organiser(1).await;
    cup.begin(&mut organiser, 8).await;
    organiser.until(|message| message["view"]["round"] == 1).await;
    let tables = seating(&organiser.view, 1);
    organiser.done(json!({"do": "online", "round": 1, "table": 2, "on": true}), None).await;
    (cup, organiser, tables)
}

/// Asks for the way to the online table; the status and the body.
async fn way(cup: &Cup, client: &Client, body: Value) -> (u16, Value) {
    let path = format!("/api/v1/tournaments/{}/online", cup.id);
    let secret = client.secret().map(str::to_owned);
    request(cup.address, Method::POST, &path, secret.as_deref(), Some(&body)).await
}

/// Tries to come to a table as to any other, with its code.
async fn way_in(server: &Server, table: &str, client: &Client, what: &str) -> (u16, Value) {
    let id = LogId::new(table).unwrap();
    let code = server.registry().table(&id).await.unwrap().code().to_owned();
    let body = if what == "join" { json!({"code": code}) } else { json!({}) };
    let path = format!("/api/v1/tables/{table}/{what}");
    let secret = client.secret().map(str::to_owned);
    request(server.address(), Method::POST, &path, secret.as_deref(), Some(&body)).await
}

/// The players of a table sit down with their cards; the table, and who is at each seat.
async fn sit_down(server: &Server, cup: &Cup, players: &[u64]) -> (String, Vec<Person>) {
    let (mut people, mut name) = (Vec::new(), String::new());
    for (seat, number) in (0..).zip(players) {
        let client = guest(server, &format!("Guest {number}")).await;
        let code = cup.code(server, CodeTarget::Player(Number(*number as u32))).await;
        let (status, found) = way(cup, &client, json!({"code": code})).await;
        assert_eq!((status, &found["judge"]), (200, &json!(false)), "{found}");
        name = found["table"].as_str().unwrap().to_owned();
        people.push(Person::at(&client, &name, seat).await);
    }
    (name, people)
}

async fn until_begun(people: &mut [Person]) {
    for person in people {
        while person.follower.turn().is_none() {
            person.receive().await;
        }
    }
}

async fn until_table(server: &Server, id: &LogId, wanted: impl Fn(&Table) -> bool) {
    let look = async {
        while !wanted(&server.registry().table(id).await.unwrap()) {
            tokio::time::sleep(Duration::from_millis(10)).await;
        }
    };
    timeout(LONG, look).await.expect("the table follows the tournament");
}

fn results_of(log: &Value, table: u64) -> Vec<&Value> {
    let entries = log["log"].as_array().unwrap().iter().map(|entry| &entry["command"]);
    entries.filter(|command| command["do"] == "result" && command["table"] == table).collect()
}

/// The number of results of a table in the log.
async fn recorded(organiser: &mut Device, table: u64) -> usize {
    let log = organiser.ask(json!({"what": "log"})).await;
    results_of(&log, table).len()
}

fn is_final(message: &Value) -> bool {
    message["view"]["rounds"][0]["tables"][1]["status"] == "final"
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn cards_open_the_table_and_its_result_comes_in_by_itself() {
    let server = start().await;
    let (cup, mut organiser, tables) = online_cup(&server, json!({"capacity": 8})).await;
    let (_, mut people) = sit_down(&server, &cup, &tables[1]).await;
    until_begun(&mut people).await;
    organiser.done(result(1, 1, &tables[0], 10), None).await;
    play_game(&mut people).await;
    organiser.until(is_final).await;
    let log = organiser.ask(json!({"what": "log"})).await;
    let entered = results_of(&log, 2);
    assert_eq!(entered.len(), 1);
    // Racks are those of the game, and so are the scores.
    let game = people[0].follower.game().unwrap();
    let scores = &game.state.outcome().unwrap().scores;
    let standings = organiser.ask(json!({"what": "standings"})).await;
    for (number, score) in tables[1].iter().zip(scores) {
        let rows = standings["standings"].as_array().unwrap();
        let row = rows.iter().find(|row| row["number"] == *number).unwrap();
        assert_eq!(row["total"], json!(score.to_string()), "player {number}");
    }
    server.stop().await.unwrap();
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_result_that_a_crash_kept_back_comes_in_once() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("trinta.db");
    let open = async || {
        let store = Arc::new(SqliteStore::open(&SqliteOptions::new(&path)).await.unwrap());
        start_alone(options(), store).await
    };
    let server = open().await;
    let (cup, organiser, tables) = online_cup(&server, json!({"capacity": 8})).await;
    let (table, mut people) = sit_down(&server, &cup, &tables[1]).await;
    until_begun(&mut people).await;
    // The tournament stops, and the game ends without it: as in a crash between the two writes.
    drop(organiser);
    server.halls().stop().await;
    play_game(&mut people).await;
    server.stop().await.unwrap();
    for _ in 0..3 {
        let server = open().await;
        let cup = Cup { address: server.address(), ..cup.clone() };
        let mut organiser = Device::new(1);
        organiser.connect(&cup, json!({"token": cup.token})).await;
        while organiser.view["rounds"][0]["tables"][1]["status"] != "final" {
            organiser.receive().await;
        }
        assert_eq!(recorded(&mut organiser, 2).await, 1, "table {table}");
        server.stop().await.unwrap();
    }
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_result_typed_before_the_game_ended_makes_a_case() {
    let server = start().await;
    let (cup, mut organiser, tables) = online_cup(&server, json!({"capacity": 8})).await;
    let (_, mut people) = sit_down(&server, &cup, &tables[1]).await;
    until_begun(&mut people).await;
    let losers = [tables[1][1], tables[1][0], tables[1][2], tables[1][3]];
    organiser.done(result(1, 2, &losers, 10), None).await;
    play_game(&mut people).await;
    organiser.until(|message| !message["view"]["cases"].as_array().is_none_or(Vec::is_empty)).await;
    assert_eq!(recorded(&mut organiser, 2).await, 1, "the one that was typed");
    assert_eq!(organiser.view["cases"][0]["kind"], "conflict");
    server.stop().await.unwrap();
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn judges_see_every_rack_and_nobody_comes_by_another_right() {
    let server = start().await;
    let (cup, mut organiser, tables) = online_cup(&server, json!({"capacity": 8})).await;
    let (table, mut people) = sit_down(&server, &cup, &tables[1]).await;
    until_begun(&mut people).await;
    let sheet = async |table| cup.code(&server, CodeTarget::Sheet { round: 1, table }).await;
    let eve = guest(&server, "Eve").await;
    // The sheet and the card of another table, a sign, nothing, and a later round.
    let later = cup.code(&server, CodeTarget::Sheet { round: 2, table: 2 }).await;
    let sign = cup.code(&server, CodeTarget::Table(2)).await;
    let card = cup.code(&server, CodeTarget::Player(Number(tables[0][0] as u32))).await;
    for (body, code) in [
        (json!({"code": sheet(1).await}), "not-online"),
        (json!({"code": card}), "not-online"),
        (json!({"code": later}), "not-online"),
        (json!({"code": sign}), "role"),
        (json!({}), "role"),
        (json!({"token": "00"}), "token"),
        (json!({"token": cup.make_token("staff").await, "table": 2}), "role"),
        (json!({"token": cup.token, "table": 1}), "not-online"),
        (json!({"token": cup.token}), "malformed"),
        (json!({"token": cup.token, "code": sheet(2).await}), "malformed"),
    ] {
        let (status, refused) = way(&cup, &eve, body.clone()).await;
        assert!(status >= 400 && refused["code"] == code, "{body}: {status} {refused}");
    }
    let mut stranger = eve.enter(&table, Hello { judge: true, ..Hello::default() }).await.unwrap();
    let said: Value = serde_json::from_str(&stranger.receive_text().await.unwrap()).unwrap();
    assert_eq!((&said["type"], &said["code"]), (&json!("bye"), &json!("not-found")));
    // The table's own code gives no seat, and players invite nobody and keep the names that they have.
    let (status, refused) = way_in(&server, &table, &eve, "join").await;
    assert_eq!((status, &refused["code"]), (403, &json!("house-only")));
    let (status, refused) = way_in(&server, &table, &people[0].client, "invites").await;
    assert_eq!((status, &refused["code"]), (403, &json!("house-only")));
    // A player can't look at the others' racks, with whatever code.
    let (status, refused) = way(&cup, &people[0].client, json!({"code": sheet(2).await})).await;
    assert_eq!((status, &refused["code"]), (409, &json!("shared-device")));
    for body in [json!({"code": sheet(2).await}), json!({"token": cup.token, "table": 2})] {
        let judge = guest(&server, "Judge").await;
        let (status, found) = way(&cup, &judge, body.clone()).await;
        assert_eq!((status, &found), (200, &json!({"table": table, "judge": true})));
        assert_eq!(way(&cup, &judge, body).await.0, 200, "a second time");
        let seen = Person::enter(&judge, &table, Hello { judge: true, ..Hello::default() }).await;
        let game = seen.follower.game().unwrap();
        assert!(game.state.seats().iter().all(|seat| seat.rack.tiles.is_some()), "every rack is in sight");
    }
    // The pause of the tournament is the pause of the table.
    let id = LogId::new(&table).unwrap();
    for (command, paused) in [("pause", true), ("resume", false)] {
        organiser.done(json!({"do": command, "round": 1, "table": 2}), None).await;
        until_table(&server, &id, |table| table.is_paused() == paused).await;
    }
    server.stop().await.unwrap();
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn another_device_goes_on_only_knowingly_and_the_hall_can_take_the_table_back() {
    let server = start().await;
    let (cup, mut organiser, tables) = online_cup(&server, json!({"capacity": 8})).await;
    let (table, mut people) = sit_down(&server, &cup, &tables[1]).await;
    until_begun(&mut people).await;
    let card = cup.code(&server, CodeTarget::Player(Number(tables[1][0] as u32))).await;
    let other = guest(&server, "Other").await;
    assert_eq!(way(&cup, &other, json!({"code": card})).await.1["code"], "taken");
    assert_eq!(way(&cup, &people[1].client, json!({"code": card, "take_over": true})).await.1["code"], "shared-device");
    let (status, found) = way(&cup, &other, json!({"code": card, "take_over": true})).await;
    assert_eq!((status, &found["table"]), (200, &json!(table)), "{found}");
    // The first device is sent away, and the second one plays on in the same game.
    while people[0].connection.receive_text().await.is_ok() {}
    people[0] = Person::at(&other, &table, 0).await;
    let version = people[0].follower.version();
    for person in &mut people {
        while person.follower.version() < version {
            person.receive().await;
        }
    }
    assert!(people[0].follower.turn().is_some());
    // Back in the hall: the table is closed, and the result is typed.
    organiser.done(json!({"do": "online", "round": 1, "table": 2, "on": false}), None).await;
    let id = LogId::new(&table).unwrap();
    until_table(&server, &id, Table::is_closed).await;
    assert_eq!(way(&cup, &other, json!({"code": card})).await.1["code"], "not-online");
    organiser.done(result(1, 2, &tables[1], 10), None).await;
    server.stop().await.unwrap();
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_player_who_tries_to_judge_keeps_no_judge_from_the_table() {
    let server = start().await;
    let (cup, _organiser, tables) = online_cup(&server, json!({"capacity": 8})).await;
    let (_, mut people) = sit_down(&server, &cup, &tables[1]).await;
    until_begun(&mut people).await;
    let sheet = cup.code(&server, CodeTarget::Sheet { round: 1, table: 2 }).await;
    for _ in 0..5 {
        let (status, refused) = way(&cup, &people[0].client, json!({"code": sheet})).await;
        assert_eq!((status, &refused["code"]), (409, &json!("shared-device")));
    }
    let judge = guest(&server, "Judge").await;
    let (status, found) = way(&cup, &judge, json!({"code": sheet})).await;
    assert_eq!((status, &found["judge"]), (200, &json!(true)), "{found}");
    // Whoever has seen the racks does not take a seat over.
    let card = cup.code(&server, CodeTarget::Player(Number(tables[1][1] as u32))).await;
    let (status, refused) = way(&cup, &judge, json!({"code": card, "take_over": true})).await;
    assert_eq!((status, &refused["code"]), (409, &json!("shared-device")), "{refused}");
    server.stop().await.unwrap();
}
