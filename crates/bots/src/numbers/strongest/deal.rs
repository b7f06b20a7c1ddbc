//! Hands that the others may hold: as many tiles as they have, of those not seen, that fit what they did.

use trinta_core::edition::NumberSettings;
use trinta_core::{Event, Game, Seat, Setup, Table, Tile, Tiles, View, Viewer};
use trinta_solver::numbers::{Objective, Position, Solver};

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
    rules: &'a NumberSettings,
    unseen: Vec<Tile>,
    hidden: Vec<Hidden<'a>>,
}

impl<'a> Dealer<'a> {
    /// Counts what is out. None in a game of words, or without a seat.
    pub(super) fn new(
        view: &'a View,
        memory: &'a Memory,
        solver: &mut Solver,
        thinking: &mut Thinking<'_>,
    ) -> Option<Dealer<'a>> {
        let Viewer::Seat(own) = view.viewer else { return None };
        let state = &view.state;
        let rules = state.settings().numbers()?;
        let mut seen = state.table().layout().counts();
        view.own_rack()?.iter().for_each(|tile| seen.add(tile));
        let mut unseen = state.settings().tile_set(state.players()).tiles();
        unseen.retain(|&tile| !seen.take(tile));
        let mut dealer = Dealer { view, memory, own, rules, unseen, hidden: Vec::new() };
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
        let joker_left = self.view.state.settings().joker_left;
        let asked = Position { rules: self.rules, joker_left, table, rack, opened };
        let able = solver.solve(&asked, Objective::Any).best.is_some();
        thinking.spend(solver.looked_at() + CALL);
        able
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
        let late = &late[late.len().saturating_sub(players)..];
        let before = |turns: usize| Seat::at((self.own.index() + 2 * players - turns) % players);
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
