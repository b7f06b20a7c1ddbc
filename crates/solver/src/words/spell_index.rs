//! Which classes of words a pool can spell, found 64 at a time.
//!
//! For each letter and each number of it there is a row of bits, one for each class: whether the class needs more of
//! the letter than that. A class can be spelt if it has no bit in the row of what the pool has, letter for letter.
//! With jokers the bits are counted instead: a class may lack as many letters as there are jokers.

use super::book::Class;
use super::letters::Letters;

/// Rows of bits over all classes, in the order of the classes.
#[derive(Debug, Clone, Default)]
pub(super) struct Fits {
    /// Row after row, `blocks` numbers each: the classes that need more than so many of a letter.
    rows: Vec<u64>,
    /// How many numbers of 64 bits a row has.
    blocks: usize,
    /// The first row of each letter, and behind the last letter's the end.
    first: [usize; 27],
    /// The letters from the one in most classes to the one in fewest: the first few rule out nearly everything.
    order: [u8; 26],
    /// The letters that all classes of a block have: most blocks are ruled out at a glance.
    common: Vec<u32>,
    /// The bits of the last block that stand for classes.
    last: u64,
}

/// The rows of one letter that matter to a pool: too few by one, by two, by three.
type Short<'a> = [&'a [u64]; 3];

impl Fits {
    /// The rows over these classes.
    pub(super) fn new(classes: &[Letters]) -> Fits {
        let blocks = classes.len().div_ceil(64);
        let mut first = [0; 27];
        let mut holders: Vec<(usize, u8)> = Vec::with_capacity(26);
        for letter in 0..26 {
            let most = classes.iter().map(|class| class.count(letter)).max().unwrap_or(0);
            first[letter + 1] = first[letter] + most as usize;
            holders.push((classes.iter().filter(|class| class.count(letter) > 0).count(), letter as u8));
        }
        holders.sort_unstable_by(|one, other| other.cmp(one));
        let mut order = [0; 26];
        order.iter_mut().zip(&holders).for_each(|(place, &(_, letter))| *place = letter);
        let mut rows = vec![0; first[26] * blocks];
        let mut common = vec![u32::MAX; blocks];
        for (index, class) in classes.iter().enumerate() {
            let (block, bit) = (index / 64, 1 << (index % 64));
            for (letter, &row) in first.iter().take(26).enumerate() {
                (row..row + class.count(letter) as usize).for_each(|row| rows[row * blocks + block] |= bit);
            }
            common[block] &= class.mask();
        }
        let last = if classes.len().is_multiple_of(64) { u64::MAX } else { (1 << (classes.len() % 64)) - 1 };
        Fits { rows, blocks, first, order, common, last }
    }

    /// The classes that need more than so many of a letter; nothing if none does.
    fn row(&self, letter: usize, count: usize) -> &[u64] {
        let row = self.first[letter] + count;
        if row < self.first[letter + 1] { &self.rows[row * self.blocks..][..self.blocks] } else { &[] }
    }

    /// Calls back with each block of classes, from the block of one class on, that the pool can spell, and the bits
    /// of those. If a letter is given, only classes that have it. Stops when the answer is false.
    pub(super) fn scan(
        &self,
        pool: Letters,
        jokers: u32,
        with: Option<usize>,
        from: usize,
        found: impl FnMut(usize, u64) -> bool,
    ) {
        let mut short: [Short<'_>; 26] = [[&[]; 3]; 26];
        let mut rows = 0;
        for letter in self.order.map(usize::from) {
            let count = pool.count(letter) as usize;
            let row = self.row(letter, count);
            if !row.is_empty() {
                short[rows] = [row, self.row(letter, count + 1), self.row(letter, count + 2)];
                rows += 1;
            }
        }
        let (short, absent) = (&short[..rows], !pool.mask());
        match jokers {
            0 => self.scan_with::<0>(short, absent, with, from, found),
            1 => self.scan_with::<1>(short, absent, with, from, found),
            _ => self.scan_with::<2>(short, absent, with, from, found),
        }
    }

    fn scan_with<const JOKERS: u32>(
        &self,
        short: &[Short<'_>],
        absent: u32,
        with: Option<usize>,
        from: usize,
        mut found: impl FnMut(usize, u64) -> bool,
    ) {
        let having = with.map(|letter| self.row(letter, 0));
        for block in from / 64..self.blocks {
            if more_than(self.common[block] & absent, JOKERS) {
                continue;
            }
            let mut wanted = if block + 1 == self.blocks { self.last } else { u64::MAX };
            if let Some(row) = having {
                wanted &= row.get(block).copied().unwrap_or(0);
            }
            // Classes that lack one letter at least, two at least, three at least.
            let (mut one, mut two, mut three) = (0, 0, 0);
            for rows in short {
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
            if bits != 0 && !found(block * 64, bits) {
                return;
            }
        }
    }
}

/// The classes of a block whose bits are set.
pub(super) fn classes(first: usize, bits: u64) -> impl Iterator<Item = Class> {
    let rests = std::iter::successors(Some(bits), |rest| Some(rest & rest.wrapping_sub(1)));
    rests.take_while(|&rest| rest != 0).map(move |rest| first as Class + rest.trailing_zeros())
}

/// Whether more letters than there are jokers.
pub(super) const fn more_than(letters: u32, jokers: u32) -> bool {
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
    fn the_rows_say_what_can_be_spelt() {
        let words = ["TEASETS", "TEASET", "ZEBRA", "EERIE", "EAT", "BEE", "ADD", "DAD", "AAA", "ZZZ"];
        // Many copies, so that there is more than one block and the last is not full.
        let classes: Vec<Letters> =
            words.iter().cycle().take(150).map(|word| Letters::of_word(word).unwrap()).collect();
        let fits = Fits::new(&classes);
        for pool in ["", "A", "TEASETS", "TEASET", "ZEBRAE", "EERI", "ADDA", "BEDD", "ZZ", "AEIRTSB"] {
            let pool = Letters::of_word(pool).unwrap();
            for jokers in 0..=2 {
                for with in [None, Some(0), Some(4), Some(16)] {
                    let mut found = Vec::new();
                    fits.scan(pool, jokers, with, 0, |start, bits| {
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
    fn a_scan_starts_and_stops_where_it_should() {
        let classes = vec![Letters::of_word("EAT").unwrap(); 200];
        let fits = Fits::new(&classes);
        let mut starts = Vec::new();
        fits.scan(Letters::of_word("TEA").unwrap(), 0, None, 70, |start, _| {
            starts.push(start);
            starts.len() < 2
        });
        assert_eq!(starts, [64, 128]);
    }
}
