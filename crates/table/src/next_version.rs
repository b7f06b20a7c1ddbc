//! A version of the format after this one, for tests in which programs of both serve the same tables. It is built with the
//! feature `next-version`, which no release has.
//!
//! It adds what a new version can add: a kind of event that others may skip (moves are counted), a field that others may
//! leave out (why the server was away), and a kind of event that others have to understand (who stopped the clock).

use crate::command::{Request, Requester};
use crate::event::{Occupant, TableEvent};
use crate::state::Table;

impl Table {
    /// What was decided, as this version says it.
    pub(super) fn in_next_version(
        &self,
        who: &Requester,
        request: &Request,
        mut events: Vec<TableEvent>,
    ) -> Vec<TableEvent> {
        for event in &mut events {
            match event {
                TableEvent::Resumed { cause, .. } => *cause = Some("outage".to_owned()),
                TableEvent::Paused => *event = TableEvent::PausedBy { name: self.name_of(who) },
                _ => {}
            }
        }
        if matches!(request, Request::Play { .. }) {
            events.push(TableEvent::MoveCounted { number: self.counted_moves + 1 });
        }
        events
    }

    fn name_of(&self, who: &Requester) -> String {
        let occupant = match who {
            Requester::Player(player) => self.seats.iter().flatten().find(|occupant| occupant.player() == Some(player)),
            Requester::Seat(seat) => self.occupant(*seat),
            Requester::House => None,
        };
        occupant.map_or_else(String::new, |occupant| Occupant::name(occupant).to_owned())
    }
}
