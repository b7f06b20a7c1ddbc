//! How a program behaves, counted and written down.

use std::mem::discriminant;
use std::sync::{Mutex, PoisonError};

use super::link::LinkFault;
use super::message::PROTOCOL;

/// What a program did wrong.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum Fault {
    /// No answer in time.
    #[error("no answer within {budget_ms} ms")]
    Late {
        /// The time it had.
        budget_ms: u128,
    },
    /// Silent so often that it was ended.
    #[error("silent {turns} turns in a row: it hangs, and was ended")]
    Hangs {
        /// How often.
        turns: u32,
    },
    /// A line that is no message.
    #[error("`{line}` is no message: {reason}")]
    Nonsense {
        /// The line, or its beginning.
        line: String,
        /// What is wrong with it.
        reason: String,
    },
    /// An answer to another question than the one that was asked.
    #[error("an answer with id {id}, when {asked} was asked")]
    OtherId {
        /// What it said.
        id: u64,
        /// What was asked.
        asked: u64,
    },
    /// An answer for somebody else.
    #[error("an answer for seat {said}, when the program has seat {own}")]
    OtherSeat {
        /// What it said.
        said: u8,
        /// Its own.
        own: u8,
    },
    /// A verdict on a turn, an answer to a challenge, a second hello.
    #[error("`{line}` is no answer to what was asked")]
    OtherAnswer {
        /// The line, or its beginning.
        line: String,
    },
    /// A command that the rules refuse.
    #[error("the rules refuse the command: {reason}")]
    Illegal {
        /// Why.
        reason: String,
    },
    /// More lines than anybody asked for.
    #[error("more than {most} lines that nobody asked for")]
    Flood {
        /// How many are let pass.
        most: u32,
    },
    /// Another version of the protocol.
    #[error("it speaks version {0} of the protocol, and this is version {PROTOCOL}")]
    Version(u32),
    /// Something is wrong with the program or its lines.
    #[error(transparent)]
    Link(#[from] LinkFault),
}

impl Fault {
    /// What the author can do about it.
    #[must_use]
    pub const fn advice(&self) -> &'static str {
        match self {
            Fault::Late { .. } | Fault::Hangs { .. } | Fault::Link(LinkFault::Silent { .. }) => {
                "answer before budget_ms is over, and flush standard output after every line"
            }
            Fault::Nonsense { .. } => {
                "write one JSON object a line, as docs/bot-protocol.md shows, and nothing else; what is for people goes to \
                 standard error"
            }
            Fault::OtherId { .. } => "answer each turn once, with the id of that turn",
            Fault::OtherSeat { .. } => "leave seat out, or give back the seat of the start message",
            Fault::OtherAnswer { .. } => "answer hello with hello, turn with answer, challenge with verdict",
            Fault::Illegal { .. } => {
                "check plays with `trinta check`; with nothing to play, draw, or pass if the pool is empty"
            }
            Fault::Flood { .. } => "write only when asked: one line for each hello, turn or challenge",
            Fault::Version(_) => "answer hello with the version that hello names, or end with an error if you can't",
            Fault::Link(LinkFault::NotStarted(_)) => "check the path and that the file may be run",
            Fault::Link(LinkFault::Gone(_)) => {
                "read standard input to its end and catch your own errors; the program's standard error may say more"
            }
            Fault::Link(LinkFault::TooLong { .. }) => "end every message with a line end",
            Fault::Link(LinkFault::NotText) => "write UTF-8",
            Fault::Link(LinkFault::DoesNotRead) => "read every line, also those that need no answer",
        }
    }
}

/// Faults of one kind that are kept word for word; more are counted only.
const KEPT: usize = 3;

/// What was counted.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct Record {
    /// Turns and questions.
    pub asked: u32,
    /// No answer in time.
    pub late: u32,
    /// Answers that are none.
    pub nonsense: u32,
    /// Answers that nobody waited for any more, or that came twice.
    pub stray: u32,
    /// Commands that the rules refuse.
    pub illegal: u32,
    /// How often the program had to be ended or ended itself.
    pub crashes: u32,
    /// How many of its copies were given up, with somebody in their place who draws or passes.
    pub replaced: u32,
    /// What it called itself.
    pub name: Option<String>,
    /// The first faults of each kind, each with where it happened.
    pub faults: Vec<(String, Fault)>,
}

/// How all copies of a program behave, over all games.
#[derive(Debug, Default)]
pub struct Conduct(Mutex<Record>);

impl Conduct {
    /// Nothing has happened yet.
    #[must_use]
    pub fn new() -> Conduct {
        Conduct::default()
    }

    /// What was counted so far.
    #[must_use]
    pub fn record(&self) -> Record {
        self.0.lock().unwrap_or_else(PoisonError::into_inner).clone()
    }

    pub(super) fn count(&self, change: impl FnOnce(&mut Record)) {
        // Whoever panicked while it held the lock left nothing half done.
        change(&mut self.0.lock().unwrap_or_else(PoisonError::into_inner));
    }

    pub(super) fn fault(&self, place: &str, fault: Fault) {
        self.count(|record| {
            match &fault {
                Fault::Late { .. } => record.late += 1,
                Fault::OtherId { .. } => record.stray += 1,
                Fault::Nonsense { .. } | Fault::OtherSeat { .. } | Fault::OtherAnswer { .. } => record.nonsense += 1,
                Fault::Illegal { .. } => record.illegal += 1,
                Fault::Flood { .. } | Fault::Version(_) | Fault::Link(_) | Fault::Hangs { .. } => record.crashes += 1,
            }
            let same_kind = |(_, kept): &&(String, Fault)| discriminant(kept) == discriminant(&fault);
            if record.faults.iter().filter(same_kind).count() < KEPT {
                record.faults.push((place.to_owned(), fault));
            }
        });
    }
}
