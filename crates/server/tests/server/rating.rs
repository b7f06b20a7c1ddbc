//! Ratings of accounts: who counts, and that each game counts once.

use std::sync::Arc;

use crate::common::{Person, guest, options, play_game, register, seated, start_with};
use trinta_core::Seat;
use trinta_ratings::Rating;
use trinta_server::bodies::FinishedGame;
use trinta_server::keys::Values;
use trinta_store::{MemoryStore, StoreError, ValueStore as _};
use trinta_table::Plan;
use trinta_table::wire::{Action, ServerMessage, SessionView};

async fn rating(person: &Person) -> Option<i32> {
    person.client.get::<SessionView>("/api/v1/session").await.unwrap().rating
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn accounts_are_rated_among_themselves_and_guests_are_not() {
    let server = start_with(options(), Arc::new(MemoryStore::new())).await;
    let (_, mut people) = seated(&server, Plan::new("hk", 3)).await;
    assert_eq!(register(&mut people[0].client, "ana").await.rating, None, "no game has counted yet");
    register(&mut people[1].client, "bob").await;
    people[0].expect_done(Action::Begin).await;
    play_game(&mut people).await;
    let games: Vec<FinishedGame> = people[0].client.get("/api/v1/games").await.unwrap();
    let scores = &games[0].scores;
    let (ana, bob) = (rating(&people[0]).await.unwrap(), rating(&people[1]).await.unwrap());
    assert_eq!(ana.cmp(&bob), scores[0].cmp(&scores[1]), "{ana} and {bob} after {scores:?}");
    assert!((ana + bob - 3000).abs() <= 2, "what one gains the other loses: {ana} and {bob}");
    assert_eq!(games[0].rating, Some(ana), "the history tells the rating after each game");
    assert_eq!(rating(&people[2]).await, None);
    let games: Vec<FinishedGame> = people[2].client.get("/api/v1/games").await.unwrap();
    assert_eq!((games.len(), games[0].rating), (1, None), "a guest has a history and no rating");
    server.stop().await.unwrap();
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn one_account_alone_has_nobody_to_be_measured_against() {
    let server = start_with(options(), Arc::new(MemoryStore::new())).await;
    let (_, mut people) = seated(&server, Plan::new("hk", 2)).await;
    register(&mut people[0].client, "ana").await;
    people[0].expect_done(Action::Begin).await;
    play_game(&mut people).await;
    assert_eq!(rating(&people[0]).await, None);
    server.stop().await.unwrap();
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_game_counts_once_however_often_its_last_move_fails() {
    let store = Arc::new(MemoryStore::new());
    let server = start_with(options(), store.clone()).await;
    let (_, mut people) = seated(&server, Plan::new("hk", 2)).await;
    register(&mut people[0].client, "ana").await;
    register(&mut people[1].client, "bob").await;
    people[0].expect_done(Action::Begin).await;
    while people.iter().all(|person| person.follower.ended() == 0) {
        let turn = loop {
            let newest = people.iter().map(|person| person.follower.version()).max().unwrap();
            for person in &mut people {
                while person.follower.version() < newest {
                    person.receive().await;
                }
            }
            if let Some(turn) = people[0].follower.turn() {
                break turn;
            }
        };
        let player = &mut people[turn.index()];
        let action = player.best();
        // Every move is first refused because the disk is full, the one that ends the game too.
        store.fail(Some(StoreError::Full));
        let refused = player.act(action.clone()).await;
        assert!(matches!(refused, ServerMessage::Refused { .. }), "{refused:?}");
        assert!(store.list(&Values::Ratings.space(), "", 10).await.unwrap().is_empty(), "nothing is half done");
        store.fail(None);
        player.expect_done(action).await;
    }
    let kept = store.list(&Values::Ratings.space(), "", 10).await.unwrap();
    let games: Vec<u32> =
        kept.iter().map(|(_, text)| serde_json::from_str::<Rating>(&text.text).unwrap().games).collect();
    assert_eq!(games, [1, 1]);
    server.stop().await.unwrap();
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn who_holds_two_seats_is_not_rated() {
    let server = start_with(options(), Arc::new(MemoryStore::new())).await;
    let mut plan = Plan::new("hk", 3);
    plan.hot_seat = true;
    let ana = guest(&server, "Ana").await;
    let table = ana.create(&crate::common::table_of(plan)).await.unwrap();
    let second = trinta_table::wire::JoinBody { seat: Some(Seat(1)), ..Default::default() };
    ana.join(&table.table, &second).await.unwrap();
    let bob = guest(&server, "Bob").await;
    let third = trinta_table::wire::JoinBody { code: Some(table.code.clone()), ..Default::default() };
    bob.join(&table.table, &third).await.unwrap();
    let mut people = vec![
        Person::at(&ana, &table.table, 0).await,
        Person::at(&ana, &table.table, 1).await,
        Person::at(&bob, &table.table, 2).await,
    ];
    register(&mut people[0].client, "ana").await;
    register(&mut people[2].client, "bob").await;
    people[0].expect_done(Action::Begin).await;
    play_game(&mut people).await;
    assert_eq!((rating(&people[0]).await, rating(&people[2]).await), (None, None));
    server.stop().await.unwrap();
}
