//! Aids that answer what a record says: for replaying a game without search, word list or seed.

use std::cell::Cell;

use crate::game::{EndReason, Event};
use crate::search::{Position, Search};
use crate::shuffle::Shuffle;
use crate::spelling::{Spelling, Verdict};
use crate::tile::Tile;
use crate::tiles::Tiles;

/// Takes every answer from the record itself.
pub(super) struct TrustedAnswers<'a> {
    /// The orders of the shuffles, as far as the record shows them: the tiles that came first.
    orders: Vec<Vec<Tile>>,
    end: Option<&'a Event>,
    /// Whether the event under way is tried a second time, the first try having given something else.
    second_try: Cell<bool>,
    /// The words said to be misspelt in the event under way.
    misspelt: Cell<&'a [String]>,
}

impl<'a> TrustedAnswers<'a> {
    pub(super) fn new(events: &'a [Event]) -> TrustedAnswers<'a> {
        let order = |event: &Event| match event {
            Event::Lot { draws } => Some(draws.iter().flat_map(|draw| draw.tiles.clone()).collect()),
            Event::Dealt { racks, pool, .. } => Some(racks.iter().flat_map(Tiles::iter).chain(pool.iter()).collect()),
            Event::Returned { pool, .. } => Some(pool.iter().collect()),
            _ => None,
        };
        TrustedAnswers {
            orders: events.iter().filter_map(order).collect(),
            end: events.last().filter(|event| matches!(event, Event::Ended { .. })),
            second_try: Cell::new(false),
            misspelt: Cell::new(&[]),
        }
    }

    /// Takes the answers of the step that begins with this event.
    pub(super) fn at(&self, event: &'a Event, second_try: bool) {
        self.second_try.set(second_try);
        self.misspelt.set(match event {
            Event::Refused { misspelt, .. } | Event::Challenged { misspelt, .. } => misspelt,
            _ => &[],
        });
    }
}

impl Search for TrustedAnswers<'_> {
    fn can_play(&self, _position: &Position<'_>) -> Option<bool> {
        let ends_blocked = matches!(self.end, Some(Event::Ended { reason: EndReason::Blocked, .. }));
        (ends_blocked && self.second_try.get()).then_some(false)
    }

    fn could_open(&self, position: &Position<'_>) -> bool {
        match self.end {
            Some(Event::Ended { could_open, .. }) => {
                could_open.get(position.seat.index()).copied().flatten().unwrap_or(false)
            }
            _ => false,
        }
    }
}

/// Asks a real search. The record is trusted only where the game went on although nobody could play, because the players
/// need not have noticed.
pub(super) struct CheckedSearch<'a> {
    pub(super) search: &'a dyn Search,
    pub(super) trust: &'a TrustedAnswers<'a>,
}

impl Search for CheckedSearch<'_> {
    fn can_play(&self, position: &Position<'_>) -> Option<bool> {
        match self.search.can_play(position) {
            // What the search can't tell, the record is believed.
            None => self.trust.can_play(position),
            Some(able) => (able || !self.trust.second_try.get()).then_some(able),
        }
    }

    fn could_open(&self, position: &Position<'_>) -> bool {
        self.search.could_open(position)
    }
}

impl Spelling for TrustedAnswers<'_> {
    fn judge(&self, word: &str) -> Verdict {
        if self.misspelt.get().iter().any(|misspelt| misspelt == word) { Verdict::NotInList } else { Verdict::Good }
    }
}

impl Shuffle for TrustedAnswers<'_> {
    /// Puts in front what the record shows in front. If it shows tiles that are not there, the order stays, and the
    /// events will differ.
    fn shuffle(&self, number: u32, tiles: &mut [Tile]) {
        let Some(order) = self.orders.get(number as usize) else { return };
        let mut rest: Tiles = tiles.iter().copied().collect();
        if rest.take(&order.iter().copied().collect()).is_ok() {
            for (place, tile) in tiles.iter_mut().zip(order.iter().copied().chain(rest.iter())) {
                *place = tile;
            }
        }
    }
}
