//! Rate limits: budgets that fill up again. Time is passed in.

use std::collections::HashMap;
use std::net::IpAddr;
use std::sync::{Arc, Mutex, PoisonError};

use trinta_table::ids::PlayerId;
use trinta_time::Timestamp;

/// A budget: a number of requests at once, and a rate at which it fills up again.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Budget {
    /// Requests at once.
    pub burst: f32,
    /// Requests per second.
    pub rate: f32,
}

/// What is left of a budget.
#[derive(Debug, Clone, Copy)]
pub struct Bucket {
    left: f32,
    /// When it was last looked at.
    at: Timestamp,
}

impl Bucket {
    /// A full one.
    #[must_use]
    pub const fn full(budget: Budget, now: Timestamp) -> Bucket {
        Bucket { left: budget.burst, at: now }
    }

    /// What is left at a time.
    fn level(&self, budget: Budget, now: Timestamp) -> f32 {
        (self.left + now.since(self.at).as_secs_f32() * budget.rate).min(budget.burst)
    }

    /// Takes one out, if there is one.
    pub fn take(&mut self, budget: Budget, now: Timestamp) -> bool {
        self.left = self.level(budget, now);
        self.at = now;
        if self.left < 1.0 {
            return false;
        }
        self.left -= 1.0;
        true
    }
}

/// The kinds of requests that have a budget.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum Kind {
    /// Any request at all.
    Request,
    /// To become a guest.
    Guest,
    /// To give a password.
    Password,
    /// To open a table.
    Create,
    /// To sit down, or to make an invitation.
    Join,
    /// A code or an invitation that was wrong: guessing.
    Guess,
    /// To open a connection.
    Socket,
    /// To read a finished game.
    Record,
    /// To have a finished game looked at by the solver.
    Analysis,
}

/// Who shares a budget.
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
pub enum Owner {
    /// Everybody behind an address: a household, or a school hall.
    Address(IpAddr),
    /// Whoever is signed in.
    Player(PlayerId),
    /// Those who try to get into an account from one address. Only from there: otherwise anybody could keep its owner
    /// out by guessing.
    Account(String, IpAddr),
}

impl Owner {
    /// The owner with the network in place of the address.
    fn by_network(self) -> Owner {
        match self {
            Owner::Address(address) => Owner::Address(network(address)),
            Owner::Account(name, address) => Owner::Account(name, network(address)),
            player @ Owner::Player(_) => player,
        }
    }
}

impl Kind {
    /// The budgets of an address are wide enough for a hundred people behind it who come in, sit down and play at the
    /// same time. What one of them could do harm with, guessing, has a narrow budget of each person's own as well.
    const fn budget(self, owner: &Owner) -> Budget {
        match (self, owner) {
            (Kind::Guess, Owner::Player(_)) => Budget { burst: 10.0, rate: 0.05 },
            (Kind::Password, Owner::Player(_) | Owner::Account(..)) => Budget { burst: 10.0, rate: 0.1 },
            (Kind::Request, _) => Budget { burst: 4000.0, rate: 200.0 },
            (Kind::Guest, _) => Budget { burst: 200.0, rate: 2.0 },
            (Kind::Password, _) => Budget { burst: 200.0, rate: 1.0 },
            (Kind::Create, _) => Budget { burst: 120.0, rate: 1.0 },
            (Kind::Join, _) => Budget { burst: 400.0, rate: 5.0 },
            (Kind::Guess, _) => Budget { burst: 200.0, rate: 1.0 },
            (Kind::Socket, _) => Budget { burst: 400.0, rate: 10.0 },
            (Kind::Record, _) => Budget { burst: 300.0, rate: 5.0 },
            (Kind::Analysis, _) => Budget { burst: 60.0, rate: 0.5 },
        }
    }
}

/// The most buckets that are kept; beyond that, those that are full are forgotten.
const MAX_BUCKETS: usize = 50_000;

/// What is left of the budgets of everybody who asked for something.
#[derive(Debug)]
pub struct Limits {
    on: bool,
    buckets: Mutex<HashMap<(Kind, Owner), Bucket>>,
}

impl Limits {
    /// Budgets; `on` is false where nobody is limited: in benchmarks.
    #[must_use]
    pub fn new(on: bool) -> Limits {
        Limits { on, buckets: Mutex::default() }
    }

    /// Whether anybody is limited.
    #[must_use]
    pub const fn is_on(&self) -> bool {
        self.on
    }

    /// Whether this may be done once more, which is then taken from the budget.
    pub fn allows(&self, kind: Kind, owner: Owner, now: Timestamp) -> bool {
        if !self.on {
            return true;
        }
        let owner = owner.by_network();
        let budget = kind.budget(&owner);
        let mut buckets = self.buckets.lock().unwrap_or_else(PoisonError::into_inner);
        if buckets.len() >= MAX_BUCKETS {
            buckets.retain(|(kind, owner), bucket| {
                let budget = kind.budget(owner);
                bucket.level(budget, now) < budget.burst
            });
            if buckets.len() >= MAX_BUCKETS {
                // An attack from very many addresses: the newest wait.
                return false;
            }
        }
        buckets.entry((kind, owner)).or_insert_with(|| Bucket::full(budget, now)).take(budget, now)
    }

    /// Whether there is anything left, without taking it.
    pub fn has_left(&self, kind: Kind, owner: Owner, now: Timestamp) -> bool {
        if !self.on {
            return true;
        }
        let owner = owner.by_network();
        let budget = kind.budget(&owner);
        let buckets = self.buckets.lock().unwrap_or_else(PoisonError::into_inner);
        buckets.get(&(kind, owner)).is_none_or(|bucket| {
            let mut bucket = *bucket;
            bucket.take(budget, now)
        })
    }
}

/// How many connections each address has.
#[derive(Debug, Default)]
pub struct ConnectionCounts(Mutex<HashMap<IpAddr, usize>>);

/// One of the connections that an address may have, until it ends.
#[derive(Debug)]
pub struct ConnectionSlot {
    open: Arc<ConnectionCounts>,
    address: IpAddr,
}

impl ConnectionSlot {
    /// Counts one more, unless the address has as many as it may have.
    #[must_use]
    pub fn take(open: &Arc<ConnectionCounts>, address: IpAddr, limit: usize) -> Option<ConnectionSlot> {
        open.take(address, limit).then(|| ConnectionSlot { open: open.clone(), address })
    }
}

impl Drop for ConnectionSlot {
    fn drop(&mut self) {
        self.open.release(self.address);
    }
}

impl ConnectionCounts {
    /// Counts one more, unless the address has as many as it may have.
    fn take(&self, address: IpAddr, limit: usize) -> bool {
        let mut open = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        let count = open.entry(network(address)).or_default();
        let room = *count < limit;
        if room {
            *count += 1;
        }
        room
    }

    /// Counts one less.
    fn release(&self, address: IpAddr) {
        let mut open = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        if let Some(count) = open.get_mut(&network(address)) {
            *count = count.saturating_sub(1);
            if *count == 0 {
                open.remove(&network(address));
            }
        }
    }
}

/// One subscriber of IPv6 has 2^64 addresses: the network counts.
fn network(address: IpAddr) -> IpAddr {
    match address {
        IpAddr::V6(six) => match six.to_ipv4_mapped() {
            Some(four) => IpAddr::V4(four),
            None => {
                let [a, b, c, d, ..] = six.segments();
                IpAddr::V6(std::net::Ipv6Addr::new(a, b, c, d, 0, 0, 0, 0))
            }
        },
        four => four,
    }
}

/// The budgets of one connection, apart for what it can say.
#[derive(Debug)]
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

#[cfg(test)]
mod tests {
    use trinta_table::chance::FixedChance;

    use super::*;

    fn at(millis: i64) -> Timestamp {
        Timestamp::from_millis(millis)
    }

    #[test]
    fn a_budget_empties_and_fills_up_again() {
        let budget = Budget { burst: 3.0, rate: 0.5 };
        let mut bucket = Bucket::full(budget, Timestamp::EPOCH);
        assert_eq!([0, 1, 2, 3].map(|millis| bucket.take(budget, at(millis))), [true, true, true, false]);
        assert!(!bucket.take(budget, at(1900)));
        assert!(bucket.take(budget, at(4000)));
        assert!(
            bucket.take(budget, at(999_000)) && bucket.take(budget, at(999_000)) && bucket.take(budget, at(999_000))
        );
        assert!(!bucket.take(budget, at(999_000)), "no more than the burst");
    }

    #[test]
    fn budgets_are_apart_by_kind_and_network() {
        let limits = Limits::new(true);
        let [one, same, other] =
            ["2001:db8::1", "2001:db8::2", "2001:db8:1::1"].map(|text| Owner::Address(text.parse().unwrap()));
        let all = (0..1000).filter(|_| limits.allows(Kind::Password, one.clone(), Timestamp::EPOCH)).count();
        assert_eq!(all, 200);
        assert!(!limits.allows(Kind::Password, same, Timestamp::EPOCH), "the same subscriber");
        assert!(
            limits.allows(Kind::Password, other, Timestamp::EPOCH)
                && limits.allows(Kind::Join, one.clone(), Timestamp::EPOCH)
        );
        assert!(
            !limits.has_left(Kind::Password, one.clone(), Timestamp::EPOCH)
                && limits.has_left(Kind::Guess, one.clone(), Timestamp::EPOCH)
        );
        assert!(Limits::new(false).allows(Kind::Password, one, Timestamp::EPOCH));
    }

    #[test]
    fn guesses_are_counted_for_each_person_too() {
        let limits = Limits::new(true);
        let chance = FixedChance::new(1);
        let [ana, rui] = [(), ()].map(|()| Owner::Player(PlayerId::new(&chance)));
        let all = (0..1000).filter(|_| limits.allows(Kind::Guess, ana.clone(), Timestamp::EPOCH)).count();
        assert_eq!(all, 10);
        assert!(limits.allows(Kind::Guess, rui, Timestamp::EPOCH));
        let address: IpAddr = "192.0.2.1".parse().unwrap();
        let account = Owner::Account("ana".to_owned(), address);
        let all = (0..1000).filter(|_| limits.allows(Kind::Password, account.clone(), Timestamp::EPOCH)).count();
        assert_eq!(all, 10);
        let elsewhere = Owner::Account("ana".to_owned(), "192.0.2.2".parse().unwrap());
        assert!(
            limits.allows(Kind::Password, elsewhere, Timestamp::EPOCH),
            "nobody is kept out of their account from elsewhere"
        );
    }

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
