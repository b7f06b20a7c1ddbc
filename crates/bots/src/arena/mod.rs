//! The arena, which compares bots: games and matches, mirrored deals, results and their certainty.

mod game;
mod interval;
mod lineup;
mod mirror;
mod sequential;
mod tally;

pub use game::{Arena, Finished, GameError, SeatReport};
pub use interval::{Estimate, Sample};
pub use lineup::{lineups, pairs};
pub use mirror::{in_order, seating, seed_of};
pub use sequential::{BettingTest, Verdict};
pub use tally::{BotTally, GameResult, PairTally, Tally};
