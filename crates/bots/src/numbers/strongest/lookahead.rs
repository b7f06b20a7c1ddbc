//! Looking ahead: what to do now, tried out on many hands that the others may hold.

use trinta_core::{Command, Game, Seat, Tile, Tiles, View, Viewer};
use trinta_solver::{Best, Objective, Position};

use crate::bot::Thinking;
use crate::numbers::strongest::deal::Dealer;
use crate::numbers::strongest::is_enough;
use crate::numbers::strongest::memory::Memory;
use crate::numbers::strongest::playout::{Manner, Player};

/// Something to do now, and what came of it.
struct Choice {
    command: Command,
    /// For each manner to go on in, the sum over the deals.
    sums: [f64; MANNERS.len()],
}

impl Choice {
    /// What it is worth with the best manner to go on in.
    fn worth(&self) -> f64 {
        self.sums.into_iter().fold(f64::NEG_INFINITY, f64::max)
    }
}

/// How the player may go on afterwards.
const MANNERS: [Manner; 3] = [Manner::Nothing, Manner::Single, Manner::Dearest];

/// Turns to look ahead: first whether the next one is the last.
const DEPTHS: [usize; 3] = [1, 7, FAR];
/// Further than most games go from the end of the pool.
const FAR: usize = 60;

/// More than anything but a victory is worth.
const VICTORY: f64 = 0.9;

/// Single tiles to lay, or to keep back, that are looked at.
const SINGLES: usize = 12;
/// Deals after which the worse half is not looked at any more.
const ROUND: u32 = 4;
/// Deals that are enough.
const MOST_DEALS: u32 = 400;

/// What is best to do, as far as the budget tells. `best` is the play of the most tiles.
pub(super) fn look_ahead(
    view: &View,
    asked: &Position<'_>,
    best: &Best,
    memory: &Memory,
    player: &mut Player,
    thinking: &mut Thinking<'_>,
) -> Option<Command> {
    let Viewer::Seat(own) = view.viewer else { return None };
    player.prepare(thinking);
    let commands = candidates(view, asked, best, player, thinking);
    let dealer = Dealer::new(view, memory, &mut player.solver, player.budget, thinking)?;
    let style = |seat| memory.of(seat).map_or(Manner::Most, |player| player.style().into());
    let manners: Vec<Manner> = view.state.setup().seats().map(style).collect();
    let choice = |command| Choice { command, sums: [0.0; MANNERS.len()] };
    let mut choices: Vec<Choice> = commands.into_iter().map(choice).collect();
    if dealer.is_open() {
        let game = dealer.deal(&mut player.solver, thinking).ok()?;
        try_deeper(&game, own, &mut choices, &manners, player, thinking);
    } else {
        try_often(&dealer, own, &mut choices, &manners, player, thinking);
    }
    // Of equals the first.
    choices.into_iter().rev().max_by(|one, other| one.worth().total_cmp(&other.worth())).map(|choice| choice.command)
}

/// Tries all choices where nothing is hidden, each time looking further, until one is found that wins. Leaves no choice
/// if there was not enough budget for a single one.
fn try_deeper(
    game: &Game,
    own: Seat,
    choices: &mut Vec<Choice>,
    manners: &[Manner],
    player: &mut Player,
    thinking: &mut Thinking<'_>,
) {
    for (pass, far) in DEPTHS.into_iter().enumerate() {
        for index in 0..choices.len() {
            let Some(worths) = try_out(game, own, &choices[index].command, manners, far, player, thinking) else {
                if pass == 0 {
                    choices.truncate(index);
                }
                return;
            };
            choices[index].sums = worths;
            if choices[index].worth() > VICTORY {
                return;
            }
        }
    }
}

/// Tries all choices on one deal after the other, and after some the better half. Leaves no choice if there was not
/// enough budget for a single deal.
fn try_often(
    dealer: &Dealer<'_>,
    own: Seat,
    choices: &mut Vec<Choice>,
    manners: &[Manner],
    player: &mut Player,
    thinking: &mut Thinking<'_>,
) {
    for deals in 1..=MOST_DEALS {
        // Where every choice ends the game at once nobody else looks at the budget.
        if deals > 1 && is_enough(thinking) {
            return;
        }
        let Ok(game) = dealer.deal(&mut player.solver, thinking) else { return choices.clear() };
        let worths: Option<Vec<_>> =
            choices.iter().map(|choice| try_out(&game, own, &choice.command, manners, FAR, player, thinking)).collect();
        let Some(worths) = worths else {
            if deals == 1 {
                choices.clear();
            }
            return;
        };
        for (choice, worths) in choices.iter_mut().zip(worths) {
            choice.sums.iter_mut().zip(worths).for_each(|(sum, worth)| *sum += worth);
        }
        if deals % ROUND == 0 {
            choices.sort_by(|one, other| other.worth().total_cmp(&one.worth()));
            choices.truncate(choices.len().div_ceil(2).max(2));
        }
    }
}

/// What a command comes to with each manner to go on in; none if the budget doesn't suffice.
fn try_out(
    game: &Game,
    own: Seat,
    command: &Command,
    manners: &[Manner],
    far: usize,
    player: &mut Player,
    thinking: &mut Thinking<'_>,
) -> Option<[f64; MANNERS.len()]> {
    let after = player.reply(game.clone(), own, command, manners, thinking)?;
    let mut worths = [f64::NEG_INFINITY; MANNERS.len()];
    for (worth, manner) in worths.iter_mut().zip(MANNERS) {
        if far == DEPTHS[0] && manner != MANNERS[0] {
            // Whether the next turn is the last one does not depend on what else would come.
            continue;
        }
        let mut manners = manners.to_vec();
        manners[own.index()] = manner;
        *worth = player.finish(after.clone(), own, &manners, far, thinking)?;
    }
    Some(worths)
}

/// What may be worth doing: drawing, the most, what costs most, without jokers, a single tile, all but one. Who can play
/// does not pass (N15).
fn candidates(
    view: &View,
    asked: &Position<'_>,
    best: &Best,
    player: &mut Player,
    thinking: &mut Thinking<'_>,
) -> Vec<Command> {
    let mut plays: Vec<Best> = vec![best.clone()];
    let mut add = |rack: Tiles, objective, plays: &mut Vec<Best>| {
        if rack.is_empty() || is_enough(thinking) {
            return;
        }
        let found = player.best(&Position { rack: &rack, ..*asked }, objective, thinking);
        if let Some(play) = found
            && plays.iter().all(|other| other.placed != play.placed)
        {
            plays.push(play);
        }
    };
    add(asked.rack.clone(), Objective::Value, &mut plays);
    if asked.rack.jokers() > 0 {
        add(asked.rack.iter().filter(|tile| !tile.is_joker()).collect(), Objective::Tiles, &mut plays);
    }
    let mut kinds: Vec<Tile> = asked.rack.iter().filter(|tile| !tile.is_joker()).collect();
    kinds.dedup();
    for &tile in kinds.iter().rev() {
        if plays.len() < SINGLES {
            add([tile].into_iter().collect(), Objective::Tiles, &mut plays);
        }
    }
    let singles = plays.len();
    for &tile in kinds.iter().filter(|tile| best.placed.as_slice().contains(tile)) {
        if plays.len() < singles + SINGLES {
            let mut rack = asked.rack.clone();
            if rack.take(&[tile].into_iter().collect()).is_ok() {
                add(rack, Objective::Tiles, &mut plays);
            }
        }
    }
    let draw = (view.state.pool_size() > 0).then_some(Command::Draw);
    let plays = plays.into_iter().map(|play| Command::Play { layout: play.table.into_layout() });
    draw.into_iter().chain(plays).collect()
}
