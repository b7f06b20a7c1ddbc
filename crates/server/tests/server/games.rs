//! Whole games over the wire.

use std::sync::Arc;
use std::time::Duration;

use crate::common::{Person, guest, options, play_game, seated, start, start_with, table_of};
use trinta_client::Hello;
use trinta_core::Seat;
use trinta_core::record::Record;
use trinta_server::Server;
use trinta_server::bodies::{FinishedGame, TableSummary};
use trinta_server::chance::SystemChance;
use trinta_server::clock::Clock;
use trinta_store::{LogId, MemoryStore};
use trinta_table::wire::{Action, ClientMessage, ServerMessage};
use trinta_table::{Code, Plan};

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn two_people_play_a_match_to_its_end_and_again() {
    let server = start().await;
    let (table, mut people) = seated(&server, Plan::new("hk", 2)).await;
    people[0].expect_done(Action::Begin).await;
    play_game(&mut people).await;
    assert!(!people[0].follower.match_over(), "a match of two has two games");
    people[1].expect_done(Action::Begin).await;
    play_game(&mut people).await;
    assert!(people[0].follower.match_over());
    let over = people[0].act(Action::Begin).await;
    assert!(matches!(over, ServerMessage::Refused { code: Code::MatchOver, .. }), "{over:?}");

    // Every finished game is kept, replays by the rules, and its shuffle is what was promised.
    for number in [1, 2] {
        let path = format!("/api/v1/tables/{}/games/{number}/record", table.table);
        let (status, _, text) = people[0].client.raw(hyper::Method::GET, &path, &[], Vec::new()).await.unwrap();
        assert_eq!(status, 200);
        let record = Record::read(std::str::from_utf8(&text).unwrap()).unwrap();
        record.replay().unwrap();
        let header = &record.record.header;
        assert_eq!(header.players, ["Ana", "Guest 1"]);
        assert_eq!(trinta_core::shuffle::commitment(&header.seed.unwrap()), header.commitment.unwrap());
        assert_eq!(header.committed.iter().flatten().count(), 2);
        let promised = format!("\"deal-announced\",\"deal\":\"{}\"", header.commitment.unwrap());
        assert!(people[1].received.iter().any(|text| text.contains(&promised)), "the commitment was shown before");
    }
    let games: Vec<FinishedGame> = people[1].client.get("/api/v1/games").await.unwrap();
    assert_eq!(games.iter().map(|game| (game.number, game.seat)).collect::<Vec<_>>(), [(2, Seat(1)), (1, Seat(1))]);

    // A rematch begins when both want it.
    people[0].expect_done(Action::Rematch).await;
    assert!(people[0].follower.match_over());
    let heard = people[0].received.len();
    people[1].expect_done(Action::Rematch).await;
    people[0].await_deal(heard).await;
    assert!(!people[0].follower.match_over() && people[0].follower.turn().is_some());
    server.stop().await.unwrap();
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn one_person_plays_against_three_bots_at_once() {
    let server = start().await;
    let ana = guest(&server, "Ana").await;
    let mut wanted = table_of(Plan::new("hk", 4));
    wanted.bots = (1..4).map(|seat| (seat, "greedy".to_owned())).collect();
    wanted.begin = true;
    let table = ana.create(&wanted).await.unwrap();
    let mut person = Person::at(&ana, &table.table, 0).await;
    while person.follower.ended() == 0 {
        if person.follower.on_turn() {
            let action = person.best();
            person.expect_done(action).await;
        } else {
            person.receive().await;
        }
    }
    server.stop().await.unwrap();
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_command_sent_again_has_one_effect_and_a_stale_one_none() {
    let server = start().await;
    let (_, mut people) = seated(&server, Plan::new("hk", 2)).await;
    people[0].expect_done(Action::Begin).await;
    let turn = people[0].follower.turn().unwrap().index();
    let version = people[0].follower.version();
    let person = &mut people[turn];
    while person.follower.version() < version {
        person.receive().await;
    }
    let draw = person.command(Action::Draw);
    person.connection.send(&draw).await.unwrap();
    let first = person.receive_until(|message| matches!(message, ServerMessage::Done { .. })).await;
    let after = person.follower.version();
    for _ in 0..3 {
        person.connection.send(&draw).await.unwrap();
        let again = person.receive_until(|message| matches!(message, ServerMessage::Done { .. })).await;
        assert_eq!(again, first);
    }
    assert_eq!(person.follower.version(), after, "nothing happened");
    // Decided for the game as it was before: refused.
    let stale = ClientMessage::Command { id: "late".to_owned(), version, action: Action::Draw };
    person.connection.send(&stale).await.unwrap();
    let refused = person.receive_until(|message| matches!(message, ServerMessage::Refused { .. })).await;
    assert!(matches!(refused, ServerMessage::Refused { code: Code::Stale, .. }), "{refused:?}");
    let out_of_turn = person.act(Action::Draw).await;
    let ServerMessage::Refused { code, rule, .. } = &out_of_turn else { panic!("{out_of_turn:?}") };
    assert_eq!((*code, rule.as_deref()), (Code::Rules, Some("not-your-turn")));
    server.stop().await.unwrap();
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn whoever_comes_back_gets_what_they_missed() {
    let server = start().await;
    let (table, mut people) = seated(&server, Plan::new("hk", 2)).await;
    people[0].expect_done(Action::Begin).await;
    let since = people[0].follower.version();
    let mut bob = people.pop().unwrap();
    while bob.follower.version() < since {
        bob.receive().await;
    }
    let mut ana = people.pop().unwrap();
    let Person { client, connection, follower, .. } = bob;
    drop(connection);
    ana.receive_until(|message| matches!(message, ServerMessage::Presence { connected: false, .. })).await;
    let missed = ana.follower.turn() == Some(Seat(0));
    if missed {
        ana.expect_done(Action::Draw).await;
    }
    let hello = Hello { seat: Some(Seat(1)), since: follower.since(), ..Hello::default() };
    let mut back = Person::come_back(&client, &table.table, hello, follower).await;
    assert!(back.received[0].contains("\"state\":null"), "{}", back.received[0]);
    if missed {
        back.receive().await;
    }
    let fresh = Person::at(&client, &table.table, 1).await;
    assert_eq!(back.follower.version(), fresh.follower.version());
    assert_eq!(back.follower.game(), fresh.follower.game());
    server.stop().await.unwrap();
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn whoever_can_not_follow_gets_a_fresh_view_on_the_same_connection() {
    let server = start().await;
    let (table, mut people) = seated(&server, Plan::new("hk", 2)).await;
    people[0].expect_done(Action::Begin).await;
    let begun = people[0].follower.version();
    let mut bob = people.pop().unwrap();
    // Bob's client loses the message with the deal, and notices at the next one.
    while !matches!(bob.connection.receive().await.unwrap(), ServerMessage::Happened { .. }) {}
    if people[0].follower.turn() == Some(Seat(0)) {
        people[0].expect_done(Action::Draw).await;
    } else {
        let draw = ClientMessage::Command { id: "b1".to_owned(), version: begun, action: Action::Draw };
        bob.connection.send(&draw).await.unwrap();
    }
    loop {
        let message =
            tokio::time::timeout(crate::common::LONG, bob.connection.follow(&mut bob.follower)).await.unwrap().unwrap();
        if let ServerMessage::View { version, .. } = message {
            assert_eq!(version, begun + 1);
            break;
        }
    }
    let fresh = Person::at(&bob.client, &table.table, 1).await;
    assert!(bob.follower.game().is_some());
    assert_eq!(bob.follower.game(), fresh.follower.game());
    // From there on nothing is missing.
    while people[0].follower.version() < begun + 1 {
        people[0].receive().await;
    }
    if bob.follower.on_turn() {
        bob.expect_done(Action::Draw).await;
    } else {
        people[0].expect_done(Action::Draw).await;
    }
    while bob.follower.version() < begun + 2 {
        bob.receive().await;
    }
    server.stop().await.unwrap();
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_server_that_starts_again_has_every_table() {
    let store = Arc::new(MemoryStore::new());
    let server = start_with(options(), store.clone()).await;
    let (table, mut people) = seated(&server, Plan::new("hk", 2)).await;
    people[0].expect_done(Action::Begin).await;
    let turn = people[0].follower.turn().unwrap().index();
    let begun = people[0].follower.version();
    while people[turn].follower.version() < begun {
        people[turn].receive().await;
    }
    let draw = people[turn].command(Action::Draw);
    people[turn].connection.send(&draw).await.unwrap();
    let done = people[turn].receive_until(|message| matches!(message, ServerMessage::Done { .. })).await;
    let (version, rack) = (people[turn].follower.version(), people[turn].follower.rack());
    let early = start_with(options(), store.clone()).await;
    let refused = early.registry().summary(&LogId::new(&table.table).unwrap()).await.unwrap_err();
    assert!(refused.code == Code::Stopping && refused.message.contains("another server"), "{refused:?}");
    // For this one the lease of the first has run out: it takes the tables over, and nobody is told.
    let later = Clock::set_to(Clock::system().now() + Duration::from_secs(3600));
    let second = Server::start(options(), store, later, Arc::new(SystemChance)).await.unwrap();
    let client = people[turn].client.clone();
    let client = trinta_client::Client::new(second.address()).with_secret(client.secret().map(str::to_owned));
    let mut back = Person::at(&client, &table.table, turn as u8).await;
    assert!(back.follower.version() >= version);
    assert_eq!(back.follower.rack(), rack);
    back.connection.send(&draw).await.unwrap();
    let again = back.receive_until(|message| matches!(message, ServerMessage::Done { .. })).await;
    assert_eq!(again, done, "a command that was acknowledged before has no second effect");
    // The first one has lost its claim: what it is asked to do it can't, and it lets go.
    let other = 1 - turn;
    while people[other].follower.version() < version {
        people[other].receive().await;
    }
    let fenced = people[other].act(Action::Draw).await;
    assert!(matches!(fenced, ServerMessage::Refused { code: Code::NotStored, .. }), "{fenced:?}");
    second.stop().await.unwrap();
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn invited_tables_are_not_listed_and_open_ones_are() {
    let server = start().await;
    let ana = guest(&server, "Ana").await;
    let hidden = ana.create(&table_of(Plan::new("hk", 3))).await.unwrap();
    let mut plan = Plan::new("pt", 3);
    plan.access = trinta_table::Access::Open;
    let open = ana.create(&table_of(plan)).await.unwrap();
    let bob = guest(&server, "Bob").await;
    let listed: Vec<TableSummary> = bob.get("/api/v1/tables").await.unwrap();
    assert_eq!(listed.iter().map(|table| table.table.as_str()).collect::<Vec<_>>(), [open.table.as_str()]);
    assert_eq!(listed[0].seats, [Some("Ana".to_owned()), None, None]);
    let refused = bob.join(&hidden.table, &Default::default()).await.unwrap_err().to_string();
    assert!(refused.contains("code or an invitation"), "{refused}");
    let invite: trinta_server::bodies::InviteView =
        ana.post(&format!("/api/v1/tables/{}/invites", hidden.table), &serde_json::json!({"seat": 2})).await.unwrap();
    let with = trinta_table::wire::JoinBody { invite: Some(invite.invite), ..Default::default() };
    assert_eq!(bob.join(&hidden.table, &with).await.unwrap().seat, Seat(2));
    let eve = guest(&server, "Eve").await;
    assert!(eve.join(&hidden.table, &with).await.is_err(), "an invitation is used up");
    server.stop().await.unwrap();
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn bots_play_with_words_too() {
    let server = start().await;
    let ana = guest(&server, "Ana").await;
    let mut plan = Plan::new("word-b", 2);
    plan.settings.insert("lexicon".to_owned(), trinta_core::edition::Value::read("everyday"));
    let mut wanted = table_of(plan);
    wanted.bots = [(0, "level1".to_owned()), (1, "level1".to_owned())].into();
    (wanted.sit, wanted.begin) = (false, true);
    let table = ana.create(&wanted).await.unwrap();
    let mut host = Person::enter(&ana, &table.table, Hello::default()).await;
    host.receive_until(|message| matches!(message, ServerMessage::Happened { .. })).await;
    let refused =
        ana.create(&trinta_table::wire::CreateTable { bots: [(0, "greedy".to_owned())].into(), ..wanted }).await;
    assert!(refused.unwrap_err().to_string().contains("does not play the game of edition"));
    server.stop().await.unwrap();
}
