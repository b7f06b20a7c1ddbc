//! A word list and, in a themed game, the theme on top of it.

use super::Lexicon;
use crate::spelling::{Spelling, Verdict};

/// What a table plays with: a word list and perhaps a theme.
///
/// ```
/// use trinta_core::lexicon::{Dictionary, Lexicon, Theme, Tier, Verdict};
///
/// let plain = Dictionary::new(Lexicon::shipped(Tier::Standard));
/// assert_eq!(plain.judge("pear"), Verdict::Good);
///
/// let food = plain.with_theme(Lexicon::theme(Theme::Food));
/// assert_eq!(food.judge("pear"), Verdict::Good);
/// assert_eq!(food.judge("ear"), Verdict::OffTheme);
/// ```
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Dictionary {
    lexicon: Lexicon,
    theme: Option<Lexicon>,
}

impl Dictionary {
    /// A dictionary without a theme.
    ///
    /// ```
    /// # use trinta_core::lexicon::{Dictionary, Lexicon, Tier};
    /// let dictionary = Dictionary::new(Lexicon::shipped(Tier::Everyday));
    /// assert!(dictionary.theme().is_none());
    /// ```
    #[must_use]
    pub const fn new(lexicon: Lexicon) -> Self {
        Self { lexicon, theme: None }
    }

    /// The same list with a theme; a theme set before is replaced.
    ///
    /// ```
    /// # use trinta_core::lexicon::{Dictionary, Lexicon, Theme, Tier};
    /// let dictionary = Dictionary::new(Lexicon::shipped(Tier::Everyday))
    ///     .with_theme(Lexicon::theme(Theme::Body));
    /// assert_eq!(dictionary.theme().map(|theme| theme.name()), Some("body"));
    /// ```
    #[must_use]
    pub fn with_theme(mut self, theme: Lexicon) -> Self {
        self.theme = Some(theme);
        self
    }

    /// The word list.
    ///
    /// ```
    /// # use trinta_core::lexicon::{Dictionary, Lexicon, Tier};
    /// let dictionary = Dictionary::new(Lexicon::shipped(Tier::Large));
    /// assert_eq!(dictionary.lexicon().name(), "large");
    /// ```
    #[must_use]
    pub const fn lexicon(&self) -> &Lexicon {
        &self.lexicon
    }

    /// The theme, if there is one.
    ///
    /// ```
    /// # use trinta_core::lexicon::{Dictionary, Lexicon, Tier};
    /// assert!(Dictionary::new(Lexicon::shipped(Tier::Large)).theme().is_none());
    /// ```
    #[must_use]
    pub const fn theme(&self) -> Option<&Lexicon> {
        self.theme.as_ref()
    }

    /// Judges one word; letter case does not matter.
    ///
    /// The list is asked first, so that a theme never lets in a word that the
    /// table's own list does not have.
    ///
    /// ```
    /// # use trinta_core::lexicon::{Dictionary, Lexicon, Tier, Verdict};
    /// let dictionary = Dictionary::new(Lexicon::shipped(Tier::Standard));
    /// assert_eq!(dictionary.judge("HEAVY"), Verdict::Good);
    /// assert_eq!(dictionary.judge("hoc"), Verdict::NotInList);
    /// ```
    #[must_use]
    pub fn judge(&self, word: &str) -> Verdict {
        if !self.lexicon.contains(word) {
            return Verdict::NotInList;
        }
        match &self.theme {
            Some(theme) if !theme.contains(word) => Verdict::OffTheme,
            _ => Verdict::Good,
        }
    }
}

impl Spelling for Dictionary {
    fn judge(&self, word: &str) -> Verdict {
        Dictionary::judge(self, word)
    }
}
