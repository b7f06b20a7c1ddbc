//! What somebody knows of tiles: all of them, or only their number.
//!
//! State and events are written once, over what is known of racks and pool: the game itself knows [`Tiles`] and
//! [`Pool`], a viewer knows [`Seen`] and [`UnseenPool`]. Both fold the same events by the same code.

use std::collections::VecDeque;

use crate::notation::{InOrder, read_rack};
use crate::tile::Tile;
use crate::tiles::Tiles;

mod sealed {
    /// What is known of tiles is known by the rules of this crate alone: a game, or a view of one.
    pub trait Sealed {}

    impl Sealed for super::Tiles {}
    impl Sealed for super::Seen {}
    impl Sealed for super::Pool {}
    impl Sealed for super::UnseenPool {}
}

/// Tiles in somebody's hand, as far as they are known. The two kinds of knowledge are here; there can be no others.
pub trait HandKnowledge: Clone + PartialEq + sealed::Sealed {
    /// The number of tiles, which everybody may know.
    fn size(&self) -> usize;
    /// Adds tiles.
    fn receive(&mut self, tiles: &Self);
    /// Removes tiles that are laid on the table, where everybody sees them.
    fn lay(&mut self, tiles: &Tiles);
    /// Takes tiles back from the table, where everybody has seen them.
    fn take_back(&mut self, tiles: &Tiles);
    /// A hand without tiles.
    fn empty() -> Self;
    /// A hand without tiles, of which as much is known as of this one.
    #[must_use]
    fn emptied(&self) -> Self;
}

impl HandKnowledge for Tiles {
    fn size(&self) -> usize {
        self.len()
    }

    fn receive(&mut self, tiles: &Tiles) {
        self.add(tiles.iter());
    }

    fn lay(&mut self, tiles: &Tiles) {
        let taken = self.take(tiles);
        debug_assert_eq!(taken, Ok(()), "a play lays tiles of the rack");
    }

    fn take_back(&mut self, tiles: &Tiles) {
        self.add(tiles.iter());
    }

    fn empty() -> Tiles {
        Tiles::new()
    }

    fn emptied(&self) -> Tiles {
        Tiles::new()
    }
}

/// Tiles that a viewer knows or can only count.
#[derive(Debug, Clone, PartialEq, Eq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
#[cfg_attr(feature = "serde", serde(deny_unknown_fields))]
#[cfg_attr(feature = "ts", derive(ts_rs::TS))]
pub struct Seen {
    /// The number of tiles.
    pub count: u16,
    /// The tiles, if the viewer may know them.
    #[cfg_attr(feature = "serde", serde(default, skip_serializing_if = "Option::is_none"))]
    #[cfg_attr(feature = "ts", ts(type = "string", optional))]
    pub tiles: Option<Tiles>,
}

impl Seen {
    /// Tiles that the viewer may know.
    #[must_use]
    pub fn face_up(tiles: &Tiles) -> Seen {
        Seen { count: tiles.len() as u16, tiles: Some(tiles.clone()) }
    }

    /// Tiles that the viewer may only count.
    #[must_use]
    pub fn face_down(tiles: &Tiles) -> Seen {
        Seen { count: tiles.len() as u16, tiles: None }
    }
}

impl HandKnowledge for Seen {
    fn size(&self) -> usize {
        usize::from(self.count)
    }

    fn receive(&mut self, tiles: &Seen) {
        self.count = self.count.saturating_add(tiles.count);
        match (&mut self.tiles, &tiles.tiles) {
            (Some(mine), Some(more)) => mine.add(more.iter()),
            (mine, _) => *mine = None,
        }
    }

    fn lay(&mut self, tiles: &Tiles) {
        self.count = self.count.saturating_sub(tiles.len() as u16);
        if let Some(mine) = &mut self.tiles {
            mine.lay(tiles);
        }
    }

    fn take_back(&mut self, tiles: &Tiles) {
        self.count = self.count.saturating_add(tiles.len() as u16);
        if let Some(mine) = &mut self.tiles {
            mine.take_back(tiles);
        }
    }

    fn empty() -> Seen {
        Seen { count: 0, tiles: Some(Tiles::new()) }
    }

    fn emptied(&self) -> Seen {
        Seen { count: 0, tiles: self.tiles.as_ref().map(|_| Tiles::new()) }
    }
}

/// The pool, as far as it is known. The two kinds of knowledge are here; there can be no others.
pub trait PoolKnowledge: Clone + PartialEq + sealed::Sealed {
    /// The number of tiles left, which everybody may know.
    fn size(&self) -> usize;
    /// Removes the next tiles.
    fn draw(&mut self, count: usize);
    /// A pool without tiles.
    fn empty() -> Self;
}

/// The pool in the order in which it will be drawn.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct Pool(VecDeque<Tile>);

impl Pool {
    /// The next tiles: `count` of them, or fewer if the pool has fewer (N20).
    pub fn next(&self, count: usize) -> Tiles {
        self.0.iter().copied().take(count).collect()
    }

    /// The tiles, next first.
    pub fn iter(&self) -> impl Iterator<Item = Tile> + '_ {
        self.0.iter().copied()
    }

    /// Whether there are no tiles left.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.0.is_empty()
    }
}

impl From<Vec<Tile>> for Pool {
    fn from(tiles: Vec<Tile>) -> Pool {
        Pool(tiles.into())
    }
}

impl PoolKnowledge for Pool {
    fn size(&self) -> usize {
        self.0.len()
    }

    fn draw(&mut self, count: usize) {
        self.0.drain(..count.min(self.0.len()));
    }

    fn empty() -> Pool {
        Pool::default()
    }
}

impl std::fmt::Display for Pool {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        InOrder(&self.iter().collect::<Vec<_>>()).fmt(f)
    }
}

impl std::str::FromStr for Pool {
    type Err = crate::notation::NotationError;

    fn from_str(text: &str) -> Result<Pool, Self::Err> {
        Ok(read_rack(text)?.into())
    }
}

/// A pool of which only the size is known.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
#[cfg_attr(feature = "serde", serde(transparent))]
#[cfg_attr(feature = "ts", derive(ts_rs::TS))]
pub struct UnseenPool(pub u16);

impl PoolKnowledge for UnseenPool {
    fn size(&self) -> usize {
        usize::from(self.0)
    }

    fn draw(&mut self, count: usize) {
        self.0 = self.0.saturating_sub(count as u16);
    }

    fn empty() -> UnseenPool {
        UnseenPool(0)
    }
}
