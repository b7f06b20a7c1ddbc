//! What lies on the table: a [`Layout`] that somebody proposes, a [`Table`] that has been found valid.

use crate::sets::{number, word};
use crate::tile::{Laid, Tile};
use crate::tiles::{Counts, Tiles};

/// Sets as somebody laid them, valid or not.
///
/// The tiles of all sets lie one after another in one list, so that copying a table is copying two short lists.
///
/// ```
/// use trinta_core::Layout;
///
/// let layout: Layout = "r3 r4 r5 | k7 r7 *".parse()?;
/// assert_eq!(layout.len(), 2);
/// assert_eq!(layout.tile_count(), 6);
/// assert_eq!(layout.to_string(), "r3 r4 r5 | k7 r7 *");
/// # Ok::<(), trinta_core::NotationError>(())
/// ```
#[derive(Debug, Clone, PartialEq, Eq, Hash, Default)]
pub struct Layout {
    pieces: Vec<Laid>,
    ends: Vec<u16>,
}

impl Layout {
    /// An empty table.
    #[must_use]
    pub const fn new() -> Layout {
        Layout { pieces: Vec::new(), ends: Vec::new() }
    }

    /// An empty table with room for this many sets and pieces.
    #[must_use]
    pub fn with_capacity(sets: usize, pieces: usize) -> Layout {
        Layout { pieces: Vec::with_capacity(pieces), ends: Vec::with_capacity(sets) }
    }

    /// The number of sets.
    #[must_use]
    pub fn len(&self) -> usize {
        self.ends.len()
    }

    /// Whether there are no sets.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.ends.is_empty()
    }

    /// The number of tiles in all sets together.
    #[must_use]
    pub fn tile_count(&self) -> usize {
        self.pieces.len()
    }

    /// Puts down one more set.
    ///
    /// # Panics
    /// If the table would hold more than 65,535 tiles. Everything that reads layouts has a much lower limit.
    pub fn push(&mut self, set: impl IntoIterator<Item = Laid>) {
        self.pieces.extend(set);
        self.ends.push(u16::try_from(self.pieces.len()).expect("a table has fewer than 65,536 tiles"));
    }

    /// The sets, in the order in which they lie.
    pub fn sets(&self) -> impl ExactSizeIterator<Item = &[Laid]> + Clone {
        (0..self.ends.len()).map(|index| self.set(index))
    }

    /// One set.
    ///
    /// # Panics
    /// If there is no set with this index.
    #[must_use]
    pub fn set(&self, index: usize) -> &[Laid] {
        let start = if index == 0 { 0 } else { self.ends[index - 1] };
        &self.pieces[usize::from(start)..usize::from(self.ends[index])]
    }

    /// The pieces of one set, to be changed in place.
    pub(crate) fn set_mut(&mut self, index: usize) -> &mut [Laid] {
        let start = if index == 0 { 0 } else { self.ends[index - 1] };
        &mut self.pieces[usize::from(start)..usize::from(self.ends[index])]
    }

    /// All pieces, set after set.
    #[must_use]
    pub fn pieces(&self) -> &[Laid] {
        &self.pieces
    }

    /// All tiles, a joker as a joker.
    pub fn tiles(&self) -> impl Iterator<Item = Tile> + '_ {
        self.pieces.iter().map(|piece| piece.tile())
    }

    /// The number of copies of each tile.
    #[must_use]
    pub fn counts(&self) -> Counts {
        self.tiles().collect()
    }

    /// Whether two layouts hold the same sets, in whatever order the sets lie.
    #[must_use]
    pub fn same_sets(&self, other: &Layout) -> bool {
        self == other || {
            let mut mine: Vec<_> = self.sets().collect();
            let mut theirs: Vec<_> = other.sets().collect();
            mine.sort_unstable();
            theirs.sort_unstable();
            mine == theirs
        }
    }
}

impl<S: IntoIterator<Item = Laid>> FromIterator<S> for Layout {
    fn from_iter<I: IntoIterator<Item = S>>(sets: I) -> Self {
        let mut layout = Layout::new();
        for set in sets {
            layout.push(set);
        }
        layout
    }
}

/// Sets that are valid, each in its proper order and with its jokers read.
///
/// For letters, valid here means a word of 3 letters or more with all jokers read, none twice (W3); whether a word
/// list has it is another question, because a play may stand unchecked until somebody challenges it (W8).
///
/// ```
/// use trinta_core::{Layout, Table};
///
/// let layout: Layout = "r12 r13 *".parse()?;
/// let table = Table::read(layout).unwrap();
/// assert_eq!(table.to_string(), "* r12 r13");
/// # Ok::<(), trinta_core::NotationError>(())
/// ```
#[derive(Debug, Clone, PartialEq, Eq, Hash, Default)]
pub struct Table(Layout);

/// The first invalid set of a layout.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[error("set {}: {reason}", set + 1)]
pub struct NotATable {
    /// The index of the set.
    pub set: usize,
    /// The reason for which it is not valid.
    pub reason: String,
}

impl Table {
    /// An empty table.
    #[must_use]
    pub const fn new() -> Table {
        Table(Layout::new())
    }

    /// Reads the jokers of a layout and puts its sets in order (N5).
    ///
    /// # Errors
    /// The first set that is not valid.
    pub fn read(mut layout: Layout) -> Result<Table, NotATable> {
        let mut spelt = Vec::new();
        for index in 0..layout.len() {
            let pieces = layout.set_mut(index);
            let refuse = |reason: String| NotATable { set: index, reason };
            if word::is_word(pieces) {
                let word = word::spelling(pieces).map_err(|fault| refuse(fault.to_string()))?;
                if spelt.contains(&word) {
                    return Err(refuse(format!("{word} lies on the table twice")));
                }
                spelt.push(word);
            } else {
                let read = number::read(pieces).map_err(|fault| refuse(fault.to_string()))?;
                read.lay(pieces);
            }
        }
        Ok(Table(layout))
    }

    /// A layout whose sets have been found valid and put in order.
    pub(crate) const fn trusted(layout: Layout) -> Table {
        Table(layout)
    }

    /// The sets as a layout.
    #[must_use]
    pub const fn layout(&self) -> &Layout {
        &self.0
    }

    /// The sets as a layout to go on from.
    #[must_use]
    pub fn into_layout(self) -> Layout {
        self.0
    }

    /// The sets.
    pub fn sets(&self) -> impl ExactSizeIterator<Item = &[Laid]> + Clone {
        self.0.sets()
    }

    /// The number of sets.
    #[must_use]
    pub fn len(&self) -> usize {
        self.0.len()
    }

    /// Whether the table is empty.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.0.is_empty()
    }

    /// The tiles of all sets.
    #[must_use]
    pub fn tiles(&self) -> Tiles {
        self.0.tiles().collect()
    }
}

/// The same as [`Table::read`].
impl TryFrom<Layout> for Table {
    type Error = NotATable;

    fn try_from(layout: Layout) -> Result<Table, NotATable> {
        Table::read(layout)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn sets_lie_one_after_another() {
        let layout: Layout = "r3 r4 r5 | k7 r7 * | y1 y2 y3 y4".parse().unwrap();
        assert_eq!(layout.len(), 3);
        assert_eq!(layout.set(1).len(), 3);
        assert_eq!(layout.set(2).len(), 4);
        assert_eq!(layout.sets().map(<[Laid]>::len).collect::<Vec<_>>(), [3, 3, 4]);
        let again: Layout = layout.sets().map(<[Laid]>::to_vec).collect();
        assert_eq!(again, layout);
    }

    #[test]
    fn the_order_of_sets_is_free() {
        let one: Layout = "r3 r4 r5 | k7 r7 *".parse().unwrap();
        let other: Layout = "k7 r7 * | r3 r4 r5".parse().unwrap();
        assert!(one.same_sets(&other) && one != other);
        let third: Layout = "k7 r7 * | r3 r4 r6".parse().unwrap();
        assert!(!one.same_sets(&third));
    }

    #[test]
    fn a_table_names_the_set_that_is_not_one() {
        let fault = Table::read("r3 r4 r5 | k7 r8 b2".parse().unwrap()).unwrap_err();
        assert_eq!(fault.set, 1);
        let fault = Table::read("CAT | DOG | CaT".parse().unwrap()).unwrap_err();
        assert_eq!(fault.to_string(), "set 3: CAT lies on the table twice");
    }
}
