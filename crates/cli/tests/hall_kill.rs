//! `kill -9` of the real program at random moments of a tournament: the organiser enters players and seats the rounds, and
//! a judge at each table goes through the deal, pauses, notes incidents and enters the result. What was acknowledged is
//! there, once, and the standings are those of the same results without a crash.
//!
//! `TRINTA_KILLS=200 cargo test -p trinta --test hall_kill` does it two hundred times, over as many tournaments as that
//! takes; an ordinary run a few times.
#![cfg(unix)]

use std::collections::BTreeMap;
use std::io::{BufRead as _, BufReader};
use std::net::{SocketAddr, TcpListener};
use std::path::Path;
use std::process::{Child, Command, Stdio};
use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering};
use std::time::Duration;

use serde_json::{Map, Value, json};
use tokio::time::{sleep, timeout};
use trinta_client::{Client, TableConnection};
use trinta_server::hall::{DeviceKey, Envelope};
use trinta_tournament::{CodeTarget, Entry, Log};

/// The maximum time of an answer, including restarts and a busy machine.
const PATIENCE: Duration = Duration::from_secs(60);
const TABLES: u8 = 4;
const ROUNDS: u32 = 3;

fn start(data: &Path, address: SocketAddr) -> Child {
    let mut process = Command::new(env!("CARGO_BIN_EXE_trinta"))
        .args(["serve", "--no-open", "--log", "error", "--listen", &address.to_string(), "--data"])
        .arg(data)
        .stdout(Stdio::piped())
        .spawn()
        .unwrap();
    let mut said = String::new();
    BufReader::new(process.stdout.take().unwrap()).read_line(&mut said).unwrap();
    assert!(said.contains("running"), "the server does not start: {said}");
    process
}

/// A device that sends each command until it is answered, and connects again whenever it has to.
struct Device {
    address: SocketAddr,
    id: String,
    credentials: Value,
    key: DeviceKey,
    n: u64,
    connection: Option<TableConnection>,
    /// The names in the log of the commands that were acknowledged as done.
    done: Vec<String>,
}

impl Device {
    /// An organiser with a token, or a judge with the code of a sheet.
    fn new(address: SocketAddr, id: &str, credentials: Value, seed: u8) -> Device {
        let key = DeviceKey::from_seed([seed; 32]).unwrap();
        Device { address, id: id.to_owned(), credentials, key, n: 0, connection: None, done: Vec::new() }
    }

    async fn connection(&mut self) -> &mut TableConnection {
        while self.connection.is_none() {
            let path = format!("/api/v1/tournaments/{}/socket", self.id);
            let hello = json!({
                "type": "hello", "protocol": 1, "as": self.credentials, "device": self.key.public(),
            });
            if let Ok(mut connection) = Client::new(self.address).connect_to(&path).await
                && connection.send_raw(tungstenite_text(&hello)).await.is_ok()
            {
                self.connection = Some(connection);
            } else {
                sleep(Duration::from_millis(20)).await;
            }
        }
        self.connection.as_mut().unwrap()
    }

    /// Sends an envelope once; none if the connection was lost before the answer.
    async fn try_once(&mut self, envelope: &Envelope) -> Option<Value> {
        let message = tungstenite_text(&json!({"type": "command", "envelope": envelope}));
        let connection = self.connection().await;
        connection.send_raw(message).await.ok()?;
        loop {
            let text = timeout(PATIENCE, connection.receive_text()).await.expect("the server comes back").ok()?;
            let message: Value = serde_json::from_str(&text).unwrap();
            if message["type"] == "answer" && message["n"] == envelope.n {
                return Some(message["answer"].clone());
            }
            if message["type"] == "bye" {
                return None;
            }
        }
    }

    /// Gives a command until it is answered; it must be accepted.
    async fn give(&mut self, command: Value) {
        self.n += 1;
        let Value::Object(command): Value = command else { panic!("a command is an object") };
        let command: Map<String, Value> = command;
        let code = self.credentials["code"].as_str();
        let envelope = self.key.sign(&self.id, self.n, code, command);
        loop {
            match self.try_once(&envelope).await {
                Some(answer) if answer["error"]["code"] == "not-stored" => self.connection = None,
                Some(answer) => {
                    assert_eq!(answer["ok"], true, "{}: {answer}", Value::Object(envelope.command.clone()));
                    if answer["merged"] != true {
                        self.done.push(envelope.id());
                    }
                    return;
                }
                None => self.connection = None,
            }
        }
    }
}

fn tungstenite_text(message: &Value) -> tokio_tungstenite::tungstenite::Message {
    tokio_tungstenite::tungstenite::Message::text(message.to_string())
}

/// A tournament as its exported log has it.
struct Exported {
    entries: Vec<Entry>,
    log: Log,
}

async fn export(address: SocketAddr, id: &str, token: &str) -> Exported {
    let client = Client::new(address).with_secret(Some(token.to_owned()));
    let path = format!("/api/v1/tournaments/{id}/export?what=log");
    let text = loop {
        if let Ok((status, _, text)) = client.raw(axum::http::Method::GET, &path, &[], Vec::new()).await
            && status == 200
        {
            break String::from_utf8(text.to_vec()).unwrap();
        }
        sleep(Duration::from_millis(20)).await;
    };
    let entries: Vec<Entry> = text.lines().map(|line| serde_json::from_str(line).unwrap()).collect();
    Exported { log: Log::open(entries.clone()).unwrap(), entries }
}

/// The result of a table, the same whenever it is asked for: the seat that is out changes with round and table.
fn result(round: u32, table: u8, players: &[u32]) -> Value {
    let out = (round as usize + usize::from(table)) % players.len();
    let racks: Vec<Value> = (1_u32..)
        .zip(players)
        .map(|(at, number)| json!({"number": number, "sum": if at as usize == out + 1 { 0 } else { at * 7 + round }}))
        .collect();
    json!({"do": "result", "round": round, "table": table, "ended": "out", "racks": racks})
}

/// Everything that a judge does at a table in a round, with the sheet of that round.
async fn judge(mut device: Device, round: u32, table: u8, players: Vec<u32>) -> Device {
    let place = |more: Value| {
        let mut command = json!({"round": round, "table": table});
        command.as_object_mut().unwrap().extend(more.as_object().unwrap().clone());
        command
    };
    device.give(json!({"do": "claim", "table": table, "device": "phone"})).await;
    for step in ["shuffle", "stack", "take", "arrange"] {
        device.give(place(json!({"do": "step", "step": step}))).await;
    }
    device.give(place(json!({"do": "pause"}))).await;
    device.give(place(json!({"do": "incident", "kind": "other", "note": "a tile fell"}))).await;
    device.give(place(json!({"do": "resume"}))).await;
    device.give(place(json!({"do": "call", "why": "a question"}))).await;
    device.give(result(round, table, &players)).await;
    device.give(place(json!({"do": "sign", "numbers": players}))).await;
    device
}

/// One tournament from its first player to its end, while the server may be killed at any moment.
async fn hold_tournament(address: SocketAddr, seed: u8) {
    let new = json!({"do": "new", "title": "Cup", "date": "2027-01-18", "set": {"capacity": u32::from(TABLES) * 4}});
    let made = loop {
        let body = json!({"command": new, "utc_offset": 0});
        match Client::new(address).post::<Value>("/api/v1/tournaments", &body).await {
            Ok(made) => break made,
            Err(_) => sleep(Duration::from_millis(20)).await,
        }
    };
    let (id, token) = (made["id"].as_str().unwrap().to_owned(), made["token"].as_str().unwrap().to_owned());
    let mut organiser = Device::new(address, &id, json!({"token": token}), seed);
    for number in 1..=u32::from(TABLES) * 4 {
        organiser.give(json!({"do": "add", "players": [{"name": format!("Player {number}")}]})).await;
    }
    for number in 1..=u32::from(TABLES) * 4 {
        organiser.give(json!({"do": "check-in", "numbers": [number]})).await;
    }
    organiser.give(json!({"do": "briefing"})).await;
    let mut results = Vec::new();
    // A judge stays at the table: one phone for all rounds.
    let mut phones: Vec<Device> =
        (1..=TABLES).map(|table| Device::new(address, &id, Value::Null, 100 + table)).collect();
    for round in 1..=ROUNDS {
        for command in ["seat", "publish", "start"] {
            organiser.give(json!({"do": command, "round": round})).await;
        }
        let exported = export(address, &id, &token).await;
        let tournament = exported.log.tournament().unwrap();
        let judges = (1..=TABLES).zip(phones.drain(..)).map(|(table, mut phone)| {
            let seated = tournament.table(round, u32::from(table)).unwrap();
            let players: Vec<u32> = seated.players.iter().map(|number| number.0).collect();
            results.push(result(round, table, &players));
            let code = tournament.code(CodeTarget::Sheet { round, table: u32::from(table) }).to_string();
            phone.credentials = json!({"code": code});
            phone.connection = None;
            tokio::spawn(judge(phone, round, table, players))
        });
        let judges: Vec<_> = judges.collect();
        for judge in judges {
            phones.push(judge.await.unwrap());
        }
    }
    let acknowledged: Vec<String> = phones.into_iter().flat_map(|phone| phone.done).chain(organiser.done).collect();
    let exported = export(address, &id, &token).await;
    exported.log.verify().unwrap();
    let mut stored: BTreeMap<&str, u32> = BTreeMap::new();
    for entry in &exported.entries {
        if let Some(name) = entry.command.get("id").and_then(Value::as_str) {
            *stored.entry(name).or_default() += 1;
        }
    }
    for name in &acknowledged {
        assert_eq!(stored.get(name.as_str()), Some(&1), "{name} of {}", acknowledged.len());
    }
    assert_eq!(stored.len(), acknowledged.len(), "every command was answered in the end");
    // The same results on paper, in the order of the tables, give the same standings.
    let mut paper = Log::default();
    let mut say = |command: &Value| {
        let reply = paper.answer(&command.to_string(), || unreachable!("the seed is given"));
        assert!(reply.entry.is_some(), "{command}: {:?}", reply.answer);
    };
    let mut new = new;
    new["seed"] = json!(exported.log.tournament().unwrap().seed().to_string());
    say(&new);
    let players: Vec<Value> =
        (1..=u32::from(TABLES) * 4).map(|number| json!({"name": format!("Player {number}")})).collect();
    say(&json!({"do": "add", "players": players}));
    say(&json!({"do": "check-in", "numbers": "all"}));
    say(&json!({"do": "briefing"}));
    for round in 1..=ROUNDS {
        for command in ["seat", "publish", "start"] {
            say(&json!({"do": command, "round": round}));
        }
        for result in results.iter().filter(|result| result["round"] == round) {
            let mut result = result.clone();
            result["by"] = json!("judge");
            say(&result);
        }
    }
    let ask = |mut log: Log| {
        let reply = log.answer(r#"{"do":"ask","what":"standings"}"#, || unreachable!("nothing is made"));
        serde_json::to_value(&reply.answer).unwrap()
    };
    assert_eq!(ask(exported.log), ask(paper));
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn killed_at_random_moments_a_tournament_loses_nothing_and_does_nothing_twice() {
    let kills: u64 = std::env::var("TRINTA_KILLS").ok().and_then(|text| text.parse().ok()).unwrap_or(4);
    let folder = tempfile::tempdir().unwrap();
    let address = TcpListener::bind("127.0.0.1:0").unwrap().local_addr().unwrap();
    let mut server = start(folder.path(), address);
    let killed = Arc::new(AtomicU64::new(0));
    let hall = tokio::spawn({
        let killed = killed.clone();
        async move {
            for seed in 1.. {
                hold_tournament(address, seed).await;
                if killed.load(Ordering::Relaxed) >= kills {
                    break;
                }
            }
        }
    });
    for kill in 0..kills {
        sleep(Duration::from_millis(150 + kill * 37 % 400)).await;
        if hall.is_finished() {
            break;
        }
        server.kill().unwrap();
        server.wait().unwrap();
        server = start(folder.path(), address);
        killed.fetch_add(1, Ordering::Relaxed);
    }
    hall.await.unwrap();
    assert_eq!(killed.load(Ordering::Relaxed), kills);
    server.kill().unwrap();
    server.wait().unwrap();
}
