//! The rulebook's examples, small cases with known answers, budgets, themes and own lists.

use trinta_core::edition::{SettingsBuilder, Value};
use trinta_core::lexicon::{Dictionary, Lexicon, Theme, Tier};
use trinta_core::{Proposal, Settings, Table, Tiles, check_play};
use trinta_solver::{Answer, Budget, Objective, Position, Proof, RatedPlay, Rules, WordBook, solve};

struct Fixture {
    settings: Settings,
    dictionary: Dictionary,
    book: WordBook,
}

impl Fixture {
    fn new(dictionary: Dictionary, settings: &[(&str, &str)]) -> Fixture {
        let mut builder = SettingsBuilder::edition("word-b").unwrap();
        for (setting, value) in settings {
            builder.set(setting, Value::read(value));
        }
        let book = WordBook::new(&dictionary);
        Fixture { settings: builder.build().unwrap(), dictionary, book }
    }

    fn own(words: &str, settings: &[(&str, &str)]) -> Fixture {
        let lexicon = Lexicon::from_text("own", &words.replace(' ', "\n")).unwrap();
        Fixture::new(Dictionary::new(lexicon), settings)
    }

    fn answer(&self, table: &str, rack: &str, opened: bool, objective: Objective, budget: Budget) -> Answer {
        let table = Table::read(table.parse().unwrap()).unwrap();
        let rack: Tiles = rack.parse().unwrap();
        let rules = Rules::new(&self.settings, Some(&self.book)).unwrap();
        let answer = solve(&Position { rules, table: &table, rack: &rack, opened }, objective, budget);
        if let Some(best) = &answer.best {
            let proposal = Proposal { before: &table, rack: &rack, opened, after: best.table.layout() };
            let play = check_play(&self.settings, &self.dictionary, proposal).unwrap();
            assert_eq!((&play.placed, play.placed.len() as u32), (&best.placed, best.tiles));
        }
        answer
    }

    fn best(&self, table: &str, rack: &str, opened: bool, objective: Objective) -> Option<RatedPlay> {
        let answer = self.answer(table, rack, opened, objective, Budget::UNLIMITED);
        assert_eq!(answer.proof, Proof::Optimal);
        answer.best
    }
}

fn values(best: &Option<RatedPlay>) -> Option<(u32, u32, u32)> {
    best.as_ref().map(|best| (best.tiles, best.kept, best.broken))
}

#[test]
fn w15_the_examples_of_the_rulebook() {
    let fixture = Fixture::own("appear disappear ape pal the clap pear lap ear chip", &[]);
    let best = fixture.best("APPEAR", "DIS", true, Objective::Tiles);
    assert_eq!(best.as_ref().unwrap().table.to_string(), "DISAPPEAR");
    assert_eq!(values(&best), Some((3, 0, 1)));
    let best = fixture.best("APE", "LTH", true, Objective::Tiles).unwrap();
    assert_eq!((best.tiles, best.broken), (3, 1));
    let best = fixture.best("CLAP | PEAR", "IH", true, Objective::Tiles).unwrap();
    assert_eq!((best.tiles, best.kept, best.broken), (2, 0, 2));
    assert!(best.table.to_string().contains("CHIP"));
}

#[test]
fn w04_an_opening_is_one_long_word_from_the_rack() {
    let fixture = Fixture::own("recover recovers toy cape", &[]);
    let best = fixture.best("TOY", "RECOVERTOYS*", false, Objective::Opening).unwrap();
    assert_eq!((best.tiles, best.kept, best.score, best.points), (8, 1, Some(8), Some(8)));
    assert!(fixture.best("TOY", "RECOETOYS", false, Objective::Opening).is_none(), "no word of six letters");
    assert!(fixture.best("RECOVER | RECOvERS", "RECO*ERS", false, Objective::Any).is_none(), "both lie there (W3)");
    let more = Fixture::own("recover recovers toy cape", &[("opening_words", "more")]);
    let best = more.best("", "RECOVERTOYS", false, Objective::Tiles).unwrap();
    assert_eq!(best.tiles, 11, "RECOVERS and TOY");
    assert_eq!(more.best("", "RECOVERSTOY", false, Objective::Score).unwrap().score, Some(16));
    assert!(more.best("", "TOYCAPE", false, Objective::Tiles).is_none());
}

#[test]
fn w09_the_longest_word_counts_twice_if_the_rack_is_emptied() {
    let fixture = Fixture::own("toy cape heavy recover", &[]);
    let best = fixture.best("TOY", "CAPEHEAVYRECO*ER", true, Objective::Score).unwrap();
    assert_eq!((best.score, best.tiles, best.kept), (Some(14), 16, 1));
    let best = fixture.best("TOY", "CAPEHEAVYRECO*ERZ", true, Objective::Score).unwrap();
    assert_eq!((best.score, best.tiles), (Some(7), 16));
    let fixture = Fixture::own("recover recovers", &[]);
    let best = fixture.best("RECOVER", "S", true, Objective::Score).unwrap();
    assert_eq!((best.score, best.broken), (Some(16), 1));
}

#[test]
fn w07_a_joker_keeps_its_letter_while_its_word_stays() {
    let fixture = Fixture::own("cat cot dog", &[]);
    // The joker of CaT can't become an O while CAT stays; an A from the rack frees it.
    assert!(fixture.best("CaT", "O", true, Objective::Tiles).is_none());
    let best = fixture.best("CaT", "ADG", true, Objective::Tiles).unwrap();
    assert_eq!(best.table.to_string(), "CAT | DoG");
    assert_eq!((best.tiles, best.kept), (3, 0));
}

#[test]
fn w03_no_word_is_on_the_table_twice() {
    let fixture = Fixture::own("tea", &[]);
    assert!(fixture.best("TEA", "TEA", true, Objective::Any).is_none());
    let fixture = Fixture::own("tea eat", &[]);
    assert_eq!(values(&fixture.best("TEA", "TEATEA", true, Objective::Tiles)), Some((3, 1, 0)));
}

#[test]
fn an_empty_rack_and_tiles_beyond_the_box_have_no_play() {
    let fixture = Fixture::own("tea jot", &[]);
    assert!(fixture.best("TEA", "", true, Objective::Tiles).is_none());
    let answer = fixture.answer("JOT", "JOT", true, Objective::Tiles, Budget::UNLIMITED);
    assert_eq!((answer.best, answer.proof), (None, Proof::Bound));
}

#[test]
fn w08_a_misspelt_word_may_stay_only_where_plays_are_not_checked() {
    let fixture = Fixture::own("tea set", &[("spelling", "challenge")]);
    assert_eq!(
        values(&fixture.best("XQ*Z".replace('*', "e").as_str(), "TEA", true, Objective::Tiles)),
        Some((3, 1, 0))
    );
    let fixture = Fixture::own("tea seat", &[]);
    assert_eq!(values(&fixture.best("EAT", "S", true, Objective::Tiles)), Some((1, 0, 1)));
    assert!(fixture.best("XQZ", "TEA", true, Objective::Tiles).is_none());
    assert!(fixture.best("XQZ", "SEAT", false, Objective::Opening).is_none());
}

#[test]
fn a_budget_gives_a_bound_and_still_a_play() {
    let fixture = Fixture::new(Dictionary::new(Lexicon::shipped(Tier::Standard)), &[]);
    let table = "THIRD | CARDS | BLIMP | TONE | TOY | TUG | AIR | NETS | ROOK | BAR | VAN | NET | TIRE | DIES";
    let rack = "GJMMNPZE";
    let full = fixture.best(table, rack, true, Objective::Tiles).unwrap();
    let mut last = 0;
    for nodes in [2, 20, 200, 2000, 2_000_000] {
        let answer = fixture.answer(table, rack, true, Objective::Tiles, Budget::nodes(nodes));
        let best = answer.best.expect("a word is found in few nodes");
        assert!(best.tiles >= last && best.tiles <= full.tiles);
        last = best.tiles;
        let again = fixture.answer(table, rack, true, Objective::Tiles, Budget::nodes(nodes));
        assert_eq!(again.best.as_ref(), Some(&best), "the same budget gives the same answer");
        if nodes == 2 {
            assert_eq!(answer.proof, Proof::Bound);
        }
    }
}

#[test]
fn w14_themes_and_own_lists() {
    let dictionary = Dictionary::new(Lexicon::shipped(Tier::Standard)).with_theme(Lexicon::theme(Theme::Food));
    let fixture = Fixture::new(dictionary, &[("theme", "food"), ("opening_letters", "4")]);
    let best = fixture.best("", "PEARXQ", false, Objective::Opening).unwrap();
    assert_eq!(best.tiles, 4);
    let best = fixture.best("PEA", "RS", true, Objective::Tiles).unwrap();
    assert_eq!((best.tiles, best.broken), (2, 1), "PEARS");
    let fixture = Fixture::own("zzz aaaaaaaaaa", &[]);
    assert_eq!(fixture.best("", "Z**AAAAAAAA", true, Objective::Tiles).unwrap().tiles, 10);
}
