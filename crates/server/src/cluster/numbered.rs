//! Numbers on what is sent, so that what the bus loses is noticed and sent again. Pure: no time, no bus.

use std::collections::VecDeque;
use std::sync::Arc;

use serde_json::value::RawValue;

/// The most bytes that are kept to be sent again.
const MAX_KEPT_BYTES: usize = 4 << 20;

/// What was sent in one direction and has not been acknowledged.
#[derive(Debug, Default)]
pub(super) struct Sent {
    last: u64,
    kept: VecDeque<Arc<RawValue>>,
    bytes: usize,
}

/// Too much was sent without being acknowledged: the other side can't follow.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) struct CantFollow;

impl Sent {
    /// The highest number that was sent.
    pub(super) const fn last(&self) -> u64 {
        self.last
    }

    pub(super) fn is_acknowledged(&self) -> bool {
        self.kept.is_empty()
    }

    /// Gives the next body its number.
    pub(super) fn push(&mut self, body: Arc<RawValue>) -> Result<u64, CantFollow> {
        self.bytes += body.get().len();
        self.kept.push_back(body);
        self.last += 1;
        if self.bytes > MAX_KEPT_BYTES { Err(CantFollow) } else { Ok(self.last) }
    }

    /// Everything up to a number has come; whether that is news.
    pub(super) fn acknowledge(&mut self, upto: u64) -> bool {
        let before = self.kept.len();
        while self.first_kept() <= upto.min(self.last)
            && let Some(body) = self.kept.pop_front()
        {
            self.bytes -= body.get().len();
        }
        self.kept.len() < before
    }

    /// What has to be sent again, from a number on.
    pub(super) fn from(&self, need: u64) -> impl Iterator<Item = (u64, Arc<RawValue>)> {
        (self.first_kept()..).zip(self.kept.iter().cloned()).filter(move |(n, _)| *n >= need)
    }

    fn first_kept(&self) -> u64 {
        self.last + 1 - self.kept.len() as u64
    }
}

/// What has come in one direction.
#[derive(Debug, Default)]
pub(super) struct Received {
    last: u64,
}

/// What a number says about a body.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Receipt {
    /// It is the next one.
    Next,
    /// It came before.
    Again,
    /// Others before it are missing.
    Gap,
}

impl Received {
    /// The highest number up to which everything has come.
    pub(super) const fn last(&self) -> u64 {
        self.last
    }

    pub(super) fn receive(&mut self, n: u64) -> Receipt {
        if n <= self.last {
            return Receipt::Again;
        }
        if n > self.last + 1 {
            return Receipt::Gap;
        }
        self.last = n;
        Receipt::Next
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn body(n: u64) -> Arc<RawValue> {
        serde_json::value::to_raw_value(&n).unwrap().into()
    }

    #[test]
    fn whatever_is_lost_or_comes_twice_everything_arrives_once_and_in_order() {
        for seed in 0..200_u64 {
            let mut dice = seed.wrapping_mul(0x9e37_79b9_7f4a_7c15) | 1;
            let mut roll = move |sides: u64| {
                dice ^= dice << 13;
                dice ^= dice >> 7;
                dice ^= dice << 17;
                dice % sides
            };
            let (mut sent, mut received, mut came) = (Sent::default(), Received::default(), Vec::new());
            let mut wire: VecDeque<(u64, Arc<RawValue>)> = VecDeque::new();
            let mut pushed = 0;
            while came.len() < 50 {
                if pushed < 50 {
                    pushed += 1;
                    wire.push_back((sent.push(body(pushed)).unwrap(), body(pushed)));
                }
                let Some((n, text)) = wire.pop_front() else {
                    sent.acknowledge(received.last());
                    wire.extend(sent.from(received.last() + 1));
                    continue;
                };
                match roll(4) {
                    0 => continue,
                    1 => wire.push_back((n, text.clone())),
                    _ => {}
                }
                if received.receive(n) == Receipt::Next {
                    came.push(text.get().parse::<u64>().unwrap());
                }
                if roll(3) == 0 {
                    sent.acknowledge(received.last());
                }
            }
            assert_eq!(came, (1..=50).collect::<Vec<_>>(), "seed {seed}");
        }
    }

    #[test]
    fn what_nobody_acknowledges_is_not_kept_without_end() {
        let long: Arc<RawValue> = RawValue::from_string(format!("\"{}\"", "x".repeat(1 << 20))).unwrap().into();
        let mut sent = Sent::default();
        let taken = (0..10).take_while(|_| sent.push(long.clone()).is_ok()).count();
        assert_eq!(taken, 3);
        let mut other = Sent::default();
        for n in 1..=20 {
            other.push(long.clone()).unwrap();
            assert!(other.acknowledge(n) && other.is_acknowledged());
        }
        assert!(!other.acknowledge(20), "no news");
    }
}
