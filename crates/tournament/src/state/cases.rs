//! Offences of players, and cases for the head judge (G03, G09, G17).

use crate::command::Decision;
use crate::event::{CaseSubject, Seat};
use crate::people::Number;
use crate::state::Tournament;

/// An offence of a player's (G09).
#[derive(Debug, Clone, PartialEq, Eq, serde::Serialize)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS))]
#[cfg_attr(feature = "ts", ts(optional_fields))]
pub struct Offence {
    /// The player.
    pub number: Number,
    /// The table at which it happened.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub seat: Option<Seat>,
    /// The offence, in the judge's words.
    pub why: String,
}

/// A case for the head judge.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Case {
    /// What it is about.
    pub subject: CaseSubject,
    /// The decision, once there is one.
    pub decision: Option<Decision>,
    /// Whom it is about, if that is no longer the player of its number: a case is about a person.
    pub former: Option<FormerPlayer>,
}

/// Somebody who withdrew, and whose number somebody else has taken over.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct FormerPlayer {
    /// The full name.
    pub name: String,
    /// What happened before the player withdrew.
    pub offences: Vec<Offence>,
}

impl Case {
    /// The player whom it is about; none if it is about a table, or about somebody who has no number any more.
    #[must_use]
    pub fn player(&self) -> Option<Number> {
        match self.subject {
            CaseSubject::Conduct { number } | CaseSubject::Cheating { number, .. } if self.former.is_none() => {
                Some(number)
            }
            _ => None,
        }
    }
}

impl Tournament {
    /// How often a player has been warned; at most as often as the settings allow, then there are cases (G09).
    #[must_use]
    pub fn warnings(&self, number: Number) -> u32 {
        self.offences(number).count().min(self.settings.warnings as usize) as u32
    }

    /// A player's offences, in order.
    pub fn offences(&self, number: Number) -> impl Iterator<Item = &Offence> {
        self.offences.iter().filter(move |offence| offence.number == number)
    }

    /// The open case of a player's conduct, from 1.
    #[must_use]
    pub fn open_conduct_case(&self, player: Number) -> Option<u32> {
        let is_his = |case: &Case| {
            let is_conduct = matches!(case.subject, CaseSubject::Conduct { .. });
            case.decision.is_none() && is_conduct && case.player() == Some(player)
        };
        self.cases.iter().position(is_his).map(|at| at as u32 + 1)
    }

    /// The cases that wait for a decision, from 1.
    #[must_use]
    pub fn open_cases(&self) -> Vec<u32> {
        (1..).zip(&self.cases).filter(|(_, case)| case.decision.is_none()).map(|(at, _)| at).collect()
    }
}
