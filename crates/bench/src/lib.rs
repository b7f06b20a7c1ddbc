//! How good and how fast the number solver is.
//!
//! Positions from games, from random tables and from tables on which nearly the whole box lies ([`Class`]); a second
//! opinion on each of them from integer programming (`Reference`, with the feature `highs`), which knows nothing of how
//! our solver works; and the times of both, measured in the same run. Everything but the times follows from a seed.

mod adversary;
mod aim;
mod class;
mod compare;
mod full_tables;
mod hardest;
mod measure;
mod memory;
mod merit;
mod opinion;
mod question;
mod random_tables;
#[cfg(feature = "highs")]
mod reference;
mod report;
mod self_play;
mod sets;
mod stopwatch;
mod times;

pub use adversary::look_for_a_hard_one;
pub use aim::Aim;
pub use class::{Class, Source, collect};
pub use compare::{Disagreement, Outcome, Tally, compare};
pub use measure::{Against, Memory, Plan, Report, Row, measure};
pub use memory::peak;
pub use merit::Merit;
pub use opinion::{SecondOpinion, Verdict};
pub use question::Question;
#[cfg(feature = "highs")]
pub use reference::{Formulation, Reference};

pub use times::{Figures, Times};
