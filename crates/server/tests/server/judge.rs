//! Judges: how somebody becomes one, what only they see, and what only they may do.

use serde_json::json;
use trinta_client::{Client, ClientError, Hello};
use trinta_core::{Score, Seat};
use trinta_server::Server;
use trinta_server::bodies::{AppointedView, FinishedGame, InviteBody, InviteView, JudgeInvite};
use trinta_store::LogId;
use trinta_table::wire::{Action, JoinBody, ServerMessage};
use trinta_table::{Authority, Code, Occupant, Plan, Request, Requester, Ruler};

use crate::common::{Person, guest, layout, play_game, seated, start, table_of};

fn judged(edition: &str) -> Plan {
    let mut plan = Plan::new(edition, 2);
    plan.powers.rule = Ruler::Judge;
    plan
}

fn code<T: std::fmt::Debug>(answer: Result<T, ClientError>) -> Code {
    match answer {
        Err(ClientError::Refused(refusal)) => refusal.code,
        other => panic!("{other:?}"),
    }
}

fn refused(answer: &ServerMessage) -> Code {
    match answer {
        ServerMessage::Refused { code, .. } => *code,
        other => panic!("{other:?}"),
    }
}

async fn invite(client: &Client, table: &str) -> Result<String, ClientError> {
    let body = InviteBody { seat: None, judge: true };
    let view: InviteView = client.post(&format!("/api/v1/tables/{table}/invites"), &body).await?;
    Ok(view.invite)
}

async fn appoint(client: &Client, table: &str, invite: &str) -> Result<AppointedView, ClientError> {
    let body = JudgeInvite { invite: invite.to_owned() };
    client.post(&format!("/api/v1/tables/{table}/judges"), &body).await
}

fn as_judge() -> Hello {
    Hello { judge: true, ..Hello::default() }
}

/// Somebody who was invited to judge, connected as a judge.
async fn judge(server: &Server, host: &Client, table: &str) -> Person {
    let eva = guest(server, "Eva").await;
    let secret = invite(host, table).await.unwrap();
    assert_eq!(appoint(&eva, table, &secret).await.unwrap().name, "Eva");
    Person::enter(&eva, table, as_judge()).await
}

/// How many racks somebody sees face up.
fn racks_seen(person: &Person) -> usize {
    let game = person.follower.game().unwrap();
    game.state.seats().iter().filter(|seat| seat.rack.tiles.is_some()).count()
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn only_a_judges_connection_sees_every_rack() {
    let server = start().await;
    let (table, mut people) = seated(&server, judged("hk")).await;
    let mut eva = judge(&server, &people[0].client, &table.table).await;
    let hello = || Hello { code: Some(table.code.clone()), ..Hello::default() };
    let bob = guest(&server, "Bob").await;
    let mut bob = Person::enter(&bob, &table.table, hello()).await;
    // A judge who comes without saying so watches as everybody does.
    let mut watching = Person::enter(&eva.client.clone(), &table.table, Hello::default()).await;
    people[0].expect_done(Action::Begin).await;
    let turn = people[0].follower.turn().unwrap();
    people[1].receive_until(|message| matches!(message, ServerMessage::Happened { phase: Some(_), .. })).await;
    people[turn.index()].expect_done(Action::Draw).await;
    let version = people[turn.index()].follower.version();
    for person in people.iter_mut().chain([&mut eva, &mut bob, &mut watching]) {
        while person.follower.version() < version {
            person.receive().await;
        }
    }
    assert_eq!(racks_seen(&eva), 2);
    for (person, seen) in people.iter().chain([&bob, &watching]).zip([1, 1, 0, 0]) {
        assert_eq!(racks_seen(person), seen);
        let told = |text: &&String| text.contains(r#""event":"drew""#);
        let drew: Vec<&String> = person.received.iter().filter(told).collect();
        let shown = drew.iter().any(|text| text.contains(r#""tiles":{"count":1,"tiles""#));
        assert_eq!((drew.len(), shown), (1, person.follower.seat() == Some(turn)), "{drew:?}");
    }
    // In a view that is asked for anew as well.
    for person in people.iter_mut().chain([&mut eva, &mut bob, &mut watching]) {
        let seen = racks_seen(person);
        person.connection.send(&trinta_table::wire::ClientMessage::Resync).await.unwrap();
        person.receive_until(|message| matches!(message, ServerMessage::View { .. })).await;
        assert_eq!(racks_seen(person), seen);
    }
    server.stop().await.unwrap();
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_judge_needs_a_plan_with_judges_and_an_invitation_of_the_host() {
    let server = start().await;
    let (plain, people) = seated(&server, Plan::new("hk", 2)).await;
    assert_eq!(code(invite(&people[0].client, &plain.table).await), Code::NoJudges);
    let (table, people) = seated(&server, judged("hk")).await;
    let (host, other) = (&people[0].client, &people[1].client);
    assert_eq!(code(invite(other, &table.table).await), Code::HostOnly);
    let secret = invite(host, &table.table).await.unwrap();
    assert_eq!(code(appoint(other, &table.table, &secret).await), Code::AlreadySeated, "a player does not judge");
    let eva = guest(&server, "Eva").await;
    assert_eq!(code(appoint(&eva, &table.table, &"0".repeat(32)).await), Code::NotInvited);
    assert_eq!(code(appoint(&eva, &plain.table, &secret).await), Code::NotInvited, "of another table");
    let with_seat = json!({"seat": 1, "judge": true});
    let path = format!("/api/v1/tables/{}/invites", table.table);
    assert_eq!(code(host.post::<InviteView>(&path, &with_seat).await), Code::BadMessage);
    // An invitation to a seat makes no judge, nor the other way round.
    let seat: InviteView = host.post(&path, &InviteBody::default()).await.unwrap();
    assert_eq!(code(appoint(&eva, &table.table, &seat.invite).await), Code::NotInvited);
    let join = JoinBody { invite: Some(secret.clone()), ..JoinBody::default() };
    assert_eq!(code(eva.join(&table.table, &join).await), Code::NotInvited);

    let too_early = Person::enter(&eva, &table.table, as_judge()).await;
    assert!(too_early.received[0].contains(r#""code":"not-found""#), "{:?}", too_early.received);
    let player = Person::enter(other, &table.table, as_judge()).await;
    assert!(player.received[0].contains(r#""code":"judge-only""#), "{:?}", player.received);
    appoint(&eva, &table.table, &secret).await.unwrap();
    let bob = guest(&server, "Bob").await;
    assert_eq!(code(appoint(&bob, &table.table, &secret).await), Code::NotInvited, "it is used up");
    let join = JoinBody { code: Some(table.code.clone()), ..JoinBody::default() };
    assert_eq!(code(eva.join(&table.table, &join).await), Code::AlreadySeated, "a judge does not play");
    let eva = Person::enter(&eva, &table.table, as_judge()).await;
    assert!(
        eva.received[0].contains(r#""judge":true"#) && eva.received[0].contains(r#""judges":["Eva"]"#),
        "{:?}",
        eva.received
    );
    server.stop().await.unwrap();
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn n19_tiles_that_could_not_be_restored_go_to_the_pool_when_a_judge_says_so() {
    let server = start().await;
    let (table, mut people) = seated(&server, judged("school")).await;
    let mut eva = judge(&server, &people[0].client, &table.table).await;
    people[0].expect_done(Action::Begin).await;
    // Until something lies on the table.
    while people[0].follower.game().is_none_or(|game| game.state.table().layout().tiles().count() == 0) {
        let version = people[0].follower.version();
        let turn = people[0].follower.turn().unwrap().index();
        while people[turn].follower.version() < version {
            people[turn].receive().await;
        }
        let action = people[turn].best();
        people[turn].expect_done(action).await;
        let version = people[turn].follower.version();
        while people[0].follower.version() < version {
            people[0].receive().await;
        }
    }
    let version = people[0].follower.version();
    for person in people.iter_mut().chain([&mut eva]) {
        while person.follower.version() < version {
            person.receive().await;
        }
    }
    let restore = || Action::Restore { table: layout("") };
    assert_eq!(refused(&people[0].act(restore()).await), Code::JudgeOnly);
    let before = eva.follower.game().unwrap().clone();
    let turn = before.state.turn().unwrap();
    eva.expect_done(restore()).await;
    let after = eva.follower.game().unwrap();
    assert_eq!(after.state.table().layout().tiles().count(), 0);
    assert_ne!(after.state.turn(), Some(turn), "the turn is over");
    let drawn = after.state.seats()[turn.index()].rack.count - before.state.seats()[turn.index()].rack.count;
    let lost = before.state.table().layout().tiles().count();
    assert!(drawn >= 1, "{drawn} tiles for {lost}");
    assert_eq!(after.state.pool_size() + usize::from(drawn), before.state.pool_size() + lost);
    server.stop().await.unwrap();
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn f12_a_pushed_rack_costs_200_when_a_judge_says_so() {
    let server = start().await;
    let (table, mut people) = seated(&server, judged("school")).await;
    let mut eva = judge(&server, &people[0].client, &table.table).await;
    people[0].expect_done(Action::Begin).await;
    let push = |seat| Action::PushRack { seat: Seat(seat) };
    assert_eq!(refused(&eva.act(push(1)).await), Code::GameOn, "not before the end");
    play_game(&mut people).await;
    let version = people[0].follower.version();
    while eva.follower.version() < version {
        eva.receive().await;
    }
    let outcome = eva.follower.game().unwrap().state.outcome().unwrap().clone();
    let loser = (0..2u8).find(|&seat| !outcome.winners.contains(&Seat(seat))).unwrap();
    assert_eq!(refused(&people[0].act(push(loser)).await), Code::JudgeOnly);
    assert_eq!(refused(&eva.act(push(9)).await), Code::NotFound);
    eva.expect_done(push(loser)).await;
    assert_eq!(refused(&eva.act(push(loser)).await), Code::Rules, "once is enough");
    let mut expected = [Score::whole(200); 2];
    expected[usize::from(loser)] = Score::whole(-200);
    let back = Person::at(&people[0].client, &table.table, 0).await;
    let ServerMessage::Welcome { state: Some(state), .. } = serde_json::from_str(&back.received[0]).unwrap() else {
        panic!("{:?}", back.received)
    };
    assert_eq!(state.sheet.games, [expected.to_vec()]);
    assert_eq!(state.game.unwrap().ruling.unwrap().pushed, [Seat(loser)]);
    for person in &people {
        let games: Vec<FinishedGame> = person.client.get("/api/v1/games").await.unwrap();
        assert_eq!(games[0].scores, expected, "the history tells it too");
    }
    // The house may rule wherever the plan has a price for it; here there is a second rack to push, and nobody to win.
    let id = LogId::new(&table.table).unwrap();
    let all = Request::PushRack { seat: Seat(1 - loser) };
    let refusal = server.registry().request(&id, Requester::House, all).await.unwrap_err();
    assert_eq!(refusal.code, Code::Rules);
    server.stop().await.unwrap();
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn the_plan_says_who_begins_pauses_and_seats() {
    let server = start().await;
    let mut plan = Plan::new("hk", 2);
    plan.powers.begin = Authority::Judge;
    plan.powers.pause = Authority::Judge;
    plan.powers.seat = Authority::House;
    let mut wanted = table_of(plan.clone());
    wanted.begin = true;
    let ana = guest(&server, "Ana").await;
    assert_eq!(code(ana.create(&wanted).await), Code::BadPlan, "the host does not begin here");
    let (table, mut people) = seated(&server, plan).await;
    let mut eva = judge(&server, &people[0].client, &table.table).await;
    assert_eq!(refused(&people[0].act(Action::Unseat { seat: Seat(1) }).await), Code::HouseOnly);
    let id = LogId::new(&table.table).unwrap();
    server.registry().request(&id, Requester::House, Request::Unseat { seat: Seat(1) }).await.unwrap();
    let occupant = Occupant::Bot { level: "level1".to_owned() };
    let seat_bot = Request::Seat { seat: Seat(1), occupant };
    server.registry().request(&id, Requester::House, seat_bot).await.unwrap();
    assert_eq!(refused(&people[0].act(Action::Begin).await), Code::JudgeOnly);
    eva.expect_done(Action::Begin).await;
    assert_eq!(refused(&people[0].act(Action::Pause).await), Code::JudgeOnly);
    eva.expect_done(Action::Pause).await;
    assert_eq!(refused(&people[0].act(Action::Unpause).await), Code::JudgeOnly);
    eva.expect_done(Action::Unpause).await;
    server.stop().await.unwrap();
}
