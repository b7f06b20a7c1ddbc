//! The words of the prints: one TOML file for each language, read into types that name every text.
//!
//! A file with a missing or an unknown key can't be read, and a test reads all of them and compares their placeholders.

use std::sync::LazyLock;

use serde::Deserialize;

use crate::language::Language;

macro_rules! texts {
    ($($(#[$doc:meta])* $name:ident { $($key:ident $(: $type:ty)?),* $(,)? })*) => {$(
        $(#[$doc])*
        #[derive(Debug, Deserialize)]
        #[serde(deny_unknown_fields)]
        pub(crate) struct $name { $(pub(crate) $key: texts!(@type $($type)?)),* }
    )*};
    (@type) => { String };
    (@type $type:ty) => { $type };
}

texts! {
    /// All texts of a language.
    Texts {
        calendar: Calendar, words: Words, invitation: Invitation, keys: Keys, conduct: Conduct, signs: Signs,
        cards: Cards, sheet: Sheet, seating: Seating, moves: Moves, standings: Standings, judges: Judges,
        results: Results, certificate: Certificate, rules: Rules,
        recovery: Recovery,
    }
    Calendar { date, weekdays: [String; 7], months: [String; 12] }
    Words {
        table, round, number, name, school, judge, head_judge, won, total, average, place, games, date,
        signature, round_n, round_of, game_n, game_of, player_n, provisional, empty_seat, to_be_announced,
        colon,
    }
    Invitation {
        title, date, venue, check_in, seating, briefing, play, counting, prize_giving, players, format, supervision,
        from, at, span, players_value, players_mixed, format_ring, format_no_repeat, format_random, format_swiss,
        format_interval, format_places, format_knock_out, format_stages,
        supervision_value, supervision_named, remark, late, how, how_rounds, how_stage, how_league,
        go_on_best, go_on_per_table, carry_over_none, carry_over_half, carry_over_all, how_ring, how_no_repeat, how_random, how_swiss,
        how_interval, how_places, how_knock_out,
        how_ranking, remark_start, remark_tie_ring, remark_tie_go_on, remark_tie_other, remark_play_off,
        remark_play_off_ranks,
    }
    Keys { first, then, wins, average, total, best_game, won_total, least_lost, shared, co_winners, co_winners_share }
    Conduct { title, lead, points: [String; 18], pushed_unpriced, games_open }
    Recovery { title, lead, points: [String; 4] }
    Signs { who_sits, moves_on }
    Cards { first_table, scan }
    Sheet {
        title, record_title, table_range, clockwise, player, number, rule, won, score, racks, racks_hint, rack_sum,
        could_not, could, unopened, pushed, game, starter, time_up, warnings, redeal, tie_draw, began, ended, paused,
        nobody_out, pool_empty, time_called, movers, sign, judge_signs, desk, notes, weather, phone, codes,
    }
    Seating { by_table, by_number, by_name }
    Moves { slip, to_table, stays, draw, left }
    Standings {
        title_final, title_after, title_before, table_hint, cut, flagged, open_ties, missing, forfeit, disqualified,
        withdrawn, barred, signature,
    }
    Judges { title, missing, present }
    Results {
        title, none, annulled, out, pool, time, unopened, pushed, short, unopened_winner, moves_to, protest,
    }
    Certificate { title, winner, place, of, record, signature }
    Rules {
        title, start, draw, draw_joker_highest, start_points: Vec<String>, redeal, redeal_own_turn, redeal_limit, turn,
        opening, opening_one,
        turn_points: Vec<String>, joker, joker_points: Vec<String>, joker_another, time, time_limit, time_up,
        unrestorable, score, score_points: Vec<String>, unopened, pool_empty, pool_pass, time_called, only_opened_win, examples,
        on_table, from_rack, result, example_texts: [String; 7],
    }
}

const fn file(language: Language) -> &'static str {
    match language {
        Language::ZhHant => include_str!("../texts/zh-Hant.toml"),
        Language::ZhHans => include_str!("../texts/zh-Hans.toml"),
        Language::PtPt => include_str!("../texts/pt-PT.toml"),
        Language::En => include_str!("../texts/en.toml"),
    }
}

fn read(language: Language) -> Texts {
    // The files are part of the program, and a test reads each of them.
    toml::from_str(file(language)).unwrap_or_else(|error| unreachable!("the texts in {language}: {error}"))
}

/// The texts of a language.
pub(crate) fn texts(language: Language) -> &'static Texts {
    static ALL: LazyLock<[Texts; 4]> = LazyLock::new(|| Language::ALL.map(read));
    let at = Language::ALL.iter().position(|one| *one == language).unwrap_or_default();
    &ALL[at]
}

/// A value for a placeholder.
#[derive(Debug, Clone)]
pub(crate) enum Value {
    Number(u32),
    Text(String),
}

impl From<u32> for Value {
    fn from(number: u32) -> Value {
        Value::Number(number)
    }
}

impl From<&str> for Value {
    fn from(text: &str) -> Value {
        Value::Text(text.to_owned())
    }
}

impl From<String> for Value {
    fn from(text: String) -> Value {
        Value::Text(text)
    }
}

/// A text with its placeholders replaced: `{name}` by the value, `{name:one|other}` by one of two texts, which may have
/// placeholders themselves. A placeholder without a value stays as it is; a test finds those.
pub(crate) fn fill(text: &str, values: &[(&str, Value)]) -> String {
    let mut filled = String::with_capacity(text.len());
    let mut rest = text;
    while let Some((before, after)) = rest.split_once('{') {
        filled.push_str(before);
        let Some(end) = closing_brace(after) else {
            filled.push('{');
            rest = after;
            continue;
        };
        let (placeholder, following) = (&after[..end], &after[end + 1..]);
        let (name, choice) = match placeholder.split_once(':') {
            Some((name, choice)) => (name, Some(choice)),
            None => (placeholder, None),
        };
        match (values.iter().find(|(known, _)| *known == name), choice) {
            (Some((_, Value::Number(number))), Some(choice)) => {
                let (one, other) = choice.split_once('|').unwrap_or((choice, choice));
                filled.push_str(&fill(if *number == 1 { one } else { other }, values));
            }
            (Some((_, Value::Number(number))), None) => filled.push_str(&number.to_string()),
            (Some((_, Value::Text(text))), _) => filled.push_str(text),
            (None, _) => filled.push_str(&format!("{{{placeholder}}}")),
        }
        rest = following;
    }
    filled.push_str(rest);
    filled
}

/// The position of the brace that closes the one before this text.
fn closing_brace(text: &str) -> Option<usize> {
    let mut depth = 0;
    for (at, sign) in text.char_indices() {
        match sign {
            '{' => depth += 1,
            '}' if depth == 0 => return Some(at),
            '}' => depth -= 1,
            _ => {}
        }
    }
    None
}

#[cfg(test)]
mod tests {
    use std::collections::{BTreeMap, BTreeSet};

    use super::*;

    #[test]
    fn placeholders_are_filled() {
        let text = "{movers:The best goes|The best {movers} go} to table {table}, {name}";
        let fill =
            |movers: u32| fill(text, &[("movers", movers.into()), ("table", 8.into()), ("name", "{table}".into())]);
        assert_eq!(fill(1), "The best goes to table 8, {table}");
        assert_eq!(fill(2), "The best 2 go to table 8, {table}");
    }

    /// The texts of a file by key, and the names of the placeholders in each.
    fn placeholders(language: Language) -> BTreeMap<String, BTreeSet<String>> {
        fn collect(path: &str, value: &toml::Value, all: &mut BTreeMap<String, BTreeSet<String>>) {
            match value {
                toml::Value::Table(table) => {
                    table.iter().for_each(|(key, value)| collect(&format!("{path}.{key}"), value, all));
                }
                toml::Value::Array(list) => {
                    list.iter().enumerate().for_each(|(at, value)| collect(&format!("{path}.{at}"), value, all));
                }
                toml::Value::String(text) => {
                    assert!(!text.trim().is_empty(), "{path} is empty");
                    let names = text.split('{').skip(1).map(|rest| {
                        rest.split(|sign: char| !sign.is_ascii_lowercase() && sign != '_').next().unwrap().to_owned()
                    });
                    all.insert(path.to_owned(), names.collect());
                }
                _ => panic!("{path} is no text"),
            }
        }
        let mut all = BTreeMap::new();
        collect("", &toml::from_str(file(language)).unwrap(), &mut all);
        all
    }

    #[test]
    fn every_language_has_every_text_with_the_same_placeholders() {
        let english = placeholders(Language::En);
        for language in Language::ALL {
            read(language);
            let own = placeholders(language);
            let keys = |all: &BTreeMap<String, BTreeSet<String>>| all.keys().cloned().collect::<Vec<_>>();
            assert_eq!(keys(&own), keys(&english), "{language}");
            for (key, names) in own {
                assert_eq!(names, english[&key], "{language} {key}");
            }
        }
    }
}
