//! A rack in the order of the sets that are on it.

use trinta_core::Table;
use trinta_solver::{Budget, Objective, Position, Rules, solve};
use trinta_table::wire::ServerMessage;
use trinta_table::{Code, Refusal};

use crate::room::{Room, Ticket};

/// The solver's budget for a rack: racks are small, and nobody else waits for the answer.
const RACK_BUDGET: Budget = Budget::nodes(20_000);

impl Room {
    /// The best use of a player's rack alone. It says nothing that the player does not see.
    pub(super) fn arrange(&mut self, ticket: Ticket) {
        let seat = self.connections.seat_of(ticket);
        let player = seat.zip(self.table.running()).and_then(|(seat, current)| {
            let game = &current.game;
            Some((game.settings().clone(), game.seat(seat)?.rack.clone()))
        });
        let Some((settings, mut rest)) = player else {
            self.refuse(ticket, None, Refusal::new(Code::NoGame, "there is no rack to sort"));
            return;
        };
        let mut sets = Table::default();
        if let Some(rules) = Rules::numbers(&settings) {
            let position = Position { rules, table: &Table::default(), rack: &rest, opened: true };
            if let Some(best) = solve(&position, Objective::Tiles, RACK_BUDGET).best {
                let _ = rest.take(&best.placed);
                sets = best.table;
            }
        }
        self.send_to(ticket, &ServerMessage::Arranged { sets, rest });
    }
}
