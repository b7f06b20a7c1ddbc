//! Positions in files: `key: value` lines.
//!
//! ```text
//! # What lies on the table, and what is on the rack.
//! edition: hk
//! table: r3 r4 r5 | k7 r7 b7
//! rack: r6 y7 k13
//! ```

use std::str::FromStr;

use trinta_core::{Layout, NotationError, TileSet};

use crate::rules::{Game, Play, read_override};
use crate::solve::Objective;
use crate::solve::request::SolveRequest;

/// Reads a position. The keys are the names of the JSON fields; blank lines and lines that begin with `#` are skipped.
pub(super) fn read(text: &str) -> Result<SolveRequest, String> {
    let mut request = SolveRequest::default();
    let mut known: Vec<String> = Vec::new();
    for (line, text) in (1..).zip(text.lines()) {
        if text.trim().is_empty() || text.trim_start().starts_with('#') {
            continue;
        }
        let entry = Entry::read(line, text)?;
        // A long table may take several lines.
        if entry.key != "table" && known.contains(&entry.key) {
            return Err(entry.fault("this key is given twice"));
        }
        entry.apply(&mut request)?;
        known.push(entry.key);
    }
    Ok(request)
}

/// A `key: value` line of a position.
struct Entry<'a> {
    line: usize,
    /// The column at which the value begins, in characters, counted from 1.
    column: usize,
    key: String,
    value: &'a str,
}

impl<'a> Entry<'a> {
    fn read(line: usize, text: &'a str) -> Result<Entry<'a>, String> {
        let Some((key, rest)) = text.split_once(':') else {
            return Err(format!("line {line}: a position has lines of key: value, such as rack: r6 y7 k13"));
        };
        let value = rest.trim();
        let blanks = rest.chars().take_while(|letter| letter.is_whitespace()).count();
        Ok(Entry { line, column: key.chars().count() + 2 + blanks, key: key.trim().to_lowercase(), value })
    }

    /// An error message that names this line, the column of its value and its key.
    fn fault(&self, text: &str) -> String {
        format!("line {}, column {}: {}: {text}", self.line, self.column, self.key)
    }

    fn apply(&self, request: &mut SolveRequest) -> Result<(), String> {
        let text = || Some(self.value.to_owned()).filter(|text| !text.is_empty());
        match self.key.as_str() {
            "id" => {}
            "players" => request.players = Some(self.count()?),
            "opened" => request.unopened = !self.choice(&[("yes", true), ("no", false)])?,
            "table" => self.add_sets(request.table.get_or_insert_default())?,
            "rack" => request.rack = Some(self.tiles()?),
            "objective" => request.objective = Some(self.choice(&Objective::NAMES)?),
            "plays" => request.plays = Some(self.count()?),
            "budget" => request.budget = Some(self.count()?),
            "game" => request.rules.game = Some(self.choice(&Game::NAMES)?),
            "edition" => request.rules.edition = text(),
            "play" => request.rules.play = Some(self.choice(&Play::NAMES)?),
            "settings" => {
                let each = self.value.split(',').filter(|setting| !setting.trim().is_empty()).map(read_override);
                request.rules.settings = each.collect::<Result<_, _>>().map_err(|fault| self.fault(&fault))?;
            }
            "lexicon" => request.words.lexicon = text(),
            "theme" => request.words.theme = text(),
            _ => {
                return Err(
                    self.fault(&format!("there is no such key; there are {}", SolveRequest::names().join(", ")))
                );
            }
        }
        Ok(())
    }

    /// Adds the sets of this line to the table.
    fn add_sets(&self, table: &mut Layout) -> Result<(), String> {
        let sets: Layout = self.tiles()?;
        if table.tile_count() + sets.tile_count() > TileSet::Large.size() {
            return Err(self.fault("more tiles than any box has"));
        }
        sets.sets().for_each(|set| table.push(set.iter().copied()));
        Ok(())
    }

    /// Parses the value as tiles or sets. The column of an error is that of the faulty tile.
    fn tiles<T: FromStr<Err = NotationError>>(&self) -> Result<T, String> {
        self.value.parse().map_err(|error: NotationError| {
            let column = self.column + error.column - 1;
            format!("line {}, column {column}: {}: {}", self.line, self.key, error.fault)
        })
    }

    /// Parses the value as a non-negative integer.
    fn count<T: FromStr>(&self) -> Result<T, String> {
        self.value.parse().map_err(|_| self.fault(&format!("expected a whole number, not `{}`", self.value)))
    }

    /// Looks the value up among words, ignoring case.
    fn choice<T: Copy>(&self, choices: &[(&str, T)]) -> Result<T, String> {
        let found = choices.iter().find(|(word, _)| word.eq_ignore_ascii_case(self.value));
        found.map(|(_, choice)| *choice).ok_or_else(|| {
            let words = choices.iter().map(|(word, _)| *word).collect::<Vec<_>>().join(" or ");
            self.fault(&format!("`{}` is not {words}", self.value))
        })
    }
}
