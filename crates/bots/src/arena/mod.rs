//! Where bots meet: whole games and matches, and the same deal once for every way to sit down to it.

mod game;
mod mirror;

pub use game::{Finished, GameError, Hall, SeatReport};
pub use mirror::{seating, seed_of};
