//! `trinta store`: copies of the store, its checks, and its repair.

use std::io::Write as _;
use std::path::{Path, PathBuf};
use std::process::ExitCode;
use std::time::Duration;

use clap::{Args, Subcommand};
use trinta_server::check::fold_all;
use trinta_store::{
    Audit, Copied, PostgresStore, StoreError, StorePlace, backup, check, copy, follow, repair, restore,
};

use crate::failure::Failure;
use crate::progress::Progress;
use crate::serve::DataArgs;

const EXAMPLES: &str = "\
Examples:
  trinta store backup copy.db         copy the store, while the server runs
  trinta store follow copy.db         keep a copy up to date, second by second, until Ctrl-C
  trinta store restore copy.db        create the store from a copy, if there is none yet
  trinta store check                  check every hash, and play every game again
  trinta store repair old.db new.db   save what is whole of a damaged store
  trinta store copy trinta.db postgres://trinta@db.example/trinta
                                      move a store from a file to a database, or back
  trinta store accept                 go on with a store that has less than it had

Nothing is ever overwritten. Exit code: 0, or 2 if it failed or something is damaged.";

/// Back up, follow, restore, check or repair the store.
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
    /// Keep a copy of the store up to date; the server may be running
    Follow {
        /// The copy
        #[arg(value_name = "FILE")]
        file: PathBuf,
        /// Seconds between two steps
        #[arg(long, value_name = "SECONDS", default_value_t = 1, value_parser = clap::value_parser!(u64).range(1..=86_400))]
        every: u64,
        /// Take one step, and end
        #[arg(long)]
        once: bool,
    },
    /// Create the store from a copy; the server must not be running, and there must be no store yet
    Restore {
        /// The copy
        #[arg(value_name = "FILE")]
        file: PathBuf,
    },
    /// Check every hash in the store, and fold the log of every table and tournament
    Check,
    /// Save what is whole of a damaged store into a new file; no server may be using it
    Repair {
        /// The damaged store, which is only read from
        #[arg(value_name = "OLD")]
        old: PathBuf,
        /// The new file
        #[arg(value_name = "NEW")]
        new: PathBuf,
    },
    /// Copy a whole store from a file to a PostgreSQL database or back, and compare every entry; no server may be using it
    Copy {
        /// The store to read: a file, or the address of a database
        #[arg(value_name = "FROM")]
        from: StorePlace,
        /// The store to write, which must be empty or not be there yet
        #[arg(value_name = "TO")]
        to: StorePlace,
    },
    /// Go on with a store that has less than what was stored last; running games end without a result
    Accept,
}

pub(crate) fn run(args: &StoreArgs) -> Result<ExitCode, Failure> {
    let place = args.data.place();
    let runtime = tokio::runtime::Builder::new_current_thread().enable_all().build()?;
    runtime.block_on(async {
        match &args.command {
            StoreCommand::Backup { file } => {
                let store = file_of(&place)?;
                backup(store, file).await?;
                say(&format!("{} is a copy of {}", file.display(), store.display()))
            }
            StoreCommand::Follow { file, every, once } => keep_following(file_of(&place)?, file, *every, *once).await,
            StoreCommand::Restore { file } => {
                let store = file_of(&place)?;
                restore(file, store).await?;
                say(&format!("{} was restored from {}", store.display(), file.display()))
            }
            StoreCommand::Check => check_all(&place).await,
            StoreCommand::Repair { old, new } => repair_into(old, new).await,
            StoreCommand::Copy { from, to } => copy_store(from, to).await,
            StoreCommand::Accept => {
                place.accept().await?;
                say(&format!("the next start goes on with {place} as it is"))
            }
        }
    })
}

impl From<StoreError> for Failure {
    fn from(error: StoreError) -> Failure {
        Failure::Input(error.to_string())
    }
}

/// The file of a store that is one.
fn file_of(place: &StorePlace) -> Result<&Path, Failure> {
    match place {
        StorePlace::File(path) => Ok(path),
        StorePlace::Database(_) => Err(Failure::Input(
            "this is for a store in a file; PostgreSQL has its own means for copies and for going back in time, see \
             docs/postgres.md"
                .to_owned(),
        )),
    }
}

fn say(message: &str) -> Result<ExitCode, Failure> {
    writeln!(anstream::stdout(), "{message}")?;
    Ok(ExitCode::SUCCESS)
}

/// Follows the store until Ctrl-C. What passes, such as a full disk, is said and tried again.
async fn keep_following(store: &Path, copy: &Path, every: u64, once: bool) -> Result<ExitCode, Failure> {
    loop {
        match follow(store, copy).await {
            Ok(followed) if once => {
                return say(&format!(
                    "{} is up to date: {} transactions, {} entries, {} values",
                    copy.display(),
                    followed.transactions,
                    followed.entries,
                    followed.values
                ));
            }
            Ok(_) => {}
            Err(error @ (StoreError::Full | StoreError::InUse { .. } | StoreError::Io { .. })) if !once => {
                writeln!(anstream::stderr(), "{error}; it is tried again")?;
            }
            Err(error) => return Err(error.into()),
        }
        tokio::select! {
            () = tokio::time::sleep(Duration::from_secs(every)) => {}
            _ = tokio::signal::ctrl_c() => return say(&format!("{} is a copy of {}", copy.display(), store.display())),
        }
    }
}

async fn copy_store(from: &StorePlace, to: &StorePlace) -> Result<ExitCode, Failure> {
    let mut show = show_rows();
    let Copied { logs, entries, values } = copy(from, to, &mut show).await?;
    drop(show);
    say(&format!(
        "{to} has all of {from}, and every hash matches: {logs} logs with {entries} entries, and {values} values"
    ))
}

/// Shows how many rows are done, once their number is known.
fn show_rows() -> impl FnMut(u64, u64) + Send {
    let mut line: Option<Progress> = None;
    let mut shown = false;
    move |done: u64, total: u64| {
        if !shown {
            (line, shown) = (Progress::new("rows", Some(total)), true);
        }
        if let Some(line) = &mut line {
            line.show(usize::try_from(done).unwrap_or(usize::MAX), done);
        }
    }
}

async fn check_all(place: &StorePlace) -> Result<ExitCode, Failure> {
    let mut show = show_rows();
    let audit = match place {
        StorePlace::File(path) => check(path, &mut show).await?,
        StorePlace::Database(options) => PostgresStore::open_read_only(options).await?.check(&mut show).await?,
    };
    let Audit { logs, entries, values, mut damages } = audit;
    drop(show);
    let opened = place.open_read_only().await?;
    let mut line = Progress::new("logs", Some(logs));
    let folded = fold_all(&opened, |done| {
        if let Some(line) = &mut line {
            line.show(usize::try_from(done).unwrap_or(usize::MAX), done);
        }
    });
    for damage in folded.await? {
        if !damages.iter().any(|known| known.log() == damage.log()) {
            damages.push(damage);
        }
    }
    drop(line);
    let counts = format!("{logs} logs with {entries} entries, and {values} values");
    if damages.is_empty() {
        return say(&format!("{place} is intact: {counts}"));
    }
    for damage in &damages {
        writeln!(anstream::stdout(), "damaged: {damage}")?;
    }
    Err(Failure::Input(format!(
        "{} of {} are damaged and set aside; the server goes on with the others, and `trinta store repair` saves what can \
         be saved",
        damages.len(),
        counts
    )))
}

async fn repair_into(old: &Path, new: &Path) -> Result<ExitCode, Failure> {
    let repaired = repair(old, new).await?;
    for lost in &repaired.lost {
        writeln!(anstream::stdout(), "lost: {lost}")?;
    }
    say(&format!(
        "{} has what could be saved of {}: {} logs with {} entries, and {} values",
        new.display(),
        old.display(),
        repaired.logs,
        repaired.entries,
        repaired.values
    ))
}
