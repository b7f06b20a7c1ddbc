//! Pairs of identical tiles, for which some editions deal anew (N9).

use crate::tiles::Tiles;

/// N9: this many pairs of identical number tiles give a right to a new deal.
pub const PAIRS_FOR_A_NEW_DEAL: usize = 3;

/// N9: the pairs of identical number tiles among these, both tiles of each; jokers make none.
///
/// ```
/// use trinta_core::numbers::identical_pairs;
///
/// assert_eq!(identical_pairs(&"r3 r3 b8 k8 * *".parse()?).to_string(), "r3 r3");
/// # Ok::<(), trinta_core::NotationError>(())
/// ```
#[must_use]
pub fn identical_pairs(tiles: &Tiles) -> Tiles {
    let same = tiles.as_slice().chunk_by(PartialEq::eq);
    same.filter(|tiles| !tiles[0].is_joker()).flat_map(|tiles| tiles[..tiles.len() / 2 * 2].to_vec()).collect()
}
