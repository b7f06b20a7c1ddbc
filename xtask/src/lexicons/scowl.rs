//! The word lists, from the files of the package `scowl`.

use std::fs;
use std::path::Path;

use super::{INSTALL, Words, is_word, read_source};

/// Where the package puts its files.
const DIRECTORY: &str = "/usr/share/dict/scowl";

/// The spellings taken.
const SPELLINGS: [&str; 6] = ["english", "american", "british", "british_z", "canadian", "australian"];

/// The regions whose second spellings are taken; the empty one is American.
const VARIANT_REGIONS: [&str; 4] = ["", "british_", "canadian_", "australian_"];

/// The only class taken: the others hold names, abbreviations and contractions.
const CLASS: &str = "words";

/// One shipped list.
pub(super) struct Tier {
    /// Its name, which is also the file's.
    pub(super) name: &'static str,
    /// The rarest words taken, on the source's scale of 10 to 95.
    pub(super) level: u32,
    /// The second spellings taken, on the source's scale: 1 holds those that are almost as good as the first (gaol,
    /// lychee), 2 those that are acceptable; 3, which nobody takes, holds misspellings too.
    pub(super) variants: u32,
    /// Whether slurs are taken out.
    pub(super) without_slurs: bool,
    /// The review list of words that are added.
    pub(super) added: &'static str,
    /// Whether every word of the review lists must be in it. It shows a
    /// mistyped or outdated line; the smaller list lacks most of them.
    pub(super) complete: bool,
}

/// The shipped lists, each holding the one before it.
pub(super) const TIERS: [Tier; 3] = [
    Tier {
        name: "everyday",
        level: 35,
        variants: 1,
        without_slurs: true,
        added: "added-everyday.txt",
        complete: false,
    },
    Tier { name: "standard", level: 70, variants: 1, without_slurs: true, added: "added-standard.txt", complete: true },
    Tier { name: "large", level: 80, variants: 2, without_slurs: false, added: "added-standard.txt", complete: false },
];

/// All usable words of a list, before the review.
pub(super) fn read(tier: &Tier) -> Result<Words, String> {
    let mut words = Words::new();
    let entries = fs::read_dir(Path::new(DIRECTORY))
        .map_err(|error| format!("cannot read {DIRECTORY}: {error}; install the sources with: {INSTALL}"))?;
    let mut files = 0;
    for entry in entries {
        let entry = entry.map_err(|error| format!("cannot read {DIRECTORY}: {error}"))?;
        let name = entry.file_name();
        if name.to_str().and_then(|name| level_of(name, tier.variants)).is_some_and(|found| found <= tier.level) {
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
fn level_of(file: &str, variants: u32) -> Option<u32> {
    let (category, level) = file.rsplit_once('.')?;
    let (spelling, class) = category.split_once('-')?;
    let taken = SPELLINGS.contains(&spelling) || variant_of(spelling).is_some_and(|variant| variant <= variants);
    (class == CLASS && taken).then(|| level.parse().ok()).flatten()
}

/// The number in a category such as `british_variant_1`.
fn variant_of(spelling: &str) -> Option<u32> {
    let (region, number) = spelling.split_once("variant_")?;
    VARIANT_REGIONS.contains(&region).then(|| number.parse().ok()).flatten()
}

#[cfg(test)]
mod tests {
    use super::level_of;

    #[test]
    fn takes_words_of_the_main_spellings_and_of_good_variants() {
        assert_eq!(level_of("british-words.35", 1), Some(35));
        assert_eq!(level_of("british_z-words.70", 1), Some(70));
        assert_eq!(level_of("british_variant_1-words.35", 1), Some(35));
        assert_eq!(level_of("variant_1-words.35", 1), Some(35));
        assert_eq!(level_of("variant_2-words.35", 1), None);
        assert_eq!(level_of("variant_2-words.35", 2), Some(35));
        assert_eq!(level_of("variant_3-words.35", 2), None);
        assert_eq!(level_of("variant_1-proper-names.35", 2), None);
        assert_eq!(level_of("english-proper-names.50", 2), None);
        assert_eq!(level_of("special-hacker.50", 2), None);
        assert_eq!(level_of("README", 2), None);
    }
}
