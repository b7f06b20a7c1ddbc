//! Looking ahead: each command is evaluated by playouts of many determinizations.

use trinta_core::{Command, Game, Seat, Tile, Tiles, View, Viewer};
use trinta_solver::{Objective, Position, RatedPlay};

use crate::bot::Thinking;
use crate::numbers::strongest::deal::Dealer;
use crate::numbers::strongest::memory::Memory;
use crate::numbers::strongest::playout::{Policy, Simulator};
use crate::numbers::strongest::should_stop;

/// A command to consider, and its value so far.
struct Choice {
    command: Command,
    /// For each of [`POLICIES`], the sum of the values over the deals.
    sums: [f64; POLICIES.len()],
}

impl Choice {
    /// The value with the best policy.
    fn value(&self) -> f64 {
        self.sums.into_iter().fold(f64::NEG_INFINITY, f64::max)
    }
}

/// The policies that the bot may follow after the command.
const POLICIES: [Policy; 3] = [Policy::AllOrNothing, Policy::SingleTiles, Policy::MostValue];

/// Turns to look ahead; the first depth finds out whether the next turn is the last.
const DEPTHS: [usize; 3] = [1, 7, MAX_DEPTH];
/// More turns than most games have after the pool is empty.
const MAX_DEPTH: usize = 60;

/// Only a victory has a higher value than this.
const VICTORY_VALUE: f64 = 0.9;

/// The maximum number of plays of a single tile, and of plays that hold back a single tile.
const MAX_SINGLES: usize = 12;
/// Each time this many deals have been evaluated, the worse half of the choices is dropped.
const DEALS_PER_ROUND: u32 = 4;
/// The maximum number of deals.
const MAX_DEALS: u32 = 400;

/// The best command found within the budget. `best` is the play of the most tiles.
pub(super) fn look_ahead(
    view: &View,
    position: &Position<'_>,
    best: &RatedPlay,
    memory: &Memory,
    simulator: &mut Simulator,
    thinking: &mut Thinking<'_>,
) -> Option<Command> {
    let Viewer::Seat(own) = view.viewer else { return None };
    simulator.prepare(thinking);
    let commands = candidates(view, position, best, simulator, thinking);
    let dealer = Dealer::new(view, memory, &mut simulator.solver, simulator.budget, thinking)?;
    let style = |seat| memory.of(seat).map_or(Policy::MostTiles, |player| player.style().into());
    let policies: Vec<Policy> = view.state.setup().seats().map(style).collect();
    let choice = |command| Choice { command, sums: [0.0; POLICIES.len()] };
    let mut choices: Vec<Choice> = commands.into_iter().map(choice).collect();
    if dealer.is_fully_known() {
        let game = dealer.deal(&mut simulator.solver, thinking).ok()?;
        evaluate_deeper(&game, own, &mut choices, &policies, simulator, thinking);
    } else {
        evaluate_on_deals(&dealer, own, &mut choices, &policies, simulator, thinking);
    }
    // Reversed, because `max_by` returns the last of equal choices, and the first is wanted.
    choices.into_iter().rev().max_by(|one, other| one.value().total_cmp(&other.value())).map(|choice| choice.command)
}

/// Evaluates all choices in a game in which nothing is hidden, with increasing depth, until one wins. If the budget
/// runs out at the first depth, the choices that were not evaluated are dropped.
fn evaluate_deeper(
    game: &Game,
    own: Seat,
    choices: &mut Vec<Choice>,
    policies: &[Policy],
    simulator: &mut Simulator,
    thinking: &mut Thinking<'_>,
) {
    for (pass, depth) in DEPTHS.into_iter().enumerate() {
        for index in 0..choices.len() {
            let command = &choices[index].command;
            let Some(values) = evaluate(game, own, command, policies, depth, simulator, thinking) else {
                if pass == 0 {
                    choices.truncate(index);
                }
                return;
            };
            choices[index].sums = values;
            if choices[index].value() > VICTORY_VALUE {
                return;
            }
        }
    }
}

/// Evaluates all choices on one deal after the other, dropping the worse half after every [`DEALS_PER_ROUND`] deals. Leaves no
/// choice if the budget does not suffice for a single deal.
fn evaluate_on_deals(
    dealer: &Dealer<'_>,
    own: Seat,
    choices: &mut Vec<Choice>,
    policies: &[Policy],
    simulator: &mut Simulator,
    thinking: &mut Thinking<'_>,
) {
    for deals in 1..=MAX_DEALS {
        // Where every choice ends the game at once, the budget is checked nowhere else.
        if deals > 1 && should_stop(thinking) {
            return;
        }
        let Ok(game) = dealer.deal(&mut simulator.solver, thinking) else { return choices.clear() };
        let values: Option<Vec<_>> = choices
            .iter()
            .map(|choice| evaluate(&game, own, &choice.command, policies, MAX_DEPTH, simulator, thinking))
            .collect();
        let Some(values) = values else {
            if deals == 1 {
                choices.clear();
            }
            return;
        };
        for (choice, values) in choices.iter_mut().zip(values) {
            choice.sums.iter_mut().zip(values).for_each(|(sum, value)| *sum += value);
        }
        if deals % DEALS_PER_ROUND == 0 {
            choices.sort_by(|one, other| other.value().total_cmp(&one.value()));
            choices.truncate(choices.len().div_ceil(2).max(2));
        }
    }
}

/// The value of a command for each of [`POLICIES`]; none if the budget runs out.
fn evaluate(
    game: &Game,
    own: Seat,
    command: &Command,
    policies: &[Policy],
    depth: usize,
    simulator: &mut Simulator,
    thinking: &mut Thinking<'_>,
) -> Option<[f64; POLICIES.len()]> {
    let after = simulator.reply(game.clone(), own, command, policies, thinking)?;
    let mut values = [f64::NEG_INFINITY; POLICIES.len()];
    for (value, policy) in values.iter_mut().zip(POLICIES) {
        if depth == DEPTHS[0] && policy != POLICIES[0] {
            // Whether the next turn is the last one does not depend on the policy.
            continue;
        }
        let mut policies = policies.to_vec();
        policies[own.index()] = policy;
        *value = simulator.finish(after.clone(), own, &policies, depth, thinking)?;
    }
    Some(values)
}

/// The commands to consider: draw, and the plays of the most tiles, of the most value, without jokers, of a single tile,
/// and of all tiles but one. A player who can play may not pass (N15).
fn candidates(
    view: &View,
    position: &Position<'_>,
    best: &RatedPlay,
    simulator: &mut Simulator,
    thinking: &mut Thinking<'_>,
) -> Vec<Command> {
    let mut plays: Vec<RatedPlay> = vec![best.clone()];
    let mut add = |rack: Tiles, objective, plays: &mut Vec<RatedPlay>| {
        if rack.is_empty() || should_stop(thinking) {
            return;
        }
        let found = simulator.best(&Position { rack: &rack, ..*position }, objective, thinking);
        if let Some(play) = found
            && plays.iter().all(|other| other.placed != play.placed)
        {
            plays.push(play);
        }
    };
    add(position.rack.clone(), Objective::Value, &mut plays);
    if position.rack.jokers() > 0 {
        add(position.rack.iter().filter(|tile| !tile.is_joker()).collect(), Objective::Tiles, &mut plays);
    }
    let mut kinds: Vec<Tile> = position.rack.iter().filter(|tile| !tile.is_joker()).collect();
    kinds.dedup();
    for &tile in kinds.iter().rev() {
        if plays.len() < MAX_SINGLES {
            add([tile].into_iter().collect(), Objective::Tiles, &mut plays);
        }
    }
    let singles = plays.len();
    for &tile in kinds.iter().filter(|tile| best.placed.as_slice().contains(tile)) {
        if plays.len() < singles + MAX_SINGLES {
            let mut rack = position.rack.clone();
            if rack.take(&[tile].into_iter().collect()).is_ok() {
                add(rack, Objective::Tiles, &mut plays);
            }
        }
    }
    let draw = (view.state.pool_size() > 0).then_some(Command::Draw);
    let plays = plays.into_iter().map(|play| Command::Play { layout: play.table.into_layout() });
    draw.into_iter().chain(plays).collect()
}
