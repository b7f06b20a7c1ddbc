//! Whatever order things come in, a deal has everything it needs, and it ends.

use trinta_core::Seat;
use trinta_core::record::DealStage;
use trinta_core::shuffle::{Bytes32, entropy_commitment};
use trinta_table::library::Library;
use trinta_table::{Request, Requester, Table, TableEvent};
use trinta_testkit::Dice;

use crate::scene::{Scene, deals};

/// Does something that may happen during a deal. Refusals are fine.
fn happen(scene: &mut Scene, dice: &mut Dice, seats: usize) -> Vec<TableEvent> {
    let seat = Seat::at(dice.below(seats));
    let who = Requester::Seat(seat);
    let happened = match dice.below(12) {
        0..=3 => scene.commit(seat),
        4..=7 => scene.reveal(seat),
        8 => scene.ask(&who, &Request::LeaveSeat { seat }),
        9 => scene.ask(&who, &Request::Back { seat }),
        10 if dice.chance(30) => scene.ask(&Requester::House, &Request::DealTimeUp),
        10 => scene.ask(&who, &Request::Begin),
        _ => {
            let (deal, bytes) = (scene.deal(), Bytes32([seat.0; 32]));
            let request = if dice.chance(50) {
                Request::CommitEntropy { seat, deal, commitment: bytes }
            } else {
                Request::RevealEntropy { seat, deal, entropy: bytes }
            };
            scene.ask(&who, &request)
        }
    };
    happened.unwrap_or_default()
}

/// What holds after every entry.
fn check(scene: &Scene, events: &[TableEvent], case: u64) {
    if let Some(deal) = scene.table.pending_deal() {
        assert!(!scene.table.awaited_seats().is_empty(), "case {case}: a deal waits for nobody");
        let revealed = deal.entropy.iter().any(Option::is_some);
        assert!(deal.stage == DealStage::Reveal || !revealed, "case {case}: entropy before all commitments");
        for (entropy, commitment) in deal.entropy.iter().zip(&deal.commitments) {
            let fits = entropy.is_none_or(|bytes| *commitment == Some(entropy_commitment(&deal.id(), &bytes.0)));
            assert!(fits, "case {case}: entropy that was not committed to");
        }
    }
    if deals(events) {
        let current = scene.table.current().unwrap();
        let deal = trinta_core::shuffle::commitment(&current.seed);
        for (seat, entropy) in scene.table.setup().seats().zip(&current.entropy) {
            match current.commitments[seat.index()] {
                Some(committed) => assert_eq!(entropy_commitment(&deal, entropy), committed, "case {case}, {seat}"),
                None => assert!(entropy.is_empty(), "case {case}: {seat} has not committed"),
            }
        }
    }
}

#[test]
fn a_deal_never_misses_entropy_and_never_hangs() {
    let mut outcomes = [0_u32; 3];
    for case in 0..600 {
        let mut dice = Dice::new(case);
        let people = 1 + dice.below(4) as u8;
        let bots = dice.below(3) as u8 + u8::from(people == 1);
        let seats = usize::from(people + bots);
        let mut scene = Scene::new(case, people, bots);
        let begun = scene.begin();
        check(&scene, &begun, case);
        for _ in 0..dice.below(40) {
            if scene.table.pending_deal().is_none() {
                break;
            }
            let events = happen(&mut scene, &mut dice, seats);
            check(&scene, &events, case);
        }
        // From wherever it stands, time alone ends it.
        let mut waits = 0;
        while scene.table.pending_deal().is_some() {
            let events = scene.time_up();
            check(&scene, &events, case);
            waits += 1;
            assert!(waits <= seats + 1, "case {case}: it does not end");
        }
        let ended = (scene.table.running().is_some(), scene.table.is_closed());
        assert!(ended.0 != ended.1, "case {case}: {ended:?}");
        let aborted = scene.table.current().is_some_and(|current| !current.aborted.is_empty());
        outcomes[usize::from(aborted) + 2 * usize::from(ended.1)] += 1;
        let mut again = Table::open(scene.log[0].0, &scene.log[0].1, &Library::default()).unwrap();
        scene.log[1..].iter().for_each(|(at, events)| again.apply(*at, events));
        assert_eq!(Scene::seen(&again), Scene::seen(&scene.table), "case {case}: the log tells the same");
    }
    assert!(outcomes[0] > 20 && outcomes[1] > 20, "both kinds of deals came about: {outcomes:?}");
}
