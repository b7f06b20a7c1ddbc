//! The doors of the server: who is asked for, by which name, from which site, and what opens to whom.

use std::sync::Arc;
use std::time::Duration;

use tokio::io::{AsyncReadExt as _, AsyncWriteExt as _};
use tokio::net::TcpStream;
use trinta_client::{ClientError, Hello};
use trinta_core::Seat;
use trinta_server::http::{AppOptions, PageFile};
use trinta_server::{Server, ServerOptions};
use trinta_store::MemoryStore;
use trinta_table::wire::{Action, JoinBody, SeenTableEvent, ServerMessage};
use trinta_table::{Code, Plan};

use crate::common::{Person, guest, options, register, seated, start, start_with, table_of};

async fn start_as(change: impl FnOnce(&mut ServerOptions)) -> Server {
    let mut options = options();
    change(&mut options);
    start_with(options, Arc::new(MemoryStore::new())).await
}

/// The whole answer to a request with these lines of headers; without a `Host` among them it is `localhost`.
async fn ask(server: &Server, line: &str, headers: &str) -> String {
    let mut stream = TcpStream::connect(server.address()).await.unwrap();
    let host = if headers.to_lowercase().contains("host:") { "" } else { "Host: localhost\r\n" };
    let request = format!("{line} HTTP/1.1\r\n{host}{headers}Connection: close\r\n\r\n");
    stream.write_all(request.as_bytes()).await.unwrap();
    let mut answer = Vec::new();
    stream.read_to_end(&mut answer).await.unwrap();
    String::from_utf8_lossy(&answer).to_lowercase()
}

fn is(answer: &str, status: u16) -> bool {
    answer.starts_with(&format!("http/1.1 {status} "))
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn s9_a_proxy_that_does_not_say_who_asks_is_nobody() {
    let server = start_as(|options| options.app.proxies = 1).await;
    for header in ["", "X-Forwarded-For: unknown\r\n", "X-Forwarded-For: \r\n"] {
        let answer = ask(&server, "GET /api/v1/tables", header).await;
        assert!(is(&answer, 400) && answer.contains("x-forwarded-for"), "{header}: {answer}");
        let answer = ask(&server, "GET /metrics", header).await;
        assert!(is(&answer, 404), "the proxy is not whoever runs the server: {answer}");
        assert!(is(&ask(&server, "GET /healthz", header).await, 200));
    }
    let named = "X-Forwarded-For: 192.0.2.1\r\n";
    assert!(is(&ask(&server, "GET /api/v1/tables", named).await, 200));
    assert!(is(&ask(&server, "GET /metrics", named).await, 404));
    server.stop().await.unwrap();
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn s10_a_client_that_does_not_read_is_dropped() {
    static BYTES: [u8; 16 << 20] = [b' '; 16 << 20];
    static PAGE: [PageFile; 1] = [PageFile { path: "large.bin", bytes: &BYTES, mark: "1" }];
    let server = start_as(|options| {
        options.write_timeout = Duration::from_millis(300);
        options.app.page = &PAGE;
    })
    .await;
    let mut stream = TcpStream::connect(server.address()).await.unwrap();
    stream.write_all(b"GET /large.bin HTTP/1.1\r\nHost: localhost\r\n\r\n").await.unwrap();
    tokio::time::sleep(Duration::from_secs(2)).await;
    // What the system had taken before is still there, and then comes the end.
    let mut read = 0;
    let mut buffer = vec![0; 1 << 20];
    while let Ok(length @ 1..) = stream.read(&mut buffer).await {
        read += length;
    }
    assert!(read < BYTES.len(), "the connection was there until everything had been read: {read} bytes");
    server.stop().await.unwrap();
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn s16_another_site_that_may_use_the_server_can() {
    let server = start_as(|options| options.app.origins = vec!["https://club.example".to_owned()]).await;
    let asks = "Access-Control-Request-Method: POST\r\nAccess-Control-Request-Headers: content-type\r\n";
    let listed = ask(&server, "OPTIONS /api/v1/tables", &format!("Origin: https://club.example\r\n{asks}")).await;
    assert!(is(&listed, 204), "{listed}");
    for line in [
        "access-control-allow-origin: https://club.example",
        "access-control-allow-methods: get, post, put, delete",
        "access-control-allow-headers: authorization, content-type",
        "access-control-allow-credentials: true",
    ] {
        assert!(listed.contains(line), "{line}: {listed}");
    }
    let answer = ask(&server, "GET /api/v1/tables", "Origin: https://club.example\r\n").await;
    assert!(answer.contains("access-control-allow-origin: https://club.example"), "{answer}");
    let other = ask(&server, "OPTIONS /api/v1/tables", &format!("Origin: https://evil.example\r\n{asks}")).await;
    assert!(is(&other, 403) && !other.contains("access-control"), "{other}");
    server.stop().await.unwrap();
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn s16_encrypted_servers_say_that_they_stay_so() {
    for (secure, told) in [(true, true), (false, false)] {
        let server = start_as(|options| options.app.secure = secure).await;
        let answer = ask(&server, "GET /api/v1/tables", "").await;
        assert_eq!(answer.contains("strict-transport-security: max-age=31536000"), told, "{answer}");
        server.stop().await.unwrap();
    }
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn s16_only_this_site_is_answered_for_and_connected_to() {
    static PAGE: [PageFile; 1] = [PageFile { path: "index.html", bytes: b"<html>", mark: "1" }];
    let server = start_as(|options| {
        options.app = AppOptions { hosts: vec!["play.example".to_owned()], page: &PAGE, ..options.app.clone() };
    })
    .await;
    let answer = ask(&server, "GET /", "Host: play.example\r\n").await;
    assert!(answer.contains("connect-src 'self' ws://play.example wss://play.example;"), "{answer}");
    for line in ["GET /", "GET /api/v1/tables"] {
        let answer = ask(&server, line, "Host: evil.example\r\n").await;
        assert!(is(&answer, 403) && answer.contains("not known by this name"), "{answer}");
    }
    assert!(is(&ask(&server, "GET /healthz", "Host: evil.example\r\n").await, 200), "a load balancer has any name");
    server.stop().await.unwrap();
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn s16_an_account_has_a_secret_that_the_guest_did_not_have() {
    let server = start().await;
    let client = guest(&server, "Ana").await;
    let mut owner = client.clone();
    register(&mut owner, "ana").await;
    assert_ne!(owner.secret(), client.secret());
    let refused = client.get::<serde_json::Value>("/api/v1/session").await.unwrap_err();
    assert!(matches!(&refused, ClientError::Refused(refusal) if refusal.code == Code::NoSession), "{refused}");
    let session: serde_json::Value = owner.get("/api/v1/session").await.unwrap();
    assert_eq!(session["account"], "ana");
    server.stop().await.unwrap();
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn s16_whoever_signs_out_is_gone_from_the_table_too() {
    let server = start().await;
    let (_, mut people) = seated(&server, Plan::new("hk", 2)).await;
    register(&mut people[1].client, "rui").await;
    let (status, _, _) = people[1].client.raw(hyper::Method::DELETE, "/api/v1/session", &[], Vec::new()).await.unwrap();
    assert_eq!(status, 204);
    people[1].receive_until(|message| matches!(message, ServerMessage::Bye { code: Code::NoSession, .. })).await;
    let gone = |message: &ServerMessage| matches!(message, ServerMessage::Presence { seat: Seat(1), connected: false });
    people[0].receive_until(gone).await;
    people[0].expect_done(Action::Close).await;
    server.stop().await.unwrap();
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn s16_a_code_that_is_said_on_a_connection_is_a_guess_like_any_other() {
    let server = start_as(|options| options.limits = true).await;
    let ana = guest(&server, "Ana").await;
    let table = ana.create(&table_of(Plan::new("hk", 2))).await.unwrap();
    let eve = guest(&server, "Eve").await;
    let mut answers = Vec::new();
    for number in 0..12 {
        let hello = Hello { code: Some(format!("AAAA{:02}", 22 + number)), ..Hello::default() };
        let mut connection = eve.enter(&table.table, hello).await.unwrap();
        let ServerMessage::Bye { code, .. } = connection.receive().await.unwrap() else { panic!("let in") };
        answers.push(code);
    }
    assert_eq!(answers[..10], [Code::NotFound; 10]);
    assert_eq!(answers[10..], [Code::TooMany; 2], "ten wrong codes are enough");
    let other_door = eve.join(&table.table, &JoinBody { code: Some("AAAA22".to_owned()), ..JoinBody::default() }).await;
    assert!(
        matches!(&other_door, Err(ClientError::Refused(refusal)) if refusal.code == Code::TooMany),
        "{other_door:?}"
    );
    server.stop().await.unwrap();
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn s16_whoever_left_in_one_tab_is_back_with_a_new_one() {
    let server = start().await;
    let (created, mut people) = seated(&server, Plan::new("hk", 2)).await;
    people[0].expect_done(Action::Begin).await;
    let rui = people[1].client.clone();
    let _second_tab = Person::at(&rui, &created.table, 1).await;
    people[1].expect_done(Action::Leave).await;
    let _third_tab = Person::at(&rui, &created.table, 1).await;
    let back = |event: &SeenTableEvent| matches!(event, SeenTableEvent::Back { seat: Seat(1) });
    people[0]
        .receive_until(|message| matches!(message, ServerMessage::Happened { events, .. } if events.iter().any(back)))
        .await;
    server.stop().await.unwrap();
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn s16_a_refusal_does_not_tell_delayed_spectators_how_far_the_game_is() {
    let server = start().await;
    let mut plan = Plan::new("hk", 2);
    plan.spectators.delay = 600;
    let (created, mut people) = seated(&server, plan).await;
    let eve = guest(&server, "Eve").await;
    let hello = Hello { code: Some(created.code.clone()), ..Hello::default() };
    let mut eve = Person::enter(&eve, &created.table, hello).await;
    people[0].expect_done(Action::Begin).await;
    let ServerMessage::Refused { version, .. } = eve.act(Action::Draw).await else { panic!("a spectator drew") };
    assert_eq!(version, eve.follower.version());
    assert!(version < people[0].follower.version());
    server.stop().await.unwrap();
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn s16_asking_whether_it_is_well_writes_nothing() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("trinta.db");
    let store = trinta_store::SqliteStore::open(&trinta_store::SqliteOptions::new(&path)).await.unwrap();
    let server = start_with(options(), Arc::new(store)).await;
    let witness = || std::fs::read(folder.path().join("trinta.db.witness")).unwrap();
    let before = witness();
    for _ in 0..10 {
        assert!(is(&ask(&server, "GET /readyz", "").await, 200));
        assert!(is(&ask(&server, "GET /healthz", "").await, 200));
    }
    assert_eq!(witness(), before, "no transaction");
    server.stop().await.unwrap();
}
