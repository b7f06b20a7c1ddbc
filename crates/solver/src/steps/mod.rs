//! From one table to another in steps that a person can follow.
//!
//! A best play is a whole table, and a whole table is hard to copy by hand. Here it becomes a short list of [`Step`]s:
//! take this, move that, add these. Each says for every tile where it lies and where it goes, and for every set it
//! touches what that is before and after, so that nothing is ever in the hand between two steps. As data a step can be
//! drawn or said in any language; as text ([`Display`](std::fmt::Display)) it is English.
//!
//! - Sets that stay as they are are never mentioned. The order of tiles in a group says nothing (N4), so a group in
//!   another order stays as it is; what joins a group goes behind what lies there.
//! - Few tiles of the table are moved, and none of them twice: a new set grows out of the old one that it has most in
//!   common with, unless that would leave a muddle on the way.
//! - Among the orders of the steps, one is taken in which the sets on the way are valid as often as possible.
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
mod assign;
mod carry;
mod emit;
mod order;
mod pairs;
mod plan;
mod replay;
mod step;
mod text;
mod way;

use trinta_core::Table;

pub use replay::{ReplayError, StepFault, replay};
pub use step::{Action, Change, Load, Move, Spot, Step};

use crate::{numbers, words};
use way::Way;

/// The steps from one table to another.
///
/// Tiles that only the table after has come from the rack; tiles that it lacks, which no play may do (N11), go back
/// there.
#[must_use]
pub fn steps(before: &Table, after: &Table) -> Vec<Step> {
    let Way { plan, order, .. } = Way::find(before, after);
    emit::emit(&plan, &order)
}

impl numbers::Best {
    /// The steps to this play from the table that was asked about.
    #[must_use]
    pub fn steps(&self, before: &Table) -> Vec<Step> {
        steps(before, &self.table)
    }
}

impl words::Best {
    /// The steps to this play from the table that was asked about.
    #[must_use]
    pub fn steps(&self, before: &Table) -> Vec<Step> {
        steps(before, &self.table)
    }
}
