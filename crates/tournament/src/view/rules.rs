//! The figures of the rules that a judge needs at the table.

use serde::Serialize;
use trinta_core::Tile;
use trinta_core::edition::{NewDeal, Unopened, UnopenedRack};

use crate::hall::Reason;
use crate::result::box_of;
use crate::settings::{DrawnJoker, TimeUp};
use crate::state::Tournament;

/// The figures of the rules, for the screens of a table.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS))]
#[cfg_attr(feature = "ts", ts(optional_fields))]
pub struct RulesView {
    /// The edition that is played.
    pub edition: String,
    /// The seconds of a turn; none without a limit (E01).
    #[serde(skip_serializing_if = "Option::is_none")]
    pub turn_seconds: Option<u32>,
    /// The minutes of play in a round (A06).
    pub play: u32,
    /// How many games a table plays in this round (X04).
    pub games_per_round: u32,
    /// What an opening needs (D02).
    pub opening_points: u32,
    /// What a joker left on a rack counts.
    pub joker_left: u32,
    /// How many of each number tile the box has.
    pub copies: u8,
    /// How many jokers it has.
    pub jokers: u8,
    /// What a rack counts that never opened.
    pub unopened: UnopenedView,
    /// Whether a player with three pairs may ask for a new deal (C07).
    pub new_deal: bool,
    /// What a joker is worth when players draw a tile (C02).
    pub drawn_joker: DrawnJoker,
    /// What happens when time is up (E09).
    pub time_up: TimeUp,
    /// How often a player is warned before an offence becomes a case (G09).
    pub warnings: u32,
    /// Tiles drawn for a turn that took too long: without and with a move that has to be taken back (E04, E05).
    pub timeout_draws: [u8; 2],
    /// The reasons for a warning that need only be named, with their points of the code of conduct.
    pub reasons: Vec<ReasonView>,
}

/// What a rack counts that never opened (F03 to F07).
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS))]
pub struct UnopenedView {
    /// Whether it counts 100, or 200 if it could have opened, instead of its sum.
    pub fixed: bool,
    /// Whether that also holds when the pool is empty and nobody is out.
    pub always: bool,
    /// Whether the tiles that were drawn in the last turn are left out of the question (N23).
    pub before_last_turn: bool,
}

/// A reason for a warning.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS))]
pub struct ReasonView {
    /// Its name, which may stand in `why`.
    pub why: Reason,
    /// The point of the code of conduct (G18).
    pub point: u8,
}

impl Tournament {
    /// The figures of the rules in a round.
    pub(super) fn rules_view(&self, round: u32) -> RulesView {
        let (rules, settings) = (self.rules(), self.settings());
        let numbers = rules.numbers();
        let tiles = box_of(rules);
        let rack = |rack: UnopenedRack| rack == UnopenedRack::LastTurn;
        let unopened = match numbers.map(|numbers| numbers.unopened) {
            Some(Unopened::Fixed(which)) => UnopenedView { fixed: true, always: false, before_last_turn: rack(which) },
            Some(Unopened::FixedAlways(which)) => {
                UnopenedView { fixed: true, always: true, before_last_turn: rack(which) }
            }
            Some(Unopened::RackSum) | None => UnopenedView { fixed: false, always: false, before_last_turn: false },
        };
        let number_tile = tiles.kinds().find(|tile| !tile.is_joker());
        RulesView {
            edition: settings.edition.clone(),
            turn_seconds: rules.turn_seconds,
            play: settings.play,
            games_per_round: self.phase(round.max(1)).games_per_round,
            opening_points: numbers.map_or(0, |numbers| numbers.opening_points),
            joker_left: rules.joker_left,
            copies: number_tile.map_or(0, |tile| tiles.copies(tile)),
            jokers: tiles.copies(Tile::JOKER),
            unopened,
            new_deal: numbers.is_some_and(|numbers| numbers.new_deal != NewDeal::No),
            drawn_joker: settings.drawn_joker,
            time_up: settings.time_up,
            warnings: settings.warnings,
            timeout_draws: [rules.time_up.idle, rules.time_up.invalid],
            reasons: Reason::ALL.map(|why| ReasonView { why, point: why.point() }).to_vec(),
        }
    }
}
