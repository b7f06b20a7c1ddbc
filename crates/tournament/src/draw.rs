//! Drawing number tiles: for the start of a game, for a place in the ring, for a winner's seat (B06, B07, C02, X06).

use std::collections::BTreeMap;

use trinta_core::Tile;

use crate::people::Number;
use crate::settings::DrawnJoker;

/// The value of a joker where it is the highest tile: one more than the largest number.
const JOKER: u32 = 14;

/// Players who draw number tiles for places; the larger number gets one.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Draw {
    entrants: Vec<Number>,
    places: usize,
    order: Order,
    joker: DrawnJoker,
    /// From the best down. Whoever is in none of them gets no place.
    slots: Vec<Slot>,
}

/// Whether it matters who of those with a place drew the larger tile.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Order {
    /// All places are alike.
    Alike,
    /// The first place is better than the second.
    Ranked,
}

#[derive(Debug, Clone, PartialEq, Eq)]
enum Slot {
    Decided(Number),
    /// Places among players whose tiles so far were equal, or who have not all drawn yet.
    Open {
        players: Vec<Number>,
        places: usize,
        held: BTreeMap<Number, Tile>,
    },
}

/// Who has to draw a tile now.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Pending {
    /// The players, in the order of their numbers.
    pub numbers: Vec<Number>,
    /// How many places are still open.
    pub places: usize,
}

impl Draw {
    /// A draw among these players for this many places.
    #[must_use]
    pub fn new(players: &[Number], places: usize, order: Order) -> Draw {
        let mut entrants = players.to_vec();
        entrants.sort_unstable();
        let mut slots = Vec::new();
        open(&mut slots, entrants.clone(), places, order);
        Draw { entrants, places, order, joker: DrawnJoker::Again, slots }
    }

    /// The same draw with another worth of jokers (C02).
    #[must_use]
    pub fn with_joker(self, joker: DrawnJoker) -> Draw {
        Draw { joker, ..self }
    }

    /// Whether this is the draw of just these players for this many places.
    #[must_use]
    pub fn is_of(&self, players: &[Number], places: usize) -> bool {
        let mut players = players.to_vec();
        players.sort_unstable();
        self.entrants == players && self.places == places
    }

    /// All who entered it, in the order of their numbers.
    #[must_use]
    pub fn entrants(&self) -> &[Number] {
        &self.entrants
    }

    /// The draw before anybody drew.
    #[must_use]
    pub fn afresh(&self) -> Draw {
        Draw::new(&self.entrants, self.places, self.order).with_joker(self.joker)
    }

    /// Who has to draw now; none if everything is decided.
    #[must_use]
    pub fn pending(&self) -> Option<Pending> {
        let mut pending = Pending { numbers: Vec::new(), places: 0 };
        for slot in &self.slots {
            if let Slot::Open { players, places, held } = slot {
                pending.numbers.extend(players.iter().filter(|player| !held.contains_key(player)));
                pending.places += places;
            }
        }
        pending.numbers.sort_unstable();
        (!pending.numbers.is_empty()).then_some(pending)
    }

    /// The tiles that lie in front of players who wait for others to draw again.
    pub(crate) fn held(&self) -> impl Iterator<Item = Tile> + '_ {
        self.slots.iter().flat_map(|slot| match slot {
            Slot::Open { held, .. } => held.values().copied().collect(),
            Slot::Decided(_) => Vec::new(),
        })
    }

    /// Those who have a place, the best first; none while anything is open.
    #[must_use]
    pub fn chosen(&self) -> Option<Vec<Number>> {
        let decided = |slot: &Slot| match slot {
            Slot::Decided(number) => Some(*number),
            Slot::Open { .. } => None,
        };
        self.slots.iter().map(decided).collect()
    }

    /// Those who have a place already, whatever is open, the best first.
    pub fn settled(&self) -> impl Iterator<Item = Number> + '_ {
        self.slots.iter().filter_map(|slot| match slot {
            Slot::Decided(number) => Some(*number),
            Slot::Open { .. } => None,
        })
    }

    /// Takes the tiles that the players drew who had to. Where a joker counts for nothing, its player draws again.
    pub fn take(&mut self, tiles: &BTreeMap<Number, Tile>) {
        for slot in std::mem::take(&mut self.slots) {
            match slot {
                Slot::Decided(number) => self.slots.push(Slot::Decided(number)),
                Slot::Open { players, places, mut held } => {
                    for player in &players {
                        let counts = |tile: &&Tile| self.joker == DrawnJoker::Highest || !tile.is_joker();
                        if let Some(tile) = tiles.get(player).filter(counts) {
                            held.entry(*player).or_insert(*tile);
                        }
                    }
                    if held.len() == players.len() {
                        compare(&mut self.slots, &held, places, self.order);
                    } else {
                        self.slots.push(Slot::Open { players, places, held });
                    }
                }
            }
        }
    }

    /// These players leave, all at once. What is decided stays decided.
    pub fn leave(&mut self, gone: &[Number]) {
        for slot in std::mem::take(&mut self.slots) {
            match slot {
                Slot::Open { mut players, places, mut held } if players.iter().any(|player| gone.contains(player)) => {
                    players.retain(|player| !gone.contains(player));
                    held.retain(|player, _| !gone.contains(player));
                    if players.len() <= places && (self.order == Order::Alike || players.len() <= 1) {
                        self.slots.extend(players.into_iter().map(Slot::Decided));
                    } else if held.len() == players.len() {
                        compare(&mut self.slots, &held, places, self.order);
                    } else {
                        let places = places.min(players.len());
                        self.slots.push(Slot::Open { players, places, held });
                    }
                }
                slot => self.slots.push(slot),
            }
        }
    }
}

/// Adds the slots of players who have equal claims to this many places.
fn open(slots: &mut Vec<Slot>, players: Vec<Number>, places: usize, order: Order) {
    let all_served = players.len() <= places && (order == Order::Alike || players.len() == 1);
    if all_served {
        slots.extend(players.into_iter().map(Slot::Decided));
    } else if places > 0 {
        slots.push(Slot::Open { places: places.min(players.len()), players, held: BTreeMap::new() });
    }
}

/// Adds the slots of players who all hold a tile. Equal tiles that matter are drawn for again.
fn compare(slots: &mut Vec<Slot>, held: &BTreeMap<Number, Tile>, mut places: usize, order: Order) {
    let mut by_value: BTreeMap<u32, Vec<Number>> = BTreeMap::new();
    for (&number, &tile) in held {
        by_value.entry(if tile.is_joker() { JOKER } else { tile.value() }).or_default().push(number);
    }
    for equal in by_value.into_values().rev() {
        let served = places.min(equal.len());
        open(slots, equal, served, order);
        places -= served;
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn numbers(numbers: &[u32]) -> Vec<Number> {
        numbers.iter().copied().map(Number).collect()
    }

    fn tiles(drawn: &[(u32, &str)]) -> BTreeMap<Number, Tile> {
        drawn.iter().map(|(number, tile)| (Number(*number), tile.parse().unwrap())).collect()
    }

    fn pending(draw: &Draw) -> Option<(Vec<u32>, usize)> {
        draw.pending().map(|pending| (pending.numbers.iter().map(|number| number.0).collect(), pending.places))
    }

    #[test]
    fn c02_a_joker_may_be_the_highest_tile() {
        let mut draw = Draw::new(&numbers(&[2, 3]), 1, Order::Alike).with_joker(DrawnJoker::Highest);
        draw.take(&tiles(&[(2, "*"), (3, "k13")]));
        assert_eq!(draw.chosen(), Some(numbers(&[2])));
        let mut again = draw.afresh();
        again.take(&tiles(&[(2, "*"), (3, "*")]));
        assert_eq!(pending(&again), Some((vec![2, 3], 1)), "two jokers are equal");
    }

    #[test]
    fn b06_the_larger_number_moves_and_equal_ones_draw_again() {
        let mut draw = Draw::new(&numbers(&[2, 3]), 1, Order::Alike);
        assert_eq!(pending(&draw), Some((vec![2, 3], 1)));
        draw.take(&tiles(&[(2, "r9"), (3, "b9")]));
        assert_eq!(pending(&draw), Some((vec![2, 3], 1)));
        draw.take(&tiles(&[(2, "r9"), (3, "k12")]));
        assert_eq!(draw.chosen(), Some(numbers(&[3])));
    }

    #[test]
    fn b07_three_equal_players_draw_for_two_places() {
        let mut draw = Draw::new(&numbers(&[1, 2, 3]), 2, Order::Alike);
        draw.take(&tiles(&[(1, "r3"), (2, "r8"), (3, "r13")]));
        assert_eq!(draw.chosen(), Some(numbers(&[3, 2])));
        let mut draw = Draw::new(&numbers(&[1, 2, 3]), 2, Order::Alike);
        draw.take(&tiles(&[(1, "r8"), (2, "b8"), (3, "r13")]));
        assert_eq!(pending(&draw), Some((vec![1, 2], 1)), "3 has a place, the others draw for the one left");
    }

    #[test]
    fn c02_who_drew_a_joker_draws_again_and_the_others_keep_their_tiles() {
        let mut draw = Draw::new(&numbers(&[1, 2, 3]), 1, Order::Alike);
        draw.take(&tiles(&[(1, "*"), (2, "r5"), (3, "k7")]));
        assert_eq!(pending(&draw), Some((vec![1], 1)));
        draw.take(&tiles(&[(1, "r6")]));
        assert_eq!(draw.chosen(), Some(numbers(&[3])));
    }

    #[test]
    fn b11_ranked_places_leave_no_equal_tiles() {
        let mut draw = Draw::new(&numbers(&[1, 2, 3]), 2, Order::Ranked);
        draw.take(&tiles(&[(1, "r8"), (2, "b8"), (3, "r3")]));
        assert_eq!(pending(&draw), Some((vec![1, 2], 2)));
        draw.take(&tiles(&[(1, "r8"), (2, "b9")]));
        assert_eq!(draw.chosen(), Some(numbers(&[2, 1])));
    }

    #[test]
    fn whoever_leaves_is_out_of_a_draw_that_is_not_decided() {
        let mut draw = Draw::new(&numbers(&[1, 2, 3]), 1, Order::Alike);
        draw.take(&tiles(&[(1, "*"), (2, "r5"), (3, "k7")]));
        draw.leave(&numbers(&[1]));
        assert_eq!(draw.chosen(), Some(numbers(&[3])));
        draw.leave(&numbers(&[3]));
        assert_eq!(draw.chosen(), Some(numbers(&[3])), "decided already");
        let mut draw = Draw::new(&numbers(&[1, 2]), 1, Order::Alike);
        draw.leave(&numbers(&[2]));
        assert_eq!(draw.chosen(), Some(numbers(&[1])));
        let mut draw = Draw::new(&numbers(&[1, 2, 3]), 2, Order::Alike);
        draw.leave(&numbers(&[1, 3]));
        assert_eq!(draw.chosen(), Some(numbers(&[2])), "nobody who has left gets a place");
    }
}
