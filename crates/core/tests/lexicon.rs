//! The shipped word lists hold what they should, and a table's own list is
//! read with patience.

use std::fmt::Write as _;

use sha2::{Digest as _, Sha256};
use trinta_core::lexicon::{Dictionary, Lexicon, LexiconError, Theme, Tier, Verdict, may_suggest};

/// Name, number of words and identity of every shipped list. Game records
/// store the identity, so a change here is a change of the lists on purpose.
const SHIPPED: [(&str, usize, &str); 11] = [
    ("everyday", 40_705, "42b6f3a27929065a2ccf4d0b56552723b44489e4a04c8ef96f532126c50b8eee"),
    ("standard", 115_973, "c1cc4a29ee15eea0afdeddd38a5f7446cf83b4f4ab7011a08f95e29bbf693c5a"),
    ("large", 253_878, "2914a608026c793f04a74aeefc7709c405e4926fc1bfe7e4450a4177abd9a4aa"),
    ("nature", 6_563, "d827feb7bd9a7c8813dbc400c222a1e1ba34753dc3a0fd088f3654174084ac68"),
    ("people", 5_779, "6b6c88a6f1a860d832b2d095033d4ff336faa69a2c6b83c9ced8dbfcfcc7de44"),
    ("home", 4_587, "e20cbbbd1979a035f7381d144ef6c2e9ddf55943dce6137c5f0a2a07dbf5f4d5"),
    ("animals", 3_072, "578b3f029a27f107900a86540c208d71ce2c6dc8fd3ed0dcdd8ec8d6889141f3"),
    ("plants", 2_536, "35c06127f10b6283a45f44ea339e3dab4ed54719b1a1871544074b856f121e3c"),
    ("food", 2_037, "433540ef30e12e12ff1a7a5d3f9d6b306ffc96bb63684b6f59027db320e07ea2"),
    ("leisure", 2_282, "09d8fb0d9a91729754829ea1056a367fa5c5557bf4882a229af1eef7c2a2a9c2"),
    ("body", 1_825, "61fd5bfc2d7f56bf7f551f8c529c286588c09745c7d8be4451f34afca49428c7"),
];

/// Former lists, which records of older games name.
const FORMER: [(&str, &str); 11] = [
    ("everyday", "b44a5c3659bc035f2fc43cf617e4fc81a79982e9844899219640a2905947c544"),
    ("standard", "a2b5744e6d9f33a2b6e25c3642e098b156fde23e8d1b211a4942205f6bdb6ac0"),
    ("large", "ccc17c8f32a442466de34f2a53d247e0a4961c1c3712b3fd411ce791e9c1f372"),
    ("nature", "95460ddc41dfaa8873b2f3a10b3af4e92a452a7b5da3f682af636736388d11b3"),
    ("people", "e6940803b4cddac1203fb812a8a06b2cc66d98efe89b246efdd7aaa1b29fbf6e"),
    ("home", "2a11ba254787c0059c2e9f8fd7c68af5d80d64c9ee4099cac6e74e511328067e"),
    ("animals", "34dc2494b5833cc93ac5e701957b95c63ce8e70cf0267cc7a2950dd8b67f5dff"),
    ("plants", "f116d25246e506ae14d1b2135b807e6e424ec518facd8fd2db0e3771cf2f2912"),
    ("food", "a43d5e8ff2f01ee5263bff2869dfb35924d79189c8e6ad53fd5c371816076612"),
    ("leisure", "f9ced112c7cf1630722f9e90faf58b5231a97acb073f8c5c31f90077194fa205"),
    ("body", "8218fcfb07be413f22008fd9d840533013e98b27f1d322c7d91b9db074b9ee7a"),
];

/// The review lists as the build step reads them.
const SLURS: &str = include_str!("../lexicons/review/slurs.txt");
const NOISE: &str = include_str!("../lexicons/review/noise.txt");
const UNSAID: &str = include_str!("../lexicons/review/unsaid.txt");

fn shipped() -> impl Iterator<Item = Lexicon> {
    Tier::ALL.map(Lexicon::shipped).into_iter().chain(Theme::ALL.map(Lexicon::theme))
}

fn review(text: &str) -> impl Iterator<Item = &str> {
    text.lines().filter(|line| !line.is_empty() && !line.starts_with('#'))
}

fn words(text: &str) -> impl Iterator<Item = &str> {
    text.split_whitespace()
}

#[test]
fn counts_and_identities_are_as_recorded() {
    assert_eq!(shipped().count(), SHIPPED.len());
    for (list, (name, count, sha256)) in shipped().zip(SHIPPED) {
        assert_eq!(list.name(), name);
        assert_eq!(list.len(), count, "{name}");
        assert_eq!(list.sha256(), sha256, "{name}");
        assert_eq!(list.ignored(), 0, "{name}");
    }
}

#[test]
fn identities_are_those_of_the_words() {
    let former = |(name, sha256)| Lexicon::version(name, sha256).expect("a former list");
    for list in shipped().chain(FORMER.map(former)) {
        let mut hasher = Sha256::new();
        let mut last = String::new();
        let mut count = 0;
        for word in list.words() {
            assert!(last < word, "{last} before {word} in {}", list.name());
            assert!(word.len() >= 3 && word.bytes().all(|byte| byte.is_ascii_lowercase()), "{word}");
            hasher.update(&word);
            hasher.update("\n");
            count += 1;
            last = word;
        }
        let mut hex = String::new();
        for byte in hasher.finalize() {
            write!(hex, "{byte:02x}").expect("writing to a string");
        }
        assert_eq!(list.sha256(), hex, "{}", list.name());
        assert_eq!(list.len(), count, "{}", list.name());
    }
}

#[test]
fn a_list_packed_anew_is_the_same_list() {
    let list = Lexicon::shipped(Tier::Everyday);
    let mut text: Vec<_> = list.words().collect();
    text.reverse();
    let own = Lexicon::from_text("own", &text.join("\r\n")).expect("usable");
    assert_eq!(own, list);
    assert_eq!(own.sha256(), list.sha256());
    assert_eq!(own.len(), list.len());
}

#[test]
fn tiers_are_nested() {
    let [everyday, standard, large] = Tier::ALL.map(Lexicon::shipped);
    assert!(everyday.words().all(|word| standard.contains(&word)));
    assert!(standard.words().all(|word| large.contains(&word)));
}

#[test]
fn words_of_the_rules_are_in() {
    for tier in Tier::ALL {
        let list = Lexicon::shipped(tier);
        // W9 and W15, and ordinary words in both main spellings.
        let expected = "recover heavy cape toy clap lap ear pear chip pal the ape disappear appear \
                        colour color centre center grey gray realise realize tyre zoo nth eye";
        for word in words(expected).filter(|&word| tier != Tier::Everyday || word != "nth") {
            assert!(list.contains(word), "{word} in {tier}");
        }
    }
    let standard = Lexicon::shipped(Tier::Standard);
    // Long words stay: play A scores the longest.
    for word in words("counterrevolutionaries incomprehensibility cwm hmm queer lesbian niggardly") {
        assert!(standard.contains(word), "{word}");
    }
}

#[test]
fn names_and_noise_are_out() {
    for tier in Tier::ALL {
        let list = Lexicon::shipped(tier);
        for word in words("london susan monday nasa etc mrs don't i'm ok ab x") {
            assert!(!list.contains(word), "{word} in {tier}");
        }
        for word in words("hoc quo situ csch psid dkl hhd kcal mkay") {
            assert!(!list.contains(word), "{word} in {tier}");
        }
        for word in review(NOISE) {
            assert!(!list.contains(word), "{word} in {tier}");
        }
    }
}

#[test]
fn slurs_are_out_of_the_reviewed_lists() {
    assert!(review(SLURS).count() > 200, "the review list went missing");
    let lists = [Lexicon::shipped(Tier::Everyday), Lexicon::shipped(Tier::Standard)];
    for list in lists.into_iter().chain(Theme::ALL.map(Lexicon::theme)) {
        for word in review(SLURS) {
            assert!(!list.contains(word), "{word} in {}", list.name());
        }
    }
}

#[test]
fn former_lists_are_still_known_by_their_hashes() {
    for (list, (name, sha256)) in shipped().zip(FORMER) {
        let former = Lexicon::version(name, sha256).expect(name);
        assert_eq!((former.name(), former.sha256()), (name, sha256));
        assert_ne!(former, list, "{name}");
        assert_eq!(Lexicon::version(name, list.sha256()), Some(list));
        assert_eq!(Lexicon::version(name, &"0".repeat(64)), None);
    }
    assert_eq!(Lexicon::version("large", FORMER[0].1), None, "the hash is that of another list");
    assert_eq!(Lexicon::version("huge", FORMER[0].1), None);
}

#[test]
fn r12_words_of_today_and_second_spellings_are_in() {
    let [everyday, standard, large] = Tier::ALL.map(Lexicon::shipped);
    let named = "app intro bio tech bot admin maths donut lychee wonton mahjong sudoku vlog onesie gaol foetus";
    for word in words(named) {
        assert!(standard.contains(word) && large.contains(word), "{word}");
    }
    for word in words("online website download laptop fridge oops app maths sudoku gaol") {
        assert!(everyday.contains(word), "{word}");
    }
    // Second spellings that are merely acceptable are in the large list alone.
    assert!(large.contains("doozie") && !standard.contains("doozie"));
}

#[test]
fn r12_some_words_are_never_suggested() {
    let large = Lexicon::shipped(Tier::Large);
    assert!(review(UNSAID).count() > 1000, "the review list went missing");
    for word in review(UNSAID).chain(review(SLURS)) {
        assert!(!may_suggest(word) && !may_suggest(&word.to_uppercase()), "{word}");
        assert!(large.contains(word), "people may lay {word}");
    }
    for word in
        words("recover breast bottom beer wine lesbian gay bisexual title sextant cocktail class shiitake asset")
    {
        assert!(may_suggest(word), "{word}");
    }
    assert!(may_suggest("") && may_suggest("zzz"), "what is no word is nobody's concern here");
}

#[test]
fn review_lists_are_sorted() {
    for text in [SLURS, NOISE, UNSAID] {
        assert!(review(text).is_sorted_by(|a, b| a < b));
    }
}

#[test]
fn theme_words_are_standard_words() {
    let standard = Lexicon::shipped(Tier::Standard);
    for theme in Theme::ALL {
        for word in Lexicon::theme(theme).words() {
            assert!(standard.contains(&word), "{word} of {theme}");
        }
    }
}

#[test]
fn themes_hold_what_they_say() {
    for (theme, inside, outside) in [
        (
            Theme::Animals,
            "ape apes goose geese mouse mice wolf wolves spider trout seal crane",
            "oak giant gooses wolfs mankind",
        ),
        (Theme::Plants, "oak oaks rose leaf leaves moss pear mushroom", "ape leafs factory"),
        (Theme::Food, "pear bread soup tea wine cheese breakfast potatoes", "ear hammer"),
        (Theme::Body, "ear ears foot feet tooth teeth hand blood skin", "pear foots"),
        (Theme::Nature, "ape oak storm river island thunder mountain", "deductible hammer"),
        (Theme::People, "ear nurse aunt joy anger doctor mother children", "oak deductible"),
        (Theme::Home, "pear shirt kitchen hammer bed sofa spoon lever", "storm deductible"),
        (Theme::Leisure, "tennis violin waltz bicycle boat singer drum", "deductible exit mezuzah"),
    ] {
        let list = Lexicon::theme(theme);
        for word in words(inside) {
            assert!(list.contains(word), "{word} belongs to {theme}");
        }
        for word in words(outside) {
            assert!(!list.contains(word), "{word} does not belong to {theme}");
        }
    }
}

#[test]
fn r12_themes_hold_what_people_think_of_first() {
    for (theme, inside, outside) in [
        (Theme::Nature, "sun moon star ice nest feather wing", "king soap"),
        (Theme::People, "king queen police", "sun nest"),
        (Theme::Home, "soap", "subway"),
        (Theme::Leisure, "subway", "soap"),
        (Theme::Animals, "ass cow wildlife", "fur nest furs nests tail wing herd orphan"),
    ] {
        let list = Lexicon::theme(theme);
        assert!(words(inside).all(|word| list.contains(word)), "{inside} in {theme}");
        assert!(words(outside).all(|word| !list.contains(word)), "{outside} not in {theme}");
    }
}

#[test]
fn broad_themes_hold_their_narrow_ones() {
    for (broad, narrow) in [
        (Theme::Nature, Theme::Animals),
        (Theme::Nature, Theme::Plants),
        (Theme::People, Theme::Body),
        (Theme::Home, Theme::Food),
    ] {
        let list = Lexicon::theme(broad);
        assert!(Lexicon::theme(narrow).words().all(|word| list.contains(&word)), "{narrow}");
    }
}

#[test]
fn looking_up_ignores_letter_case_only() {
    let list = Lexicon::shipped(Tier::Standard);
    for word in ["recover", "RECOVER", "ReCoVeR"] {
        assert!(list.contains(word), "{word}");
    }
    for word in ["", "re", " recover", "recover ", "recover\n", "r\u{e9}cover", "\u{130}ce", "re-cover"] {
        assert!(!list.contains(word), "{word}");
    }
    // Longer than any word, on both sides of the stack buffer.
    for length in [63, 64, 65, 200] {
        assert!(!list.contains(&"a".repeat(length)));
        let own = Lexicon::from_text("own", &"A".repeat(length)).expect("usable");
        assert!(own.contains(&"a".repeat(length)), "{length}");
        assert!(own.contains(&"A".repeat(length)), "{length}");
        assert!(!own.contains(&"a".repeat(length - 1)), "{length}");
    }
}

#[test]
fn an_own_list_may_be_untidy() {
    let text = "\u{feff}# Ours\r\n\r\nZebra\r\n  ape \r\nAPE\r\n\tmule\n#cow\nape\r\nzebra";
    let own = Lexicon::from_text("our list", text).expect("usable");
    assert_eq!(own.name(), "our list");
    assert_eq!(own.words().collect::<Vec<_>>(), ["ape", "mule", "zebra"]);
    assert_eq!((own.len(), own.ignored(), own.is_empty()), (3, 0, false));
    assert!(!own.contains("cow"));
}

#[test]
fn unusable_lines_are_counted() {
    // The Kelvin sign is no k, whatever Unicode's lower case says.
    let text = "ape\nna\u{ef}ve\nox\nice cream\nit's\nx2y\n\u{212a}ite\n\u{430}\u{440}\u{435}\na\u{301}pe\n";
    let own = Lexicon::from_text("own", text).expect("usable");
    assert_eq!(own.words().collect::<Vec<_>>(), ["ape"]);
    assert_eq!(own.ignored(), 8);
    assert!(!own.contains("kite"));
}

#[test]
fn an_empty_list_is_refused() {
    for (text, ignored) in [("", 0), ("\u{feff}", 0), ("\r\n\n# ape\n", 0), ("ox\n\u{e9}t\u{e9}\n", 2)] {
        let error = Lexicon::from_text("club", text).expect_err("nothing usable");
        assert_eq!(error, LexiconError::Empty { name: "club".to_owned(), ignored });
        let message = error.to_string();
        assert!(message.contains("club") && message.contains("one word a line"), "{message}");
    }
}

#[test]
fn the_same_words_are_the_same_list() {
    let one = Lexicon::from_text("one", "toy\ncape\n").expect("usable");
    let two = Lexicon::from_text("two", "CAPE\r\n# again\r\nTOY\r\ntoy").expect("usable");
    let three = Lexicon::from_text("three", "toy\n").expect("usable");
    assert_eq!(one, two);
    assert_ne!(one, three);
    // printf 'cape\ntoy\n' | sha256sum
    assert_eq!(one.sha256(), "53511fd0e6c6d9f499b436d22a1e6d27f953ed3ba7ad2cef4cdd3ce23651b9c5");
    assert!(format!("{one:?}").contains("one"));
}

#[test]
fn names_are_read_back() {
    for tier in Tier::ALL {
        assert_eq!(tier.name().parse(), Ok(tier));
        assert_eq!(format!(" {tier}\n").to_uppercase().parse(), Ok(tier));
    }
    for theme in Theme::ALL {
        assert_eq!(theme.to_string().parse(), Ok(theme));
    }
    assert_eq!("huge".parse::<Tier>(), Err(LexiconError::UnknownTier("huge".to_owned())));
    assert_eq!("".parse::<Theme>(), Err(LexiconError::UnknownTheme(String::new())));
    // The messages name every choice.
    let tiers = LexiconError::UnknownTier(String::new()).to_string();
    assert!(Tier::ALL.iter().all(|tier| tiers.contains(tier.name())), "{tiers}");
    let themes = LexiconError::UnknownTheme(String::new()).to_string();
    assert!(Theme::ALL.iter().all(|theme| themes.contains(theme.name())), "{themes}");
}

#[test]
fn a_dictionary_asks_the_list_before_the_theme() {
    let plain = Dictionary::new(Lexicon::shipped(Tier::Standard));
    assert_eq!(plain.judge("Hammer"), Verdict::Good);
    assert_eq!(plain.judge("hamer"), Verdict::NotInList);

    let themed = plain.clone().with_theme(Lexicon::theme(Theme::Animals));
    assert_eq!(themed.judge("APES"), Verdict::Good);
    assert_eq!(themed.judge("hammer"), Verdict::OffTheme);
    assert_eq!(themed.judge("hamer"), Verdict::NotInList);
    assert_eq!(themed.theme(), Some(&Lexicon::theme(Theme::Animals)));
    assert_eq!(themed.lexicon(), plain.lexicon());

    // A word of the theme that a small own list lacks is still not in the list.
    let own = Lexicon::from_text("own", "hammer\nape\n").expect("usable");
    let themed = Dictionary::new(own).with_theme(Lexicon::theme(Theme::Animals));
    assert_eq!(themed.judge("ape"), Verdict::Good);
    assert_eq!(themed.judge("wolf"), Verdict::NotInList);
    assert_eq!(themed.judge("hammer"), Verdict::OffTheme);
}
