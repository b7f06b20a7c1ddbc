//! A bitmap index that finds the classes a pool can spell, 64 at a time.
//!
//! For each letter and each count there is a row with one bit per class: does the class need more copies of the letter
//! than that? A class can be spelt if it has no bit in any of the rows selected by the pool's counts. With jokers the
//! bits are added up rather than or-ed: a class may lack as many letters as there are jokers.

use super::book::Class;
use super::letters::Letters;

/// The bitmap rows over all classes, in the by_frequency of the classes.
#[derive(Debug, Clone, Default)]
pub(super) struct SpellIndex {
    /// All rows, each of `blocks` words.
    rows: Vec<u64>,
    /// The number of 64-bit blocks in a row.
    blocks: usize,
    /// The index of each letter's first row; the last element is the number of rows.
    first_row: [usize; 27],
    /// The letters by decreasing number of classes that have them: the first few rule out nearly everything.
    by_frequency: [u8; 26],
    /// The letters that all classes of a block have in common, which rule out most blocks without a look at the rows.
    common: Vec<u32>,
    /// The bits of the last block that stand for classes.
    last_block: u64,
}

/// The rows of one letter that matter to a pool: classes that lack at least one, two or three copies of it.
type LackingRows<'a> = [&'a [u64]; 3];

impl SpellIndex {
    pub(super) fn new(classes: &[Letters]) -> SpellIndex {
        let blocks = classes.len().div_ceil(64);
        let mut first_row = [0; 27];
        let mut class_counts: Vec<(usize, u8)> = Vec::with_capacity(26);
        for letter in 0..26 {
            let max = classes.iter().map(|class| class.count(letter)).max().unwrap_or(0);
            first_row[letter + 1] = first_row[letter] + max as usize;
            class_counts.push((classes.iter().filter(|class| class.count(letter) > 0).count(), letter as u8));
        }
        class_counts.sort_unstable_by(|one, other| other.cmp(one));
        let mut by_frequency = [0; 26];
        by_frequency.iter_mut().zip(&class_counts).for_each(|(slot, &(_, letter))| *slot = letter);
        let mut rows = vec![0; first_row[26] * blocks];
        let mut common = vec![u32::MAX; blocks];
        for (index, class) in classes.iter().enumerate() {
            let (block, bit) = (index / 64, 1 << (index % 64));
            for (letter, &row) in first_row.iter().take(26).enumerate() {
                (row..row + class.count(letter) as usize).for_each(|row| rows[row * blocks + block] |= bit);
            }
            common[block] &= class.mask();
        }
        let last_block = if classes.len().is_multiple_of(64) { u64::MAX } else { (1 << (classes.len() % 64)) - 1 };
        SpellIndex { rows, blocks, first_row, by_frequency, common, last_block }
    }

    /// The classes that need more than `count` copies of a letter; empty if none does.
    fn row(&self, letter: usize, count: usize) -> &[u64] {
        let row = self.first_row[letter] + count;
        if row < self.first_row[letter + 1] { &self.rows[row * self.blocks..][..self.blocks] } else { &[] }
    }

    /// Visits the blocks that have classes the pool can spell, each with the bits of these classes; restricted to the
    /// classes with a letter, if one is given. Starts at the block of class `from` and stops when `visit` returns false.
    pub(super) fn scan(
        &self,
        pool: Letters,
        jokers: u32,
        with: Option<usize>,
        from: usize,
        visit: impl FnMut(usize, u64) -> bool,
    ) {
        let mut lacking: [LackingRows<'_>; 26] = [[&[]; 3]; 26];
        let mut rows = 0;
        for letter in self.by_frequency.map(usize::from) {
            let count = pool.count(letter) as usize;
            let row = self.row(letter, count);
            if !row.is_empty() {
                lacking[rows] = [row, self.row(letter, count + 1), self.row(letter, count + 2)];
                rows += 1;
            }
        }
        let (lacking, absent) = (&lacking[..rows], !pool.mask());
        match jokers {
            0 => self.scan_with::<0>(lacking, absent, with, from, visit),
            1 => self.scan_with::<1>(lacking, absent, with, from, visit),
            _ => self.scan_with::<2>(lacking, absent, with, from, visit),
        }
    }

    fn scan_with<const JOKERS: u32>(
        &self,
        lacking: &[LackingRows<'_>],
        absent: u32,
        with: Option<usize>,
        from: usize,
        mut visit: impl FnMut(usize, u64) -> bool,
    ) {
        let with_letter = with.map(|letter| self.row(letter, 0));
        for block in from / 64..self.blocks {
            if exceeds(self.common[block] & absent, JOKERS) {
                continue;
            }
            let mut wanted = if block + 1 == self.blocks { self.last_block } else { u64::MAX };
            if let Some(row) = with_letter {
                wanted &= row.get(block).copied().unwrap_or(0);
            }
            // Saturating bitwise counters: classes that lack at least one letter, at least two, at least three.
            let (mut one, mut two, mut three) = (0, 0, 0);
            for rows in lacking {
                let lacks = rows.map(|row| if row.is_empty() { 0 } else { row[block] });
                if JOKERS > 1 {
                    three |= lacks[2] | one & lacks[1] | two & lacks[0];
                }
                if JOKERS > 0 {
                    two |= lacks[1] | one & lacks[0];
                }
                one |= lacks[0];
                let ruled_out = [one, two, three][JOKERS as usize];
                if wanted & !ruled_out == 0 {
                    break;
                }
            }
            let bits = wanted & ![one, two, three][JOKERS as usize];
            if bits != 0 && !visit(block * 64, bits) {
                return;
            }
        }
    }
}

/// The classes of a block whose bits are set.
pub(super) fn classes_in(first: usize, bits: u64) -> impl Iterator<Item = Class> {
    let rests = std::iter::successors(Some(bits), |rest| Some(rest & rest.wrapping_sub(1)));
    rests.take_while(|&rest| rest != 0).map(move |rest| first as Class + rest.trailing_zeros())
}

/// Whether a mask has more letters than there are jokers.
pub(super) const fn exceeds(letters: u32, jokers: u32) -> bool {
    let mut rest = letters;
    let mut left = jokers;
    while rest != 0 && left > 0 {
        rest &= rest - 1;
        left -= 1;
    }
    rest != 0
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_scan_finds_exactly_the_spellable_classes() {
        let words = ["TEASETS", "TEASET", "ZEBRA", "EERIE", "EAT", "BEE", "ADD", "DAD", "AAA", "ZZZ"];
        // Repeated, so that there is more than one block and the last is not full.
        let classes: Vec<Letters> =
            words.iter().cycle().take(150).map(|word| Letters::from_word(word).unwrap()).collect();
        let index = SpellIndex::new(&classes);
        for pool in ["", "A", "TEASETS", "TEASET", "ZEBRAE", "EERI", "ADDA", "BEDD", "ZZ", "AEIRTSB"] {
            let pool = Letters::from_word(pool).unwrap();
            for jokers in 0..=2 {
                for with in [None, Some(0), Some(4), Some(16)] {
                    let mut found = Vec::new();
                    index.scan(pool, jokers, with, 0, |start, bits| {
                        found.extend((0..64).filter(|bit| bits >> bit & 1 == 1).map(|bit| start + bit));
                        true
                    });
                    let can = |class: &Letters| {
                        pool.spell(*class, jokers).is_some() && with.is_none_or(|letter| class.count(letter) > 0)
                    };
                    let expected: Vec<usize> = (0..classes.len()).filter(|&at| can(&classes[at])).collect();
                    assert_eq!(found, expected, "{pool:?} with {jokers} jokers");
                }
            }
        }
    }

    #[test]
    fn a_scan_starts_at_the_given_class_and_stops_on_request() {
        let classes = vec![Letters::from_word("EAT").unwrap(); 200];
        let index = SpellIndex::new(&classes);
        let mut starts = Vec::new();
        index.scan(Letters::from_word("TEA").unwrap(), 0, None, 70, |start, _| {
            starts.push(start);
            starts.len() < 2
        });
        assert_eq!(starts, [64, 128]);
    }
}
