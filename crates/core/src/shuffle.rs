//! A fair shuffle that anyone can repeat, from a seed and the entropy of the players.
//!
//! `docs/shuffle.md` specifies it byte for byte, with test vectors, for those who would rather not read Rust.
//! In short: whoever deals picks a 32-byte seed and publishes its commitment, the SHA-256 of `trinta-seed-1` and the
//! seed. Each player commits to 32 bytes of entropy in the same way, and reveals them once all commitments are known.
//! The key of the shuffle is the SHA-256 of `trinta-key-1`, the seed, and every seat's entropy with its length before
//! it. Shuffle number `n` of a game is a Fisher-Yates shuffle driven by the ChaCha20 key stream with that key and `n` as
//! its nonce. After the game the seed is published.

use std::fmt;
use std::str::FromStr;

use rand_chacha::ChaCha20Rng;
use rand_core::{Rng, SeedableRng};
use sha2::{Digest, Sha256};

use crate::tile::Tile;

/// Orders tiles for the lots, the deal and whatever else a game shuffles. Passed in, because the rules
/// have no randomness of their own.
pub trait Shuffle {
    /// Puts the tiles in the order of the game's shuffle of this number, counted from 0.
    fn shuffle(&self, number: u32, tiles: &mut [Tile]);
}

/// 32 bytes as 64 hexadecimal digits: a seed, a commitment or a key.
#[derive(Clone, Copy, PartialEq, Eq, Hash)]
pub struct Bytes32(pub [u8; 32]);

impl fmt::Display for Bytes32 {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.0.iter().try_for_each(|byte| write!(f, "{byte:02x}"))
    }
}

impl fmt::Debug for Bytes32 {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        fmt::Display::fmt(self, f)
    }
}

/// Text that is not 64 hexadecimal digits.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[error("expected 64 hexadecimal digits here (0 to 9, a to f)")]
pub struct HexError;

impl FromStr for Bytes32 {
    type Err = HexError;

    fn from_str(text: &str) -> Result<Bytes32, HexError> {
        bytes_from_hex(text).and_then(|bytes| bytes.try_into().ok()).map(Bytes32).ok_or(HexError)
    }
}

/// Bytes from pairs of hexadecimal digits; none if they are not.
pub(crate) fn bytes_from_hex(text: &str) -> Option<Vec<u8>> {
    let digits = text.as_bytes();
    let digit = |digit: u8| char::from(digit).to_digit(16).map(|digit| digit as u8);
    let pair = |pair: &[u8]| Some(digit(pair[0])? << 4 | digit(pair[1])?);
    if digits.len().is_multiple_of(2) { digits.chunks_exact(2).map(pair).collect() } else { None }
}

/// The secret from which a game is shuffled, published when the game is over.
pub type Seed = Bytes32;

/// The hash that is published before the deal: it fixes the seed without revealing it.
///
/// ```
/// use trinta_core::shuffle::{Bytes32, commitment};
///
/// let seed = Bytes32([0; 32]);
/// assert_eq!(
///     commitment(&seed).to_string(),
///     "26966e65a612daa6bf70d5fce1e76bf347a53779ada6bf2f06ba765e0d773152"
/// );
/// ```
#[must_use]
pub fn commitment(seed: &Seed) -> Bytes32 {
    let mut hash = Sha256::new();
    hash.update(b"trinta-seed-1");
    hash.update(seed.0);
    Bytes32(hash.finalize().into())
}

/// The hash by which a seat commits to its entropy before anybody reveals theirs.
///
/// It covers the commitment to the server's seed, which no other deal has: one of an earlier deal is worth nothing.
#[must_use]
pub fn entropy_commitment(deal: &Bytes32, entropy: &[u8]) -> Bytes32 {
    let mut hash = Sha256::new();
    hash.update(b"trinta-entropy-1");
    hash.update(deal.0);
    hash.update(entropy);
    Bytes32(hash.finalize().into())
}

/// The maximum number of bytes of entropy that a player can add. Entropy with a commitment has 32.
pub const MAX_ENTROPY_BYTES: usize = 255;

/// Shuffles from a seed and the players' entropy.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Shuffler {
    key: Bytes32,
}

/// More entropy than there is room for.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[error("a player's entropy is at most {MAX_ENTROPY_BYTES} bytes long, not {0}")]
pub struct EntropyError(usize);

impl Shuffler {
    /// The shuffler of a game: the seed, and what each seat added, in the order of the seats, empty where nothing.
    ///
    /// # Errors
    /// If a player added more than [`MAX_ENTROPY_BYTES`] bytes.
    pub fn new<E: AsRef<[u8]>>(seed: &Seed, entropy: &[E]) -> Result<Shuffler, EntropyError> {
        let mut hash = Sha256::new();
        hash.update(b"trinta-key-1");
        hash.update(seed.0);
        for bytes in entropy.iter().map(AsRef::as_ref) {
            hash.update([u8::try_from(bytes.len()).map_err(|_| EntropyError(bytes.len()))?]);
            hash.update(bytes);
        }
        Ok(Shuffler { key: Bytes32(hash.finalize().into()) })
    }

    /// The shuffler of a game to which no player added anything.
    #[must_use]
    pub fn from_seed(seed: &Seed, players: u8) -> Shuffler {
        Shuffler::new(seed, &vec![[0_u8; 0]; usize::from(players)]).unwrap_or_else(|_| unreachable!("nothing is short"))
    }

    /// The key of the ChaCha20 stream.
    #[must_use]
    pub const fn key(&self) -> Bytes32 {
        self.key
    }
}

/// A number from 0 to `limit` - 1, each as likely as any other: words beyond the last full round are passed over.
fn below(random: &mut ChaCha20Rng, limit: u32) -> u32 {
    let unfair = (1_u64 << 32) % u64::from(limit);
    loop {
        let word = random.next_u32();
        if u64::from(word) < (1_u64 << 32) - unfair {
            return word % limit;
        }
    }
}

impl Shuffle for Shuffler {
    fn shuffle(&self, number: u32, tiles: &mut [Tile]) {
        let mut random = ChaCha20Rng::from_seed(self.key.0);
        random.set_stream(u64::from(number));
        for last in (1..tiles.len()).rev() {
            tiles.swap(last, below(&mut random, last as u32 + 1) as usize);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::notation::InOrder;
    use crate::tile_set::TileSet;

    /// The first tiles of a shuffle, as `docs/shuffle.md` gives them.
    fn first(shuffler: &Shuffler, number: u32, set: TileSet) -> String {
        let mut tiles = set.tiles();
        shuffler.shuffle(number, &mut tiles);
        InOrder(&tiles[..14]).to_string()
    }

    #[test]
    fn the_vectors_of_the_documentation_hold() {
        let document = include_str!("../../../docs/shuffle.md");
        let seed: Seed = "000102030405060708090a0b0c0d0e0f101112131415161718191a1b1c1d1e1f".parse().unwrap();
        let plain = Shuffler::from_seed(&seed, 4);
        let mixed = Shuffler::new(&seed, &["Ana", "", "陳大文", "🙂"]).unwrap();
        let deal = commitment(&seed);
        for vector in [
            deal.to_string(),
            entropy_commitment(&deal, &[7; 32]).to_string(),
            plain.key().to_string(),
            mixed.key().to_string(),
            first(&plain, 0, TileSet::Classic),
            first(&plain, 1, TileSet::Classic),
            first(&mixed, 0, TileSet::Classic),
            first(&mixed, 1, TileSet::Large),
            first(&mixed, 1, TileSet::Letters),
        ] {
            assert!(document.contains(&vector), "docs/shuffle.md does not have {vector}");
        }
    }

    #[test]
    fn a_shuffle_moves_tiles_and_changes_none() {
        for set in [TileSet::Classic, TileSet::Large, TileSet::Letters] {
            let mut tiles = set.tiles();
            Shuffler::from_seed(&Bytes32([3; 32]), 2).shuffle(5, &mut tiles);
            assert_ne!(tiles, set.tiles());
            tiles.sort_unstable();
            assert_eq!(tiles, set.tiles());
        }
    }

    #[test]
    fn every_tile_comes_first_about_equally_often() {
        // 53 kinds, 20,000 shuffles: a kind with 2 of 106 tiles comes first about 377 times, standard deviation 19.
        let mut came_first = [0_u32; Tile::INDEX_LIMIT];
        let shuffler = Shuffler::from_seed(&Bytes32([9; 32]), 4);
        for number in 0..20_000 {
            let mut tiles = TileSet::Classic.tiles();
            shuffler.shuffle(number, &mut tiles);
            came_first[tiles[0].index()] += 1;
        }
        for tile in TileSet::Classic.kinds() {
            let count = came_first[tile.index()];
            assert!((270..=490).contains(&count), "{tile} came first {count} times");
        }
    }

    #[test]
    fn entropy_changes_the_key_and_so_does_whose_it_is() {
        let seed = Bytes32([1; 32]);
        let key = |entropy: [&str; 2]| Shuffler::new(&seed, &entropy).unwrap().key();
        let keys = [key(["", ""]), key(["a", ""]), key(["", "a"]), key(["aa", ""]), key(["a", "a"])];
        for (index, one) in keys.iter().enumerate() {
            assert!(keys[index + 1..].iter().all(|other| one != other));
        }
        assert_eq!(Shuffler::new(&seed, &["x".repeat(256)]), Err(EntropyError(256)));
    }

    #[test]
    fn a_commitment_is_for_one_deal_and_one_entropy() {
        let (deal, other) = (Bytes32([1; 32]), Bytes32([2; 32]));
        let own = entropy_commitment(&deal, &[7; 32]);
        assert_ne!(own, entropy_commitment(&other, &[7; 32]));
        assert_ne!(own, entropy_commitment(&deal, &[8; 32]));
    }

    #[test]
    fn hexadecimal_digits_are_read_strictly() {
        let text = "00ff".repeat(16);
        assert_eq!(text.parse::<Bytes32>().unwrap().to_string(), text);
        for wrong in ["", "00", &"0g".repeat(32), &"00".repeat(33), &"é0".repeat(32)] {
            assert_eq!(wrong.parse::<Bytes32>(), Err(HexError));
        }
    }
}
