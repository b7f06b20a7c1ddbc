//! Nothing secret is in any message before its time.

use trinta_core::record::DealStage;
use trinta_core::shuffle::Bytes32;
use trinta_core::{Seat, Viewer};
use trinta_table::wire::{see_entry, see_table};
use trinta_table::{Request, Requester};
use trinta_testkit::Dice;

use crate::scene::Scene;

/// Everything that anybody is told of the last entry, and of the table after it.
fn told(scene: &Scene) -> String {
    let (at, events) = scene.log.last().unwrap();
    let viewers = scene.table.setup().seats().map(Viewer::Seat).chain([Viewer::Spectator, Viewer::Judge]);
    viewers
        .map(|viewer| {
            serde_json::to_string(&see_entry(&scene.table, events, viewer)).unwrap()
                + &serde_json::to_string(&see_table(&scene.table, viewer, *at)).unwrap()
        })
        .collect()
}

#[test]
fn seed_and_entropy_are_shown_to_nobody_before_their_time() {
    let mut looked = 0;
    for case in 0..200 {
        let mut dice = Dice::new(1000 + case);
        let mut scene = Scene::new(case, 3, 1);
        scene.begin();
        let mut revealed: Vec<Bytes32> = Vec::new();
        for _ in 0..60 {
            let text = told(&scene);
            let seed = |text: &str| text.split("\"seed\":\"").nth(1).map(|rest| rest[..64].to_owned());
            let current = scene.table.running().map(|current| current.seed);
            let pending = scene.log.iter().rev().find_map(|(_, events)| {
                let text = serde_json::to_string(events).unwrap();
                text.split("\"next\":\"").nth(1).map(|rest| rest[..64].to_owned()).or_else(|| seed(&text))
            });
            let secret = current.map(|seed| seed.to_string()).or(pending).unwrap();
            assert!(!text.contains(&secret), "case {case}: the seed is told");
            for entropy in scene.secrets() {
                let known = revealed.contains(&entropy);
                assert!(known || !text.contains(&entropy.to_string()), "case {case}: entropy is told too early");
            }
            looked += 1;
            let Some(stage) = scene.table.pending_deal().map(|deal| deal.stage) else { break };
            let seat = Seat::at(dice.below(3));
            match stage {
                _ if dice.chance(5) => drop(scene.ask(&Requester::House, &Request::DealTimeUp)),
                DealStage::Commit => drop(scene.commit(seat)),
                DealStage::Reveal => {
                    let deal = scene.deal();
                    if scene.reveal(seat).is_ok() {
                        revealed.push(scene.secret(deal, seat));
                    }
                }
            }
            if scene.table.is_closed() {
                break;
            }
        }
    }
    assert!(looked > 1000, "{looked}");
}
