//! The presets that ship, and reading settings by name.

use std::collections::BTreeMap;

use serde::Deserialize;
use serde_json::Value;

use crate::settings::{SettingError, Settings, error};

/// The presets by name, with the text of their files.
const PRESETS: [(&str, &str); 11] = [
    ("plk-2017", include_str!("../../presets/plk-2017.toml")),
    ("4x4", include_str!("../../presets/4x4.toml")),
    ("korea", include_str!("../../presets/korea.toml")),
    ("poland", include_str!("../../presets/poland.toml")),
    ("germany", include_str!("../../presets/germany.toml")),
    ("japan-2023", include_str!("../../presets/japan-2023.toml")),
    ("japan-kdgame", include_str!("../../presets/japan-kdgame.toml")),
    ("taiwan", include_str!("../../presets/taiwan.toml")),
    ("belgium", include_str!("../../presets/belgium.toml")),
    ("gwinnett", include_str!("../../presets/gwinnett.toml")),
    ("wrc", include_str!("../../presets/wrc.toml")),
];

/// The preset that is meant when none is named.
pub const DEFAULT_PRESET: &str = "plk-2017";

/// The presets that ship, each with the sentence that its file begins with.
pub fn presets() -> impl Iterator<Item = (&'static str, &'static str)> {
    PRESETS.iter().map(|&(name, text)| {
        let first = text.lines().next().and_then(|line| line.strip_prefix('#'));
        (name, first.unwrap_or_default().trim())
    })
}

/// The settings of a preset by name, with those of the preset it builds on.
pub(super) fn values(preset: &str) -> Result<BTreeMap<String, Value>, SettingError> {
    let unknown = || {
        let names = presets().map(|(name, _)| name).collect::<Vec<_>>().join(", ");
        error("preset", format!("there is no preset `{preset}`; there are {names}"))
    };
    let (_, text) = PRESETS.iter().find(|(name, _)| *name == preset).ok_or_else(unknown)?;
    let mut own: BTreeMap<String, Value> =
        toml::from_str(text).map_err(|fault| error("preset", format!("{preset}: {fault}")))?;
    let mut values = match own.remove("base") {
        Some(Value::String(base)) => values(&base)?,
        _ => BTreeMap::new(),
    };
    values.append(&mut own);
    // TOML has no word for nothing.
    for name in ["league", "prize_giving", "redeals"] {
        values.entry(name.to_owned()).or_insert(Value::Null);
    }
    Ok(values)
}

/// Reads the settings; combinations are checked later.
pub(super) fn read(values: &BTreeMap<String, Value>) -> Result<Settings, SettingError> {
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
        format: choice(value("format")?, "format", "ring, no-repeat, random, swiss, interval, places, knock-out")?,
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
        stages: described(value("stages")?, "stages", "a list of stages, each with `rounds`")?,
        league: described(value("league")?, "league", "null, or an object with `dates`, `rounds` and `best`")?,
        interval: number("interval", 1, 5_000)?,
        keys: choice(value("keys")?, "keys", "a list of wins, average, total, best-game, won-total, least-lost")?,
        win_bonus: number("win_bonus", 0, 1_000)?,
        normalise: choice(value("normalise")?, "normalise", "none, four-thirds")?,
        time_up: choice(value("time_up")?, "time_up", "finish-circuit, play-on")?,
        unopened_wins: choice(value("unopened_wins")?, "unopened_wins", "allowed, never")?,
        pushed_rack: choice(value("pushed_rack")?, "pushed_rack", "to-winner, to-nobody")?,
        redeals: match value("redeals")? {
            Value::Null => None,
            _ => {
                Some(number("redeals", 1, 20).map_err(|fault| error("redeals", format!("{}, or null", fault.reason)))?)
            }
        },
        forfeits: choice(value("forfeits")?, "forfeits", "unranked, last")?,
        substitutes: choice(value("substitutes")?, "substitutes", "unranked, ranked")?,
        warnings: number("warnings", 0, 10)?,
        drawn_joker: choice(value("drawn_joker")?, "drawn_joker", "again, highest")?,
        team_best: number("team_best", 1, 100)?,
        prizes: choice(value("prizes")?, "prizes", "a list of texts, from the first place on")?,
        assembly: time("assembly")?,
        briefing: time("briefing")?,
        counting: number("counting", 0, 600)?,
        prize_giving: choice(value("prize_giving")?, "prize_giving", "a text, or null for: to be announced")?,
        venue: choice(value("venue")?, "venue", "a text")?,
        locale: choice(value("locale")?, "locale", "zh-Hant, zh-Hans, pt-PT, en")?,
    })
}

fn choice<T: for<'de> Deserialize<'de>>(value: &Value, name: &str, choices: &str) -> Result<T, SettingError> {
    T::deserialize(value).map_err(|_| error(name, format!("{value} is not one of: {choices}")))
}

/// Reads a setting with parts, of which the message names the wrong one.
fn described<T: for<'de> Deserialize<'de>>(value: &Value, name: &str, form: &str) -> Result<T, SettingError> {
    T::deserialize(value).map_err(|fault| error(name, format!("{fault}; this is {form}")))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_line_of_a_preset_cites_a_requirement_and_its_source() {
        for (name, text) in PRESETS {
            let is_setting =
                |line: &&str| !line.is_empty() && !line.starts_with(['#', '[']) && !line.starts_with("base");
            for line in text.lines().filter(is_setting) {
                let comment = line.split_once(" # ").map_or("", |(_, comment)| comment);
                let (requirements, source) = comment.split_once("; ").unwrap_or((comment, ""));
                for requirement in requirements.split(", ") {
                    let number = requirement.trim_start_matches(|letter: char| "ABCEFGNX".contains(letter));
                    assert!(number.len() < requirement.len(), "{name}: no requirement in: {line}");
                    assert!(number.parse::<u32>().is_ok(), "{name}: no requirement in: {line}");
                }
                assert!(!source.trim().is_empty(), "{name}: no source in: {line}");
            }
        }
    }

    #[test]
    fn every_preset_can_be_played_as_it_is() {
        for (name, _) in PRESETS {
            let settings = Settings::new(name, &BTreeMap::new()).unwrap();
            let stated: BTreeMap<String, Value> =
                serde_json::from_value(serde_json::to_value(&settings).unwrap()).unwrap();
            assert_eq!(Settings::new(name, &stated).unwrap(), settings, "{name}: also if every setting is stated");
        }
    }
}
