//! Who somebody is at a table, how they come back to it, and how a match goes on when all are ready.

use crate::common::{Person, guest, play_game, seated, start, table_of};
use hyper::Method;
use trinta_client::{Client, Hello};
use trinta_core::Seat;
use trinta_core::edition::Value;
use trinta_server::bodies::SeatedTable;
use trinta_table::Plan;
use trinta_table::wire::{Action, JoinBody, NameBody, SeenTableEvent, ServerMessage, SessionView, TableCreated};

async fn join(client: &Client, table: &TableCreated, body: JoinBody) {
    client.join(&table.table, &JoinBody { code: Some(table.code.clone()), ..body }).await.unwrap();
}

/// Name and face of everybody at a table, as a spectator sees them.
async fn identities(client: &Client, table: &TableCreated) -> Vec<(String, String)> {
    let connection = client.enter(&table.table, Hello { code: Some(table.code.clone()), ..Hello::default() }).await;
    let text = connection.unwrap().receive_text().await.unwrap();
    let ServerMessage::Welcome { state: Some(state), .. } = serde_json::from_str(&text).unwrap() else {
        panic!("{text}")
    };
    let people = state.seats.into_iter().filter_map(|seat| seat.who);
    people.map(|who| (who.name, who.face.map(|face| face.to_string()).unwrap_or_default())).collect()
}

async fn seats(client: &Client) -> Vec<SeatedTable> {
    client.get("/api/v1/seats").await.unwrap()
}

async fn rename(client: &Client, name: &str, face: Option<&str>) -> SessionView {
    let body = NameBody { name: name.to_owned(), face: face.map(|face| face.parse().unwrap()) };
    let body = serde_json::to_vec(&body).unwrap();
    let json = [("content-type", "application/json")];
    let (status, _, answer) = client.raw(Method::PUT, "/api/v1/session", &json, body).await.unwrap();
    assert_eq!(status, 200, "{}", String::from_utf8_lossy(&answer));
    serde_json::from_slice(&answer).unwrap()
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn p4_two_guests_have_different_names_and_faces_at_a_table() {
    let server = start().await;
    let ana = guest(&server, "Guest").await;
    rename(&ana, "Guest", Some("213")).await;
    let table = ana.create(&table_of(Plan::new("hk", 3))).await.unwrap();
    for _ in 0..2 {
        let other = guest(&server, "guest").await;
        rename(&other, "guest", Some("213")).await;
        join(&other, &table, JoinBody::default()).await;
    }
    let expected = [("Guest", "213"), ("guest 2", "223"), ("guest 3", "233")];
    let identities = identities(&ana, &table).await;
    assert_eq!(identities.iter().map(|(name, face)| (&**name, &**face)).collect::<Vec<_>>(), expected);
    server.stop().await.unwrap();
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn p4_another_name_and_face_reach_the_seat() {
    let server = start().await;
    let (table, mut people) = seated(&server, Plan::new("hk", 2)).await;
    let before: SessionView = people[1].client.get("/api/v1/session").await.unwrap();
    assert!(before.face.is_some(), "a face that was not chosen is known too");
    let after = rename(&people[1].client, "Rui", Some("345")).await;
    assert_eq!((after.name.as_str(), after.face), ("Rui", Some("345".parse().unwrap())));
    let is_renamed = |event: &SeenTableEvent| matches!(event, SeenTableEvent::Renamed { seat: Seat(1), who } if who.name == "Rui" && !who.host);
    let heard = |message: &ServerMessage| matches!(message, ServerMessage::Happened { events, .. } if events.iter().any(is_renamed));
    people[0].receive_until(heard).await;
    assert_eq!(identities(&people[0].client, &table).await[1], ("Rui".to_owned(), "345".to_owned()));
    // A name that somebody has gets a number; a face that is not given stays.
    rename(&people[1].client, "Ana", None).await;
    assert_eq!(identities(&people[0].client, &table).await[1], ("Ana 2".to_owned(), "345".to_owned()));
    server.stop().await.unwrap();
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn p3_a_player_finds_the_way_back_until_the_match_is_over() {
    let server = start().await;
    let mut plan = Plan::new("hk", 2);
    plan.settings.insert("match_games".to_owned(), Value::Number(1));
    let (table, mut people) = seated(&server, plan).await;
    let waiting = seats(&people[1].client).await;
    assert_eq!(
        waiting.iter().map(|seated| (&seated.table.table, seated.turn)).collect::<Vec<_>>(),
        [(&table.table, None)]
    );
    people[0].expect_done(Action::Begin).await;
    let turn = people[0].follower.turn();
    let on = seats(&people[1].client).await.remove(0);
    assert_eq!((on.turn, on.seats, on.timed), (turn, vec![Seat(1)], true));
    assert!(turn.is_some() && on.table.playing && on.faces.iter().all(Option::is_some));
    people[1].receive_until(|message| matches!(message, ServerMessage::Happened { phase: Some(_), .. })).await;
    play_game(&mut people).await;
    assert!(people[0].follower.match_over());
    assert_eq!(seats(&people[1].client).await, [], "the match is over");
    people[0].expect_done(Action::Rematch).await;
    people[1].expect_done(Action::Rematch).await;
    assert_eq!(seats(&people[1].client).await.len(), 1, "the next match is on");
    server.stop().await.unwrap();
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn p3_a_seat_that_was_left_leads_nowhere() {
    let server = start().await;
    let (_, mut people) = seated(&server, Plan::new("hk", 2)).await;
    people[1].expect_done(Action::Leave).await;
    assert_eq!(seats(&people[1].client).await, []);
    assert_eq!(seats(&people[0].client).await.len(), 1);
    people[0].expect_done(Action::Close).await;
    assert_eq!(seats(&people[0].client).await, []);
    server.stop().await.unwrap();
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn p12_the_next_game_begins_when_everybody_is_ready() {
    let server = start().await;
    let (_, mut people) = seated(&server, Plan::new("hk", 2)).await;
    people[0].expect_done(Action::Begin).await;
    people[1].receive_until(|message| matches!(message, ServerMessage::Happened { phase: Some(_), .. })).await;
    play_game(&mut people).await;
    people[0].expect_done(Action::Ready).await;
    assert_eq!(people[0].follower.turn(), None, "the other one still looks at the result");
    let votes = people[1].receive_until(|message| matches!(message, ServerMessage::Votes { .. })).await;
    assert!(matches!(votes, ServerMessage::Votes { votes } if votes.ready == [Seat(0)]));
    let heard = people[1].received.len();
    people[1].expect_done(Action::Ready).await;
    people[1].await_deal(heard).await;
    assert!(people[1].follower.turn().is_some());
    server.stop().await.unwrap();
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn p13_all_who_share_a_device_are_here_while_one_of_them_is() {
    let server = start().await;
    let ana = guest(&server, "Ana").await;
    let mut plan = Plan::new("hk", 3);
    plan.hot_seat = true;
    let mut wanted = table_of(plan);
    wanted.sit = false;
    let table = ana.create(&wanted).await.unwrap();
    for (seat, name) in ["Ana", "Rui", "Eva"].into_iter().enumerate() {
        let body = JoinBody { seat: Some(Seat::at(seat)), name: Some(name.to_owned()), ..JoinBody::default() };
        join(&ana, &table, body).await;
    }
    let faces = identities(&ana, &table).await;
    assert!(faces[0].1 != faces[1].1 && faces[1].1 != faces[2].1 && faces[0].1 != faces[2].1, "{faces:?}");
    let first = Person::at(&ana, &table.table, 0).await;
    assert!(first.received[0].contains(r#""connected":[true,true,true]"#), "{}", first.received[0]);
    let mut second = Person::at(&ana, &table.table, 1).await;
    drop(first);
    second.expect_done(Action::Begin).await;
    assert!(!second.received.iter().any(|text| text.contains(r#""connected":false"#)), "{:?}", second.received);
    // Renaming the owner of the device does not rename the others.
    rename(&ana, "Maria", None).await;
    assert_eq!(identities(&ana, &table).await[1].0, "Rui");
    server.stop().await.unwrap();
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn p24_somebody_new_is_no_error() {
    let server = start().await;
    let mut client = Client::new(server.address());
    assert_eq!(client.get::<Option<SessionView>>("/api/v1/visitor").await.unwrap(), None);
    client.sign_in("Ana").await.unwrap();
    assert_eq!(client.get::<Option<SessionView>>("/api/v1/visitor").await.unwrap().unwrap().name, "Ana");
    server.stop().await.unwrap();
}
