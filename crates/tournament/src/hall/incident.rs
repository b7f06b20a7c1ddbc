//! What a judge writes down besides the scores (C08, C09, D10 to D12, E04 to E08, E11, G02, G03).

use serde::{Deserialize, Serialize};

use crate::people::Number;
use crate::place::Seat;
use crate::time::HallTime;

/// Something that happened at a table or elsewhere in the hall.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS))]
#[cfg_attr(feature = "ts", ts(optional_fields))]
pub struct Incident {
    /// When it happened, if that was said.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub at: Option<HallTime>,
    /// The table; none if it happened elsewhere.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub seat: Option<Seat>,
    /// The game of the round, where that matters.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub game: Option<u32>,
    /// The judge's own words.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub note: Option<String>,
    /// The kind of incident, with its players.
    pub what: IncidentKind,
}

/// The kinds of incidents.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS))]
#[cfg_attr(feature = "ts", ts(optional_fields))]
#[serde(tag = "kind", rename_all = "kebab-case", deny_unknown_fields)]
pub enum IncidentKind {
    /// A player's tile was turned over by somebody else during the deal (C09).
    ExposedTile {
        /// The player whose tile it was, and who may take another one.
        number: Number,
        /// Who turned it over; it is not punished.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        turned_by: Option<Number>,
        /// Whether the player took another tile.
        swapped: bool,
    },
    /// A player touched the pool, and with that gave up the right to play in this turn (D10).
    TouchedPool {
        /// The player.
        number: Number,
    },
    /// Tiles of the pool were knocked over; the judge puts them back at random (D11).
    PoolKnockedOver {
        /// The player who knocked them over, if that is known.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        number: Option<Number>,
    },
    /// A player went out without announcing it, which costs nothing (D12, E08).
    NotAnnounced {
        /// The player.
        number: Number,
    },
    /// A turn took longer than it may (E04, E05, E07).
    Timeout {
        /// The player.
        number: Number,
        /// Whether anything had been played or moved.
        #[serde(default = "yes")]
        moved: bool,
        /// Table tiles that even the judge could not put back.
        #[serde(default)]
        unrestorable: u32,
        /// Tiles in the pool before, if anybody counted them.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        pool: Option<u32>,
    },
    /// The judge helped to put the table back as it was (E06).
    RestoreHelped {
        /// The player whose play it was.
        number: Number,
    },
    /// A player acted before the one before had said that the turn was over (E11).
    ActedTooSoon {
        /// Who acted too soon.
        number: Number,
        /// Whose turn it was.
        turn_of: Number,
        /// The seconds of that turn that had passed.
        used: u32,
    },
    /// Medicine or an emergency, which is no offence (G02).
    Medical {
        /// The player.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        number: Option<Number>,
    },
    /// An aid to the game was found on a player, which is a case for the head judge (G03).
    AidFound {
        /// The player.
        number: Number,
    },
    /// Anything else worth a note.
    Other {
        /// The player, if it concerns one.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        number: Option<Number>,
    },
}

const fn yes() -> bool {
    true
}

impl IncidentKind {
    /// The players whom it concerns.
    #[must_use]
    pub fn players(&self) -> Vec<Number> {
        match *self {
            IncidentKind::ExposedTile { number, turned_by, .. } => {
                [Some(number), turned_by].into_iter().flatten().collect()
            }
            IncidentKind::ActedTooSoon { number, turn_of, .. } => vec![number, turn_of],
            IncidentKind::TouchedPool { number }
            | IncidentKind::NotAnnounced { number }
            | IncidentKind::Timeout { number, .. }
            | IncidentKind::RestoreHelped { number }
            | IncidentKind::AidFound { number } => vec![number],
            IncidentKind::PoolKnockedOver { number }
            | IncidentKind::Medical { number }
            | IncidentKind::Other { number } => number.into_iter().collect(),
        }
    }

    /// Whether it can only happen at a table.
    #[must_use]
    pub const fn needs_table(&self) -> bool {
        !matches!(self, IncidentKind::Medical { .. } | IncidentKind::AidFound { .. } | IncidentKind::Other { .. })
    }
}

/// What follows from an incident at once, by the rules of the game.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default, Serialize)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS))]
#[cfg_attr(feature = "ts", ts(optional_fields))]
pub struct Consequence {
    /// Tiles that the player draws.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub draws: Option<u32>,
    /// Tiles in the pool afterwards, if it was counted before.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub pool: Option<u32>,
    /// Seconds that the interrupted turn has left (E11).
    #[serde(skip_serializing_if = "Option::is_none")]
    pub left: Option<u32>,
    /// Seconds of the turn after that (E11).
    #[serde(skip_serializing_if = "Option::is_none")]
    pub next: Option<u32>,
}

impl Consequence {
    /// What follows from an incident.
    #[must_use]
    pub fn of(kind: &IncidentKind, rules: &trinta_core::Settings) -> Consequence {
        use trinta_core::edition::Unrestorable;
        let none = Consequence::default();
        match *kind {
            IncidentKind::TouchedPool { .. } => Consequence { draws: Some(1), ..none },
            IncidentKind::Timeout { moved, unrestorable, pool, .. } => {
                let penalty = u32::from(if moved { rules.time_up.invalid } else { rules.time_up.idle });
                let besides = if rules.unrestorable == Unrestorable::DrawAsMany { unrestorable } else { 0 };
                let wanted = penalty.saturating_add(besides);
                // E07: what can't be placed goes to the pool first, then the player draws.
                let there = pool.map(|pool| pool.saturating_add(unrestorable));
                let draws = there.map_or(wanted, |there| wanted.min(there));
                Consequence { draws: Some(draws), pool: there.map(|there| there - draws), ..none }
            }
            IncidentKind::ActedTooSoon { used, .. } => {
                let turn = rules.turn_seconds;
                Consequence { left: turn.map(|turn| turn.saturating_sub(used)), next: turn, ..none }
            }
            _ => none,
        }
    }
}
