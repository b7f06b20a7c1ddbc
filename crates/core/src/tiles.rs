//! Tiles without order: a rack, the tiles of a play, the tiles that went back.

use crate::tile::Tile;

/// The number of copies of each tile.
#[derive(Clone, Copy, PartialEq, Eq)]
pub struct Counts([u8; Tile::INDEX_LIMIT]);

impl Default for Counts {
    fn default() -> Self {
        Counts([0; Tile::INDEX_LIMIT])
    }
}

impl std::fmt::Debug for Counts {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_list()
            .entries((0..Tile::INDEX_LIMIT).filter(|&index| self.0[index] > 0).map(|index| (index, self.0[index])))
            .finish()
    }
}

impl Counts {
    /// The number of copies of this tile.
    #[must_use]
    pub fn of(&self, tile: Tile) -> u8 {
        self.0[tile.index()]
    }

    /// Adds a copy of this tile. Counts stop at 255, far more than any box holds.
    pub fn add(&mut self, tile: Tile) {
        let count = &mut self.0[tile.index()];
        *count = count.saturating_add(1);
    }

    /// Removes a copy of this tile. Returns whether there was one.
    pub fn take(&mut self, tile: Tile) -> bool {
        let count = &mut self.0[tile.index()];
        let some = *count > 0;
        *count -= u8::from(some);
        some
    }
}

impl FromIterator<Tile> for Counts {
    fn from_iter<I: IntoIterator<Item = Tile>>(tiles: I) -> Self {
        let mut counts = Counts::default();
        for tile in tiles {
            counts.add(tile);
        }
        counts
    }
}

/// Tiles without order. They are kept sorted, so that they do not reveal in which order they were drawn.
///
/// ```
/// use trinta_core::Tiles;
///
/// let rack: Tiles = "r6 k1 *".parse()?;
/// assert_eq!(rack.to_string(), "k1 r6 *");
/// assert_eq!(rack.value(), 7);
/// let letters: Tiles = "OJ*GA".parse()?;
/// assert_eq!(letters.to_string(), "AGJO*");
/// # Ok::<(), trinta_core::NotationError>(())
/// ```
#[derive(Debug, Clone, PartialEq, Eq, Hash, Default)]
pub struct Tiles(Vec<Tile>);

impl Tiles {
    /// No tiles.
    #[must_use]
    pub const fn new() -> Tiles {
        Tiles(Vec::new())
    }

    /// The number of tiles.
    #[must_use]
    pub fn len(&self) -> usize {
        self.0.len()
    }

    /// Whether there are none.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.0.is_empty()
    }

    /// The tiles, sorted.
    #[must_use]
    pub fn as_slice(&self) -> &[Tile] {
        &self.0
    }

    /// The tiles, sorted.
    pub fn iter(&self) -> impl Iterator<Item = Tile> + '_ {
        self.0.iter().copied()
    }

    /// The number of copies of each.
    #[must_use]
    pub fn counts(&self) -> Counts {
        self.iter().collect()
    }

    /// The number of jokers among them.
    #[must_use]
    pub fn jokers(&self) -> usize {
        self.0.iter().rev().take_while(|tile| tile.is_joker()).count()
    }

    /// The sum of the numbers, jokers and letters counting 0.
    #[must_use]
    pub fn value(&self) -> u32 {
        self.0.iter().map(|tile| tile.value()).sum()
    }

    /// Adds tiles.
    pub fn add(&mut self, tiles: impl IntoIterator<Item = Tile>) {
        self.0.extend(tiles);
        self.0.sort_unstable();
    }

    /// Removes tiles. If one of them is missing, nothing is removed.
    ///
    /// # Errors
    /// The first missing tile.
    pub fn take(&mut self, tiles: &Tiles) -> Result<(), Tile> {
        let mut wanted = tiles.0.iter().copied().peekable();
        let mut left = Vec::with_capacity(self.0.len().saturating_sub(tiles.0.len()));
        for &tile in &self.0 {
            if wanted.peek() == Some(&tile) {
                wanted.next();
            } else {
                left.push(tile);
            }
        }
        match wanted.next() {
            Some(missing) => Err(missing),
            None => {
                self.0 = left;
                Ok(())
            }
        }
    }
}

impl FromIterator<Tile> for Tiles {
    fn from_iter<I: IntoIterator<Item = Tile>>(tiles: I) -> Self {
        let mut tiles: Vec<Tile> = tiles.into_iter().collect();
        tiles.sort_unstable();
        Tiles(tiles)
    }
}

impl From<Vec<Tile>> for Tiles {
    fn from(mut tiles: Vec<Tile>) -> Self {
        tiles.sort_unstable();
        Tiles(tiles)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn tiles(text: &str) -> Tiles {
        text.parse().unwrap()
    }

    #[test]
    fn taking_removes_each_tile_once() {
        let mut rack = tiles("r3 r3 k1 *");
        assert_eq!(rack.take(&tiles("r3 *")), Ok(()));
        assert_eq!(rack, tiles("k1 r3"));
    }

    #[test]
    fn taking_what_is_not_there_changes_nothing() {
        let mut rack = tiles("r3 k1");
        assert_eq!(rack.take(&tiles("r3 r3")), Err("r3".parse().unwrap()));
        assert_eq!(rack.take(&tiles("k1 *")), Err(Tile::JOKER));
        assert_eq!(rack, tiles("k1 r3"));
    }

    #[test]
    fn jokers_and_values_are_counted() {
        assert_eq!(tiles("* r13 * b2").jokers(), 2);
        assert_eq!(tiles("* r13 * b2").value(), 15);
        assert_eq!(tiles("AB*").jokers(), 1);
        assert_eq!(Tiles::new().jokers(), 0);
    }
}
