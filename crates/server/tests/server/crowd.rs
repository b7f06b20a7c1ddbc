//! A hundred people behind one address, with the budgets that the server ships with.

use std::sync::atomic::Ordering;
use std::time::Duration;

use hyper::Method;
use tokio::task::JoinSet;
use trinta_client::Client;
use trinta_core::Seat;
use trinta_core::edition::Value;
use trinta_server::ServerOptions;
use trinta_store::MemoryStore;
use trinta_table::Plan;
use trinta_table::wire::{Action, JoinBody};

use crate::common::{Person, play_game_slowly, start_with, table_of};

const TABLES: usize = 25;
const SEATS: u8 = 4;
/// About what a browser asks for to show the page.
const FILES: usize = 20;
/// Faster than people think, and just not faster than one of four players may move again and again.
const THINKING: Duration = Duration::from_millis(45);

async fn load_page(client: &Client) {
    for _ in 0..FILES {
        client.raw(Method::GET, "/healthz", &[], Vec::new()).await.unwrap();
    }
}

/// One table of the hall, from the door to the end of the match. Each person has one websocket all the time.
async fn party(host: Client, guests: Vec<Client>) {
    let mut plan = Plan::new("hk", SEATS);
    plan.settings.insert("match_games".to_owned(), Value::Number(2));
    let created = host.create(&table_of(plan)).await.unwrap();
    let mut people = vec![Person::at(&host, &created.table, 0).await];
    for (client, seat) in guests.iter().zip(1..) {
        // Not everybody types the code right the first time.
        let wrong = JoinBody { code: Some("AAAAAA".to_owned()), ..JoinBody::default() };
        assert!(client.join(&created.table, &wrong).await.is_err());
        let join = JoinBody { seat: Some(Seat(seat)), code: Some(created.code.clone()), ..JoinBody::default() };
        client.join(&created.table, &join).await.unwrap();
        people.push(Person::at(client, &created.table, seat).await);
    }
    while !people[0].follower.match_over() {
        people[0].expect_done(Action::Begin).await;
        play_game_slowly(&mut people, THINKING).await;
    }
    for person in &people {
        assert!(person.received[0].contains("\"welcome\""));
        let views = person.received.iter().filter(|text| text.contains("\"state\":{")).count();
        assert_eq!(views, 1, "one welcome, and from then on events alone");
    }
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_hundred_people_behind_one_address_enter_and_play_at_once() {
    let server = start_with(ServerOptions::local(), std::sync::Arc::new(MemoryStore::new())).await;
    let address = server.address();
    let mut arrivals = JoinSet::new();
    for number in 0..TABLES * usize::from(SEATS) {
        arrivals.spawn(async move {
            let mut client = Client::new(address);
            load_page(&client).await;
            client.sign_in(&format!("Guest {number}")).await.unwrap();
            client
        });
    }
    let mut clients = arrivals.join_all().await;
    let mut parties = JoinSet::new();
    while let Some(host) = clients.pop() {
        let guests = clients.split_off(clients.len() - usize::from(SEATS - 1));
        parties.spawn(party(host, guests));
    }
    parties.join_all().await;
    assert_eq!(server.registry().metrics().too_many.load(Ordering::Relaxed), 0, "nobody was turned away");
    server.stop().await.unwrap();
}
