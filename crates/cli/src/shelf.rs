//! Editions and word lists that have been read, so that a thousand questions read each of them once.

use std::collections::HashMap;
use std::path::Path;
use std::sync::{Arc, Mutex, OnceLock, PoisonError};

use trinta_core::Settings;
use trinta_core::edition::{EDITIONS, SettingError, SettingsBuilder, Value, WordSettings};
use trinta_core::lexicon::{Dictionary, Lexicon, LexiconError, Theme, Tier};
use trinta_solver::WordBook;

use crate::input::read_text;
use crate::rules::{RulesArgs, WordListArgs, agree};

/// What has been read. Any number of threads may ask at once.
#[derive(Debug, Default)]
pub(crate) struct Shelf {
    drafts: Kept<Arc<SettingsBuilder>>,
    lexicons: Kept<Lexicon>,
    themes: Kept<Lexicon>,
    books: Kept<Arc<WordBook>>,
}

impl Shelf {
    /// The settings asked for.
    pub(crate) fn settings(&self, rules: &RulesArgs, words: &WordListArgs) -> Result<Settings, String> {
        let edition = rules.edition();
        let mut draft = SettingsBuilder::clone(&*self.drafts.get(edition, || read_edition(edition).map(Arc::new))?);
        for (name, value) in &rules.settings {
            draft.set(name, value.clone());
        }
        let settings = draft.build().map_err(|error| in_file(edition, &error))?;
        agree(&settings, rules, words)?;
        if words.lexicon.is_none() && words.theme.is_none() {
            return Ok(settings);
        }
        for (name, value) in [("lexicon", &words.lexicon), ("theme", &words.theme)] {
            if let Some(value) = value {
                draft.set(name, Value::Text(value.clone()));
            }
        }
        draft.build().map_err(|error| in_file(edition, &error))
    }

    /// The word list that the settings name; none in the number game.
    pub(crate) fn dictionary(&self, settings: &Settings) -> Result<Option<Dictionary>, String> {
        settings.words().map(|rules| self.word_list(rules)).transpose()
    }

    fn word_list(&self, rules: &WordSettings) -> Result<Dictionary, String> {
        let tier = |name: &str| name.parse::<Tier>().map(Lexicon::shipped);
        let dictionary = Dictionary::new(find_list(&self.lexicons, &rules.lexicon, tier)?);
        let Some(theme) = &rules.theme else { return Ok(dictionary) };
        let shipped = |name: &str| name.parse::<Theme>().map(Lexicon::theme);
        Ok(dictionary.with_theme(find_list(&self.themes, theme, shipped)?))
    }

    /// The index over the word list that the rules name, for searching.
    pub(crate) fn book(&self, rules: &WordSettings) -> Result<Arc<WordBook>, String> {
        // Quoted, so that no two pairs of names read the same.
        let name = format!("{:?} {:?}", rules.lexicon, rules.theme);
        self.books.get(&name, || Ok(Arc::new(WordBook::new(&self.word_list(rules)?))))
    }
}

/// Things by name, each made once however many threads ask for it.
#[derive(Debug)]
struct Kept<T>(Mutex<HashMap<String, Place<T>>>);

/// Where a thing is, or is being made.
type Place<T> = Arc<OnceLock<Result<T, String>>>;

// Derived, it would ask that what is kept has a default.
impl<T> Default for Kept<T> {
    fn default() -> Self {
        Kept(Mutex::default())
    }
}

impl<T: Clone> Kept<T> {
    /// What has this name, made if it is not there.
    fn get(&self, name: &str, make: impl FnOnce() -> Result<T, String>) -> Result<T, String> {
        // Whoever panicked while it held the lock left nothing half done.
        let shelf = || self.0.lock().unwrap_or_else(PoisonError::into_inner);
        let place = {
            let mut shelf = shelf();
            match shelf.get(name) {
                Some(place) => Arc::clone(place),
                None => Arc::clone(shelf.entry(name.to_owned()).or_default()),
            }
        };
        // Made without the lock: only those who ask for the same thing wait for it.
        let made = place.get_or_init(make).clone();
        if made.is_err() {
            // A file may be there when it is asked for again, and wrong names are no reason to grow.
            shelf().remove(name);
        }
        made
    }
}

/// A shipped edition by its name, or a file by its path.
fn read_edition(edition: &str) -> Result<SettingsBuilder, String> {
    let path = Path::new(edition);
    if EDITIONS.contains(&edition) || !path.exists() {
        return SettingsBuilder::edition(edition)
            .map_err(|error| if EDITIONS.contains(&edition) { error.to_string() } else { unknown(edition, &error) });
    }
    SettingsBuilder::parse(edition, &read_text(path)?).map_err(|error| in_file(edition, &error))
}

fn unknown(edition: &str, error: &SettingError) -> String {
    if edition.ends_with(".toml") {
        return format!("there is no file {edition}");
    }
    format!("{error}, or the path of a TOML file")
}

/// A fault of a setting, with the name of the file if that is where it is.
fn in_file(edition: &str, error: &SettingError) -> String {
    let from_file = !EDITIONS.contains(&edition) && error.at.is_some();
    if from_file { format!("{edition}, {error}") } else { error.to_string() }
}

/// A shipped list by its name, or a file by its path.
fn find_list(
    known: &Kept<Lexicon>,
    name: &str,
    shipped: impl Fn(&str) -> Result<Lexicon, LexiconError>,
) -> Result<Lexicon, String> {
    let path = Path::new(name);
    known.get(name, || match shipped(name) {
        Ok(list) => Ok(list),
        Err(_) if path.exists() => Lexicon::from_text(name, &read_text(path)?).map_err(|error| error.to_string()),
        Err(error) => Err(format!("{error}, or the path of a file with one word a line")),
    })
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::sync::atomic::{AtomicUsize, Ordering};

    #[test]
    fn many_threads_make_a_thing_once_and_a_failure_again() {
        let (kept, made) = (Kept::default(), AtomicUsize::new(0));
        let ask = |good: bool| {
            kept.get("list", || {
                made.fetch_add(1, Ordering::Relaxed);
                if good { Ok(7) } else { Err("not there".to_owned()) }
            })
        };
        assert_eq!(ask(false), Err("not there".to_owned()));
        std::thread::scope(|scope| {
            for _ in 0..8 {
                scope.spawn(|| assert_eq!(ask(true), Ok(7)));
            }
        });
        assert_eq!(ask(false), Ok(7), "it is there by now");
        assert_eq!(made.load(Ordering::Relaxed), 2);
    }
}
