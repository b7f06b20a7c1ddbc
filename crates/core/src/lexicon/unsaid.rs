//! The words that nobody but a person says.

use std::sync::LazyLock;

use fst::Set;

use super::table;

static UNSAID: LazyLock<Set<&'static [u8]>> = LazyLock::new(|| {
    // The bytes are compiled in and a test opens them.
    Set::new(table::UNSAID).expect("the list of unsaid words opens")
});

/// Whether bots, hints and puzzles may say a word; letter case does not matter.
///
/// The game is for families and for children from seven on, so some words are never suggested: slurs, obscenities, and
/// what is nothing for children. A person may lay them if the word list of the table has them: the rules don't ask this.
///
/// ```
/// use trinta_core::lexicon::may_suggest;
///
/// assert!(may_suggest("recover") && may_suggest("BREAST"));
/// assert!(!may_suggest("DAMN"));
/// ```
#[must_use]
pub fn may_suggest(word: &str) -> bool {
    !UNSAID.contains(word.to_ascii_lowercase())
}
