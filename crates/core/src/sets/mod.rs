//! What a set is, in either game: everything that needs no more than the set itself.

pub(crate) mod number;
pub(crate) mod word;
