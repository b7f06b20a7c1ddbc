//! A game on a disk that is really full for a while (finding S1).

use std::sync::Arc;

use trinta_store::{SqliteOptions, SqliteStore};
use trinta_table::wire::{Action, ServerMessage};
use trinta_table::{Code, Plan};
use trinta_testkit::SmallDisk;

use crate::common::{Person, options, play_game, seated, start_with};

/// Everybody hears what anybody has heard.
async fn catch_up(people: &mut [Person]) {
    let newest = people.iter().map(|person| person.follower.version()).max().unwrap();
    for person in people {
        while person.follower.version() < newest {
            person.receive().await;
        }
    }
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn s1_a_game_goes_on_when_a_full_disk_has_room_again() {
    let Some(disk) = SmallDisk::mount("server-s1", 4096) else { return };
    let store = SqliteStore::open(&SqliteOptions::new(disk.folder().join("trinta.db"))).await.unwrap();
    let server = start_with(options(), Arc::new(store)).await;
    let (created, mut people) = seated(&server, Plan::new("hk", 2)).await;
    people[0].expect_done(Action::Begin).await;
    catch_up(&mut people).await;
    disk.fill();
    // What the file system gave before it was full may still be used up.
    let refused = loop {
        catch_up(&mut people).await;
        let Some(turn) = people[0].follower.turn() else { panic!("the game ended on a full disk") };
        let action = people[turn.index()].best();
        match people[turn.index()].act(action).await {
            ServerMessage::Done { .. } => {}
            refused => break refused,
        }
    };
    assert!(matches!(&refused, ServerMessage::Refused { code: Code::NotStored, .. }), "{refused:?}");
    assert!(server.registry().check_store().await.is_err(), "the server knows that it can't store");
    let before = people[0].follower.version();
    disk.make_room();
    // The house gives the lost time back by itself.
    while !people[0].received.last().unwrap().contains("\"resumed\"") {
        people[0].receive().await;
    }
    assert_eq!(people[0].follower.version(), before + 1, "nothing of what was refused has happened");
    server.registry().check_store().await.unwrap();
    catch_up(&mut people).await;
    play_game(&mut people).await;
    let log = trinta_store::LogId::new(&created.table).unwrap();
    let stored = server.registry().store().read(&log, 1, 10_000).await.unwrap();
    assert_eq!(stored.len() as u64, people[0].follower.version(), "what everybody has seen is stored");
    assert_eq!(stored.iter().filter(|entry| entry.body.text.contains("\"resumed\"")).count(), 1);
    server.stop().await.unwrap();
}
