//! The settings of a tournament and the presets they come from.
//!
//! A preset is a TOML file in `presets/` with a source for each line; a tournament may change any of its settings.
//! Settings that were added later have defaults, which are the values of `plk-2017`, so that every log still opens.

mod check;
mod choice;
mod preset;
mod stage;

use std::collections::BTreeMap;

use serde::{Deserialize, Serialize};
use serde_json::Value;
use trinta_core::edition::{RulesVersion, SettingsBuilder};

pub use choice::{
    Absent, CoWinners, DrawnJoker, Forfeits, Format, Key, Locale, Normalise, PlayOffs, PushedRack, Substitutes, TimeUp,
    UnopenedWins,
};
pub use preset::{DEFAULT_PRESET, presets};
pub use stage::{Advance, CarryOver, League, Phase, Stage};

use crate::time::HallTime;

/// Everything that can be chosen for a tournament.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS))]
#[cfg_attr(feature = "ts", ts(optional_fields))]
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
    #[cfg_attr(feature = "ts", ts(type = "Record<string, string | number>"))]
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
    /// The stages; none if all rounds belong together (X20).
    #[serde(default)]
    pub stages: Vec<Stage>,
    /// The dates of a league.
    #[serde(default)]
    #[cfg_attr(feature = "ts", ts(optional = false))]
    pub league: Option<League>,
    /// The distance in the standings between players of a table, for the format `interval`.
    #[serde(default = "default_interval")]
    pub interval: u32,
    /// What players are ranked by, the most important first (B08, B09, X05).
    #[serde(default = "default_keys")]
    pub keys: Vec<Key>,
    /// Points for each win on top of the scores.
    #[serde(default)]
    pub win_bonus: u32,
    /// What a game of three counts (B14).
    #[serde(default)]
    pub normalise: Normalise,
    /// What happens at a table whose time is up (E09, X03).
    #[serde(default)]
    pub time_up: TimeUp,
    /// Whether somebody who never opened can win (F11).
    #[serde(default)]
    pub unopened_wins: UnopenedWins,
    /// Who gets the penalty for a rack that was pushed over (F12).
    #[serde(default)]
    pub pushed_rack: PushedRack,
    /// How many new deals a player may ask for in a game; none without a limit (C08).
    #[serde(default)]
    #[cfg_attr(feature = "ts", ts(optional = false))]
    pub redeals: Option<u32>,
    /// Where players stand who left before the end (G13).
    #[serde(default)]
    pub forfeits: Forfeits,
    /// Whether players of the house are ranked (B13).
    #[serde(default)]
    pub substitutes: Substitutes,
    /// How often a player is warned before an offence becomes a case (G09).
    #[serde(default = "default_warnings")]
    pub warnings: u32,
    /// What a joker is worth when players draw a tile (C02).
    #[serde(default)]
    pub drawn_joker: DrawnJoker,
    /// How many players of a school count for it.
    #[serde(default = "default_team_best")]
    pub team_best: u32,
    /// The prizes, from the first place on.
    #[serde(default)]
    pub prizes: Vec<String>,
    /// When players take their seats (A04).
    #[serde(default = "default_assembly")]
    pub assembly: HallTime,
    /// When the briefing begins (A05).
    #[serde(default = "default_briefing")]
    pub briefing: HallTime,
    /// The minutes for counting after the last round (A07).
    #[serde(default = "default_counting")]
    pub counting: u32,
    /// When prizes are given; none while it is to be announced (A09).
    #[serde(default)]
    #[cfg_attr(feature = "ts", ts(optional = false))]
    pub prize_giving: Option<String>,
    /// The hall (A02).
    #[serde(default)]
    pub venue: String,
    /// The language of prints (A01, A15).
    #[serde(default)]
    pub locale: Locale,
}

const fn default_interval() -> u32 {
    2
}

fn default_keys() -> Vec<Key> {
    vec![Key::Wins, Key::Average]
}

const fn default_warnings() -> u32 {
    2
}

const fn default_team_best() -> u32 {
    4
}

const fn default_assembly() -> HallTime {
    HallTime::of(10, 0)
}

const fn default_briefing() -> HallTime {
    HallTime::of(10, 10)
}

const fn default_counting() -> u32 {
    15
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
        let mut values = preset::values(preset)?;
        for (name, value) in changes {
            if !values.contains_key(name) {
                let names = values.keys().map(String::as_str).collect::<Vec<_>>().join(", ");
                return Err(error(name, format!("there is no such setting; there are {names}")));
            }
            values.insert(name.clone(), value.clone());
        }
        let mut settings = preset::read(&values)?;
        settings.rounds = check::rounds(&settings, changes)?;
        check::combinations(&settings)?;
        check::timetable(&settings, changes)?;
        check::against_rules(&settings, &settings.game(RulesVersion::CURRENT)?)?;
        Ok(settings)
    }

    /// Whether its stages and its league can be played, whatever the log of a tournament says.
    ///
    /// # Errors
    /// What is impossible.
    pub(crate) fn check(&self) -> Result<(), SettingError> {
        check::combinations(self)
    }

    /// The rules of the games, as they are in a version of the rules.
    ///
    /// # Errors
    /// When the edition or the rules can't be played.
    pub fn game(&self, version: RulesVersion) -> Result<trinta_core::Settings, SettingError> {
        let edition =
            || SettingsBuilder::edition_at(&self.edition, version).map_err(|fault| error("edition", fault.to_string()));
        // An edition of another game has other rules: it is what is wrong, not they.
        if edition()?.build().is_ok_and(|settings| settings.numbers().is_none()) {
            return Err(error("edition", "a tournament plays the number game: hk, cn, pt or school"));
        }
        let mut draft = edition()?;
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
            None => Err(error("rules", "a tournament plays the number game")),
        }
    }

    /// When each round starts (A06); on each date of a league from the same time on.
    pub fn plan(&self) -> impl Iterator<Item = HallTime> + '_ {
        (0..self.rounds).map(|round| self.start.plus(round % self.rounds_a_day() * self.slot * 60))
    }

    /// When the last round of a day ends (A06).
    #[must_use]
    pub fn ends(&self) -> HallTime {
        self.start.plus(self.rounds_a_day() * self.slot * 60)
    }

    /// The rounds that are played on one day: those of a date of a league, or all.
    fn rounds_a_day(&self) -> u32 {
        self.league.map_or(self.rounds, |league| league.rounds).max(1)
    }

    /// When check-in opens, for timetables (A03). The time of the document keeps its distance from the start; a chosen one
    /// stays.
    #[must_use]
    pub fn opens_check_in(&self) -> HallTime {
        if self.check_in == HallTime::of(9, 50) { self.start.minus(30 * 60) } else { self.check_in }
    }

    /// When players sit down (A04). The time of the document keeps its distance from the start; a chosen one stays.
    #[must_use]
    pub fn assembles(&self) -> HallTime {
        if self.assembly == default_assembly() { self.start.minus(20 * 60) } else { self.assembly }
    }

    /// When the briefing begins (A05). The time of the document keeps its distance from the start; a chosen one stays.
    #[must_use]
    pub fn briefs(&self) -> HallTime {
        if self.briefing == default_briefing() { self.start.minus(10 * 60) } else { self.briefing }
    }

    /// When counting is over (A07).
    #[must_use]
    pub fn counted(&self) -> HallTime {
        self.ends().plus(self.counting * 60)
    }

    /// The seconds of a turn (E01), which the rules of the game have; none without a limit.
    #[must_use]
    pub fn turn_seconds(&self) -> Option<u32> {
        self.game(RulesVersion::CURRENT).ok()?.turn_seconds
    }
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::*;

    fn changed(name: &str, value: Value) -> Result<Settings, SettingError> {
        Settings::new(DEFAULT_PRESET, &[(name.to_owned(), value)].into())
    }

    #[test]
    fn a06_x02_the_rounds_follow_each_other_every_thirty_minutes() {
        let settings = Settings::new("plk-2017", &BTreeMap::new()).unwrap();
        let plan: Vec<String> = settings.plan().map(|time| time.to_string()).collect();
        assert_eq!(plan, ["10:20:00", "10:50:00", "11:20:00"]);
        assert_eq!(settings.ends().to_string(), "11:50:00");
    }

    #[test]
    fn a06_every_date_of_a_league_begins_and_ends_at_the_same_time() {
        let league = json!({"dates": 6, "rounds": 2, "best": 4});
        let set = [("league".to_owned(), league), ("format".to_owned(), json!("swiss"))];
        let settings = Settings::new("plk-2017", &set.into()).unwrap();
        let plan: Vec<String> = settings.plan().map(|time| time.to_string()).collect();
        assert_eq!(plan.len(), 12);
        assert!(plan.chunks(2).all(|date| date == ["10:20:00", "10:50:00"]), "{plan:?}");
        assert_eq!(
            (settings.ends().to_string(), settings.counted().to_string()),
            ("11:20:00".into(), "11:35:00".into())
        );
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
    fn settings_from_before_a_setting_existed_are_those_of_the_preset() {
        for preset in ["plk-2017", "4x4"] {
            let now = Settings::new(preset, &BTreeMap::new()).unwrap();
            let mut old = serde_json::to_value(&now).unwrap();
            let known = [
                "capacity",
                "rounds",
                "games_per_round",
                "format",
                "move",
                "winners",
                "play_off",
                "edition",
                "rules",
                "absent",
                "co_winners",
                "check_in",
                "start",
                "slot",
                "play",
            ];
            old.as_object_mut().unwrap().retain(|name, _| known.contains(&name.as_str()));
            assert_eq!(serde_json::from_value::<Settings>(old).unwrap(), now);
        }
    }

    #[test]
    fn every_preset_says_what_it_is() {
        for (name, description) in presets() {
            assert!(Settings::new(name, &BTreeMap::new()).is_ok(), "{name}");
            assert!(description.ends_with('.'), "{name}: {description}");
        }
    }

    #[test]
    fn a04_a05_a07_a09_the_timetable_of_the_document() {
        let settings = Settings::new("plk-2017", &BTreeMap::new()).unwrap();
        let times =
            [settings.assembles(), settings.briefs(), settings.ends(), settings.counted()].map(|t| t.to_string());
        assert_eq!(times, ["10:00:00", "10:10:00", "11:50:00", "12:05:00"]);
        assert_eq!((settings.prize_giving.as_ref(), settings.turn_seconds()), (None, Some(60)));
        let later = changed("start", json!("10:30")).unwrap();
        assert_eq!(later.counted().to_string(), "12:15:00");
        let times = [later.opens_check_in(), later.assembles(), later.briefs()].map(|time| time.to_string());
        assert_eq!(times, ["10:00:00", "10:10:00", "10:20:00"]);
        assert_eq!(changed("check_in", json!("08:30")).unwrap().opens_check_in().to_string(), "08:30:00");
        assert_eq!(changed("briefing", json!("09:00")).unwrap().briefs().to_string(), "09:00:00");
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
            ("keys", json!([])),
            ("keys", json!(["wins", "wins"])),
            ("keys", json!(["luck"])),
            ("time_up", json!("never")),
            ("unopened_wins", json!(false)),
            ("pushed_rack", json!("to-all")),
            ("redeals", json!(0)),
            ("redeals", json!(21)),
            ("prizes", json!("a cup")),
            ("prize_giving", json!(12)),
            ("locale", json!("fr")),
        ] {
            assert_eq!(changed(name, value.clone()).unwrap_err().field, name, "{value}");
        }
        assert_eq!(Settings::new("fide", &BTreeMap::new()).unwrap_err().field, "preset");
        let both = [("edition".to_owned(), json!("word-a")), ("rules".to_owned(), json!({"unopened": "rack-sum"}))];
        assert_eq!(Settings::new(DEFAULT_PRESET, &both.into()).unwrap_err().field, "edition", "its rules are others");
    }

    #[test]
    fn rules_that_are_given_take_the_place_of_the_presets() {
        let settings = changed("rules", json!({"unopened_rack": "last-turn"})).unwrap();
        assert_eq!(settings.game(RulesVersion::CURRENT).unwrap().pool_empty, trinta_core::edition::PoolEmpty::Pass);
    }
}
