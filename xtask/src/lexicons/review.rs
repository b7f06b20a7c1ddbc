//! The review lists: words that a person decided to leave out.

use std::fs;
use std::path::Path;

use super::{Words, is_word};

/// Reads a review list, which must have one word per line, sorted and without duplicates, so that a change to it gives
/// a readable diff.
pub(super) fn read(path: &Path) -> Result<Words, String> {
    let text = fs::read_to_string(path).map_err(|error| format!("cannot read {}: {error}", path.display()))?;
    parse(&text).map_err(|problem| format!("{}: {problem}", path.display()))
}

fn parse(text: &str) -> Result<Words, String> {
    let mut words = Words::new();
    for (number, line) in (1..).zip(text.lines()) {
        if line.is_empty() || line.starts_with('#') {
            continue;
        }
        if !is_word(line) {
            return Err(format!("line {number}: \"{line}\" is no word of a to z"));
        }
        if words.last().is_some_and(|last| last.as_str() >= line) {
            return Err(format!("line {number}: \"{line}\" is out of order or there twice"));
        }
        words.insert(line.to_owned());
    }
    Ok(words)
}

/// Removes the reviewed words from a list. With `complete`, a word that is not in the list is an error: it is mistyped,
/// or no longer needs to be removed.
pub(super) fn remove(words: &mut Words, removed: &Words, file: &str, complete: bool) -> Result<(), String> {
    for word in removed {
        if !words.remove(word) && complete {
            return Err(useless_line_error(file, word));
        }
    }
    Ok(())
}

/// Adds reviewed words to a list. With `complete`, a word that is in the list already is an error.
pub(super) fn add(words: &mut Words, added: Words, file: &str, complete: bool) -> Result<(), String> {
    for word in added {
        if complete && words.contains(&word) {
            return Err(format!("{file}: \"{word}\" is in the list without it; take the line out"));
        }
        words.insert(word);
    }
    Ok(())
}

/// The words that bots, hints and puzzles never say: those of `unsaid.txt`, and all slurs.
pub(super) fn unsaid(review: &Path, slurs: &Words, large: &Words) -> Result<Words, String> {
    const FILE: &str = "unsaid.txt";
    let mut words = read(&review.join(FILE))?;
    for word in &words {
        if !large.contains(word) {
            return Err(format!("{FILE}: \"{word}\" is in no list; take the line out"));
        }
        if slurs.contains(word) {
            return Err(format!("{FILE}: \"{word}\" is in slurs.txt; take the line out"));
        }
    }
    words.extend(slurs.iter().cloned());
    Ok(words)
}

/// The error message for a line that removes nothing.
pub(super) fn useless_line_error(file: &str, word: &str) -> String {
    format!("{file}: \"{word}\" removes nothing; take the line out")
}

#[cfg(test)]
mod tests {
    use super::{Words, add, parse, remove};

    #[test]
    fn insists_on_tidy_lists() {
        let words = parse("# why\n\nhoc\nquo\n").expect("tidy");
        assert_eq!(words.into_iter().collect::<Vec<_>>(), ["hoc", "quo"]);
        assert!(parse("quo\nhoc\n").is_err());
        assert!(parse("quo\nquo\n").is_err());
        assert!(parse("Quo\n").is_err());
        assert!(parse("qu\n").is_err());
    }

    #[test]
    fn tells_of_lines_that_add_nothing() {
        let mut words = Words::from(["ape".to_owned()]);
        let added = || Words::from(["app".to_owned()]);
        assert_eq!(add(&mut words, added(), "f", true), Ok(()));
        assert!(words.contains("app"));
        assert_eq!(add(&mut words, added(), "f", false), Ok(()));
        assert!(add(&mut words, added(), "f", true).is_err());
    }

    #[test]
    fn tells_of_lines_that_remove_nothing() {
        let mut words = Words::from(["ape".to_owned(), "hoc".to_owned()]);
        let removed = Words::from(["hoc".to_owned()]);
        assert_eq!(remove(&mut words, &removed, "f", true), Ok(()));
        assert_eq!(words.len(), 1);
        assert_eq!(remove(&mut words, &removed, "f", false), Ok(()));
        assert!(remove(&mut words, &removed, "f", true).is_err());
    }
}
