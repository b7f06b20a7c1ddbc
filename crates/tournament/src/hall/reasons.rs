//! The offences of the code of conduct that a judge names with one tap (G01 to G08).

use serde::{Deserialize, Serialize};

/// An offence against the code of conduct. Its name may stand in `why` of a warning.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS))]
#[serde(rename_all = "kebab-case")]
pub enum Reason {
    /// Noise, talk or disturbance (G01).
    Noise,
    /// Food or drink at the table (G02).
    Food,
    /// Belongings that are not where they should be (G03).
    Belongings,
    /// Left the seat without the judge's leave (G06).
    LeftSeat,
    /// Instructions of judges or staff not followed (G07).
    Instructions,
    /// Spoke without raising a hand first (G08).
    SpokeOut,
    /// Left before the scores were recorded (G15).
    LeftEarly,
}

impl Reason {
    /// All of them, in the order of the code of conduct.
    pub const ALL: [Reason; 7] = [
        Reason::Noise,
        Reason::Food,
        Reason::Belongings,
        Reason::LeftSeat,
        Reason::Instructions,
        Reason::SpokeOut,
        Reason::LeftEarly,
    ];

    /// The name that programs use, which may stand in `why`.
    #[must_use]
    pub const fn name(self) -> &'static str {
        match self {
            Reason::Noise => "noise",
            Reason::Food => "food",
            Reason::Belongings => "belongings",
            Reason::LeftSeat => "left-seat",
            Reason::Instructions => "instructions",
            Reason::SpokeOut => "spoke-out",
            Reason::LeftEarly => "left-early",
        }
    }

    /// The point of the code of conduct, from 1 (G18).
    #[must_use]
    pub const fn point(self) -> u8 {
        match self {
            Reason::Noise => 1,
            Reason::Food => 2,
            Reason::Belongings => 3,
            Reason::LeftSeat => 6,
            Reason::Instructions => 7,
            Reason::SpokeOut => 8,
            Reason::LeftEarly => 16,
        }
    }

    /// The reason that a text names.
    #[must_use]
    pub fn named(text: &str) -> Option<Reason> {
        Reason::ALL.into_iter().find(|reason| reason.name() == text)
    }
}
