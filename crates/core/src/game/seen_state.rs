//! A view as it is sent to its viewer: all of it but the rules, which both ends have.

use serde::{Deserialize, Serialize};

use crate::game::event::{EndReason, SeenEvent};
use crate::game::position::SeenState;
use crate::game::setup::Setup;
use crate::game::state::{Outcome, Phase, StateOf};
use crate::game::view::{View, Viewer};
use crate::score::Score;
use crate::seat::Seat;

/// Why a view can't be taken up, or an event not be folded into it: it is of another table.
#[derive(Debug, Clone, Copy, PartialEq, Eq, thiserror::Error)]
pub enum ViewError {
    /// Another number of seats.
    #[error("a table of {players} has {players} racks, not {racks}")]
    Seats {
        /// The players of this table.
        players: u8,
        /// The racks that came.
        racks: usize,
    },
    /// A seat that this table does not have.
    #[error("there is no seat {0} at this table")]
    NoSuchSeat(Seat),
}

impl From<View> for SeenState {
    fn from(view: View) -> SeenState {
        view.state.position()
    }
}

impl View {
    /// A game of which nothing has been seen yet.
    #[must_use]
    pub fn new(viewer: Viewer, setup: Setup) -> View {
        View { viewer, state: StateOf::new(setup) }
    }

    /// The view that was sent.
    ///
    /// # Errors
    /// When it is of a table with other seats.
    pub fn from_state(viewer: Viewer, setup: Setup, state: SeenState) -> Result<View, ViewError> {
        has_racks(&setup, state.seats.len())?;
        state.named_seats().try_for_each(|seat| has_seat(&setup, seat))?;
        let state = StateOf::trusted(setup.into(), state);
        Ok(View { viewer, state })
    }

    /// Folds one event in that came from elsewhere.
    ///
    /// # Errors
    /// When it is of a table with other seats. The view stays as it was.
    pub fn follow(&mut self, event: &SeenEvent) -> Result<(), ViewError> {
        let setup = self.state.setup();
        match event {
            SeenEvent::Lot { draws } => draws.iter().try_for_each(|draw| has_seat(setup, draw.seat))?,
            SeenEvent::Dealt { starter, racks, pool: _ } => {
                has_racks(setup, racks.len())?;
                has_seat(setup, *starter)?;
            }
            SeenEvent::Ended { racks, winners, .. } => {
                has_racks(setup, racks.len())?;
                winners.iter().try_for_each(|&seat| has_seat(setup, seat))?;
            }
            SeenEvent::NewDeal { seat, .. }
            | SeenEvent::Played { seat, .. }
            | SeenEvent::Refused { seat, .. }
            | SeenEvent::Drew { seat, .. }
            | SeenEvent::Passed { seat, .. }
            | SeenEvent::Returned { seat, .. }
            | SeenEvent::Challenged { by: seat, .. }
            | SeenEvent::TakenBack { seat }
            | SeenEvent::Accepted { seat }
            | SeenEvent::Stood { seat } => has_seat(setup, *seat)?,
        }
        self.apply(event);
        Ok(())
    }
}

fn has_racks(setup: &Setup, racks: usize) -> Result<(), ViewError> {
    let players = setup.players();
    if racks == usize::from(players) { Ok(()) } else { Err(ViewError::Seats { players, racks }) }
}

fn has_seat(setup: &Setup, seat: Seat) -> Result<(), ViewError> {
    if seat.0 < setup.players() { Ok(()) } else { Err(ViewError::NoSuchSeat(seat)) }
}

/// Where a game stands, as it is written.
#[derive(Serialize, Deserialize)]
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
        /// What ended it.
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
