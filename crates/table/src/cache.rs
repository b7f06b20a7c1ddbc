//! A cache whose values are made once, however many threads ask for them.

use std::collections::HashMap;
use std::hash::Hash;
use std::sync::{Arc, Mutex, OnceLock, PoisonError};

/// Values by key. Failures are not cached.
#[derive(Debug)]
pub struct Cache<K, V, E>(Mutex<HashMap<K, Slot<V, E>>>);

/// A value, or the place where one thread makes it while others wait.
type Slot<V, E> = Arc<OnceLock<Result<V, E>>>;

// A derived implementation would require defaults of the type parameters.
impl<K, V, E> Default for Cache<K, V, E> {
    fn default() -> Self {
        Cache(Mutex::default())
    }
}

impl<K: Clone + Eq + Hash, V: Clone, E: Clone> Cache<K, V, E> {
    /// The value of a key, made if it is not there yet.
    ///
    /// # Errors
    /// Those of `make`. The next call tries again: a missing file may exist by then, and unknown names must not fill
    /// the cache.
    pub fn get(&self, key: &K, make: impl FnOnce() -> Result<V, E>) -> Result<V, E> {
        // Every change is a single step, so a poisoned lock still guards a consistent map.
        let slots = || self.0.lock().unwrap_or_else(PoisonError::into_inner);
        let slot = Arc::clone(slots().entry(key.clone()).or_default());
        // Made without the lock: only those who ask for the same key wait.
        let made = slot.get_or_init(make).clone();
        if made.is_err() {
            slots().remove(key);
        }
        made
    }
}

#[cfg(test)]
mod tests {
    use std::sync::atomic::{AtomicUsize, Ordering};

    use super::*;

    #[test]
    fn a_value_is_made_once_and_a_failure_is_tried_again() {
        let (cache, made) = (Cache::default(), AtomicUsize::new(0));
        let get = |exists: bool| {
            cache.get(&"list", || {
                made.fetch_add(1, Ordering::Relaxed);
                if exists { Ok(7) } else { Err("not found") }
            })
        };
        assert_eq!(get(false), Err("not found"));
        std::thread::scope(|scope| {
            for _ in 0..8 {
                scope.spawn(|| assert_eq!(get(true), Ok(7)));
            }
        });
        assert_eq!(get(false), Ok(7), "the value is there by now");
        assert_eq!(made.load(Ordering::Relaxed), 2);
    }
}
