//! The random game of a seed: edition, settings, players, and the amount of mischief.

use std::collections::BTreeMap;

use trinta_core::edition::{RulesVersion, SettingsBuilder, Value};
use trinta_core::lexicon::{Dictionary, Lexicon, Theme, Tier};
use trinta_core::record::{Header, ListId};
use trinta_core::shuffle::{Bytes32, Seed, commitment};
use trinta_core::{Settings, Setup};

use crate::players::WordIndex;
use trinta_dice::Dice;

/// One game to play: everything in it follows from its seed.
#[derive(Debug, Clone)]
pub struct Case {
    /// The seed that everything follows from.
    pub seed: u64,
    /// Settings and number of players.
    pub setup: Setup,
    /// The edition and the overridden settings, to describe a failure.
    pub name: String,
    /// The overridden settings, as a record names them.
    pub overrides: BTreeMap<String, Value>,
    /// The index of the word list in the [`Library`].
    pub word_list: usize,
    /// The chance of mischief in a turn, in percent.
    pub mischief: u32,
    /// The chance that a turn runs out of time, in percent.
    pub time_ups: u32,
    /// The search that the rules use.
    pub search: SearchKind,
    /// Whether the more expensive laws are checked too.
    pub thorough: bool,
}

/// The search that decides whether a player can still play, or could have opened. The laws hold whatever it answers.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum SearchKind {
    /// No search: games that nobody wins end by passes.
    None,
    /// The plain search, which is exact and slow.
    Exact,
    /// Arbitrary answers, but always the same answer for the same position.
    Arbitrary,
}

/// Word lists with their indexes: first the list without a theme, then one list for each theme.
#[derive(Debug)]
pub struct Library(pub Vec<(Dictionary, WordIndex)>);

impl Library {
    /// The everyday list and all themes.
    #[must_use]
    pub fn everyday() -> Library {
        let plain = Dictionary::new(Lexicon::shipped(Tier::Everyday));
        let everything = WordIndex::new(plain.lexicon().words());
        let themed = Theme::ALL.into_iter().map(|theme| {
            let theme = Lexicon::theme(theme);
            let words: Vec<String> = theme.words().filter(|word| plain.lexicon().contains(word)).collect();
            (plain.clone().with_theme(theme), WordIndex::new(words.into_iter()))
        });
        let mut books: Vec<_> = themed.collect();
        books.insert(0, (plain, everything));
        Library(books)
    }
}

type Choices = &'static [&'static str];

/// Settings of the number game that are overridden at random, and their values.
const NUMBERS: [(&str, Choices); 9] = [
    ("pool_empty", &["pass", "must-play", "end", "last-turn"]),
    ("opening_points", &["0", "1", "20", "50"]),
    ("opening_sets", &["any", "one"]),
    ("unopened", &["rack-sum", "100-200", "100-200-always"]),
    ("unopened_rack", &["at-end", "last-turn"]),
    ("unrestorable", &["back", "to-pool", "draw-as-many"]),
    ("new_deal", &["no", "before-a-play", "before-own-turn"]),
    ("time_up_valid", &["counts", "back"]),
    ("time_up_invalid", &["0", "1", "3", "10"]),
];

const WORDS: [(&str, Choices); 7] = [
    ("spelling", &["checked", "charged", "challenge"]),
    ("opening_words", &["one", "more"]),
    ("opening_letters", &["3", "4", "6"]),
    ("turn_time", &["60", "none"]),
    ("time_up_valid", &["counts", "back"]),
    ("unrestorable", &["back", "to-pool", "draw-as-many", "draw-only-next"]),
    ("pool_empty", &["pass", "must-play", "end", "last-turn"]),
];

impl Case {
    /// A number game. Seeds cycle through the four editions; the number of players and the settings are random.
    #[must_use]
    pub fn numbers(seed: u64) -> Case {
        let edition = ["hk", "cn", "pt", "school"][(seed % 4) as usize];
        let mut dice = Dice::new(seed);
        let mut builder = shipped(edition, version(seed));
        let players = 2 + dice.below(5) as u8;
        if edition != "hk" && players > 4 {
            builder.set("players", Value::read("2-6"));
        }
        if seed % 7 == 5 && version(seed) == RulesVersion::CURRENT {
            builder.set("joker_moves", Value::read("another-set"));
        }
        // Half of the games keep the settings of their edition.
        let override_percent = if dice.chance(50) { 30 } else { 0 };
        Case::new(seed, builder, players, &NUMBERS, override_percent, dice)
    }

    /// A word game. Seeds alternate between play A and play B.
    #[must_use]
    pub fn words(seed: u64) -> Case {
        let edition = ["word-a", "word-b"][(seed % 2) as usize];
        let mut dice = Dice::new(seed);
        let mut builder = shipped(edition, version(seed));
        builder.set("lexicon", Value::read("everyday"));
        let players = 2 + dice.below(3) as u8;
        let mut case = Case::new(seed, builder, players, &WORDS, 40, dice);
        let theme = case.setup.settings().words().and_then(|rules| rules.theme.clone());
        case.word_list =
            Theme::ALL.iter().position(|known| Some(known.name()) == theme.as_deref()).map_or(0, |at| at + 1);
        case
    }

    /// The seed of the shuffle of this game.
    #[must_use]
    pub fn shuffle_seed(&self) -> Seed {
        Bytes32(Dice::new(!self.seed).bytes())
    }

    /// The header of a record of this game.
    #[must_use]
    pub fn header(&self, library: &Library) -> Header {
        let (settings, seed) = (self.setup.settings(), self.shuffle_seed());
        let names = ["Ana", "陳大文", "Bruno", "李小龙", "Clara", "Dinis"];
        let (dictionary, _) = &library.0[self.word_list];
        Header {
            rules: settings.version,
            edition: settings.edition.clone(),
            settings: self.overrides.clone(),
            players: names[..usize::from(self.setup.players())].iter().map(ToString::to_string).collect(),
            date: Some("2026-11-15".to_owned()),
            commitment: Some(commitment(&seed)),
            seed: Some(seed),
            lexicon: settings.words().map(|_| ListId::from(dictionary.lexicon())),
            theme: dictionary.theme().filter(|_| settings.words().is_some()).map(ListId::from),
            ..Header::default()
        }
    }

    fn new(
        seed: u64,
        mut builder: SettingsBuilder,
        players: u8,
        options: &[(&str, Choices)],
        override_percent: u32,
        mut dice: Dice,
    ) -> Case {
        let mut name = format!("{} with {players} players", builder.name());
        let mut set = |builder: &mut SettingsBuilder, setting: &str, value: &str| {
            let mut changed = builder.clone();
            changed.set(setting, Value::read(value));
            // An override that contradicts the other settings is left out.
            if changed.build().is_ok() {
                *builder = changed;
                name.push_str(&format!(" {setting}={value}"));
            }
        };
        for (setting, values) in options {
            if dice.chance(override_percent)
                && let Some(value) = dice.pick(values)
            {
                set(&mut builder, setting, value);
            }
        }
        if options.len() == WORDS.len() && dice.chance(15) {
            let theme = Theme::ALL[dice.below(Theme::ALL.len())];
            set(&mut builder, "theme", theme.name());
            set(&mut builder, "opening_letters", "4");
        }
        let settings: Settings = builder.build().unwrap_or_else(|error| panic!("seed {seed}: {error}"));
        let setup = Setup::new(settings, players).unwrap_or_else(|error| panic!("seed {seed}: {error}"));
        let mischief = [0, 0, 5, 30][dice.below(4)];
        let time_ups = [0, 1, 2, 10][dice.below(4)];
        // The plain search can take a minute at a full table (seed 6010 with four players did), so few games use it.
        // The moduli are odd, so that every edition is reached.
        let search = match (seed % 2001, seed % 11) {
            (7, _) if players <= 3 => SearchKind::Exact,
            (_, 1) => SearchKind::Arbitrary,
            _ => SearchKind::None,
        };
        let overrides = builder.differences(&shipped(builder.name(), version(seed)));
        Case { seed, setup, name, overrides, word_list: 0, mischief, time_ups, search, thorough: seed % 29 == 3 }
    }
}

/// One game in thirteen is played under the first version of the rules. 13 is coprime to the number of editions, so
/// that every edition is reached.
const fn version(seed: u64) -> RulesVersion {
    if seed % 13 == 4 { RulesVersion::V1 } else { RulesVersion::CURRENT }
}

fn shipped(edition: &str, version: RulesVersion) -> SettingsBuilder {
    SettingsBuilder::edition_at(edition, version).unwrap_or_else(|error| panic!("{edition}: {error}"))
}
