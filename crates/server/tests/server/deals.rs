//! Deals over the wire: devices take their part by themselves, come back in the middle, and lose the seat if they do not.

use std::sync::Arc;
use std::time::Duration;

use hyper::Method;
use tokio::time::timeout;
use trinta_client::{Client, Hello, TableConnection};
use trinta_core::Seat;
use trinta_core::record::{DealStage, Record, ShuffleProof, verify};
use trinta_core::shuffle::{Bytes32, entropy_commitment};
use trinta_server::Server;
use trinta_server::http::openapi_json;
use trinta_solver::Referee;
use trinta_store::{LogId, MemoryStore};
use trinta_table::wire::{
    Action, ClientMessage, DealView, JoinBody, PROTOCOL, SeenTableEvent, ServerMessage, TableCreated,
};
use trinta_table::{Code, Plan};

use crate::common::{LONG, Person, guest, options, play_game, seated, start, start_with, table_of};

/// A device that does nothing by itself.
struct ByHand {
    client: Client,
    table: String,
    connection: TableConnection,
    commands: u32,
}

const ENTROPY: Bytes32 = Bytes32([5; 32]);

impl ByHand {
    async fn enter(client: &Client, table: &str) -> (ByHand, Option<DealView>) {
        let mut connection = client.connect(table).await.unwrap();
        let hello =
            ClientMessage::Hello { protocol: PROTOCOL, seat: Some(Seat(1)), since: None, code: None, judge: false };
        connection.send(&hello).await.unwrap();
        let mut device = ByHand { client: client.clone(), table: table.to_owned(), connection, commands: 0 };
        let ServerMessage::Welcome { state: Some(state), .. } = device.receive().await else { panic!("no welcome") };
        (device, state.deal)
    }

    async fn receive(&mut self) -> ServerMessage {
        timeout(LONG, self.connection.receive()).await.expect("a message comes").unwrap()
    }

    /// The next event of a kind.
    async fn until<T>(&mut self, wanted: impl Fn(&SeenTableEvent) -> Option<T>) -> T {
        loop {
            if let ServerMessage::Happened { events, .. } = self.receive().await
                && let Some(found) = events.iter().find_map(&wanted)
            {
                return found;
            }
        }
    }

    /// Does something; none: it was done.
    async fn act(&mut self, action: Action) -> Option<Code> {
        self.commands += 1;
        let own = format!("h{}", self.commands);
        let message = ClientMessage::Command { id: own.clone(), version: 0, action };
        self.connection.send(&message).await.unwrap();
        loop {
            match self.receive().await {
                ServerMessage::Done { id, .. } if id == own => return None,
                ServerMessage::Refused { id: Some(id), code, .. } if id == own => return Some(code),
                _ => {}
            }
        }
    }

    async fn announced(&mut self) -> Bytes32 {
        self.until(|event| match event {
            SeenTableEvent::DealAnnounced { deal, .. } => deal.parse().ok(),
            _ => None,
        })
        .await
    }

    async fn commit(&mut self, deal: Bytes32) -> Option<Code> {
        self.act(Action::CommitEntropy { deal, commitment: entropy_commitment(&deal, &ENTROPY.0) }).await
    }
}

/// Ana, whose device does everything by itself, and Bob, whose device does what the test says.
async fn ana_and_bob(server: &Server) -> (TableCreated, Person, ByHand) {
    let ana = guest(server, "Ana").await;
    let created = ana.create(&table_of(Plan::new("hk", 2))).await.unwrap();
    let client = guest(server, "Bob").await;
    let join = JoinBody { seat: Some(Seat(1)), code: Some(created.code.clone()), ..JoinBody::default() };
    client.join(&created.table, &join).await.unwrap();
    let ana = Person::at(&ana, &created.table, 0).await;
    let (bob, _) = ByHand::enter(&client, &created.table).await;
    (created, ana, bob)
}

async fn impatient() -> Server {
    let mut options = options();
    // Long enough for devices that take part, on a busy machine and by way of another node too.
    options.rooms.deal_limit = Duration::from_millis(1500);
    start_with(options, Arc::new(MemoryStore::new())).await
}

async fn record(client: &Client, table: &str, number: u32) -> Record {
    let path = format!("/api/v1/tables/{table}/games/{number}/record");
    let (status, _, text) = client.raw(Method::GET, &path, &[], Vec::new()).await.unwrap();
    assert_eq!(status, 200);
    Record::read(std::str::from_utf8(&text).unwrap()).unwrap().record
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn every_device_sees_all_commitments_before_anybody_reveals() {
    let server = start().await;
    let (table, mut people) = seated(&server, Plan::new("hk", 3)).await;
    people[0].expect_done(Action::Begin).await;
    for person in &mut people {
        while person.follower.turn().is_none() {
            person.receive().await;
        }
        let all = person.received.join("\n");
        let place = |what: &str| all.find(what).unwrap_or_else(|| panic!("no {what} in {all}"));
        assert_eq!(all.matches("\"entropy-committed\"").count(), 3);
        assert!(all.rfind("\"entropy-committed\"").unwrap() < place("\"commitments-closed\""));
        assert!(place("\"commitments-closed\"") < place("\"entropy-revealed\""));
        assert!(all.rfind("\"entropy-revealed\"").unwrap() < place("\"game-begun\""));
        let answered = person.received.iter().any(|text| text.contains("\"id\":\"deal"));
        assert!(!answered, "nobody is told of what the device does by itself");
    }
    play_game(&mut people).await;
    let record = record(&people[0].client, &table.table, 1).await;
    let verified = verify(&record, &Referee::new(), None).unwrap();
    assert_eq!(verified.shuffle, ShuffleProof::Joint { seats: 3 });
    server.stop().await.unwrap();
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_device_that_comes_back_between_commitment_and_reveal_goes_on() {
    let server = start().await;
    let (_, mut ana, mut bob) = ana_and_bob(&server).await;
    let begin = ana.command(Action::Begin);
    ana.connection.send(&begin).await.unwrap();
    let deal = bob.announced().await;
    assert_eq!(bob.commit(deal).await, None);
    let ByHand { client, table, connection, .. } = bob;
    drop(connection);
    let (mut bob, pending) = ByHand::enter(&client, &table).await;
    // Ids of commands are new for each.
    bob.commands = 100;
    let pending = pending.expect("the deal waits");
    assert_eq!((pending.stage, pending.deal), (DealStage::Reveal, deal.to_string()));
    assert!(pending.commitments.contains(&Some(entropy_commitment(&deal, &ENTROPY.0).to_string())));
    let early = Action::RevealEntropy { deal, entropy: Bytes32([6; 32]) };
    assert_eq!(bob.act(early).await, Some(Code::BadEntropy));
    assert_eq!(bob.act(Action::RevealEntropy { deal, entropy: ENTROPY }).await, None);
    ana.await_deal(0).await;
    assert!(ana.follower.turn().is_some());
    server.stop().await.unwrap();
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn who_does_not_commit_or_withholds_is_played_for_in_this_game() {
    for withholds in [false, true] {
        let server = impatient().await;
        let (table, mut ana, mut bob) = ana_and_bob(&server).await;
        let begin = ana.command(Action::Begin);
        ana.connection.send(&begin).await.unwrap();
        let deal = bob.announced().await;
        if withholds {
            assert_eq!(bob.commit(deal).await, None);
        }
        let (aborted, stage, missing, next) = bob
            .until(|event| match event {
                SeenTableEvent::DealAborted { deal, stage, missing, next, .. } => {
                    Some((deal.clone(), *stage, missing.clone(), next.clone()))
                }
                _ => None,
            })
            .await;
        let expected = if withholds { DealStage::Reveal } else { DealStage::Commit };
        assert_eq!((aborted, stage, &missing[..]), (deal.to_string(), expected, &[Seat(1)][..]));
        assert_ne!(next.unwrap(), deal.to_string(), "a fresh seed");
        ana.await_deal(0).await;
        // The bot plays, and Bob's device can't.
        assert_eq!(bob.act(Action::Draw).await, Some(Code::SitsOut));
        while ana.follower.ended() == 0 {
            if ana.follower.on_turn() {
                let action = ana.best();
                ana.expect_done(action).await;
            } else {
                ana.receive().await;
            }
        }
        let record = record(&ana.client, &table.table, 1).await;
        assert_eq!(record.header.aborted.len(), 1, "it is on record");
        assert_eq!((record.header.aborted[0].commitment, record.header.aborted[0].stage), (deal, expected));
        assert_eq!(verify(&record, &Referee::new(), None).unwrap().shuffle, ShuffleProof::Joint { seats: 1 });
        // In the next game Bob may play again.
        let heard = ana.received.len();
        let begin = ana.command(Action::Begin);
        ana.connection.send(&begin).await.unwrap();
        let deal = bob.announced().await;
        assert_eq!(bob.commit(deal).await, None);
        assert_eq!(bob.act(Action::RevealEntropy { deal, entropy: ENTROPY }).await, None);
        ana.await_deal(heard).await;
        server.stop().await.unwrap();
    }
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn one_device_takes_part_for_all_who_share_it() {
    let server = impatient().await;
    let ana = guest(&server, "Ana").await;
    let mut plan = Plan::new("hk", 3);
    plan.hot_seat = true;
    let mut wanted = table_of(plan);
    wanted.sit = false;
    let table = ana.create(&wanted).await.unwrap();
    for (seat, name) in ["Ana", "Rui", "Eva"].into_iter().enumerate() {
        let body = JoinBody { seat: Some(Seat::at(seat)), name: Some(name.to_owned()), ..JoinBody::default() };
        ana.join(&table.table, &body).await.unwrap();
    }
    let hello = Hello { seat: Some(Seat(2)), ..Hello::default() };
    let mut device = Person::enter(&ana, &table.table, hello).await;
    device.expect_done(Action::Begin).await;
    let all = device.received.join("\n");
    assert_eq!(all.matches("\"entropy-revealed\"").count(), 1);
    assert!(!all.contains("deal-aborted"));
    server.stop().await.unwrap();
}

/// A device that knows of the deal, and whose commitment was lost with its connection.
#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn whoever_comes_back_during_a_deal_takes_part_in_it() {
    let server = start().await;
    let (created, mut people) = seated(&server, Plan::new("hk", 2)).await;
    let Person { client, mut follower, .. } = people.pop().unwrap();
    let host = &mut people[0];
    let begin = host.command(Action::Begin);
    host.connection.send(&begin).await.unwrap();
    while !host.received.last().unwrap().contains("\"entropy-committed\"") {
        let message = host.receive().await;
        if matches!(message, ServerMessage::Happened { version, .. } if version > follower.version()) {
            follower.apply(&message).unwrap();
        }
    }
    let hello = Hello { seat: Some(Seat(1)), since: follower.since(), ..Hello::default() };
    let mut guest = Person::come_back(&client, &created.table, hello, follower).await;
    guest.receive_until(|message| matches!(message, ServerMessage::Happened { .. })).await;
    host.await_deal(0).await;
    assert!(!host.received.iter().any(|text| text.contains("\"deal-aborted\"")), "nobody was waited for in vain");
}

/// What every door says that anybody may ask without changing anything, to everybody who may ask.
async fn every_door(server: &Server, table: &str, clients: &[&Client]) -> Vec<String> {
    let document: serde_json::Value = serde_json::from_str(openapi_json()).unwrap();
    let read = document["paths"].as_object().unwrap().iter().filter(|(_, door)| door.get("get").is_some());
    let paths: Vec<String> = read.map(|(path, _)| path.replace("{table}", table).replace("{number}", "1")).collect();
    assert!(paths.iter().any(|path| path.contains("/record")) && paths.iter().any(|path| path == "/metrics"));
    let stranger = Client::new(server.address());
    let mut answers = Vec::new();
    for client in clients.iter().copied().chain([&stranger]) {
        for path in &paths {
            for query in ["", "?format=jsonl", "?seat=1", "?code=AAAA22"] {
                let (status, _, body) =
                    client.raw(Method::GET, &format!("{path}{query}"), &[], Vec::new()).await.unwrap();
                assert_ne!(status, 500, "{path}{query}");
                answers.push(format!("{path}{query}: {}", String::from_utf8_lossy(&body)));
            }
        }
        for (path, body) in [
            (format!("/api/v1/tables/{table}/join"), r#"{"seat":1}"#),
            (format!("/api/v1/tables/{table}/invites"), r#"{"seat":1}"#),
            (format!("/api/v1/tables/{table}/judges"), "{}"),
        ] {
            let json = [("content-type", "application/json")];
            let (_, _, body) = client.raw(Method::POST, &path, &json, body.as_bytes().to_vec()).await.unwrap();
            answers.push(format!("{path}: {}", String::from_utf8_lossy(&body)));
        }
    }
    answers
}

/// Everything that is stored of a table, as one text.
async fn stored(server: &Server, table: &str) -> String {
    let log = LogId::new(table).unwrap();
    let entries = server.registry().store().read(&log, 1, 10_000).await.unwrap();
    entries.iter().map(|entry| entry.body.text.as_str()).collect::<Vec<_>>().join("\n")
}

/// The values of a text field in what is stored.
fn fields<'a>(stored: &'a str, name: &str) -> Vec<&'a str> {
    let start = format!("\"{name}\":\"");
    stored.split(&start).skip(1).filter_map(|rest| rest.split('"').next()).collect()
}

fn tells(answers: &[String], secret: &str) -> Vec<String> {
    answers.iter().filter(|answer| answer.contains(secret)).cloned().collect()
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn s3_no_door_tells_a_seed_or_entropy_or_tiles_before_their_time() {
    let server = start().await;
    let (table, mut ana, mut bob) = ana_and_bob(&server).await;
    let eve = guest(&server, "Eve").await;
    let hello = Hello { code: Some(table.code.clone()), ..Hello::default() };
    let mut spectator = Person::enter(&eve, &table.table, hello).await;
    let begin = ana.command(Action::Begin);
    ana.connection.send(&begin).await.unwrap();
    let deal = bob.announced().await;
    let seed = |stored: &str| fields(stored, "seed").last().map(|&seed| seed.to_owned()).expect("there is a seed");
    for stage in [DealStage::Commit, DealStage::Reveal] {
        let clients = [&ana.client, &bob.client, &eve];
        let answers = every_door(&server, &table.table, &clients).await;
        let secret = seed(&stored(&server, &table.table).await);
        assert_eq!(tells(&answers, &secret), [""; 0], "{stage:?}");
        assert_eq!(tells(&answers, &ENTROPY.to_string()), [""; 0], "{stage:?}");
        let next = match stage {
            DealStage::Commit => bob.commit(deal).await,
            DealStage::Reveal => bob.act(Action::RevealEntropy { deal, entropy: ENTROPY }).await,
        };
        assert_eq!(next, None);
    }
    ana.await_deal(0).await;
    while spectator.follower.turn().is_none() {
        spectator.receive().await;
    }
    let log = stored(&server, &table.table).await;
    let racks = log.split("\"racks\":[").nth(1).and_then(|rest| rest.split(']').next()).expect("racks were dealt");
    let racks: Vec<&str> = racks.split('"').filter(|text| text.len() > 5).collect();
    let pools = fields(&log, "pool");
    assert!(racks.len() == 2 && !pools.is_empty(), "{racks:?} {pools:?}");
    // A part of the pool is enough to be told.
    let pool = pools[0].split(' ').take(8).collect::<Vec<_>>().join(" ");
    for (client, own) in [(&ana.client, Some(0)), (&bob.client, Some(1)), (&eve, None)] {
        let mut answers = every_door(&server, &table.table, &[client]).await;
        if own == Some(0) {
            answers.extend(ana.received.iter().cloned());
        }
        if own.is_none() {
            answers.extend(spectator.received.iter().cloned());
        }
        assert_eq!(tells(&answers, &seed(&log)), [""; 0]);
        assert_eq!(tells(&answers, &pool), [""; 0]);
        for (_, rack) in racks.iter().enumerate().filter(|(seat, _)| Some(*seat) != own) {
            assert_eq!(tells(&answers, rack), [""; 0], "seat {own:?} is told of another rack");
        }
    }
    server.stop().await.unwrap();
}
