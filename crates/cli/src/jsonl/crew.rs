//! Questions on many threads, answers in the order of the questions.
//!
//! One thread reads, some answer, and whoever called writes. No thread is waited for at the end: when the answers can't
//! be written any more, the program must not wait for a question that may never come, nor finish a long search that
//! nobody wants.

use std::num::NonZero;
use std::sync::mpsc::{Receiver, SyncSender, sync_channel};
use std::sync::{Arc, Mutex, PoisonError};
use std::thread;

use crate::failure::Failure;
use crate::input::{Line, Lines};
use crate::jsonl::AnswerLine;

/// Questions that may be read before the oldest of them is answered. Enough that a long search keeps no thread from
/// work, few enough that the longest lines there are fit into memory.
const AHEAD: usize = 256;

/// A question under way.
pub(super) struct Asked {
    /// The number of its line.
    pub(super) line: usize,
    /// How many bytes of the input end with it.
    pub(super) end: u64,
    /// Whether nothing more had come in behind it: another program may want its answer before it asks on.
    pub(super) may_be_waited_for: bool,
    /// Where its answer will come from; nowhere, if the worker broke down.
    pub(super) answer: Receiver<AnswerLine>,
}

struct Job {
    line: Line,
    answer: SyncSender<AnswerLine>,
}

/// Starts reading and answering, and gives the questions in their order. A failure is of the input, and the last thing
/// that comes.
pub(super) fn start<W: FnMut(Line) -> AnswerLine>(
    mut lines: Lines,
    threads: NonZero<usize>,
    hire: impl Fn() -> W + Send + Sync + 'static,
) -> Receiver<Result<Asked, Failure>> {
    let (to_writer, asked) = sync_channel(AHEAD);
    let (to_workers, jobs) = sync_channel::<Job>(AHEAD);
    let (jobs, hire) = (Arc::new(Mutex::new(jobs)), Arc::new(hire));
    let mut idle = threads.get();
    let read = move || {
        loop {
            let line = match lines.next() {
                Ok(Some(line)) => line,
                Ok(None) => return,
                Err(failure) => return drop(to_writer.send(Err(failure))),
            };
            // Few questions need few threads.
            if idle > 0 {
                idle -= 1;
                let (jobs, hire) = (Arc::clone(&jobs), Arc::clone(&hire));
                thread::spawn(move || work(&jobs, hire()));
            }
            let (answer, answers) = sync_channel(1);
            let asked =
                Asked { line: line.number, end: line.end, may_be_waited_for: lines.may_wait(), answer: answers };
            // They are gone only when the answers can't be written any more.
            if to_writer.send(Ok(asked)).is_err() || to_workers.send(Job { line, answer }).is_err() {
                return;
            }
        }
    };
    thread::spawn(read);
    asked
}

/// Answers what comes until nothing comes any more.
fn work(jobs: &Mutex<Receiver<Job>>, mut answer: impl FnMut(Line) -> AnswerLine) {
    loop {
        let next = jobs.lock().unwrap_or_else(PoisonError::into_inner).recv();
        let Ok(Job { line, answer: to }) = next else { return };
        // Nobody waits for it only when the answers can't be written any more.
        if to.send(answer(line)).is_err() {
            return;
        }
    }
}
