//! Versions of the rules: a game is played and replayed by the rules it began with.

/// A version of the rules. It is no setting: a new game has the current one, a record or a log says which it began
/// with, and one that says nothing is from the first.
///
/// Where a decision about a rule has changed, the versions differ here and in the editions' files; the rest of the
/// engine asks the methods below.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
#[cfg_attr(feature = "serde", serde(into = "u32", try_from = "u32"))]
#[non_exhaustive]
pub enum RulesVersion {
    /// The version before versions were recorded.
    V1,
    /// Two circles of passes (N15), time up with words (W12), a player without a turn (N23), `joker_moves` (N14) and
    /// `pushed` (F12).
    V2,
}

/// A version of the rules that this program does not know.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[error("version {0} of the rules is not known here; there are versions 1 to {last}", last = RulesVersion::CURRENT.number())]
pub struct UnknownRulesVersion(pub String);

impl RulesVersion {
    /// All versions, the oldest first.
    pub const ALL: [RulesVersion; 2] = [RulesVersion::V1, RulesVersion::V2];

    /// The version of new games.
    pub const CURRENT: RulesVersion = RulesVersion::V2;

    /// The version of a record or a log that names none.
    #[must_use]
    pub const fn unnamed() -> RulesVersion {
        RulesVersion::V1
    }

    /// Whether records and logs leave this version out.
    #[must_use]
    pub const fn is_unnamed(&self) -> bool {
        matches!(self, RulesVersion::V1)
    }

    /// The version as a number.
    #[must_use]
    pub const fn number(self) -> u32 {
        match self {
            RulesVersion::V1 => 1,
            RulesVersion::V2 => 2,
        }
    }

    /// N15: full circles of passes in a row that end a game.
    pub(crate) const fn circles_of_passes(self) -> u8 {
        match self {
            RulesVersion::V1 => 1,
            RulesVersion::V2 => 2,
        }
    }

    /// N23 with `last-turn`: whether a player who never had a turn counts as unable to open, whatever the rack holds.
    pub(crate) const fn needs_a_turn_to_open(self) -> bool {
        match self {
            RulesVersion::V1 => false,
            RulesVersion::V2 => true,
        }
    }

    /// W12 in play B: whether tiles drawn for those that could not be put back replace the one of W6, instead of
    /// coming on top of it.
    pub(crate) const fn lost_letters_replace_the_draw(self) -> bool {
        match self {
            RulesVersion::V1 => false,
            RulesVersion::V2 => true,
        }
    }

    /// Whether the settings `joker_moves` (N14) and `pushed` (F12) exist.
    pub(crate) const fn has_joker_moves_and_pushed(self) -> bool {
        match self {
            RulesVersion::V1 => false,
            RulesVersion::V2 => true,
        }
    }
}

impl Default for RulesVersion {
    fn default() -> RulesVersion {
        RulesVersion::CURRENT
    }
}

impl From<RulesVersion> for u32 {
    fn from(version: RulesVersion) -> u32 {
        version.number()
    }
}

impl TryFrom<u32> for RulesVersion {
    type Error = UnknownRulesVersion;

    fn try_from(number: u32) -> Result<RulesVersion, UnknownRulesVersion> {
        let known = RulesVersion::ALL.into_iter().find(|version| version.number() == number);
        known.ok_or_else(|| UnknownRulesVersion(number.to_string()))
    }
}
