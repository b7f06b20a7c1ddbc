//! The header of a record: players, date, rules and seed.

use std::collections::BTreeMap;

use crate::edition::{RulesVersion, SettingError, SettingsBuilder, Value};
use crate::game::Setup;
#[cfg(feature = "lexicons")]
use crate::lexicon::Lexicon;
use crate::record::deal::AbortedDeal;
use crate::record::error::RecordFault;
use crate::shuffle::{Bytes32, EntropyError, MAX_ENTROPY_BYTES, Seed, Shuffler, bytes_from_hex};

/// The keys of the header, as an error message lists them.
pub(super) const KEYS: &str = "Trinta, Rules, Edition, Settings, Player A to F, Date, Commitment, Committed A to F, Seed, Entropy A to F, Aborted, \
     Lexicon, Theme";

/// The header of a record.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct Header {
    /// The version of the rules that the game began with.
    pub rules: RulesVersion,
    /// The edition's name.
    pub edition: String,
    /// The settings that differ from the edition.
    pub settings: BTreeMap<String, Value>,
    /// The players' names, by seat.
    pub players: Vec<String>,
    /// The day, as `2026-11-15`.
    pub date: Option<String>,
    /// The commitment published before the deal.
    pub commitment: Option<Bytes32>,
    /// The commitment of each seat to its entropy, all of them published before any entropy; none for a seat that added
    /// nothing, and for all seats of a game that was dealt without them.
    pub committed: Vec<Option<Bytes32>>,
    /// The seed, published after the game.
    pub seed: Option<Seed>,
    /// The entropy that each seat added to the seed, empty if none.
    pub entropy: Vec<Vec<u8>>,
    /// The deals of this game that came to nothing before it was dealt, in their order.
    pub aborted: Vec<AbortedDeal>,
    /// The word list (W8).
    pub lexicon: Option<ListId>,
    /// The list of the theme (W14).
    pub theme: Option<ListId>,
}

/// A word list, by name and content.
#[derive(Debug, Clone, PartialEq, Eq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
#[cfg_attr(feature = "serde", serde(deny_unknown_fields))]
pub struct ListId {
    /// Its name.
    pub name: String,
    /// The SHA-256 of its words, each with a line feed behind it.
    pub sha256: String,
}

#[cfg(feature = "lexicons")]
impl From<&Lexicon> for ListId {
    fn from(lexicon: &Lexicon) -> ListId {
        ListId { name: lexicon.name().to_owned(), sha256: lexicon.sha256().to_owned() }
    }
}

impl Header {
    /// The table that the header describes.
    ///
    /// # Errors
    /// If there is no such edition, a setting is wrong, or the players are too few or too many.
    pub fn setup(&self) -> Result<Setup, RecordFault> {
        let settings = self.builder()?.build()?;
        let players = u8::try_from(self.players.len()).unwrap_or(u8::MAX);
        Ok(Setup::new(settings, players)?)
    }

    /// Seats at the end that added nothing need no place.
    pub(super) fn drop_empty_entropy(&mut self) {
        while self.entropy.last().is_some_and(Vec::is_empty) {
            self.entropy.pop();
        }
        while self.committed.last().is_some_and(Option::is_none) {
            self.committed.pop();
        }
    }

    /// Checks what the two forms of a record check alike.
    pub(super) fn check(&self) -> Result<(), RecordFault> {
        self.players.iter().try_for_each(|name| check_name(name))?;
        self.date.as_deref().map_or(Ok(()), check_date)?;
        for list in self.lexicon.iter().chain(&self.theme) {
            list.sha256.parse::<Bytes32>()?;
        }
        self.setup()?;
        let missing = self.aborted.iter().flat_map(|deal| &deal.missing).map(|seat| seat.index() + 1).max();
        if self.entropy.len().max(self.committed.len()).max(missing.unwrap_or(0)) > self.players.len() {
            return Err(RecordFault::EntropyWithoutPlayer);
        }
        Ok(())
    }

    /// The edition with the settings that differ from it.
    ///
    /// # Errors
    /// If there is no such edition.
    pub fn builder(&self) -> Result<SettingsBuilder, SettingError> {
        let mut builder = SettingsBuilder::edition_at(&self.edition, self.rules)?;
        for (name, value) in &self.settings {
            builder.set(name, value.clone());
        }
        Ok(builder)
    }

    /// The shuffler of the game, if the seed is known.
    ///
    /// # Errors
    /// If a player added too much entropy.
    pub fn shuffler(&self) -> Option<Result<Shuffler, EntropyError>> {
        let seed = self.seed.as_ref()?;
        let mut entropy = self.entropy.clone();
        entropy.resize(self.players.len(), Vec::new());
        Some(Shuffler::new(seed, &entropy))
    }
}

/// A name that can be shown on one line.
fn check_name(name: &str) -> Result<(), RecordFault> {
    let length = name.chars().count();
    let fits = (1..=64).contains(&length) && !name.chars().any(char::is_control) && name.trim() == name;
    if fits { Ok(()) } else { Err(RecordFault::Name) }
}

/// A day such as 2026-11-15.
fn check_date(date: &str) -> Result<(), RecordFault> {
    let parts: Vec<&str> = date.split('-').collect();
    let number = |text: &str, digits: usize| {
        text.parse::<u32>().ok().filter(|_| text.len() == digits && text.bytes().all(|byte| byte.is_ascii_digit()))
    };
    let real = match parts.as_slice() {
        [year, month, day] => match (number(year, 4), number(month, 2), number(day, 2)) {
            (Some(year), Some(month), Some(day)) => (1..=days_in(year, month)).contains(&day),
            _ => false,
        },
        _ => false,
    };
    if real { Ok(()) } else { Err(RecordFault::Date(date.to_owned())) }
}

fn days_in(year: u32, month: u32) -> u32 {
    let leap = year.is_multiple_of(4) && (!year.is_multiple_of(100) || year.is_multiple_of(400));
    match month {
        2 => 28 + u32::from(leap),
        4 | 6 | 9 | 11 => 30,
        1..=12 => 31,
        _ => 0,
    }
}

/// Bytes as hexadecimal digits.
pub(super) fn to_hex(bytes: &[u8]) -> String {
    bytes.iter().map(|byte| format!("{byte:02x}")).collect()
}

/// A player's entropy from hexadecimal digits.
pub(super) fn entropy_from_hex(text: &str) -> Result<Vec<u8>, RecordFault> {
    bytes_from_hex(text).filter(|bytes| bytes.len() <= MAX_ENTROPY_BYTES).ok_or(RecordFault::Entropy)
}
