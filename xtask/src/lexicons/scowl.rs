//! The word lists, from the files of the package `scowl`.

use std::fs;
use std::path::Path;

use super::{INSTALL, Words, is_word, read_source};

/// Where the package puts its files.
const DIRECTORY: &str = "/usr/share/dict/scowl";

/// The spellings taken. The source's `variant` categories are left out: they
/// hold misspellings of the main forms next to good second spellings.
const SPELLINGS: [&str; 6] = ["english", "american", "british", "british_z", "canadian", "australian"];

/// The only class taken: the others hold names, abbreviations and contractions.
const CLASS: &str = "words";

/// One shipped list.
pub(super) struct Tier {
    /// Its name, which is also the file's.
    pub(super) name: &'static str,
    /// The rarest words taken, on the source's scale of 10 to 95.
    pub(super) level: u32,
    /// Whether noise and slurs are taken out.
    pub(super) reviewed: bool,
    /// Whether every word of the review lists must be in it. It shows a
    /// mistyped or outdated line; the smaller list lacks most of them.
    pub(super) complete: bool,
}

/// The shipped lists, each holding the one before it.
pub(super) const TIERS: [Tier; 3] = [
    Tier { name: "everyday", level: 35, reviewed: true, complete: false },
    Tier { name: "standard", level: 70, reviewed: true, complete: true },
    Tier { name: "large", level: 80, reviewed: false, complete: false },
];

/// All usable words up to a level.
pub(super) fn read(level: u32) -> Result<Words, String> {
    let mut words = Words::new();
    let entries = fs::read_dir(Path::new(DIRECTORY))
        .map_err(|error| format!("cannot read {DIRECTORY}: {error}; install the sources with: {INSTALL}"))?;
    let mut files = 0;
    for entry in entries {
        let entry = entry.map_err(|error| format!("cannot read {DIRECTORY}: {error}"))?;
        let name = entry.file_name();
        if name.to_str().and_then(level_of).is_some_and(|found| found <= level) {
            files += 1;
            let text = read_source(&entry.path())?;
            words.extend(text.lines().filter(|line| is_word(line)).map(str::to_owned));
        }
    }
    if files == 0 {
        return Err(format!("{DIRECTORY} holds no word list; install the sources with: {INSTALL}"));
    }
    Ok(words)
}

/// The level of a file such as `british-words.35`, if it is one of those taken.
fn level_of(file: &str) -> Option<u32> {
    let (category, level) = file.rsplit_once('.')?;
    let (spelling, class) = category.split_once('-')?;
    (class == CLASS && SPELLINGS.contains(&spelling)).then(|| level.parse().ok()).flatten()
}

#[cfg(test)]
mod tests {
    use super::level_of;

    #[test]
    fn takes_words_of_the_main_spellings_only() {
        assert_eq!(level_of("british-words.35"), Some(35));
        assert_eq!(level_of("british_z-words.70"), Some(70));
        assert_eq!(level_of("british_variant_1-words.35"), None);
        assert_eq!(level_of("english-proper-names.50"), None);
        assert_eq!(level_of("special-hacker.50"), None);
        assert_eq!(level_of("README"), None);
    }
}
