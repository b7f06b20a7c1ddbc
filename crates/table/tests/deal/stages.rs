//! The stages of a deal, one case each.

use trinta_core::Seat;
use trinta_core::record::{DealStage, verify};
use trinta_core::shuffle::{Bytes32, commitment, entropy_commitment};
use trinta_core::{AnyWord, NoSearch};
use trinta_table::chance::FixedChance;
use trinta_table::ids::PlayerId;
use trinta_table::library::Library;
use trinta_table::{
    Authority, Code, MAX_ABORTED_REVEALS, MAX_WITHHELD, Occupant, Powers, Request, Requester, Ruler, Table, TableEvent,
    record_of,
};
use trinta_time::Timestamp;

use crate::scene::{Scene, deals};

const SEATS: [Seat; 3] = [Seat(0), Seat(1), Seat(2)];

/// Plays the running game to its end: everybody draws, then passes.
fn play_out(scene: &mut Scene) {
    while let Some(seat) = scene.table.running().and_then(|current| current.game.turn()) {
        let pool = scene.table.running().unwrap().game.pool_size();
        let command = if pool > 0 { trinta_core::Command::Draw } else { trinta_core::Command::Pass };
        scene.ask(&Requester::Seat(seat), &Request::Play { seat, command }).unwrap();
    }
}

#[test]
fn a_deal_waits_for_all_commitments_and_then_for_all_entropy() {
    let mut scene = Scene::new(1, 3, 1);
    let announced = scene.begin();
    assert!(matches!(&announced[..], [TableEvent::DealAnnounced { .. }]), "{announced:?}");
    let deal = scene.deal();
    assert_eq!(scene.reveal(Seat(0)).unwrap_err().code, Code::NoDeal, "before the others have committed");
    assert!(!deals(&scene.commit(Seat(2)).unwrap()));
    assert_eq!(scene.commit(Seat(2)).unwrap_err().code, Code::NoDeal, "twice");
    scene.commit(Seat(0)).unwrap();
    let closed = scene.commit(Seat(1)).unwrap();
    let Some(TableEvent::CommitmentsClosed { commitments, .. }) = closed.last() else { panic!("{closed:?}") };
    assert!(commitments[..3].iter().all(Option::is_some) && commitments[3].is_none(), "{commitments:?}");
    scene.reveal(Seat(1)).unwrap();
    let other = Request::RevealEntropy { seat: Seat(2), deal, entropy: Bytes32([9; 32]) };
    assert_eq!(scene.ask(&Requester::Seat(Seat(2)), &other).unwrap_err().code, Code::BadEntropy);
    scene.reveal(Seat(2)).unwrap();
    assert!(deals(&scene.reveal(Seat(0)).unwrap()));
    assert!(scene.table.pending_deal().is_none() && scene.table.running().is_some());

    play_out(&mut scene);
    let record = record_of(&scene.log, 1, &Library::default()).unwrap();
    assert_eq!(record.header.commitment, Some(deal));
    assert_eq!(record.header.committed.len(), 3);
    let verified = verify(&record, &trinta_solver::Referee::new(), Some(&AnyWord)).unwrap();
    assert_eq!(verified.shuffle, trinta_core::record::ShuffleProof::Joint { seats: 3 });
}

#[test]
fn bots_and_those_who_are_away_take_no_part() {
    let mut scene = Scene::new(2, 0, 3);
    assert!(deals(&scene.begin()), "bots are dealt to at once");
    let mut scene = Scene::new(2, 2, 1);
    scene.begin();
    scene.commit(Seat(0)).unwrap();
    let left = scene.ask(&Requester::Seat(Seat(1)), &Request::LeaveSeat { seat: Seat(1) }).unwrap();
    assert!(matches!(left.last(), Some(TableEvent::CommitmentsClosed { .. })), "nobody else is waited for: {left:?}");
    assert!(deals(&scene.reveal(Seat(0)).unwrap()));
}

#[test]
fn one_device_commits_for_all_of_its_players() {
    let mut scene = Scene::with(3, 3, 0, |plan| plan.hot_seat = true);
    scene.begin();
    assert_eq!(scene.table.awaited_seats(), [Seat(0)]);
    // Whichever of its seats the device speaks for.
    scene.commit(Seat(2)).unwrap();
    assert!(deals(&scene.reveal(Seat(2)).unwrap()));
    let current = scene.table.current().unwrap();
    assert!(current.commitments[0].is_some() && current.commitments[1].is_none());
}

#[test]
fn whoever_does_not_commit_sits_out_and_everybody_commits_anew() {
    let mut scene = Scene::new(4, 3, 0);
    scene.begin();
    let first = scene.deal();
    scene.commit(Seat(0)).unwrap();
    let aborted = scene.time_up();
    assert!(
        matches!(&aborted[..], [TableEvent::DealAborted { stage: DealStage::Commit, missing, next: Some(_), .. }]
            if *missing == [Seat(1), Seat(2)]),
        "{aborted:?}"
    );
    assert_ne!(scene.deal(), first, "another seed");
    assert!(scene.table.sits_out(Seat(1)) && scene.table.bot_plays(Seat(2)) && !scene.table.bot_plays(Seat(0)));
    assert_eq!(scene.commit(Seat(1)).unwrap_err().code, Code::NoDeal, "bots play there");
    let stale = Request::CommitEntropy { seat: Seat(0), deal: first, commitment: Bytes32([1; 32]) };
    assert_eq!(scene.ask(&Requester::Seat(Seat(0)), &stale).unwrap_err().code, Code::NoDeal);
    scene.commit(Seat(0)).unwrap();
    assert!(deals(&scene.reveal(Seat(0)).unwrap()));
    let current = scene.table.current().unwrap();
    assert_eq!(current.aborted.len(), 1);
    assert_eq!((current.aborted[0].commitment, current.aborted[0].stage), (first, DealStage::Commit));
    // In the next game they take part again.
    play_out(&mut scene);
    let record = record_of(&scene.log, 1, &Library::default()).unwrap();
    assert_eq!(record.header.aborted, scene.table.current().unwrap().aborted, "it is in the record");
    verify(&record, &trinta_solver::Referee::new(), Some(&AnyWord)).unwrap();
    scene.begin();
    assert!(!scene.table.sits_out(Seat(1)));
    assert_eq!(scene.table.awaited_seats(), SEATS);
}

#[test]
fn whoever_withholds_too_often_is_not_asked_again() {
    let mut scene = Scene::with(5, 3, 0, |plan| {
        plan.settings.insert("match_games".to_owned(), trinta_core::edition::Value::Number(9));
    });
    for game in 1..=MAX_WITHHELD {
        scene.begin();
        SEATS.iter().for_each(|&seat| drop(scene.commit(seat).unwrap()));
        scene.reveal(Seat(0)).unwrap();
        scene.reveal(Seat(1)).unwrap();
        scene.time_up();
        for seat in [Seat(0), Seat(1)] {
            scene.commit(seat).unwrap();
        }
        scene.reveal(Seat(0)).unwrap();
        assert!(deals(&scene.reveal(Seat(1)).unwrap()), "game {game}");
        play_out(&mut scene);
    }
    let announced = scene.begin();
    assert!(
        matches!(&announced[..], [TableEvent::DealAnnounced { sits_out, .. }] if *sits_out == [Seat(2)]),
        "{announced:?}"
    );
    assert_eq!(scene.table.awaited_seats(), [Seat(0), Seat(1)]);
}

#[test]
fn a_table_at_which_too_many_deals_are_aborted_is_closed() {
    let mut scene = Scene::new(6, 4, 0);
    scene.begin();
    for withholds in (1..=MAX_ABORTED_REVEALS).map(|number| Seat::at(4 - number)) {
        let due = scene.table.awaited_seats();
        due.iter().for_each(|&seat| drop(scene.commit(seat).unwrap()));
        due.iter().filter(|&&seat| seat != withholds).for_each(|&seat| drop(scene.reveal(seat).unwrap()));
        scene.time_up();
    }
    assert!(scene.table.is_closed() && scene.table.pending_deal().is_none());
    assert!(matches!(scene.log.last().unwrap().1.last(), Some(TableEvent::Closed)));
}

#[test]
fn whoever_repeats_the_commitment_of_another_is_refused() {
    let mut scene = Scene::new(7, 2, 0);
    scene.begin();
    let deal = scene.deal();
    scene.commit(Seat(0)).unwrap();
    let commitment = entropy_commitment(&deal, &scene.secret(deal, Seat(0)).0);
    let repeated = Request::CommitEntropy { seat: Seat(1), deal, commitment };
    assert_eq!(scene.ask(&Requester::Seat(Seat(1)), &repeated).unwrap_err().code, Code::BadEntropy);
}

#[test]
fn only_the_house_ends_a_deal_and_nobody_speaks_for_others() {
    let mut scene = Scene::new(8, 2, 0);
    scene.begin();
    let deal = scene.deal();
    assert_eq!(scene.ask(&Requester::Seat(Seat(0)), &Request::DealTimeUp).unwrap_err().code, Code::HouseOnly);
    let foreign = Request::CommitEntropy { seat: Seat(1), deal, commitment: Bytes32([1; 32]) };
    assert_eq!(scene.ask(&Requester::Seat(Seat(0)), &foreign).unwrap_err().code, Code::NotSeated);
    assert_eq!(scene.ask(&Requester::House, &Request::Begin).unwrap_err().code, Code::GameOn);
}

#[test]
fn s12_a_deal_whose_seed_may_be_known_is_given_up_on_record() {
    let mut scene = Scene::new(9, 2, 0);
    assert_eq!(scene.ask(&Requester::House, &Request::DiscardSecrets).unwrap_err().code, Code::NoDeal);
    scene.begin();
    let known = scene.deal();
    scene.commit(Seat(0)).unwrap();
    scene.commit(Seat(1)).unwrap();
    scene.reveal(Seat(0)).unwrap();
    scene.ask(&Requester::House, &Request::DiscardSecrets).unwrap();
    assert_ne!(scene.deal(), known);
    let aborted = &scene.table.pending_deal().unwrap().aborted;
    assert_eq!((aborted[0].commitment, &aborted[0].missing[..]), (known, &[][..]));
    assert!(!scene.table.sits_out(Seat(1)), "nobody is to blame");
}

#[test]
fn logs_from_before_players_committed_fold_as_they_did() {
    let mut scene = Scene::new(10, 2, 0);
    let (seed, entropy) = (Bytes32([3; 32]), "416e61");
    let shuffler = trinta_core::shuffle::Shuffler::new(&seed, &[b"Ana".to_vec(), Vec::new()]).unwrap();
    let aids = trinta_core::Aids { search: &NoSearch, spelling: &AnyWord, shuffle: &shuffler };
    let game = trinta_core::Game::new(scene.table.setup().clone());
    let dealt = game.decide(trinta_core::Actor::Host, &trinta_core::Command::Deal, &aids).unwrap();
    let early = format!(
        r#"[{{"table":"committed","seed":"{seed}"}},{{"table":"mixed","seat":0,"entropy":"{entropy}"}},{{"table":"game-begun"}}]"#
    );
    let mut events: Vec<TableEvent> = serde_json::from_str(&early).unwrap();
    events.push(TableEvent::Game { events: dealt });
    scene.table.apply(scene.log[0].0, &events);
    scene.log.push((scene.log[0].0, events));
    play_out(&mut scene);
    let record = record_of(&scene.log, 1, &Library::default()).unwrap();
    assert_eq!((record.header.commitment, record.header.committed.len()), (Some(commitment(&seed)), 0));
    assert_eq!(record.header.entropy, [b"Ana".to_vec()]);
    let verified = verify(&record, &trinta_solver::Referee::new(), Some(&AnyWord)).unwrap();
    assert_eq!(verified.shuffle, trinta_core::record::ShuffleProof::Committed);
    // And the log goes on with a deal of today.
    scene.begin();
    let mut again = Table::open(scene.log[0].0, &scene.log[0].1, &Library::default()).unwrap();
    scene.log[1..].iter().for_each(|(at, events)| again.apply(*at, events));
    assert_eq!(Scene::seen(&again), Scene::seen(&scene.table));
}

/// A table that the server runs, as in a tournament: a player may go on with another device.
fn run_by_house(seed: u64) -> Scene {
    Scene::with(seed, 3, 0, |plan| {
        plan.powers =
            Powers { begin: Authority::House, pause: Authority::House, seat: Authority::House, rule: Ruler::Judge };
        plan.settings.insert("match_games".to_owned(), trinta_core::edition::Value::Number(9));
    })
}

fn hand_over(scene: &mut Scene, seat: Seat, device: u64) {
    let occupant = Occupant::Player { id: device_id(device), name: "again".to_owned(), face: None };
    scene.ask(&Requester::House, &Request::Seat { seat, occupant }).unwrap();
}

fn device_id(device: u64) -> PlayerId {
    PlayerId::new(&FixedChance::new(1000 + device))
}

#[test]
fn another_device_does_not_bring_back_what_withholding_cost() {
    let mut scene = run_by_house(11);
    for game in 1..=MAX_WITHHELD {
        scene.begin();
        SEATS.iter().for_each(|&seat| drop(scene.commit(seat).unwrap()));
        scene.reveal(Seat(0)).unwrap();
        scene.reveal(Seat(1)).unwrap();
        scene.time_up();
        // Each time with a browser that nobody has seen here.
        hand_over(&mut scene, Seat(2), u64::from(game));
        assert!(scene.table.sits_out(Seat(2)), "a bot plays this game, on whatever device");
        for seat in [Seat(0), Seat(1)] {
            scene.commit(seat).unwrap();
        }
        scene.reveal(Seat(0)).unwrap();
        assert!(deals(&scene.reveal(Seat(1)).unwrap()), "game {game}");
        play_out(&mut scene);
    }
    let announced = scene.begin();
    assert!(
        matches!(&announced[..], [TableEvent::DealAnnounced { sits_out, .. }] if *sits_out == [Seat(2)]),
        "{announced:?}"
    );
}

#[test]
fn whoever_judges_a_table_is_not_seated_there() {
    let mut scene = run_by_house(12);
    let until = Timestamp::from_millis(i64::MAX / 2);
    scene.ask(&Requester::House, &Request::InviteJudge { hash: "h".to_owned(), until }).unwrap();
    let judge = Request::BecomeJudge { name: "Judge".to_owned(), invite: "h".to_owned() };
    scene.ask(&Requester::Player(device_id(1)), &judge).unwrap();
    let occupant = Occupant::Player { id: device_id(1), name: "again".to_owned(), face: None };
    let seat = Request::Seat { seat: Seat(1), occupant };
    assert_eq!(scene.ask(&Requester::House, &seat).unwrap_err().code, Code::AlreadySeated);
}
