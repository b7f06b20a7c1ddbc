//! The conduct of a program: its faults, counted and recorded.

use std::mem::discriminant;
use std::sync::{Mutex, PoisonError};

use super::link::LinkFault;
use super::message::PROTOCOL;

/// A fault of a program.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum Fault {
    /// No answer in time.
    #[error("no answer within {budget_ms} ms")]
    Late {
        /// The time it had.
        budget_ms: u128,
    },
    /// No answer in too many turns in a row: the program was stopped.
    #[error("no answer {turns} turns in a row: the program hangs and was stopped")]
    Hangs {
        /// The number of turns without an answer.
        turns: u32,
    },
    /// A line that is not a message.
    #[error("`{line}` is not a message: {reason}")]
    Malformed {
        /// The line, or its beginning.
        line: String,
        /// The error of the JSON parser.
        reason: String,
    },
    /// An answer with another id than that of the request.
    #[error("an answer with id {id} to request {expected}")]
    OtherId {
        /// The id in the answer.
        id: u64,
        /// The id of the request.
        expected: u64,
    },
    /// An answer for another seat.
    #[error("an answer for seat {named}, but the program has seat {own}")]
    OtherSeat {
        /// The seat in the answer.
        named: u8,
        /// The seat of the program.
        own: u8,
    },
    /// A message of the wrong type: a verdict on a turn, an answer to a challenge, a second hello.
    #[error("`{line}` does not answer the request")]
    OtherAnswer {
        /// The line, or its beginning.
        line: String,
    },
    /// A command that the rules refuse.
    #[error("the rules refuse the command: {reason}")]
    Illegal {
        /// The faults that the rules name.
        reason: String,
    },
    /// Too many lines without a request.
    #[error("more than {limit} unrequested lines")]
    Flood {
        /// The number of lines that are tolerated.
        limit: u32,
    },
    /// Another version of the protocol.
    #[error("the program speaks version {0} of the protocol instead of version {PROTOCOL}")]
    Version(u32),
    /// The process or the connection to it failed.
    #[error(transparent)]
    Link(#[from] LinkFault),
}

impl Fault {
    /// Advice for the author of the program.
    #[must_use]
    pub const fn advice(&self) -> &'static str {
        match self {
            Fault::Late { .. } | Fault::Hangs { .. } | Fault::Link(LinkFault::Silent { .. }) => {
                "answer before budget_ms is over, and flush standard output after every line"
            }
            Fault::Malformed { .. } => {
                "write one JSON object per line, as docs/bot-protocol.md shows, and nothing else; log to standard error"
            }
            Fault::OtherId { .. } => "answer each turn once, with the id of that turn",
            Fault::OtherSeat { .. } => "omit seat, or repeat the seat of the start message",
            Fault::OtherAnswer { .. } => "answer hello with hello, turn with answer, challenge with verdict",
            Fault::Illegal { .. } => {
                "check plays with `trinta check`; with nothing to play, draw, or pass if the pool is empty"
            }
            Fault::Flood { .. } => "write only when asked: one line for each hello, turn or challenge",
            Fault::Version(_) => "answer hello with the version that it names, or exit with an error if you can't",
            Fault::Link(LinkFault::NotStarted(_)) => "check the path and that the file is executable",
            Fault::Link(LinkFault::Gone(_)) => {
                "read standard input to its end and catch your own errors; the program's standard error may say more"
            }
            Fault::Link(LinkFault::TooLong { .. }) => "end every message with a line feed",
            Fault::Link(LinkFault::NotText) => "write UTF-8",
            Fault::Link(LinkFault::DoesNotRead) => "read every line, including those that need no answer",
        }
    }
}

/// This many faults of one kind are recorded in full; the rest are only counted.
const RECORDED_FAULTS: usize = 3;

/// The counts and the recorded faults.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct Record {
    /// Turns and challenges that the program was asked to answer.
    pub requests: u32,
    /// Requests without an answer in time.
    pub late: u32,
    /// Lines that are not messages, or not answers to the request.
    pub malformed: u32,
    /// Answers that came too late or twice.
    pub stray: u32,
    /// Commands that the rules refuse.
    pub illegal: u32,
    /// How many times the program exited or had to be stopped.
    pub crashes: u32,
    /// Copies of the program that were given up: their seats draw or pass from then on.
    pub replaced: u32,
    /// The name from the program's hello.
    pub name: Option<String>,
    /// The first faults of each kind, each with the game and request in which it happened.
    pub faults: Vec<(String, Fault)>,
}

/// The conduct of all copies of a program over all games.
#[derive(Debug, Default)]
pub struct Conduct(Mutex<Record>);

impl Conduct {
    /// An empty record.
    #[must_use]
    pub fn new() -> Conduct {
        Conduct::default()
    }

    /// The record so far.
    #[must_use]
    pub fn record(&self) -> Record {
        self.0.lock().unwrap_or_else(PoisonError::into_inner).clone()
    }

    pub(super) fn count(&self, change: impl FnOnce(&mut Record)) {
        // Every change is a single step, so a poisoned lock still guards a consistent record.
        change(&mut self.0.lock().unwrap_or_else(PoisonError::into_inner));
    }

    pub(super) fn fault(&self, location: &str, fault: Fault) {
        self.count(|record| {
            match &fault {
                Fault::Late { .. } => record.late += 1,
                Fault::OtherId { .. } => record.stray += 1,
                Fault::Malformed { .. } | Fault::OtherSeat { .. } | Fault::OtherAnswer { .. } => record.malformed += 1,
                Fault::Illegal { .. } => record.illegal += 1,
                Fault::Flood { .. } | Fault::Version(_) | Fault::Link(_) | Fault::Hangs { .. } => record.crashes += 1,
            }
            let same_kind = |(_, other): &&(String, Fault)| discriminant(other) == discriminant(&fault);
            if record.faults.iter().filter(same_kind).count() < RECORDED_FAULTS {
                record.faults.push((location.to_owned(), fault));
            }
        });
    }
}
