//! Mirrored deals: one seed, and every bot once in every seat.
//!
//! The luck of the deal decides most games. If the same tiles are dealt again with the bots in other seats, each bot has
//! had each rack, and what is left is skill. The games of such a group are not independent of each other, so statistics
//! use the group as their unit.

use trinta_core::Seat;
use trinta_core::shuffle::{Bytes32, Seed, commitment};

use trinta_dice::Dice;

/// The seed of a group of games in an arena run.
#[must_use]
pub fn seed_of(arena: u64, group: u64) -> Seed {
    let mut bytes = [0; 32];
    bytes[..8].copy_from_slice(&arena.to_le_bytes());
    bytes[8..16].copy_from_slice(&group.to_le_bytes());
    Bytes32(Dice::from_bytes(bytes).bytes())
}

/// The seed of a game of a match; that of the first game is the seed of the match itself.
pub(super) fn game_of_match(seed: &Seed, number: u32) -> Seed {
    (0..number).fold(*seed, |seed, _| commitment(&seed))
}

/// The dice of a bot, different for each seat and each seating.
pub(super) fn dice_of(seed: &Seed, seating: u8, seat: Seat) -> Dice {
    let mut bytes = commitment(seed).0;
    bytes[0] ^= seating;
    bytes[1] ^= seat.0;
    Dice::from_bytes(bytes)
}

/// A line-up in an order determined by the seed. Rotating the seats never changes who plays after whom, which matters;
/// over many groups, everybody plays after everybody. For two players there is only one order.
#[must_use]
pub fn in_order(lineup: &[usize], seed: &Seed) -> Vec<usize> {
    let mut order = lineup.to_vec();
    if order.len() > 2 {
        Dice::from_bytes(commitment(&commitment(seed)).0).shuffle(&mut order);
    }
    order
}

/// The index of the bot at each seat: with every seating, all bots move up by one seat.
pub fn seating(players: u8, number: u8) -> impl Iterator<Item = usize> {
    (0..usize::from(players)).map(move |seat| (seat + usize::from(number)) % usize::from(players))
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeSet;

    use super::*;

    #[test]
    fn everybody_sits_everywhere_once() {
        for players in 2..=6 {
            let mut places = BTreeSet::new();
            for number in 0..players {
                places.extend(seating(players, number).enumerate());
            }
            assert_eq!(places.len(), usize::from(players) * usize::from(players));
        }
        assert!(seating(4, 1).eq([1, 2, 3, 0]));
    }

    #[test]
    fn neighbours_change_from_group_to_group() {
        let orders: BTreeSet<Vec<usize>> = (0..300).map(|group| in_order(&[0, 1, 2, 3], &seed_of(1, group))).collect();
        assert_eq!(orders.len(), 24);
        assert_eq!(in_order(&[0, 1, 2, 3], &seed_of(1, 1)), in_order(&[0, 1, 2, 3], &seed_of(1, 1)));
        assert!((0..20).all(|group| in_order(&[4, 7], &seed_of(1, group)) == [4, 7]));
    }

    #[test]
    fn seeds_and_dice_are_all_different() {
        let seeds: BTreeSet<[u8; 32]> =
            (0..10).flat_map(|arena| (0..10).map(move |group| seed_of(arena, group).0)).collect();
        assert_eq!(seeds.len(), 100);
        let seed = seed_of(1, 1);
        let throws: BTreeSet<[u8; 32]> =
            (0..6).flat_map(|way| (0..6).map(move |seat| dice_of(&seed, way, Seat(seat)).bytes())).collect();
        assert_eq!(throws.len(), 36);
        assert_eq!(game_of_match(&seed, 0), seed);
        assert_ne!(game_of_match(&seed, 1), game_of_match(&seed, 2));
    }
}
