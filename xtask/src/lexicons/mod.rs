//! Builds the shipped word lists and themes from the packages `scowl` and
//! `wordnet-base`, so that anyone can repeat it and a check can prove that the
//! committed files come from these sources and nothing else.

mod former;
mod output;
mod review;
mod scowl;
mod themes;
mod wordnet;

use std::collections::{BTreeMap, BTreeSet};
use std::env;
use std::fs;
use std::path::{Path, PathBuf};

use crate::run::Shell;
use output::Kind;

/// A word list while it is made: sorted and without repetitions, which is what
/// the packed form needs and what makes the result the same on every machine.
type Words = BTreeSet<String>;

/// What to type to make the committed files anew.
const COMMAND: &str = "cargo xtask lexicons";
/// Where the sources come from.
const INSTALL: &str = "apt-get install scowl wordnet-base";

/// Builds every list. With `check`, compares with the committed files instead
/// of writing them, and names the first that differs.
///
/// With `keep_former`, the committed lists are kept as former ones, so that records of games played with them can still
/// be verified.
pub(crate) fn build(shell: &Shell, check: bool, keep_former: bool) -> Result<(), String> {
    let root = repository()?;
    let core = root.join("crates/core");
    let review = core.join("lexicons/review");

    let noise = review::read(&review.join("noise.txt"))?;
    let slurs = review::read(&review.join("slurs.txt"))?;
    let mut lists = Vec::new();
    for tier in scowl::TIERS {
        let mut words = scowl::read(&tier)?;
        review::remove(&mut words, &noise, "noise.txt", tier.complete)?;
        if tier.without_slurs {
            review::remove(&mut words, &slurs, "slurs.txt", tier.complete)?;
        }
        let added = review::read(&review.join(tier.added))?;
        review::add(&mut words, added, tier.added, tier.complete)?;
        lists.push(output::List::new(tier.name, Kind::Tier, words)?);
    }
    let standard =
        lists.iter().find(|list| list.name == "standard").ok_or("there is no list called standard")?.words.clone();

    let nouns = wordnet::Nouns::read()?;
    let mut parts = BTreeMap::new();
    for part in themes::PARTS {
        parts.insert(part.name, part.words(&nouns, &standard, &review)?);
    }
    for theme in themes::THEMES {
        lists.push(output::List::new(theme.name, Kind::Theme, theme.words(&parts)?)?);
    }
    let large = lists.iter().find(|list| list.name == "large").ok_or("there is no list called large")?;
    let unsaid = review::unsaid(&review, &slurs, &large.words)?;
    lists.push(output::List::new("unsaid", Kind::Unsaid, unsaid)?);
    let formers = former::Formers::read(&core, keep_former)?;

    for (path, bytes) in output::files(&core, &lists, &formers)? {
        if check {
            compare(&root, &path, &bytes)?;
        } else {
            write(&path, &bytes)?;
        }
    }
    for list in &lists {
        shell.print(&format!("{:>9} {:>7} words  {}", list.name, list.words.len(), list.sha256));
    }
    Ok(())
}

/// The repository. Cargo says where this package lies when it runs it, so the
/// program holds no path of the machine it was compiled on.
fn repository() -> Result<PathBuf, String> {
    let package = env::var_os("CARGO_MANIFEST_DIR").ok_or_else(|| format!("run this through cargo: {COMMAND}"))?;
    Path::new(&package)
        .parent()
        .map(Path::to_path_buf)
        .ok_or_else(|| "the package xtask lies in no directory".to_owned())
}

/// Reads a source file. The sources are Latin-1, so every byte is a character
/// and nothing can be undecodable.
fn read_source(path: &Path) -> Result<String, String> {
    let bytes = fs::read(path)
        .map_err(|error| format!("cannot read {}: {error}; install the sources with: {INSTALL}", path.display()))?;
    Ok(bytes.into_iter().map(char::from).collect())
}

/// Whether the game can use it as a word at all (W3, W8).
fn is_word(text: &str) -> bool {
    text.len() >= 3 && text.bytes().all(|byte| byte.is_ascii_lowercase())
}

fn compare(root: &Path, path: &Path, bytes: &[u8]) -> Result<(), String> {
    let shown = path.strip_prefix(root).unwrap_or(path).display();
    match fs::read(path) {
        Ok(committed) if committed == bytes => Ok(()),
        Ok(_) => Err(format!("{shown} is not what the sources and the review lists make; rebuild it with: {COMMAND}")),
        Err(error) => Err(format!("cannot read {shown}: {error}; rebuild it with: {COMMAND}")),
    }
}

fn write(path: &Path, bytes: &[u8]) -> Result<(), String> {
    if let Some(directory) = path.parent() {
        fs::create_dir_all(directory).map_err(|error| format!("cannot make {}: {error}", directory.display()))?;
    }
    fs::write(path, bytes).map_err(|error| format!("cannot write {}: {error}", path.display()))
}
