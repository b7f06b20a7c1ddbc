//! A play in the making.

use trinta_core::words::spelling;
use trinta_core::{Counts, Laid, Layout, Table, Tiles};

/// The table as a bot is about to leave it, and what is left of the tiles that the bot considers.
#[derive(Debug, Clone)]
pub(super) struct Draft {
    words: Vec<Vec<Laid>>,
    rack: Tiles,
}

impl Draft {
    /// The table at the start of a turn.
    pub(super) fn new(table: &Table, rack: Tiles) -> Draft {
        Draft { words: table.sets().map(<[Laid]>::to_vec).collect(), rack }
    }

    /// What is left of the rack.
    pub(super) const fn rack(&self) -> &Tiles {
        &self.rack
    }

    /// The words on the table.
    pub(super) fn words(&self) -> &[Vec<Laid>] {
        &self.words
    }

    /// The chosen words as a table of their own, and the spelling of the others.
    pub(super) fn part(&self, chosen: &[usize]) -> Option<(Table, Vec<String>)> {
        let layout: Layout = chosen.iter().map(|&word| self.words[word].iter().copied()).collect();
        let others = self.words.iter().enumerate().filter(|(index, _)| !chosen.contains(index));
        Some((Table::read(layout).ok()?, others.filter_map(|(_, word)| spelling(word).ok()).collect()))
    }

    /// The draft with the chosen words replaced by others, which have their tiles and more from the rack; none if the
    /// tiles don't match.
    pub(super) fn replaced(&self, chosen: &[usize], after: &Layout) -> Option<Draft> {
        let mut new: Counts = after.tiles().collect();
        for piece in chosen.iter().flat_map(|&word| &self.words[word]) {
            if !new.take(piece.tile()) {
                return None;
            }
        }
        let placed: Tiles = self.rack.iter().filter(|&tile| new.take(tile)).collect();
        let mut rack = self.rack.clone();
        rack.take(&placed).ok()?;
        let kept = self.words.iter().enumerate().filter(|(index, _)| !chosen.contains(index));
        let mut words: Vec<Vec<Laid>> = kept.map(|(_, word)| word.clone()).collect();
        words.extend(after.sets().map(<[Laid]>::to_vec));
        Some(Draft { words, rack })
    }

    /// The whole table.
    pub(super) fn layout(&self) -> Layout {
        self.words.iter().map(|word| word.iter().copied()).collect()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn words_are_replaced_by_others_with_more_tiles() {
        let draft = Draft::new(&Table::read("APE | TOY".parse().unwrap()).unwrap(), "LTHQ".parse().unwrap());
        let (part, others) = draft.part(&[0]).unwrap();
        assert_eq!((part.to_string().as_str(), others), ("APE", vec!["TOY".to_owned()]));
        let after = draft.replaced(&[0], &"PAL | THE".parse().unwrap()).unwrap();
        assert_eq!(after.layout().to_string(), "TOY | PAL | THE");
        assert_eq!(after.rack().to_string(), "Q");
        assert!(draft.replaced(&[0], &"PAL".parse().unwrap()).is_none(), "the E is gone");
    }
}
