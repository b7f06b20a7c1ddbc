//! Rate limits: budgets that fill up again. Time is passed in.

mod socket;

use std::collections::HashMap;
use std::net::IpAddr;
use std::sync::{Arc, Mutex, PoisonError};

use trinta_table::ids::PlayerId;
use trinta_time::Timestamp;

pub use socket::{HallSocketLimits, MessageKind, SocketLimits, Verdict};

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
    /// To open a connection to a tournament.
    HallSocket,
    /// A code or a token of a tournament that was wrong: guessing.
    HallGuess,
    /// To begin or restore a tournament, print or export it.
    HallWork,
    /// To ask the format advisor.
    Advice,
    /// To say anything on a connection to a table.
    Message,
    /// To ask for a hint there.
    Hint,
    /// To ask for a fresh view there.
    Resync,
    /// To say anything on a connection to a tournament.
    HallMessage,
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
            // A whole hall behind one address: players, judges and spectators come within a minute, and come again when
            // the network was away.
            (Kind::HallSocket, _) => Budget { burst: 1200.0, rate: 20.0 },
            // A code is right once in about 500 million guesses.
            (Kind::HallGuess, _) => Budget { burst: 40.0, rate: 0.1 },
            (Kind::HallWork, _) => Budget { burst: 60.0, rate: 0.5 },
            // A tenth of a second of computing each; whoever fills in the form asks after each change.
            (Kind::Advice, _) => Budget { burst: 20.0, rate: 0.1 },
            // Ten tables at which somebody moves tiles all the time, and forty people who act and chat, need about 250
            // a second; a connection alone may say 36.
            (Kind::Message, _) => Budget { burst: 4000.0, rate: 300.0 },
            // Forty people who want all three steps of a hint in a turn, every 25 seconds.
            (Kind::Hint, _) => Budget { burst: 200.0, rate: 5.0 },
            // Everybody in a school at once, after its network was away.
            (Kind::Resync, _) => Budget { burst: 400.0, rate: 10.0 },
            // Eighty phones that deliver what they have kept, and a desk that enters whole rounds.
            (Kind::HallMessage, _) => Budget { burst: 6000.0, rate: 200.0 },
        }
    }
}

/// The most buckets that are kept.
const MAX_BUCKETS: usize = 50_000;

/// The number of buckets among which the one to forget is chosen when there are too many.
const EVICTION_SAMPLE: usize = 64;

/// Makes room for one more bucket. In an attack from very many addresses nobody else is turned away for it: the fullest
/// of some buckets goes, whose owner has used least of it.
fn forget_fullest(buckets: &mut HashMap<(Kind, Owner), Bucket>, now: Timestamp) {
    let share = |(kind, owner): &(Kind, Owner), bucket: &Bucket| {
        let budget = kind.budget(owner);
        bucket.level(budget, now) / budget.burst
    };
    let sample = buckets.iter().take(EVICTION_SAMPLE);
    let fullest = sample.max_by(|(one, left), (other, right)| share(one, left).total_cmp(&share(other, right)));
    if let Some(fullest) = fullest.map(|(key, _)| key.clone()) {
        buckets.remove(&fullest);
    }
}

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
        if buckets.len() >= MAX_BUCKETS && !buckets.contains_key(&(kind, owner.clone())) {
            forget_fullest(&mut buckets, now);
        }
        buckets.entry((kind, owner)).or_insert_with(|| Bucket::full(budget, now)).take(budget, now)
    }

    /// What becomes of a message on a connection to a table: the connection has its budgets, and so has the address that
    /// it comes from, however many connections it has. Those who share an address with somebody who says too much are
    /// refused, but lose no connection for it.
    pub fn admit(&self, connection: &mut SocketLimits, address: IpAddr, kind: MessageKind, now: Timestamp) -> Verdict {
        if !self.on {
            return Verdict::Admitted;
        }
        let verdict = connection.admit(kind, now);
        if verdict != Verdict::Admitted {
            return verdict;
        }
        let narrow = match kind {
            MessageKind::Hint => Some(Kind::Hint),
            MessageKind::Resync => Some(Kind::Resync),
            _ => None,
        };
        let mut kinds = narrow.into_iter().chain([Kind::Message]);
        if kinds.all(|kind| self.allows(kind, Owner::Address(address), now)) {
            Verdict::Admitted
        } else {
            Verdict::Refused
        }
    }

    /// What becomes of a message on a connection to a tournament; as [`admit`](Limits::admit).
    pub fn admit_in_hall(&self, connection: &mut HallSocketLimits, address: IpAddr, now: Timestamp) -> Verdict {
        if !self.on {
            return Verdict::Admitted;
        }
        match connection.admit(now) {
            Verdict::Admitted if !self.allows(Kind::HallMessage, Owner::Address(address), now) => Verdict::Refused,
            verdict => verdict,
        }
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
    fn s16_very_many_addresses_turn_nobody_else_away() {
        let limits = Limits::new(true);
        let used: IpAddr = "192.0.2.1".parse().unwrap();
        for _ in 0..200 {
            assert!(limits.allows(Kind::Guess, Owner::Address(used), Timestamp::EPOCH));
        }
        for number in 0..(MAX_BUCKETS as u32 + 5000) {
            let address = IpAddr::V4(std::net::Ipv4Addr::from_bits(0x0a00_0000 + number));
            assert!(limits.allows(Kind::Guess, Owner::Address(address), Timestamp::EPOCH), "number {number}");
        }
        assert!(limits.buckets.lock().unwrap().len() <= MAX_BUCKETS);
        assert!(!limits.allows(Kind::Guess, Owner::Address(used), Timestamp::EPOCH), "a used budget is not forgotten");
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

    fn address(text: &str) -> IpAddr {
        text.parse().unwrap()
    }

    /// How many messages of a kind an address gets through in some seconds with this many connections, each of which
    /// says as much as it may.
    fn admitted(limits: &Limits, from: &str, connections: usize, kind: MessageKind, seconds: i64) -> usize {
        let mut sockets = vec![SocketLimits::new(at(0)); connections];
        let mut admitted = 0;
        for tenth in 0..seconds * 10 {
            for socket in &mut sockets {
                // Within its own budgets, so that it is never closed.
                while socket.clone().admit(kind, at(tenth * 100)) == Verdict::Admitted {
                    let verdict = limits.admit(socket, address(from), kind, at(tenth * 100));
                    assert_ne!(verdict, Verdict::Closed);
                    admitted += usize::from(verdict == Verdict::Admitted);
                }
            }
        }
        admitted
    }

    #[test]
    fn an_address_says_no_more_with_many_connections_than_its_budget() {
        let limits = Limits::new(true);
        let one = admitted(&limits, "192.0.2.1", 1, MessageKind::Draft, 20);
        assert!((550..=570).contains(&one), "{one}: as much as a connection may");
        let drafts = admitted(&limits, "192.0.2.2", 500, MessageKind::Draft, 20);
        assert!((9_900..=10_000).contains(&drafts), "{drafts}");
        let hints = admitted(&limits, "192.0.2.3", 500, MessageKind::Hint, 20);
        assert!((295..=300).contains(&hints), "{hints}");
        let views = admitted(&limits, "192.0.2.4", 500, MessageKind::Resync, 20);
        assert!((590..=600).contains(&views), "{views}");
        let mut elsewhere = SocketLimits::new(at(0));
        let verdict = limits.admit(&mut elsewhere, address("192.0.2.5"), MessageKind::Draft, at(20_000));
        assert_eq!(verdict, Verdict::Admitted, "another address");
        let (unlimited, mut socket) = (Limits::new(false), SocketLimits::new(at(0)));
        let mut verdicts =
            (0..1000).map(|_| unlimited.admit(&mut socket, address("192.0.2.2"), MessageKind::Hint, at(0)));
        assert!(verdicts.all(|verdict| verdict == Verdict::Admitted));
    }

    #[test]
    fn a_school_behind_one_address_never_meets_the_budgets_of_messages() {
        let limits = Limits::new(true);
        let school = address("192.0.2.1");
        let mut players = vec![SocketLimits::new(at(0)); 40];
        for tenth in 0..6000_i64 {
            let now = at(tenth * 100);
            for (number, player) in players.iter_mut().enumerate() {
                let mut say = |kind| assert_eq!(limits.admit(player, school, kind, now), Verdict::Admitted, "{kind:?}");
                let own = tenth + number as i64 * 7;
                // One of four is on turn and moves tiles all the time; a move every ten seconds, in which the three
                // steps of a hint are asked for; chat, and signs of life. The network goes away every minute.
                if number % 4 == (tenth / 100 % 4) as usize {
                    say(MessageKind::Draft);
                    say(MessageKind::Draft);
                }
                if own % 100 == 0 {
                    say(MessageKind::Command);
                }
                if own % 400 < 3 {
                    say(MessageKind::Hint);
                }
                if own % 150 == 0 {
                    say(MessageKind::Chat);
                }
                if own % 100 == 50 {
                    say(MessageKind::Other);
                }
                if tenth % 600 == 0 {
                    say(MessageKind::Resync);
                }
            }
        }
    }

    #[test]
    fn the_devices_of_a_hall_behind_one_address_never_meet_its_budget_and_a_crowd_does() {
        let limits = Limits::new(true);
        let hall = address("192.0.2.1");
        // The network comes back: cards and judges deliver fifty messages each, the desk two hundred, and each then says
        // something every second for a minute.
        let mut devices = vec![HallSocketLimits::new(false, at(0)); 80];
        let mut desk = HallSocketLimits::new(true, at(0));
        for device in &mut devices {
            for _ in 0..50 {
                assert_eq!(limits.admit_in_hall(device, hall, at(0)), Verdict::Admitted);
            }
        }
        for _ in 0..200 {
            assert_eq!(limits.admit_in_hall(&mut desk, hall, at(0)), Verdict::Admitted);
        }
        for second in 1..=60 {
            for device in &mut devices {
                assert_eq!(limits.admit_in_hall(device, hall, at(second * 1000)), Verdict::Admitted);
            }
        }
        let mut crowd = vec![HallSocketLimits::new(false, at(0)); 600];
        let mut admitted = 0;
        for device in &mut crowd {
            for _ in 0..100 {
                let verdict = limits.admit_in_hall(device, address("192.0.2.2"), at(0));
                assert_ne!(verdict, Verdict::Closed);
                admitted += usize::from(verdict == Verdict::Admitted);
            }
        }
        assert_eq!(admitted, 6000);
    }
}
