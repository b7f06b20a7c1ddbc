//! Looking ahead: what to do now, tried out on many hands that the others may hold.

use trinta_core::{Command, Seat, Tile, Tiles, View, Viewer};
use trinta_solver::numbers::{Best, Objective, Position};

use crate::bot::Thinking;
use crate::instead::instead;
use crate::numbers::strongest::deal::Dealer;
use crate::numbers::strongest::is_enough;
use crate::numbers::strongest::memory::Memory;
use crate::numbers::strongest::playout::{Manner, Player};

/// Something to do now, and how to go on.
struct Arm {
    command: usize,
    manner: Manner,
    sum: f64,
}

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
    let commands = candidates(view, asked, best, player, thinking);
    let dealer = Dealer::new(view, memory, &mut player.solver, thinking)?;
    let manners: Vec<Manner> = view
        .state
        .setup()
        .seats()
        .map(|seat: Seat| memory.of(seat).map_or(Manner::Most, |player| player.style().into()))
        .collect();
    let mut arms: Vec<Arm> = [Manner::Nothing, Manner::Dearest, Manner::Single]
        .into_iter()
        .flat_map(|manner| (0..commands.len()).map(move |command| Arm { command, manner, sum: 0.0 }))
        .collect();
    let most = if dealer.is_open() { 1 } else { MOST_DEALS };
    let mut deals = 0;
    'deals: while deals < most && arms.len() > 1 && !is_enough(thinking) {
        let game = dealer.deal(&mut player.solver, thinking);
        let mut worths = Vec::with_capacity(arms.len());
        for arm in &arms {
            let mut manners = manners.clone();
            manners[own.index()] = arm.manner;
            match player.play(game.clone(), own, &commands[arm.command], &manners, thinking) {
                Some(worth) => worths.push(worth),
                None if is_enough(thinking) => {
                    if deals > 0 || worths.is_empty() {
                        break 'deals;
                    }
                    worths.resize(arms.len(), f64::NEG_INFINITY);
                    break;
                }
                None => worths.push(f64::NEG_INFINITY),
            }
        }
        arms.iter_mut().zip(&worths).for_each(|(arm, worth)| arm.sum += worth);
        deals += 1;
        if deals % ROUND == 0 {
            arms.sort_by(|one, other| other.sum.total_cmp(&one.sum));
            arms.truncate(arms.len().div_ceil(2).max(2));
        }
    }
    if deals == 0 {
        return None;
    }
    // Of equals the first.
    let best = arms.iter().rev().max_by(|one, other| one.sum.total_cmp(&other.sum))?;
    commands.into_iter().nth(best.command)
}

/// What may be worth doing: nothing, the most, what costs most, without jokers, a single tile, all but one.
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
    let mut commands = vec![instead(view)];
    commands.extend(plays.into_iter().map(|play| Command::Play { layout: play.table.into_layout() }));
    commands
}
