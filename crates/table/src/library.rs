//! The word lists of tables, each loaded once and shared.

use std::sync::{Arc, OnceLock};

use trinta_bots::words::Vocabulary;
use trinta_core::edition::WordSettings;
use trinta_core::lexicon::{Dictionary, Lexicon, LexiconError, Theme, Tier, Verdict};
use trinta_core::record::ListId;
use trinta_core::{AnyWord, Position, Search, Settings, Spelling};
use trinta_solver::{Referee, WordBook};

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
        match &self.words {
            Some(words) => Referee::new().with_words(words.book().clone()),
            None => Referee::new(),
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
