//! Tournaments over real sockets: devices with keys of their own, codes as they are printed.

mod full;
mod hostile;
mod keeping;
mod leak;
mod online;
mod queues;
mod rights;

use hyper::Method;
use serde_json::{Map, Value, json};
use tokio::time::timeout;
use tokio_tungstenite::tungstenite::Message;
use trinta_client::{Client, TableConnection};
use trinta_server::Server;
use trinta_server::hall::{DeviceKey, Envelope};
use trinta_tournament::{CodeTarget, HallTime};

use crate::common::LONG;

/// A tournament on a server.
#[derive(Clone)]
pub(crate) struct Cup {
    pub(crate) address: std::net::SocketAddr,
    pub(crate) id: String,
    pub(crate) token: String,
    pub(crate) recovery: String,
}

/// A request with a token; the status and the body.
pub(crate) async fn request(
    address: std::net::SocketAddr,
    method: Method,
    path: &str,
    token: Option<&str>,
    body: Option<&Value>,
) -> (u16, Value) {
    let client = Client::new(address).with_secret(token.map(str::to_owned));
    let body = body.map(Value::to_string).unwrap_or_default().into_bytes();
    let (status, _, body) = client.raw(method, path, &[("content-type", "application/json")], body).await.unwrap();
    (status.as_u16(), serde_json::from_slice(&body).unwrap_or_else(|_| json!(String::from_utf8_lossy(&body))))
}

impl Cup {
    /// A tournament in setup, with these settings.
    pub(crate) async fn new(server: &Server, set: Value) -> Cup {
        Cup::at(server.address(), set).await
    }

    pub(crate) async fn at(address: std::net::SocketAddr, set: Value) -> Cup {
        let command = json!({"do": "new", "title": "Cup", "date": "2027-01-18", "seed": "00ff", "set": set});
        let body = json!({"command": command, "utc_offset": 480});
        let (status, made) = request(address, Method::POST, "/api/v1/tournaments", None, Some(&body)).await;
        assert_eq!(status, 201, "{made}");
        let text = |name: &str| made[name].as_str().unwrap().to_owned();
        Cup { address, id: text("id"), token: text("token"), recovery: text("recovery") }
    }

    pub(crate) async fn request(&self, method: Method, path: &str, token: &str, body: Option<&Value>) -> (u16, Value) {
        let path = format!("/api/v1/tournaments/{}/{path}", self.id);
        request(self.address, method, &path, Some(token), body).await
    }

    pub(crate) async fn organiser(&self, seed: u8) -> Device {
        let mut device = Device::new(seed);
        device.connect(self, json!({"token": self.token})).await;
        device
    }

    /// Another token.
    pub(crate) async fn make_token(&self, role: &str) -> String {
        let body = json!({"role": role, "name": "Kim"});
        let (status, made) = self.request(Method::POST, "tokens", &self.token, Some(&body)).await;
        assert_eq!(status, 201, "{made}");
        made["token"].as_str().unwrap().to_owned()
    }

    /// A printed code.
    pub(crate) async fn code(&self, server: &Server, target: CodeTarget) -> String {
        let hall = server.halls().hall(&self.id).await.unwrap();
        hall.state.borrow().tournament.code(target).to_string()
    }

    /// Players, numbers, briefing, the first round started.
    pub(crate) async fn begin(&self, organiser: &mut Device, players: u32) {
        let people: Vec<Value> =
            (1..=players).map(|number| json!({"name": format!("Player{number} Secretname{number}")})).collect();
        for command in [
            json!({"do": "add", "players": people}),
            json!({"do": "check-in", "numbers": "all"}),
            json!({"do": "briefing"}),
            json!({"do": "seat", "round": 1}),
            json!({"do": "publish", "round": 1}),
            json!({"do": "start", "round": 1}),
        ] {
            organiser.done(command, None).await;
        }
    }
}

/// A browser with a key.
pub(crate) struct Device {
    pair: DeviceKey,
    pub(crate) key: String,
    pub(crate) n: u64,
    pub(crate) id: String,
    socket: Option<TableConnection>,
    pub(crate) welcome: Value,
    /// The newest view.
    pub(crate) view: Value,
    /// Everything that came.
    pub(crate) received: Vec<Value>,
}

impl Device {
    pub(crate) fn new(seed: u8) -> Device {
        let pair = DeviceKey::from_seed([seed; 32]).unwrap();
        let key = pair.public();
        Device {
            pair,
            key,
            n: 0,
            id: String::new(),
            socket: None,
            welcome: Value::Null,
            view: Value::Null,
            received: Vec::new(),
        }
    }

    /// Opens a socket and says hello; the first message that comes.
    pub(crate) async fn hello(&mut self, cup: &Cup, hello: Value) -> Value {
        self.hello_text(cup, hello.to_string()).await
    }

    pub(crate) async fn hello_text(&mut self, cup: &Cup, hello: String) -> Value {
        let path = format!("/api/v1/tournaments/{}/socket", cup.id);
        self.socket = Some(Client::new(cup.address).connect_to(&path).await.unwrap());
        self.id.clone_from(&cup.id);
        // A server that lets nobody in may have said so, and closed, before this is sent.
        let _ = self.socket.as_mut().unwrap().send_raw(Message::text(hello)).await;
        self.receive().await
    }

    pub(crate) async fn connect(&mut self, cup: &Cup, credentials: Value) {
        let hello = json!({"type": "hello", "protocol": 1, "as": credentials, "device": self.key, "backup_seq": null});
        self.welcome = self.hello(cup, hello).await;
        assert_eq!(self.welcome["type"], "welcome", "{}", self.welcome);
        self.until(|message| message["type"] == "view").await;
    }

    pub(crate) async fn send(&mut self, message: &Value) {
        self.send_text(message.to_string()).await;
    }

    pub(crate) async fn send_text(&mut self, text: String) {
        self.socket.as_mut().unwrap().send_raw(Message::text(text)).await.unwrap();
    }

    /// The next message; null if the connection has ended.
    pub(crate) async fn receive(&mut self) -> Value {
        let received = timeout(LONG, self.socket.as_mut().unwrap().receive_text()).await.expect("a message comes");
        let Ok(text) = received else { return Value::Null };
        let message: Value = serde_json::from_str(&text).unwrap();
        if message["type"] == "view" {
            self.view = message["view"].clone();
        }
        self.received.push(message.clone());
        message
    }

    pub(crate) async fn until(&mut self, wanted: impl Fn(&Value) -> bool) -> Value {
        loop {
            let message = self.receive().await;
            assert!(!message.is_null(), "the connection ended: {:?}", self.received.last());
            if wanted(&message) {
                return message;
            }
        }
    }

    /// A signed command.
    pub(crate) fn sign(&mut self, command: Value, code: Option<&str>) -> Envelope {
        self.n += 1;
        let Value::Object(command) = command else { panic!("a command is an object") };
        self.sign_as(self.n, command, code)
    }

    pub(crate) fn sign_as(&self, n: u64, command: Map<String, Value>, code: Option<&str>) -> Envelope {
        self.pair.sign(&self.id, n, code, command)
    }

    /// A command that was given a minute before a time, and is sent only now.
    pub(crate) fn sign_earlier(&mut self, command: Value, code: Option<&str>, before: HallTime) -> Envelope {
        self.n += 1;
        let Value::Object(command) = command else { panic!("a command is an object") };
        self.pair.sign_at(&self.id, self.n, code, Some(before.minus(60)), command)
    }

    /// Sends an envelope and gives its answer.
    pub(crate) async fn answer(&mut self, envelope: &Envelope) -> Value {
        self.send(&json!({"type": "command", "envelope": envelope})).await;
        let (key, n) = (envelope.device.clone(), envelope.n);
        let answer =
            self.until(|message| message["type"] == "answer" && message["device"] == key.as_str() && message["n"] == n);
        answer.await["answer"].clone()
    }

    pub(crate) async fn give(&mut self, command: Value, code: Option<&str>) -> Value {
        let envelope = self.sign(command, code);
        self.answer(&envelope).await
    }

    pub(crate) async fn done(&mut self, command: Value, code: Option<&str>) -> Value {
        let answer = self.give(command.clone(), code).await;
        assert_eq!(answer["ok"], true, "{command}: {answer}");
        answer
    }

    /// Gives a command that must be refused; the code of the refusal.
    pub(crate) async fn refused(&mut self, command: Value, code: Option<&str>) -> String {
        let answer = self.give(command.clone(), code).await;
        answer["error"]["code"].as_str().unwrap_or_else(|| panic!("{command}: {answer}")).to_owned()
    }

    pub(crate) async fn ask(&mut self, question: Value) -> Value {
        self.send(&json!({"type": "ask", "id": 7, "question": question})).await;
        self.until(|message| message["type"] == "answered" && message["id"] == 7).await["answer"].clone()
    }
}

/// A result by sums: the first of these players is out.
pub(crate) fn result(round: u32, table: u32, players: &[u64], first_loser: u64) -> Value {
    let sums = [0, first_loser, 20, 30];
    let racks: Vec<Value> =
        players.iter().zip(sums).map(|(number, sum)| json!({"number": number, "sum": sum})).collect();
    json!({"do": "result", "round": round, "table": table, "ended": "out", "racks": racks})
}

/// The players of each table of a round, as an organiser sees them.
pub(crate) fn seating(view: &Value, round: usize) -> Vec<Vec<u64>> {
    let tables = view["rounds"][round - 1]["tables"].as_array().unwrap();
    let number = |seat: &Value| seat["number"].as_u64().unwrap();
    tables.iter().map(|table| table["players"].as_array().unwrap().iter().map(number).collect()).collect()
}
