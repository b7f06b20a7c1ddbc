//! From named settings to checked ones: every option is read here and nowhere else.

use std::collections::{BTreeMap, BTreeSet};
use std::ops::RangeInclusive;

use crate::edition::builder::{Entry, SettingError, Value};
use crate::edition::settings::{
    Family, FourthColour, JokerMoves, Jokers, MatchGames, MatchWinner, NewDeal, NumberSettings, OpeningSets,
    OpeningWords, PlayVariant, PoolEmpty, Pushed, Settings, SpellingRule, TimeUp, Unopened, UnopenedRack, Unrestorable,
    ValidAtTimeUp, WordSettings,
};
use crate::edition::version::RulesVersion;

/// A fault of an edition or a setting.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum SettingFault {
    /// No edition of that name ships.
    #[error("there is no edition `{0}`; there are {list}", list = crate::edition::EDITIONS.join(", "))]
    NoSuchEdition(String),
    /// No edition of that name can be a base.
    #[error("there is no edition `{0}` to build on; there are numbers, words, {list}", list = crate::edition::EDITIONS.join(", "))]
    NoSuchBase(String),
    /// The file is not TOML.
    #[error("this is not TOML: {0}")]
    NotToml(String),
    /// A number that does not fit any setting.
    #[error("{0} is too large a number")]
    TooLarge(String),
    /// Neither a whole number nor a word.
    #[error("a setting is a whole number or a text in quotes")]
    NotAValue,
    /// Too many bases upon bases.
    #[error("editions are based on each other in a circle")]
    TooDeep,
    /// A setting that must be there is not.
    #[error("this setting is missing; a complete edition starts with base = \"numbers\" or base = \"words\"")]
    Missing,
    /// A setting that this game does not have.
    #[error("there is no such setting; this game has {0}")]
    Unknown(String),
    /// A number out of range.
    #[error("{value} is not one of {lowest} to {highest}")]
    OutOfRange {
        /// The value given.
        value: String,
        /// The lowest possible value.
        lowest: i64,
        /// The highest possible value.
        highest: i64,
    },
    /// A number in quotes.
    #[error("write the number {0} without quotes")]
    Quoted(String),
    /// A word that is not one of the choices.
    #[error("`{value}` is not one of {choices}")]
    NotAChoice {
        /// The value given.
        value: String,
        /// The possible values.
        choices: String,
    },
    /// Settings that exclude each other.
    #[error("{0}")]
    Impossible(&'static str),
}

/// Reads settings by name and remembers which were asked for.
struct Reader<'a> {
    entries: &'a BTreeMap<String, Entry>,
    known: BTreeSet<&'static str>,
}

impl Reader<'_> {
    fn entry(&mut self, name: &'static str) -> Result<&Entry, SettingError> {
        self.known.insert(name);
        let missing = || SettingError { setting: Some(name.to_owned()), at: None, fault: SettingFault::Missing };
        self.entries.get(name).ok_or_else(missing)
    }

    fn error(&self, name: &str, fault: SettingFault) -> SettingError {
        let at = self.entries.get(name).and_then(|entry| entry.at);
        SettingError { setting: Some(name.to_owned()), at, fault }
    }

    fn text(&mut self, name: &'static str) -> Result<String, SettingError> {
        Ok(self.entry(name)?.value.to_string())
    }

    fn number(&mut self, name: &'static str, lowest: i64, highest: i64) -> Result<u32, SettingError> {
        let value = self.entry(name)?.value.clone();
        match value {
            Value::Number(number) if (lowest..=highest).contains(&number) => Ok(number as u32),
            Value::Text(text) if text.parse::<i64>().is_ok() => Err(self.error(name, SettingFault::Quoted(text))),
            _ => Err(self.error(name, SettingFault::OutOfRange { value: value.to_string(), lowest, highest })),
        }
    }

    /// A number, or `none` where that is a choice.
    fn number_or_none(&mut self, name: &'static str, lowest: i64, highest: i64) -> Result<Option<u32>, SettingError> {
        if self.text(name)? == "none" { Ok(None) } else { self.number(name, lowest, highest).map(Some) }
    }

    fn choice<T: Copy>(&mut self, name: &'static str, choices: &[(&str, T)]) -> Result<T, SettingError> {
        let value = self.text(name)?;
        match choices.iter().find(|(word, _)| *word == value) {
            Some((_, choice)) => Ok(*choice),
            None => {
                let choices = choices.iter().map(|(word, _)| *word).collect::<Vec<_>>().join(", ");
                Err(self.error(name, SettingFault::NotAChoice { value, choices }))
            }
        }
    }

    fn impossible<T>(&self, name: &str, reason: &'static str) -> Result<T, SettingError> {
        Err(self.error(name, SettingFault::Impossible(reason)))
    }

    /// Refuses unknown settings.
    fn finish(self) -> Result<(), SettingError> {
        match self.entries.keys().find(|name| !self.known.contains(name.as_str())) {
            None => Ok(()),
            Some(name) => {
                let known = self.known.iter().copied().collect::<Vec<_>>().join(", ");
                Err(self.error(name, SettingFault::Unknown(known)))
            }
        }
    }
}

#[derive(Clone, Copy)]
enum Game {
    Numbers,
    Words,
}

pub(super) fn build(
    edition: &str,
    version: RulesVersion,
    entries: &BTreeMap<String, Entry>,
) -> Result<Settings, SettingError> {
    let mut reader = Reader { entries, known: BTreeSet::new() };
    let game = reader.choice("game", &[("numbers", Game::Numbers), ("words", Game::Words)])?;
    let most_players = match game {
        Game::Numbers => 6,
        Game::Words => 4,
    };
    let settings = Settings {
        edition: edition.to_owned(),
        version,
        players: players(&mut reader, most_players)?,
        turn_seconds: reader.number_or_none("turn_time", 5, 3600)?,
        time_up: TimeUp {
            idle: reader.number("time_up_idle", 0, 10)? as u8,
            invalid: reader.number("time_up_invalid", 0, 10)? as u8,
            valid: reader
                .choice("time_up_valid", &[("counts", ValidAtTimeUp::Counts), ("back", ValidAtTimeUp::Back)])?,
        },
        unrestorable: reader.choice(
            "unrestorable",
            &[
                ("back", Unrestorable::Back),
                ("to-pool", Unrestorable::ToPool),
                ("draw-as-many", Unrestorable::DrawAsMany),
                ("draw-only-next", Unrestorable::DrawOnlyNext),
            ],
        )?,
        joker_left: reader.number("joker_left", 0, 100)?,
        pool_empty: reader.choice(
            "pool_empty",
            &[
                ("pass", PoolEmpty::Pass),
                ("must-play", PoolEmpty::MustPlay),
                ("end", PoolEmpty::End),
                ("last-turn", PoolEmpty::LastTurn),
            ],
        )?,
        match_games: match_games(&mut reader)?,
        match_winner: reader.choice(
            "match_winner",
            &[("games-then-points", MatchWinner::GamesThenPoints), ("points", MatchWinner::Points)],
        )?,
        family: match game {
            Game::Numbers => Family::Numbers(numbers(&mut reader, version)?),
            Game::Words => Family::Words(words(&mut reader)?),
        },
    };
    if settings.is_play_a() && settings.pool_empty != PoolEmpty::End {
        return reader.impossible("pool_empty", "play A ends when the pool is empty (W10), so this can only be `end`");
    }
    if !settings.is_play_a() && settings.unrestorable == Unrestorable::DrawOnlyNext {
        return reader.impossible("unrestorable", "`draw-only-next` belongs to play A of the word game (W12)");
    }
    reader.finish()?;
    Ok(settings)
}

/// Reads a range such as `"2-4"`.
fn players(reader: &mut Reader<'_>, most: u8) -> Result<RangeInclusive<u8>, SettingError> {
    let text = reader.text("players")?;
    let range = text.split_once('-').and_then(|(from, to)| Some((from.parse().ok()?, to.parse().ok()?)));
    match range {
        Some((from, to)) if 2 <= from && from <= to && to <= most => Ok(from..=to),
        _ => {
            let choices = format!("ranges from 2-2 to 2-{most}, such as 2-4");
            Err(reader.error("players", SettingFault::NotAChoice { value: text, choices }))
        }
    }
}

fn match_games(reader: &mut Reader<'_>) -> Result<MatchGames, SettingError> {
    let rounds = reader.number("match_rounds", 1, 100)?;
    let games = match reader.text("match_games")?.as_str() {
        "players" => MatchGames::Rounds(rounds),
        "free" => MatchGames::Free,
        _ => MatchGames::Games(reader.number("match_games", 1, 1000).map_err(|mut error| {
            if let SettingFault::OutOfRange { value, .. } = error.fault {
                error.fault = SettingFault::NotAChoice { value, choices: "players, free, 1 to 1000".to_owned() };
            }
            error
        })?),
    };
    if rounds != 1 && !matches!(games, MatchGames::Rounds(_)) {
        return reader.impossible("match_rounds", "rounds go with match_games = \"players\"; else there is only 1");
    }
    Ok(games)
}

fn numbers(reader: &mut Reader<'_>, version: RulesVersion) -> Result<NumberSettings, SettingError> {
    #[derive(Clone, Copy)]
    enum Cost {
        Sum,
        Fixed,
        Always,
    }
    let (joker_moves, pushed) = if version.has_joker_moves_and_pushed() {
        (
            reader.choice("joker_moves", &[("any", JokerMoves::Any), ("another-set", JokerMoves::AnotherSet)])?,
            reader.choice("pushed", &[("no", Pushed::No), ("200", Pushed::Fixed)])?,
        )
    } else {
        // Before it was a setting, a pushed rack cost 200 everywhere.
        (JokerMoves::Any, Pushed::Fixed)
    };
    let rules = NumberSettings {
        opening_points: reader.number("opening_points", 0, 50)?,
        opening_sets: reader.choice("opening_sets", &[("any", OpeningSets::Any), ("one", OpeningSets::One)])?,
        unopened: {
            let cost = reader.choice(
                "unopened",
                &[("rack-sum", Cost::Sum), ("100-200", Cost::Fixed), ("100-200-always", Cost::Always)],
            )?;
            let rack = reader
                .choice("unopened_rack", &[("at-end", UnopenedRack::AtEnd), ("last-turn", UnopenedRack::LastTurn)])?;
            match (cost, rack) {
                (Cost::Sum, UnopenedRack::AtEnd) => Unopened::RackSum,
                (Cost::Sum, UnopenedRack::LastTurn) => {
                    return reader.impossible(
                        "unopened_rack",
                        "`last-turn` needs unopened = \"100-200\": a rack sum asks nothing of the last turn",
                    );
                }
                (Cost::Fixed, rack) => Unopened::Fixed(rack),
                (Cost::Always, rack) => Unopened::FixedAlways(rack),
            }
        },
        new_deal: reader.choice(
            "new_deal",
            &[
                ("no", NewDeal::No),
                ("before-a-play", NewDeal::BeforeAPlay),
                ("before-own-turn", NewDeal::BeforeOwnTurn),
            ],
        )?,
        joker_moves,
        pushed,
        jokers: reader.choice("jokers", &[("in", Jokers::In), ("out", Jokers::Out)])?,
        fourth_colour: reader
            .choice("fourth_colour", &[("yellow", FourthColour::Yellow), ("orange", FourthColour::Orange)])?,
    };
    if !rules.must_open() && rules.unopened != Unopened::RackSum {
        return reader
            .impossible("unopened", "with opening_points = 0 nobody counts as unopened (N10): only `rack-sum` fits");
    }
    if !rules.must_open() && rules.opening_sets == OpeningSets::One {
        return reader.impossible("opening_sets", "with opening_points = 0 there is no opening (N10): only `any` fits");
    }
    Ok(rules)
}

fn words(reader: &mut Reader<'_>) -> Result<WordSettings, SettingError> {
    let spelling = reader.choice(
        "spelling",
        &[
            ("checked", SpellingRule::Checked),
            ("charged", SpellingRule::Charged),
            ("challenge", SpellingRule::Challenge),
        ],
    )?;
    let theme = reader.text("theme")?;
    Ok(WordSettings {
        play: reader.choice("play", &[("a", PlayVariant::A), ("b", PlayVariant::B)])?,
        opening_letters: reader.number("opening_letters", 3, 10)? as usize,
        opening_words: reader.choice("opening_words", &[("one", OpeningWords::One), ("more", OpeningWords::More)])?,
        spelling,
        challenge_seconds: reader.number("challenge_time", 5, 600)?,
        lexicon: reader.text("lexicon")?,
        theme: (theme != "none").then_some(theme),
    })
}
