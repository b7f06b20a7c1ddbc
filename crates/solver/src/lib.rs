//! The best play in any position of Trinta, proved.

mod count;
pub mod numbers;
mod referee;
pub mod steps;
pub mod words;

pub use count::Count;
pub use referee::Referee;
