//! `trinta verify`: checks a record against the rules and its shuffle against the commitment.

use std::path::PathBuf;
use std::process::ExitCode;
use std::sync::Arc;

use clap::Args;
use serde::Serialize;
use trinta_core::edition::Family;
use trinta_core::lexicon::{Lexicon, Theme, Tier};
use trinta_core::record::{DealStage, Header, ListId, Located, ShuffleProof, Verified, VerifyError, verify};
use trinta_core::{Search, Spelling};
use trinta_solver::Referee;
use trinta_table::library::Words;

use crate::catalog::Catalog;
use crate::failure::Failure;
use crate::output::{GOOD, QUIET, paint, screen, write_json};
use crate::record_file;

const EXAMPLES: &str = "\
Examples:
  trinta verify game.trinta
  trinta verify --json - < game.jsonl
  trinta verify words.trinta --lexicon our-words.txt

Every event is decided again by the rules, with a search where the end of a game depends
on one, and every word is looked up in the list that the record names (give your own list
with --lexicon and --theme; its SHA-256 must be that of the record). If the record has a
seed, every shuffle is repeated from it, and the seed is compared with the commitment that
was published before the deal. docs/shuffle.md explains how to do that without this program.

Exit code: 0 if the record is correct, 2 if not.";

/// Check a record against the rules, and its shuffle against the commitment.
#[derive(Debug, Args)]
#[command(after_help = EXAMPLES)]
pub(crate) struct VerifyArgs {
    /// The record, as text or as JSON lines; - is standard input
    #[arg(value_name = "FILE")]
    file: PathBuf,
    #[command(flatten)]
    words: ListArgs,
    /// Print the result as a line of JSON
    #[arg(long)]
    json: bool,
}

/// Word lists in files.
#[derive(Debug, Args)]
struct ListArgs {
    /// The word list of the game, if it does not come with this program: the path of its file
    #[arg(long, value_name = "NAME|FILE")]
    lexicon: Option<String>,
    /// The theme of the game, if it does not come with this program: the path of its file
    #[arg(long, value_name = "NAME|FILE")]
    theme: Option<String>,
}

/// The result for programs.
#[derive(Serialize)]
struct VerificationJson {
    verified: bool,
    events: usize,
    finished: bool,
    shuffle: &'static str,
    /// The deals of the game that came to nothing before this one.
    aborted: usize,
    #[serde(skip_serializing_if = "Option::is_none")]
    words: Option<&'static str>,
    #[serde(skip_serializing_if = "Vec::is_empty")]
    scores: Vec<String>,
}

pub(crate) fn run(args: &VerifyArgs) -> Result<ExitCode, Failure> {
    let located = record_file::read(&args.file)?;
    let header = &located.record.header;
    let words = word_list(header, &args.words).map_err(|message| record_file::at(&args.file, &message))?;
    let spelling = words.as_ref().map(|words| &words.dictionary as &dyn Spelling);
    let verified = verify(&located.record, &search(words.as_deref()), spelling).map_err(|error| match error {
        VerifyError::Replay(error) => record_file::at(&args.file, &located.locate(error)),
        other => record_file::at(&args.file, &other),
    })?;
    let mut out = screen();
    if args.json {
        write_json(&mut out, &to_json(&located, &verified))?;
    } else {
        report(&mut out, &located, &verified)?;
    }
    Ok(ExitCode::SUCCESS)
}

/// The search that the rules need (N15, N23), in the word game with the word list of the record.
fn search(words: Option<&Words>) -> impl Search {
    match words {
        Some(words) => Referee::new().with_words(Arc::clone(words.book())),
        None => Referee::new(),
    }
}

/// The word list of the record, identified by its hash; none in the number game.
///
/// Records are not trusted, so they may name shipped lists only; files are opened only if the flags name them.
fn word_list(header: &Header, words: &ListArgs) -> Result<Option<Arc<Words>>, String> {
    let setup = header.setup().map_err(|fault| fault.to_string())?;
    let mut settings = setup.settings().clone();
    let Family::Words(rules) = &mut settings.family else { return Ok(None) };
    match &words.lexicon {
        Some(lexicon) => rules.lexicon.clone_from(lexicon),
        None if rules.lexicon.parse::<Tier>().is_err() => {
            return Err(unknown_list("word list", &rules.lexicon, "--lexicon"));
        }
        None => {}
    }
    match (&words.theme, &rules.theme) {
        (Some(theme), _) => rules.theme = Some(theme.clone()),
        (None, Some(theme)) if theme.parse::<Theme>().is_err() => return Err(unknown_list("theme", theme, "--theme")),
        (None, _) => {}
    }
    // Lists have changed since some records were written; the record names its own by the hash.
    let as_recorded = |list: Option<&ListId>, given: Option<&String>| {
        list.filter(|_| given.is_none()).and_then(|list| Lexicon::version(&list.name, &list.sha256))
    };
    let list = as_recorded(header.lexicon.as_ref(), words.lexicon.as_ref());
    let theme = as_recorded(header.theme.as_ref(), words.theme.as_ref());
    let Some(words) = Catalog::default().words_as_recorded(&settings, list, theme)? else { return Ok(None) };
    check_list(header.lexicon.as_ref(), Some(&words.list))?;
    check_list(header.theme.as_ref(), words.theme.as_ref())?;
    Ok(Some(words))
}

fn unknown_list(what: &str, name: &str, flag: &str) -> String {
    format!(
        "the game was played with the {what} {name}, which does not come with this program: give its file with {flag}"
    )
}

/// Checks that a list is the one that the record names.
fn check_list(recorded: Option<&ListId>, list: Option<&ListId>) -> Result<(), String> {
    let Some(ListId { name, sha256 }) = recorded else { return Ok(()) };
    match list {
        Some(list) if list.sha256.eq_ignore_ascii_case(sha256) => Ok(()),
        Some(list) => Err(format!(
            "the game was played with the word list {name} of SHA-256 {sha256}, but {} has {}; \
             give the right one with --lexicon or --theme",
            list.name, list.sha256
        )),
        None => Err(format!("the record names the list {name}, but its settings have no theme")),
    }
}

fn to_json(located: &Located, verified: &Verified) -> VerificationJson {
    let outcome = verified.game.outcome();
    VerificationJson {
        verified: true,
        events: located.record.events.len(),
        finished: outcome.is_some(),
        shuffle: match verified.shuffle {
            ShuffleProof::Joint { .. } => "joint",
            ShuffleProof::Committed => "committed",
            ShuffleProof::SeedOnly => "seed-only",
            ShuffleProof::None => "no-seed",
        },
        aborted: located.record.header.aborted.len(),
        words: verified.spelling.then_some("checked"),
        scores: outcome.map_or_else(Vec::new, |outcome| outcome.scores.iter().map(ToString::to_string).collect()),
    }
}

fn report(out: &mut impl std::io::Write, located: &Located, verified: &Verified) -> std::io::Result<()> {
    let record = &located.record;
    let good = paint(GOOD, "ok");
    writeln!(
        out,
        "{good}  rules    every one of {} events follows from the rules of {}",
        record.events.len(),
        record.header.edition
    )?;
    match verified.shuffle {
        ShuffleProof::Joint { seats } => writeln!(
            out,
            "{good}  shuffle  the seed and the entropy of {seats} seats match their commitments, and every shuffle follows from them"
        )?,
        ShuffleProof::Committed => {
            writeln!(out, "{good}  shuffle  the seed matches its commitment, and every shuffle follows from it")?;
        }
        ShuffleProof::SeedOnly => writeln!(
            out,
            "{good}  shuffle  every shuffle follows from the seed; without a commitment it may have been chosen afterwards"
        )?,
        ShuffleProof::None => {
            writeln!(out, "{}  shuffle  the record has no seed, so the shuffle can't be checked", paint(QUIET, "--"))?;
        }
    }
    for deal in &record.header.aborted {
        let seats: Vec<String> = deal.missing.iter().map(ToString::to_string).collect();
        let missing = match deal.stage {
            DealStage::Commit => "no commitment came from",
            DealStage::Reveal => "after all commitments no entropy came from",
        };
        let who = if seats.is_empty() { "the server, which gave it up".to_owned() } else { seats.join(", ") };
        writeln!(out, "{}  aborted  a deal before this one: {missing} {who}", paint(QUIET, "--"))?;
    }
    if verified.spelling {
        writeln!(out, "{good}  words    every word was looked up in the list that the record names")?;
    }
    match verified.game.outcome() {
        Some(outcome) => {
            let scores: Vec<String> = record
                .header
                .players
                .iter()
                .zip(&outcome.scores)
                .map(|(name, score)| format!("{name} {score}"))
                .collect();
            writeln!(out, "{good}  scores   {}", scores.join(", "))
        }
        None => writeln!(out, "{}  scores   the game is not over", paint(QUIET, "--")),
    }
}
