//! The languages of the prints.

use std::fmt;
use std::str::FromStr;

use trinta_tournament::Locale;

/// A language of the prints.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub enum Language {
    /// Traditional Chinese.
    ZhHant,
    /// Simplified Chinese.
    ZhHans,
    /// Portuguese.
    PtPt,
    /// English.
    #[default]
    En,
}

/// Text that names no language of the prints.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[error("there are no prints in `{0}`: choose zh-Hant, zh-Hans, pt-PT or en")]
pub struct LanguageError(String);

impl Language {
    /// All of them.
    pub const ALL: [Language; 4] = [Language::ZhHant, Language::ZhHans, Language::PtPt, Language::En];

    /// Its tag, as in the `lang` attribute of HTML.
    #[must_use]
    pub const fn tag(self) -> &'static str {
        match self {
            Language::ZhHant => "zh-Hant",
            Language::ZhHans => "zh-Hans",
            Language::PtPt => "pt-PT",
            Language::En => "en",
        }
    }
}

impl From<Locale> for Language {
    fn from(locale: Locale) -> Language {
        match locale {
            Locale::TraditionalChinese => Language::ZhHant,
            Locale::SimplifiedChinese => Language::ZhHans,
            Locale::Portuguese => Language::PtPt,
            Locale::English => Language::En,
        }
    }
}

impl fmt::Display for Language {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.tag())
    }
}

impl FromStr for Language {
    type Err = LanguageError;

    fn from_str(text: &str) -> Result<Language, LanguageError> {
        let found = Language::ALL.into_iter().find(|language| language.tag().eq_ignore_ascii_case(text));
        found.ok_or_else(|| LanguageError(text.to_owned()))
    }
}
