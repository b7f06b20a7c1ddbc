//! Word lists that tables play by, each made once and kept.

use std::collections::HashMap;
use std::sync::{Arc, Mutex, OnceLock, PoisonError};

use trinta_bots::words::Vocabulary;
use trinta_core::edition::WordSettings;
use trinta_core::lexicon::{Dictionary, Lexicon, LexiconError, Theme, Tier, Verdict};
use trinta_core::record::ListId;
use trinta_core::{AnyWord, Position, Search, Settings, Spelling};
use trinta_solver::{Referee, WordBook};

/// The word lists of a server: those that ship. A table can't name a file.
#[derive(Debug, Default)]
pub struct Library {
    books: Mutex<HashMap<Names, SharedWords>>,
}

/// The names of a list and of its theme.
type Names = (String, Option<String>);
/// Words that are read once, by the first who need them.
type SharedWords = Arc<OnceLock<Arc<Words>>>;

/// One word list with its theme, to look words up and to search.
#[derive(Debug)]
pub struct Words {
    /// What counts as a word.
    pub dictionary: Dictionary,
    /// The list, as records name it.
    pub list: ListId,
    /// The list of the theme, as records name it.
    pub theme: Option<ListId>,
    book: OnceLock<Arc<WordBook>>,
    vocabulary: OnceLock<Arc<Vocabulary>>,
}

impl Words {
    fn read(rules: &WordSettings) -> Result<Words, LexiconError> {
        let list = Lexicon::shipped(rules.lexicon.parse::<Tier>()?);
        let theme = rules.theme.as_deref().map(|name| name.parse::<Theme>().map(Lexicon::theme)).transpose()?;
        let (list_id, theme_id) = (ListId::from(&list), theme.as_ref().map(ListId::from));
        let dictionary = Dictionary::new(list);
        let dictionary = match theme {
            Some(theme) => dictionary.with_theme(theme),
            None => dictionary,
        };
        Ok(Words { dictionary, list: list_id, theme: theme_id, book: OnceLock::new(), vocabulary: OnceLock::new() })
    }

    /// The index over the list, for searching. Making it takes a moment, so it waits until somebody searches.
    pub fn book(&self) -> &Arc<WordBook> {
        self.book.get_or_init(|| Arc::new(WordBook::new(&self.dictionary)))
    }

    /// What bots know of the list, made when the first of them sits down to think.
    pub fn vocabulary(&self) -> &Arc<Vocabulary> {
        self.vocabulary.get_or_init(|| Arc::new(Vocabulary::with_book(&self.dictionary, self.book().clone())))
    }
}

impl Library {
    /// The words that settings name; none in the number game.
    ///
    /// # Errors
    /// When there is no such list or theme.
    pub fn words(&self, settings: &Settings) -> Result<Option<Arc<Words>>, LexiconError> {
        let Some(rules) = settings.words() else { return Ok(None) };
        let key = (rules.lexicon.clone(), rules.theme.clone());
        let shared = self.books.lock().unwrap_or_else(PoisonError::into_inner).get(&key).cloned();
        if let Some(words) = shared.as_ref().and_then(|shared| shared.get()) {
            return Ok(Some(words.clone()));
        }
        // Read before it is kept: unknown names must not fill the map.
        let words = Arc::new(Words::read(rules)?);
        let shared = self.books.lock().unwrap_or_else(PoisonError::into_inner).entry(key).or_default().clone();
        Ok(Some(shared.get_or_init(|| words).clone()))
    }
}

/// What the rules need to know about words and plays at one table.
#[derive(Debug, Clone, Default)]
pub struct Knowledge {
    words: Option<Arc<Words>>,
}

impl Knowledge {
    /// What a table with these words knows.
    #[must_use]
    pub const fn new(words: Option<Arc<Words>>) -> Knowledge {
        Knowledge { words }
    }

    /// The words, in the word game.
    #[must_use]
    pub fn words(&self) -> Option<&Arc<Words>> {
        self.words.as_ref()
    }

    /// A referee is needed for few moves of a game, and is made for each.
    fn referee(&self) -> Referee {
        match &self.words {
            Some(words) => Referee::new().with_words(words.book().clone()),
            None => Referee::new(),
        }
    }
}

impl Search for Knowledge {
    fn can_play(&self, position: &Position<'_>) -> Option<bool> {
        self.referee().can_play(position)
    }

    fn could_open(&self, position: &Position<'_>) -> bool {
        self.referee().could_open(position)
    }
}

impl Spelling for Knowledge {
    fn judge(&self, word: &str) -> Verdict {
        match &self.words {
            Some(words) => Spelling::judge(&words.dictionary, word),
            None => AnyWord.judge(word),
        }
    }
}
