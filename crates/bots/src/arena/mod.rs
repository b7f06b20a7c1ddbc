//! Where bots meet: whole games and matches, the same deal once for every way to sit down to it, and what comes out.

mod game;
mod interval;
mod lineup;
mod mirror;
mod sequential;
mod tally;

pub use game::{Finished, GameError, Hall, SeatReport};
pub use interval::{Estimate, Sample};
pub use lineup::{lineups, pairs};
pub use mirror::{in_order, seating, seed_of};
pub use sequential::{Bet, Verdict};
pub use tally::{BotTally, GameResult, PairTally, Tally};
