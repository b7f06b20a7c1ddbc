//! Devices that mean no good: everything is refused with a reason, and the others go on.

use serde_json::{Value, json};
use trinta_tournament::{CodeTarget, Number};

use crate::common::start;
use crate::hall::{Cup, Device, request};

async fn last_words(cup: &Cup, first: &str) -> Value {
    let mut device = Device::new(9);
    let mut message = device.hello_text(cup, first.to_owned()).await;
    while !message.is_null() && message["type"] != "bye" {
        message = device.receive().await;
    }
    message["code"].clone()
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn whoever_does_not_say_hello_properly_is_sent_away() {
    let server = start().await;
    let cup = Cup::new(&server, json!({})).await;
    let other = Cup::new(&server, json!({})).await;
    let wrong = json!({"type": "hello", "protocol": 1, "as": {"token": other.token}, "device": null}).to_string();
    let device = json!({"type": "hello", "protocol": 1, "as": null, "device": "AAAA"}).to_string();
    for (text, code) in [
        ("{", "bad-message"),
        ("[]", "bad-message"),
        (r#"{"type":"hello","protocol":1,"as":null,"admin":true}"#, "bad-message"),
        (r#"{"type":"hello","protocol":99,"as":null}"#, "protocol"),
        (r#"{"type":"ask","id":1,"question":{"what":"players"}}"#, "bad-order"),
        (r#"{"type":"hello","protocol":1,"as":{"code":"K7X-4MN-QAF"}}"#, "code"),
        (r#"{"type":"hello","protocol":1,"as":{"token":"x"}}"#, "token"),
        (wrong.as_str(), "token"),
        (device.as_str(), "bad-device"),
    ] {
        assert_eq!(last_words(&cup, text).await, code, "{text}");
    }
    let nowhere = Cup { id: "nothing".to_owned(), ..cup.clone() };
    assert_eq!(last_words(&nowhere, "{}").await, "unknown");
    // The log of a tournament is no table.
    let path = format!("/api/v1/tables/hall-{}/record", cup.id);
    let (status, _) = super::request(cup.address, hyper::Method::GET, &path, None, None).await;
    assert!((400..500).contains(&status), "{status}");
    let mut organiser = cup.organiser(1).await;
    organiser.done(json!({"do": "add", "players": [{"name": "Ana"}]}), None).await;
    server.stop().await.unwrap();
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn forged_replayed_and_malformed_commands_are_refused() {
    let server = start().await;
    let cup = Cup::new(&server, json!({})).await;
    let mut organiser = cup.organiser(1).await;
    let add = json!({"do": "add", "players": [{"name": "Ana"}]});
    let good = organiser.sign(add.clone(), None);
    let done = organiser.answer(&good).await;
    assert_eq!(done["ok"], true);
    // The same again is answered again, and not done again.
    assert_eq!(organiser.answer(&good).await, done);
    assert_eq!(organiser.ask(json!({"what": "players"})).await["players"].as_array().unwrap().len(), 1);
    // Another command under the same number is not this device's any more.
    let mut forged = good.clone();
    forged.n += 1;
    assert_eq!(organiser.answer(&forged).await["error"]["code"], "bad-signature");
    let mut other = Device::new(2);
    other.id = "another-tournament".to_owned();
    let elsewhere = other.sign(add.clone(), None);
    assert_eq!(organiser.answer(&elsewhere).await["error"]["code"], "bad-signature");
    for (command, code) in [
        (json!({"do": "add", "players": [{"name": "Bea"}], "by": "head-judge"}), "reserved-field"),
        (json!({"do": "add", "players": [{"name": "Bea"}], "at": "10:00"}), "reserved-field"),
        (json!({"do": "nothing"}), "unknown-command"),
        (json!({"do": "add"}), "malformed"),
    ] {
        assert_eq!(organiser.refused(command.clone(), None).await, code, "{command}");
    }
    let card = cup.code(&server, CodeTarget::Player(Number(1))).await;
    assert_eq!(organiser.refused(json!({"do": "briefing"}), Some(&card)).await, "role");
    assert_eq!(organiser.refused(json!({"do": "briefing"}), Some("nonsense")).await, "bad-code");
    // What the desk delivers for another device has that device's right: none without a code.
    other.id.clone_from(&cup.id);
    let without = other.sign(json!({"do": "briefing"}), None);
    organiser.send(&json!({"type": "deliver", "envelopes": [without]})).await;
    let answer = organiser.until(|message| message["type"] == "answer").await;
    assert_eq!(answer["answer"]["error"]["code"], "role");
    // Too long a message ends the connection, and nothing else.
    let mut loud = Device::new(3);
    loud.connect(&cup, Value::Null).await;
    loud.send_text("x".repeat(200_000)).await;
    while !loud.receive().await.is_null() {}
    organiser.done(json!({"do": "check-in", "numbers": "all"}), None).await;
    server.stop().await.unwrap();
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn no_place_is_as_far_from_utc_as_a_number_can_be() {
    let server = start().await;
    let command = json!({"do": "new", "title": "Cup", "date": "2027-01-18"});
    for (utc_offset, expected) in [(i32::MIN, 400), (-841, 400), (-840, 201), (840, 201), (i32::MAX, 400)] {
        let body = json!({"command": command, "utc_offset": utc_offset});
        let (status, answer) =
            request(server.address(), hyper::Method::POST, "/api/v1/tournaments", None, Some(&body)).await;
        assert_eq!(status, expected, "{utc_offset}: {answer}");
    }
    server.stop().await.unwrap();
}
