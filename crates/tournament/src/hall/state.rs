//! The state of the hall.

use std::collections::{BTreeMap, BTreeSet};

use crate::hall::command::{StaffMember, Step};
use crate::hall::details::Details;
use crate::hall::incident::Incident;
use crate::people::Number;
use crate::place::{GameId, Seat};
use crate::time::HallTime;

/// What surrounds the games of a tournament.
#[derive(Debug, Clone, PartialEq, Default)]
pub struct Hall {
    pub(crate) details: Details,
    /// Every assignment of a judge in order, so that old rounds keep their judges (A16).
    pub(crate) judges: Vec<Assignment>,
    pub(crate) staff: Vec<StaffMember>,
    pub(crate) devices: BTreeMap<u32, String>,
    /// Every device that has had the judge's screen of a table in a round, so that it is known when it comes back late.
    pub(crate) judged: BTreeMap<Seat, BTreeSet<String>>,
    pub(crate) steps: BTreeMap<GameId, Vec<StepTaken>>,
    pub(crate) redeals: BTreeMap<GameId, Vec<Number>>,
    pub(crate) incidents: Vec<Incident>,
    pub(crate) signed: BTreeMap<GameId, BTreeSet<Number>>,
    pub(crate) calls: Vec<Call>,
    pub(crate) escorts: Vec<Escort>,
    pub(crate) dismissed: BTreeSet<Seat>,
    pub(crate) online: BTreeSet<Seat>,
    pub(crate) postponed: Option<Postponement>,
    pub(crate) forgotten: bool,
}

/// A judge of a table from a round on.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct Assignment {
    pub(crate) table: u32,
    pub(crate) round: u32,
    pub(crate) name: Option<String>,
}

/// A postponement that is not over.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct Postponement {
    pub(crate) at: Option<HallTime>,
    pub(crate) why: String,
}

/// A step that a game has taken.
#[derive(Debug, Clone, Copy, PartialEq, Eq, serde::Serialize)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS))]
#[cfg_attr(feature = "ts", ts(optional_fields))]
pub struct StepTaken {
    /// The step.
    pub step: Step,
    /// When it was taken, if that was said.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub at: Option<HallTime>,
}

/// A call for the head judge (G08).
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Call {
    /// The table that calls.
    pub seat: Seat,
    /// When it called, if that was said.
    pub at: Option<HallTime>,
    /// The question, if it was said.
    pub why: Option<String>,
    /// Whether somebody has come.
    pub answered: bool,
    /// The seconds until somebody came, if both times were said.
    pub waited: Option<u32>,
}

/// Somebody who accompanied a player (E10, G06).
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Escort {
    /// The player's table.
    pub seat: Seat,
    /// The player.
    pub number: Number,
    /// Who accompanied the player, if that was said.
    pub name: Option<String>,
    /// When they left, if that was said.
    pub at: Option<HallTime>,
}

impl Hall {
    pub(crate) fn assign(&mut self, table: u32, round: u32, name: Option<String>) {
        self.judges.push(Assignment { table, round, name });
    }

    /// C08: a new deal begins with the shuffle again.
    pub(crate) fn deal_again(&mut self, game: GameId, claimant: Number) {
        self.redeals.entry(game).or_default().push(claimant);
        self.steps.remove(&game);
    }

    /// X17: players agreed with what was there, not with what is there now.
    pub(crate) fn void_signatures(&mut self, game: GameId) {
        self.signed.remove(&game);
    }

    pub(crate) fn postpone(&mut self, at: Option<HallTime>, why: String) {
        self.postponed = Some(Postponement { at, why });
    }

    /// Venue, timetable and notices.
    #[must_use]
    pub const fn details(&self) -> &Details {
        &self.details
    }

    /// The staff besides the judges.
    #[must_use]
    pub fn staff(&self) -> &[StaffMember] {
        &self.staff
    }

    /// The judge of a table in a round (A16).
    #[must_use]
    pub fn judge(&self, round: u32, table: u32) -> Option<&str> {
        let holds = |assignment: &&Assignment| assignment.table == table && assignment.round <= round;
        let newest = self.judges.iter().filter(holds).reduce(|one, other| {
            // Of two for the same round the later one counts.
            if other.round >= one.round { other } else { one }
        });
        newest?.name.as_deref()
    }

    /// Whether any judge was ever assigned: without a roster, no table lacks a judge.
    #[must_use]
    pub fn has_roster(&self) -> bool {
        !self.judges.is_empty()
    }

    /// The device that has the judge's screen of a table (A11).
    #[must_use]
    pub fn device(&self, table: u32) -> Option<&str> {
        self.devices.get(&table).map(String::as_str)
    }

    /// Whether a device has had the judge's screen of a table in a round, now or before another one took it over.
    #[must_use]
    pub fn has_judged(&self, seat: Seat, device: &str) -> bool {
        self.judged.get(&seat).is_some_and(|devices| devices.contains(device))
    }

    /// The steps of a game so far, in order.
    #[must_use]
    pub fn steps(&self, game: GameId) -> &[StepTaken] {
        self.steps.get(&game).map_or(&[], Vec::as_slice)
    }

    /// Those who asked for a new deal of a game, in order (C08).
    #[must_use]
    pub fn redeals(&self, game: GameId) -> &[Number] {
        self.redeals.get(&game).map_or(&[], Vec::as_slice)
    }

    /// All new deals with those who asked for them, by game (C08).
    pub fn all_redeals(&self) -> impl Iterator<Item = (GameId, Number)> + '_ {
        self.redeals.iter().flat_map(|(game, numbers)| numbers.iter().map(|number| (*game, *number)))
    }

    /// All incidents, in order.
    #[must_use]
    pub fn incidents(&self) -> &[Incident] {
        &self.incidents
    }

    /// Those who agreed with the result of a game as it is now (X17).
    pub fn signed(&self, game: GameId) -> impl Iterator<Item = Number> + '_ {
        self.signed.get(&game).into_iter().flatten().copied()
    }

    /// All calls for the head judge, in order.
    #[must_use]
    pub fn calls(&self) -> &[Call] {
        &self.calls
    }

    /// Everybody who was accompanied, in order.
    #[must_use]
    pub fn escorts(&self) -> &[Escort] {
        &self.escorts
    }

    /// Whether the players of a table have been dismissed (G15).
    #[must_use]
    pub fn is_dismissed(&self, seat: Seat) -> bool {
        self.dismissed.contains(&seat)
    }

    /// Whether a table is played at the server.
    #[must_use]
    pub fn is_online(&self, seat: Seat) -> bool {
        self.online.contains(&seat)
    }

    /// Every table that is played at the server.
    pub fn online(&self) -> impl Iterator<Item = Seat> + '_ {
        self.online.iter().copied()
    }

    /// The devices that have the judges' screens, by table (A11).
    #[must_use]
    pub const fn devices(&self) -> &BTreeMap<u32, String> {
        &self.devices
    }

    /// Whether the tournament is postponed, and the reason (A13).
    #[must_use]
    pub fn postponed(&self) -> Option<&str> {
        self.postponed.as_ref().map(|postponement| postponement.why.as_str())
    }

    /// Whether names have been erased.
    #[must_use]
    pub const fn is_forgotten(&self) -> bool {
        self.forgotten
    }
}
