//! Whether the clock of the machine can be believed at a start: it is compared with the time at which a server was last
//! known to run.

use std::time::Duration;

use trinta_store::{Payload, Put, Store, StoreError};
use trinta_time::Timestamp;

use crate::clock::Clock;
use crate::keys;

/// A jump forward by more than this may be a wrong clock, or a server that was off for long.
const DOUBTFUL_JUMP: Duration = Duration::from_secs(7 * 24 * 3600);
/// How long the server runs before a time after such a jump is believed.
const DOUBT_TIME: Duration = Duration::from_secs(24 * 3600);
/// A jump back by more than this is said in the log.
const NOTED_JUMP_BACK: Duration = Duration::from_secs(60);

/// The clock, in doubt for a day if it has jumped ahead since a server last ran on this store: nothing is deleted because
/// of its age then, and nobody is signed out.
///
/// # Errors
/// When the store can't be read.
pub(crate) async fn check(store: &dyn Store, clock: Clock) -> Result<Clock, StoreError> {
    let last = match store.get(&keys::last_run()).await {
        Ok(last) => last,
        // It is set anew.
        Err(StoreError::DamagedValue { .. }) => None,
        Err(error) => return Err(error),
    };
    let last = last.and_then(|last| last.text.parse().ok()).map(Timestamp::from_millis);
    let now = clock.now();
    let Some(last) = last else { return Ok(clock) };
    if last.since(now) > NOTED_JUMP_BACK {
        tracing::warn!(%now, %last, "the clock shows a time before the server last ran; games go on with their own time");
    }
    if now.since(last) <= DOUBTFUL_JUMP {
        return Ok(clock);
    }
    tracing::warn!(
        %now,
        %last,
        "the clock is far ahead of the time at which the server last ran: if that is wrong, set it and restart; for a day \
         nobody is signed out, and nothing is deleted for its age"
    );
    Ok(clock.doubted_until(now + DOUBT_TIME))
}

/// Notes that the server runs now, unless the clock is in doubt.
///
/// # Errors
/// When the store can't be written.
pub(crate) async fn note(store: &dyn Store, clock: Clock) -> Result<(), StoreError> {
    if clock.is_doubtful() {
        return Ok(());
    }
    store.put(vec![Put::set(keys::last_run(), Payload::new(1, clock.now().as_millis().to_string()))]).await
}

#[cfg(test)]
mod tests {
    use trinta_store::MemoryStore;

    use super::*;

    const DAY: Duration = Duration::from_secs(24 * 3600);

    #[tokio::test(start_paused = true)]
    async fn s8_a_clock_that_jumps_ahead_is_in_doubt_for_a_day() {
        let (store, start) = (MemoryStore::new(), Timestamp::from_millis(1_700_000_000_000));
        let first = check(&store, Clock::set_to(start)).await.unwrap();
        assert!(!first.is_doubtful(), "nobody was here before");
        note(&store, first).await.unwrap();
        assert!(!check(&store, Clock::set_to(start + 6 * DAY)).await.unwrap().is_doubtful());
        assert!(!check(&store, Clock::set_to(start - 6 * DAY)).await.unwrap().is_doubtful());
        // However often it is started with the wrong time.
        for _ in 0..2 {
            let clock = check(&store, Clock::set_to(start + 100 * DAY)).await.unwrap();
            assert!(clock.is_doubtful());
            note(&store, clock).await.unwrap();
        }
        let clock = check(&store, Clock::set_to(start + 100 * DAY)).await.unwrap();
        tokio::time::advance(DAY + Duration::from_secs(1)).await;
        assert!(!clock.is_doubtful(), "it was off for that long");
        note(&store, clock).await.unwrap();
        assert!(!check(&store, clock).await.unwrap().is_doubtful());
    }
}
