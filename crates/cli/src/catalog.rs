//! Editions and word lists, shipped or in files, each read once for any number of requests.

use std::path::Path;
use std::sync::Arc;

use trinta_core::Settings;
use trinta_core::edition::{EDITIONS, SettingError, SettingsBuilder, Value, WordSettings};
use trinta_core::lexicon::{Dictionary, Lexicon, LexiconError, Theme, Tier};
use trinta_table::cache::Cache;
use trinta_table::library::Words;

use crate::input::read_text;
use crate::rules::{RulesArgs, WordListArgs, check_agreement};

/// A cache of what has been read, for any number of threads.
#[derive(Debug, Default)]
pub(crate) struct Catalog {
    editions: Cache<String, Arc<SettingsBuilder>, String>,
    words: Cache<(String, Option<String>), Arc<Words>, String>,
}

impl Catalog {
    /// The settings of a request.
    pub(crate) fn settings(&self, rules: &RulesArgs, words: &WordListArgs) -> Result<Settings, String> {
        let edition = rules.edition();
        let builder = self.editions.get(&edition.to_owned(), || read_edition(edition).map(Arc::new))?;
        let mut builder = SettingsBuilder::clone(&builder);
        for (name, value) in &rules.settings {
            builder.set(name, value.clone());
        }
        let settings = builder.build().map_err(|error| in_file(edition, &error))?;
        check_agreement(&settings, rules, words)?;
        if words.lexicon.is_none() && words.theme.is_none() {
            return Ok(settings);
        }
        for (name, value) in [("lexicon", &words.lexicon), ("theme", &words.theme)] {
            if let Some(value) = value {
                builder.set(name, Value::Text(value.clone()));
            }
        }
        builder.build().map_err(|error| in_file(edition, &error))
    }

    /// The word list that the settings name; none in the number game.
    pub(crate) fn words(&self, settings: &Settings) -> Result<Option<Arc<Words>>, String> {
        let Some(rules) = settings.words() else { return Ok(None) };
        let names = (rules.lexicon.clone(), rules.theme.clone());
        self.words.get(&names, || read_words(rules).map(Arc::new)).map(Some)
    }

    /// The same, with these lists in place of the ones that the settings name.
    pub(crate) fn words_as_recorded(
        &self,
        settings: &Settings,
        list: Option<Lexicon>,
        theme: Option<Lexicon>,
    ) -> Result<Option<Arc<Words>>, String> {
        let Some(words) = self.words(settings)? else { return Ok(None) };
        let dictionary = Dictionary::new(list.unwrap_or_else(|| words.dictionary.lexicon().clone()));
        Ok(Some(Arc::new(Words::new(match (theme, words.dictionary.theme()) {
            (Some(former), Some(_)) => dictionary.with_theme(former),
            (None, Some(theme)) => dictionary.with_theme(theme.clone()),
            (_, None) => dictionary,
        }))))
    }
}

fn read_words(rules: &WordSettings) -> Result<Words, String> {
    let tier = |name: &str| name.parse::<Tier>().map(Lexicon::shipped);
    let dictionary = Dictionary::new(read_list(&rules.lexicon, tier)?);
    let shipped_theme = |name: &str| name.parse::<Theme>().map(Lexicon::theme);
    Ok(Words::new(match &rules.theme {
        Some(theme) => dictionary.with_theme(read_list(theme, shipped_theme)?),
        None => dictionary,
    }))
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

/// An error of a setting, with the name of the edition file if it is in one.
fn in_file(edition: &str, error: &SettingError) -> String {
    let from_file = !EDITIONS.contains(&edition) && error.at.is_some();
    if from_file { format!("{edition}, {error}") } else { error.to_string() }
}

/// A shipped list by its name, or a file by its path.
fn read_list(name: &str, shipped: impl Fn(&str) -> Result<Lexicon, LexiconError>) -> Result<Lexicon, String> {
    let path = Path::new(name);
    match shipped(name) {
        Ok(list) => Ok(list),
        Err(_) if path.exists() => Lexicon::from_text(name, &read_text(path)?).map_err(|error| error.to_string()),
        Err(error) => Err(format!("{error}, or the path of a file with one word per line")),
    }
}
