//! The settings of an event and the presets they come from.
//!
//! A preset is a TOML file in `presets/` with a source for each line; an event may change any of its settings.

use std::collections::BTreeMap;

use serde::{Deserialize, Serialize};
use serde_json::Value;
use trinta_core::edition::{RulesVersion, SettingsBuilder};

use crate::time::HallTime;

/// The presets that ship, by name, with the text of their files.
const PRESETS: [(&str, &str); 2] =
    [("plk-2017", include_str!("../presets/plk-2017.toml")), ("4x4", include_str!("../presets/4x4.toml"))];

/// The preset that is meant when none is named.
pub const DEFAULT_PRESET: &str = "plk-2017";

/// How players are seated from round to round.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Format {
    /// The best of a table move on to the next, and the last table's to the first (B03, B04).
    Ring,
    /// Nobody meets anybody twice, as far as that can be (X14).
    NoRepeat,
    /// By lot.
    Random,
    /// Players with like results meet.
    Swiss,
}

/// Which ties need deciding (B10, B11).
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum PlayOffs {
    /// Those between the last winning place and the next.
    Cut,
    /// Every tie that touches a winning place.
    Ranks,
}

/// What the seat of somebody absent becomes in the first round of the ring (B13).
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Absent {
    /// It stays empty.
    Hole,
    /// The others close up.
    Close,
}

/// What a game is worth to several winners of it (B08, X07).
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum CoWinners {
    /// One win each.
    One,
    /// An equal share of one win.
    Share,
}

/// Everything that can be chosen for an event.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct Settings {
    /// How many numbers there are (A10).
    pub capacity: u32,
    /// How many rounds (B02).
    pub rounds: u32,
    /// How many games a table plays in a round (X04).
    pub games_per_round: u32,
    /// How players are seated.
    pub format: Format,
    /// How many of a table move on in the ring (B03).
    #[serde(rename = "move")]
    pub movers: u32,
    /// How many winners the event has (B10).
    pub winners: u32,
    /// Which ties need deciding.
    pub play_off: PlayOffs,
    /// The edition of the number game that is played.
    pub edition: String,
    /// What differs from the edition.
    pub rules: BTreeMap<String, Value>,
    /// What the seat of somebody absent becomes.
    pub absent: Absent,
    /// What a game is worth to several winners of it.
    pub co_winners: CoWinners,
    /// When check-in opens (A03).
    pub check_in: HallTime,
    /// When the first round starts (A06).
    pub start: HallTime,
    /// The minutes from the start of a round to the start of the next.
    pub slot: u32,
    /// The minutes of play in a round.
    pub play: u32,
}

/// A setting that is impossible.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[error("{field}: {reason}")]
pub struct SettingError {
    /// The setting, or `preset`.
    pub field: String,
    /// What is wrong with it, and what can be.
    pub reason: String,
}

fn error(field: &str, reason: impl Into<String>) -> SettingError {
    SettingError { field: field.to_owned(), reason: reason.into() }
}

impl Settings {
    /// The settings of a preset with some of them changed.
    ///
    /// ```
    /// use trinta_tournament::Settings;
    ///
    /// let settings = Settings::new("plk-2017", &[("rounds".to_owned(), 4.into())].into()).unwrap();
    /// assert_eq!((settings.rounds, settings.capacity), (4, 64));
    /// ```
    ///
    /// # Errors
    /// When there is no such preset or setting, or it can't have that value.
    pub fn new(preset: &str, changes: &BTreeMap<String, Value>) -> Result<Settings, SettingError> {
        let mut values = preset_values(preset)?;
        for (name, value) in changes {
            if !values.contains_key(name) {
                let names = values.keys().map(String::as_str).collect::<Vec<_>>().join(", ");
                return Err(error(name, format!("there is no such setting; there are {names}")));
            }
            values.insert(name.clone(), value.clone());
        }
        let settings = read(&values)?;
        settings.game(RulesVersion::CURRENT)?;
        Ok(settings)
    }

    /// The rules of the games, as they are in a version of the rules.
    ///
    /// # Errors
    /// When the edition or the rules can't be played.
    pub fn game(&self, version: RulesVersion) -> Result<trinta_core::Settings, SettingError> {
        let mut draft =
            SettingsBuilder::edition_at(&self.edition, version).map_err(|fault| error("edition", fault.to_string()))?;
        for (name, value) in &self.rules {
            let value = match value {
                Value::Number(number) if number.is_i64() => {
                    trinta_core::edition::Value::Number(number.as_i64().unwrap_or_default())
                }
                Value::String(text) => trinta_core::edition::Value::Text(text.clone()),
                _ => return Err(error("rules", format!("{name}: a setting is a whole number or a text"))),
            };
            draft.set(name, value);
        }
        let settings = draft.build().map_err(|fault| error("rules", fault.to_string()))?;
        match settings.numbers() {
            Some(_) => Ok(settings),
            None => Err(error("edition", "a tournament plays the number game: hk, cn, pt or school")),
        }
    }

    /// When each round starts (A06).
    pub fn plan(&self) -> impl Iterator<Item = HallTime> + '_ {
        (0..self.rounds).map(|round| self.start.plus(round * self.slot * 60))
    }

    /// When the last round ends (A06).
    #[must_use]
    pub fn ends(&self) -> HallTime {
        self.start.plus(self.rounds * self.slot * 60)
    }
}

/// The presets that ship, each with the sentence that its file begins with.
pub fn presets() -> impl Iterator<Item = (&'static str, &'static str)> {
    PRESETS.iter().map(|&(name, text)| {
        let first = text.lines().next().and_then(|line| line.strip_prefix('#'));
        (name, first.unwrap_or_default().trim())
    })
}

/// The settings of a preset by name, with those of the presets it builds on.
fn preset_values(preset: &str) -> Result<BTreeMap<String, Value>, SettingError> {
    let names = || PRESETS.map(|(name, _)| name).join(", ");
    let found = PRESETS.iter().find(|(name, _)| *name == preset);
    let (_, text) =
        found.ok_or_else(|| error("preset", format!("there is no preset `{preset}`; there are {}", names())))?;
    let mut own: BTreeMap<String, Value> =
        toml::from_str(text).map_err(|fault| error("preset", format!("{preset}: {fault}")))?;
    let mut values = match own.remove("base") {
        Some(Value::String(base)) => preset_values(&base)?,
        _ => BTreeMap::new(),
    };
    values.append(&mut own);
    Ok(values)
}

fn read(values: &BTreeMap<String, Value>) -> Result<Settings, SettingError> {
    let value = |name: &str| values.get(name).ok_or_else(|| error(name, "this setting is missing"));
    let number = |name: &str, lowest: u32, highest: u32| {
        let number = value(name)?.as_u64().and_then(|number| u32::try_from(number).ok());
        let number = number.filter(|number| (lowest..=highest).contains(number));
        number.ok_or_else(|| error(name, format!("this is a whole number from {lowest} to {highest}")))
    };
    let time = |name: &str| {
        let wrong = || error(name, "this is a time of day, such as \"10:20\"");
        value(name)?.as_str().and_then(|text| text.parse().ok()).ok_or_else(wrong)
    };
    Ok(Settings {
        capacity: number("capacity", 3, 20_000)?,
        rounds: number("rounds", 1, 99)?,
        games_per_round: number("games_per_round", 1, 20)?,
        format: choice(value("format")?, "format", "ring, no-repeat, random, swiss")?,
        movers: number("move", 1, 3)?,
        winners: number("winners", 1, 100)?,
        play_off: choice(value("play_off")?, "play_off", "cut, ranks")?,
        edition: choice(value("edition")?, "edition", "the name of an edition")?,
        rules: choice(value("rules")?, "rules", "an object of settings of the edition")?,
        absent: choice(value("absent")?, "absent", "hole, close")?,
        co_winners: choice(value("co_winners")?, "co_winners", "one, share")?,
        check_in: time("check_in")?,
        start: time("start")?,
        slot: number("slot", 1, 600)?,
        play: number("play", 1, 600)?,
    })
}

fn choice<T: for<'de> Deserialize<'de>>(value: &Value, name: &str, choices: &str) -> Result<T, SettingError> {
    T::deserialize(value).map_err(|_| error(name, format!("{value} is not one of: {choices}")))
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::*;

    fn changed(name: &str, value: Value) -> Result<Settings, SettingError> {
        Settings::new(DEFAULT_PRESET, &[(name.to_owned(), value)].into())
    }

    #[test]
    fn a06_the_rounds_follow_each_other_every_thirty_minutes() {
        let settings = Settings::new("plk-2017", &BTreeMap::new()).unwrap();
        let plan: Vec<String> = settings.plan().map(|time| time.to_string()).collect();
        assert_eq!(plan, ["10:20:00", "10:50:00", "11:20:00"]);
        assert_eq!(settings.ends().to_string(), "11:50:00");
    }

    #[test]
    fn x01_four_by_four_differs_in_just_these() {
        let plk = serde_json::to_value(Settings::new("plk-2017", &BTreeMap::new()).unwrap()).unwrap();
        let four = serde_json::to_value(Settings::new("4x4", &BTreeMap::new()).unwrap()).unwrap();
        let names = plk.as_object().unwrap().keys();
        let differing: Vec<&String> = names.filter(|name| plk[name.as_str()] != four[name.as_str()]).collect();
        assert_eq!(differing, ["format", "games_per_round", "play_off", "rounds", "rules"]);
        assert_eq!(four["rules"], json!({}));
    }

    #[test]
    fn every_preset_says_what_it_is() {
        for (name, description) in presets() {
            assert!(Settings::new(name, &BTreeMap::new()).is_ok(), "{name}");
            assert!(description.ends_with('.'), "{name}: {description}");
        }
    }

    #[test]
    fn a_setting_that_can_not_be_is_named() {
        for (name, value) in [
            ("capacity", json!(2)),
            ("rounds", json!(0)),
            ("rounds", json!("3")),
            ("move", json!(4)),
            ("format", json!("round-robin")),
            ("play_off", json!(true)),
            ("edition", json!("word-a")),
            ("edition", json!("nowhere")),
            ("rules", json!({"pool_empty": "never"})),
            ("rules", json!({"pool_empty": [1]})),
            ("rules", json!(3)),
            ("start", json!("25:00")),
            ("slot", json!(0.5)),
            ("colour", json!("blue")),
        ] {
            assert_eq!(changed(name, value.clone()).unwrap_err().field, name, "{value}");
        }
        assert_eq!(Settings::new("fide", &BTreeMap::new()).unwrap_err().field, "preset");
    }

    #[test]
    fn rules_that_are_given_take_the_place_of_the_presets() {
        let settings = changed("rules", json!({"unopened_rack": "last-turn"})).unwrap();
        assert_eq!(settings.game(RulesVersion::CURRENT).unwrap().pool_empty, trinta_core::edition::PoolEmpty::Pass);
    }
}
