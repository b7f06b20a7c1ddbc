//! The word lists of tables, each loaded once and shared.

use std::sync::{Arc, OnceLock};

use trinta_bots::words::Vocabulary;
use trinta_core::edition::WordSettings;
use trinta_core::lexicon::{Dictionary, Lexicon, LexiconError, Theme, Tier, Verdict};
use trinta_core::record::ListId;
use trinta_core::{AnyWord, Position, Search, Settings, Spelling};
use trinta_solver::{Budget, Referee, WordBook};

use crate::cache::Cache;

/// The word lists of a server. Only the shipped lists can be used: a table can't name a file.
#[derive(Debug, Default)]
pub struct Library {
    words: Cache<Names, Arc<Words>, LexiconError>,
}

/// The names of a list and of its theme.
type Names = (String, Option<String>);

/// A word list with its theme, for looking words up and for searching.
#[derive(Debug)]
pub struct Words {
    /// The words of the list and of the theme.
    pub dictionary: Dictionary,
    /// The name and hash of the list, for records.
    pub list: ListId,
    /// The name and hash of the theme's list, for records.
    pub theme: Option<ListId>,
    book: OnceLock<Arc<WordBook>>,
    vocabulary: OnceLock<Arc<Vocabulary>>,
}

impl Words {
    /// The words of a dictionary. The indices are built on first use.
    #[must_use]
    pub fn new(dictionary: Dictionary) -> Words {
        let (list, theme) = (ListId::from(dictionary.lexicon()), dictionary.theme().map(ListId::from));
        Words { dictionary, list, theme, book: OnceLock::new(), vocabulary: OnceLock::new() }
    }

    /// The shipped word list and theme that the settings name.
    fn shipped(rules: &WordSettings) -> Result<Words, LexiconError> {
        let dictionary = Dictionary::new(Lexicon::shipped(rules.lexicon.parse::<Tier>()?));
        Ok(Words::new(match &rules.theme {
            Some(theme) => dictionary.with_theme(Lexicon::theme(theme.parse::<Theme>()?)),
            None => dictionary,
        }))
    }

    /// The index for searching, built on first use because that is slow.
    pub fn book(&self) -> &Arc<WordBook> {
        self.book.get_or_init(|| Arc::new(WordBook::new(&self.dictionary)))
    }

    /// The vocabulary of bots, built on first use.
    pub fn vocabulary(&self) -> &Arc<Vocabulary> {
        self.vocabulary.get_or_init(|| Arc::new(Vocabulary::with_book(&self.dictionary, self.book().clone())))
    }
}

impl Library {
    /// The word list that the settings name; `None` in the number game.
    ///
    /// # Errors
    /// If there is no such list or theme.
    pub fn words(&self, settings: &Settings) -> Result<Option<Arc<Words>>, LexiconError> {
        let Some(rules) = settings.words() else { return Ok(None) };
        let names = (rules.lexicon.clone(), rules.theme.clone());
        self.words.get(&names, || Words::shipped(rules).map(Arc::new)).map(Some)
    }
}

/// The effort for one question of the rules. Positions of games need a small part of it; one that somebody has built to
/// keep a table waiting goes on without an answer.
const RULES_BUDGET: Budget = Budget::nodes(2_000_000);

/// What the rules consult at one table: its word list, and the solver for whether a play exists.
#[derive(Debug, Clone, Default)]
pub struct RulesOracle {
    words: Option<Arc<Words>>,
}

impl RulesOracle {
    /// The knowledge of a table with this word list; `None` for the number game.
    #[must_use]
    pub const fn new(words: Option<Arc<Words>>) -> RulesOracle {
        RulesOracle { words }
    }

    /// The words, in the word game.
    #[must_use]
    pub fn words(&self) -> Option<&Arc<Words>> {
        self.words.as_ref()
    }

    /// Makes a new referee for each question, since few moves of a game need one.
    fn referee(&self) -> Referee {
        let referee = Referee::new().with_budget(RULES_BUDGET);
        match &self.words {
            Some(words) => referee.with_words(words.book().clone()),
            None => referee,
        }
    }
}

impl Search for RulesOracle {
    fn can_play(&self, position: &Position<'_>) -> Option<bool> {
        self.referee().can_play(position)
    }

    fn could_open(&self, position: &Position<'_>) -> bool {
        self.referee().could_open(position)
    }
}

impl Spelling for RulesOracle {
    fn judge(&self, word: &str) -> Verdict {
        match &self.words {
            Some(words) => Spelling::judge(&words.dictionary, word),
            None => AnyWord.judge(word),
        }
    }
}

#[cfg(test)]
mod tests {
    use trinta_core::{Seat, Table};
    use trinta_solver::Referee;

    use super::*;

    #[test]
    fn s16_the_searches_of_the_rules_have_a_limit_that_no_ordinary_position_reaches() {
        assert!(RULES_BUDGET.nodes.is_some());
        let settings = Settings::edition("hk").unwrap();
        let table = "r1 r2 r3 r4 r5 | k9 r9 b9 y9 | b4 b5 b6 b7 b8 b9 b10 | y1 r1 k1 | k10 k11 k12 k13 | y5 y6 y7 | *";
        let table = Table::read(table.replace(" | *", " | k3 r3 *").parse().unwrap()).unwrap();
        let oracle = RulesOracle::default();
        for rack in ["k7 k13 b1 y2 r8 y10", "k5 y9 b13 r7", "r12 b2 y12 k6 k8"] {
            let rack = rack.parse().unwrap();
            let position = Position { settings: &settings, table: &table, seat: Seat(0), rack: &rack, opened: true };
            assert_eq!(oracle.can_play(&position), Referee::new().can_play(&position), "{rack:?}");
            assert!(oracle.can_play(&position).is_some());
        }
    }
}
