//! Hints from the solver, one at a time in the whole server, so that they slow no move.

use trinta_bots::words::Vocabulary;
use trinta_core::{Layout, Settings, Table, Tiles};
use trinta_solver::{Budget, Objective, Position, Proof, Rules, solve, steps};
use trinta_table::library::RulesOracle;
use trinta_table::wire::{HintView, MoveView, SpotView, StepView};
use trinta_table::{Code, Refusal};

use crate::metrics::count;
use crate::room::{Room, RoomRequest, Ticket};
use crate::work::spawn_long;

impl Room {
    pub(super) fn hint(&mut self, ticket: Ticket, step: u8) {
        let refusal = match (self.connections.seat_of(ticket), self.table.running()) {
            _ if !self.table.plan().hints => Some((Code::NoHints, "this table plays without hints")),
            _ if !(1..=3).contains(&step) => Some((Code::BadMessage, "a hint has three steps")),
            (None, _) => Some((Code::NotSeated, "only players get hints")),
            (_, None) => Some((Code::NoGame, "no game is on")),
            (Some(seat), Some(current)) if current.game.turn() != Some(seat) => {
                Some((Code::Rules, "a hint is for your own turn"))
            }
            _ if self.connections.get(ticket).is_some_and(|connection| connection.awaits_hint) => {
                Some((Code::TooMany, "the solver is working on it already"))
            }
            _ => None,
        };
        if let Some((code, message)) = refusal {
            self.refuse(ticket, None, Refusal::new(code, message));
            return;
        }
        let (Some(seat), Some(current)) = (self.connections.seat_of(ticket), self.table.running()) else { return };
        let Some(player) = current.game.seat(seat) else { return };
        let query = SolverQuery {
            settings: current.game.settings().clone(),
            oracle: self.table.oracle().clone(),
            table: current.game.table().clone(),
            rack: player.rack.clone(),
            opened: player.opened,
            budget: self.registry.options.hint_budget,
        };
        let version = current.touched;
        if let Some(connection) = self.connections.get_mut(ticket) {
            connection.awaits_hint = true;
        }
        let (inbox, registry) = (self.inbox.clone(), self.registry.clone());
        tokio::spawn(async move {
            let Ok(permit) = registry.hint_permits.clone().acquire_owned().await else { return };
            let found = spawn_long(move || {
                let _permit = permit;
                query.hint(step, version)
            });
            if let Ok(hint) = found.await {
                count(&registry.metrics.hints);
                let _ = inbox.send(RoomRequest::Hint(ticket, Box::new(hint))).await;
            }
        });
    }
}

/// A position for the solver: only what its player sees.
pub(crate) struct SolverQuery {
    pub(crate) settings: Settings,
    pub(crate) oracle: RulesOracle,
    pub(crate) table: Table,
    pub(crate) rack: Tiles,
    pub(crate) opened: bool,
    pub(crate) budget: Budget,
}

impl SolverQuery {
    fn hint(&self, step: u8, version: u64) -> HintView {
        let (best, proved) = self.solve();
        let found = best.is_some();
        let mut hint = HintView { step, version, found, proved, sets: None, placed: None, table: None, steps: None };
        let Some((after, placed)) = best else { return hint };
        if step >= 2 {
            hint.sets = Some(touched_sets(self.table.layout(), after.layout()));
        }
        if step >= 3 {
            hint.steps = Some(self.see_steps(&steps::steps(&self.table, &after)));
            (hint.placed, hint.table) = (Some(placed), Some(after));
        }
        hint
    }

    /// The steps, each with the table as it leaves it.
    fn see_steps(&self, all: &[steps::Step]) -> Vec<StepView> {
        let (mut table, mut rack) = (self.table.layout().clone(), self.rack.clone());
        let mut seen = Vec::with_capacity(all.len());
        for step in all {
            (table, rack) = match steps::replay(&table, &rack, std::slice::from_ref(step)) {
                Ok(after) => after,
                Err(error) => unreachable!("steps can be carried out: {error}"),
            };
            seen.push(see_step(step, table.clone()));
        }
        seen
    }

    /// The best play with words that may be suggested, if there is one, and whether that is proved. Where the list has
    /// words that are never suggested, it is not proved that there is no play.
    pub(crate) fn solve(&self) -> (Option<(Table, Tiles)>, bool) {
        let SolverQuery { settings, table, rack, opened, .. } = self;
        let vocabulary = self.oracle.words().map(|words| &**words.vocabulary());
        let book = vocabulary.map(|words| words.suggestions(table, rack));
        let Some(rules) = Rules::new(settings, book.as_deref()) else { return (None, false) };
        let position = Position { rules, table, rack, opened: *opened };
        let answer = solve(&position, Objective::default_for(settings), self.budget);
        let withholds = answer.best.is_none() && vocabulary.is_some_and(Vocabulary::withholds_words);
        (answer.best.map(|best| (best.table, best.placed)), answer.proof == Proof::Optimal && !withholds)
    }
}

/// The sets of the table that a play does not leave as they are.
fn touched_sets(before: &Layout, after: &Layout) -> Vec<usize> {
    let mut left: Vec<_> = after.sets().collect();
    let mut touched = Vec::new();
    for (index, set) in before.sets().enumerate() {
        match left.iter().position(|other| *other == set) {
            Some(found) => drop(left.swap_remove(found)),
            None => touched.push(index),
        }
    }
    touched
}

fn see_step(step: &steps::Step, table: Layout) -> StepView {
    let spot = |spot: steps::Spot| Some(SpotView { set: spot.set()?, at: spot.at()? });
    StepView {
        action: step.action.code().to_owned(),
        moves: step.moves.iter().map(|go| MoveView { tile: go.tile, from: spot(go.from), to: spot(go.to) }).collect(),
        table,
        text: step.to_string(),
    }
}
