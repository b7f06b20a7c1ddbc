//! `trinta tournament run`: commands in, answers out, line by line.

use std::io::{self, BufRead as _, Write as _};
use std::path::PathBuf;
use std::process::ExitCode;

use clap::Args;
use trinta_tournament::Log;

use crate::failure::Failure;
use crate::output::write_json;
use crate::tournament::event_file::EventFile;
use crate::tournament::seed;

const HELP: &str = r#"Examples:
  trinta tournament run --event cup.event < commands.jsonl
  {"do":"new","title":"Spring cup","date":"2027-03-20"}
  {"do":"add","players":[{"name":"Ana","school":"North"},{"name":"Bea"}]}
  {"do":"ask","what":"standings"}

docs/tournament-run.md has every command with its fields and its answer.

Exit code: 0 at the end of the input, whatever was refused; 2 if the file can't be used."#;

/// Where the event is kept.
#[derive(Debug, Args)]
#[command(after_help = HELP)]
pub(super) struct RunArgs {
    /// The event's log, made if it is missing; without it the event is forgotten at the end
    #[arg(long, value_name = "FILE")]
    event: Option<PathBuf>,
}

pub(super) fn run(args: &RunArgs) -> Result<ExitCode, Failure> {
    let (mut file, mut log) = match &args.event {
        Some(path) => {
            let (file, log) = EventFile::open(path).map_err(|error| format!("{}: {error}", path.display()))?;
            (Some(file), log)
        }
        None => (None, Log::default()),
    };
    let mut out = io::stdout().lock();
    for (at, line) in io::stdin().lock().split(b'\n').enumerate() {
        let line = line.map_err(|error| format!("the input can't be read: {error}"))?;
        // What some systems put before text in UTF-8.
        let line = if at == 0 { line.strip_prefix(b"\xef\xbb\xbf").unwrap_or(&line) } else { &line[..] };
        if line.trim_ascii().is_empty() {
            continue;
        }
        let reply = log.answer_bytes(line, seed::generate);
        if let Some(file) = &mut file {
            file.keep(&reply, &log).map_err(|error| format!("{}: {error}", file.path().display()))?;
        }
        write_json(&mut out, &reply.answer)?;
        out.flush()?;
    }
    Ok(ExitCode::SUCCESS)
}
