//! `trinta store`: copies of the store, and back from a copy.

use std::io::Write as _;
use std::path::PathBuf;
use std::process::ExitCode;

use clap::{Args, Subcommand};
use trinta_store::{StoreError, backup, check, restore};

use crate::failure::Failure;
use crate::serve::DataArgs;

const EXAMPLES: &str = "\
Examples:
  trinta store backup copy.db      a copy of the store, while the server goes on
  trinta store restore copy.db     a store from a copy, where there is none yet
  trinta store check               reads the store from end to end

Nothing is ever overwritten. Exit code: 0, or 2 when it can't be done.";

/// Copy, restore or check the store.
#[derive(Debug, Args)]
#[command(after_help = EXAMPLES)]
pub(crate) struct StoreArgs {
    #[command(flatten)]
    data: DataArgs,
    #[command(subcommand)]
    chore: Chore,
}

#[derive(Debug, Subcommand)]
enum Chore {
    /// Write a copy of the store as it is at one moment; the server may be running
    Backup {
        /// The copy
        #[arg(value_name = "FILE")]
        file: PathBuf,
    },
    /// Make a store from a copy; the server must not be running, and no store be there
    Restore {
        /// The copy
        #[arg(value_name = "FILE")]
        file: PathBuf,
    },
    /// Read the store from end to end and say whether it is whole
    Check,
}

pub(crate) fn run(args: &StoreArgs) -> Result<ExitCode, Failure> {
    let store = args.data.store();
    let runtime = tokio::runtime::Builder::new_current_thread().enable_all().build()?;
    let done: Result<String, StoreError> = runtime.block_on(async {
        Ok(match &args.chore {
            Chore::Backup { file } => {
                backup(&store, file).await?;
                format!("{} is a copy of {}", file.display(), store.display())
            }
            Chore::Restore { file } => {
                restore(file, &store).await?;
                format!("{} was made from {}", store.display(), file.display())
            }
            Chore::Check => {
                check(&store).await?;
                format!("{} is whole", store.display())
            }
        })
    });
    let said = done.map_err(|error| error.to_string())?;
    writeln!(anstream::stdout(), "{said}")?;
    Ok(ExitCode::SUCCESS)
}
