//! Helpers shared by the tests and benchmarks of Trinta.
//!
//! Random players that mostly follow the rules; mischief, which is mostly invalid commands from anybody at any time;
//! the laws that every game must obey; and a second, deliberately naive implementation of the rules to compare the
//! engine with. Everything follows from a seed, so that a failure can be reproduced. For tests of the store and the
//! server there are a small disk that can be filled, and a library by
//! which the disk of a process fails.

pub mod case;
pub mod faulty_io;
pub mod laws;
pub mod mischief;
pub mod naive;
pub mod naive_jokers;
pub mod players;
pub mod run;
pub mod scenes;
pub mod small_disk;

pub use case::{Case, Library, SearchKind};
pub use faulty_io::{Fault, FaultyIo, Operation};
pub use run::{Report, play_game};
pub use small_disk::SmallDisk;
pub use trinta_dice::Dice;
