//! A view as it is sent to its viewer: all of it but the rules, which both ends have.

use crate::game::event::SeenEvent;
use crate::game::position::SeenState;
use crate::game::setup::Setup;
use crate::game::state::StateOf;
use crate::game::view::{View, Viewer};
use crate::seat::Seat;

/// A view or an event that belongs to a table with other seats.
#[derive(Debug, Clone, Copy, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum ViewError {
    /// The number of seats differs.
    #[error("a table of {players} has {players} racks, not {racks}")]
    Seats {
        /// The players of this table.
        players: u8,
        /// The racks of the view or event.
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

    /// The view of a state that was sent.
    ///
    /// # Errors
    /// If it is of a table with other seats.
    pub fn from_state(viewer: Viewer, setup: Setup, state: SeenState) -> Result<View, ViewError> {
        has_racks(&setup, state.seats.len())?;
        state.named_seats().try_for_each(|seat| has_seat(&setup, seat))?;
        let state = StateOf::from_checked(setup.into(), state);
        Ok(View { viewer, state })
    }

    /// Folds in one event that came from elsewhere.
    ///
    /// # Errors
    /// If it is of a table with other seats. The view stays as it was.
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
            | SeenEvent::ChallengeClosed { seat } => has_seat(setup, *seat)?,
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
