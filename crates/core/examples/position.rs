//! Sets up a position in the middle of a game, shows what an impossible one is refused for, and plays on.
//!
//! `cargo run -p trinta-core --example position`

use std::error::Error;

use trinta_core::shuffle::{Bytes32, Shuffler};
use trinta_core::{
    Actor, Aids, AnyWord, Command, Game, GamePosition, Layout, PlainSearch, Seat, Settings, Setup, Table, Tiles,
};

fn main() -> Result<(), Box<dyn Error>> {
    let setup = Setup::new(Settings::edition("hk")?, 2)?;
    let table = Table::try_from("r3 r4 r5 | k7 r7 b7".parse::<Layout>()?)?;
    let racks: Vec<Tiles> = vec!["r6 y7 k13".parse()?, "y1 y2 *".parse()?];

    // The tiles that are neither on the table nor on a rack are in the pool.
    let mut placed = table.layout().counts();
    racks.iter().flat_map(Tiles::iter).for_each(|tile| placed.add(tile));
    let mut pool = setup.tile_set().tiles();
    pool.retain(|&tile| !placed.take(tile));

    let position = GamePosition::new(table, racks, pool.into(), Seat(0));
    let mut impossible = position.clone();
    impossible.passes = 3;
    impossible.seats[1].rack = "y1 y1 y1".parse()?;
    if let Err(error) = Game::from_position(setup.clone(), impossible) {
        error.faults.iter().for_each(|fault| println!("impossible: {fault}"));
    }

    let mut game = Game::from_position(setup, position)?;
    let shuffle = Shuffler::from_seed(&Bytes32([7; 32]), 2);
    let aids = Aids { search: &PlainSearch, spelling: &AnyWord, shuffle: &shuffle };
    let play = Command::Play { layout: "r3 r4 r5 r6 | k7 r7 b7 y7".parse()? };
    for event in game.decide(Actor::Seat(Seat(0)), &play, &aids)? {
        game.apply(&event);
    }
    println!("{} is left on the rack, and {:?} is on turn", game.seats()[0].rack, game.turn());
    Ok(())
}

#[cfg(test)]
#[test]
fn it_runs() {
    main().unwrap();
}
