//! The number of optimal plays.

/// A count of optimal plays.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Count {
    /// The number of plays counted.
    pub plays: usize,
    /// Whether these are all of them; otherwise the cap or the budget ended the count.
    pub all: bool,
}
