//! Clients that mean no good: the server stays up, and fair to the others.

use std::time::Duration;

use crate::common::{LONG, Person, guest, options, seated, start_with, table_of};
use hyper::Method;
use tokio::io::{AsyncReadExt as _, AsyncWriteExt as _};
use tokio::net::TcpStream;
use tokio::time::{Instant, timeout};
use tokio_tungstenite::tungstenite::Message;
use tokio_tungstenite::tungstenite::client::IntoClientRequest as _;
use trinta_client::{Client, ClientError, Hello};
use trinta_core::Seat;
use trinta_server::Server;
use trinta_store::MemoryStore;
use trinta_table::wire::{Action, ClientMessage, ErrorBody, JoinBody, PROTOCOL, ServerMessage};
use trinta_table::{Access, Code, Plan};

/// A server that limits what people ask.
async fn start() -> Server {
    let mut options = options();
    options.limits = true;
    start_with(options, std::sync::Arc::new(MemoryStore::new())).await
}

/// What the server says last, until it closes the connection.
async fn last_words(client: &Client, table: &str, first: Message) -> Option<Code> {
    let mut connection = client.connect(table).await.unwrap();
    connection.send_raw(first).await.unwrap();
    let mut last = None;
    while let Ok(message) = timeout(LONG, connection.receive()).await.expect("the server says something") {
        if let ServerMessage::Bye { code, .. } = message {
            last = Some(code);
        }
    }
    last
}

fn hello(seat: Option<u8>, code: Option<&str>) -> Message {
    let hello = ClientMessage::Hello {
        protocol: PROTOCOL,
        seat: seat.map(Seat),
        since: None,
        code: code.map(str::to_owned),
        judge: false,
    };
    Message::text(serde_json::to_string(&hello).unwrap())
}

async fn is_well(person: &mut Person) {
    person.connection.send(&ClientMessage::Ping { number: 7 }).await.unwrap();
    person.receive_until(|message| matches!(message, ServerMessage::Pong { number: 7, .. })).await;
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn whoever_does_not_say_hello_properly_is_sent_away() {
    let server = start().await;
    let (table, mut people) = seated(&server, Plan::new("hk", 2)).await;
    let eve = guest(&server, "Eve").await;
    let cases = [
        (Message::text("{"), Code::BadMessage),
        (Message::text("[]"), Code::BadMessage),
        (Message::text(r#"{"type":"hello","protocol":1,"admin":true}"#), Code::BadMessage),
        (Message::text(r#"{"type":"hello","protocol":99}"#), Code::Protocol),
        (Message::text(r#"{"type":"ping","number":1}"#), Code::BadOrder),
        (Message::binary(vec![0, 1, 2]), Code::BadMessage),
        // Other people's seats, tables that are not hers, seats that are not there.
        (hello(Some(0), None), Code::NotSeated),
        (hello(Some(0), Some(&table.code)), Code::NotSeated),
        (hello(Some(200), None), Code::NotSeated),
        (hello(None, None), Code::NotFound),
        (hello(None, Some("AAAAAA")), Code::NotFound),
    ];
    for (message, code) in cases {
        assert_eq!(last_words(&eve, &table.table, message.clone()).await, Some(code), "{message:?}");
    }
    assert_eq!(last_words(&eve, "nosuchtable", hello(None, None)).await, Some(Code::NotFound));
    is_well(&mut people[0]).await;
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn what_can_not_be_read_is_refused_and_too_much_of_it_ends_the_conversation() {
    let server = start().await;
    let (_, mut people) = seated(&server, Plan::new("hk", 2)).await;
    for text in ["", "null", "{\"type\":\"command\"}", "\u{0}", "{\"type\":\"chat\",\"text\":5}", &"[".repeat(5000)] {
        people[0].connection.send_raw(Message::text(text)).await.unwrap();
        let refused = people[0].receive_until(|message| matches!(message, ServerMessage::Refused { .. })).await;
        assert!(matches!(refused, ServerMessage::Refused { code: Code::BadMessage, .. }), "{refused:?}");
    }
    // Larger than any table could be: not even read.
    let _ = people[0].connection.send_raw(Message::text("x".repeat(20_000))).await;
    loop {
        match timeout(LONG, people[0].connection.receive()).await.unwrap() {
            Err(ClientError::Closed) => break,
            Err(error) => panic!("{error}"),
            Ok(_) => {}
        }
    }
    is_well(&mut people[1]).await;
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_flood_is_refused_then_cut_off_and_the_others_play_on() {
    let server = start().await;
    let (_, mut people) = seated(&server, Plan::new("hk", 2)).await;
    people[0].expect_done(Action::Begin).await;
    let mut eve = people.pop().unwrap();
    let flood = tokio::spawn(async move {
        let mut codes = Vec::new();
        for _ in 0..5000 {
            if eve
                .connection
                .send(&ClientMessage::Draft { number: 1, table: Some(crate::common::layout("r3 r4 r5")) })
                .await
                .is_err()
            {
                break;
            }
        }
        while let Ok(Ok(message)) = timeout(LONG, eve.connection.receive()).await {
            match message {
                ServerMessage::Refused { code, .. } | ServerMessage::Bye { code, .. } => codes.push(code),
                _ => {}
            }
        }
        codes
    });
    for _ in 0..20 {
        let asked = Instant::now();
        is_well(&mut people[0]).await;
        assert!(asked.elapsed() < Duration::from_secs(2), "the others wait {:?}", asked.elapsed());
        tokio::time::sleep(Duration::from_millis(600)).await;
        if flood.is_finished() {
            break;
        }
    }
    let codes = flood.await.unwrap();
    assert!(codes.contains(&Code::TooMany), "{codes:?}");
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn half_sent_requests_are_dropped() {
    let server = start().await;
    let halves: [&[u8]; 4] = [
        b"",
        b"GET / HTTP/1.1\r\nHost: x\r\nX-Slow: ",
        b"POST /api/v1/session HTTP/1.1\r\nHost: x\r\nContent-Type: application/json\r\nContent-Length: 100\r\n\r\n{\"na",
        b"GET /api/v1/tables/x/socket HTTP/1.1\r\nHost: x\r\nUpgrade: websocket\r\n",
    ];
    let tasks = halves.map(|half| {
        let address = server.address();
        tokio::spawn(async move {
            let mut stream = TcpStream::connect(address).await.unwrap();
            stream.write_all(half).await.unwrap();
            let mut answer = Vec::new();
            let closed = timeout(Duration::from_secs(40), stream.read_to_end(&mut answer)).await;
            assert!(closed.is_ok(), "{:?} holds its connection", String::from_utf8_lossy(half));
        })
    });
    for task in tasks {
        task.await.unwrap();
    }
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_head_without_end_is_cut_off() {
    let server = start().await;
    let mut stream = TcpStream::connect(server.address()).await.unwrap();
    stream.write_all(b"GET / HTTP/1.1\r\n").await.unwrap();
    let endless =
        async { while stream.write_all(format!("X-Long: {}\r\n", "y".repeat(1000)).as_bytes()).await.is_ok() {} };
    assert!(timeout(LONG, endless).await.is_ok());
    guest(&server, "Ana").await;
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn forged_cookies_and_other_sites_get_nothing() {
    let server = start().await;
    let ana = guest(&server, "Ana").await;
    let table = ana.create(&table_of(Plan::new("hk", 2))).await.unwrap();
    for forged in ["", "x", "00", &"0".repeat(64), &"f".repeat(64), "'; DROP TABLE log; --"] {
        let eve = Client::new(server.address()).with_secret(Some(forged.to_owned()));
        let refused = eve.get::<serde_json::Value>("/api/v1/session").await;
        assert!(
            matches!(&refused, Err(ClientError::Refused(refusal)) if refusal.code == Code::NoSession),
            "{refused:?}"
        );
        let socket = eve.connect(&table.table).await;
        assert!(matches!(&socket, Err(ClientError::Refused(refusal)) if refusal.code == Code::NoSession));
    }
    for origin in ["http://evil.example", "https://127.0.0.1.evil.example", "null", "http://"] {
        let headers = [("content-type", "application/json"), ("origin", origin)];
        let body = br#"{"name":"Eve"}"#.to_vec();
        let (status, _, answer) = ana.raw(Method::POST, "/api/v1/session", &headers, body).await.unwrap();
        assert_eq!(status, 403, "{origin}");
        assert_eq!(serde_json::from_slice::<ErrorBody>(&answer).unwrap().code, Code::WrongOrigin);
        let url = format!("ws://{}/api/v1/tables/{}/socket", server.address(), table.table);
        let mut request = url.into_client_request().unwrap();
        request.headers_mut().insert("origin", origin.parse().unwrap());
        request.headers_mut().insert("authorization", format!("Bearer {}", ana.secret().unwrap()).parse().unwrap());
        let stream = TcpStream::connect(server.address()).await.unwrap();
        assert!(tokio_tungstenite::client_async(request, stream).await.is_err(), "{origin}");
    }
    let own = format!("http://{}", server.address());
    let headers = [("content-type", "application/json"), ("origin", own.as_str())];
    let (status, cookie, _) =
        ana.raw(Method::POST, "/api/v1/session", &headers, br#"{"name":"Ana"}"#.to_vec()).await.unwrap();
    assert_eq!(status, 201);
    let cookie = cookie.unwrap();
    assert!(cookie.contains("HttpOnly") && cookie.contains("SameSite=Lax"), "{cookie}");
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn guessing_codes_and_passwords_ends_soon() {
    let server = start().await;
    let eve = guest(&server, "Eve").await;
    let mut answers = Vec::new();
    for guess in 0..40_u32 {
        let code: String = (0..6).map(|place| char::from(b'A' + ((guess >> place) % 8) as u8)).collect();
        let answer = eve.post::<serde_json::Value>("/api/v1/codes", &serde_json::json!({ "code": code })).await;
        if let Err(ClientError::Refused(refusal)) = answer {
            answers.push(refusal.code);
        }
    }
    let wrong = answers.iter().filter(|&&code| code == Code::NotFound).count();
    assert!(wrong <= 12, "{wrong} guesses were answered");
    assert_eq!(answers.last(), Some(&Code::TooMany));
    let mut answers = Vec::new();
    for _ in 0..14 {
        let body = serde_json::json!({ "account": "ana", "password": "a wrong password" });
        if let Err(ClientError::Refused(refusal)) = eve.post::<serde_json::Value>("/api/v1/login", &body).await {
            answers.push(refusal.code);
        }
    }
    assert_eq!((answers.first(), answers.last()), (Some(&Code::WrongPassword), Some(&Code::TooMany)));
    // Others behind the same address are not made to wait for her.
    let rui = guest(&server, "Rui").await;
    let code = rui.post::<serde_json::Value>("/api/v1/codes", &serde_json::json!({ "code": "AAAAAA" })).await;
    assert!(matches!(code, Err(ClientError::Refused(refusal)) if refusal.code == Code::NotFound));
    let body = serde_json::json!({ "account": "rui", "password": "a wrong password" });
    let login = rui.post::<serde_json::Value>("/api/v1/login", &body).await;
    assert!(matches!(login, Err(ClientError::Refused(refusal)) if refusal.code == Code::WrongPassword));
    // Nor does a new session get her more tries at the same account.
    let eve = guest(&server, "Eve again").await;
    let body = serde_json::json!({ "account": "ANA", "password": "another password" });
    let login = eve.post::<serde_json::Value>("/api/v1/login", &body).await;
    assert!(matches!(login, Err(ClientError::Refused(refusal)) if refusal.code == Code::TooMany));
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_client_of_another_protocol_is_told_so() {
    let server = start().await;
    let (table, people) = seated(&server, Plan::new("hk", 2)).await;
    for protocol in [0, 1, 2, PROTOCOL + 1] {
        let mut connection = people[0].client.connect(&table.table).await.unwrap();
        connection
            .send(&ClientMessage::Hello { protocol, seat: Some(Seat(0)), since: None, code: None, judge: false })
            .await
            .unwrap();
        let ServerMessage::Bye { code, message } = connection.receive().await.unwrap() else { panic!("no goodbye") };
        assert_eq!(code, Code::Protocol);
        assert!(message.contains(&format!("speaks protocol 3, not {protocol}")), "{message}");
    }
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn nobody_does_what_is_not_theirs_to_do() {
    let server = start().await;
    let mut plan = Plan::new("hk", 2);
    plan.access = Access::Open;
    let (table, mut people) = seated(&server, plan).await;
    let eve = guest(&server, "Eve").await;
    let mut spectator = Person::enter(&eve, &table.table, Hello::default()).await;
    assert!(spectator.received[0].contains("\"seat\":null") && !spectator.received[0].contains(&table.code));
    for (action, code) in [
        (Action::Begin, Code::HostOnly),
        (Action::Draw, Code::NotSeated),
        (Action::Leave, Code::NotSeated),
        (Action::Close, Code::HostOnly),
        (Action::Unseat { seat: Seat(0) }, Code::HostOnly),
        (Action::SeatBot { seat: Seat(0), level: "greedy".to_owned() }, Code::HostOnly),
    ] {
        let refused = spectator.act(action).await;
        assert!(matches!(&refused, ServerMessage::Refused { code: of, .. } if *of == code), "{refused:?}");
    }
    spectator.connection.send(&ClientMessage::Chat { text: Some("psst".to_owned()), phrase: None }).await.unwrap();
    spectator.receive_until(|message| matches!(message, ServerMessage::Refused { code: Code::NoChat, .. })).await;
    let refused = people[1].act(Action::Begin).await;
    assert!(matches!(refused, ServerMessage::Refused { code: Code::HostOnly, .. }), "{refused:?}");
    people[0].expect_done(Action::Begin).await;
    // Tiles that are not on the rack, a version from the future, an id that is none.
    let turn = people[0].follower.turn().unwrap();
    let other = people[1 - turn.index()].act(Action::Play { table: crate::common::layout("r3 r4 r5") }).await;
    assert!(matches!(other, ServerMessage::Refused { .. }), "{other:?}");
    for (id, version, code) in
        [("x", 999_999, Code::BadMessage), ("", 1, Code::BadMessage), ("a b", 1, Code::BadMessage)]
    {
        let message = ClientMessage::Command { id: id.to_owned(), version, action: Action::Draw };
        people[0].connection.send(&message).await.unwrap();
        let refused = people[0].receive_until(|message| matches!(message, ServerMessage::Refused { .. })).await;
        assert!(matches!(&refused, ServerMessage::Refused { code: of, .. } if *of == code), "{refused:?}");
    }
    let join = eve.join(&table.table, &JoinBody::default()).await;
    assert!(matches!(&join, Err(ClientError::Refused(refusal)) if refusal.code == Code::GameOn), "{join:?}");
    let record = eve.get::<serde_json::Value>(&format!("/api/v1/tables/{}/games/1/record", table.table)).await;
    assert!(matches!(&record, Err(ClientError::Refused(refusal)) if refusal.code == Code::GameOn), "{record:?}");
}

/// Messages that are nearly right, made by changing some that are.
#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn messages_that_are_nearly_right_break_nothing() {
    let server = start_with(options(), std::sync::Arc::new(MemoryStore::new())).await;
    let (_, mut people) = seated(&server, Plan::new("hk", 2)).await;
    people[0].expect_done(Action::Begin).await;
    let seeds = [
        r#"{"type":"command","id":"a1","version":3,"action":{"do":"play","table":["r3 r4 r5","k7 r7 *"]}}"#,
        r#"{"type":"draft","number":4,"table":["b1 b2 * b4 b5"]}"#,
        r#"{"type":"chat","phrase":"hello"}"#,
        r#"{"type":"hint","step":3}"#,
        r#"{"type":"mute","seat":1,"muted":true}"#,
    ];
    let mut dice = trinta_bots::Dice::new(11);
    for _ in 0..3000 {
        let mut bytes = seeds[dice.below(seeds.len())].as_bytes().to_vec();
        for _ in 0..=dice.below(4) {
            if bytes.is_empty() {
                break;
            }
            let place = dice.below(bytes.len());
            match dice.below(4) {
                0 => drop(bytes.remove(place)),
                1 => bytes.insert(place, bytes[dice.below(bytes.len())]),
                2 => bytes[place] = b"0123456789\"{}[],:*rkby-"[dice.below(23)],
                _ => bytes.truncate(place.max(1)),
            }
        }
        let text = String::from_utf8_lossy(&bytes).into_owned();
        if people[0].connection.send_raw(Message::text(text)).await.is_err() {
            break;
        }
        // Keep up with the answers, so that it is not for slowness that this client is dropped.
        while let Ok(Ok(_)) = timeout(Duration::from_millis(0), people[0].connection.receive_text()).await {}
    }
    is_well(&mut people[1]).await;
    guest(&server, "Ana").await;
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn one_address_asks_for_no_more_hints_with_many_connections() {
    let server = start().await;
    let (table, mut people) = seated(&server, Plan { access: Access::Open, ..Plan::new("hk", 2) }).await;
    let eve = guest(&server, "Eve").await;
    let mut crowd = Vec::new();
    // Each asks as often as a connection may at once, until one of them is told that it is too much.
    let refused = 'asked: loop {
        assert!(crowd.len() < 200, "nobody is refused");
        let mut one = Person::enter(&eve, &table.table, Hello::default()).await;
        for _ in 0..12 {
            one.connection.send(&ClientMessage::Hint { step: 1 }).await.unwrap();
            let answer = one.receive_until(|message| matches!(message, ServerMessage::Refused { .. })).await;
            if matches!(answer, ServerMessage::Refused { code: Code::TooMany, .. }) {
                break 'asked one;
            }
        }
        crowd.push(one);
    };
    assert!(crowd.len() >= 16, "after {} connections", crowd.len());
    crowd.push(refused);
    // It is heard when it says something else, as is everybody.
    for person in crowd.iter_mut().chain(&mut people) {
        is_well(person).await;
    }
}
