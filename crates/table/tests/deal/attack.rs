//! S3: whoever runs the server and plays wants both jokers on their rack.
//!
//! The attacker is the operator, who knows the seed and sees every message first, and sits at seat B. Seat A is honest.

use trinta_core::shuffle::{Bytes32, Seed, Shuffler, commitment, entropy_commitment};
use trinta_core::{Actor, Aids, AnyWord, Command, Event, Game, NoSearch, Seat, Setup, Tile};
use trinta_table::{Code, Request, Requester};
use trinta_testkit::Dice;

use crate::scene::{Scene, deals};

const TRIES: u32 = 10_000;
const ATTACKER: Seat = Seat(1);
/// The probability that a rack of 14 out of 106 tiles has both jokers.
const BOTH: f64 = 14.0 * 13.0 / (106.0 * 105.0);

fn bytes(dice: &mut Dice) -> Bytes32 {
    Bytes32(std::array::from_fn(|_| dice.below(256) as u8))
}

fn setup() -> Setup {
    Scene::new(0, 2, 0).table.setup().clone()
}

/// Whether the attacker's rack has both jokers.
fn wins(setup: &Setup, seed: &Seed, entropy: [Bytes32; 2]) -> bool {
    let shuffler = Shuffler::new(seed, &entropy.map(|bytes| bytes.0)).unwrap();
    let aids = Aids { search: &NoSearch, spelling: &AnyWord, shuffle: &shuffler };
    let events = Game::new(setup.clone()).decide(Actor::Host, &Command::Deal, &aids).unwrap();
    let racks = events.iter().find_map(|event| match event {
        Event::Dealt { racks, .. } => Some(racks),
        _ => None,
    });
    racks.unwrap()[ATTACKER.index()].iter().filter(|&tile| tile == Tile::JOKER).count() == 2
}

/// Whether a count is within five standard deviations of what this many tries give on average.
fn is_near(count: u32, tries: u32, probability: f64) -> bool {
    let (tries, count) = (f64::from(tries), f64::from(count));
    (count - tries * probability).abs() < 5.0 * (tries * probability * (1.0 - probability)).sqrt()
}

#[test]
fn s3_where_the_last_to_add_entropy_wins_the_attack_succeeds() {
    let (setup, mut dice) = (setup(), Dice::new(1));
    let (seed, honest) = (bytes(&mut dice), bytes(&mut dice));
    let tries = (1..=TRIES).find(|_| wins(&setup, &seed, [honest, bytes(&mut dice)]));
    println!("without commitments of the players, try {} gives both jokers", tries.unwrap());
}

#[test]
fn s3_whoever_has_committed_can_not_choose_any_more() {
    let (setup, mut dice) = (setup(), Dice::new(2));
    let mut scene = Scene::new(3, 2, 0);
    scene.begin();
    let deal = scene.deal();
    scene.commit(Seat(0)).unwrap();
    scene.commit(ATTACKER).unwrap();
    let shown = scene.table.pending_deal().unwrap().commitments.clone();
    scene.reveal(Seat(0)).unwrap();
    // The attacker knows everything now, and looks for entropy, or another seed, with which both jokers come.
    let (honest, own) = (scene.secret(deal, Seat(0)), scene.secret(deal, ATTACKER));
    let (mut winning, mut accepted) = (0, 0);
    for _ in 0..TRIES {
        let (seed, entropy) = (bytes(&mut dice), bytes(&mut dice));
        winning += u32::from(wins(&setup, &seed, [honest, entropy]));
        let reveal = Request::RevealEntropy { seat: ATTACKER, deal, entropy };
        match scene.ask(&Requester::Seat(ATTACKER), &reveal) {
            Ok(_) => accepted += 1,
            Err(refusal) => assert_eq!(refusal.code, Code::BadEntropy),
        }
        // A server that is not this program could take it; the device of seat A remembers what was shown.
        accepted += u32::from(shown[ATTACKER.index()] == Some(entropy_commitment(&deal, &entropy.0)));
        accepted += u32::from(commitment(&seed) == deal);
    }
    assert!(is_near(winning, TRIES, BOTH), "{winning}");
    assert_eq!(accepted, 0, "of {TRIES} choices, {winning} of which would win");
    // What is left is to go on, or to abort the deal for all to see.
    let dealt = scene.ask(&Requester::Seat(ATTACKER), &Request::RevealEntropy { seat: ATTACKER, deal, entropy: own });
    assert!(deals(&dealt.unwrap()));
    println!("with commitments, 0 of {TRIES} choices were accepted, {winning} of which would have won");
}

#[test]
fn s3_choosing_before_the_commitment_wins_nothing() {
    // Before the commitments are closed the attacker chooses the seed and the own entropy for a guess of A's.
    let (setup, mut dice) = (setup(), Dice::new(4));
    let (games, mut won) = (TRIES / 2, 0);
    for _ in 0..games {
        let (guess, honest) = (bytes(&mut dice), bytes(&mut dice));
        let mut choice = (bytes(&mut dice), bytes(&mut dice));
        for _ in 0..8 {
            if wins(&setup, &choice.0, [guess, choice.1]) {
                break;
            }
            choice = (bytes(&mut dice), bytes(&mut dice));
        }
        won += u32::from(wins(&setup, &choice.0, [honest, choice.1]));
    }
    assert!(is_near(won, games, BOTH), "{won} of {games}");
    println!(
        "chosen before the commitments: both jokers in {won} of {games} games, {:.0} by chance",
        f64::from(games) * BOTH
    );
}

#[test]
fn what_withholding_still_wins_is_as_documented() {
    let (setup, mut dice) = (setup(), Dice::new(5));
    let document = include_str!("../../../../docs/shuffle.md");
    for aborts in 0..3_u32 {
        let games = 4000;
        // With every abort an accomplice loses their seat, and the deal is made anew.
        let mut lucky =
            |_: &u32| (0..=aborts).any(|_| wins(&setup, &bytes(&mut dice), [bytes(&mut dice), bytes(&mut dice)]));
        let won = (0..games).filter(&mut lucky).count() as u32;
        let expected = 1.0 - (1.0 - BOTH).powi(aborts as i32 + 1);
        assert!(is_near(won, games, expected), "{won} of {games} with {aborts} aborts");
        let line = format!("| {aborts} | {:.2} % | {:.2} % |", 100.0 * expected, 100.0 * (expected - BOTH).max(0.0));
        println!("{aborts} aborts: both jokers in {won} of {games} games; {line}");
        assert!(document.contains(&line), "docs/shuffle.md does not have {line}");
    }
}
