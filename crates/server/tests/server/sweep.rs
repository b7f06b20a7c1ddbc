//! What is swept, and what stays. Time is the test's own.

use std::sync::Arc;
use std::time::Duration;

use crate::common::options;
use trinta_core::Seat;
use trinta_server::Server;
use trinta_server::clock::Clock;
use trinta_server::keys::{self, Values};
use trinta_server::people::People;
use trinta_store::{LogId, LogState, LogStore as _, MemoryStore, Payload, Put, ValueStore as _};
use trinta_table::chance::{Chance, FixedChance};
use trinta_table::ids::PlayerId;
use trinta_table::{Code, Occupant, Plan, Request, Requester};
use trinta_time::Timestamp;

const START: Timestamp = Timestamp::from_millis(1_700_000_000_000);
const DAY: Duration = Duration::from_secs(24 * 3600);

async fn days(days: u64) {
    tokio::time::advance(Duration::from_secs(days * 24 * 3600)).await;
    // What is due is done.
    tokio::time::sleep(Duration::from_secs(5)).await;
}

async fn open(server: &Server, seats: u8) -> (LogId, String, PlayerId) {
    let host = PlayerId::new(&FixedChance::new(u64::from(seats)));
    let (id, code) = server.registry().create(Plan::new("hk", 2), host.clone()).await.unwrap();
    for seat in 0..seats {
        let occupant = Occupant::Bot { level: "level1".to_owned() };
        server.registry().request(&id, Requester::House, Request::Seat { seat: Seat(seat), occupant }).await.unwrap();
    }
    (id, code, host)
}

#[tokio::test(start_paused = true)]
async fn what_nobody_will_ask_for_again_goes_and_games_stay() {
    let store = Arc::new(MemoryStore::new());
    let (clock, chance): (_, Arc<dyn Chance>) = (Clock::set_to(START), Arc::new(FixedChance::new(1)));
    let mut settings = options();
    settings.session_time = 10 * DAY;
    settings.rooms.waiting_time = 3 * DAY;
    settings.rooms.bot_delay = Duration::MAX / 4;
    let server = Server::start(settings, store.clone(), clock, chance.clone()).await.unwrap();
    let people = People::new(store.clone(), clock, chance, 10 * DAY);

    let (waiting, waiting_code, _) = open(&server, 1).await;
    let (played, played_code, host) = open(&server, 2).await;
    server.registry().request(&played, Requester::Player(host), Request::Begin).await.unwrap();
    let (guest, session) = people.guest("Ana", None).await.unwrap();
    let games = Values::Games(&session.player).space();
    store.put(vec![Put::set(games.key("1"), "{}")]).await.unwrap();
    let (other, _) = people.guest("Bob", None).await.unwrap();
    let (_, owner) = people.register(&other, "bob", "correct horse").await.unwrap();
    let bobs = Values::Games(&owner.player).space();
    store.put(vec![Put::set(bobs.key("1"), "{}")]).await.unwrap();
    // A newer server knows whether this one has run out.
    let newer = (keys::session("0123"), Payload::new(99, "{}"));
    store.put(vec![Put::set(newer.0.clone(), newer.1.clone())]).await.unwrap();

    days(2).await;
    assert_eq!(server.registry().table_of_code(&waiting_code).await.unwrap(), waiting, "not yet");
    days(2).await;
    let gone = server.registry().table_of_code(&waiting_code).await.unwrap_err();
    assert_eq!(gone.code, Code::NotFound);
    let closed: Vec<LogId> =
        store.logs(LogState::Closed, None, 9).await.unwrap().into_iter().map(|info| info.log).collect();
    assert_eq!(closed, [waiting], "its log stays, closed");
    assert_eq!(server.registry().table_of_code(&played_code).await.unwrap(), played);

    assert!(people.session(&guest).await.unwrap().is_some(), "seen again after four days");
    days(9).await;
    assert!(!store.list(&games, "", 9).await.unwrap().is_empty(), "nine days after that");
    days(2).await;
    let left = store.list(&Values::Sessions.space(), "", 9).await.unwrap();
    assert_eq!(left, [(newer.0.name, newer.1)], "all sessions have run out");
    assert!(store.list(&games, "", 9).await.unwrap().is_empty(), "a guest's list goes with the guest");
    assert!(!store.list(&bobs, "", 9).await.unwrap().is_empty(), "an account keeps its own");
    assert!(people.log_in("bob", "correct horse").await.is_ok());
    assert_eq!(server.registry().table_of_code(&played_code).await.unwrap(), played, "a game stays, however old");
    assert!(store.list(&Values::Waiting.space(), "", 9).await.unwrap().is_empty());
}

#[tokio::test(start_paused = true)]
async fn a_table_where_something_happened_lately_is_left_alone() {
    let store = Arc::new(MemoryStore::new());
    let mut settings = options();
    settings.rooms.waiting_time = 3 * DAY;
    let server =
        Server::start(settings, store.clone(), Clock::set_to(START), Arc::new(FixedChance::new(1))).await.unwrap();
    let (id, code, _) = open(&server, 1).await;
    days(2).await;
    let sit =
        Request::TakeSeat { seat: None, name: "Rui".to_owned(), face: None, invite: None, code: Some(code.clone()) };
    server.registry().request(&id, Requester::Player(PlayerId::new(&FixedChance::new(7))), sit).await.unwrap();
    days(2).await;
    assert_eq!(server.registry().table_of_code(&code).await.unwrap(), id);
    days(2).await;
    assert!(server.registry().table_of_code(&code).await.is_err());
}
