//! Bots that make the mistakes of people.
//!
//! They find plays with the exact solver, but only among what they notice: some of the tiles on their rack, and a few
//! sets of the table at a time. So they overlook what people overlook, plays that rearrange several sets at once, and
//! never make an invalid play.

use trinta_core::edition::JokerMoves;
use trinta_core::numbers::check;
use trinta_core::{Command, Layout, Proposal, Table, Tiles, View};
use trinta_solver::{Objective, Position, Rules};

use crate::bot::{Bot, Thinking};
use crate::fallback::fallback_command;
use crate::numbers::draft::Draft;
use crate::numbers::position;
use crate::numbers::turn_solver::TurnSolver;

/// How much a bot notices.
#[derive(Debug, Clone, Copy)]
pub(super) struct Habits {
    /// The chance to notice a tile of the rack in a turn, in percent.
    pub(super) noticed: u32,
    /// The maximum number of sets and tiles laid in a turn; none: no limit.
    pub(super) steps: Option<usize>,
    /// The number of table sets that are rearranged together; 0: the bot does not rearrange.
    pub(super) window: usize,
    /// How many times a turn the bot picks sets to rearrange.
    pub(super) looks: usize,
}

/// A bot that notices part of what it sees.
#[derive(Debug)]
pub(super) struct Casual {
    habits: Habits,
    solver: TurnSolver,
}

impl Casual {
    pub(super) fn new(habits: Habits) -> Casual {
        // One search for sets of its own, or the opening, and one for each look.
        Casual { habits, solver: TurnSolver::new(1 + habits.looks as u64) }
    }

    /// The best play of a rack with some sets of the table.
    fn best(&mut self, position: &Position<'_>, thinking: &mut Thinking<'_>) -> Option<Layout> {
        let best = self.solver.best(position, Objective::Tiles, thinking);
        best.map(|best| best.table.into_layout())
    }

    fn opening(&mut self, position: &Position<'_>, thinking: &mut Thinking<'_>) -> Option<Layout> {
        let noticed = self.notice(position.rack, thinking);
        self.best(&Position { rack: &noticed, ..*position }, thinking)
    }

    /// The tiles that the bot notices in this turn; jokers always.
    fn notice(&self, rack: &Tiles, thinking: &mut Thinking<'_>) -> Tiles {
        let noticed = self.habits.noticed;
        rack.iter().filter(|tile| tile.is_joker() || thinking.dice.chance(noticed)).collect()
    }

    /// Lays sets from the rack, adds single tiles, and rearranges some sets.
    fn manipulate(&mut self, position: &Position<'_>, thinking: &mut Thinking<'_>) -> Option<Layout> {
        let mut draft = Draft::new(position.table.layout(), self.notice(position.rack, thinking));
        let mut steps = self.habits.steps.unwrap_or(usize::MAX);
        let empty = Table::new();
        if let Some(own) =
            self.best(&Position { table: &empty, rack: draft.rack(), opened: true, ..*position }, thinking)
        {
            steps -= draft.lay_sets(&own, steps);
        }
        steps -= draft.add_tiles(steps);
        if steps > 0 {
            self.rearrange(position, &mut draft, thinking);
        }
        draft.into_play()
    }

    /// Picks a few sets of the table at random, several times, and makes the best play with them.
    fn rearrange(&mut self, position: &Position<'_>, draft: &mut Draft, thinking: &mut Thinking<'_>) {
        for _ in 0..self.habits.looks {
            if draft.rack().is_empty() || self.habits.window == 0 {
                return;
            }
            let mut sets: Vec<usize> = (0..draft.set_count()).collect();
            thinking.dice.shuffle(&mut sets);
            sets.truncate(self.habits.window);
            let Some(seen) = draft.some_sets(&sets) else { return };
            let position = Position { table: &seen, rack: draft.rack(), opened: true, ..*position };
            if let Some(after) = self.best(&position, thinking) {
                draft.replace(&sets, &after);
            }
        }
    }
}

fn is_legal(position: &Position<'_>, after: &Layout) -> bool {
    let &Position { rules, table: before, rack, opened } = position;
    let Rules::Numbers { settings, .. } = rules else { return true };
    settings.joker_moves == JokerMoves::Any || check(settings, Proposal { before, rack, opened, after }).is_ok()
}

impl Bot for Casual {
    fn turn(&mut self, view: &View, thinking: &mut Thinking<'_>) -> Command {
        let Some(position) = position(view) else { return fallback_command(view) };
        let found =
            if position.opened { self.manipulate(&position, thinking) } else { self.opening(&position, thinking) };
        // Two rearrangements that are legal by themselves can together move a joker to where it may not be (N14).
        let found = found.filter(|layout| is_legal(&position, layout));
        found.map_or_else(|| fallback_command(view), |layout| Command::Play { layout })
    }
}
