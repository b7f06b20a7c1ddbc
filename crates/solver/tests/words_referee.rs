//! The referee in the word game: who can still play, and when a game is over because nobody can.

mod words_exhaustive;

use std::sync::Arc;

use trinta_core::edition::{SettingsBuilder, Value};
use trinta_core::lexicon::{Dictionary, Lexicon, Theme, Tier};
use trinta_core::shuffle::{Bytes32, Shuffler};
use trinta_core::{
    Actor, Aids, Command, EndReason, Game, Phase, Position, Search, Seat, Settings, Setup, Table, Tiles,
};
use trinta_solver::{Budget, Referee, WordBook};
use trinta_testkit::Dice;
use words_exhaustive::{Exhaustive, scene};

fn book(dictionary: &Dictionary) -> Arc<WordBook> {
    Arc::new(WordBook::new(dictionary))
}

fn own(words: &str) -> Dictionary {
    Dictionary::new(Lexicon::from_text("own", &words.replace(' ', "\n")).unwrap())
}

fn settings(changes: &[(&str, &str)]) -> Settings {
    let mut builder = SettingsBuilder::edition("word-b").unwrap();
    changes.iter().for_each(|(name, value)| builder.set(name, Value::read(value)));
    builder.build().unwrap()
}

fn position<'a>(settings: &'a Settings, table: &'a Table, rack: &'a Tiles, opened: bool) -> Position<'a> {
    Position { settings, table, seat: Seat(0), rack, opened }
}

#[test]
fn n15_the_referee_agrees_with_exhaustive_search() {
    let mut answers = [0, 0];
    for seed in 0..1500 {
        let Some(scene) = scene(seed, 11) else { continue };
        let exhaustive = Exhaustive::new(&scene);
        let referee = Referee::new().with_words(book(&scene.dictionary));
        let position = position(&scene.settings, &scene.table, &scene.rack, scene.opened);
        let can_play = !exhaustive.plays.is_empty();
        assert_eq!(referee.can_play(&position), Some(can_play), "seed {seed}: {} + {}", scene.table, scene.rack);
        assert_eq!(referee.can_any_play(&[position, position]), Some(can_play));
        if !scene.opened {
            assert_eq!(referee.could_open(&position), can_play);
        }
        answers[usize::from(can_play)] += 1;
    }
    assert!(answers.iter().all(|&answers| answers > 200), "{answers:?}");
}

#[test]
fn s16_a_referee_with_a_limit_says_the_same_or_that_it_does_not_know() {
    let (mut same, mut unknown) = (0, 0);
    for seed in 0..300 {
        let Some(scene) = scene(seed, 11) else { continue };
        let referee = || Referee::new().with_words(book(&scene.dictionary));
        let position = position(&scene.settings, &scene.table, &scene.rack, scene.opened);
        let known = referee().can_play(&position);
        for nodes in [0, 5, 50, 1_000_000] {
            let limited = referee().with_budget(Budget::nodes(nodes));
            for answer in [limited.can_play(&position), limited.can_any_play(&[position])] {
                assert!(answer.is_none() || answer == known, "seed {seed}, {nodes} nodes: {answer:?}, not {known:?}");
                assert!(answer.is_some() || nodes < 1_000_000, "seed {seed}");
                *(if answer.is_some() { &mut same } else { &mut unknown }) += 1;
            }
        }
    }
    assert!(same > 100 && unknown > 20, "{same} answers, {unknown} times unknown");
}

#[test]
fn without_a_word_list_the_referee_does_not_know() {
    let settings = settings(&[]);
    let (table, rack) = (Table::read("TEA".parse().unwrap()).unwrap(), "S".parse().unwrap());
    let possible = position(&settings, &table, &rack, true);
    assert_eq!(Referee::new().can_play(&possible), None);
    assert_eq!(Referee::new().can_any_play(&[possible]), None);
    assert!(!Referee::new().could_open(&possible));
    // More copies of a tile than the box has: not a position of the game.
    let jay = Table::read("JAY".parse().unwrap()).unwrap();
    let second_j = "J".parse().unwrap();
    let referee = Referee::new().with_words(book(&own("jay tea teas")));
    assert_eq!(referee.can_play(&position(&settings, &jay, &second_j, true)), None);
    assert_eq!(referee.can_any_play(&[position(&settings, &jay, &second_j, true), possible]), Some(true));
}

#[test]
fn w14_each_game_is_judged_by_its_list_and_theme() {
    let plain = Dictionary::new(Lexicon::shipped(Tier::Standard));
    let food = plain.clone().with_theme(Lexicon::theme(Theme::Food));
    let referee = Referee::new()
        .with_words(book(&own("zax")))
        .with_words_for("standard", None, book(&plain))
        .with_words_for("standard", Some("food"), book(&food));
    let (pea, r, z) = (Table::read("PEA".parse().unwrap()).unwrap(), "R".parse().unwrap(), "Z".parse().unwrap());
    let (ape, ax) = (Table::read("APE".parse().unwrap()).unwrap(), Table::new());
    let (standard, themed) = (settings(&[]), settings(&[("theme", "food"), ("opening_letters", "4")]));
    let other = settings(&[("lexicon", "everyday"), ("opening_letters", "3")]);
    assert_eq!(referee.can_play(&position(&themed, &pea, &r, true)), Some(true), "PEAR");
    assert_eq!(referee.can_play(&position(&themed, &pea, &z, true)), Some(false));
    assert_eq!(referee.can_play(&position(&standard, &ape, &"S".parse().unwrap(), true)), Some(true), "APES");
    assert_eq!(referee.can_play(&position(&other, &ax, &"AXZ".parse().unwrap(), false)), Some(true), "ZAX alone");
    assert_eq!(referee.can_play(&position(&other, &ax, &"TEA".parse().unwrap(), false)), Some(false));
}

#[test]
fn n15_one_player_who_can_play_is_enough() {
    let settings = settings(&[]);
    let referee = Referee::new().with_words(book(&Dictionary::new(Lexicon::shipped(Tier::Standard))));
    let table = Table::read("PEA | ROSE".parse().unwrap()).unwrap();
    let racks: Vec<Tiles> = ["Q", "VJQQ", "XJ", "S"].iter().map(|rack| rack.parse().unwrap()).collect();
    let players: Vec<Position<'_>> = racks.iter().map(|rack| position(&settings, &table, rack, true)).collect();
    assert_eq!(referee.can_any_play(&players), Some(true), "S goes on PEA");
    assert_eq!(referee.can_any_play(&players[..1]), Some(false));
    assert_eq!(referee.can_any_play(&players[..2]), None, "two Q are more than the box has");
    assert_eq!(referee.can_any_play(&[]), Some(false));
}

/// The end of a game in which all tiles are drawn and nobody plays.
fn game_without_plays(words: &str, seed: u64) -> EndReason {
    let dictionary = own(words);
    let referee = Referee::new().with_words(book(&dictionary));
    let shuffle = Shuffler::from_seed(&Bytes32(Dice::new(seed).bytes()), 2);
    let aids = Aids { search: &referee, spelling: &dictionary, shuffle: &shuffle };
    let mut game = Game::new(Setup::new(settings(&[]), 2).unwrap());
    let submit = |game: &mut Game, actor, command: &Command| {
        game.decide(actor, command, &aids).unwrap().iter().for_each(|event| game.apply(event));
    };
    submit(&mut game, Actor::Host, &Command::Deal);
    loop {
        if let Some(outcome) = game.outcome() {
            return outcome.reason;
        }
        let Phase::Turn(seat) = *game.phase() else { panic!("{:?}", game.phase()) };
        let command = if game.pool_size() > 0 { Command::Draw } else { Command::Pass };
        submit(&mut game, Actor::Seat(seat), &command);
    }
}

#[test]
fn n15_a_word_game_ends_at_once_if_nobody_can_play() {
    for seed in 0..5 {
        assert_eq!(game_without_plays("tea seat", seed), EndReason::Blocked, "no word of six letters to open with");
        assert_eq!(game_without_plays("tea seater", seed), EndReason::Passes, "somebody could have opened");
    }
}
