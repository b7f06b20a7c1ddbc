//! What is written: the packed lists, the table the library compiles in, and
//! the table in the README.

use std::fmt::Write as _;
use std::fs;
use std::path::{Path, PathBuf};

use fst::SetBuilder;
use sha2::{Digest as _, Sha256};

use super::former::Formers;
use super::{COMMAND, Words};

/// What a list is for.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Kind {
    /// The words of a table.
    Tier,
    /// The words of a subject.
    Theme,
    /// The words that are never suggested.
    Unsaid,
}

/// One finished list.
pub(super) struct List {
    pub(super) name: &'static str,
    pub(super) words: Words,
    pub(super) sha256: String,
    kind: Kind,
    packed: Vec<u8>,
}

impl List {
    pub(super) fn new(name: &'static str, kind: Kind, words: Words) -> Result<Self, String> {
        let packed = pack(&words).map_err(|error| format!("cannot pack {name}: {error}"))?;
        let sha256 = digest(&words);
        Ok(Self { name, words, sha256, kind, packed })
    }

    /// The file, as seen from the directory of the lists.
    fn file(&self) -> String {
        let directory = if self.kind == Kind::Theme { "themes/" } else { "" };
        format!("{directory}{}.fst", self.name)
    }

    /// The name as a variant of the library's enum.
    fn variant(&self) -> String {
        let (first, rest) = self.name.split_at(1);
        format!("{}{rest}", first.to_ascii_uppercase())
    }
}

/// All files with their contents.
pub(super) fn files(core: &Path, lists: &[List], formers: &Formers) -> Result<Vec<(PathBuf, Vec<u8>)>, String> {
    let data = core.join("lexicons");
    let mut files: Vec<_> = lists.iter().map(|list| (data.join(list.file()), list.packed.clone())).collect();
    files.extend(formers.files(&data, lists)?);
    files.push((core.join("src/lexicon/table.rs"), table(lists, formers).into_bytes()));
    let readme = data.join("README.md");
    let text = fs::read_to_string(&readme).map_err(|error| format!("cannot read {}: {error}", readme.display()))?;
    files.push((readme, with_counts(&text, lists)?.into_bytes()));
    Ok(files)
}

pub(super) fn pack(words: &Words) -> Result<Vec<u8>, fst::Error> {
    let mut builder = SetBuilder::memory();
    builder.extend_iter(words)?;
    builder.into_inner()
}

/// The identity of a list, as the library defines it.
pub(super) fn digest(words: &Words) -> String {
    let mut hasher = Sha256::new();
    for word in words {
        hasher.update(word);
        hasher.update(b"\n");
    }
    let mut hex = String::new();
    for byte in hasher.finalize() {
        // Writing to a string cannot fail.
        let _ = write!(hex, "{byte:02x}");
    }
    hex
}

/// The library's table, formatted as rustfmt would.
fn table(lists: &[List], formers: &Formers) -> String {
    let mut text = format!(
        "//! The shipped lists. Written by `{COMMAND}`; do not edit.\n\n\
         use super::{{Theme, Tier}};\n\n\
         /// A packed list and its identity.\n\
         pub(super) struct Shipped {{\n    \
             pub(super) bytes: &'static [u8],\n    \
             pub(super) sha256: &'static str,\n}}\n"
    );
    for (listed, function, kind) in [(Kind::Tier, "tier", "Tier"), (Kind::Theme, "theme", "Theme")] {
        let _ = write!(
            text,
            "\npub(super) const fn {function}({function}: {kind}) -> &'static Shipped {{\n    \
             match {function} {{\n"
        );
        for list in lists.iter().filter(|list| list.kind == listed) {
            let _ = write!(
                text,
                "        {kind}::{} => &Shipped {{\n            \
                 bytes: include_bytes!(\"../../lexicons/{}\"),\n            \
                 sha256: \"{}\",\n        }},\n",
                list.variant(),
                list.file(),
                list.sha256
            );
        }
        text.push_str("    }\n}\n");
    }
    for list in lists.iter().filter(|list| list.kind == Kind::Unsaid) {
        let _ = write!(
            text,
            "\n/// The words that are never suggested.\n\
             pub(super) const UNSAID: &[u8] = include_bytes!(\"../../lexicons/{}\");\n",
            list.file()
        );
    }
    text.push_str(&formers.table());
    text
}

/// The README with its table of counts made anew.
fn with_counts(readme: &str, lists: &[List]) -> Result<String, String> {
    const BEGIN: &str = "<!-- counts -->\n";
    const END: &str = "<!-- end of counts -->\n";
    let (head, rest) =
        readme.split_once(BEGIN).ok_or_else(|| format!("the README of the lists lacks the line {}", BEGIN.trim()))?;
    let (_, tail) =
        rest.split_once(END).ok_or_else(|| format!("the README of the lists lacks the line {}", END.trim()))?;
    let mut rows = String::from("| File | Words | SHA-256 of the words |\n|---|---:|---|\n");
    for list in lists.iter().filter(|list| list.kind != Kind::Unsaid) {
        let _ = writeln!(rows, "| {} | {} | `{}` |", list.file(), list.words.len(), list.sha256);
    }
    Ok(format!("{head}{BEGIN}{rows}{END}{tail}"))
}
