//! Whether a word counts (W8, W14).

/// What a word list says about a word.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum Verdict {
    /// In the list and, if there is one, in the theme.
    Good,
    /// Not in the word list, whatever the theme says.
    NotInList,
    /// In the word list, but not in the theme.
    OffTheme,
}

/// Decides whether a word counts. Passed in, so that the rules need no word list.
pub trait Spelling {
    /// The verdict on a word in capitals.
    fn judge(&self, word: &str) -> Verdict;
}

/// Accepts every word: for the number game, and for replays that trust their record.
#[derive(Debug, Clone, Copy, Default)]
pub struct AnyWord;

impl Spelling for AnyWord {
    fn judge(&self, _word: &str) -> Verdict {
        Verdict::Good
    }
}
