//! The best play in any position of Trinta, proved.

pub mod numbers;
mod referee;
pub mod steps;
pub mod words;

pub use referee::Referee;
