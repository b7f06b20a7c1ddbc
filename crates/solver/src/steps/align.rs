//! Which pieces of a set stay when it becomes another one.

use trinta_core::Laid;

/// An alignment of an old set with a new one.
#[derive(Debug)]
pub(super) struct Alignment {
    /// The pieces that stay: index in the old set, index in the new one. All tiles that both have in common.
    pub(super) stays: Vec<(usize, usize)>,
    /// The score of the longest common subsequence: higher if more pieces keep their order.
    pub(super) order_score: i64,
}

/// Lets every tile stay that both sets have, as many of them as possible in the same order.
pub(super) fn align(old: &[Laid], new: &[Laid]) -> Alignment {
    // `score[from][to]` is the best score of a common subsequence of the first `from` and the first `to` pieces.
    let mut score = vec![vec![0; new.len() + 1]; old.len() + 1];
    for (from, piece) in old.iter().enumerate() {
        for (to, other) in new.iter().enumerate() {
            let both = pair_score(*piece, *other).map_or(0, |pair| score[from][to] + pair);
            score[from + 1][to + 1] = both.max(score[from][to + 1]).max(score[from + 1][to]);
        }
    }
    let mut stays = Vec::new();
    let (mut from, mut to) = (old.len(), new.len());
    while from > 0 && to > 0 {
        let pair = pair_score(old[from - 1], new[to - 1]);
        if pair.is_some_and(|pair| score[from][to] == score[from - 1][to - 1] + pair) {
            (from, to) = (from - 1, to - 1);
            stays.push((from, to));
        } else if score[from][to] == score[from - 1][to] {
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
    Alignment { stays, order_score: score[old.len()][new.len()] }
}

/// A joker that keeps its reading scores more than one that is read anew.
fn pair_score(old: Laid, new: Laid) -> Option<i64> {
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
    fn all_common_tiles_stay_in_order_where_possible() {
        assert_eq!(stays("r3 r4 r5", "r4 r5 r6"), [(1, 0), (2, 1)]);
        assert_eq!(stays("APE", "PAL"), [(0, 1), (1, 0)]);
        assert_eq!(stays("BANANA", "ANNA"), [(1, 0), (2, 1), (4, 2), (5, 3)]);
        assert_eq!(stays("*r4 r5 *r6", "r5 *r6 r7"), [(1, 0), (2, 1)]);
        assert_eq!(stays("k1 k2 k3", "r1 r2 r3"), []);
    }
}
