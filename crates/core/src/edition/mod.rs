//! Editions: the rules of each printed document as data, any of which can be overridden.
//!
//! An edition is a TOML file in `editions/`: a base and what differs from it. [`Draft`] holds settings by name and
//! where they came from; [`Settings`] is the checked whole that the rules read.

mod build;
mod draft;
mod settings;

pub use build::SettingFault;
pub use draft::{Draft, SettingError, Value};
pub use settings::{
    Family, FourthColour, Jokers, MatchGames, MatchWinner, NewDeal, NumberSettings, OpeningSets, OpeningWords,
    PlayVariant, PoolEmpty, Settings, SpellingRule, TimeUp, Unopened, UnopenedRack, Unrestorable, ValidAtTimeUp,
    WordSettings,
};

/// The editions that ship, by name, with the text of their files.
const SHIPPED: [(&str, &str); 8] = [
    ("numbers", include_str!("../../../../editions/numbers.toml")),
    ("hk", include_str!("../../../../editions/hk.toml")),
    ("cn", include_str!("../../../../editions/cn.toml")),
    ("pt", include_str!("../../../../editions/pt.toml")),
    ("school", include_str!("../../../../editions/school.toml")),
    ("words", include_str!("../../../../editions/words.toml")),
    ("word-a", include_str!("../../../../editions/word-a.toml")),
    ("word-b", include_str!("../../../../editions/word-b.toml")),
];

/// The names of the editions that can be played: those of the documents, not the bases they share.
pub const EDITIONS: [&str; 6] = ["hk", "cn", "pt", "school", "word-a", "word-b"];

/// The text of a shipped edition's file.
#[must_use]
pub fn shipped(name: &str) -> Option<&'static str> {
    SHIPPED.iter().find(|(known, _)| *known == name).map(|(_, text)| *text)
}
