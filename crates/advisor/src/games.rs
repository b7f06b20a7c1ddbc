//! Games of the bots, from which the games of simulated tournaments are taken.

use std::collections::BTreeMap;
use std::sync::OnceLock;
use std::time::Duration;

use trinta_bots::arena::Arena;
use trinta_bots::numbers::Level;
use trinta_bots::{Bot, BotName, Budget, Dice, NoClock};
use trinta_core::scoring::rack_total;
use trinta_core::shuffle::Bytes32;
use trinta_core::{AnyWord, EndReason, Game, SeatOf, Settings, Setup, Tiles};
use trinta_solver::Referee;

/// The levels that play like people, from a child in its first game to a strong club player.
pub const LEVELS: [Level; 4] = [Level::One, Level::Two, Level::Three, Level::Four];

/// What a turn may cost: the levels that play like people need much less.
const EFFORT_OF: Duration = Duration::from_millis(20);

/// What a player has left after a turn.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) struct RackLeft {
    pub(crate) sum: u32,
    pub(crate) opened: bool,
}

/// A game as a tournament needs it.
#[derive(Debug, Clone)]
pub(crate) struct PlayedGame {
    /// The racks after each turn, in the order of the players' levels.
    pub(crate) turns: Vec<Vec<RackLeft>>,
    /// The seat in that order whose turn it was, for each turn.
    pub(crate) movers: Vec<usize>,
    /// Whether somebody went out; otherwise the pool was empty.
    pub(crate) is_out: bool,
    /// Whether unopened racks could have opened at the end, where that counts (N23).
    pub(crate) could_open: Vec<Option<bool>>,
}

/// Games for every combination of levels at a table, each played when it is first needed. A game follows from the
/// seed, the levels and its index alone, so that the order in which they are played does not matter.
pub(crate) struct Library {
    settings: Settings,
    seed: u64,
    games: BTreeMap<Vec<usize>, Vec<OnceLock<Result<PlayedGame, String>>>>,
}

impl Library {
    /// A library of about this many games at tables of four, and as many of each combination at smaller tables.
    pub(crate) fn new(settings: Settings, seed: u64, games: usize) -> Library {
        let combinations = |players: usize| combinations(players, LEVELS.len());
        let each = games.div_ceil(combinations(4).len()).max(1);
        let all = (2..=4).flat_map(combinations);
        let games = all.map(|levels| (levels, (0..each).map(|_| OnceLock::new()).collect())).collect();
        Library { settings, seed, games }
    }

    /// A game of players with these levels, in ascending order.
    pub(crate) fn pick(&self, levels: &[usize], dice: &mut Dice) -> Result<&PlayedGame, String> {
        let games = self.games.get(levels).ok_or("no bots play at such a table")?;
        let index = dice.below(games.len());
        games[index].get_or_init(|| self.play(levels, index)).as_ref().map_err(Clone::clone)
    }

    /// How many games were played.
    pub(crate) fn played(&self) -> usize {
        self.games.values().flatten().filter(|game| game.get().is_some()).count()
    }

    fn play(&self, levels: &[usize], index: usize) -> Result<PlayedGame, String> {
        let mut bytes = [0; 32];
        bytes[..8].copy_from_slice(&self.seed.to_le_bytes());
        bytes[8..16].copy_from_slice(&(index as u64).to_le_bytes());
        for (byte, level) in bytes[16..].iter_mut().zip(levels) {
            *byte = *level as u8 + 1;
        }
        let mut dice = Dice::from_bytes(bytes);
        let seed = Bytes32(dice.bytes());
        // Whom one plays after matters, so that the order at the table is drawn.
        let mut order: Vec<usize> = (0..levels.len()).collect();
        dice.shuffle(&mut order);
        let setup = Setup::new(self.settings.clone(), levels.len() as u8).map_err(|error| error.to_string())?;
        let build = |&place: &usize| BotName::Level(LEVELS[levels[place]]).build(&self.settings);
        let mut bots: Vec<Box<dyn Bot>> =
            order.iter().map(build).collect::<Result<_, _>>().map_err(|error| error.to_string())?;
        let mut seated: Vec<&mut dyn Bot> = bots.iter_mut().map(|bot| &mut **bot as &mut dyn Bot).collect();
        let referee = Referee::new();
        let budget = Budget::of(EFFORT_OF);
        let arena = Arena { setup: &setup, search: &referee, spelling: &AnyWord, budget, clock: &NoClock };
        let finished = arena.play(&mut seated, &seed, 0).map_err(|error| error.to_string())?;
        let seat_of: Vec<usize> =
            (0..order.len()).map(|place| order.iter().position(|&at| at == place).unwrap_or(0)).collect();
        let mut game = Game::new(setup);
        let (mut turns, mut movers) = (Vec::new(), Vec::new());
        for event in &finished.events {
            let before: Vec<u32> = game.seats().iter().map(|seat| seat.turns).collect();
            game.apply(event);
            let had_turn = |(seat, turns): (&SeatOf<Tiles>, &u32)| seat.turns > *turns;
            let Some(mover) = game.seats().iter().zip(&before).position(had_turn) else { continue };
            let left = |&seat: &usize| {
                let seat = &game.seats()[seat];
                RackLeft { sum: rack_total(&self.settings, &seat.rack), opened: seat.opened }
            };
            turns.push(seat_of.iter().map(left).collect());
            movers.push(order[mover]);
        }
        Ok(PlayedGame {
            turns,
            movers,
            is_out: finished.outcome.reason == EndReason::Out,
            could_open: seat_of.iter().map(|&seat| finished.outcome.could_open.get(seat).copied().flatten()).collect(),
        })
    }
}

/// All ways to choose this many of some kinds, in ascending order, each kind as often as wanted.
fn combinations(size: usize, kinds: usize) -> Vec<Vec<usize>> {
    if size == 0 {
        return vec![Vec::new()];
    }
    let shorter = combinations(size - 1, kinds).into_iter();
    let longer = shorter.flat_map(|chosen| {
        let from = chosen.last().copied().unwrap_or(0);
        (from..kinds).map(move |kind| chosen.iter().copied().chain([kind]).collect())
    });
    longer.collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_combination_of_levels_stands_once() {
        assert_eq!(combinations(2, 3), [[0, 0], [0, 1], [0, 2], [1, 1], [1, 2], [2, 2]]);
        assert_eq!([2, 3, 4].map(|size| combinations(size, 4).len()), [10, 20, 35]);
    }

    #[test]
    fn a_game_ends_as_its_racks_say_and_follows_from_its_seed() {
        let settings = Settings::edition("school").unwrap();
        let library = Library::new(settings.clone(), 7, 1);
        let game = library.pick(&[1, 2, 3], &mut Dice::new(1)).unwrap();
        let last = game.turns.last().unwrap();
        assert_eq!(game.is_out, last.iter().any(|rack| rack.sum == 0));
        let earlier = &game.turns[..game.turns.len() - 1];
        assert!(earlier.iter().flatten().all(|rack| rack.sum > 0), "nobody is out before the last turn");
        assert_eq!(game.turns.len(), game.movers.len());
        assert!(game.turns.len() > 10 && last.len() == 3);
        let again = Library::new(settings, 7, 1);
        assert_eq!(again.pick(&[1, 2, 3], &mut Dice::new(2)).unwrap().turns, game.turns);
        assert_eq!(library.played(), 1);
        assert!(library.pick(&[0], &mut Dice::new(1)).is_err());
    }
}
