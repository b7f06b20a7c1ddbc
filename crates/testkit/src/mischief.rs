//! Mischief: commands that are mostly invalid, from anybody, at any time.

use trinta_core::{Actor, Command, Game, Laid, Layout, Seat, Tile, TileSet};

use trinta_dice::Dice;

/// A random command from a random actor.
pub fn random_command(game: &Game, dice: &mut Dice) -> (Actor, Command) {
    let actor = match dice.below(8) {
        0 | 1 => Actor::Host,
        2 => Actor::Seat(Seat(200)),
        3 => Actor::Seat(Seat(game.players())),
        _ => Actor::Seat(Seat(dice.below(usize::from(game.players())) as u8)),
    };
    let command = match dice.below(12) {
        0 => Command::Deal,
        1 => Command::NewDeal,
        2..=5 => Command::Play { layout: layout(game, dice) },
        6 => Command::Draw,
        7 => Command::Pass,
        8 => Command::TimeUp { draft: random_draft(game, dice), restored: random_draft(game, dice) },
        9 => Command::Challenge,
        10 => Command::Accept,
        _ => Command::CloseChallenge,
    };
    (actor, command)
}

fn random_draft(game: &Game, dice: &mut Dice) -> Option<Layout> {
    dice.chance(60).then(|| layout(game, dice))
}

/// A random layout: empty, garbage, or the table with errors.
pub fn layout(game: &Game, dice: &mut Dice) -> Layout {
    match dice.below(6) {
        0 => Layout::new(),
        1 => garbage(game, dice),
        2 => game.table().layout().clone(),
        _ => tampered(game, dice),
    }
}

/// Random pieces of any box in sets of any length, including empty and enormous ones.
pub fn garbage(game: &Game, dice: &mut Dice) -> Layout {
    let mut layout = Layout::new();
    for _ in 0..dice.below(5) {
        let length = if dice.chance(5) { 200 } else { dice.below(8) };
        layout.push((0..length).map(|_| piece(game, dice)).collect::<Vec<_>>());
    }
    layout
}

/// A random piece, mostly of the game's own box; jokers have any reading.
pub fn piece(game: &Game, dice: &mut Dice) -> Laid {
    let boxes = [game.setup().tile_set(), game.setup().tile_set(), TileSet::Classic, TileSet::Letters];
    let tiles = boxes[dice.below(boxes.len())].tiles();
    let tile = tiles[dice.below(tiles.len())];
    match dice.below(8) {
        0 => Laid::JOKER,
        1 => Laid::joker_as(tile),
        _ => tile.into(),
    }
}

/// The table with tiles removed, added from any rack, replaced or moved.
fn tampered(game: &Game, dice: &mut Dice) -> Layout {
    let mut sets: Vec<Vec<Laid>> = game.table().sets().map(<[Laid]>::to_vec).collect();
    let racks: Vec<Tile> = game.seats().iter().flat_map(|seat| seat.rack.iter()).collect();
    for _ in 0..=dice.below(3) {
        if sets.is_empty() || dice.chance(10) {
            sets.push((0..3).filter_map(|_| dice.pick(&racks)).map(Laid::from).collect());
            continue;
        }
        let (here, there) = (dice.below(sets.len()), dice.below(sets.len()));
        match dice.below(6) {
            0 => {
                sets.remove(here);
            }
            1 => sets[here].extend(dice.pick(&racks).map(Laid::from)),
            2 => {
                let moved = sets[here].pop();
                sets[there].extend(moved);
            }
            3 => {
                if let Some(last) = sets[here].last_mut() {
                    *last = piece(game, dice);
                }
            }
            4 => sets[here].reverse(),
            _ => {
                let copy = sets[here].clone();
                sets.push(copy);
            }
        }
    }
    sets.into_iter().collect()
}
