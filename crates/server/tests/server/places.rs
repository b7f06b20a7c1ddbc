//! Who may be where at a table, and who decides.

use std::time::Duration;

use trinta_client::Hello;
use trinta_core::Seat;
use trinta_table::wire::{Action, JoinBody, ServerMessage};
use trinta_table::{Access, Code, Plan};

use crate::common::{Person, guest, seated, start, table_of};

fn bye(code: Code) -> impl Fn(&ServerMessage) -> bool {
    move |message| matches!(message, ServerMessage::Bye { code: said, .. } if *said == code)
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn whoever_loses_their_seat_is_shown_out_and_hears_nothing_of_its_next_owner() {
    let server = start().await;
    let (table, mut people) = seated(&server, Plan::new("hk", 2)).await;
    people[0].expect_done(Action::Unseat { seat: Seat(1) }).await;
    people[1].receive_until(bye(Code::NotSeated)).await;
    let eva = guest(&server, "Eva").await;
    let join = JoinBody { seat: Some(Seat(1)), code: Some(table.code.clone()), ..JoinBody::default() };
    eva.join(&table.table, &join).await.unwrap();
    let mut eva = Person::at(&eva, &table.table, 1).await;
    people[0].expect_done(Action::Begin).await;
    eva.receive_until(|message| matches!(message, ServerMessage::Happened { phase: Some(_), .. })).await;
    assert!(people[1].connection.receive_text().await.is_err(), "the connection has ended");
    server.stop().await.unwrap();
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn whoever_gets_up_is_told_that_it_is_done() {
    let server = start().await;
    let (_, mut people) = seated(&server, Plan::new("hk", 2)).await;
    people[1].expect_done(Action::Leave).await;
    people[1].receive_until(bye(Code::NotSeated)).await;
    server.stop().await.unwrap();
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn nobody_decides_alone_while_another_page_comes_anew() {
    let server = start().await;
    let (table, mut people) = seated(&server, Plan::new("hk", 2)).await;
    people[0].expect_done(Action::Begin).await;
    let other = people.pop().unwrap();
    let client = other.client.clone();
    drop(other);
    let gone = |message: &ServerMessage| matches!(message, ServerMessage::Presence { connected: false, .. });
    people[0].receive_until(gone).await;
    people[0].expect_done(Action::Pause).await;
    assert!(!people[0].received.iter().any(|text| text.contains(r#""table":"paused""#)), "one of two is not all");
    let mut back = Person::at(&client, &table.table, 1).await;
    back.expect_done(Action::Pause).await;
    people[0].receive_until(|message| matches!(message, ServerMessage::Happened { .. })).await;
    assert!(people[0].received.iter().any(|text| text.contains(r#""table":"paused""#)), "both want it");
    server.stop().await.unwrap();
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_code_opens_the_door_however_it_is_typed_and_without_spectators_only_until_the_game() {
    let server = start().await;
    let mut plan = Plan::new("hk", 2);
    plan.spectators.allowed = false;
    let (table, mut people) = seated(&server, plan).await;
    let typed = format!("{}-{}", &table.code[..3], &table.code[3..]).to_lowercase();
    let hello = || Hello { code: Some(typed.clone()), ..Hello::default() };
    let eva = guest(&server, "Eva").await;
    let mut waiting = Person::enter(&eva, &table.table, hello()).await;
    assert!(matches!(serde_json::from_str(&waiting.received[0]).unwrap(), ServerMessage::Welcome { .. }));
    people[0].expect_done(Action::Begin).await;
    waiting.receive_until(bye(Code::NoSpectators)).await;
    let late = Person::enter(&eva, &table.table, hello()).await;
    assert!(bye(Code::NoSpectators)(&serde_json::from_str(&late.received[0]).unwrap()), "{:?}", late.received);
    server.stop().await.unwrap();
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn bots_among_themselves_wait_until_somebody_watches() {
    let server = start().await;
    let ana = guest(&server, "Ana").await;
    let mut plan = Plan::new("hk", 2);
    plan.access = Access::Open;
    let mut wanted = table_of(plan);
    wanted.sit = false;
    wanted.bots = (0..2).map(|seat| (seat, "greedy".to_owned())).collect();
    wanted.begin = true;
    let table = ana.create(&wanted).await.unwrap();
    tokio::time::sleep(Duration::from_millis(400)).await;
    let mut watcher = Person::enter(&ana, &table.table, Hello::default()).await;
    let before = watcher.follower.version();
    assert!(before < 10, "nobody has played yet: {before}");
    while watcher.follower.version() < before + 3 {
        watcher.receive().await;
    }
    server.stop().await.unwrap();
}
