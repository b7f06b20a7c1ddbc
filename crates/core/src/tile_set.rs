//! The boxes: the tiles that a game is played with (N1, N2, W1).

use crate::tile::{Colour, HIGHEST_NUMBER, Tile};
use crate::tiles::Counts;

/// The tiles in the box.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum TileSet {
    /// 106 number tiles: two of each and 2 jokers (N1).
    Classic,
    /// 160 number tiles: three of each and 4 jokers (N2).
    Large,
    /// The 104 number tiles of the classic box, its jokers left out (the setting `jokers`).
    ClassicNoJokers,
    /// The 156 number tiles of the large box, its jokers left out.
    LargeNoJokers,
    /// 112 letter tiles with 2 jokers (W1).
    Letters,
}

/// W1: the number of copies of each letter, A to Z.
const LETTERS: [u8; 26] = [10, 2, 4, 4, 10, 2, 3, 3, 7, 1, 2, 7, 3, 6, 8, 4, 1, 7, 7, 8, 4, 1, 2, 1, 2, 1];

impl TileSet {
    /// The box of the number game for this number of players (N1, N2).
    #[must_use]
    pub const fn numbers_for(players: u8) -> TileSet {
        if players <= 4 { TileSet::Classic } else { TileSet::Large }
    }

    /// The same box without its jokers, where these can be left out.
    #[must_use]
    pub const fn without_jokers(self) -> TileSet {
        match self {
            TileSet::Classic | TileSet::ClassicNoJokers => TileSet::ClassicNoJokers,
            TileSet::Large | TileSet::LargeNoJokers => TileSet::LargeNoJokers,
            TileSet::Letters => TileSet::Letters,
        }
    }

    /// The number of copies of a tile in the box.
    #[must_use]
    pub fn copies(self, tile: Tile) -> u8 {
        match (self, tile.is_joker(), tile.is_letter()) {
            (TileSet::Classic | TileSet::Letters, true, _) => 2,
            (TileSet::Large, true, _) => 4,
            (TileSet::ClassicNoJokers | TileSet::LargeNoJokers, true, _) => 0,
            (TileSet::Classic | TileSet::ClassicNoJokers, _, false) => 2,
            (TileSet::Large | TileSet::LargeNoJokers, _, false) => 3,
            (TileSet::Letters, _, true) => LETTERS[tile.index() - usize::from(b'A')],
            (_, _, true) | (TileSet::Letters, _, false) => 0,
        }
    }

    /// The kinds of tile in the box, in order, the joker last.
    pub fn kinds(self) -> impl Iterator<Item = Tile> {
        let numbers = Colour::ALL
            .into_iter()
            .flat_map(|colour| (1..=HIGHEST_NUMBER).filter_map(move |number| Tile::number(colour, number)));
        let letters = ('A'..='Z').filter_map(Tile::letter);
        numbers.chain(letters).chain([Tile::JOKER]).filter(move |&tile| self.copies(tile) > 0)
    }

    /// Every tile in the box, in order: the order from which a shuffle starts.
    #[must_use]
    pub fn tiles(self) -> Vec<Tile> {
        self.kinds().flat_map(|tile| std::iter::repeat_n(tile, usize::from(self.copies(tile)))).collect()
    }

    /// The number of tiles in the box.
    #[must_use]
    pub const fn size(self) -> usize {
        match self {
            TileSet::Classic => 106,
            TileSet::Large => 160,
            TileSet::ClassicNoJokers => 104,
            TileSet::LargeNoJokers => 156,
            TileSet::Letters => 112,
        }
    }

    /// The first tile of which there are more than the box holds.
    #[must_use]
    pub fn excess(self, tiles: impl IntoIterator<Item = Tile>) -> Option<Tile> {
        let mut seen = Counts::default();
        tiles.into_iter().find(|&tile| {
            seen.add(tile);
            seen.of(tile) > self.copies(tile)
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn n01_two_of_each_number_tile_and_two_jokers_make_106() {
        let tiles = TileSet::Classic.tiles();
        assert_eq!(tiles.len(), 106);
        assert_eq!(tiles.iter().filter(|tile| tile.is_joker()).count(), 2);
        assert_eq!(TileSet::Classic.kinds().count(), 53);
        assert_eq!(tiles.iter().map(|tile| tile.value()).sum::<u32>(), 8 * 91);
        for players in 2..=4 {
            assert_eq!(TileSet::numbers_for(players), TileSet::Classic);
        }
    }

    #[test]
    fn n02_five_or_six_players_use_160_tiles() {
        let tiles = TileSet::Large.tiles();
        assert_eq!(tiles.len(), 160);
        assert_eq!(tiles.iter().filter(|tile| tile.is_joker()).count(), 4);
        assert!(TileSet::Large.kinds().filter(|tile| !tile.is_joker()).all(|tile| TileSet::Large.copies(tile) == 3));
        assert_eq!(TileSet::numbers_for(5), TileSet::Large);
        assert_eq!(TileSet::numbers_for(6), TileSet::Large);
    }

    #[test]
    fn n01_jokers_can_be_left_out_and_nothing_else_changes() {
        for set in [TileSet::Classic, TileSet::Large] {
            let natural: Vec<Tile> = set.tiles().into_iter().filter(|tile| !tile.is_joker()).collect();
            assert_eq!(set.without_jokers().tiles(), natural);
            assert_eq!(set.without_jokers().without_jokers(), set.without_jokers());
        }
        assert_eq!(TileSet::Letters.without_jokers(), TileSet::Letters);
    }

    #[test]
    fn w01_the_letters_of_the_box_make_112() {
        let tiles = TileSet::Letters.tiles();
        assert_eq!(tiles.len(), 112);
        let box_list = "A10 B2 C4 D4 E10 F2 G3 H3 I7 J1 K2 L7 M3 N6 O8 P4 Q1 R7 S7 T8 U4 V1 W2 X1 Y2 Z1";
        for entry in box_list.split(' ') {
            let (letter, count) = entry.split_at(1);
            let tile = Tile::letter(letter.chars().next().unwrap()).unwrap();
            assert_eq!(TileSet::Letters.copies(tile).to_string(), count, "{letter}");
        }
        assert_eq!(TileSet::Letters.copies(Tile::JOKER), 2);
    }

    #[test]
    fn sizes_are_the_sums_of_the_copies() {
        let plain = [TileSet::ClassicNoJokers, TileSet::LargeNoJokers];
        for set in [TileSet::Classic, TileSet::Large, TileSet::Letters].into_iter().chain(plain) {
            assert_eq!(set.size(), set.tiles().len());
            assert_eq!(set.excess(set.tiles()), None);
            let mut one_more = set.tiles();
            one_more.push(Tile::JOKER);
            assert_eq!(set.excess(one_more), Some(Tile::JOKER));
        }
        assert_eq!(TileSet::Letters.excess(["r7".parse().unwrap()]), Some("r7".parse().unwrap()));
    }
}
