//! Editions: the rules of each printed document as data, any of which can be overridden.
//!
//! An edition is a TOML file in `editions/`: a base and what differs from it. [`SettingsBuilder`] holds settings by name and
//! where they came from; [`Settings`] are checked, and what the rules read.

mod build;
mod builder;
mod lines;
mod settings;
#[cfg(feature = "toml")]
mod toml_file;
mod version;

pub use build::SettingFault;
pub use builder::{SettingError, SettingsBuilder, Value};
pub use settings::{
    Family, FourthColour, JokerMoves, Jokers, MatchGames, MatchWinner, NewDeal, NumberSettings, OpeningSets,
    OpeningWords, PlayVariant, PoolEmpty, Pushed, Settings, SpellingRule, TimeUp, Unopened, UnopenedRack, Unrestorable,
    ValidAtTimeUp, WordSettings,
};
pub use version::{RulesVersion, UnknownRulesVersion};

/// The editions that ship, by name, with the text of their files.
const SHIPPED: [(&str, &str); 8] = [
    ("numbers", include_str!("../../editions/numbers.toml")),
    ("hk", include_str!("../../editions/hk.toml")),
    ("cn", include_str!("../../editions/cn.toml")),
    ("pt", include_str!("../../editions/pt.toml")),
    ("school", include_str!("../../editions/school.toml")),
    ("words", include_str!("../../editions/words.toml")),
    ("word-a", include_str!("../../editions/word-a.toml")),
    ("word-b", include_str!("../../editions/word-b.toml")),
];

/// The files of the first version of the rules that have changed since.
const SHIPPED_V1: [(&str, &str); 3] = [
    ("numbers", include_str!("../../editions/v1/numbers.toml")),
    ("school", include_str!("../../editions/v1/school.toml")),
    ("words", include_str!("../../editions/v1/words.toml")),
];

/// The names of the editions that can be played: those of the documents, not the bases they share.
pub const EDITIONS: [&str; 6] = ["hk", "cn", "pt", "school", "word-a", "word-b"];

/// The text of a shipped edition's file.
#[must_use]
pub fn shipped(name: &str) -> Option<&'static str> {
    shipped_at(name, RulesVersion::CURRENT)
}

/// The text of an edition's file in a version of the rules.
#[must_use]
pub fn shipped_at(name: &str, version: RulesVersion) -> Option<&'static str> {
    let old: &[(&str, &str)] = match version {
        RulesVersion::V1 => &SHIPPED_V1,
        RulesVersion::V2 => &[],
    };
    old.iter().chain(&SHIPPED).find(|(known, _)| *known == name).map(|(_, text)| *text)
}

/// The default settings of a table on screen where they differ from the printed edition.
///
/// N9: on screen the first player may have laid tiles before the others have looked at theirs, so the right to a new
/// deal lasts until the end of one's own first turn; at a real table the letter of `school` stands.
///
/// ```
/// assert_eq!(trinta_core::edition::online_settings("school"), [("new_deal", "before-own-turn")]);
/// assert!(trinta_core::edition::online_settings("hk").is_empty());
/// ```
#[must_use]
pub fn online_settings(edition: &str) -> &'static [(&'static str, &'static str)] {
    match edition {
        "school" => &[("new_deal", "before-own-turn")],
        _ => &[],
    }
}
