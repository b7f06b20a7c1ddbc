//! The process of a bot program: lines over its standard input and output.

use std::io::{self, BufRead as _, BufReader, Read as _, Write as _};
use std::process::{Child, ChildStdin, ChildStdout, Command, Stdio};
use std::sync::mpsc::{Receiver, RecvTimeoutError, SyncSender, TrySendError, sync_channel};
use std::thread;
use std::time::{Duration, Instant};

use trinta_bots::program::{Link, LinkFault};

/// The maximum length of a line in bytes.
const MAX_LINE_BYTES: usize = 64 * 1024;

/// The capacity of the queue of lines to the program. If it is full, the program does not read its input.
const INPUT_QUEUE: usize = 1024;
/// The capacity of the queue of lines from the program. If it is full, the program's writes block.
const OUTPUT_QUEUE: usize = 64;

/// The time that a program has to exit by itself.
const GRACE_PERIOD: Duration = Duration::from_millis(200);

/// The destination of a program's standard error.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum StandardError {
    /// Our own standard error.
    Shown,
    /// Nowhere: the output of many copies would be mixed up.
    Dropped,
}

/// A program with its arguments, running or not.
pub(crate) struct Process {
    words: Vec<String>,
    errors: StandardError,
    running: Option<Running>,
}

struct Running {
    child: Child,
    /// Dropped to close the program's standard input.
    lines: Option<SyncSender<String>>,
    answers: Receiver<Result<String, LinkFault>>,
}

impl Process {
    /// A program that is not running yet.
    pub(crate) const fn new(words: Vec<String>, errors: StandardError) -> Process {
        Process { words, errors, running: None }
    }
}

impl Link for Process {
    fn start(&mut self) -> Result<(), LinkFault> {
        self.stop();
        let not_started = |error: String| LinkFault::NotStarted(error);
        let (program, args) = self.words.split_first().ok_or_else(|| not_started("no command".to_owned()))?;
        let errors = if self.errors == StandardError::Shown { Stdio::inherit() } else { Stdio::null() };
        let mut child = Command::new(program)
            .args(args)
            .stdin(Stdio::piped())
            .stdout(Stdio::piped())
            .stderr(errors)
            .spawn()
            .map_err(|error| not_started(format!("{program}: {error}")))?;
        let (Some(input), Some(output)) = (child.stdin.take(), child.stdout.take()) else {
            return Err(not_started("no standard input or output".to_owned()));
        };
        let (lines, to_write) = sync_channel(INPUT_QUEUE);
        let (read, answers) = sync_channel(OUTPUT_QUEUE);
        // In separate threads, so that a program can't block us. They end when the pipes close.
        thread::spawn(move || write_lines(input, &to_write));
        thread::spawn(move || read_lines(output, &read));
        self.running = Some(Running { child, lines: Some(lines), answers });
        Ok(())
    }

    fn send(&mut self, line: &str) -> Result<(), LinkFault> {
        let lines = self.running.as_ref().and_then(|running| running.lines.as_ref());
        let lines = lines.ok_or_else(|| LinkFault::Gone("not running".to_owned()))?;
        match lines.try_send(format!("{line}\n")) {
            Ok(()) => Ok(()),
            Err(TrySendError::Full(_)) => Err(LinkFault::DoesNotRead),
            // Not an error yet: its output may still contain an answer, and then its end.
            Err(TrySendError::Disconnected(_)) => Ok(()),
        }
    }

    fn receive(&mut self, within: Duration) -> Result<String, LinkFault> {
        let running = self.running.as_mut().ok_or_else(|| LinkFault::Gone("not running".to_owned()))?;
        match running.answers.recv_timeout(within) {
            Ok(Ok(line)) => Ok(line),
            Ok(Err(fault)) => Err(fault),
            Err(RecvTimeoutError::Timeout) => Err(LinkFault::Silent { within }),
            Err(RecvTimeoutError::Disconnected) => Err(LinkFault::Gone(exit_status(&mut running.child))),
        }
    }

    fn stop(&mut self) {
        let Some(mut running) = self.running.take() else { return };
        running.lines = None;
        let started = Instant::now();
        while started.elapsed() < GRACE_PERIOD {
            if !matches!(running.child.try_wait(), Ok(None)) {
                return;
            }
            // Discards its remaining output, which it may be blocked on.
            while running.answers.try_recv().is_ok() {}
            thread::sleep(Duration::from_millis(2));
        }
        // Fails if it has exited in the meantime.
        let _ = running.child.kill();
        let _ = running.child.wait();
    }
}

impl Drop for Process {
    fn drop(&mut self) {
        self.stop();
    }
}

/// The exit status of a program that has closed its output.
fn exit_status(child: &mut Child) -> String {
    for _ in 0..20 {
        match child.try_wait() {
            Ok(Some(status)) => return status.to_string(),
            Ok(None) => thread::sleep(Duration::from_millis(1)),
            Err(error) => return error.to_string(),
        }
    }
    "its standard output is closed".to_owned()
}

fn write_lines(mut input: ChildStdin, lines: &Receiver<String>) {
    for line in lines {
        if input.write_all(line.as_bytes()).and_then(|()| input.flush()).is_err() {
            return;
        }
    }
}

fn read_lines(output: ChildStdout, read: &SyncSender<Result<String, LinkFault>>) {
    let mut output = BufReader::new(output);
    loop {
        let line = read_line(&mut output);
        let go_on = matches!(line, Some(Ok(_)));
        if line.is_none_or(|line| read.send(line).is_err()) || !go_on {
            return;
        }
    }
}

/// The next line without its line feed; none at the end of the output.
fn read_line(output: &mut BufReader<ChildStdout>) -> Option<Result<String, LinkFault>> {
    let mut bytes = Vec::new();
    let read: io::Result<usize> = output.by_ref().take(MAX_LINE_BYTES as u64 + 1).read_until(b'\n', &mut bytes);
    if read.is_err() || bytes.is_empty() {
        return None;
    }
    if bytes.len() > MAX_LINE_BYTES {
        return Some(Err(LinkFault::TooLong { limit: MAX_LINE_BYTES }));
    }
    let line = String::from_utf8(bytes).map_err(|_| LinkFault::NotText);
    Some(line.map(|line| line.trim_end_matches(['\n', '\r']).to_owned()))
}
