//! From one table to another in steps that a person can follow.
//!
//! A best play is a whole table, which is hard to copy by hand. Here it becomes a short list of [`Step`]s: take this,
//! move that, add these. A step gives the source and destination of every tile that moves, and the contents of every
//! set it touches before and after, so that between two steps all tiles are on the table or on the rack. As data a step
//! can be drawn or put into any language; as text ([`Display`](std::fmt::Display)) it is English.
//!
//! - Unchanged sets are never mentioned. The order of tiles in a group means nothing (N4), so a group in another order
//!   is unchanged, and tiles that join a group are added at its end.
//! - Few tiles of the table move, and none of them twice: a new set grows out of the old one that it has most in common
//!   with, unless that would leave a jumble of tiles on the way.
//! - The order of the steps is the one in which the fewest intermediate sets are invalid.
//!
//! ```
//! use trinta_core::Table;
//! use trinta_solver::steps::{replay, steps};
//!
//! let before = Table::read("k7 r7 b7 y7 | r3 r4 r5".parse()?).unwrap();
//! let after = Table::read("k7 r7 b7 | r3 r4 r5 r6 | y5 y6 y7".parse()?).unwrap();
//! let steps = steps(&before, &after);
//! let text: Vec<String> = steps.iter().map(ToString::to_string).collect();
//! assert_eq!(text, [
//!     "Take y7 from k7 r7 b7 y7 and y5 y6 from your rack for a new set: y5 y6 y7.",
//!     "Add r6 from your rack to r3 r4 r5: r3 r4 r5 r6.",
//! ]);
//! let (table, rack) = replay(before.layout(), &"r6 y5 y6 k1".parse()?, &steps).unwrap();
//! assert!(table.same_sets(after.layout()));
//! assert_eq!(rack.to_string(), "k1");
//! # Ok::<(), trinta_core::NotationError>(())
//! ```

mod align;
mod assignment;
mod emit;
mod matching;
mod order;
mod rearrangement;
mod replay;
mod schedule;
mod step;
mod text;
mod transfer;

use trinta_core::Table;

pub use replay::{ReplayError, StepFault, replay};
pub use step::{Action, Batch, Change, Move, Spot, Step};

use crate::answer::RatedPlay;
use schedule::Schedule;

/// The steps from one table to another.
///
/// Tiles that only the table after has come from the rack. Tiles that only the table before has go back to the rack,
/// which no play may do (N11), but taking a play back does.
#[must_use]
pub fn steps(before: &Table, after: &Table) -> Vec<Step> {
    let Schedule { rearrangement, order, .. } = Schedule::find(before, after);
    emit::to_steps(&rearrangement, &order)
}

impl RatedPlay {
    /// The steps to this play from the table of the position.
    #[must_use]
    pub fn steps(&self, before: &Table) -> Vec<Step> {
        steps(before, &self.table)
    }
}
