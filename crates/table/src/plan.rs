//! What a table is opened with.

use std::collections::BTreeMap;
use std::time::Duration;

use serde::{Deserialize, Serialize};
use trinta_core::edition::{EDITIONS, RulesVersion, SettingError, SettingsBuilder, Value, online_settings};
use trinta_core::lexicon::LexiconError;
use trinta_core::{Setup, SetupError};

use crate::library::{Library, RulesOracle};
use crate::roles::Powers;

/// The most text that a table's name may have, in characters.
const MAX_NAME_LENGTH: usize = 40;

/// What a table is opened with: edition, changed settings, seats, who may do what.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
#[serde(deny_unknown_fields)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS))]
pub struct Plan {
    /// What the host calls it; may be empty.
    #[serde(default)]
    pub name: String,
    /// The edition.
    pub edition: String,
    /// What differs from the edition, by the names of `docs/rules.md`.
    #[serde(default)]
    #[cfg_attr(feature = "ts", ts(type = "Record<string, string | number>"))]
    #[cfg_attr(feature = "openapi", schema(value_type = BTreeMap<String, SettingValue>))]
    pub settings: BTreeMap<String, Value>,
    /// The number of seats.
    pub players: u8,
    /// Who may sit down.
    #[serde(default)]
    pub access: Access,
    /// Whether spectators are admitted, and which.
    #[serde(default)]
    pub spectators: Spectators,
    /// Whether players may ask the solver.
    #[serde(default)]
    pub hints: bool,
    /// Whether others see a play while it is being made.
    #[serde(default)]
    pub open_drafts: bool,
    /// Whether one player may take several seats, to play on one device.
    #[serde(default)]
    pub hot_seat: bool,
    /// The seconds after which a bot plays for an absent player; none: none ever does.
    #[serde(default)]
    pub stand_in_after: Option<u32>,
    /// What may be said.
    #[serde(default)]
    pub chat: Chat,
    /// Who may begin, pause, seat and rule.
    #[serde(default, skip_serializing_if = "Powers::is_default")]
    #[cfg_attr(feature = "ts", ts(as = "Option<Powers>", optional))]
    pub powers: Powers,
}

/// The value of a setting, as documents for programs describe it; the core reads and checks it.
#[cfg(feature = "openapi")]
#[derive(Serialize, utoipa::ToSchema)]
#[serde(untagged)]
#[allow(dead_code, reason = "only what it looks like is wanted")]
pub enum SettingValue {
    /// A word.
    Text(String),
    /// A number.
    Number(i64),
}

/// Who may sit down.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default, Serialize, Deserialize)]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
#[serde(rename_all = "kebab-case")]
#[cfg_attr(feature = "ts", derive(ts_rs::TS))]
pub enum Access {
    /// Whoever has the code or an invitation.
    #[default]
    Invited,
    /// Anybody: the table is listed.
    Open,
}

/// Whether spectators are admitted, and which.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
#[serde(deny_unknown_fields)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS))]
pub struct Spectators {
    /// Whether anybody may.
    pub allowed: bool,
    /// By how many seconds they see what happens later than the players.
    #[serde(default)]
    pub delay: u32,
}

impl Spectators {
    /// How much later than the players they see what happens.
    #[must_use]
    pub const fn lag(&self) -> Duration {
        Duration::from_secs(self.delay as u64)
    }
}

impl Default for Spectators {
    fn default() -> Spectators {
        Spectators { allowed: true, delay: 0 }
    }
}

/// What may be said at a table.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default, Serialize, Deserialize)]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
#[serde(rename_all = "kebab-case")]
#[cfg_attr(feature = "ts", derive(ts_rs::TS))]
pub enum Chat {
    /// Anything.
    #[default]
    Free,
    /// Ready phrases only.
    Phrases,
    /// Nothing.
    Off,
}

/// Why a plan is invalid.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum PlanError {
    /// An edition that does not exist, or is only the base of others.
    #[error("there is no edition `{0}`; there are {list}", list = EDITIONS.join(", "))]
    NoSuchEdition(String),
    /// An unknown setting, or a value that it can't have.
    #[error(transparent)]
    Setting(#[from] SettingError),
    /// Too few or too many seats.
    #[error(transparent)]
    Players(#[from] SetupError),
    /// A word list that does not exist.
    #[error(transparent)]
    Words(#[from] LexiconError),
    /// A name that can't be shown.
    #[error("a table's name has at most {MAX_NAME_LENGTH} characters, on one line")]
    Name,
    /// A number out of range.
    #[error("{what} is from {from} to {to} seconds")]
    Seconds {
        /// The field of the plan.
        what: &'static str,
        /// The lowest value.
        from: u32,
        /// The highest value.
        to: u32,
    },
}

impl Plan {
    /// A plain table: an edition as printed, for those who are invited.
    #[must_use]
    pub fn new(edition: &str, players: u8) -> Plan {
        Plan {
            name: String::new(),
            edition: edition.to_owned(),
            settings: BTreeMap::new(),
            players,
            access: Access::default(),
            spectators: Spectators::default(),
            hints: false,
            open_drafts: false,
            hot_seat: false,
            stand_in_after: None,
            chat: Chat::default(),
            powers: Powers::default(),
        }
    }

    /// How long a player may be gone before a bot plays for them; none: for ever.
    #[must_use]
    pub fn grace(&self) -> Option<Duration> {
        self.stand_in_after.map(|seconds| Duration::from_secs(seconds.into()))
    }

    /// The plan with what a table on screen does unless the host says otherwise (N9).
    #[must_use]
    pub fn with_online_settings(mut self) -> Plan {
        for (setting, value) in online_settings(&self.edition) {
            self.settings.entry((*setting).to_owned()).or_insert_with(|| Value::read(value));
        }
        self
    }

    /// The rules in force and what they need.
    ///
    /// # Errors
    /// The first thing that makes the plan invalid.
    pub fn check(&self, library: &Library) -> Result<(Setup, RulesOracle), PlanError> {
        self.check_at(RulesVersion::CURRENT, library)
    }

    /// The same by the version of the rules that the table was opened with.
    ///
    /// # Errors
    /// The first thing that makes the plan invalid.
    pub fn check_at(&self, rules: RulesVersion, library: &Library) -> Result<(Setup, RulesOracle), PlanError> {
        if self.name.chars().count() > MAX_NAME_LENGTH || self.name.chars().any(char::is_control) {
            return Err(PlanError::Name);
        }
        let within = |what, value: u32, from, to| {
            if (from..=to).contains(&value) { Ok(()) } else { Err(PlanError::Seconds { what, from, to }) }
        };
        within("the delay of spectators", self.spectators.delay, 0, 3600)?;
        within("the time until a bot stands in", self.stand_in_after.unwrap_or(5), 5, 86_400)?;
        let settings = self.settings_builder(rules)?.build()?;
        let words = library.words(&settings)?;
        Ok((Setup::new(settings, self.players)?, RulesOracle::new(words)))
    }

    /// The settings by name in a version of the rules, what was overridden included.
    ///
    /// # Errors
    /// When there is no such edition.
    pub fn settings_builder(&self, rules: RulesVersion) -> Result<SettingsBuilder, PlanError> {
        if !EDITIONS.contains(&self.edition.as_str()) {
            return Err(PlanError::NoSuchEdition(self.edition.clone()));
        }
        let mut builder = SettingsBuilder::edition_at(&self.edition, rules)?;
        for (name, value) in &self.settings {
            builder.set(name, value.clone());
        }
        Ok(builder)
    }
}

#[cfg(test)]
mod tests {
    use trinta_core::edition::NewDeal;
    use trinta_time::Timestamp;

    use super::*;
    use crate::chance::FixedChance;
    use crate::event::TableEvent;
    use crate::ids::PlayerId;
    use crate::state::Table;

    #[test]
    fn plans_are_refused_with_the_reason() {
        let library = Library::default();
        let refused = |change: &dyn Fn(&mut Plan)| {
            let mut plan = Plan::new("hk", 4);
            change(&mut plan);
            plan.check(&library).map(|_| ()).unwrap_err().to_string()
        };
        assert!(refused(&|plan| plan.edition = "numbers".to_owned()).contains("there are hk, cn"));
        assert!(refused(&|plan| plan.players = 7).contains("2 to 6 players"));
        assert!(refused(&|plan| plan.name = "x".repeat(41)).contains("at most 40"));
        assert!(refused(&|plan| plan.spectators.delay = 9999).contains("from 0 to 3600"));
        assert!(refused(&|plan| plan.stand_in_after = Some(1)).contains("from 5 to"));
        let own_file = refused(&|plan| {
            plan.edition = "word-b".to_owned();
            plan.settings.insert("lexicon".to_owned(), Value::Text("/etc/passwd".to_owned()));
        });
        assert!(own_file.contains("/etc/passwd"), "{own_file}");
        assert!(Plan::new("word-a", 4).check(&library).is_ok());
        assert!(Plan::new("hk", 6).check(&library).is_ok());
    }

    #[test]
    fn a_table_keeps_the_version_of_the_rules_that_it_was_opened_with() {
        let (library, chance) = (Library::default(), FixedChance::new(1));
        let opening = Table::opening(Plan::new("word-b", 2), PlayerId::new(&chance), "ABCDEF".to_owned());
        let version =
            |events: &[TableEvent]| Table::open(Timestamp::EPOCH, events, &library).unwrap().setup().settings().version;
        assert_eq!(version(&opening), RulesVersion::CURRENT);
        // As a log has it that was begun before versions were written down.
        let mut log = serde_json::to_value(&opening).unwrap();
        assert_eq!(log[0].as_object_mut().unwrap().remove("rules"), Some(2.into()));
        let old: Vec<TableEvent> = serde_json::from_value(log.clone()).unwrap();
        assert_eq!(version(&old), RulesVersion::V1);
        assert_eq!(serde_json::to_value(&old).unwrap(), log, "written back as it was");
    }

    #[test]
    fn r10_a_school_table_on_screen_gives_everybody_a_turn_to_ask_for_a_new_deal() {
        let chance = FixedChance::new(2);
        let new_deal = |plan: Plan| {
            let opening = Table::opening(plan, PlayerId::new(&chance), "ABCDEF".to_owned());
            let table = Table::open(Timestamp::EPOCH, &opening, &Library::default()).unwrap();
            table.setup().settings().numbers().unwrap().new_deal
        };
        assert_eq!(new_deal(Plan::new("school", 4)), NewDeal::BeforeOwnTurn);
        assert_eq!(new_deal(Plan::new("hk", 4)), NewDeal::No);
        // A host who wants the letter gets it.
        let mut letter = Plan::new("school", 4);
        letter.settings.insert("new_deal".to_owned(), Value::read("before-a-play"));
        assert_eq!(new_deal(letter), NewDeal::BeforeAPlay);
    }
}
