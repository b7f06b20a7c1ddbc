//! Sets of both games: everything that can be told from a set alone.

pub(crate) mod number;
pub(crate) mod word;
