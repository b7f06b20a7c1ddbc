//! Requests processed on several threads, responses in the order of the requests.
//!
//! One thread reads, several process, and the calling thread writes. No thread is joined at the end: if the responses
//! can't be written any more, the program must neither wait for a request that may never come nor finish a long search
//! whose result is not wanted.

use std::num::NonZero;
use std::sync::mpsc::{Receiver, SyncSender, sync_channel};
use std::sync::{Arc, Mutex, PoisonError};
use std::thread;

use crate::failure::Failure;
use crate::input::{Line, Lines};
use crate::jsonl::ResponseLine;

/// The maximum number of requests that are read ahead. Enough that a long search leaves no thread idle, few enough that
/// lines of the maximum length fit into memory.
const MAX_PENDING_REQUESTS: usize = 256;

/// A request that is being processed.
pub(super) struct Pending {
    /// The number of its line.
    pub(super) line: usize,
    /// The number of input bytes up to the end of its line.
    pub(super) end: u64,
    /// Whether no further input was available: the other side may wait for this response before it sends more.
    pub(super) flush: bool,
    /// Receives the response; disconnected if the worker panicked.
    pub(super) response: Receiver<ResponseLine>,
}

struct Job {
    line: Line,
    response: SyncSender<ResponseLine>,
}

/// Starts to read and process the lines; returns the requests in their order. A failure to read comes last.
pub(super) fn start<W: FnMut(Line) -> ResponseLine>(
    mut lines: Lines,
    threads: NonZero<usize>,
    new_worker: impl Fn() -> W + Send + Sync + 'static,
) -> Receiver<Result<Pending, Failure>> {
    let (to_writer, pending) = sync_channel(MAX_PENDING_REQUESTS);
    let (to_workers, jobs) = sync_channel::<Job>(MAX_PENDING_REQUESTS);
    let (jobs, new_worker) = (Arc::new(Mutex::new(jobs)), Arc::new(new_worker));
    let mut idle = threads.get();
    let read = move || {
        loop {
            let line = match lines.next() {
                Ok(Some(line)) => line,
                Ok(None) => return,
                Err(failure) => return drop(to_writer.send(Err(failure))),
            };
            // A few requests need only a few threads.
            if idle > 0 {
                idle -= 1;
                let (jobs, new_worker) = (Arc::clone(&jobs), Arc::clone(&new_worker));
                thread::spawn(move || run_worker(&jobs, new_worker()));
            }
            let (response, receiver) = sync_channel(1);
            let pending = Pending { line: line.number, end: line.end, flush: lines.may_block(), response: receiver };
            // Sending fails only if the responses can't be written any more.
            if to_writer.send(Ok(pending)).is_err() || to_workers.send(Job { line, response }).is_err() {
                return;
            }
        }
    };
    thread::spawn(read);
    pending
}

/// Processes jobs until there are no more.
fn run_worker(jobs: &Mutex<Receiver<Job>>, mut process: impl FnMut(Line) -> ResponseLine) {
    loop {
        let next = jobs.lock().unwrap_or_else(PoisonError::into_inner).recv();
        let Ok(Job { line, response }) = next else { return };
        // Sending fails only if the responses can't be written any more.
        if response.send(process(line)).is_err() {
            return;
        }
    }
}
