//! Correctness and speed of the number solver against integer programming.
//!
//! The positions come from games, from random tables and from tables with nearly the whole box ([`Class`]). On each of
//! them an independent oracle, an integer program solved by HiGHS (`Reference`, with the feature `highs`), checks our
//! answers, and the times of both are measured in the same run. Everything but the times follows from a seed.

mod adversary;
mod class;
mod compare;
mod full_tables;
mod hardest;
mod measure;
mod memory;
mod merit;
mod oracle;
mod position;
mod random_tables;
mod ranking;
#[cfg(feature = "highs")]
mod reference;
mod report;
mod self_play;
mod sets;
mod stopwatch;
mod times;

pub use adversary::find_hard_position;
pub use class::{Class, Source, collect};
pub use compare::{Disagreement, Outcome, Tally, compare};
pub use measure::{Comparison, Memory, Options, Report, Row, measure};
pub use memory::peak_memory;
pub use merit::Merit;
pub use oracle::{Oracle, OracleAnswer};
pub use position::BenchPosition;
pub use ranking::Ranking;
#[cfg(feature = "highs")]
pub use reference::{Formulation, Reference};
pub use times::{Summary, Times};
