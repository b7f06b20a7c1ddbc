//! The names of the shipped lists and themes.

use std::fmt;
use std::str::FromStr;

use super::LexiconError;

/// One of the three shipped word lists. Each holds the one before it.
///
/// ```
/// use trinta_core::lexicon::Tier;
///
/// assert_eq!("Standard".parse(), Ok(Tier::Standard));
/// assert_eq!(Tier::Large.to_string(), "large");
/// assert!("huge".parse::<Tier>().is_err());
/// ```
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Tier {
    /// Words that most people use or know, about 40,000.
    Everyday,
    /// A desk dictionary, about 115,000, without slurs and noise.
    Standard,
    /// Word-game rarities too, about 250,000, as the source has them.
    Large,
}

impl Tier {
    /// All of them, smallest first.
    pub const ALL: [Self; 3] = [Self::Everyday, Self::Standard, Self::Large];

    /// The name used in settings, records and file names.
    ///
    /// ```
    /// # use trinta_core::lexicon::Tier;
    /// assert_eq!(Tier::Everyday.name(), "everyday");
    /// ```
    #[must_use]
    pub const fn name(self) -> &'static str {
        match self {
            Self::Everyday => "everyday",
            Self::Standard => "standard",
            Self::Large => "large",
        }
    }
}

impl fmt::Display for Tier {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(self.name())
    }
}

impl FromStr for Tier {
    type Err = LexiconError;

    /// Reads a name; letter case and spaces around it do not matter.
    fn from_str(text: &str) -> Result<Self, LexiconError> {
        find(&Self::ALL, Self::name, text).ok_or_else(|| LexiconError::UnknownTier(text.to_owned()))
    }
}

/// A subject that every word of a themed game must belong to (W14).
///
/// ```
/// use trinta_core::lexicon::Theme;
///
/// assert_eq!("food".parse(), Ok(Theme::Food));
/// assert_eq!(Theme::ALL.len(), 8);
/// assert!("weather".parse::<Theme>().is_err(), "too thin to play alone");
/// ```
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Theme {
    /// Animals, plants, weather and geography.
    Nature,
    /// The body, jobs, family and feelings.
    People,
    /// Food, clothes, the house and tools.
    Home,
    /// Animals.
    Animals,
    /// Plants and their parts.
    Plants,
    /// Food and drink.
    Food,
    /// Sport, music and vehicles.
    Leisure,
    /// The body and its parts.
    Body,
}

impl Theme {
    /// All of them, broadest first.
    pub const ALL: [Self; 8] =
        [Self::Nature, Self::People, Self::Home, Self::Animals, Self::Plants, Self::Food, Self::Leisure, Self::Body];

    /// The name used in settings, records and file names.
    ///
    /// ```
    /// # use trinta_core::lexicon::Theme;
    /// assert_eq!(Theme::Leisure.name(), "leisure");
    /// ```
    #[must_use]
    pub const fn name(self) -> &'static str {
        match self {
            Self::Nature => "nature",
            Self::People => "people",
            Self::Home => "home",
            Self::Animals => "animals",
            Self::Plants => "plants",
            Self::Food => "food",
            Self::Leisure => "leisure",
            Self::Body => "body",
        }
    }
}

impl fmt::Display for Theme {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(self.name())
    }
}

impl FromStr for Theme {
    type Err = LexiconError;

    /// Reads a name; letter case and spaces around it do not matter.
    fn from_str(text: &str) -> Result<Self, LexiconError> {
        find(&Self::ALL, Self::name, text).ok_or_else(|| LexiconError::UnknownTheme(text.to_owned()))
    }
}

fn find<T: Copy>(all: &[T], name: impl Fn(T) -> &'static str, text: &str) -> Option<T> {
    let wanted = text.trim();
    all.iter().copied().find(|&item| name(item).eq_ignore_ascii_case(wanted))
}
