//! What each role's socket and HTTP answers contain, and what they must not.

use hyper::Method;
use serde_json::{Value, json};
use trinta_tournament::{CodeTarget, Number};

use crate::common::start;
use crate::hall::{Cup, Device, request, result, seating};

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn whole_names_seeds_and_notes_stay_with_those_who_may_know_them() {
    let server = start().await;
    let cup = Cup::new(&server, json!({"capacity": 16})).await;
    let mut organiser = cup.organiser(1).await;
    cup.begin(&mut organiser, 16).await;
    organiser.until(|message| message["view"]["round"] == 1).await;
    let tables = seating(&organiser.view, 1);
    let mut watchers = Vec::new();
    let sheet = cup.code(&server, CodeTarget::Sheet { round: 1, table: 2 }).await;
    let late = cup.code(&server, CodeTarget::Sheet { round: 2, table: 2 }).await;
    let card = cup.code(&server, CodeTarget::Player(Number(5))).await;
    let sign = cup.code(&server, CodeTarget::Table(1)).await;
    let credentials =
        [json!({"code": sheet}), json!({"code": card}), Value::Null, json!({"code": sign}), json!({"code": late})];
    for (seed, credentials) in (10..).zip(credentials) {
        let mut device = Device::new(seed);
        device.connect(&cup, credentials).await;
        watchers.push(device);
    }
    let warned = tables[0][0];
    organiser.done(json!({"do": "warn", "number": warned, "why": "whispersecret"}), None).await;
    organiser.done(result(1, 1, &tables[0], 10), None).await;
    let seen = organiser.done(json!({"do": "show", "number": 3, "as": "short"}), None).await["seq"].clone();
    for device in &mut watchers {
        device.until(|message| message["type"] == "view" && message["seq"] == seen).await;
    }
    let texts: Vec<String> = watchers.iter().map(|device| Value::from(device.received.clone()).to_string()).collect();
    let secret = |number: u64| format!("Secretname{number}");
    // A name ends at a quote: Secretname1 is not Secretname16.
    let has = |text: &str, number: u64| text.contains(&format!("{}\"", secret(number)));
    let [judge, player, public, table, future] = texts.as_slice() else { panic!("five watchers") };
    for number in 1..=16 {
        let at_table = tables[1].contains(&number);
        assert_eq!(has(judge, number), at_table, "the judge of table 2 and player {number}");
        assert_eq!(has(player, number), number == 5, "a card and player {number}");
        for (who, text) in [("the public", public), ("a table's sign", table), ("the sheet of a later round", future)] {
            assert!(!has(text, number), "{who} and player {number}");
        }
    }
    for text in &texts {
        assert!(!text.contains("whispersecret"), "only the judge of that table and the desk know why");
        assert!(!text.contains("\"seed\"") && !text.contains(&cup.token) && !text.contains(&cup.recovery));
    }
    // Questions, exports, sheets, backups and tokens are for the desk.
    for device in &mut watchers {
        for what in ["players", "log", "cases", "standings", "view"] {
            let answer = device.ask(json!({"what": what, "as": "organiser"})).await;
            assert_eq!(answer["error"]["code"], "role", "{what}: {answer}");
        }
    }
    let staff = cup.make_token("staff").await;
    for path in ["export?what=log", "export?what=players&as=csv", "backup", "tokens"] {
        for token in ["", "00", &staff] {
            let (status, answer) = cup.request(Method::GET, path, token, None).await;
            assert!([401, 403].contains(&status), "{path} {token}: {status} {answer}");
            assert!(!answer.to_string().contains("Secretname"));
        }
    }
    let print = json!({"documents": ["cards"], "language": "en", "paper": "a4"});
    assert_eq!(cup.request(Method::POST, "print", &staff, Some(&print)).await.0, 403);
    let (_, list) = request(cup.address, Method::GET, "/api/v1/tournaments", None, None).await;
    let keys: Vec<&String> = list["tournaments"][0].as_object().unwrap().keys().collect();
    assert_eq!(keys, ["date", "id", "round", "rounds", "state", "title"]);
    server.stop().await.unwrap();
}
