//! `trinta tournament restore`: the file of a tournament from an encrypted backup.

use std::fs::{self, OpenOptions};
use std::io::Write as _;
use std::path::PathBuf;
use std::process::ExitCode;

use clap::Args;
use trinta_server::hall::Backup;

use crate::failure::Failure;

const HELP: &str = "\
Example:
  trinta tournament restore stick/3f2a.trinta-backup --recovery K7X4-MNQA-FGHJ-3467 --event cup.event

The recovery code was shown and printed when the tournament began. `trinta serve` restores a backup too, on its page.

Exit code: 0, or 2 if the backup can't be opened; then nothing is written.";

/// The backup, its recovery code and the file to write.
#[derive(Debug, Args)]
#[command(after_help = HELP)]
pub(super) struct RestoreArgs {
    /// The backup
    #[arg(value_name = "FILE")]
    backup: PathBuf,
    /// The recovery code, as it was printed
    #[arg(long, value_name = "CODE")]
    recovery: String,
    /// The file of the tournament to be written, which must not exist
    #[arg(long, value_name = "FILE", env = "TRINTA_EVENT")]
    event: PathBuf,
}

pub(super) fn run(args: &RestoreArgs) -> Result<ExitCode, Failure> {
    let (from, to) = (args.backup.display(), args.event.display());
    let sealed = fs::read(&args.backup).map_err(|error| format!("{from}: {error}"))?;
    let (backup, _) = Backup::open(&sealed, &args.recovery).map_err(|error| format!("{from}: {error}"))?;
    let log = backup.log().map_err(|error| format!("{from}: {error}"))?;
    let mut lines = String::new();
    for entry in log.entries() {
        lines.push_str(&serde_json::to_string(entry).map_err(|error| error.to_string())?);
        lines.push('\n');
    }
    let mut file =
        OpenOptions::new().write(true).create_new(true).open(&args.event).map_err(|error| format!("{to}: {error}"))?;
    file.write_all(lines.as_bytes()).and_then(|()| file.sync_all()).map_err(|error| format!("{to}: {error}"))?;
    let title = log.tournament().map_or("", |tournament| tournament.title());
    writeln!(anstream::stdout(), "{title}: {} entries restored to {to}", log.entries().len())?;
    Ok(ExitCode::SUCCESS)
}
