//! Determinizations: the unseen tiles dealt so that they agree with everything that the opponents did.

use trinta_core::{Event, Game, Seat, Setup, Table, Tile, Tiles, View, Viewer};
use trinta_solver::{Budget, Objective, Position, Rules, Solver};

use crate::bot::Thinking;
use crate::numbers::strongest::memory::{LateTurn, Memory, Style};
use crate::numbers::strongest::{CALL_COST, should_stop};

/// At most this many racks are sampled for an opponent until one agrees with what the opponent did.
const TRIES: usize = 4;

/// An opponent, whose rack is hidden.
struct Opponent<'a> {
    seat: usize,
    count: usize,
    /// How many of the tiles were drawn at the end of the last turn, which reveals nothing about them.
    drawn: usize,
    /// The table on which none of the other tiles could be played; none if the opponent holds tiles back.
    unplayable_on: Option<&'a Table>,
    opened: bool,
    /// The unseen tiles that could have been played there alone.
    playable: Vec<Tile>,
}

/// Samples determinizations.
pub(super) struct Dealer<'a> {
    view: &'a View,
    memory: &'a Memory,
    own: Seat,
    rules: Rules<'a>,
    /// The budget of one search.
    budget: Budget,
    unseen: Vec<Tile>,
    opponents: Vec<Opponent<'a>>,
}

impl<'a> Dealer<'a> {
    /// Counts the unseen tiles. None in the word game, or if the viewer has no seat.
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
        let mut dealer = Dealer { view, memory, own, rules, budget, unseen, opponents: Vec::new() };
        for seat in state.setup().seats().filter(|&seat| seat != own) {
            let count = usize::from(state.seat(seat)?.rack.count);
            let opened = state.has_opened(seat);
            let remembered = memory.of(seat).filter(|player| player.style() == Style::Plays);
            let unplayable_on = remembered.map(|player| &player.table);
            let drawn = remembered.map_or(count, |player| player.drawn.min(count));
            let mut opponent =
                Opponent { seat: seat.index(), count, drawn, unplayable_on, opened, playable: Vec::new() };
            if opened && !dealer.is_open() {
                opponent.playable = dealer.playable_alone(&opponent, solver, thinking);
            }
            dealer.opponents.push(opponent);
        }
        Some(dealer)
    }

    /// Whether nothing is hidden: all unseen tiles are on one rack.
    pub(super) fn is_open(&self) -> bool {
        self.view.state.pool_size() == 0 && self.view.state.seats().len() == 2
    }

    /// The unseen tiles that an opponent could have played alone.
    fn playable_alone(&self, opponent: &Opponent<'_>, solver: &mut Solver, thinking: &mut Thinking<'_>) -> Vec<Tile> {
        let Some(table) = opponent.unplayable_on else { return Vec::new() };
        let mut kinds = self.unseen.clone();
        kinds.dedup();
        kinds.retain(|&tile| {
            !should_stop(thinking) && self.can_play(&[tile].into_iter().collect(), table, true, solver, thinking)
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
        let position = Position { rules: self.rules, table, rack, opened };
        let answer = solver.solve(&position, Objective::Any, self.budget);
        thinking.spend(answer.nodes + CALL_COST);
        answer.best.is_some()
    }

    /// The game with the unseen tiles dealt at random.
    pub(super) fn deal(&self, solver: &mut Solver, thinking: &mut Thinking<'_>) -> Game {
        let mut rest = self.unseen.clone();
        thinking.dice.shuffle(&mut rest);
        let mut racks = vec![Tiles::new(); self.view.state.seats().len()];
        if let Some(own) = self.view.own_rack() {
            racks[self.own.index()] = own.clone();
        }
        for opponent in &self.opponents {
            racks[opponent.seat] = self.take_rack(opponent, &mut rest, solver, thinking);
        }
        rest.truncate(self.view.state.pool_size());
        self.game(racks, rest)
    }

    /// Takes a rack for an opponent from the tiles that are left.
    fn take_rack(
        &self,
        opponent: &Opponent<'_>,
        rest: &mut Vec<Tile>,
        solver: &mut Solver,
        thinking: &mut Thinking<'_>,
    ) -> Tiles {
        let held = opponent.count - opponent.drawn;
        for _ in 1..TRIES {
            let Some(table) = opponent.unplayable_on.filter(|_| !self.is_open()) else { break };
            // Playable tiles go to the end, where they are taken only if there is nothing else.
            rest.sort_by_key(|tile| opponent.playable.contains(tile));
            let rack: Tiles = rest.iter().copied().take(held).collect();
            if !self.can_play(&rack, table, opponent.opened, solver, thinking) {
                break;
            }
            thinking.dice.shuffle(rest);
        }
        let mut rack: Vec<Tile> = rest.drain(..held.min(rest.len())).collect();
        thinking.dice.shuffle(rest);
        rack.extend(rest.drain(..opponent.drawn.min(rest.len())));
        rack.into()
    }

    /// The game of the view with these racks and this pool.
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
        // The turns since the pool became empty, and the draw before them, decide when the game ends (N15).
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
    use trinta_dice::Dice;

    /// A game of three: the second player has opened and drew because nothing fitted, the third drew before opening.
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
    fn racks_agree_with_the_counts_the_box_and_the_events() {
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
