//! The question that the word game asks a word list (W8, W14).

use crate::lexicon::{Dictionary, Verdict};

/// Says whether a word counts. Handed in, so that the rules need no list of their own.
pub trait Spelling {
    /// The verdict on a word in capitals.
    fn judge(&self, word: &str) -> Verdict;
}

impl Spelling for Dictionary {
    fn judge(&self, word: &str) -> Verdict {
        Dictionary::judge(self, word)
    }
}

/// Takes every word: for the number game, and for replays that trust their record.
#[derive(Debug, Clone, Copy, Default)]
pub struct AnyWord;

impl Spelling for AnyWord {
    fn judge(&self, _word: &str) -> Verdict {
        Verdict::Good
    }
}
