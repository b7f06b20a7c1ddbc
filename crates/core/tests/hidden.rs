//! Nobody can tell hidden tiles apart: a game with other hidden tiles looks the same, to the byte.

use trinta_core::shuffle::{Bytes32, Shuffler};
use trinta_core::{
    Actor, Aids, AnyWord, Command, Event, EventOf, Game, NoSearch, Pool, PoolKnowledge, Seat, Settings, Setup, Tile,
    Tiles, Viewer, see,
};
use trinta_testkit::Dice;

/// The deal with the tiles that a viewer will not see in another order: other racks, and the pool but for the
/// places from which the viewer is going to draw.
fn deal_otherwise(event: &Event, viewer: Viewer, rounds: usize, dice: &mut Dice) -> Event {
    let EventOf::Dealt { starter, racks, pool } = event else { panic!("not a deal: {event:?}") };
    let players = racks.len();
    let drawn_by = |place: usize| Seat::at((starter.index() + place) % players);
    let fixed = |place: usize| place < rounds * players && viewer.sees(drawn_by(place));
    let hidden_seats: Vec<usize> = (0..players).filter(|&seat| !viewer.sees(Seat::at(seat))).collect();
    let mut hidden: Vec<Tile> = hidden_seats.iter().flat_map(|&seat| racks[seat].iter()).collect();
    let old_pool: Vec<Tile> = pool.iter().collect();
    hidden.extend(old_pool.iter().enumerate().filter(|(place, _)| !fixed(*place)).map(|(_, &tile)| tile));
    dice.shuffle(&mut hidden);
    let mut next = hidden.into_iter();
    let mut new_racks = racks.clone();
    for seat in hidden_seats {
        new_racks[seat] = next.by_ref().take(racks[seat].len()).collect::<Tiles>();
    }
    let keep_or_next =
        |(place, &tile): (usize, &Tile)| if fixed(place) { tile } else { next.next().expect("as many as before") };
    let new_pool: Vec<Tile> = old_pool.iter().enumerate().map(keep_or_next).collect();
    EventOf::Dealt { starter: *starter, racks: new_racks, pool: Pool::from(new_pool) }
}

fn same_to_the_viewer(one: &Game, other: &Game, viewer: Viewer) {
    assert_eq!(one.view(viewer), other.view(viewer));
    assert_eq!(format!("{:?}", one.view(viewer)), format!("{:?}", other.view(viewer)));
}

fn same_seen(one: &Event, other: &Event, viewer: Viewer) {
    let (one, other) = (see(one, viewer), see(other, viewer));
    assert_eq!(one, other);
    assert_eq!(serde_json::to_vec(&one).unwrap(), serde_json::to_vec(&other).unwrap());
}

#[test]
fn a_view_does_not_depend_on_hidden_tiles() {
    const ROUNDS: usize = 3;
    let mut differed = 0;
    for seed in 0..600 {
        let mut dice = Dice::new(seed);
        let edition = ["hk", "cn", "pt", "school", "word-a", "word-b"][(seed % 6) as usize];
        let players = 2 + dice.below(3) as u8;
        let setup = Setup::new(Settings::edition(edition).unwrap(), players).unwrap();
        let shuffle = Shuffler::from_seed(&Bytes32(dice.bytes()), players);
        let aids = Aids { search: &NoSearch, spelling: &AnyWord, shuffle: &shuffle };
        let start = Game::new(setup.clone());
        let dealing = start.decide(Actor::Host, &Command::Deal, &aids).unwrap();
        for viewer in setup.seats().map(Viewer::Seat).chain([Viewer::Spectator, Viewer::Judge]) {
            let (mut one, mut other) = (start.clone(), start.clone());
            for event in &dealing {
                let changed = match event {
                    EventOf::Dealt { .. } => deal_otherwise(event, viewer, ROUNDS, &mut dice),
                    _ => event.clone(),
                };
                same_seen(event, &changed, viewer);
                one.apply(event);
                other.apply(&changed);
                same_to_the_viewer(&one, &other, viewer);
            }
            differed += usize::from(one != other);
            for _ in 0..ROUNDS * usize::from(players) {
                let seat = one.turn().unwrap();
                assert!(one.pool().size() > 0);
                let events = [&one, &other].map(|game| game.decide(Actor::Seat(seat), &Command::Draw, &aids).unwrap());
                assert_eq!(events[0].len(), events[1].len());
                for (mine, theirs) in events[0].iter().zip(&events[1]) {
                    same_seen(mine, theirs, viewer);
                    one.apply(mine);
                    other.apply(theirs);
                    same_to_the_viewer(&one, &other, viewer);
                }
            }
        }
    }
    assert!(differed > 1000, "the hidden tiles did differ: {differed}");
}
