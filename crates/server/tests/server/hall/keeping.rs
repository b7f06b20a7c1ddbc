//! What is kept: files in and out, backups, forgetting, sheets.

use std::sync::Arc;
use std::time::Duration;

use base64::Engine as _;
use base64::engine::general_purpose::STANDARD;
use hyper::Method;
use serde_json::{Value, json};
use trinta_client::Client;
use trinta_server::clock::Clock;
use trinta_store::{
    Lease, LeaseStore as _, LogId, LogStore as _, MemoryStore, NodeId, Space, SqliteOptions, SqliteStore,
    ValueStore as _,
};
use trinta_tournament::CodeTarget;

use crate::common::{options, start, start_alone};
use crate::hall::{Cup, Device, request, result, seating};

async fn bytes(cup: &Cup, path: &str) -> Vec<u8> {
    let client = Client::new(cup.address).with_secret(Some(cup.token.clone()));
    let path = format!("/api/v1/tournaments/{}/{path}", cup.id);
    let (status, _, body) = client.raw(Method::GET, &path, &[], Vec::new()).await.unwrap();
    assert_eq!(status, 200);
    body.to_vec()
}

/// A tournament with a round on, one of whose results came from a judge's device.
async fn running(server: &trinta_server::Server) -> (Cup, Device, Device, Value) {
    let cup = Cup::new(server, json!({"capacity": 8})).await;
    let mut organiser = cup.organiser(1).await;
    cup.begin(&mut organiser, 8).await;
    organiser.until(|message| message["view"]["round"] == 1).await;
    let tables = seating(&organiser.view, 1);
    let code = cup.code(server, CodeTarget::Sheet { round: 1, table: 2 }).await;
    let mut judge = Device::new(2);
    judge.connect(&cup, json!({"code": code})).await;
    judge.done(json!({"do": "warn", "number": tables[1][0], "why": "talking"}), Some(&code)).await;
    judge.done(result(1, 2, &tables[1], 10), Some(&code)).await;
    (cup, organiser, judge, json!({"code": code, "warned": tables[1][0]}))
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_tournament_goes_through_its_file_and_its_backup_unchanged() {
    let server = start().await;
    let (cup, mut organiser, mut judge, place) = running(&server).await;
    let file = String::from_utf8(bytes(&cup, "export?what=log").await).unwrap();
    let standings = organiser.ask(json!({"what": "standings"})).await;
    // By its file, to another server.
    let other = start().await;
    let body = json!({"file": file, "utc_offset": 0});
    let (status, made) = request(other.address(), Method::POST, "/api/v1/tournaments", None, Some(&body)).await;
    assert_eq!(status, 201, "{made}");
    let text = |made: &Value, name: &str| made[name].as_str().unwrap().to_owned();
    let copy = Cup {
        address: other.address(),
        id: text(&made, "id"),
        token: text(&made, "token"),
        recovery: text(&made, "recovery"),
    };
    assert_eq!(String::from_utf8(bytes(&copy, "export?what=log").await).unwrap(), file);
    // By its backup: the name stays, so that devices go on.
    let backup = STANDARD.encode(bytes(&cup, "backup").await);
    let wrong = json!({"backup": backup, "recovery": copy.recovery});
    let (status, refused) =
        request(other.address(), Method::POST, "/api/v1/tournaments/restore", None, Some(&wrong)).await;
    assert_eq!((status, &refused["code"]), (400, &json!("wrong-recovery")));
    let right = json!({"backup": backup, "recovery": cup.recovery.to_lowercase()});
    let (status, made) =
        request(other.address(), Method::POST, "/api/v1/tournaments/restore", None, Some(&right)).await;
    assert_eq!((status, &made["id"]), (201, &json!(cup.id)));
    let restored = Cup { address: other.address(), token: text(&made, "token"), ..cup.clone() };
    assert_eq!(String::from_utf8(bytes(&restored, "export?what=log").await).unwrap(), file);
    let mut desk = restored.organiser(3).await;
    assert_eq!(desk.ask(json!({"what": "standings"})).await, standings);
    // The judge's device sends again what it had sent to the dead laptop: it does not count twice.
    let code = place["code"].as_str().unwrap();
    judge.n = 0;
    judge.connect(&restored, json!({"code": code})).await;
    assert_eq!(judge.welcome["last_n"], 2);
    let again = judge.give(json!({"do": "warn", "number": place["warned"], "why": "talking"}), Some(code)).await;
    assert_eq!(again["again"], true, "{again}");
    // The old organiser's token is still one.
    let mut old = Device::new(4);
    old.connect(&restored, json!({"token": cup.token})).await;
    server.stop().await.unwrap();
    other.stop().await.unwrap();
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_restored_tournament_keeps_its_name_although_an_attempt_before_was_cut_off() {
    let server = start().await;
    let (cup, _organiser, _judge, _) = running(&server).await;
    let backup = STANDARD.encode(bytes(&cup, "backup").await);
    let store = Arc::new(MemoryStore::new());
    // As it is after a crash, or when whoever asked went away: some entries, without the key that makes them count.
    let log = LogId::new(&format!("hall-{}", cup.id)).unwrap();
    store.create(&log, "".into()).await.unwrap();
    let other = start_alone(options(), store).await;
    let body = json!({"backup": backup, "recovery": cup.recovery});
    for (_, keeps) in [(1, true), (2, false)] {
        let (status, made) =
            request(other.address(), Method::POST, "/api/v1/tournaments/restore", None, Some(&body)).await;
        assert_eq!((status, made["id"] == cup.id.as_str()), (201, keeps), "{made}");
    }
    server.stop().await.unwrap();
    other.stop().await.unwrap();
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn who_has_lost_a_tournament_to_another_node_serves_it_no_longer() {
    let store = Arc::new(MemoryStore::new());
    let server = start_alone(options(), store.clone()).await;
    let cup = Cup::new(&server, json!({})).await;
    let mut organiser = cup.organiser(1).await;
    // This node was paused for a day, as far as the store knows, and another one came.
    let (log, other) = (LogId::new(&format!("hall-{}", cup.id)).unwrap(), NodeId::new("other").unwrap());
    let later = Clock::system().now() + Duration::from_secs(24 * 3600);
    store.renew(&other, Lease { last_sign: later, until: later + Duration::from_secs(24 * 3600) }).await.unwrap();
    let claim = store.claim(&log, &other, later).await.unwrap();
    let envelope = organiser.sign(json!({"do": "add", "players": [{"name": "Ana"}]}), None);
    assert_eq!(organiser.answer(&envelope).await["error"]["code"], "not-stored");
    assert_eq!(organiser.until(|message| message["type"] == "bye").await["code"], "stopping");
    // The other one gives it up, and what was asked for is done once.
    store.release(&log, claim.epoch, later, Duration::ZERO).await.unwrap();
    organiser.connect(&cup, json!({"token": cup.token})).await;
    assert_eq!(organiser.answer(&envelope).await["ok"], true);
    assert_eq!(organiser.ask(json!({"what": "players"})).await["players"].as_array().unwrap().len(), 1);
    server.stop().await.unwrap();
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn nothing_of_forgotten_names_is_left_in_the_store() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("trinta.db");
    let store = Arc::new(SqliteStore::open(&SqliteOptions::new(&path)).await.unwrap());
    let server = start_alone(options(), store.clone()).await;
    let (cup, mut organiser, _, _) = running(&server).await;
    cup.make_token("staff").await;
    let keys = store.list(&Space::new("hall-key"), "", 10).await.unwrap();
    let key: Value = serde_json::from_str(&keys[0].1.text).unwrap();
    let key = key["key"].as_str().unwrap().to_owned();
    drop(store);
    organiser.done(json!({"do": "postpone", "why": "a storm"}), None).await;
    let answer = organiser.done(json!({"do": "forget"}), None).await;
    assert_eq!(answer["ok"], true);
    organiser.until(|message| message["type"] == "view" && !message["view"].to_string().contains("Secretname")).await;
    let (_, list) = request(cup.address, Method::GET, "/api/v1/tournaments", None, None).await;
    assert_eq!(list["tournaments"], json!([]));
    server.stop().await.unwrap();
    for file in std::fs::read_dir(folder.path()).unwrap() {
        let file = file.unwrap().path();
        let bytes = std::fs::read(&file).unwrap();
        // With its key the log of before could be read, and the token of the staff was Kim's.
        for name in ["Secretname", "talking", &key, r#""name":"Kim""#] {
            let found = bytes.windows(name.len()).any(|window| window == name.as_bytes());
            assert!(!found, "{name} is in {}", file.display());
        }
    }
    // It can still be opened, without names.
    let store = Arc::new(SqliteStore::open(&SqliteOptions::new(&path)).await.unwrap());
    let server = start_alone(options(), store).await;
    let cup = Cup { address: server.address(), ..cup };
    let file = String::from_utf8(bytes(&cup, "export?what=log").await).unwrap();
    assert!(file.contains("\"forget\"") && !file.contains("Secretname"));
    server.stop().await.unwrap();
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn sheets_lists_and_the_projector_are_the_desks() {
    let server = start().await;
    let (cup, mut organiser, mut judge, _) = running(&server).await;
    let body = |address: &str| json!({"documents": ["cards"], "language": "pt-PT", "paper": "a4", "address": address});
    let (status, page) = cup.request(Method::POST, "print", &cup.token, Some(&body("http://10.0.0.7:3030"))).await;
    assert!(status == 200 && page.as_str().unwrap().contains("<html"), "{status}");
    let before = organiser.ask(json!({"what": "log"})).await["log"].as_array().unwrap().len();
    cup.request(Method::POST, "print", &cup.token, Some(&body("http://10.0.0.7:3030"))).await;
    let after = organiser.ask(json!({"what": "log"})).await["log"].as_array().unwrap().len();
    assert_eq!(before, after, "the same sheets are recorded once");
    assert_eq!(cup.request(Method::POST, "print", &cup.token, Some(&body("nowhere"))).await.0, 400);
    let csv = String::from_utf8(bytes(&cup, "export?what=players&as=csv").await).unwrap();
    assert!(csv.starts_with("\u{feff}number,name,school,status\n1,Player1 Secretname1,,present\n"), "{csv}");
    let all: Value = serde_json::from_slice(&bytes(&cup, "export?what=all&as=json").await).unwrap();
    assert_eq!(all["results"].as_array().unwrap().len(), 4);
    let (status, list) = request(cup.address, Method::GET, "/api/v1/tournaments/presets", None, None).await;
    assert!(status == 200 && list["presets"][0]["settings"]["rounds"].is_u64(), "{list}");
    let advice = json!({"preset": list["presets"][0]["name"], "set": {}, "players": 16});
    let (status, answer) = request(cup.address, Method::POST, "/api/v1/tournaments/advice", None, Some(&advice)).await;
    assert!(status == 200 && answer["nine_in_ten"].as_f64().unwrap() > 0.0, "{status} {answer}");
    // The organiser sets the projector; everybody who shows it knows at once, and whoever comes later.
    let screen =
        json!({"show": "ceremony", "order": "name", "page": 2, "revealed": 9, "language": "pt-PT", "frozen": true});
    organiser.send(&json!({"type": "screen", "screen": screen})).await;
    let shown = judge.until(|message| message["type"] == "screen").await["screen"].clone();
    assert_eq!((&shown["show"], &shown["revealed"]), (&json!("ceremony"), &json!(4)));
    let mut wall = Device::new(8);
    wall.connect(&cup, Value::Null).await;
    assert_eq!(wall.welcome["screen"], shown);
    // So does the head judge: an organiser who decides a case acts as head judge on the same laptop.
    let mut head_judge = Device::new(9);
    head_judge.connect(&cup, json!({"token": cup.make_token("head-judge").await})).await;
    head_judge.send(&json!({"type": "screen", "screen": {"show": "clock"}})).await;
    wall.until(|message| message["type"] == "screen" && message["screen"]["show"] == "clock").await;
    wall.send(&json!({"type": "screen", "screen": screen})).await;
    assert_eq!(wall.until(|message| message["type"] == "bye").await["code"], "role");
    server.stop().await.unwrap();
}
