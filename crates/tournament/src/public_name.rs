//! Names as the public sees them: a number with a first name or initials, never a child's whole name (X21).

use serde::{Deserialize, Serialize};

/// How much of a player's name the public sees (X21).
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default, Serialize, Deserialize)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS))]
#[serde(rename_all = "kebab-case")]
pub enum Publicity {
    /// The first name and an initial.
    #[default]
    Short,
    /// The whole name and the school, with the consent of the player or the parents.
    Full,
    /// The number alone.
    Number,
}

/// How the public sees a player, as far as somebody has said so.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct PublicName {
    /// How much of the name is shown.
    pub publicity: Publicity,
    /// A name that was chosen to be shown.
    pub chosen: Option<String>,
}

impl PublicName {
    /// The name that the public sees; none if it sees the number alone.
    #[must_use]
    pub fn of(&self, name: &str) -> Option<String> {
        match (self.publicity, &self.chosen) {
            (Publicity::Number, _) => None,
            (_, Some(chosen)) => Some(chosen.clone()),
            (Publicity::Full, None) => Some(name.to_owned()),
            (Publicity::Short, None) => short_name(name),
        }
    }
}

/// Family names of two characters. Any other name of up to three characters has a family name of one.
const LONG_FAMILY_NAMES: [&str; 24] = [
    "歐陽", "欧阳", "司徒", "司馬", "司马", "上官", "諸葛", "诸葛", "夏侯", "皇甫", "尉遲", "尉迟", "公孫", "公孙",
    "令狐", "東方", "东方", "端木", "慕容", "宇文", "長孫", "长孙", "남궁", "황보",
];

/// A name shortened for the public: the first name with the initial of the family name, or the given name of a Chinese,
/// Japanese or Korean name. None if nothing can be shown without showing the whole name.
///
/// ```
/// use trinta_tournament::short_name;
///
/// assert_eq!(short_name("Ana Maria da Silva").as_deref(), Some("Ana S."));
/// assert_eq!(short_name("CHAN Tai Man").as_deref(), Some("Tai Man C."));
/// assert_eq!(short_name("陳大文").as_deref(), Some("大文"));
/// assert_eq!(short_name("陳"), None);
/// ```
#[must_use]
pub fn short_name(name: &str) -> Option<String> {
    let words: Vec<&str> = name.split_whitespace().collect();
    if words.iter().any(|word| is_east_asian(word)) {
        // A romanised name beside the characters would give the family name away.
        let native: Vec<&str> = words.into_iter().filter(|word| is_east_asian(word)).collect();
        return match native.as_slice() {
            [whole] => given_name(whole),
            [_, given @ ..] => Some(given.concat()),
            [] => None,
        };
    }
    if let Some((family, given)) = name.split_once(',') {
        let first = given.split_whitespace().next()?;
        return Some(with_initial(first, family.trim()));
    }
    match words.as_slice() {
        [] => None,
        [only] => Some((*only).to_owned()),
        [family, given @ ..] if is_capitals(family) && !given.iter().all(|word| is_capitals(word)) => {
            Some(with_initial(&given.join(" "), family))
        }
        [first, .., family] => Some(with_initial(first, family)),
    }
}

fn with_initial(first: &str, family: &str) -> String {
    match family.chars().find(|letter| letter.is_alphanumeric()) {
        Some(initial) => format!("{first} {}.", initial.to_uppercase()),
        None => first.to_owned(),
    }
}

/// Whether a word is written in capitals, as family names are in many lists.
fn is_capitals(word: &str) -> bool {
    word.chars().filter(|letter| letter.is_alphabetic()).count() > 1 && !word.chars().any(char::is_lowercase)
}

fn is_east_asian(word: &str) -> bool {
    word.chars().any(|letter| {
        matches!(letter,
            '\u{3040}'..='\u{30ff}'      // Hiragana, Katakana
            | '\u{3400}'..='\u{4dbf}'    // Han, extension A
            | '\u{4e00}'..='\u{9fff}'    // Han
            | '\u{ac00}'..='\u{d7a3}'    // Hangul
            | '\u{f900}'..='\u{faff}'    // Han, compatibility
            | '\u{20000}'..='\u{3fffd}') // Han, further extensions
    })
}

/// The given name of a name written without a space, family name first.
fn given_name(name: &str) -> Option<String> {
    let letters: Vec<char> = name.chars().collect();
    let long = LONG_FAMILY_NAMES.iter().any(|family| name.starts_with(family));
    let family = match letters.len() {
        0 | 1 => return None,
        2 => 1,
        3 if long => 2,
        3 => 1,
        _ => 2,
    };
    Some(letters[family..].iter().collect())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn x21_names_are_shortened_in_the_scripts_of_the_players() {
        let cases = [
            ("Ana", Some("Ana")),
            ("Ana Silva", Some("Ana S.")),
            ("  João  Pedro  da Silva ", Some("João S.")),
            ("Silva, Ana Maria", Some("Ana S.")),
            ("CHAN Tai Man", Some("Tai Man C.")),
            ("CHAN TAI MAN", Some("CHAN M.")),
            ("O'Neil Siobhán", Some("O'Neil S.")),
            ("Édith Étienne", Some("Édith É.")),
            ("陳大文", Some("大文")),
            ("陳文", Some("文")),
            ("陳", None),
            ("歐陽小明", Some("小明")),
            ("歐陽明", Some("明")),
            ("陳 大文", Some("大文")),
            ("陳大文 Chan Tai Man", Some("大文")),
            ("田中太郎", Some("太郎")),
            ("김민준", Some("민준")),
            ("", None),
            ("   ", None),
            ("Ana -", Some("Ana")),
        ];
        for (name, short) in cases {
            assert_eq!(short_name(name).as_deref(), short, "{name}");
        }
    }

    #[test]
    fn x21_what_was_chosen_is_shown() {
        let shown = |publicity, chosen: Option<&str>| {
            PublicName { publicity, chosen: chosen.map(str::to_owned) }.of("Ana Silva")
        };
        assert_eq!(shown(Publicity::Short, None).as_deref(), Some("Ana S."));
        assert_eq!(shown(Publicity::Full, None).as_deref(), Some("Ana Silva"));
        assert_eq!(shown(Publicity::Short, Some("Nana")).as_deref(), Some("Nana"));
        assert_eq!(shown(Publicity::Number, Some("Nana")), None);
    }
}
