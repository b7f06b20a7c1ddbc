//! Counts of the 26 letters packed into one `u128`, so that "can be spelt from" is a single subtraction.

use trinta_core::{Face, Tile};

/// The width of each letter's lane in bits, A to Z, including the guard bit on top.
///
/// Below its guard a lane holds every count that can occur: all tiles of the letter in the box plus two, because the
/// two jokers of the box can stand for any letter (W1). No count is ever clamped.
const WIDTH: [u32; 26] = [5, 4, 4, 4, 5, 4, 4, 4, 5, 3, 4, 5, 4, 5, 5, 4, 3, 5, 5, 5, 4, 3, 4, 3, 4, 3];

/// The lowest bit of each letter's lane.
const SHIFT: [u32; 26] = {
    let mut shift = [0; 26];
    let mut letter = 1;
    while letter < 26 {
        shift[letter] = shift[letter - 1] + WIDTH[letter - 1];
        letter += 1;
    }
    shift
};

/// The guard bits of all lanes.
const GUARDS: u128 = {
    let mut guards = 0;
    let mut letter = 0;
    while letter < 26 {
        guards |= 1 << (SHIFT[letter] + WIDTH[letter] - 1);
        letter += 1;
    }
    guards
};

/// The guard bits of the lanes of one width.
const fn guards_of(width: u32) -> u128 {
    let mut guards = 0;
    let mut letter = 0;
    while letter < 26 {
        if WIDTH[letter] == width {
            guards |= 1 << (SHIFT[letter] + width - 1);
        }
        letter += 1;
    }
    guards
}

/// The guard bits by the width of their lanes.
const GUARDS_OF: [u128; 3] = [guards_of(3), guards_of(4), guards_of(5)];

/// The letter of each guard bit.
const LETTER_OF_GUARD: [u8; 128] = {
    let mut letters = [0; 128];
    let mut letter = 0;
    while letter < 26 {
        letters[(SHIFT[letter] + WIDTH[letter] - 1) as usize] = letter as u8;
        letter += 1;
    }
    letters
};

/// A multiset of letters: the count of each.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Default)]
pub(super) struct Letters(u128);

/// The index of the letter on a tile, A being 0; none for a joker.
pub(super) fn letter_of(tile: Tile) -> Option<usize> {
    match tile.face() {
        Face::Letter(letter) => Some(usize::from(letter as u8 - b'A')),
        Face::Number(..) | Face::Joker => None,
    }
}

impl Letters {
    /// The letters of a word in either case; none if it has more of a letter than its lane can count.
    pub(super) fn from_word(word: &str) -> Option<Letters> {
        let mut counts = [0u32; 26];
        for byte in word.bytes() {
            counts[usize::from(byte.to_ascii_uppercase().checked_sub(b'A')?)] += 1;
        }
        let index = |letter: usize| counts[letter] < 1 << (WIDTH[letter] - 1);
        (0..26).all(index).then(|| {
            let lanes = (0..26).map(|letter| u128::from(counts[letter]) << SHIFT[letter]);
            Letters(lanes.fold(0, |all, lane| all | lane))
        })
    }

    /// Adds one copy of a letter.
    #[must_use]
    pub(super) const fn with(self, letter: usize) -> Letters {
        Letters(self.0 + (1 << SHIFT[letter]))
    }

    /// The sum of both. It can't overflow as long as both come from one box.
    #[must_use]
    pub(super) const fn plus(self, other: Letters) -> Letters {
        Letters(self.0 + other.0)
    }

    /// The number of copies of a letter.
    pub(super) const fn count(self, letter: usize) -> u32 {
        (self.0 >> SHIFT[letter]) as u32 & ((1 << WIDTH[letter]) - 1)
    }

    /// Removes all copies of a letter.
    #[must_use]
    pub(super) const fn without(self, letter: usize) -> Letters {
        Letters(self.0 & !(((1 << WIDTH[letter]) - 1) << SHIFT[letter]))
    }

    /// A bit for each letter with at least one copy.
    pub(super) fn mask(self) -> u32 {
        (0..26).filter(|&letter| self.count(letter) > 0).fold(0, |mask, letter| mask | 1 << letter)
    }

    /// Whether no letter occurs more often than in the other multiset.
    pub(super) const fn is_subset_of(self, other: Letters) -> bool {
        ((other.0 | GUARDS) - self.0) & GUARDS == GUARDS
    }

    /// The difference letter by letter, at least 0.
    #[must_use]
    pub(super) const fn saturating_sub(self, other: Letters) -> Letters {
        let rest = (self.0 | GUARDS) - other.0;
        // Lanes that kept their guard hold the difference; the others are cleared.
        let [three, four, five] = GUARDS_OF;
        let (three, four, five) = (rest & three, rest & four, rest & five);
        let lanes = (three - (three >> 2)) | (four - (four >> 3)) | (five - (five >> 4));
        Letters(rest & lanes)
    }

    /// Removes the letters of a word, using jokers for those that are missing; none if there are too few jokers.
    pub(super) const fn spell(self, word: Letters, jokers: u32) -> Option<(Letters, u32)> {
        let rest = (self.0 | GUARDS) - word.0;
        let mut missing = !rest & GUARDS;
        if missing == 0 {
            return Some((Letters(rest & !GUARDS), jokers));
        }
        if missing.count_ones() > jokers {
            return None;
        }
        let (mut rest, mut left) = (Letters(rest & !GUARDS), jokers);
        while missing != 0 {
            let letter = LETTER_OF_GUARD[missing.trailing_zeros() as usize] as usize;
            // The lane underflowed past its guard by the number of missing letters.
            let short = (1 << (WIDTH[letter] - 1)) - rest.count(letter);
            if short > left {
                return None;
            }
            left -= short;
            rest = rest.without(letter);
            missing &= missing - 1;
        }
        Some((rest, left))
    }

    /// The packed lanes, for hashing.
    pub(super) const fn bits(self) -> u128 {
        self.0
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use trinta_core::TileSet;

    fn letters(word: &str) -> Letters {
        Letters::from_word(word).unwrap()
    }

    #[test]
    fn w01_lanes_hold_every_tile_of_the_box_and_two_jokers() {
        for letter in 0..26 {
            let tile = Tile::letter(char::from(b'A' + letter)).unwrap();
            let max = u32::from(TileSet::Letters.copies(tile) + TileSet::Letters.copies(Tile::JOKER));
            assert!(max < 1 << (WIDTH[usize::from(letter)] - 1), "{tile}");
        }
        assert!(SHIFT[25] + WIDTH[25] <= 128);
    }

    #[test]
    fn counting_subtracting_and_comparing() {
        let pool = letters("AAAAAAAAAAEETQ");
        assert_eq!((pool.count(0), pool.count(4), pool.count(16), pool.count(25)), (10, 2, 1, 0));
        assert_eq!(pool.mask(), 1 | 1 << 4 | 1 << 16 | 1 << 19);
        assert!(
            letters("TEA").is_subset_of(pool)
                && !letters("TEAS").is_subset_of(pool)
                && !letters("QQ").is_subset_of(pool)
        );
        assert_eq!(pool.spell(letters("TEA"), 0), Some((letters("AAAAAAAAAEQ"), 0)));
        assert_eq!(pool.spell(letters("TEAS"), 0), None);
        assert_eq!(pool.spell(letters("TEASETS"), 2), None);
        assert_eq!(pool.spell(letters("TEASET"), 2), Some((letters("AAAAAAAAAQ"), 0)));
        assert_eq!(letters("TEASETS").saturating_sub(letters("TEAQ")), letters("SETS"));
        assert_eq!(letters("QQZ").saturating_sub(letters("QQQ")), letters("Z"));
        assert_eq!(letters("AB").with(25), letters("ABZ"));
        assert_eq!(letters("ABZ").without(1).plus(letters("A")), letters("AAZ"));
        assert_eq!(Letters::from_word("zzzz"), None);
    }
}
