//! The best play in any position of Trinta, with proof.
//!
//! A [`Position`] is solved for an [`Objective`] within a [`Budget`]; the [`Answer`] has the best play and whether it is
//! proved optimal. Both games are solved alike: the number game by dual decomposition and branch and bound, the word game
//! by an exact cover search over a [`WordBook`]. A [`Solver`] reuses its memory and also enumerates all plays in order of
//! merit. [`steps`] turns an answer into instructions that people can follow, and [`Referee`] answers what the rules ask a
//! search.
//!
//! ```
//! use trinta_core::{Settings, Table};
//! use trinta_solver::{Budget, Objective, Position, Proof, Rules, solve};
//!
//! let settings = Settings::edition("hk").unwrap();
//! let table = Table::read("k7 r7 b7 y7 | r3 r4 r5".parse()?).unwrap();
//! let rack = "r6 y5 y6 k1".parse()?;
//! let rules = Rules::numbers(&settings).unwrap();
//! let position = Position { rules, table: &table, rack: &rack, opened: true };
//!
//! let answer = solve(&position, Objective::Tiles, Budget::UNLIMITED);
//! assert_eq!(answer.proof, Proof::Optimal);
//! let best = answer.best.expect("there is a play");
//! assert_eq!((best.tiles, best.value), (3, 17));
//! let steps: Vec<String> = best.steps(&table).iter().map(ToString::to_string).collect();
//! assert_eq!(steps, [
//!     "Take y7 from k7 r7 b7 y7 and y5 y6 from your rack for a new set: y5 y6 y7.",
//!     "Add r6 from your rack to r3 r4 r5: r3 r4 r5 r6.",
//! ]);
//! # Ok::<(), trinta_core::NotationError>(())
//! ```

mod answer;
mod numbers;
mod objective;
mod plays;
mod position;
mod referee;
mod solver;
pub mod steps;
mod words;

pub use answer::{Answer, Count, Proof, RatedPlay, kept_sets};
pub use objective::{Budget, Objective};
pub use plays::Plays;
pub use position::{Position, Rules};
pub use referee::Referee;
pub use solver::{Solver, solve};
pub use words::WordBook;

/// The example of the README is tested like those of the documentation.
#[cfg(doctest)]
#[doc = include_str!("../README.md")]
struct Readme;
