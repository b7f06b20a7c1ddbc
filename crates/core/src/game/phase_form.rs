//! The phase of a game as it is serialised: one flat object.

use crate::game::event::EndReason;
use crate::game::state::{Outcome, Phase};
use crate::score::Score;
use crate::seat::Seat;

/// The phase of a game as it is serialised.
#[derive(serde::Serialize, serde::Deserialize)]
#[serde(tag = "phase", rename_all = "kebab-case")]
#[cfg_attr(feature = "ts", derive(ts_rs::TS))]
#[cfg_attr(feature = "ts", ts(rename = "Phase"))]
pub(super) enum PhaseForm {
    /// Before the deal.
    Lots {
        /// After a round of lots, the seats that drew highest.
        #[cfg_attr(feature = "ts", ts(type = "number[]"))]
        seats: Vec<Seat>,
    },
    /// It is this seat's turn.
    Turn {
        /// The player on turn.
        #[cfg_attr(feature = "ts", ts(type = "number"))]
        seat: Seat,
    },
    /// This seat's play ends the game unless it is challenged.
    Provisional {
        /// The player whose play it is.
        #[cfg_attr(feature = "ts", ts(type = "number"))]
        seat: Seat,
    },
    /// The game is over.
    Over {
        /// The reason for the end.
        reason: EndReason,
        /// For each seat, whether an unopened player could have opened, where that counts.
        #[serde(default, skip_serializing_if = "Vec::is_empty")]
        #[cfg_attr(feature = "ts", ts(as = "Option<Vec<Option<bool>>>", optional))]
        could_open: Vec<Option<bool>>,
        /// The scores, exact: `"15/2"` where they are not whole.
        #[cfg_attr(feature = "ts", ts(type = "string[]"))]
        scores: Vec<Score>,
        /// The seats that won.
        #[cfg_attr(feature = "ts", ts(type = "number[]"))]
        winners: Vec<Seat>,
    },
}

impl From<Phase> for PhaseForm {
    fn from(phase: Phase) -> PhaseForm {
        match phase {
            Phase::Lots(seats) => PhaseForm::Lots { seats },
            Phase::Turn(seat) => PhaseForm::Turn { seat },
            Phase::Provisional(seat) => PhaseForm::Provisional { seat },
            Phase::Over(Outcome { reason, could_open, scores, winners }) => {
                PhaseForm::Over { reason, could_open, scores, winners }
            }
        }
    }
}

impl From<PhaseForm> for Phase {
    fn from(form: PhaseForm) -> Phase {
        match form {
            PhaseForm::Lots { seats } => Phase::Lots(seats),
            PhaseForm::Turn { seat } => Phase::Turn(seat),
            PhaseForm::Provisional { seat } => Phase::Provisional(seat),
            PhaseForm::Over { reason, could_open, scores, winners } => {
                Phase::Over(Outcome { reason, could_open, scores, winners })
            }
        }
    }
}
