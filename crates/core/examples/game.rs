//! Plays a game from the lots to the scores, by players who lay nothing, and verifies its record.
//!
//! `cargo run -p trinta-core --example game`

use std::error::Error;

use trinta_core::record::{Header, Record, to_text, verify};
use trinta_core::shuffle::{Bytes32, commitment};
use trinta_core::{Actor, Aids, AnyWord, Command, Game, PlainSearch};

fn main() -> Result<(), Box<dyn Error>> {
    let seed = Bytes32([7; 32]);
    let header = Header {
        edition: "hk".to_owned(),
        players: ["Ada", "Ben", "Cem"].map(str::to_owned).to_vec(),
        commitment: Some(commitment(&seed)),
        seed: Some(seed),
        ..Header::default()
    };
    let mut game = Game::new(header.setup()?);
    let shuffle = header.shuffler().ok_or("the seed is known")??;
    let aids = Aids { search: &PlainSearch, spelling: &AnyWord, shuffle: &shuffle };
    let mut events = Vec::new();
    while game.outcome().is_none() {
        let (actor, command) = match game.turn() {
            None => (Actor::Host, Command::Deal),
            Some(seat) if game.pool_size() > 0 => (Actor::Seat(seat), Command::Draw),
            Some(seat) => (Actor::Seat(seat), Command::Pass),
        };
        for event in game.decide(actor, &command, &aids)? {
            game.apply(&event);
            events.push(event);
        }
    }
    let record = Record { header, events };
    let text = to_text(&record);
    println!("{text}");
    let verified = verify(&Record::read(&text)?.record, &PlainSearch, None)?;
    println!("verified: {:?}", verified.shuffle);
    Ok(())
}

#[cfg(test)]
#[test]
fn it_runs() {
    main().unwrap();
}
