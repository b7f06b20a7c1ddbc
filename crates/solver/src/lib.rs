//! The best play in any position of Trinta, proved.

pub mod numbers;
mod referee;

pub use referee::Referee;
