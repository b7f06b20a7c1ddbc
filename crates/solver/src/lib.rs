//! The best play in any position of Trinta, proved.

pub mod words;
