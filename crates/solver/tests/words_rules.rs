//! The rulebook's examples, small cases whose answer is known, budgets, themes and own lists.

use trinta_core::edition::{Draft, Value};
use trinta_core::lexicon::{Dictionary, Lexicon, Theme, Tier};
use trinta_core::{Proposal, Settings, Table, Tiles, check_play};
use trinta_solver::words::{Answer, Best, Budget, Objective, Position, Proof, WordBook, solve};

struct Desk {
    settings: Settings,
    dictionary: Dictionary,
    book: WordBook,
}

impl Desk {
    fn new(dictionary: Dictionary, settings: &[(&str, &str)]) -> Desk {
        let mut draft = Draft::edition("word-b").unwrap();
        for (setting, value) in settings {
            draft.set(setting, Value::read(value));
        }
        let book = WordBook::new(&dictionary);
        Desk { settings: draft.build().unwrap(), dictionary, book }
    }

    fn own(words: &str, settings: &[(&str, &str)]) -> Desk {
        let lexicon = Lexicon::from_text("own", &words.replace(' ', "\n")).unwrap();
        Desk::new(Dictionary::new(lexicon), settings)
    }

    fn ask(&self, table: &str, rack: &str, opened: bool, objective: Objective, budget: Budget) -> Answer {
        let table = Table::read(table.parse().unwrap()).unwrap();
        let rack: Tiles = rack.parse().unwrap();
        let position = Position { rules: self.settings.words().unwrap(), table: &table, rack: &rack, opened };
        let answer = solve(&self.book, &position, objective, budget);
        if let Some(best) = &answer.best {
            let proposal = Proposal { before: &table, rack: &rack, opened, after: best.table.layout() };
            let play = check_play(&self.settings, &self.dictionary, proposal).unwrap();
            assert_eq!((&play.placed, play.placed.len() as u32), (&best.placed, best.tiles));
            assert_eq!(best.proof, answer.proof);
        }
        answer
    }

    fn best(&self, table: &str, rack: &str, opened: bool, objective: Objective) -> Option<Best> {
        let answer = self.ask(table, rack, opened, objective, Budget::default());
        assert_eq!(answer.proof, Proof::Optimal);
        answer.best
    }
}

fn values(best: &Option<Best>) -> Option<(u32, u32, u32)> {
    best.as_ref().map(|best| (best.tiles, best.kept, best.broken))
}

#[test]
fn w15_the_examples_of_the_rulebook() {
    let desk = Desk::own("appear disappear ape pal the clap pear lap ear chip", &[]);
    let best = desk.best("APPEAR", "DIS", true, Objective::Tiles);
    assert_eq!(best.as_ref().unwrap().table.to_string(), "DISAPPEAR");
    assert_eq!(values(&best), Some((3, 0, 1)));
    let best = desk.best("APE", "LTH", true, Objective::Tiles).unwrap();
    assert_eq!((best.tiles, best.broken), (3, 1));
    let best = desk.best("CLAP | PEAR", "IH", true, Objective::Tiles).unwrap();
    assert_eq!((best.tiles, best.kept, best.broken), (2, 0, 2));
    assert!(best.table.to_string().contains("CHIP"));
}

#[test]
fn w04_an_opening_is_one_long_word_from_the_rack() {
    let desk = Desk::own("recover recovers toy cape", &[]);
    let best = desk.best("TOY", "RECOVERTOYS*", false, Objective::Opening).unwrap();
    assert_eq!((best.tiles, best.kept, best.score), (8, 1, 8));
    assert!(desk.best("TOY", "RECOETOYS", false, Objective::Opening).is_none(), "no word of six letters");
    assert!(desk.best("RECOVER | RECOvERS", "RECO*ERS", false, Objective::Any).is_none(), "both lie there (W3)");
    let more = Desk::own("recover recovers toy cape", &[("opening_words", "more")]);
    let best = more.best("", "RECOVERTOYS", false, Objective::Tiles).unwrap();
    assert_eq!(best.tiles, 11, "RECOVERS and TOY");
    assert_eq!(more.best("", "RECOVERSTOY", false, Objective::Score).unwrap().score, 16);
    assert!(more.best("", "TOYCAPE", false, Objective::Tiles).is_none());
}

#[test]
fn w09_the_longest_word_counts_twice_if_the_rack_is_emptied() {
    let desk = Desk::own("toy cape heavy recover", &[]);
    let best = desk.best("TOY", "CAPEHEAVYRECO*ER", true, Objective::Score).unwrap();
    assert_eq!((best.score, best.tiles, best.kept), (14, 16, 1));
    let best = desk.best("TOY", "CAPEHEAVYRECO*ERZ", true, Objective::Score).unwrap();
    assert_eq!((best.score, best.tiles), (7, 16));
    let desk = Desk::own("recover recovers", &[]);
    let best = desk.best("RECOVER", "S", true, Objective::Score).unwrap();
    assert_eq!((best.score, best.broken), (16, 1));
}

#[test]
fn w07_a_joker_keeps_its_letter_while_its_word_stays() {
    let desk = Desk::own("cat cot dog", &[]);
    // CaT can't be read as CoT to give a home to nothing; with an A the joker is free.
    assert!(desk.best("CaT", "O", true, Objective::Tiles).is_none());
    let best = desk.best("CaT", "ADG", true, Objective::Tiles).unwrap();
    assert_eq!(best.table.to_string(), "CAT | DoG");
    assert_eq!((best.tiles, best.kept), (3, 0));
}

#[test]
fn w03_no_word_lies_on_the_table_twice() {
    let desk = Desk::own("tea", &[]);
    assert!(desk.best("TEA", "TEA", true, Objective::Any).is_none());
    let desk = Desk::own("tea eat", &[]);
    assert_eq!(values(&desk.best("TEA", "TEATEA", true, Objective::Tiles)), Some((3, 1, 0)));
}

#[test]
fn an_empty_rack_and_tiles_beyond_the_box_have_no_play() {
    let desk = Desk::own("tea jot", &[]);
    assert!(desk.best("TEA", "", true, Objective::Tiles).is_none());
    let answer = desk.ask("JOT", "JOT", true, Objective::Tiles, Budget::default());
    assert_eq!(answer, Answer { best: None, proof: Proof::Bound });
}

#[test]
fn w08_a_misspelt_word_may_stay_only_where_plays_are_not_checked() {
    let desk = Desk::own("tea set", &[("spelling", "challenge")]);
    assert_eq!(values(&desk.best("XQ*Z".replace('*', "e").as_str(), "TEA", true, Objective::Tiles)), Some((3, 1, 0)));
    let desk = Desk::own("tea seat", &[]);
    assert_eq!(values(&desk.best("EAT", "S", true, Objective::Tiles)), Some((1, 0, 1)));
    assert!(desk.best("XQZ", "TEA", true, Objective::Tiles).is_none());
    assert!(desk.best("XQZ", "SEAT", false, Objective::Opening).is_none());
}

#[test]
fn a_budget_gives_a_bound_and_still_a_play() {
    let desk = Desk::new(Dictionary::new(Lexicon::shipped(Tier::Standard)), &[]);
    let table = "THIRD | CARDS | BLIMP | TONE | TOY | TUG | AIR | NETS | ROOK | BAR | VAN | NET | TIRE | DIES";
    let rack = "GJMMNPZE";
    let full = desk.best(table, rack, true, Objective::Tiles).unwrap();
    let mut last = 0;
    for nodes in [2, 20, 200, 2000, 2_000_000] {
        let answer = desk.ask(table, rack, true, Objective::Tiles, Budget { nodes: Some(nodes) });
        let best = answer.best.expect("a word is found in few nodes");
        assert!(best.tiles >= last && best.tiles <= full.tiles);
        last = best.tiles;
        let again = desk.ask(table, rack, true, Objective::Tiles, Budget { nodes: Some(nodes) });
        assert_eq!(again.best.as_ref(), Some(&best), "the same budget gives the same answer");
        if nodes == 2 {
            assert_eq!(answer.proof, Proof::Bound);
        }
    }
}

#[test]
fn w14_themes_and_own_lists() {
    let dictionary = Dictionary::new(Lexicon::shipped(Tier::Standard)).with_theme(Lexicon::theme(Theme::Food));
    let desk = Desk::new(dictionary, &[("theme", "food"), ("opening_letters", "4")]);
    let best = desk.best("", "PEARXQ", false, Objective::Opening).unwrap();
    assert_eq!(best.tiles, 4);
    let best = desk.best("PEA", "RS", true, Objective::Tiles).unwrap();
    assert_eq!((best.tiles, best.broken), (2, 1), "PEARS");
    let desk = Desk::own("zzz aaaaaaaaaa", &[]);
    assert_eq!(desk.best("", "Z**AAAAAAAA", true, Objective::Tiles).unwrap().tiles, 10);
}
