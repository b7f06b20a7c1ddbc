//! Players who err as people do.
//!
//! They find plays with the exact solver, but only among what they notice: not every tile of their rack in every turn,
//! and of the table no more than a few sets at a time. What they overlook is what people overlook, plays that need
//! several sets of the table at once; they never lay nonsense.

use trinta_core::edition::JokerMoves;
use trinta_core::numbers::check;
use trinta_core::{Command, Layout, Proposal, Table, Tiles, View};
use trinta_solver::{Objective, Position, Rules};

use crate::bot::{Bot, Thinking};
use crate::instead::instead;
use crate::numbers::draft::Draft;
use crate::numbers::mind::Mind;
use crate::numbers::position;

/// What a player notices.
#[derive(Debug, Clone, Copy)]
pub(super) struct Habits {
    /// How many in a hundred tiles of the rack are noticed in a turn.
    pub(super) noticed: u32,
    /// How many sets or tiles are laid in a turn at the most; none is no limit.
    pub(super) steps: Option<usize>,
    /// How many sets of the table are rearranged at once; 0 is none.
    pub(super) window: usize,
    /// How often the player looks for something to rearrange.
    pub(super) looks: usize,
}

/// Somebody who notices some of what there is.
#[derive(Debug)]
pub(super) struct Casual {
    habits: Habits,
    mind: Mind,
}

impl Casual {
    pub(super) fn new(habits: Habits) -> Casual {
        // One question for the own sets, or the opening, and one a look.
        Casual { habits, mind: Mind::new(1 + habits.looks as u64) }
    }

    /// The best play of a rack on some sets of the table.
    fn best(&mut self, asked: &Position<'_>, thinking: &mut Thinking<'_>) -> Option<Layout> {
        let best = self.mind.best(asked, Objective::Tiles, thinking);
        best.map(|best| best.table.into_layout())
    }

    fn opening(&mut self, asked: &Position<'_>, thinking: &mut Thinking<'_>) -> Option<Layout> {
        let noticed = self.notice(asked.rack, thinking);
        self.best(&Position { rack: &noticed, ..*asked }, thinking)
    }

    /// The tiles that catch the eye in this turn. A joker always does.
    fn notice(&self, rack: &Tiles, thinking: &mut Thinking<'_>) -> Tiles {
        let noticed = self.habits.noticed;
        rack.iter().filter(|tile| tile.is_joker() || thinking.dice.chance(noticed)).collect()
    }

    /// Lays sets of the own rack, adds single tiles, and rearranges what was looked at.
    fn manipulate(&mut self, asked: &Position<'_>, thinking: &mut Thinking<'_>) -> Option<Layout> {
        let mut draft = Draft::new(asked.table.layout(), self.notice(asked.rack, thinking));
        let mut steps = self.habits.steps.unwrap_or(usize::MAX);
        let nothing = Table::new();
        if let Some(own) =
            self.best(&Position { table: &nothing, rack: draft.rack(), opened: true, ..*asked }, thinking)
        {
            steps -= draft.lay_sets(&own, steps);
        }
        steps -= draft.add_tiles(steps);
        if steps > 0 {
            self.rearrange(asked, &mut draft, thinking);
        }
        draft.into_play()
    }

    /// Looks at a few sets of the table at a time, whichever catch the eye, and plays what fits there.
    fn rearrange(&mut self, asked: &Position<'_>, draft: &mut Draft, thinking: &mut Thinking<'_>) {
        for _ in 0..self.habits.looks {
            if draft.rack().is_empty() || self.habits.window == 0 {
                return;
            }
            let mut sets: Vec<usize> = (0..draft.sets()).collect();
            thinking.dice.shuffle(&mut sets);
            sets.truncate(self.habits.window);
            let Some(seen) = draft.some_sets(&sets) else { return };
            let position = Position { table: &seen, rack: draft.rack(), opened: true, ..*asked };
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
        let Some(position) = position(view) else { return instead(view) };
        let found =
            if position.opened { self.manipulate(&position, thinking) } else { self.opening(&position, thinking) };
        // Two looks that are legal each by themselves can bring a joker back to where it may not be (N14).
        let found = found.filter(|layout| is_legal(&position, layout));
        found.map_or_else(|| instead(view), |layout| Command::Play { layout })
    }
}
