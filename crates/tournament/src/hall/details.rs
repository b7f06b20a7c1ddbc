//! Venue and timetable, as the invitation tells them (A02 to A09).

use serde::{Deserialize, Serialize};

use crate::hall::command::DetailsChange;
use crate::settings::Settings;
use crate::time::HallTime;

/// What was said about the place and the day after the settings were chosen. It takes their place.
#[derive(Debug, Clone, PartialEq, Eq, Default, Serialize, Deserialize)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS))]
#[cfg_attr(feature = "ts", ts(optional_fields))]
pub struct Details {
    /// The venue (A02).
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub venue: Option<String>,
    /// Where the tables stand in it.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub hall_map: Option<String>,
    /// When and where prizes are given; none is "to be announced" (A09).
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub prize_giving: Option<String>,
    /// What the organiser announces, on the wall and on the pages of players (A13).
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub notice: Option<String>,
    /// When players sit down.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub seating: Option<HallTime>,
    /// When the briefing begins.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub briefing: Option<HallTime>,
    /// Minutes to compile the scores.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub counting: Option<u32>,
}

impl Details {
    /// These details with a change made.
    #[must_use]
    pub fn changed(mut self, change: &DetailsChange) -> Details {
        let texts = [
            (&mut self.venue, &change.venue),
            (&mut self.hall_map, &change.hall_map),
            (&mut self.prize_giving, &change.prize_giving),
            (&mut self.notice, &change.notice),
        ];
        for (old, new) in texts {
            if let Some(new) = new {
                *old = Some(new.trim().to_owned()).filter(|text| !text.is_empty());
            }
        }
        self.seating = change.seating.or(self.seating);
        self.briefing = change.briefing.or(self.briefing);
        self.counting = change.counting.or(self.counting);
        self
    }
}

/// The timetable of the day.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS))]
#[cfg_attr(feature = "ts", ts(optional_fields))]
pub struct Agenda {
    /// Check-in opens (A03).
    pub check_in: HallTime,
    /// Players sit down (A04).
    pub seating: HallTime,
    /// The briefing begins (A05).
    pub briefing: HallTime,
    /// Each round begins (A06).
    pub rounds: Vec<HallTime>,
    /// The last round ends, and scores are compiled (A07).
    pub counting: HallTime,
    /// The scores are compiled.
    pub ends: HallTime,
    /// When and where prizes are given; none is "to be announced" (A09).
    #[serde(skip_serializing_if = "Option::is_none")]
    pub prize_giving: Option<String>,
}

impl Agenda {
    /// The timetable that follows from the settings and the details.
    #[must_use]
    pub fn new(settings: &Settings, details: &Details) -> Agenda {
        let counting = settings.ends();
        Agenda {
            check_in: settings.opens_check_in(),
            seating: details.seating.unwrap_or_else(|| settings.assembles()),
            briefing: details.briefing.unwrap_or_else(|| settings.briefs()),
            rounds: settings.plan().collect(),
            counting,
            ends: counting.plus(details.counting.unwrap_or(settings.counting) * 60),
            prize_giving: details.prize_giving.clone().or_else(|| settings.prize_giving.clone()),
        }
    }
}
