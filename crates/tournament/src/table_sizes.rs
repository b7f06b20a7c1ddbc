//! How many tables there are, and how many players sit at each.

/// B12: the table sizes for this many players: tables of four, then tables of three. None if that is impossible.
///
/// ```
/// use trinta_tournament::sizes;
///
/// assert_eq!(sizes(10), Some(vec![4, 3, 3]));
/// assert_eq!(sizes(5), None);
/// ```
#[must_use]
pub fn sizes(players: usize) -> Option<Vec<usize>> {
    let tables = players.div_ceil(4);
    let threes = tables * 4 - players;
    let possible = players > 0 && threes <= tables;
    possible.then(|| (0..tables).map(|table| if table < tables - threes { 4 } else { 3 }).collect())
}
