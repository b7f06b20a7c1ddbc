//! Long work: what computes for longer than a message may wait, on threads that give way to those that serve.

use std::panic::resume_unwind;
use std::thread;

use tokio::task::{JoinHandle, spawn_blocking};

/// Computes on a thread of its own that gets what time the others leave it: bots, hints, analyses, advice, passwords,
/// printed sheets, compression. Whoever makes a move waits for none of them, also where there are few processors.
///
/// The runtime's own thread waits for it: its threads are used for other things afterwards, and a thread that has given
/// way can't be raised again without privileges.
pub(crate) fn spawn_long<T: Send + 'static>(work: impl FnOnce() -> T + Send + 'static) -> JoinHandle<T> {
    spawn_blocking(move || {
        let worked = thread::scope(|scope| {
            let worker = scope.spawn(|| {
                give_way();
                work()
            });
            worker.join()
        });
        worked.unwrap_or_else(|panic| resume_unwind(panic))
    })
}

/// How much this thread gives way, as `nice` counts it: it gets a tenth of the time of another thread that competes for its
/// processor. With 15 it got a thirtieth, and on a machine that was busy with other programs a hint took more than 15 seconds.
#[cfg(target_os = "linux")]
const NICENESS: i32 = 10;

/// From now on this thread gives way to all others of the process. Where that can't be had it is as fast as they are.
#[cfg(target_os = "linux")]
fn give_way() {
    // On Linux the priority is that of a thread and not of its process.
    let lowered = rustix::process::setpriority_process(Some(rustix::thread::gettid()), NICENESS);
    if let Err(error) = lowered {
        tracing::debug!(%error, "a thread can't give way");
    }
}

#[cfg(not(target_os = "linux"))]
const fn give_way() {}

#[cfg(test)]
mod tests {
    use super::*;

    #[tokio::test]
    async fn a_thread_that_works_long_gives_way_and_its_panic_is_an_error() {
        #[cfg(target_os = "linux")]
        {
            let own = || rustix::process::getpriority_process(Some(rustix::thread::gettid())).unwrap();
            let before = own();
            let worker = spawn_long(own).await.unwrap();
            assert!(worker >= before.max(NICENESS), "{worker}, not {before}");
            assert_eq!(spawn_blocking(own).await.unwrap(), before, "the runtime's own threads stay as they are");
        }
        assert!(spawn_long(|| panic!("on purpose")).await.unwrap_err().is_panic());
    }

    #[tokio::test(start_paused = true)]
    async fn no_time_passes_in_tests_while_somebody_works() {
        let started = tokio::time::Instant::now();
        let timer = tokio::spawn(async { tokio::time::sleep(std::time::Duration::from_secs(60)).await });
        spawn_long(|| thread::sleep(std::time::Duration::from_millis(50))).await.unwrap();
        assert!(started.elapsed().as_secs() < 60);
        timer.abort();
    }
}
