//! The strongest bot's opinion about games that others played: legal, the same every time, and by what the seat saw.

mod common;

use std::sync::Arc;
use std::time::Duration;

use common::tables;
use trinta_bots::arena::{Arena, seed_of};
use trinta_bots::words::Vocabulary;
use trinta_bots::{Bot, BotName, Budget, NoClock, Reviewer};
use trinta_core::lexicon::{Dictionary, Lexicon, Tier};
use trinta_core::shuffle::Shuffler;
use trinta_core::{Actor, Aids, AnyWord, Command, Event, Game, Seat, Settings, Setup, Spelling};
use trinta_solver::{Referee, WordBook};

/// A game between weaker bots.
fn game(setup: &Setup, words: Option<&Arc<Vocabulary>>, spelling: &dyn Spelling, referee: &Referee) -> Vec<Event> {
    let levels: Vec<BotName> = ["level3", "level2"].map(|name| name.parse().unwrap()).to_vec();
    let build = |seat: Seat| {
        let name = levels[seat.index() % levels.len()];
        words.map_or_else(|| name.build(setup.settings()), |words| name.build_with_words(setup.settings(), words))
    };
    let mut bots: Vec<Box<dyn Bot>> = setup.seats().map(|seat| build(seat).unwrap()).collect();
    let mut bots: Vec<&mut dyn Bot> = bots.iter_mut().map(|bot| &mut **bot as &mut dyn Bot).collect();
    let budget = Budget::of(Duration::from_millis(20));
    let arena = Arena { setup, search: referee, spelling, budget, clock: &NoClock };
    arena.play(&mut bots, &seed_of(7, 0), 0).unwrap().events
}

/// The bot's command in each turn that was played, drawn or passed.
fn commands(events: &[Event], setup: &Setup, words: Option<&Arc<Vocabulary>>) -> Vec<(usize, Seat, Command)> {
    let mut reviewer = Reviewer::new(setup, words).unwrap();
    let mut game = Game::new(setup.clone());
    let mut all = Vec::new();
    for (index, event) in events.iter().enumerate() {
        let acted = match event {
            Event::Played { seat, .. } | Event::Drew { seat, .. } | Event::Passed { seat, .. } => Some(*seat),
            _ => None,
        };
        if let Some(seat) = acted.filter(|&seat| Some(seat) == game.turn()) {
            all.push((index, seat, reviewer.command(seat).unwrap()));
        }
        game.apply(event);
        reviewer.observe(event);
    }
    all
}

fn is_legal(events: &[Event], setup: &Setup, found: &[(usize, Seat, Command)], aids: &Aids<'_>) {
    for (index, seat, command) in found {
        let mut game = Game::new(setup.clone());
        events[..*index].iter().for_each(|event| game.apply(event));
        let decided = game.decide(Actor::Seat(*seat), command, aids);
        assert!(decided.is_ok(), "event {index}, seat {seat}: {command:?}: {decided:?}");
    }
}

/// Asks about one turn only, with a reviewer that has answered nothing before.
fn is_repeatable(events: &[Event], setup: &Setup, words: Option<&Arc<Vocabulary>>, found: &[(usize, Seat, Command)]) {
    for (index, seat, command) in found.iter().step_by(7) {
        let mut reviewer = Reviewer::new(setup, words).unwrap();
        events[..*index].iter().for_each(|event| reviewer.observe(event));
        assert_eq!(reviewer.command(*seat).as_ref(), Some(command), "event {index}");
    }
}

#[test]
fn the_strongest_bots_commands_are_legal_and_repeatable_in_every_number_edition() {
    let (mut plays, mut draws) = (0, 0);
    for (edition, setup) in tables().into_iter().filter(|(_, setup)| [2, 4].contains(&setup.players())) {
        let referee = Referee::new();
        let events = game(&setup, None, &AnyWord, &referee);
        let found = commands(&events, &setup, None);
        assert!(found.len() > 5, "{edition}");
        let shuffle = Shuffler::from_seed(&seed_of(7, 0), setup.players());
        is_legal(&events, &setup, &found, &Aids { search: &referee, spelling: &AnyWord, shuffle: &shuffle });
        is_repeatable(&events, &setup, None, &found);
        plays += found.iter().filter(|(.., command)| matches!(command, Command::Play { .. })).count();
        draws += found.iter().filter(|(.., command)| *command == Command::Draw).count();
    }
    assert!(plays > 0 && draws > 0, "{plays} plays, {draws} draws");
}

#[test]
fn the_strongest_bots_commands_are_legal_and_repeatable_in_the_word_game() {
    let dictionary = Dictionary::new(Lexicon::shipped(Tier::Everyday));
    let book = Arc::new(WordBook::new(&dictionary));
    let words = Arc::new(Vocabulary::with_book(&dictionary, Arc::clone(&book)));
    for edition in ["word-a", "word-b"] {
        let setup = Setup::new(Settings::edition(edition).unwrap(), 2).unwrap();
        let referee = Referee::new().with_words(Arc::clone(&book));
        let events = game(&setup, Some(&words), &dictionary, &referee);
        let found = commands(&events, &setup, Some(&words));
        let shuffle = Shuffler::from_seed(&seed_of(7, 0), setup.players());
        is_legal(&events, &setup, &found, &Aids { search: &referee, spelling: &dictionary, shuffle: &shuffle });
        is_repeatable(&events, &setup, Some(&words), &found);
        assert!(found.iter().any(|(.., command)| matches!(command, Command::Play { .. })), "{edition}");
    }
}

#[test]
fn only_the_player_on_turn_is_advised() {
    let setup = Setup::new(Settings::edition("hk").unwrap(), 2).unwrap();
    let mut reviewer = Reviewer::new(&setup, None).unwrap();
    assert_eq!(reviewer.name().to_string(), "level5");
    assert_eq!(reviewer.command(Seat(0)), None, "nobody is on turn before the deal");
    let pool = "k1 k1".parse::<trinta_core::Tiles>().unwrap().as_slice().to_vec();
    let racks = vec!["r1 k3 y7".parse().unwrap(), "r10 b10 k10".parse().unwrap()];
    reviewer.observe(&Event::Dealt { starter: Seat(0), racks, pool: pool.into() });
    assert_eq!(reviewer.command(Seat(1)), None);
    assert_eq!(reviewer.command(Seat(0)), Some(Command::Draw), "there is no play, and drawing is no play");
    assert_eq!(reviewer.command(Seat(5)), None, "there is no such seat");
}

/// What the others hold makes no difference.
#[test]
fn the_advice_depends_on_nothing_that_the_seat_did_not_see() {
    let setup = Setup::new(Settings::edition("hk").unwrap(), 2).unwrap();
    let advice = |other: &str, pool: &str| {
        let mut reviewer = Reviewer::new(&setup, None).unwrap();
        let pool = pool.parse::<trinta_core::Tiles>().unwrap().as_slice().to_vec();
        let racks = vec!["r10 b10 k10 r11 r12".parse().unwrap(), other.parse().unwrap()];
        reviewer.observe(&Event::Dealt { starter: Seat(0), racks, pool: pool.into() });
        reviewer.command(Seat(0)).unwrap()
    };
    let here = advice("k1 k2 k3", "y1 y2");
    assert!(matches!(here, Command::Play { .. }), "{here:?}");
    assert_eq!(here, advice("y1 y2 b7", "k3 k5"));
}

#[test]
fn a_word_game_needs_a_vocabulary() {
    let setup = Setup::new(Settings::edition("word-b").unwrap(), 2).unwrap();
    assert!(Reviewer::new(&setup, None).is_err());
}
