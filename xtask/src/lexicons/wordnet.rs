//! The nouns of WordNet: the hierarchy of their meanings, and their plurals.

use std::collections::{HashMap, HashSet};
use std::path::Path;

use super::{Words, is_word, read_source};

/// The folder of the files of the package `wordnet-base`.
const DIRECTORY: &str = "/usr/share/wordnet";

/// The pointer to a narrower meaning. Pointers to instances (`~i`: "Nile" is an instance of "river") are not followed,
/// because instances are names.
const HYPONYM: &str = "~";

/// The endings of irregular plurals that replace the regular plural: "geese", so not "gooses".
const REPLACING: [&str; 7] = ["ves", "men", "ice", "feet", "geese", "teeth", "children"];

/// One meaning: the words that share it, and the offsets of the narrower meanings below it.
#[derive(Debug, PartialEq, Eq)]
struct Synset {
    words: Vec<String>,
    narrower: Vec<String>,
}

/// The noun part of WordNet.
pub(super) struct Nouns {
    /// By the offset in the data file, by which WordNet identifies a meaning.
    synsets: HashMap<String, Synset>,
    /// The offsets of each word's meanings, the commonest first.
    senses: HashMap<String, Vec<String>>,
    /// The irregular plurals of each singular.
    irregular: HashMap<String, Vec<String>>,
}

/// A meaning as dictionaries name it: the word and the number of its sense, 1 for the commonest. The parts of a
/// compound are joined by underscores.
pub(super) type Sense = (&'static str, usize);

impl Nouns {
    /// Reads the package's files.
    pub(super) fn read() -> Result<Self, String> {
        let read = |file: &str| read_source(&Path::new(DIRECTORY).join(file));
        let bad = |file: &str, line: &str| format!("{DIRECTORY}/{file}: cannot make sense of \"{}\"", line.trim());
        let mut nouns = Self { synsets: HashMap::new(), senses: HashMap::new(), irregular: HashMap::new() };
        // Both files begin with the licence, indented by two spaces.
        for line in read("data.noun")?.lines().filter(|line| !line.starts_with(' ')) {
            let (offset, synset) = parse_synset(line).ok_or_else(|| bad("data.noun", line))?;
            nouns.synsets.insert(offset, synset);
        }
        for line in read("index.noun")?.lines().filter(|line| !line.starts_with(' ')) {
            let (word, senses) = parse_senses(line).ok_or_else(|| bad("index.noun", line))?;
            nouns.senses.insert(word, senses);
        }
        for line in read("noun.exc")?.lines() {
            let mut fields = line.split_whitespace();
            let plural = fields.next().ok_or_else(|| bad("noun.exc", line))?;
            for singular in fields {
                nouns.irregular.entry(singular.to_owned()).or_default().push(plural.to_owned());
            }
        }
        Ok(nouns)
    }

    fn offset(&self, (word, number): Sense) -> Result<&str, String> {
        number
            .checked_sub(1)
            .and_then(|index| self.senses.get(word)?.get(index))
            .map(String::as_str)
            .ok_or_else(|| format!("WordNet has no noun {word} with a sense {number}"))
    }

    /// The single words at or below the roots, except for everything at or below the pruned meanings. A word counts
    /// only if the meaning is among its `rank` commonest: players would not think of a rarer one.
    pub(super) fn below(&self, roots: &[Sense], pruned: &[Sense], rank: usize) -> Result<HashSet<&str>, String> {
        let mut seen = HashSet::new();
        for &sense in pruned {
            seen.insert(self.offset(sense)?);
        }
        let mut open = Vec::new();
        for &sense in roots {
            open.push(self.offset(sense)?);
        }
        let mut words = HashSet::new();
        while let Some(offset) = open.pop() {
            if !seen.insert(offset) {
                continue;
            }
            let synset =
                self.synsets.get(offset).ok_or_else(|| format!("WordNet points to a missing meaning {offset}"))?;
            open.extend(synset.narrower.iter().map(String::as_str));
            words.extend(
                synset
                    .words
                    .iter()
                    .map(String::as_str)
                    .filter(|word| is_word(word) && self.is_common(word, offset, rank)),
            );
        }
        Ok(words)
    }

    fn is_common(&self, word: &str, offset: &str, rank: usize) -> bool {
        self.senses.get(word).is_some_and(|senses| senses.iter().take(rank).any(|it| it == offset))
    }

    /// The plurals of a noun that are in the list: the irregular ones, and the regular one unless an irregular one
    /// replaces it ("gooses" is only a verb). Latin and Greek plurals do not replace it: "cacti" and "cactuses" both
    /// count.
    pub(super) fn plurals(&self, word: &str, list: &Words) -> Vec<String> {
        let mut plurals = self.irregular.get(word).cloned().unwrap_or_default();
        if let Some(stem) = word.strip_suffix("man") {
            plurals.push(format!("{stem}men"));
        }
        plurals.retain(|plural| list.contains(plural));
        let replaced = |plural: &String| plural != word && REPLACING.iter().any(|ending| plural.ends_with(ending));
        if !plurals.iter().any(replaced) {
            plurals.extend(regular(word).into_iter().filter(|plural| list.contains(plural)));
        }
        plurals
    }
}

/// The regular plural; two candidates for nouns that end in -o.
fn regular(word: &str) -> Vec<String> {
    let ends = |ending: &str| word.ends_with(ending);
    let mut plurals = Vec::new();
    if ["s", "x", "z", "ch", "sh"].into_iter().any(ends) {
        plurals.push(format!("{word}es"));
    } else if let Some(stem) = word.strip_suffix('y')
        && !stem.ends_with(['a', 'e', 'i', 'o', 'u'])
    {
        plurals.push(format!("{stem}ies"));
    } else {
        plurals.push(format!("{word}s"));
    }
    if ends("o") {
        plurals.push(format!("{word}es"));
    }
    plurals
}

/// Parses `offset file type count word id ... count pointer offset type from/to ... | gloss`. The first count is
/// hexadecimal, the second decimal.
fn parse_synset(line: &str) -> Option<(String, Synset)> {
    let mut fields = line.split('|').next()?.split_whitespace();
    let offset = fields.next()?.to_owned();
    let count = usize::from_str_radix(fields.nth(2)?, 16).ok()?;
    let mut words = Vec::new();
    for _ in 0..count {
        words.push(fields.next()?.to_owned());
        fields.next()?;
    }
    let count: usize = fields.next()?.parse().ok()?;
    let mut narrower = Vec::new();
    for _ in 0..count {
        let pointer = fields.next()?;
        let target = fields.next()?;
        // Skips the part of speech and the numbers of the words that the pointer connects.
        fields.nth(1)?;
        if pointer == HYPONYM {
            narrower.push(target.to_owned());
        }
    }
    Some((offset, Synset { words, narrower }))
}

/// Parses `word type count ... offset...`, which ends with `count` offsets.
fn parse_senses(line: &str) -> Option<(String, Vec<String>)> {
    let fields: Vec<_> = line.split_whitespace().collect();
    let count: usize = fields.get(2)?.parse().ok()?;
    let offsets = fields.get(fields.len().checked_sub(count)?..)?;
    Some(((*fields.first()?).to_owned(), offsets.iter().map(|&it| it.to_owned()).collect()))
}

#[cfg(test)]
mod tests {
    use super::{Nouns, Words, parse_senses, parse_synset};
    use std::collections::HashMap;

    #[test]
    fn reads_a_meaning() {
        let line = "00000010 05 n 02 ape 0 Big_Ape 0 003 @ 00000001 n 0000 ~ 00000020 n 0000 \
                    ~i 00000030 n 0000 | an animal";
        let (offset, synset) = parse_synset(line).expect("well formed");
        assert_eq!(offset, "00000010");
        assert_eq!(synset.words, ["ape", "Big_Ape"]);
        assert_eq!(synset.narrower, ["00000020"]);
        assert_eq!(parse_synset("00000010 05 n 02 ape"), None);
    }

    #[test]
    fn reads_the_senses_of_a_word() {
        let line = "ape n 2 2 @ ~ 2 1 00000010 00000040";
        let (word, senses) = parse_senses(line).expect("well formed");
        assert_eq!(word, "ape");
        assert_eq!(senses, ["00000010", "00000040"]);
        assert_eq!(parse_senses("ape n 9"), None);
    }

    #[test]
    fn makes_plurals() {
        let irregular = HashMap::from([
            ("goose".to_owned(), vec!["geese".to_owned()]),
            ("cactus".to_owned(), vec!["cacti".to_owned()]),
        ]);
        let nouns = Nouns { synsets: HashMap::new(), senses: HashMap::new(), irregular };
        let list: Words = "geese gooses cacti cactuses foxes flies jays buffalos buffaloes oarsmen \
                           mans men humans"
            .split_whitespace()
            .map(str::to_owned)
            .collect();
        let plurals = |word| nouns.plurals(word, &list);
        assert_eq!(plurals("goose"), ["geese"]);
        assert_eq!(plurals("cactus"), ["cacti", "cactuses"]);
        assert_eq!(plurals("fox"), ["foxes"]);
        assert_eq!(plurals("fly"), ["flies"]);
        assert_eq!(plurals("jay"), ["jays"]);
        assert_eq!(plurals("buffalo"), ["buffalos", "buffaloes"]);
        assert_eq!(plurals("oarsman"), ["oarsmen"]);
        assert_eq!(plurals("man"), ["men"]);
        assert_eq!(plurals("human"), ["humans"]);
        assert!(plurals("zebra").is_empty());
    }
}
