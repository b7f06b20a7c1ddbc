//! Hands that the others may hold: as many tiles as they have, of those not seen, that fit what they did.

use trinta_core::{Event, Game, Seat, Setup, Table, Tile, Tiles, View, Viewer};
use trinta_solver::{Budget, Objective, Position, Rules, Solver};

use crate::bot::Thinking;
use crate::numbers::strongest::memory::{LateTurn, Memory, Style};
use crate::numbers::strongest::{CALL, is_enough};

/// Hands tried for a player until one fits what the player did.
const TRIES: usize = 4;

/// Somebody whose hand is not known.
struct Hidden<'a> {
    seat: usize,
    count: usize,
    /// The tiles among them about which the last turn says nothing.
    drawn: usize,
    /// The table that the other tiles had nothing to add to; none if the player keeps tiles back.
    silent: Option<&'a Table>,
    opened: bool,
    /// Tiles that could have been laid there.
    fits: Vec<Tile>,
}

/// Deals the hidden tiles again and again.
pub(super) struct Dealer<'a> {
    view: &'a View,
    memory: &'a Memory,
    own: Seat,
    rules: Rules<'a>,
    /// What one question may cost.
    budget: Budget,
    unseen: Vec<Tile>,
    hidden: Vec<Hidden<'a>>,
}

impl<'a> Dealer<'a> {
    /// Counts what is out. None in a game of words, or without a seat.
    pub(super) fn new(
        view: &'a View,
        memory: &'a Memory,
        solver: &mut Solver,
        budget: Budget,
        thinking: &mut Thinking<'_>,
    ) -> Option<Dealer<'a>> {
        let Viewer::Seat(own) = view.viewer else { return None };
        let state = &view.state;
        let rules = Rules::numbers(state.settings())?;
        let mut seen = state.table().layout().counts();
        view.own_rack()?.iter().for_each(|tile| seen.add(tile));
        let mut unseen = state.settings().tile_set(state.players()).tiles();
        unseen.retain(|&tile| !seen.take(tile));
        let mut dealer = Dealer { view, memory, own, rules, budget, unseen, hidden: Vec::new() };
        for seat in state.setup().seats().filter(|&seat| seat != own) {
            let count = usize::from(state.seat(seat)?.rack.count);
            let opened = state.has_opened(seat);
            let remembered = memory.of(seat).filter(|player| player.style() == Style::Lays);
            let silent = remembered.map(|player| &player.table);
            let mut hidden = Hidden { seat: seat.index(), count, drawn: 0, silent, opened, fits: Vec::new() };
            hidden.drawn = remembered.map_or(count, |player| player.drawn.min(count));
            if opened && !dealer.is_open() {
                hidden.fits = dealer.fitting(&hidden, solver, thinking);
            }
            dealer.hidden.push(hidden);
        }
        Some(dealer)
    }

    /// Whether nothing is hidden: all that is not seen is on one rack.
    pub(super) fn is_open(&self) -> bool {
        self.view.state.pool_size() == 0 && self.view.state.seats().len() == 2
    }

    /// The tiles of which one alone could have been laid.
    fn fitting(&self, hidden: &Hidden<'_>, solver: &mut Solver, thinking: &mut Thinking<'_>) -> Vec<Tile> {
        let Some(table) = hidden.silent else { return Vec::new() };
        let mut kinds = self.unseen.clone();
        kinds.dedup();
        kinds.retain(|&tile| {
            !is_enough(thinking) && self.can_play(&[tile].into_iter().collect(), table, true, solver, thinking)
        });
        kinds
    }

    fn can_play(
        &self,
        rack: &Tiles,
        table: &Table,
        opened: bool,
        solver: &mut Solver,
        thinking: &mut Thinking<'_>,
    ) -> bool {
        let asked = Position { rules: self.rules, table, rack, opened };
        let answer = solver.solve(&asked, Objective::Any, self.budget);
        thinking.spend(answer.nodes + CALL);
        answer.best.is_some()
    }

    /// The game with hidden tiles dealt anew.
    pub(super) fn deal(&self, solver: &mut Solver, thinking: &mut Thinking<'_>) -> Game {
        let mut rest = self.unseen.clone();
        thinking.dice.shuffle(&mut rest);
        let mut racks = vec![Tiles::new(); self.view.state.seats().len()];
        if let Some(own) = self.view.own_rack() {
            racks[self.own.index()] = own.clone();
        }
        for hidden in &self.hidden {
            racks[hidden.seat] = self.hand(hidden, &mut rest, solver, thinking);
        }
        rest.truncate(self.view.state.pool_size());
        self.game(racks, rest)
    }

    /// A hand of the tiles that are left, which are taken away.
    fn hand(
        &self,
        hidden: &Hidden<'_>,
        rest: &mut Vec<Tile>,
        solver: &mut Solver,
        thinking: &mut Thinking<'_>,
    ) -> Tiles {
        let kept = hidden.count - hidden.drawn;
        for _ in 1..TRIES {
            let Some(table) = hidden.silent.filter(|_| !self.is_open()) else { break };
            // What fits goes to the end, from where it is taken only if there is nothing else.
            rest.sort_by_key(|tile| hidden.fits.contains(tile));
            let silent: Tiles = rest.iter().copied().take(kept).collect();
            if !self.can_play(&silent, table, hidden.opened, solver, thinking) {
                break;
            }
            thinking.dice.shuffle(rest);
        }
        let mut hand: Vec<Tile> = rest.drain(..kept.min(rest.len())).collect();
        thinking.dice.shuffle(rest);
        hand.extend(rest.drain(..hidden.drawn.min(rest.len())));
        hand.into()
    }

    /// A game that stands as the view shows it, with these racks and this pool.
    fn game(&self, racks: Vec<Tiles>, pool: Vec<Tile>) -> Game {
        let state = &self.view.state;
        let setup: &Setup = state.setup();
        let players = usize::from(setup.players());
        let mut game = Game::new(setup.clone());
        game.apply(&Event::Dealt { starter: self.own, racks, pool: pool.into() });
        let played = |seat: Seat| Event::Played {
            seat,
            table: state.table().clone(),
            placed: Tiles::new(),
            opening: None,
            score: None,
            time_up: false,
        };
        for seat in setup.seats().filter(|seat| state.seat(*seat).is_some_and(|player| player.opened)) {
            game.apply(&played(seat));
        }
        // The turns since the pool became empty, and the draw before them: they count for the end of the game (N15).
        let late = self.memory.late();
        let late = &late[late.len().saturating_sub(2 * players)..];
        let before = |turns: usize| Seat::at((self.own.index() + 3 * players - turns) % players);
        let drew =
            Event::Drew { seat: before(late.len() + 1), tiles: Tiles::new(), why: trinta_core::DrawReason::Choice };
        game.apply(&drew);
        for (index, turn) in late.iter().enumerate() {
            let seat = before(late.len() - index);
            game.apply(&match turn {
                LateTurn::Play => played(seat),
                LateTurn::Pass => Event::Passed { seat, why: trinta_core::PassReason::Choice },
            });
        }
        game
    }
}

#[cfg(test)]
mod tests {
    use trinta_core::{DrawReason, Settings, see};

    use super::*;
    use crate::budget::{self, NoClock};
    use crate::dice::Dice;

    /// A game of three: the second has opened and drawn when nothing fitted, the third has not opened and drew.
    fn events(table: &Table) -> (Game, Vec<Event>) {
        let setup = Setup::new(Settings::edition("hk").unwrap(), 3).unwrap();
        let mut box_of: Vec<Tile> = setup.settings().tile_set(3).tiles();
        let own: Tiles = "k1 k2 y9 y10 b13 *".parse().unwrap();
        let other: Tiles = "k5 b7 r1 y1 b1".parse().unwrap();
        let third: Tiles = "k5 k7 r9 b12".parse().unwrap();
        let laid = table.tiles();
        let mut dealt: Vec<Tile> = [&own, &other, &third, &laid].into_iter().flat_map(Tiles::iter).collect();
        box_of.retain(|tile| match dealt.iter().position(|other| other == tile) {
            Some(index) => {
                dealt.swap_remove(index);
                false
            }
            None => true,
        });
        let drawn: Vec<Tiles> = box_of.iter().take(2).map(|&tile| [tile].into_iter().collect()).collect();
        let mut first = own.clone();
        first.add(laid.iter());
        let played = |seat, placed| Event::Played {
            seat,
            table: table.clone(),
            placed,
            opening: Some(30),
            score: None,
            time_up: false,
        };
        let drew = |seat, tiles: &Tiles| Event::Drew { seat, tiles: tiles.clone(), why: DrawReason::Choice };
        let events = vec![
            Event::Dealt { starter: Seat(0), racks: vec![first, other, third], pool: box_of.into() },
            played(Seat(0), laid),
            played(Seat(1), Tiles::new()),
            drew(Seat(2), &Tiles::new()),
            drew(Seat(0), &Tiles::new()),
            drew(Seat(1), &drawn[0]),
            drew(Seat(2), &drawn[1]),
        ];
        (Game::new(setup), events)
    }

    #[test]
    fn hands_fit_the_counts_the_box_and_what_was_done() {
        let table = Table::read("r3 r4 r5 | k10 r10 b10 | b2 b3 b4".parse().unwrap()).unwrap();
        let (mut game, events) = events(&table);
        let mut memory = Memory::default();
        let viewer = Viewer::Seat(Seat(0));
        for event in &events {
            game.apply(event);
            memory.observe(&see(event, viewer), &game.view(viewer));
        }
        let view = game.view(viewer);
        let (mut solver, mut dice) = (Solver::new(), Dice::new(1));
        let budget = budget::Budget { effort: u64::MAX, ..budget::Budget::default() };
        let mut thinking = Thinking::new(budget, &NoClock, &mut dice);
        let dealer = Dealer::new(&view, &memory, &mut solver, Budget::nodes(3000), &mut thinking).unwrap();
        let (mut first, mut differs) = (None, false);
        for _ in 0..40 {
            let dealt = dealer.deal(&mut solver, &mut thinking);
            let mut all: Vec<Tile> = dealt.all_tiles().collect();
            all.sort_unstable();
            assert_eq!(all, view.state.settings().tile_set(3).tiles());
            assert_eq!((dealt.turn(), dealt.table()), (Some(Seat(0)), view.state.table()));
            for (seat, seen) in dealt.seats().iter().zip(view.state.seats()) {
                assert_eq!((seat.rack.len(), seat.opened), (usize::from(seen.rack.count), seen.opened));
            }
            let rack = &dealt.seats()[1].rack;
            let fits = ["r2", "r6", "y10", "b1", "b5", "*"].map(|tile| tile.parse::<Tile>().unwrap());
            // One tile was drawn at the end of the turn: it may be any.
            assert!(rack.iter().filter(|tile| fits.contains(tile)).count() <= 1, "{rack}");
            differs |= *first.get_or_insert_with(|| rack.clone()) != *rack;
        }
        assert!(differs);
    }
}
