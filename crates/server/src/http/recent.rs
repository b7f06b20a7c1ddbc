//! What was made lately, kept for those who ask for the same again.

use std::collections::HashMap;
use std::hash::Hash;
use std::sync::{Arc, Mutex, PoisonError};

/// A cache of a bounded number of values; what was asked for longest ago goes first.
#[derive(Debug)]
pub(super) struct Recent<K, V> {
    capacity: usize,
    kept: Mutex<Kept<K, V>>,
}

#[derive(Debug)]
struct Kept<K, V> {
    values: HashMap<K, (Arc<V>, u64)>,
    /// The number of times that anything was asked for.
    asked: u64,
}

impl<K: Hash + Eq + Clone, V> Recent<K, V> {
    pub(super) fn new(capacity: usize) -> Recent<K, V> {
        Recent { capacity, kept: Mutex::new(Kept { values: HashMap::new(), asked: 0 }) }
    }

    pub(super) fn get(&self, key: &K) -> Option<Arc<V>> {
        let mut kept = self.kept.lock().unwrap_or_else(PoisonError::into_inner);
        kept.asked += 1;
        let asked = kept.asked;
        kept.values.get_mut(key).map(|(value, last)| {
            *last = asked;
            value.clone()
        })
    }

    pub(super) fn insert(&self, key: K, value: Arc<V>) {
        let mut kept = self.kept.lock().unwrap_or_else(PoisonError::into_inner);
        kept.asked += 1;
        let asked = kept.asked;
        if kept.values.len() >= self.capacity && !kept.values.contains_key(&key) {
            let oldest = kept.values.iter().min_by_key(|(_, (_, last))| *last).map(|(key, _)| key.clone());
            if let Some(oldest) = oldest {
                kept.values.remove(&oldest);
            }
        }
        kept.values.insert(key, (value, asked));
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_was_asked_for_longest_ago_goes_first() {
        let recent = Recent::new(2);
        for number in [1, 2] {
            recent.insert(number, Arc::new(number * 10));
        }
        assert_eq!(recent.get(&1).as_deref(), Some(&10));
        recent.insert(3, Arc::new(30));
        assert_eq!([1, 2, 3].map(|key| recent.get(&key).is_some()), [true, false, true]);
        recent.insert(3, Arc::new(31));
        assert_eq!(recent.get(&3).as_deref(), Some(&31), "in place of the one before");
        assert!(recent.get(&1).is_some());
    }
}
