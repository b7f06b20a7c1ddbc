//! Running other programs: their output, processor time and errors.

use std::collections::VecDeque;
use std::fs;
use std::io::{self, BufRead, BufReader, PipeReader, Read, Write};
use std::path::{Path, PathBuf};
use std::process::{Child, Command, ExitStatus, Stdio};
use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::{Mutex, MutexGuard, PoisonError};
use std::thread;
use std::time::Duration;

/// The folder of the workspace.
pub(crate) fn root() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).parent().map_or_else(|| PathBuf::from("."), Path::to_path_buf)
}

/// The build folder of cargo, which the steps of the test command use too.
pub(crate) fn target() -> PathBuf {
    std::env::var_os("CARGO_TARGET_DIR").map_or_else(|| root().join("target"), PathBuf::from)
}

/// Runs programs in the workspace's folder and adds up their processor time.
///
/// Steps of the test command run in parallel, so their output lines are labelled. A task that runs alone leaves the terminal
/// to the program it runs.
pub(crate) struct Shell {
    label: Option<&'static str>,
    processor: Mutex<Duration>,
    last_lines: Mutex<VecDeque<String>>,
}

/// The number of lines of a step's output that its report keeps.
const LAST_LINES: usize = 40;

/// What a program wrote, and whether it succeeded.
pub(crate) struct Finished {
    pub(crate) success: bool,
    pub(crate) text: String,
}

impl Shell {
    /// For a task that runs alone.
    pub(crate) fn plain() -> Self {
        Self { label: None, processor: Mutex::default(), last_lines: Mutex::default() }
    }

    /// For one of several steps that write to the same terminal.
    pub(crate) fn labelled(label: &'static str) -> Self {
        Self { label: Some(label), processor: Mutex::default(), last_lines: Mutex::default() }
    }

    /// User and system time of the programs run so far, with their children; zero where the system doesn't report it.
    pub(crate) fn processor_time(&self) -> Duration {
        *locked(&self.processor)
    }

    /// The last lines that were printed.
    pub(crate) fn last_lines(&self) -> Vec<String> {
        locked(&self.last_lines).iter().cloned().collect()
    }

    /// Prints a text, labelling each of its lines.
    pub(crate) fn print(&self, text: &str) {
        let mut last_lines = locked(&self.last_lines);
        let mut out = io::stdout().lock();
        for line in text.lines() {
            if last_lines.len() == LAST_LINES {
                last_lines.pop_front();
            }
            last_lines.push_back(line.to_owned());
            // The work goes on even if the reader of the log has gone.
            let _ = match self.label {
                Some(label) => writeln!(out, "{label:>10} | {line}"),
                None => writeln!(out, "{line}"),
            };
        }
    }

    /// Runs a program to its end and shows what it writes.
    pub(crate) fn run(&self, name: &str, arguments: &[&str], variables: &[(&str, &str)]) -> Result<(), String> {
        let line = self.announce(name, arguments);
        let mut command = program(name, arguments, variables);
        let unstarted = |error| could_not_start(&line, &error);
        let status = if self.label.is_none() {
            let child = command.spawn().map_err(unstarted)?;
            self.reap(child)
        } else {
            let (reader, writer) = io::pipe().map_err(unstarted)?;
            command.stdout(writer.try_clone().map_err(unstarted)?).stderr(writer);
            let child = command.spawn().map_err(unstarted)?;
            // Our copies of the pipe's ends must be closed, or the reader waits forever.
            drop(command);
            self.forward_output(reader);
            self.reap(child)
        };
        match status {
            Ok(status) if status.success() => Ok(()),
            Ok(status) => Err(format!("`{line}` failed ({status})")),
            Err(error) => Err(could_not_start(&line, &error)),
        }
    }

    /// Runs a program to its end and returns its standard output. Its standard error is shown.
    pub(crate) fn read(&self, name: &str, arguments: &[&str], variables: &[(&str, &str)]) -> Result<Finished, String> {
        let line = self.announce(name, arguments);
        let unstarted = |error| could_not_start(&line, &error);
        let (reader, writer) = io::pipe().map_err(unstarted)?;
        let mut command = program(name, arguments, variables);
        let mut child = command.stdout(Stdio::piped()).stderr(writer).spawn().map_err(unstarted)?;
        drop(command);
        let stdout = child.stdout.take();
        let text = thread::scope(|scope| {
            let text = scope.spawn(move || stdout.map(read_lossy).unwrap_or_default());
            self.forward_output(reader);
            text.join().unwrap_or_default()
        });
        let status = self.reap(child).map_err(unstarted)?;
        Ok(Finished { success: status.success(), text })
    }

    /// Runs a program to its end without showing anything and returns both its streams, interleaved.
    pub(crate) fn capture(&self, mut command: Command) -> Result<Finished, String> {
        let line = format!("{command:?}");
        let unstarted = |error| could_not_start(&line, &error);
        let (reader, writer) = io::pipe().map_err(unstarted)?;
        command.stdin(Stdio::null()).stdout(writer.try_clone().map_err(unstarted)?).stderr(writer);
        let child = command.spawn().map_err(unstarted)?;
        drop(command);
        let text = read_lossy(reader);
        let status = self.reap(child).map_err(unstarted)?;
        Ok(Finished { success: status.success(), text })
    }

    fn announce(&self, name: &str, arguments: &[&str]) -> String {
        let line = format!("{name} {}", arguments.join(" "));
        self.print(&format!("=== {line}"));
        line
    }

    fn forward_output(&self, reader: PipeReader) {
        let mut reader = BufReader::new(reader);
        let mut line = Vec::new();
        while reader.read_until(b'\n', &mut line).is_ok_and(|length| length > 0) {
            self.print(&String::from_utf8_lossy(&line));
            line.clear();
        }
    }

    fn reap(&self, mut child: Child) -> io::Result<ExitStatus> {
        if self.label.is_none() {
            return child.wait();
        }
        // Its output is closed, so it has exited or is about to. Its processor time is gone once it has been waited for.
        let cost = processor_time_of(child.id());
        let status = child.wait();
        *locked(&self.processor) += cost;
        status
    }
}

fn locked<T>(mutex: &Mutex<T>) -> MutexGuard<'_, T> {
    mutex.lock().unwrap_or_else(PoisonError::into_inner)
}

/// User and system time of a process and of the children it waited for.
fn processor_time_of(process: u32) -> Duration {
    let text = fs::read_to_string(format!("/proc/{process}/stat")).unwrap_or_default();
    // The name of the program stands in parentheses and may hold spaces. After it: the state, ten numbers, then user,
    // system, children's user and children's system time in hundredths of a second.
    let Some((_, fields)) = text.rsplit_once(')') else { return Duration::ZERO };
    let ticks: u64 = fields.split_whitespace().skip(11).take(4).filter_map(|field| field.parse::<u64>().ok()).sum();
    Duration::from_millis(ticks * 10)
}

fn read_lossy(mut reader: impl Read) -> String {
    let mut bytes = Vec::new();
    // What was read before an error of the pipe is still shown.
    let _ = reader.read_to_end(&mut bytes);
    String::from_utf8_lossy(&bytes).into_owned()
}

fn could_not_start(line: &str, error: &io::Error) -> String {
    format!("`{line}` could not be started: {error}")
}

/// A program to run in the workspace's folder, with variables of the environment.
pub(crate) fn program(name: &str, arguments: &[&str], variables: &[(&str, &str)]) -> Command {
    let mut command = Command::new(name);
    command.args(arguments).envs(variables.iter().copied()).current_dir(root()).stdin(Stdio::null());
    command
}

/// Whether a program can be run at all.
pub(crate) fn is_runnable(name: &str, arguments: &[&str]) -> bool {
    let mut command = program(name, arguments, &[]);
    command.stdout(Stdio::null()).stderr(Stdio::null()).status().is_ok_and(|status| status.success())
}

/// Does the same work for every item, as many at a time as there are processors. Answers in the order of the items.
pub(crate) fn in_parallel<T: Sync, R: Send>(items: &[T], work: impl Fn(&T) -> R + Sync) -> Vec<R> {
    let next = AtomicUsize::new(0);
    let workers = thread::available_parallelism().map_or(1, usize::from).min(items.len());
    let mut answers: Vec<(usize, R)> = thread::scope(|scope| {
        let worker = || {
            let mut done = Vec::new();
            loop {
                let index = next.fetch_add(1, Ordering::Relaxed);
                let Some(item) = items.get(index) else { return done };
                done.push((index, work(item)));
            }
        };
        let workers: Vec<_> = (0..workers).map(|_| scope.spawn(worker)).collect();
        workers
            .into_iter()
            .flat_map(|worker| worker.join().unwrap_or_else(|panic| std::panic::resume_unwind(panic)))
            .collect()
    });
    answers.sort_by_key(|(index, _)| *index);
    answers.into_iter().map(|(_, answer)| answer).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn output_and_failure_are_handed_back() {
        let shell = Shell::labelled("test");
        let mut command = Command::new("sh");
        command.args(["-c", "echo out; echo err >&2; exit 3"]);
        let finished = shell.capture(command).unwrap();
        assert_eq!((finished.success, finished.text.as_str()), (false, "out\nerr\n"));
        let read = shell.read("sh", &["-c", "echo out; echo err >&2"], &[]).unwrap();
        assert_eq!((read.success, read.text.as_str()), (true, "out\n"));
        let failed = shell.run("sh", &["-c", "exit 3"], &[]).unwrap_err();
        assert!(failed.contains("exit 3") && failed.contains("failed"), "{failed}");
        assert!(shell.run("trinta-no-such-program", &[], &[]).unwrap_err().contains("could not be started"));
    }

    #[test]
    #[cfg(target_os = "linux")]
    fn processor_time_counts_children() {
        let shell = Shell::labelled("test");
        // Not as the last command, which the shell would replace itself with instead of waiting for it.
        let busy = "sh -c 'i=0; while [ $i -lt 300000 ]; do i=$((i+1)); done'; true";
        shell.run("sh", &["-c", busy], &[]).unwrap();
        assert!(shell.processor_time() > Duration::ZERO);
    }

    #[test]
    fn answers_keep_the_order_of_the_items() {
        let items: Vec<u64> = (0..20).collect();
        let answers = in_parallel(&items, |item| {
            thread::sleep(Duration::from_millis(20 - item));
            item * 2
        });
        assert_eq!(answers, items.iter().map(|item| item * 2).collect::<Vec<_>>());
        assert!(in_parallel(&[] as &[u64], |item| *item).is_empty());
    }
}
