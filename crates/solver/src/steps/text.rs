//! The steps in English.

use std::fmt;

use trinta_core::notation::SetText;
use trinta_core::{Colour, Laid, Layout, Table, Tile, words};

use super::step::{Action, Change, Load, Step};

impl fmt::Display for Step {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let loads = self.loads();
        let Some(built) = self.built() else {
            return write!(f, "Take {} back to your rack.", parts(&loads));
        };
        match self.action {
            Action::Add => write!(f, "Add {} to {}", parts(&loads), self.old(built))?,
            Action::Take => {
                let them = if self.moves.len() > 1 { "them" } else { "it" };
                let and = match (self.rearranges(built), loads.len()) {
                    (true, _) => ",",
                    (false, 1) => " and",
                    (false, _) => ", and",
                };
                write!(f, "Take {}{and} add {them} to {}", parts(&loads), self.old(built))?;
            }
            Action::New if loads.iter().all(|load| load.from.is_none()) => {
                write!(f, "Lay a new {} from your rack", noun(built))?;
            }
            Action::New => write!(f, "Take {} for a new {}", parts(&loads), noun(built))?,
            Action::Split => return self.write_split(f, built, &loads),
            Action::Join => self.write_join(f, built, &loads)?,
            Action::Replace => self.write_replaced(f, built, &loads)?,
            Action::Rearrange => return write!(f, "Rearrange {}: {}.", set(&built.before), outcome(built)),
            Action::Reread => {
                let jokers = built.after.iter().filter(|piece| piece.is_joker()).count();
                return write!(f, "Read {} in {} anew: {}.", the_jokers(jokers), set(&built.before), outcome(built));
            }
            Action::Return => {}
        }
        write!(f, "{}: {}.", self.and_rearrange(built), outcome(built))
    }
}

impl Step {
    /// The set that tiles are added to, without those that leave it in the same step.
    fn old(&self, change: &Change) -> String {
        match self.staying(change).as_slice() {
            [one] if one.is_joker() => "the lone joker".to_owned(),
            pieces => set(pieces),
        }
    }

    fn and_rearrange(&self, change: &Change) -> &'static str {
        if self.rearranges(change) { " and rearrange" } else { "" }
    }

    fn write_split(&self, f: &mut fmt::Formatter<'_>, built: &Change, loads: &[Load<'_>]) -> fmt::Result {
        let Some(from) = loads.iter().find_map(|load| load.from) else { return Ok(()) };
        let is_taken = |at: usize| self.moves.iter().any(|step| step.from.at() == Some(at));
        let taken: Vec<Laid> = (0..from.before.len()).filter(|&at| is_taken(at)).map(|at| from.before[at]).collect();
        let (part, rest) = (set(&taken), set(&from.after));
        let (first, second) = if is_taken(0) { (&part, &rest) } else { (&rest, &part) };
        write!(f, "Split {} into {first} and {second}", set(&from.before))?;
        match loads.iter().find(|load| load.from.is_none()) {
            Some(load) => write!(f, ", and add {} from your rack to {part}: {}.", list(&load.tiles), outcome(built)),
            None => write!(f, "{}.", readings(built)),
        }
    }

    fn write_join(&self, f: &mut fmt::Formatter<'_>, built: &Change, loads: &[Load<'_>]) -> fmt::Result {
        let Some(from) = loads.iter().find_map(|load| load.from) else { return Ok(()) };
        let came_first = self.moves.iter().any(|step| step.to.at() == Some(0) && step.from.set().is_some());
        let (old, joined) = (self.old(built), set(&from.before));
        let (first, second) = if came_first { (joined, old) } else { (old, joined) };
        write!(f, "Join {first} and {second}")?;
        match loads.iter().find(|load| load.from.is_none()) {
            Some(load) => write!(f, " with {} from your rack", list(&load.tiles)),
            None => Ok(()),
        }
    }

    /// The jokers that are replaced, and all of the sentence about where they go but the outcome.
    fn write_replaced(&self, f: &mut fmt::Formatter<'_>, built: &Change, loads: &[Load<'_>]) -> fmt::Result {
        let to = |change: &Change| loads.iter().filter(|load| load.to == Some(change)).cloned().collect::<Vec<_>>();
        let replaced: Vec<&Change> =
            self.sets.iter().filter(|change| *change != built && !to(change).is_empty()).collect();
        let mut jokers = 0;
        for &change in &replaced {
            let came = to(change);
            let count = came.iter().map(|load| load.tiles.len()).sum::<usize>();
            write!(f, "Put {} in place of {} in {}", parts(&came), the_jokers(count), set(&change.before))?;
            write!(f, "{}: {}. ", self.and_rearrange(change), outcome(change))?;
            jokers += count;
        }
        // The jokers have been spoken of; what else comes is named with its place.
        let mut others = to(built);
        for load in &mut others {
            if load.from.is_some_and(|from| replaced.contains(&from)) {
                load.tiles.retain(|tile| !tile.is_joker());
            }
        }
        others.retain(|load| !load.tiles.is_empty());
        let joker = the_jokers(jokers);
        match (built.is_new(), others.is_empty()) {
            (true, true) => write!(f, "Use {joker} for a new {}", noun(built)),
            (true, false) => write!(f, "Use {joker} with {} for a new {}", parts(&others), noun(built)),
            (false, true) => write!(f, "Add {joker} to {}", self.old(built)),
            (false, false) => write!(f, "Add {joker} with {} to {}", parts(&others), self.old(built)),
        }
    }
}

const fn the_jokers(count: usize) -> &'static str {
    if count == 1 { "the joker" } else { "the jokers" }
}

/// What a set is called.
fn noun(change: &Change) -> &'static str {
    if words::is_word(&change.after) { "word" } else { "set" }
}

/// What a set is after the step, and what its jokers are then.
fn outcome(change: &Change) -> String {
    set(&change.after) + &readings(change)
}

fn readings(change: &Change) -> String {
    match change.jokers().as_slice() {
        [] => String::new(),
        [one] => format!(" (the joker is {one})"),
        several => format!(" (the jokers are {})", spaced(several)),
    }
}

/// A set as text: with bare jokers where it is valid and they would be read the same again.
fn set(pieces: &[Laid]) -> String {
    let read = |pieces: &[Laid]| Table::read([pieces.iter().copied()].into_iter().collect::<Layout>());
    let is_this = |table: &Table| table.layout().set(0) == pieces;
    match read(pieces) {
        Ok(table) if is_this(&table) => table.to_string(),
        // Bare jokers would make a run of this group.
        Ok(_) if read(&with_colours(pieces)).is_ok_and(|table| is_this(&table)) => {
            SetText(&with_colours(pieces)).to_string()
        }
        _ => SetText(pieces).to_string(),
    }
}

/// A group with its jokers read as the first colours that are missing.
fn with_colours(pieces: &[Laid]) -> Vec<Laid> {
    let number = pieces.iter().find_map(|piece| piece.reading()).map_or(0, |tile| tile.value() as u8);
    let group = Colour::ALL.into_iter().filter_map(|colour| Tile::number(colour, number));
    let mut missing = group.filter(|tile| pieces.iter().all(|piece| piece.reading() != Some(*tile)));
    let read = |piece: &Laid| match piece.reading() {
        None => missing.next().map_or(*piece, Laid::joker_as),
        Some(_) => *piece,
    };
    pieces.iter().map(read).collect()
}

/// What is taken, source by source: `y7 from k7 r7 b7 y7 and y5 y6 from your rack`.
fn parts(loads: &[Load<'_>]) -> String {
    let part = |load: &Load<'_>| match load.from {
        Some(from) if from.is_gone() && load.tiles.len() == from.before.len() => whole(from),
        Some(from) => format!("{} from {}", list(&load.tiles), set(&from.before)),
        None => format!("{} from your rack", list(&load.tiles)),
    };
    let mut parts: Vec<String> = loads.iter().map(part).collect();
    let last = parts.pop().unwrap_or_default();
    if parts.is_empty() { last } else { format!("{} and {last}", parts.join(", ")) }
}

/// All that is left of a set.
fn whole(change: &Change) -> String {
    match change.before.as_slice() {
        [one] if one.is_joker() => "the lone joker".to_owned(),
        [one] => format!("the lone {one}"),
        pieces => format!("all of {}", set(pieces)),
    }
}

/// Tiles in a sentence: `r6 r7 and the joker`.
fn list(tiles: &[Tile]) -> String {
    let plain: Vec<Tile> = tiles.iter().copied().filter(|tile| !tile.is_joker()).collect();
    let joker = match tiles.len() - plain.len() {
        0 => return spaced(&plain),
        1 => "the joker".to_owned(),
        jokers => format!("{jokers} jokers"),
    };
    if plain.is_empty() { joker } else { format!("{} and {joker}", spaced(&plain)) }
}

fn spaced(tiles: &[Tile]) -> String {
    tiles.iter().map(ToString::to_string).collect::<Vec<_>>().join(" ")
}
