//! Events as lines of text: read and written here, beside each other.

use std::fmt;
use std::str::FromStr;

use crate::game::{DrawReason, EndReason, Event, LotDraw, PassReason, Pool};
use crate::layout::{Layout, Table};
use crate::notation::{InOrder, NotationError, read_rack};
use crate::record::error::RecordFault;
use crate::score::Score;
use crate::seat::Seat;
use crate::tile::Tile;
use crate::tiles::Tiles;

/// What can follow a seat, as an error message lists it.
pub(super) const VERBS: &str = "play, draw, pass, new-deal, return, refused, challenge, accept, take-back, stood";

const DRAWS: [(&str, DrawReason); 5] = [
    ("time-up", DrawReason::TimeUp),
    ("penalty", DrawReason::Penalty),
    ("misspelt", DrawReason::Misspelt),
    ("failed-challenge", DrawReason::FailedChallenge),
    ("fill", DrawReason::Fill),
];

const ENDS: [(&str, EndReason); 5] = [
    ("out", EndReason::Out),
    ("blocked", EndReason::Blocked),
    ("passes", EndReason::Passes),
    ("pool-empty", EndReason::PoolEmpty),
    ("last-turns", EndReason::LastTurns),
];

/// Writes an event as a line of a record.
pub struct EventText<'a>(pub &'a Event);

impl fmt::Display for EventText<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.0 {
            Event::Lot { draws } => {
                let draw = |draw: &LotDraw| format!("{} {}", draw.seat, InOrder(&draw.tiles));
                write!(f, "lot {}", draws.iter().map(draw).collect::<Vec<_>>().join(", "))
            }
            Event::Dealt { starter, racks, pool } => {
                write!(f, "deal {starter}")?;
                write_racks(f, racks)?;
                write!(f, "; pool {pool}")
            }
            Event::NewDeal { seat, pairs } => write!(f, "{seat} new-deal {pairs}"),
            Event::Played { seat, table, placed, opening, score, time_up } => {
                write!(f, "{seat} play {table}; placed {placed}")?;
                if let Some(points) = opening {
                    write!(f, "; opening {points}")?;
                }
                if let Some(points) = score {
                    write!(f, "; score {points}")?;
                }
                if *time_up { f.write_str("; time-up") } else { Ok(()) }
            }
            Event::Refused { seat, layout, misspelt } => {
                write!(f, "{seat} refused {layout}; misspelt {}", misspelt.join(" "))
            }
            Event::Drew { seat, tiles, why } => {
                write!(f, "{seat} draw {tiles}")?;
                match DRAWS.iter().find(|(_, reason)| reason == why) {
                    Some((word, _)) => write!(f, "; {word}"),
                    None => Ok(()),
                }
            }
            Event::Passed { seat, why } => {
                write!(f, "{seat} pass{}", if *why == PassReason::TimeUp { "; time-up" } else { "" })
            }
            Event::Returned { seat, table, tiles, pool } => {
                write!(f, "{seat} return {tiles}; table {table}; pool {pool}")
            }
            Event::Challenged { by, misspelt } => {
                write!(f, "{by} challenge")?;
                if misspelt.is_empty() { Ok(()) } else { write!(f, "; misspelt {}", misspelt.join(" ")) }
            }
            Event::TakenBack { seat } => write!(f, "{seat} take-back"),
            Event::Accepted { seat } => write!(f, "{seat} accept"),
            Event::ChallengeClosed { seat } => write!(f, "{seat} stood"),
            Event::Ended { reason, racks, could_open, scores, winners } => {
                let word = ENDS.iter().find(|(_, end)| end == reason).map_or("", |(word, _)| word);
                write!(f, "end {word}")?;
                write_racks(f, racks)?;
                if !could_open.is_empty() {
                    let answer = |answer: &Option<bool>| match answer {
                        None => "-",
                        Some(true) => "yes",
                        Some(false) => "no",
                    };
                    write!(f, "; could-open {}", could_open.iter().map(answer).collect::<Vec<_>>().join(" "))?;
                }
                write!(f, "; scores {}", join(scores))?;
                write!(f, "; winners {}", join(winners))
            }
        }
    }
}

fn join<T: ToString>(things: &[T]) -> String {
    things.iter().map(ToString::to_string).collect::<Vec<_>>().join(" ")
}

fn write_racks(f: &mut fmt::Formatter<'_>, racks: &[Tiles]) -> fmt::Result {
    for (seat, rack) in racks.iter().enumerate() {
        write!(f, "; {}", Seat::at(seat))?;
        if !rack.is_empty() {
            write!(f, " {rack}")?;
        }
    }
    Ok(())
}

/// A fault and its column, counted from 1.
pub(super) type Fault = (usize, RecordFault);

/// A piece of a line, and the column at which it begins, counted from 1.
#[derive(Clone, Copy)]
struct Part<'a> {
    column: usize,
    text: &'a str,
}

impl<'a> Part<'a> {
    /// Without the white space around it.
    fn trimmed(self) -> Part<'a> {
        let text = self.text.trim_start();
        let skipped = self.text.chars().count() - text.chars().count();
        Part { column: self.column + skipped, text: text.trim_end() }
    }

    /// The pieces between separators.
    fn split(self, separator: char) -> impl Iterator<Item = Part<'a>> {
        let mut column = self.column;
        self.text.split(separator).map(move |text| {
            let part = Part { column, text };
            column += text.chars().count() + 1;
            part.trimmed()
        })
    }

    /// The first word, and the rest.
    fn word(self) -> (Part<'a>, Part<'a>) {
        let this = self.trimmed();
        let end = this.text.find(char::is_whitespace).unwrap_or(this.text.len());
        let (word, rest) = this.text.split_at(end);
        let rest = Part { column: this.column + word.chars().count(), text: rest };
        (Part { column: this.column, text: word }, rest.trimmed())
    }

    fn words(self) -> impl Iterator<Item = Part<'a>> {
        self.split(' ').filter(|part| !part.text.is_empty())
    }

    fn fault(self, fault: RecordFault) -> Fault {
        (self.column, fault)
    }

    fn missing(self, what: &'static str) -> Fault {
        self.fault(RecordFault::Missing(what))
    }

    fn unexpected_field(self) -> Fault {
        self.fault(RecordFault::Extra(self.text.to_owned()))
    }

    fn notation(self, error: NotationError) -> Fault {
        (self.column + error.column - 1, error.fault.into())
    }

    fn parse<T: FromStr<Err = NotationError>>(self) -> Result<T, Fault> {
        self.text.parse().map_err(|error| self.notation(error))
    }

    fn tiles_in_order(self) -> Result<Vec<Tile>, Fault> {
        read_rack(self.text).map_err(|error| self.notation(error))
    }

    fn table(self) -> Result<Table, Fault> {
        Table::read(self.parse::<Layout>()?).map_err(|error| self.fault(error.into()))
    }

    fn seat(self) -> Result<Seat, Fault> {
        let mut chars = self.text.chars();
        match (chars.next().and_then(Seat::from_letter), chars.next()) {
            (Some(seat), None) => Ok(seat),
            _ => Err(self.fault(RecordFault::NotASeat(self.text.to_owned()))),
        }
    }

    fn points(self) -> Result<u32, Fault> {
        self.text.parse().map_err(|_| self.fault(RecordFault::NotANumber(self.text.to_owned())))
    }
}

/// The fields of a line behind its first one.
struct Fields<'a> {
    parts: Vec<Part<'a>>,
    next: usize,
    end: Part<'a>,
}

impl<'a> Fields<'a> {
    fn take(&mut self) -> Option<Part<'a>> {
        let part = self.parts.get(self.next).copied();
        self.next += usize::from(part.is_some());
        part
    }

    /// The next field, if it begins with this word: what is behind the word.
    fn optional_field(&mut self, name: &str) -> Option<Part<'a>> {
        let (word, rest) = self.parts.get(self.next)?.word();
        (word.text == name).then(|| {
            self.next += 1;
            rest
        })
    }

    fn required_field(&mut self, name: &'static str) -> Result<Part<'a>, Fault> {
        let here = self.parts.get(self.next).copied().unwrap_or(self.end);
        self.optional_field(name).ok_or_else(|| here.missing(name))
    }

    /// Whether the next field is just this word.
    fn flag(&mut self, name: &str) -> Result<bool, Fault> {
        match self.optional_field(name) {
            None => Ok(false),
            Some(more) if more.text.is_empty() => Ok(true),
            Some(more) => Err(more.unexpected_field()),
        }
    }

    /// Racks of seats A, B and so on, as many as there are.
    fn racks(&mut self) -> Result<Vec<Tiles>, Fault> {
        let mut racks = Vec::new();
        while let Some(part) = self.parts.get(self.next) {
            let (word, rest) = part.word();
            if word.seat().is_ok_and(|seat| seat.index() == racks.len()) {
                racks.push(rest.parse()?);
                self.next += 1;
            } else {
                break;
            }
        }
        Ok(racks)
    }

    fn finish(mut self) -> Result<(), Fault> {
        self.take().map_or(Ok(()), |part| Err(part.unexpected_field()))
    }
}

fn words_of(part: Part<'_>) -> Vec<String> {
    part.words().map(|word| word.text.to_owned()).collect()
}

/// Reads a line of a record as an event.
pub(super) fn read_event(line: &str) -> Result<Event, Fault> {
    let mut parts = Part { column: 1, text: line }.split(';');
    let first = parts.next().unwrap_or(Part { column: 1, text: "" });
    let end = Part { column: line.chars().count() + 1, text: "" };
    let mut fields = Fields { parts: parts.collect(), next: 0, end };
    let (word, rest) = first.word();
    let event = match word.text {
        "lot" => read_lot(rest)?,
        "deal" => {
            let starter = rest.seat()?;
            Event::Dealt { starter, racks: fields.racks()?, pool: fields.required_field("pool")?.parse::<Pool>()? }
        }
        "end" => read_end(rest, &mut fields)?,
        _ => {
            let seat = word.seat().map_err(|_| word.fault(RecordFault::UnknownEvent(word.text.to_owned())))?;
            let (verb, rest) = rest.word();
            read_seat_event(seat, verb, rest, &mut fields)?
        }
    };
    fields.finish()?;
    Ok(event)
}

fn read_lot(rest: Part<'_>) -> Result<Event, Fault> {
    let draw = |part: Part<'_>| {
        let (word, tiles) = part.word();
        let seat = word.seat()?;
        let tiles = tiles.tiles_in_order()?;
        if tiles.is_empty() { Err(word.missing("a tile")) } else { Ok(LotDraw { seat, tiles }) }
    };
    Ok(Event::Lot { draws: rest.split(',').map(draw).collect::<Result<_, _>>()? })
}

fn read_end(rest: Part<'_>, fields: &mut Fields<'_>) -> Result<Event, Fault> {
    let reason = ENDS.iter().find(|(word, _)| *word == rest.text).map(|(_, reason)| *reason);
    let reason =
        reason.ok_or_else(|| if rest.text.is_empty() { rest.missing("a reason") } else { rest.unexpected_field() })?;
    let racks = fields.racks()?;
    let mut could_open = Vec::new();
    if let Some(answers) = fields.optional_field("could-open") {
        for answer in answers.words() {
            could_open.push(match answer.text {
                "-" => None,
                "yes" => Some(true),
                "no" => Some(false),
                _ => return Err(answer.unexpected_field()),
            });
        }
    }
    let score = |part: Part<'_>| part.text.parse::<Score>().map_err(|error| part.fault(error.into()));
    let scores = fields.required_field("scores")?.words().map(score).collect::<Result<_, _>>()?;
    let winners = fields.required_field("winners")?.words().map(Part::seat).collect::<Result<_, _>>()?;
    Ok(Event::Ended { reason, racks, could_open, scores, winners })
}

fn read_seat_event(seat: Seat, verb: Part<'_>, rest: Part<'_>, fields: &mut Fields<'_>) -> Result<Event, Fault> {
    let bare = |event: Event| if rest.text.is_empty() { Ok(event) } else { Err(rest.unexpected_field()) };
    match verb.text {
        "play" => Ok(Event::Played {
            seat,
            table: rest.table()?,
            placed: fields.required_field("placed")?.parse()?,
            opening: fields.optional_field("opening").map(Part::points).transpose()?,
            score: fields.optional_field("score").map(Part::points).transpose()?,
            time_up: fields.flag("time-up")?,
        }),
        "refused" => {
            Ok(Event::Refused { seat, layout: rest.parse()?, misspelt: words_of(fields.required_field("misspelt")?) })
        }
        "draw" => {
            let why = match fields.take() {
                None => DrawReason::Choice,
                Some(part) => {
                    let reason = DRAWS.iter().find(|(word, _)| *word == part.text).map(|(_, reason)| *reason);
                    reason.ok_or_else(|| part.unexpected_field())?
                }
            };
            Ok(Event::Drew { seat, tiles: rest.parse()?, why })
        }
        "pass" => {
            let why = if fields.flag("time-up")? { PassReason::TimeUp } else { PassReason::Choice };
            bare(Event::Passed { seat, why })
        }
        "new-deal" => Ok(Event::NewDeal { seat, pairs: rest.parse()? }),
        "return" => Ok(Event::Returned {
            seat,
            tiles: rest.parse()?,
            table: fields.required_field("table")?.table()?,
            pool: fields.required_field("pool")?.parse()?,
        }),
        "challenge" => bare(Event::Challenged {
            by: seat,
            misspelt: fields.optional_field("misspelt").map_or_else(Vec::new, words_of),
        }),
        "take-back" => bare(Event::TakenBack { seat }),
        "accept" => bare(Event::Accepted { seat }),
        "stood" => bare(Event::ChallengeClosed { seat }),
        "" => Err(verb.missing("an event")),
        other => Err(verb.fault(RecordFault::UnknownEvent(other.to_owned()))),
    }
}
