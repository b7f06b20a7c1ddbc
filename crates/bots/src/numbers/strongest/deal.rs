//! Determinizations: the unseen tiles dealt so that they agree with everything that the opponents did.

use trinta_core::{Game, GamePosition, HandKnowledge, PositionError, Seat, Table, Tile, Tiles, View, Viewer};
use trinta_solver::{Budget, Objective, Position, Rules, Solver};

use crate::bot::Thinking;
use crate::numbers::strongest::memory::{Memory, Style};
use crate::numbers::strongest::{CALL_COST, should_stop};

/// At most this many racks are sampled for an opponent until one agrees with what the opponent did.
const MAX_TRIES: usize = 4;

/// An opponent, whose rack is hidden.
struct Opponent<'a> {
    seat: usize,
    count: usize,
    /// How many of the tiles were drawn at the end of the last turn, which reveals nothing about them.
    drawn: usize,
    /// The table on which the opponent could play none of the other tiles; none if that is unknown, or if the opponent
    /// holds tiles back.
    unplayable_on: Option<&'a Table>,
    opened: bool,
    /// The unseen tiles that could have been played alone on that table.
    playable: Vec<Tile>,
}

/// Samples determinizations.
pub(super) struct Dealer<'a> {
    view: &'a View,
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
        let mut dealer = Dealer { view, own, rules, budget, unseen, opponents: Vec::new() };
        for seat in state.setup().seats().filter(|&seat| seat != own) {
            let count = usize::from(state.seat(seat)?.rack.count);
            let opened = state.has_opened(seat);
            let remembered = memory.of(seat).filter(|player| player.style() == Style::PlaysAll);
            let unplayable_on = remembered.map(|player| &player.table);
            let drawn = remembered.map_or(count, |player| player.drawn.min(count));
            let mut opponent =
                Opponent { seat: seat.index(), count, drawn, unplayable_on, opened, playable: Vec::new() };
            if opened && !dealer.is_fully_known() {
                opponent.playable = dealer.playable_alone(&opponent, solver, thinking);
            }
            dealer.opponents.push(opponent);
        }
        Some(dealer)
    }

    /// Whether nothing is hidden: all unseen tiles are on one rack.
    pub(super) fn is_fully_known(&self) -> bool {
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
    ///
    /// # Errors
    /// If the view can't be that of a game, for example because tiles are missing or surplus.
    pub(super) fn deal(&self, solver: &mut Solver, thinking: &mut Thinking<'_>) -> Result<Game, PositionError> {
        let mut rest = self.unseen.clone();
        thinking.dice.shuffle(&mut rest);
        let mut racks = vec![Vec::new(); self.view.state.seats().len()];
        if let Some(own) = self.view.own_rack() {
            racks[self.own.index()] = own.as_slice().to_vec();
        }
        for opponent in &self.opponents {
            racks[opponent.seat] = self.take_rack(opponent, &mut rest, solver, thinking);
        }
        self.game(racks, rest)
    }

    /// Takes a rack for an opponent from the tiles that are left. The tiles drawn last are at its end.
    fn take_rack(
        &self,
        opponent: &Opponent<'_>,
        rest: &mut Vec<Tile>,
        solver: &mut Solver,
        thinking: &mut Thinking<'_>,
    ) -> Vec<Tile> {
        let held = opponent.count - opponent.drawn;
        for _ in 1..MAX_TRIES {
            let Some(table) = opponent.unplayable_on.filter(|_| !self.is_fully_known()) else { break };
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
        rack
    }

    /// The game of the view with these racks, each with the tiles drawn last at its end, and this pool.
    fn game(&self, racks: Vec<Vec<Tile>>, pool: Vec<Tile>) -> Result<Game, PositionError> {
        let seen = self.view.state.position();
        let seats = seen.seats.iter().zip(racks).map(|(player, rack)| {
            let drawn_last = match &player.drawn_last.tiles {
                Some(tiles) => tiles.clone(),
                None => rack[rack.len().saturating_sub(player.drawn_last.size())..].to_vec().into(),
            };
            player.with_tiles(rack.into(), drawn_last)
        });
        let position = GamePosition {
            seats: seats.collect(),
            pool: pool.into(),
            table: seen.table,
            phase: seen.phase,
            passes: seen.passes,
            last_turns: seen.last_turns,
            shuffles: seen.shuffles,
            contest: seen.contest,
            version: seen.version,
        };
        Game::from_position(self.view.state.setup().clone(), position)
    }
}

#[cfg(test)]
mod tests {
    use trinta_core::edition::{SettingsBuilder, Value};
    use trinta_core::shuffle::{Bytes32, Shuffler};
    use trinta_core::{Actor, Aids, AnyWord, Command, NoSearch, Settings, Setup, see};

    use super::*;
    use crate::budget::{self, NoClock};
    use trinta_dice::Dice;

    /// A game of three: it is the second player's turn, and everybody but the third has opened.
    fn game(table: &Table) -> Game {
        let setup = Setup::new(Settings::edition("hk").unwrap(), 3).unwrap();
        let racks = ["k1 k2 y9 y10 b13 *", "k5 b7 r1 y1 b1", "k5 k7 r9 b12"].map(|rack| rack.parse::<Tiles>().unwrap());
        let mut dealt = table.layout().counts();
        racks.iter().flat_map(Tiles::iter).for_each(|tile| dealt.add(tile));
        let mut pool = setup.tile_set().tiles();
        pool.retain(|&tile| !dealt.take(tile));
        let mut position = GamePosition::new(table.clone(), racks.to_vec(), pool.into(), Seat(1));
        position.seats[2].opened = false;
        Game::from_position(setup, position).unwrap()
    }

    #[test]
    fn racks_agree_with_the_counts_the_box_and_the_events() {
        let table = Table::read("r3 r4 r5 | k10 r10 b10 | b2 b3 b4".parse().unwrap()).unwrap();
        let mut game = game(&table);
        let viewer = Viewer::Seat(Seat(0));
        let mut memory = Memory::default();
        memory.begin(&game.view(viewer));
        // Both opponents draw. Of the one who has opened, this suggests that nothing fitted.
        let shuffle = Shuffler::from_seed(&Bytes32([1; 32]), 3);
        let aids = Aids { search: &NoSearch, spelling: &AnyWord, shuffle: &shuffle };
        for seat in [Seat(1), Seat(2)] {
            for event in game.decide(Actor::Seat(seat), &Command::Draw, &aids).unwrap() {
                game.apply(&event);
                memory.observe(&see(&event, viewer), &game.view(viewer));
            }
        }
        let view = game.view(viewer);
        let (mut solver, mut dice) = (Solver::new(), Dice::new(1));
        let budget = budget::Budget { effort: u64::MAX, ..budget::Budget::default() };
        let mut thinking = Thinking::new(budget, &NoClock, &mut dice);
        let dealer = Dealer::new(&view, &memory, &mut solver, Budget::nodes(3000), &mut thinking).unwrap();
        let (mut first, mut differs) = (None, false);
        for _ in 0..40 {
            let dealt = dealer.deal(&mut solver, &mut thinking).unwrap();
            let mut all: Vec<Tile> = dealt.all_tiles().collect();
            all.sort_unstable();
            assert_eq!(all, view.state.settings().tile_set(3).tiles());
            assert_eq!((dealt.turn(), dealt.table()), (Some(Seat(0)), view.state.table()));
            // The viewer can't tell it from the real game.
            assert_eq!(dealt.view(viewer), view);
            let rack = &dealt.seats()[1].rack;
            let fits = ["r2", "r6", "y10", "b1", "b5", "*"].map(|tile| tile.parse::<Tile>().unwrap());
            // One tile was drawn at the end of the turn: it may be any.
            assert!(rack.iter().filter(|tile| fits.contains(tile)).count() <= 1, "{rack}");
            differs |= *first.get_or_insert_with(|| rack.clone()) != *rack;
        }
        assert!(differs);
    }

    /// N15: a playout ends by the passes and last turns of the real game.
    #[test]
    fn passes_and_last_turns_are_those_of_the_view() {
        let table = Table::read("r3 r4 r5".parse().unwrap()).unwrap();
        for (pool_empty, passes, last_turns) in [("pass", 5, None), ("last-turn", 1, Some(2))] {
            let mut position = game(&table).position();
            let pool = std::mem::take(&mut position.pool);
            position.seats[2].rack.add(pool.iter());
            (position.passes, position.last_turns) = (passes, last_turns);
            let mut builder = SettingsBuilder::edition("hk").unwrap();
            builder.set("pool_empty", Value::read(pool_empty));
            let setup = Setup::new(builder.build().unwrap(), 3).unwrap();
            let view = Game::from_position(setup, position).unwrap().view(Viewer::Seat(Seat(1)));
            let (mut solver, mut dice) = (Solver::new(), Dice::new(1));
            let mut thinking = Thinking::new(budget::Budget::default(), &NoClock, &mut dice);
            let memory = Memory::default();
            let dealer = Dealer::new(&view, &memory, &mut solver, Budget::nodes(3000), &mut thinking).unwrap();
            let dealt = dealer.deal(&mut solver, &mut thinking).unwrap();
            assert_eq!(dealt.position().passes, passes);
            assert_eq!(dealt.view(view.viewer), view);
        }
    }
}
