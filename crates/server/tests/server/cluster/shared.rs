//! What belongs to people and not to tables: the same at every node.

use serde_json::Value;
use trinta_client::Client;
use trinta_server::bodies::FinishedGame;
use trinta_table::Plan;
use trinta_table::wire::{Action, ClientMessage, ServerMessage, SessionView};

use super::{Nodes, at_node, begin_with_the_second, seated_at};
use crate::common::{play_game, register};

async fn json(client: &Client, path: &str) -> Value {
    client.get(path).await.unwrap_or_else(|error| panic!("{path}: {error}"))
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn ratings_histories_hints_records_and_analyses_are_the_same_at_every_node() {
    let nodes = Nodes::new().await;
    // The first node owns the table, the second has a player, and at the third nobody has been.
    let all = [nodes.start("a").await, nodes.start("b").await, nodes.start("c").await];
    let mut plan = Plan::new("hk", 2);
    plan.hints = true;
    let (created, mut people) = seated_at(&[&all[0], &all[1]], plan).await;
    register(&mut people[0].client, "ana").await;
    register(&mut people[1].client, "bob").await;
    // A hint at the node that does not own the table.
    begin_with_the_second(&mut people).await;
    let version = people[0].follower.version();
    people[1].connection.send(&ClientMessage::Hint { step: 3 }).await.unwrap();
    let hint = people[1].receive_until(|message| matches!(message, ServerMessage::Hint { .. })).await;
    assert!(matches!(&hint, ServerMessage::Hint { hint } if hint.version == version && hint.step == 3), "{hint:?}");
    play_game(&mut people).await;
    let paths = [
        "/api/v1/session".to_owned(),
        "/api/v1/games".to_owned(),
        format!("/api/v1/tables/{}/games/1/analysis", created.table),
        "/api/v1/seats".to_owned(),
    ];
    for person in &people {
        let at_each = all.each_ref().map(|node| at_node(&person.client, node));
        for path in &paths {
            let first = json(&at_each[0], path).await;
            for client in &at_each[1..] {
                assert_eq!(json(client, path).await, first, "{path}");
            }
        }
        let record = format!("/api/v1/tables/{}/games/1/record", created.table);
        let mut records = Vec::new();
        for client in &at_each {
            let (status, _, body) = client.raw(hyper::Method::GET, &record, &[], Vec::new()).await.unwrap();
            assert_eq!(status, 200);
            records.push(body);
        }
        assert!(records.windows(2).all(|two| two[0] == two[1]) && records[0].len() > 100);
        let games: Vec<FinishedGame> = at_each[2].get("/api/v1/games").await.unwrap();
        let session: SessionView = at_each[2].get("/api/v1/session").await.unwrap();
        assert_eq!((games.len(), games[0].rating), (1, session.rating), "rated once, as the history says");
        assert!(session.rating.is_some());
    }
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn games_that_end_at_two_nodes_at_once_are_both_counted() {
    let nodes = Nodes::new().await;
    let (a, b) = (nodes.start("a").await, nodes.start("b").await);
    // Each node owns one of two tables, with the same two accounts at both.
    let (_, mut here) = seated_at(&[&a], Plan::new("hk", 2)).await;
    register(&mut here[0].client, "ana").await;
    register(&mut here[1].client, "bob").await;
    let mut elsewhere = Vec::new();
    let host = at_node(&here[0].client, &b);
    let created = host.create(&crate::common::table_of(Plan::new("hk", 2))).await.unwrap();
    elsewhere.push(crate::common::Person::at(&host, &created.table, 0).await);
    let guest = at_node(&here[1].client, &b);
    let join = trinta_table::wire::JoinBody { code: Some(created.code), ..Default::default() };
    guest.join(&created.table, &join).await.unwrap();
    elsewhere.push(crate::common::Person::at(&guest, &created.table, 1).await);
    for people in [&mut here, &mut elsewhere] {
        people[0].expect_done(Action::Begin).await;
    }
    tokio::join!(play_game(&mut here), play_game(&mut elsewhere));
    for person in &here {
        for node in [&a, &b] {
            let client = at_node(&person.client, node);
            let games: Vec<FinishedGame> = client.get("/api/v1/games").await.unwrap();
            let session: SessionView = client.get("/api/v1/session").await.unwrap();
            let ratings: Vec<Option<i32>> = games.iter().map(|game| game.rating).collect();
            assert_eq!(ratings.len(), 2);
            assert!(ratings.contains(&session.rating), "{ratings:?} and {:?}", session.rating);
        }
    }
    // Nothing was lost of the one by the other: ratings are changed by compare-and-set.
    let ratings = |person: &crate::common::Person| {
        let client = person.client.clone();
        async move { client.get::<SessionView>("/api/v1/session").await.unwrap().rating.unwrap() }
    };
    let (ana, bob) = (ratings(&here[0]).await, ratings(&here[1]).await);
    assert!((ana + bob - 3000).abs() <= 4, "what one gains the other loses: {ana} and {bob}");
}
