//! The budgets of one connection, to a table or to a tournament.

use trinta_time::Timestamp;

use crate::limits::{Bucket, Budget};

/// The budgets of one connection, apart for what it can say.
#[derive(Debug, Clone)]
pub struct SocketLimits {
    commands: Bucket,
    drafts: Bucket,
    chat: Bucket,
    hints: Bucket,
    resyncs: Bucket,
    others: Bucket,
    /// Refusals that are left until the connection is closed.
    refusals: Bucket,
}

/// What a connection says, as far as budgets care.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum MessageKind {
    /// A command.
    Command,
    /// A draft.
    Draft,
    /// Chat.
    Chat,
    /// A question to the solver.
    Hint,
    /// A wish for a fresh view.
    Resync,
    /// Anything else, what can't be read included.
    Other,
}

/// What becomes of a message.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Verdict {
    /// It is heard.
    Admitted,
    /// It is refused.
    Refused,
    /// The connection is closed.
    Closed,
}

const COMMANDS: Budget = Budget { burst: 30.0, rate: 6.0 };
const DRAFTS: Budget = Budget { burst: 60.0, rate: 25.0 };
const CHAT: Budget = Budget { burst: 6.0, rate: 0.5 };
/// Enough for all three steps of a hint in every turn against bots that wait no longer than people like.
const HINTS: Budget = Budget { burst: 12.0, rate: 1.0 };
/// A fresh view is the longest message there is; a game begins and ends, and plays are challenged, less often.
const RESYNCS: Budget = Budget { burst: 20.0, rate: 2.0 };
const OTHERS: Budget = Budget { burst: 20.0, rate: 2.0 };
const REFUSALS: Budget = Budget { burst: 50.0, rate: 1.0 };

impl SocketLimits {
    /// Full budgets.
    #[must_use]
    pub const fn new(now: Timestamp) -> SocketLimits {
        SocketLimits {
            commands: Bucket::full(COMMANDS, now),
            drafts: Bucket::full(DRAFTS, now),
            chat: Bucket::full(CHAT, now),
            hints: Bucket::full(HINTS, now),
            resyncs: Bucket::full(RESYNCS, now),
            others: Bucket::full(OTHERS, now),
            refusals: Bucket::full(REFUSALS, now),
        }
    }

    /// What becomes of a message.
    pub fn admit(&mut self, kind: MessageKind, now: Timestamp) -> Verdict {
        let admitted = match kind {
            MessageKind::Command => self.commands.take(COMMANDS, now),
            MessageKind::Draft => self.drafts.take(DRAFTS, now),
            MessageKind::Chat => self.chat.take(CHAT, now),
            MessageKind::Hint => self.hints.take(HINTS, now),
            MessageKind::Resync => self.resyncs.take(RESYNCS, now),
            MessageKind::Other => self.others.take(OTHERS, now),
        };
        match admitted {
            true => Verdict::Admitted,
            false if self.refusals.take(REFUSALS, now) => Verdict::Refused,
            false => Verdict::Closed,
        }
    }
}

/// The budgets of one connection to a tournament.
#[derive(Debug, Clone)]
pub struct HallSocketLimits {
    directs: bool,
    messages: Bucket,
    refusals: Bucket,
}

/// A phone that comes back sends all that it has kept.
const HALL_DEVICE: Budget = Budget { burst: 150.0, rate: 5.0 };
/// Those who run the tournament enter whole rounds, and deliver what phones have kept.
const HALL_DIRECTOR: Budget = Budget { burst: 1000.0, rate: 30.0 };

impl HallSocketLimits {
    /// Full budgets; `directs`: of somebody who runs the tournament.
    #[must_use]
    pub const fn new(directs: bool, now: Timestamp) -> HallSocketLimits {
        let budget = if directs { HALL_DIRECTOR } else { HALL_DEVICE };
        HallSocketLimits { directs, messages: Bucket::full(budget, now), refusals: Bucket::full(REFUSALS, now) }
    }

    /// What becomes of a message.
    pub fn admit(&mut self, now: Timestamp) -> Verdict {
        let budget = if self.directs { HALL_DIRECTOR } else { HALL_DEVICE };
        if self.messages.take(budget, now) {
            Verdict::Admitted
        } else if self.refusals.take(REFUSALS, now) {
            Verdict::Refused
        } else {
            Verdict::Closed
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_connection_that_does_not_stop_is_closed() {
        let mut limits = SocketLimits::new(Timestamp::EPOCH);
        let verdicts: Vec<Verdict> = (0..200).map(|_| limits.admit(MessageKind::Chat, Timestamp::EPOCH)).collect();
        let count = |verdict| verdicts.iter().filter(|&&other| other == verdict).count();
        assert_eq!((count(Verdict::Admitted), count(Verdict::Refused)), (6, 50));
        assert_eq!(
            SocketLimits::new(Timestamp::EPOCH).admit(MessageKind::Command, Timestamp::EPOCH),
            Verdict::Admitted
        );
    }
}
