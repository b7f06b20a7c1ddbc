//! The solver against a naive exhaustive search: tiny word lists, small tables and racks, with and without jokers.

use std::collections::HashSet;

use trinta_core::edition::{Draft, Family, Value, WordSettings};
use trinta_core::lexicon::{Dictionary, Lexicon};
use trinta_core::words::{spelling, turn_score};
use trinta_core::{Laid, Layout, Proposal, Settings, Table, Tile, TileSet, Tiles, check_play};
use trinta_solver::words::{Best, Budget, Objective, Position, Proof, WordBook, solve};
use trinta_testkit::Dice;

/// What the best play is worth: score, tiles, words kept, letters of the longest new word.
type Worth = (u32, u32, u32, u32);

/// Tries every way to lay the words of a list, piece by piece, and asks the rules about each.
struct Naive<'a> {
    settings: &'a Settings,
    dictionary: &'a Dictionary,
    words: &'a [String],
    table: &'a Table,
    rack: &'a Tiles,
    opened: bool,
    plays: Vec<Worth>,
    seen: HashSet<Vec<Vec<Laid>>>,
}

impl Naive<'_> {
    /// Lays words in the order of the list; every word as it could be spelt from the tiles in hand.
    fn lay(&mut self, from: usize, hand: &mut Vec<Tile>, sets: &mut Vec<Vec<Laid>>) {
        self.judge(sets);
        for index in from..self.words.len() {
            let word: Vec<char> = self.words[index].to_ascii_uppercase().chars().collect();
            for set in spellings(&word, hand) {
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

    fn judge(&mut self, sets: &[Vec<Laid>]) {
        let mut sorted = sets.to_vec();
        sorted.sort();
        if !self.seen.insert(sorted) {
            return;
        }
        let after: Layout = sets.iter().map(|set| set.iter().copied()).collect();
        let proposal = Proposal { before: self.table, rack: self.rack, opened: self.opened, after: &after };
        let Ok(play) = check_play(self.settings, self.dictionary, proposal) else { return };
        let is_old = |set: &[Laid]| self.table.sets().any(|old| old == set);
        let kept = play.table.sets().filter(|set| is_old(set)).count() as u32;
        let longest = play.table.sets().filter(|set| !is_old(set)).map(<[Laid]>::len).max().unwrap_or(0) as u32;
        let score = turn_score(self.table, &play.table, play.placed.len() == self.rack.len());
        self.plays.push((score, play.placed.len() as u32, kept, longest));
    }
}

/// All ways to spell a word with these tiles, letters or jokers.
fn spellings(word: &[char], hand: &[Tile]) -> Vec<Vec<Laid>> {
    let Some((&letter, rest)) = word.split_first() else { return vec![Vec::new()] };
    let tile = Tile::letter(letter).unwrap();
    let mut all = Vec::new();
    for piece in [Laid::from(tile), Laid::joker_as(tile)] {
        if let Some(at) = hand.iter().position(|&held| held == piece.tile()) {
            let mut fewer = hand.to_vec();
            fewer.swap_remove(at);
            for mut tail in spellings(rest, &fewer) {
                tail.insert(0, piece);
                all.push(tail);
            }
        }
    }
    all
}

struct Scene {
    settings: Settings,
    dictionary: Dictionary,
    words: Vec<String>,
    table: Table,
    rack: Tiles,
    opened: bool,
}

fn rules(settings: &Settings) -> &WordSettings {
    match &settings.family {
        Family::Words(rules) => rules,
        Family::Numbers(_) => unreachable!(),
    }
}

/// Words over few letters, so that anagrams and repeated words abound.
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

fn scene(seed: u64, most_tiles: usize) -> Option<Scene> {
    let mut dice = Dice::new(seed);
    let words = word_list(&mut dice);
    let dictionary = Dictionary::new(Lexicon::from_text("own", &words.join("\n")).unwrap());
    let mut draft = Draft::edition(if dice.chance(50) { "word-a" } else { "word-b" }).unwrap();
    draft.set("opening_letters", Value::read(["3", "4", "6"][dice.below(3)]));
    draft.set("opening_words", Value::read(["one", "more"][dice.below(2)]));
    draft.set("spelling", Value::read(["checked", "challenge"][dice.below(2)]));
    let settings = draft.build().unwrap();
    let jokers = [0, 0, 1, 2][dice.below(4)];
    let mut placed_jokers = 0;
    let mut layout = Layout::new();
    let mut strings: Vec<String> = Vec::new();
    for _ in 0..dice.below(4) {
        let mut word = words[dice.below(words.len())].clone();
        if dice.chance(3) {
            // Misspelt, which may have gone unnoticed where plays stand until challenged.
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
    // Jokers cost the naive search dearly.
    let room = most_tiles.checked_sub(layout.tile_count() + jokers)?;
    let letters: String = words.concat();
    let count = 1 + dice.below(room.clamp(1, 7));
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

fn worth(objective: Objective, (score, tiles, kept, longest): Worth) -> (u32, u32, u32) {
    match objective {
        Objective::Score => (score, tiles, kept),
        _ => (tiles, kept, longest),
    }
}

fn of(scene: &Scene, best: &Best) -> Worth {
    let is_old = |set: &[Laid]| scene.table.sets().any(|old| old == set);
    let longest = best.table.sets().filter(|set| !is_old(set)).map(<[Laid]>::len).max().unwrap_or(0) as u32;
    (best.score, best.tiles, best.kept, longest)
}

fn legal(scene: &Scene, opened: bool, best: &Best) {
    let after = best.table.layout();
    let proposal = Proposal { before: &scene.table, rack: &scene.rack, opened, after };
    let play = check_play(&scene.settings, &scene.dictionary, proposal).unwrap_or_else(|error| panic!("{error}"));
    assert_eq!((play.placed.len() as u32, &play.placed), (best.tiles, &best.placed));
    assert_eq!(best.kept + best.broken, scene.table.len() as u32);
    let empties = play.placed.len() == scene.rack.len();
    assert_eq!(turn_score(&scene.table, &play.table, empties), best.score);
}

fn compare(seed: u64, most_tiles: usize) -> Option<bool> {
    let scene = scene(seed, most_tiles)?;
    let hand: Vec<Tile> = scene.table.tiles().iter().chain(scene.rack.iter()).collect();
    let mut naive = Naive {
        settings: &scene.settings,
        dictionary: &scene.dictionary,
        words: &scene.words,
        table: &scene.table,
        rack: &scene.rack,
        opened: scene.opened,
        plays: Vec::new(),
        seen: HashSet::new(),
    };
    // Misspelt words of the table can only stay: they are laid first, or not.
    let misspelt: Vec<Vec<Laid>> = (scene.table.sets())
        .filter(|set| !scene.words.contains(&spelling(set).unwrap()))
        .map(<[Laid]>::to_vec)
        .collect();
    for choice in 0..1usize << misspelt.len() {
        let mut sets: Vec<Vec<Laid>> =
            misspelt.iter().enumerate().filter(|(at, _)| choice >> at & 1 == 1).map(|(_, set)| set.clone()).collect();
        let mut fewer = hand.clone();
        for piece in sets.iter().flatten() {
            let at = fewer.iter().position(|&tile| tile == piece.tile()).unwrap();
            fewer.swap_remove(at);
        }
        naive.lay(0, &mut fewer, &mut sets);
    }
    let book = WordBook::new(&scene.dictionary);
    let position =
        Position { rules: rules(&scene.settings), table: &scene.table, rack: &scene.rack, opened: scene.opened };
    let what = || format!("seed {seed}: {} + {} (opened: {})", scene.table, scene.rack, scene.opened);
    for objective in [Objective::Tiles, Objective::Score, Objective::Any] {
        let answer = solve(&book, &position, objective, Budget::default());
        assert_eq!(answer.proof, Proof::Optimal, "{}", what());
        let expected = naive.plays.iter().map(|&play| worth(objective, play)).max();
        if let Some(best) = &answer.best {
            legal(&scene, scene.opened, best);
        }
        let found = answer.best.map(|best| worth(objective, of(&scene, &best)));
        match objective {
            Objective::Any => assert_eq!(found.is_some(), expected.is_some(), "{}", what()),
            // The longest word only settles openings.
            Objective::Tiles if scene.opened => {
                let cut = |(tiles, kept, _): (u32, u32, u32)| (tiles, kept);
                assert_eq!(found.map(cut), expected.map(cut), "{}", what());
            }
            _ => assert_eq!(found, expected, "{objective:?} {}", what()),
        }
        for nodes in [1, 5, 20] {
            let hurried = solve(&book, &position, objective, Budget { nodes: Some(nodes) });
            if let Some(best) = &hurried.best {
                legal(&scene, scene.opened, best);
            }
            let value = hurried.best.map(|best| worth(objective, of(&scene, &best)));
            if hurried.proof == Proof::Optimal && objective == Objective::Score {
                assert_eq!(value, expected, "{}", what());
            }
            let cut = |(first, second, _): (u32, u32, u32)| (first, second);
            assert!(objective == Objective::Any || value.map(cut) <= found.map(cut), "{}", what());
        }
    }
    Some(!naive.plays.is_empty())
}

#[test]
fn tiles_score_and_kept_are_those_of_a_naive_search() {
    let (mut compared, mut with_plays) = (0, 0);
    for seed in 0..4000 {
        if let Some(plays) = compare(seed, 12) {
            compared += 1;
            with_plays += u32::from(plays);
        }
    }
    println!("{compared} positions compared, {with_plays} of them with a play");
    assert!(compared > 2000 && with_plays > 1000);
}
