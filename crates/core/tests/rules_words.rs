//! The word game: tiles, words, turns and jokers (W1 to W8, W14, W15).

mod common;

use common::{A, B, Bench, C, drew, layout, list, row, settings, table, tiles};
use trinta_core::lexicon::{Dictionary, Lexicon, Theme, Tier};
use trinta_core::words::WordFault;
use trinta_core::{
    Command, CommandError, DrawReason, Event, Fault, LotDraw, Play, Proposal, Seat, Settings, Setup, Table, TileSet,
    check_play,
};

const WORDS: &str = "recover cover discover heavy toy cape ape pal the clap pear lap ear chip cat cats dog cot \
                     toys plate planet planets";

fn small() -> Dictionary {
    Dictionary::new(list(WORDS))
}

fn judge(settings: &Settings, opened: bool, before: &str, rack: &str, after: &str) -> Result<Play, Vec<Fault>> {
    let (before, rack, after) = (table(before), tiles(rack), layout(after));
    let proposal = Proposal { before: &before, rack: &rack, opened, after: &after };
    check_play(settings, &small(), proposal).map_err(|error| error.faults)
}

/// A play after the opening that must be legal in both ways to play.
fn legal(before: &str, rack: &str, after: &str, placed: &str) {
    for edition in ["word-a", "word-b"] {
        let play = judge(&settings(edition, &[]), true, before, rack, after);
        let play = play.unwrap_or_else(|faults| panic!("{edition}: {after}: {faults:?}"));
        assert_eq!((play.placed, play.table, play.opening), (tiles(placed), table(after), None));
    }
}

fn wrong(before: &str, rack: &str, after: &str) -> Vec<Fault> {
    judge(&settings("word-b", &[]), true, before, rack, after).unwrap_err()
}

fn opening(overrides: &[(&str, &str)], rack: &str, after: &str) -> Result<u32, Vec<Fault>> {
    judge(&settings("word-b", overrides), false, "", rack, after).map(|play| play.opening.unwrap())
}

#[test]
fn w01_a_hundred_and_twelve_letters_and_two_to_four_players() {
    for players in 2..=4 {
        let mut bench = Bench::new(settings("word-a", &[]), players).starter(A);
        bench.host(&Command::Deal).unwrap();
        let counts = bench.game.all_tiles().collect::<trinta_core::Counts>();
        assert_eq!(bench.game.all_tiles().count(), 112);
        for (letter, count) in [("A", 10), ("E", 10), ("I", 7), ("J", 1), ("O", 8), ("T", 8), ("Y", 2), ("*", 2)] {
            assert_eq!(counts.of(letter.parse().unwrap()), count, "{letter}");
        }
    }
    assert_eq!(
        Setup::new(settings("word-b", &[]), 5).unwrap_err().to_string(),
        "edition word-b is for 2 to 4 players, not 5"
    );
    assert_eq!(settings("word-a", &[]).tile_set(4), TileSet::Letters);
}

#[test]
fn w02_the_letter_nearest_to_a_starts() {
    let lots = |players: u8, fronts: &[&str]| {
        let mut bench = Bench::new(settings("word-b", &[]), players);
        for front in fronts {
            bench = bench.front(row(front));
        }
        let mut events = bench.host(&Command::Deal).unwrap();
        events.pop();
        (events, bench.game.turn().unwrap())
    };
    let lot = |draws: &[(Seat, &str)]| Event::Lot {
        draws: draws.iter().map(|&(seat, tiles)| LotDraw { seat, tiles: row(tiles) }).collect(),
    };
    assert_eq!(lots(3, &["Z B C"]), (vec![lot(&[(A, "Z"), (B, "B"), (C, "C")])], B));
    // Jokers don't count, ties draw again.
    assert_eq!(
        lots(3, &["* D * D E", "Y X"]),
        (vec![lot(&[(A, "* D"), (B, "* D"), (C, "E")]), lot(&[(A, "Y"), (B, "X")])], B)
    );
}

#[test]
fn w02_fourteen_tiles_each_and_the_time_limit_is_optional() {
    let mut bench = Bench::dealt(settings("word-a", &[]), &["", "", ""], "");
    assert!(bench.game.seats().iter().all(|seat| seat.rack.len() == 14));
    assert_eq!(bench.game.pool_size(), 112 - 42);
    assert_eq!(bench.time_up(None), Err(CommandError::NoTimeLimit));
    assert_eq!(settings("word-a", &[("turn_time", "60")]).turn_seconds, Some(60));
}

#[test]
fn w03_a_word_has_three_letters_or_more() {
    assert_eq!(wrong("", "TOYS", "TO"), [Fault::NotAWord { set: 0, why: WordFault::TooShort }]);
    legal("", "TOYS", "TOY", "TOY");
    // The letters are read in order: YOT is another word.
    assert_eq!(wrong("", "TOYS", "YOT"), [Fault::NotInList { set: 0, word: "YOT".into() }]);
    assert_eq!(
        wrong("", "TOYS", "k1 k2 k3"),
        [Fault::NotAWord { set: 0, why: WordFault::Numbers }, Fault::NotOnRack { tiles: tiles("k1 k2 k3") }]
    );
}

#[test]
fn w03_no_word_stands_on_the_table_twice() {
    assert_eq!(wrong("CAT", "CAT", "CAT | CAT"), [Fault::WordTwice { set: 1, word: "CAT".into() }]);
    // A joker in it does not make it another word.
    assert_eq!(wrong("CAT", "C*T", "CAT | CaT"), [Fault::WordTwice { set: 1, word: "CAT".into() }]);
    assert_eq!(Table::read(layout("CAT | CaT")).unwrap_err().to_string(), "set 2: CAT lies on the table twice");
    legal("CAT", "COT", "CAT | COT", "COT");
}

#[test]
fn w04_the_opening_is_one_word_of_six_letters() {
    assert_eq!(opening(&[], "RECOVERTOY", "RECOVER"), Ok(7));
    assert_eq!(opening(&[], "PLANETS", "PLANET"), Ok(6));
    assert_eq!(opening(&[], "HEAVYTOY", "HEAVY"), Err(vec![Fault::OpeningTooShort { letters: 5, needed: 6 }]));
    // Literally one word.
    assert_eq!(opening(&[], "RECOVERTOY", "RECOVER | TOY"), Err(vec![Fault::OpeningTooManySets { sets: 2 }]));
    // Its letters come from the rack.
    assert_eq!(opening(&[], "RECOVE", "RECOVER"), Err(vec![Fault::NotOnRack { tiles: tiles("R") }]));
}

#[test]
fn w04_a_setting_lowers_it_to_four() {
    let four = [("opening_letters", "4")];
    assert_eq!(opening(&four, "CAPE", "CAPE"), Ok(4));
    assert_eq!(opening(&four, "TOY", "TOY"), Err(vec![Fault::OpeningTooShort { letters: 3, needed: 4 }]));
}

#[test]
fn w04_a_setting_allows_further_words() {
    let more = [("opening_words", "more")];
    assert_eq!(opening(&more, "RECOVERTOY", "TOY | RECOVER"), Ok(7));
    assert_eq!(opening(&more, "HEAVYTOY", "TOY | HEAVY"), Err(vec![Fault::OpeningTooShort { letters: 5, needed: 6 }]));
}

#[test]
fn w04_jokers_may_be_used_and_the_table_may_not_be_touched() {
    assert_eq!(opening(&[], "REC*VER", "RECoVER"), Ok(7));
    let b = settings("word-b", &[("opening_words", "more")]);
    assert_eq!(judge(&b, false, "CAT", "SRECOVER", "CATS | RECOVER"), Err(vec![Fault::TableTouched { set: 0 }]));
    assert_eq!(
        judge(&b, false, "CAT", "DISRECOVER", "DISCOVER | ACTRE"),
        Err(vec![Fault::NotInList { set: 1, word: "ACTRE".into() }, Fault::TableTouched { set: 0 }])
    );
    // No joker is taken before the opening.
    assert_eq!(judge(&b, false, "CaT", "APLNETS", "CAT | PLaNETS"), Err(vec![Fault::TableTouched { set: 0 }]));
    assert!(judge(&b, false, "CAT", "RECOVER", "RECOVER | CAT").is_ok());
}

#[test]
fn w04_the_turn_ends_with_the_opening() {
    let mut bench = Bench::dealt(settings("word-b", &[]), &["RECOVERTOY", "DIS"], "").spelling(small());
    let events = bench.play(A, "RECOVER").unwrap();
    let played = Event::Played {
        seat: A,
        table: table("RECOVER"),
        placed: tiles("RECOVER"),
        opening: Some(7),
        score: None,
        time_up: false,
    };
    assert_eq!(events, [played]);
    assert_eq!(bench.play(A, "RECOVER | TOY"), Err(CommandError::NotYourTurn { turn: B }));
    bench.draw(B).unwrap();
    assert!(bench.play(A, "RECOVER | TOY").is_ok());
}

#[test]
fn w05_words_are_added_to_split_and_rebuilt() {
    legal("CAT", "S", "CATS", "S");
    legal("PLANETS", "TOY", "PLANET | TOYS", "TOY");
    assert_eq!(wrong("CATS", "DOG", "CAT | DOG | S"), [Fault::NotAWord { set: 2, why: WordFault::TooShort }]);
    assert_eq!(wrong("CATS", "DOG", "CAT | DOG"), [Fault::TableTileMissing { tiles: tiles("S") }]);
    assert_eq!(wrong("CATS | DOG", "Z", "CATS | DOG"), [Fault::NothingPlayed]);
    assert_eq!(wrong("CAT", "Z", "CATS"), [Fault::NotOnRack { tiles: tiles("S") }]);
    assert_eq!(wrong("CAT", "ZOY", "CAT | ZOY"), [Fault::NotInList { set: 1, word: "ZOY".into() }]);
}

#[test]
fn w06_without_a_play_one_tile_is_drawn() {
    for edition in ["word-a", "word-b"] {
        let mut bench = Bench::dealt(settings(edition, &[]), &["", ""], "Z");
        assert_eq!(bench.draw(A).unwrap(), [drew(A, "Z", DrawReason::Choice)]);
        assert_eq!(bench.game.turn(), Some(B));
        assert_eq!(bench.pass(B), Err(CommandError::PoolNotEmpty));
    }
}

#[test]
fn w07_a_joker_on_the_table_is_swapped_for_its_letter_and_used() {
    legal("CaT", "ADG", "CAT | DoG", "ADG");
    // The letter may come from the table.
    legal("CaT | CAPE", "CHIP", "CAT | CaPE | CHIP", "CHIP");
    // Not for another letter.
    assert_eq!(wrong("CaT", "EDG", "CET | DoG"), [Fault::NotInList { set: 0, word: "CET".into() }]);
    // It must be used in that turn and does not go to a rack.
    assert_eq!(wrong("CaT", "A", "CAT"), [Fault::TableTileMissing { tiles: tiles("*") }]);
    assert_eq!(wrong("CaT", "A", "CAT | *"), [Fault::NotAWord { set: 1, why: WordFault::JokerUnread }]);
}

#[test]
fn w07_words_with_jokers_may_be_extended_split_and_rebuilt() {
    legal("CaT", "S", "CaTS", "S");
    legal("CaTS", "TOY", "CaT | TOYS", "TOY");
    // Taken apart, the joker may stand for another letter.
    legal("CaTS", "OTY", "COT | ToYS", "OTY");
}

#[test]
fn w07_a_jokers_letter_is_fixed_while_its_word_stays_as_it_is() {
    // The same tiles in the same order can't be read as another word, or play A would pay for it.
    assert_eq!(wrong("CaT", "DOG", "CoT | DOG"), [Fault::JokerFixed { set: 0, word: "COT".into() }]);
    assert_eq!(
        wrong("CaT", "DOG", "DOG | CoT")[0].to_string(),
        "set 2: a joker keeps its letter while its word stays as it is, so this is not COT"
    );
    legal("CaT", "DOG", "CaT | DOG", "DOG");
    // With another tile in the word, it is another word.
    legal("CaT", "S", "CaTS", "S");
    // Taken out of its word, the joker is free; of two such words one may stay.
    legal("CaT", "ODG", "COT | DoG", "ODG");
    legal("CaT | CoT", "ODG", "COT | CaT | DoG", "ODG");
    legal("CaT | CoT", "DOG", "DOG | CoT | CaT", "DOG");
}

#[test]
fn w08_a_word_list_decides_and_a_misspelt_play_is_refused_without_cost() {
    let mut bench = Bench::dealt(settings("word-b", &[]), &["RECOVERTOY", ""], "").spelling(small());
    let before = bench.game.clone();
    assert_eq!(bench.refused(A, "REVOCER"), [Fault::NotInList { set: 0, word: "REVOCER".into() }]);
    assert_eq!(bench.game, before);
    assert!(bench.play(A, "RECOVER").is_ok());
}

#[test]
fn w08_the_shipped_lists_have_english_words_but_no_names_or_abbreviations() {
    for tier in Tier::ALL {
        let list = Lexicon::shipped(tier);
        for word in ["recover", "heavy", "cape", "toy", "pal", "the", "chip", "discover"] {
            assert!(list.contains(word), "{word} in {}", list.name());
        }
        for word in ["mr", "etc", "usa", "phd", "london", "margaret", "well-known", "recovre"] {
            assert!(!list.contains(word), "{word} in {}", list.name());
        }
        // The large list has word-game rarities; the others leave foreign words out.
        assert!(tier == Tier::Large || !list.contains("bonjour"), "{}", list.name());
    }
}

#[test]
fn w08_a_setting_charges_a_tile_for_every_misspelt_word_and_the_turn() {
    let charged = settings("word-b", &[("spelling", "charged"), ("opening_words", "more")]);
    let mut bench = Bench::dealt(charged, &["RECOVERTOY", "DIS"], "Z X W").spelling(small());
    let events = bench.play(A, "REVOCER | YOT").unwrap();
    let misspelt = vec!["REVOCER".to_owned(), "YOT".to_owned()];
    let refused = Event::Refused { seat: A, layout: layout("REVOCER | YOT"), misspelt };
    assert_eq!(events, [refused, drew(A, "ZX", DrawReason::Misspelt)]);
    assert_eq!(bench.game.turn(), Some(B));
    assert_eq!(bench.game.seats()[0].rack.len(), 16, "the play's own tiles are back on the rack");
    assert!(bench.game.table().is_empty() && !bench.game.has_opened(A));
    // Other faults are refused without cost, and the player may try again.
    assert_eq!(
        bench.refused(B, "DIS"),
        [Fault::NotInList { set: 0, word: "DIS".into() }, Fault::OpeningTooShort { letters: 3, needed: 6 }]
    );
    assert_eq!(bench.game.turn(), Some(B));
}

#[test]
fn w14_in_a_themed_game_every_word_belongs_to_the_theme() {
    let animals = || small().with_theme(list("cat cats dog ape"));
    let themed = settings("word-b", &[("theme", "animals"), ("opening_letters", "3")]);
    let mut bench = Bench::dealt(themed, &["CATTOY", "DOG"], "").spelling(animals());
    assert_eq!(bench.refused(A, "TOY"), [Fault::OffTheme { set: 0, word: "TOY".into() }]);
    assert_eq!(bench.refused(A, "CTA"), [Fault::NotInList { set: 0, word: "CTA".into() }]);
    assert!(bench.play(A, "CAT").is_ok());
    assert_eq!(Fault::OffTheme { set: 0, word: "TOY".into() }.to_string(), "set 1: TOY does not belong to the theme");
}

#[test]
fn w14_the_shipped_themes_know_their_words() {
    let themed = |theme| Dictionary::new(Lexicon::shipped(Tier::Standard)).with_theme(Lexicon::theme(theme));
    use trinta_core::lexicon::Verdict;
    assert_eq!(themed(Theme::Animals).judge("APE"), Verdict::Good);
    assert_eq!(themed(Theme::Animals).judge("PEAR"), Verdict::OffTheme);
    assert_eq!(themed(Theme::Food).judge("PEAR"), Verdict::Good);
    assert_eq!(themed(Theme::Food).judge("PAER"), Verdict::NotInList);
    assert_eq!(settings("word-a", &[]).words().unwrap().theme, None);
    assert_eq!(settings("word-a", &[("theme", "food")]).words().unwrap().theme.as_deref(), Some("food"));
}

#[test]
fn w15_letters_are_added_in_front_of_a_word() {
    legal("COVER", "DIS", "DISCOVER", "DIS");
}

#[test]
fn w15_a_word_is_taken_apart() {
    legal("APE", "LTH", "PAL | THE", "LTH");
}

#[test]
fn w15_two_words_give_up_a_letter_each() {
    legal("CLAP | PEAR", "IH", "LAP | EAR | CHIP", "IH");
}

#[test]
fn w15_the_examples_hold_with_the_shipped_lists() {
    for tier in Tier::ALL {
        let dictionary = Dictionary::new(Lexicon::shipped(tier));
        let b = settings("word-b", &[]);
        for (before, rack, after) in
            [("COVER", "DIS", "DISCOVER"), ("APE", "LTH", "PAL | THE"), ("CLAP | PEAR", "IH", "LAP | EAR | CHIP")]
        {
            let (before, rack, after) = (table(before), tiles(rack), layout(after));
            let proposal = Proposal { before: &before, rack: &rack, opened: true, after: &after };
            assert!(check_play(&b, &dictionary, proposal).is_ok(), "{after}");
        }
    }
}
