//! `trinta store`: backups of the store.

use std::io::Write as _;
use std::path::PathBuf;
use std::process::ExitCode;

use clap::{Args, Subcommand};
use trinta_store::{StoreError, backup, check, restore};

use crate::failure::Failure;
use crate::serve::DataArgs;

const EXAMPLES: &str = "\
Examples:
  trinta store backup copy.db      copy the store, while the server runs
  trinta store restore copy.db     create the store from a copy, if there is none yet
  trinta store check               check the integrity of the store

Nothing is ever overwritten. Exit code: 0, or 2 if it failed.";

/// Back up, restore or check the store.
#[derive(Debug, Args)]
#[command(after_help = EXAMPLES)]
pub(crate) struct StoreArgs {
    #[command(flatten)]
    data: DataArgs,
    #[command(subcommand)]
    command: StoreCommand,
}

#[derive(Debug, Subcommand)]
enum StoreCommand {
    /// Write a consistent copy of the store; the server may be running
    Backup {
        /// The copy
        #[arg(value_name = "FILE")]
        file: PathBuf,
    },
    /// Create the store from a copy; the server must not be running, and there must be no store yet
    Restore {
        /// The copy
        #[arg(value_name = "FILE")]
        file: PathBuf,
    },
    /// Check the integrity of the store
    Check,
}

pub(crate) fn run(args: &StoreArgs) -> Result<ExitCode, Failure> {
    let store = args.data.store();
    let runtime = tokio::runtime::Builder::new_current_thread().enable_all().build()?;
    let done: Result<String, StoreError> = runtime.block_on(async {
        Ok(match &args.command {
            StoreCommand::Backup { file } => {
                backup(&store, file).await?;
                format!("{} is a copy of {}", file.display(), store.display())
            }
            StoreCommand::Restore { file } => {
                restore(file, &store).await?;
                format!("{} was restored from {}", store.display(), file.display())
            }
            StoreCommand::Check => {
                check(&store).await?;
                format!("{} is intact", store.display())
            }
        })
    });
    let message = done.map_err(|error| error.to_string())?;
    writeln!(anstream::stdout(), "{message}")?;
    Ok(ExitCode::SUCCESS)
}
