//! The people of a tournament: who enters, who is present, who has left, who runs it (A10 to A12, B01, G12, G13).

use std::collections::BTreeMap;
use std::fmt;

use serde::de::{self, Deserializer, Unexpected, Visitor};
use serde::{Deserialize, Serialize};

use crate::public_name::PublicName;
use crate::time::HallTime;

/// A player's number, from 1. It is what tables, sheets and results know a player by.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS))]
#[cfg_attr(feature = "ts", ts(rename = "PlayerNumber"))]
#[serde(transparent)]
pub struct Number(pub u32);

impl<'de> Deserialize<'de> for Number {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Number, D::Error> {
        deserializer.deserialize_any(NumberVisitor)
    }
}

/// Reads a number, and also its text: a key of a JSON object is text, which serde does not read as a number where the
/// object is part of a tagged enum.
struct NumberVisitor;

impl Visitor<'_> for NumberVisitor {
    type Value = Number;

    fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("a player's number")
    }

    fn visit_u64<E: de::Error>(self, number: u64) -> Result<Number, E> {
        u32::try_from(number).map(Number).map_err(|_| E::invalid_value(Unexpected::Unsigned(number), &self))
    }

    fn visit_str<E: de::Error>(self, text: &str) -> Result<Number, E> {
        text.parse().map(Number).map_err(|_| E::invalid_value(Unexpected::Str(text), &self))
    }
}

impl fmt::Display for Number {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.0.fmt(f)
    }
}

/// Who gives a command (A11, A12).
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default, Serialize, Deserialize)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS))]
#[serde(rename_all = "kebab-case")]
pub enum Role {
    /// Runs the event.
    #[default]
    Organiser,
    /// Decides on cases, objections and exceptions.
    HeadJudge,
    /// Watches, times and scores one table.
    Judge,
    /// Accompanies players and dismisses tables; enters no scores and gives no warnings (A17).
    Staff,
}

impl fmt::Display for Role {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Role::Organiser => "organiser",
            Role::HeadJudge => "head judge",
            Role::Judge => "judge",
            Role::Staff => "staff",
        })
    }
}

/// Somebody to be entered.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS))]
#[cfg_attr(feature = "ts", ts(optional_fields))]
#[serde(deny_unknown_fields)]
pub struct Person {
    /// The full name, for staff and prints (X21).
    pub name: String,
    /// The school, club or team.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub school: Option<String>,
}

impl Person {
    /// The school, club or team; a blank one is none.
    #[must_use]
    pub fn school(&self) -> Option<&str> {
        self.school.as_deref().filter(|school| !school.trim().is_empty())
    }
}

/// Where a player stands with the event.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS))]
#[serde(rename_all = "kebab-case")]
pub enum Status {
    /// Has a number and is awaited.
    Entered,
    /// Checked in.
    Present,
    /// Was not there when the briefing began (A08).
    Barred,
    /// Left before the briefing.
    Withdrawn,
    /// Left after it (G13, G14).
    Forfeit,
    /// Was disqualified by the head judge (G04, G12).
    Disqualified,
}

impl Player {
    /// The name that the public sees; none if it sees the number alone (X21).
    #[must_use]
    pub fn public_name(&self) -> Option<String> {
        self.public.of(&self.person.name)
    }
}

impl Status {
    /// Whether the player takes part, or may yet.
    #[must_use]
    pub const fn is_in(self) -> bool {
        matches!(self, Status::Entered | Status::Present)
    }
}

impl fmt::Display for Status {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Status::Entered => "entered",
            Status::Present => "present",
            Status::Barred => "barred",
            Status::Withdrawn => "withdrawn",
            Status::Forfeit => "forfeit",
            Status::Disqualified => "disqualified",
        })
    }
}

/// A player of the event.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Player {
    /// The number.
    pub number: Number,
    /// Name and school.
    pub person: Person,
    /// How the public sees the player (X21).
    pub public: PublicName,
    /// Where the player stands.
    pub status: Status,
    /// Whether the player has been present, so that standings list them.
    pub was_present: bool,
    /// Whether the player is one of the house, who fills an empty seat (B13).
    pub house: bool,
    /// When the player was entered, among all who were.
    pub(crate) order: u32,
}

/// Everybody who was entered.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct People {
    players: BTreeMap<Number, Player>,
    waiting: Vec<(u32, Person)>,
    entered: u32,
    /// Since when numbers are no longer whose they were before, as far as the times of the commands were said.
    changed_hands_at: BTreeMap<Number, HallTime>,
}

impl People {
    /// The player of a number. A withdrawn player's number is theirs until somebody else gets it.
    #[must_use]
    pub fn get(&self, number: Number) -> Option<&Player> {
        self.players.get(&number)
    }

    /// All players, in the order of their numbers.
    pub fn iter(&self) -> impl Iterator<Item = &Player> {
        self.players.values()
    }

    /// Names on the waiting list, in order (A10).
    pub fn waiting(&self) -> impl ExactSizeIterator<Item = &Person> {
        self.waiting.iter().map(|(_, person)| person)
    }

    /// The numbers of those who are present.
    #[must_use]
    pub fn present(&self) -> Vec<Number> {
        self.with(Status::Present)
    }

    /// The numbers of those with a status.
    #[must_use]
    pub fn with(&self, status: Status) -> Vec<Number> {
        self.iter().filter(|player| player.status == status).map(|player| player.number).collect()
    }

    /// Whether a player is present.
    #[must_use]
    pub fn is_present(&self, number: Number) -> bool {
        self.get(number).is_some_and(|player| player.status == Status::Present)
    }

    /// Whether a player is one of the house.
    #[must_use]
    pub fn is_house(&self, number: Number) -> bool {
        self.get(number).is_some_and(|player| player.house)
    }

    /// The highest number that was given.
    #[must_use]
    pub fn highest(&self) -> u32 {
        self.players.last_key_value().map_or(0, |(number, _)| number.0)
    }

    /// Since when a number is not whose it was before, if it was anybody's and the time was said. What was seen before then
    /// is about somebody else than whoever has it now.
    #[must_use]
    pub fn changed_hands_at(&self, number: Number) -> Option<HallTime> {
        self.changed_hands_at.get(&number).copied()
    }

    pub(crate) fn note_change_of_hands(&mut self, number: Number, at: Option<HallTime>) {
        match at {
            Some(at) => self.changed_hands_at.insert(number, at),
            None => self.changed_hands_at.remove(&number),
        };
    }

    /// The numbers that nobody has, from the lowest (A10).
    pub(crate) fn free(&self, capacity: u32) -> impl Iterator<Item = Number> + '_ {
        let is_free = |number: &Number| self.get(*number).is_none_or(|player| player.status == Status::Withdrawn);
        (1..=capacity).map(Number).filter(is_free)
    }

    /// Players who are still in, in the order in which they were entered.
    pub(crate) fn in_order_of_entry(&self) -> Vec<&Player> {
        let mut players: Vec<&Player> = self.iter().filter(|player| player.status.is_in()).collect();
        players.sort_unstable_by_key(|player| player.order);
        players
    }

    pub(crate) fn enter(&mut self, person: Person, number: Option<Number>) {
        let order = self.entered;
        self.entered += 1;
        match number {
            Some(number) => self.give(number, order, person),
            None => self.waiting.push((order, person)),
        }
    }

    fn give(&mut self, number: Number, order: u32, person: Person) {
        let public = PublicName::default();
        let player =
            Player { number, person, public, status: Status::Entered, was_present: false, house: false, order };
        self.players.insert(number, player);
    }

    /// Somebody joins after the briefing, and is present at once.
    pub(crate) fn join(&mut self, person: Person, number: Number, house: bool) {
        self.enter(person, Some(number));
        self.set_status(number, Status::Present);
        if let Some(player) = self.players.get_mut(&number) {
            player.house = house;
        }
    }

    /// Gives every player the number at which they stand in this list of old numbers.
    pub(crate) fn renumber(&mut self, order: &[Number]) {
        let mut old = std::mem::take(&mut self.players);
        for (old_number, number) in order.iter().zip(1..) {
            if let Some(mut player) = old.remove(old_number) {
                player.number = Number(number);
                self.players.insert(player.number, player);
            }
        }
    }

    pub(crate) fn set_status(&mut self, number: Number, status: Status) {
        if let Some(player) = self.players.get_mut(&number) {
            player.status = status;
            player.was_present |= status == Status::Present;
        }
    }

    pub(crate) fn show(&mut self, number: Number, public: PublicName) {
        if let Some(player) = self.players.get_mut(&number) {
            player.public = public;
        }
    }

    /// The first on the waiting list takes a number over.
    pub(crate) fn replace(&mut self, number: Number) {
        if !self.waiting.is_empty() {
            let (order, person) = self.waiting.remove(0);
            self.give(number, order, person);
        }
    }

    pub(crate) fn next_waiting(&self) -> Option<&Person> {
        self.waiting.first().map(|(_, person)| person)
    }
}
