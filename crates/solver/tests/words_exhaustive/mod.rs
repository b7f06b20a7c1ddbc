//! Exhaustive search for plays of the word game, and small scenes for it.

use trinta_core::edition::{SettingsBuilder, Value};
use trinta_core::lexicon::{Dictionary, Lexicon};
use trinta_core::words::{spelling, turn_score};
use trinta_core::{Laid, Layout, Proposal, Settings, Table, Tile, TileSet, Tiles, check_play};
use trinta_testkit::Dice;

/// Score, tiles, words kept, length of the longest new word.
pub(crate) type Merits = (u32, u32, u32, u32);

/// Tries every way to lay the words of a list, piece by piece, and checks each by the rules.
pub(crate) struct Exhaustive<'a> {
    settings: &'a Settings,
    dictionary: &'a Dictionary,
    words: Vec<Vec<Tile>>,
    table: &'a Table,
    rack: &'a Tiles,
    opened: bool,
    /// The merits of each legal play, and the words that it leaves on the table, sorted.
    pub(crate) plays: Vec<(Merits, Vec<String>)>,
}

impl<'a> Exhaustive<'a> {
    /// All plays of a scene.
    pub(crate) fn new(scene: &'a Scene) -> Exhaustive<'a> {
        let hand: Vec<Tile> = scene.table.tiles().iter().chain(scene.rack.iter()).collect();
        let mut search = Exhaustive {
            settings: &scene.settings,
            dictionary: &scene.dictionary,
            words: scene
                .words
                .iter()
                .map(|word| word.chars().map(|letter| Tile::letter(letter).unwrap()).collect())
                .collect(),
            table: &scene.table,
            rack: &scene.rack,
            opened: scene.opened,
            plays: Vec::new(),
        };
        // The list does not have the misspelt words of the table: every choice of those that stay is laid first.
        let misspelt: Vec<Vec<Laid>> = (scene.table.sets())
            .filter(|set| !scene.words.contains(&spelling(set).unwrap()))
            .map(<[Laid]>::to_vec)
            .collect();
        for choice in 0..1usize << misspelt.len() {
            let mut sets: Vec<Vec<Laid>> = misspelt
                .iter()
                .enumerate()
                .filter(|(at, _)| choice >> at & 1 == 1)
                .map(|(_, set)| set.clone())
                .collect();
            let mut rest = hand.clone();
            for piece in sets.iter().flatten() {
                let at = rest.iter().position(|&tile| tile == piece.tile()).unwrap();
                rest.swap_remove(at);
            }
            search.lay(0, &mut rest, &mut sets);
        }
        search
    }

    /// Lays words in the order of the list, each in every way it can be spelt from the tiles in hand.
    fn lay(&mut self, from: usize, hand: &mut Vec<Tile>, sets: &mut Vec<Vec<Laid>>) {
        if self.may_be_left(hand) {
            self.judge(sets);
        }
        for index in from..self.words.len() {
            for set in spellings(&self.words[index], hand) {
                for piece in &set {
                    let at = hand.iter().position(|&tile| tile == piece.tile()).unwrap();
                    hand.swap_remove(at);
                }
                sets.push(set);
                self.lay(index + 1, hand, sets);
                hand.extend(sets.pop().unwrap().iter().map(|piece| piece.tile()));
            }
        }
    }

    /// Whether the tiles left over can all be rack tiles; if not, the play can't be legal.
    fn may_be_left(&self, hand: &[Tile]) -> bool {
        hand.len() < self.rack.len() && self.rack.clone().take(&hand.iter().copied().collect()).is_ok()
    }

    fn judge(&mut self, sets: &[Vec<Laid>]) {
        let after: Layout = sets.iter().map(|set| set.iter().copied()).collect();
        let proposal = Proposal { before: self.table, rack: self.rack, opened: self.opened, after: &after };
        let Ok(play) = check_play(self.settings, self.dictionary, proposal) else { return };
        let is_old = |set: &[Laid]| self.table.sets().any(|old| old == set);
        let kept = play.table.sets().filter(|set| is_old(set)).count() as u32;
        let longest = play.table.sets().filter(|set| !is_old(set)).map(<[Laid]>::len).max().unwrap_or(0) as u32;
        let score = turn_score(self.table, &play.table, play.placed.len() == self.rack.len());
        let mut words: Vec<String> = play.table.sets().map(|set| spelling(set).unwrap()).collect();
        words.sort();
        self.plays.push(((score, play.placed.len() as u32, kept, longest), words));
    }
}

/// All ways to spell a word with these tiles, letters or jokers.
fn spellings(word: &[Tile], hand: &[Tile]) -> Vec<Vec<Laid>> {
    let count = |tiles: &[Tile], tile: Tile| tiles.iter().filter(|&&other| other == tile).count();
    let jokers = count(hand, Tile::JOKER);
    let missing = |at: usize| count(&word[..=at], word[at]) > count(hand, word[at]);
    if (0..word.len()).filter(|&at| missing(at)).count() > jokers {
        return Vec::new();
    }
    let mut all = Vec::new();
    for choice in 0u32..1 << word.len() {
        if choice.count_ones() as usize > jokers {
            continue;
        }
        let is_joker = |at: usize| choice >> at & 1 == 1;
        let letters: Vec<Tile> = (0..word.len()).filter(|&at| !is_joker(at)).map(|at| word[at]).collect();
        if letters.iter().all(|&tile| count(&letters, tile) <= count(hand, tile)) {
            let piece = |(at, &tile): (usize, &Tile)| if is_joker(at) { Laid::joker_as(tile) } else { tile.into() };
            all.push(word.iter().enumerate().map(piece).collect());
        }
    }
    all
}

/// A position with its settings and word list.
pub(crate) struct Scene {
    pub(crate) settings: Settings,
    pub(crate) dictionary: Dictionary,
    pub(crate) words: Vec<String>,
    pub(crate) table: Table,
    pub(crate) rack: Tiles,
    pub(crate) opened: bool,
}

/// Words over few letters, so that there are many anagrams.
fn word_list(dice: &mut Dice) -> Vec<String> {
    let letters: &[u8] = [&b"AENST"[..], b"AEIRSTL", b"ADEGO"][dice.below(3)];
    let count = 20 + dice.below(60);
    let mut words: Vec<String> = (0..count)
        .map(|_| {
            let length = [3, 3, 3, 4, 4, 5, 6][dice.below(7)];
            (0..length).map(|_| char::from(letters[dice.below(letters.len())])).collect()
        })
        .collect();
    words.sort();
    words.dedup();
    words
}

/// The scene of a seed; none if it has more than `max_tiles` tiles, or more of a tile than the box.
pub(crate) fn scene(seed: u64, max_tiles: usize) -> Option<Scene> {
    let mut dice = Dice::new(seed);
    let words = word_list(&mut dice);
    let dictionary = Dictionary::new(Lexicon::from_text("own", &words.join("\n")).unwrap());
    let mut builder = SettingsBuilder::edition(if dice.chance(50) { "word-a" } else { "word-b" }).unwrap();
    builder.set("opening_letters", Value::read(["3", "4", "6"][dice.below(3)]));
    builder.set("opening_words", Value::read(["one", "more"][dice.below(2)]));
    builder.set("spelling", Value::read(["checked", "challenge"][dice.below(2)]));
    let settings = builder.build().unwrap();
    let jokers = [0, 0, 1, 2][dice.below(4)];
    let mut placed_jokers = 0;
    let mut layout = Layout::new();
    let mut strings: Vec<String> = Vec::new();
    for _ in 0..dice.below(4) {
        let mut word = words[dice.below(words.len())].clone();
        if dice.chance(3) {
            // A misspelling may have gone unchallenged.
            word = word.chars().rev().collect();
        }
        if strings.contains(&word) {
            continue;
        }
        let joker_at = (placed_jokers < jokers && dice.chance(60)).then(|| dice.below(word.len()));
        placed_jokers += usize::from(joker_at.is_some());
        layout.push(word.chars().enumerate().map(|(at, letter)| {
            let tile = Tile::letter(letter).unwrap();
            if joker_at == Some(at) { Laid::joker_as(tile) } else { tile.into() }
        }));
        strings.push(word);
    }
    // Jokers slow exhaustive search down: the more there are, the smaller the rack.
    let capacity = max_tiles.checked_sub(layout.tile_count() + jokers)?;
    let letters: String = words.concat();
    let count = 1 + dice.below(capacity.clamp(1, 7));
    let mut rack: Vec<Tile> =
        (0..count).filter_map(|_| Tile::letter(char::from(letters.as_bytes()[dice.below(letters.len())]))).collect();
    for _ in placed_jokers..jokers {
        rack.push(Tile::JOKER);
    }
    if TileSet::Letters.excess(layout.tiles().chain(rack.iter().copied())).is_some() {
        return None;
    }
    let opened = dice.chance(80);
    Some(Scene { settings, dictionary, words, table: Table::read(layout).unwrap(), rack: rack.into(), opened })
}
