//! Which pieces of an old set stay when it becomes a new one.

use trinta_core::Laid;

/// How an old set and a new one go together.
#[derive(Debug)]
pub(super) struct Alignment {
    /// The pieces that stay: place in the old set, place in the new one. All tiles that both have.
    pub(super) stays: Vec<(usize, usize)>,
    /// How well the order is kept: the larger, the less is pushed about.
    pub(super) order: i64,
}

/// Lets as many pieces stay as have the same tile, as many of them as possible in order.
pub(super) fn align(old: &[Laid], new: &[Laid]) -> Alignment {
    // What the best common order of the first so many pieces is worth; a joker that keeps its reading is worth more.
    let mut worth = vec![vec![0; new.len() + 1]; old.len() + 1];
    for (from, piece) in old.iter().enumerate() {
        for (to, other) in new.iter().enumerate() {
            let both = pair_worth(*piece, *other).map_or(0, |pair| worth[from][to] + pair);
            worth[from + 1][to + 1] = both.max(worth[from][to + 1]).max(worth[from + 1][to]);
        }
    }
    let mut stays = Vec::new();
    let (mut from, mut to) = (old.len(), new.len());
    while from > 0 && to > 0 {
        let pair = pair_worth(old[from - 1], new[to - 1]);
        if pair.is_some_and(|pair| worth[from][to] == worth[from - 1][to - 1] + pair) {
            (from, to) = (from - 1, to - 1);
            stays.push((from, to));
        } else if worth[from][to] == worth[from - 1][to] {
            from -= 1;
        } else {
            to -= 1;
        }
    }
    for (from, piece) in old.iter().enumerate() {
        if stays.iter().any(|stay| stay.0 == from) {
            continue;
        }
        let free = |to: &usize| stays.iter().all(|stay| stay.1 != *to);
        if let Some(to) = (0..new.len()).filter(free).find(|&to| new[to].tile() == piece.tile()) {
            stays.push((from, to));
        }
    }
    stays.sort_unstable();
    Alignment { stays, order: worth[old.len()][new.len()] }
}

fn pair_worth(old: Laid, new: Laid) -> Option<i64> {
    (old.tile() == new.tile()).then(|| if old == new { 5 } else { 4 })
}

#[cfg(test)]
mod tests {
    use super::*;
    use trinta_core::notation::read_set;

    fn stays(old: &str, new: &str) -> Vec<(usize, usize)> {
        align(&read_set(old).unwrap(), &read_set(new).unwrap()).stays
    }

    #[test]
    fn all_common_tiles_stay_and_in_order_where_that_is_possible() {
        assert_eq!(stays("r3 r4 r5", "r4 r5 r6"), [(1, 0), (2, 1)]);
        assert_eq!(stays("APE", "PAL"), [(0, 1), (1, 0)]);
        assert_eq!(stays("BANANA", "ANNA"), [(1, 0), (2, 1), (4, 2), (5, 3)]);
        assert_eq!(stays("*r4 r5 *r6", "r5 *r6 r7"), [(1, 0), (2, 1)]);
        assert_eq!(stays("k1 k2 k3", "r1 r2 r3"), []);
    }
}
