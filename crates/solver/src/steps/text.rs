//! The steps in English.

use std::fmt;

use trinta_core::notation::SetText;
use trinta_core::{Colour, Laid, Layout, Table, Tile, words};

use super::step::{Action, Batch, Change, Step};

impl fmt::Display for Step {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let batches = self.batches();
        let Some(built) = self.built() else {
            return write!(f, "Take {} back to your rack.", parts(&batches));
        };
        match self.action {
            Action::Add => write!(f, "Add {} to {}", parts(&batches), self.kept_text(built))?,
            Action::Take => {
                let them = if self.moves.len() > 1 { "them" } else { "it" };
                let and = match (self.rearranges(built), batches.len()) {
                    (true, _) => ",",
                    (false, 1) => " and",
                    (false, _) => ", and",
                };
                write!(f, "Take {}{and} add {them} to {}", parts(&batches), self.kept_text(built))?;
            }
            Action::New if batches.iter().all(|batch| batch.from.is_none()) => {
                write!(f, "Lay a new {} from your rack", noun(built))?;
            }
            Action::New => write!(f, "Take {} for a new {}", parts(&batches), noun(built))?,
            Action::Split => return self.write_split(f, built, &batches),
            Action::Join => self.write_join(f, built, &batches)?,
            Action::Replace => self.write_replaced(f, built, &batches)?,
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
    fn kept_text(&self, change: &Change) -> String {
        match self.staying(change).as_slice() {
            [one] if one.is_joker() => "the lone joker".to_owned(),
            pieces => set(pieces),
        }
    }

    fn and_rearrange(&self, change: &Change) -> &'static str {
        if self.rearranges(change) { " and rearrange" } else { "" }
    }

    fn write_split(&self, f: &mut fmt::Formatter<'_>, built: &Change, batches: &[Batch<'_>]) -> fmt::Result {
        let Some(from) = batches.iter().find_map(|batch| batch.from) else { return Ok(()) };
        let is_taken = |at: usize| self.moves.iter().any(|step| step.from.at() == Some(at));
        let taken: Vec<Laid> = (0..from.before.len()).filter(|&at| is_taken(at)).map(|at| from.before[at]).collect();
        let (part, rest) = (set(&taken), set(&from.after));
        let (first, second) = if is_taken(0) { (&part, &rest) } else { (&rest, &part) };
        write!(f, "Split {} into {first} and {second}", set(&from.before))?;
        match batches.iter().find(|batch| batch.from.is_none()) {
            Some(batch) => {
                write!(f, ", and add {} from your rack to {part}: {}.", list_tiles(&batch.tiles), outcome(built))
            }
            None => write!(f, "{}.", readings(built)),
        }
    }

    fn write_join(&self, f: &mut fmt::Formatter<'_>, built: &Change, batches: &[Batch<'_>]) -> fmt::Result {
        let Some(from) = batches.iter().find_map(|batch| batch.from) else { return Ok(()) };
        let came_first = self.moves.iter().any(|step| step.to.at() == Some(0) && step.from.set().is_some());
        let (old, joined) = (self.kept_text(built), set(&from.before));
        let (first, second) = if came_first { (joined, old) } else { (old, joined) };
        write!(f, "Join {first} and {second}")?;
        match batches.iter().find(|batch| batch.from.is_none()) {
            Some(batch) => write!(f, " with {} from your rack", list_tiles(&batch.tiles)),
            None => Ok(()),
        }
    }

    /// The sentences about the jokers that are replaced, and the one about their new set up to its outcome.
    fn write_replaced(&self, f: &mut fmt::Formatter<'_>, built: &Change, batches: &[Batch<'_>]) -> fmt::Result {
        let to = |change: &Change| batches.iter().filter(|batch| batch.to == Some(change)).cloned().collect::<Vec<_>>();
        let replaced: Vec<&Change> =
            self.sets.iter().filter(|change| *change != built && !to(change).is_empty()).collect();
        let mut jokers = 0;
        for &change in &replaced {
            let came = to(change);
            let count = came.iter().map(|batch| batch.tiles.len()).sum::<usize>();
            write!(f, "Put {} in place of {} in {}", parts(&came), the_jokers(count), set(&change.before))?;
            write!(f, "{}: {}. ", self.and_rearrange(change), outcome(change))?;
            jokers += count;
        }
        // The jokers have been mentioned; other tiles are named with their origin.
        let mut others = to(built);
        for batch in &mut others {
            if batch.from.is_some_and(|from| replaced.contains(&from)) {
                batch.tiles.retain(|tile| !tile.is_joker());
            }
        }
        others.retain(|batch| !batch.tiles.is_empty());
        let joker = the_jokers(jokers);
        match (built.is_new(), others.is_empty()) {
            (true, true) => write!(f, "Use {joker} for a new {}", noun(built)),
            (true, false) => write!(f, "Use {joker} with {} for a new {}", parts(&others), noun(built)),
            (false, true) => write!(f, "Add {joker} to {}", self.kept_text(built)),
            (false, false) => write!(f, "Add {joker} with {} to {}", parts(&others), self.kept_text(built)),
        }
    }
}

const fn the_jokers(count: usize) -> &'static str {
    if count == 1 { "the joker" } else { "the jokers" }
}

fn noun(change: &Change) -> &'static str {
    if words::is_word(&change.after) { "word" } else { "set" }
}

/// A set after the step, with the new readings of its jokers.
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

/// A set as text: with bare jokers if it is valid and they would get the same readings again.
fn set(pieces: &[Laid]) -> String {
    let read = |pieces: &[Laid]| Table::read([pieces.iter().copied()].into_iter().collect::<Layout>());
    let is_this = |table: &Table| table.layout().set(0) == pieces;
    match read(pieces) {
        Ok(table) if is_this(&table) => table.to_string(),
        // With bare jokers this group would be read as a run.
        Ok(_) if read(&with_colours(pieces)).is_ok_and(|table| is_this(&table)) => {
            SetText(&with_colours(pieces)).to_string()
        }
        _ => SetText(pieces).to_string(),
    }
}

/// A group with its jokers read as the first missing colours.
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

/// The tiles by source: `y7 from k7 r7 b7 y7 and y5 y6 from your rack`.
fn parts(batches: &[Batch<'_>]) -> String {
    let part = |batch: &Batch<'_>| match batch.from {
        Some(from) if from.is_gone() && batch.tiles.len() == from.before.len() => whole_set_text(from),
        Some(from) => format!("{} from {}", list_tiles(&batch.tiles), set(&from.before)),
        None => format!("{} from your rack", list_tiles(&batch.tiles)),
    };
    let mut parts: Vec<String> = batches.iter().map(part).collect();
    let last = parts.pop().unwrap_or_default();
    if parts.is_empty() { last } else { format!("{} and {last}", parts.join(", ")) }
}

/// A set of which all tiles are taken.
fn whole_set_text(change: &Change) -> String {
    match change.before.as_slice() {
        [one] if one.is_joker() => "the lone joker".to_owned(),
        [one] => format!("the lone {one}"),
        pieces => format!("all of {}", set(pieces)),
    }
}

/// Tiles within a sentence: `r6 r7 and the joker`.
fn list_tiles(tiles: &[Tile]) -> String {
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
