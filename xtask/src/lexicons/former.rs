//! Former versions of the lists. A record names its list by the hash of the words, and must be verifiable as long as
//! somebody keeps it; so each former list is kept as what differs from the present one.

use std::fmt::Write as _;
use std::fs;
use std::path::{Path, PathBuf};

use fst::{IntoStreamer as _, Set, Streamer as _};

use super::output::{List, digest, pack};
use super::{Words, scowl, themes};

/// The file that names the former lists, one a line: the name of the list and the hash of its words.
const INDEX: &str = "former/index.txt";

/// One former list.
struct Former {
    name: String,
    sha256: String,
    words: Words,
}

/// All former lists, the oldest of each name first.
pub(super) struct Formers(Vec<Former>);

impl Formers {
    /// The former lists as they were committed. With `keep`, the committed lists are added to them.
    pub(super) fn read(core: &Path, keep: bool) -> Result<Formers, String> {
        let data = core.join("lexicons");
        let index = data.join(INDEX);
        let text = fs::read_to_string(&index).map_err(|error| format!("cannot read {}: {error}", index.display()))?;
        let mut formers = Vec::new();
        for line in text.lines() {
            let (name, sha256) =
                line.split_once(' ').ok_or_else(|| format!("{INDEX}: `{line}` is no name and hash"))?;
            let present = read_packed(&data.join(committed_file(name)))?;
            let difference = read_packed(&data.join(difference_file(name, sha256)))?;
            let words: Words = present.symmetric_difference(&difference).cloned().collect();
            if digest(&words) != sha256 {
                return Err(format!("{INDEX}: the words of the former {name} do not have the hash {sha256}"));
            }
            formers.push(Former { name: name.to_owned(), sha256: sha256.to_owned(), words });
        }
        if keep {
            let tiers = scowl::TIERS.iter().map(|tier| tier.name);
            for name in tiers.chain(themes::THEMES.iter().map(|theme| theme.name)) {
                let words = read_packed(&data.join(committed_file(name)))?;
                let sha256 = digest(&words);
                if formers.iter().all(|former| former.sha256 != sha256) {
                    formers.push(Former { name: name.to_owned(), sha256, words });
                }
            }
        }
        Ok(Formers(formers))
    }

    /// The files of the former lists, below the directory of the lists.
    pub(super) fn files(&self, data: &Path, lists: &[List]) -> Result<Vec<(PathBuf, Vec<u8>)>, String> {
        let mut files = Vec::new();
        let mut index = String::new();
        for Former { name, sha256, words } in &self.0 {
            let list = lists.iter().find(|list| list.name == name).ok_or_else(|| format!("there is no list {name}"))?;
            let difference: Words = words.symmetric_difference(&list.words).cloned().collect();
            let packed = pack(&difference).map_err(|error| format!("cannot pack the former {name}: {error}"))?;
            files.push((data.join(difference_file(name, sha256)), packed));
            let _ = writeln!(index, "{name} {sha256}");
        }
        files.push((data.join(INDEX), index.into_bytes()));
        Ok(files)
    }

    /// The library's table of the former lists, formatted as rustfmt would.
    pub(super) fn table(&self) -> String {
        let mut text = String::from(
            "\n/// A former list: what differs from the present one of the same name, and its identity.\n\
             pub(super) struct Former {\n    pub(super) name: &'static str,\n    \
             pub(super) sha256: &'static str,\n    pub(super) difference: &'static [u8],\n}\n\n\
             /// The former lists.\npub(super) const FORMERS: &[Former] = &[\n",
        );
        for Former { name, sha256, .. } in &self.0 {
            let _ = write!(
                text,
                "    Former {{\n        name: \"{name}\",\n        sha256: \"{sha256}\",\n        \
                 difference: include_bytes!(\"../../lexicons/{}\"),\n    }},\n",
                difference_file(name, sha256)
            );
        }
        text.push_str("];\n");
        text
    }
}

/// The file of a present list, below the directory of the lists.
fn committed_file(name: &str) -> String {
    let is_theme = themes::THEMES.iter().any(|theme| theme.name == name);
    format!("{}{name}.fst", if is_theme { "themes/" } else { "" })
}

/// The file with what differs between a former list and the present one.
fn difference_file(name: &str, sha256: &str) -> String {
    format!("former/{name}-{}.fst", sha256.get(..8).unwrap_or(sha256))
}

fn read_packed(path: &Path) -> Result<Words, String> {
    let problem = |error: &dyn std::fmt::Display| format!("cannot read {}: {error}", path.display());
    let set = Set::new(fs::read(path).map_err(|error| problem(&error))?).map_err(|error| problem(&error))?;
    let mut words = Words::new();
    let mut stream = set.into_stream();
    while let Some(word) = stream.next() {
        words.insert(String::from_utf8(word.to_vec()).map_err(|error| problem(&error))?);
    }
    Ok(words)
}
