//! How many plays are the best.

/// How many plays there are that nothing is better than.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Count {
    /// How many were counted.
    pub plays: usize,
    /// Whether these are all; otherwise the cap or the budget ended the count.
    pub all: bool,
}
