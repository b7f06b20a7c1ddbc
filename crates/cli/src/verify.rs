//! `trinta verify`: is a record what it claims to be.

use std::path::PathBuf;
use std::process::ExitCode;
use std::sync::Arc;

use clap::Args;
use serde::Serialize;
use trinta_core::edition::Family;
use trinta_core::lexicon::{Dictionary, Lexicon, Theme, Tier};
use trinta_core::record::{Header, ListId, Located, ShuffleProof, Verified, VerifyError, verify};
use trinta_core::{Search, Spelling};
use trinta_solver::{Referee, WordBook};

use crate::failure::Failure;
use crate::output::{GOOD, QUIET, paint, screen, write_json};
use crate::record_file;
use crate::shelf::Shelf;

const EXAMPLES: &str = "\
Examples:
  trinta verify game.trinta
  trinta verify --json - < game.jsonl
  trinta verify words.trinta --lexicon our-words.txt

Every step is decided again by the rules, every question of the end by search, and every
word by the list that the record names (give your own with --lexicon and --theme; its
SHA-256 must be the record's). If the record has a seed, every shuffle is redone from it,
and the seed is held against the commitment that was published before the deal.
docs/shuffle.md tells how to do that without this program.

Exit code: 0 if all is as the record says, 2 if not.";

/// Check a record against the rules, and its shuffle against the commitment.
#[derive(Debug, Args)]
#[command(after_help = EXAMPLES)]
pub(crate) struct VerifyArgs {
    /// The record, as text or as JSON lines; - is standard input
    #[arg(value_name = "FILE")]
    file: PathBuf,
    #[command(flatten)]
    words: ListArgs,
    /// Answer as a line of JSON
    #[arg(long)]
    json: bool,
}

/// Word lists of one's own.
#[derive(Debug, Args)]
struct ListArgs {
    /// The word list of the game, if it does not come with this program: the path of its file
    #[arg(long, value_name = "NAME|FILE")]
    lexicon: Option<String>,
    /// The theme of the game, if it does not come with this program: the path of its file
    #[arg(long, value_name = "NAME|FILE")]
    theme: Option<String>,
}

/// What was shown, for programs.
#[derive(Serialize)]
struct Answer {
    verified: bool,
    events: usize,
    finished: bool,
    shuffle: &'static str,
    #[serde(skip_serializing_if = "Option::is_none")]
    words: Option<&'static str>,
    #[serde(skip_serializing_if = "Vec::is_empty")]
    scores: Vec<String>,
}

pub(crate) fn run(args: &VerifyArgs) -> Result<ExitCode, Failure> {
    let located = record_file::read(&args.file)?;
    let header = &located.record.header;
    let dictionary = word_list(header, &args.words).map_err(|message| record_file::at(&args.file, &message))?;
    let spelling = dictionary.as_ref().map(|dictionary| dictionary as &dyn Spelling);
    let verified = verify(&located.record, &search(dictionary.as_ref()), spelling).map_err(|error| match error {
        VerifyError::Replay(error) => record_file::at(&args.file, &located.locate(error)),
        other => record_file::at(&args.file, &other),
    })?;
    let mut out = screen();
    if args.json {
        write_json(&mut out, &answer(&located, &verified))?;
    } else {
        report(&mut out, &located, &verified)?;
    }
    Ok(ExitCode::SUCCESS)
}

/// Who answers the questions of the rules (N15, N23), in the word game with the word list of the record.
fn search(dictionary: Option<&Dictionary>) -> impl Search {
    match dictionary {
        Some(dictionary) => Referee::new().with_words(Arc::new(WordBook::new(dictionary))),
        None => Referee::new(),
    }
}

/// The word list of the record, checked to be the very one; none in the number game.
///
/// A record comes from anybody, so it may name shipped lists only: files are opened when the flags name them.
fn word_list(header: &Header, words: &ListArgs) -> Result<Option<Dictionary>, String> {
    let setup = header.setup().map_err(|fault| fault.to_string())?;
    let mut settings = setup.settings().clone();
    let Family::Words(rules) = &mut settings.family else { return Ok(None) };
    match &words.lexicon {
        Some(lexicon) => rules.lexicon.clone_from(lexicon),
        None if rules.lexicon.parse::<Tier>().is_err() => return Err(give("word list", &rules.lexicon, "--lexicon")),
        None => {}
    }
    match (&words.theme, &rules.theme) {
        (Some(theme), _) => rules.theme = Some(theme.clone()),
        (None, Some(theme)) if theme.parse::<Theme>().is_err() => return Err(give("theme", theme, "--theme")),
        (None, _) => {}
    }
    let Some(dictionary) = Shelf::default().dictionary(&settings)? else { return Ok(None) };
    same_list(header.lexicon.as_ref(), Some(dictionary.lexicon()))?;
    same_list(header.theme.as_ref(), dictionary.theme())?;
    Ok(Some(dictionary))
}

fn give(what: &str, name: &str, flag: &str) -> String {
    format!(
        "the game was played with the {what} {name}, which does not come with this program: give its file with {flag}"
    )
}

/// Whether a list is the one that the record names.
fn same_list(recorded: Option<&ListId>, list: Option<&Lexicon>) -> Result<(), String> {
    let Some(ListId { name, sha256 }) = recorded else { return Ok(()) };
    match list {
        Some(list) if list.sha256().eq_ignore_ascii_case(sha256) => Ok(()),
        Some(list) => Err(format!(
            "the game was played with the word list {name} of SHA-256 {sha256}, but {} has {}; \
             give the right one with --lexicon or --theme",
            list.name(),
            list.sha256()
        )),
        None => Err(format!("the record names the list {name}, but its settings have no theme")),
    }
}

fn answer(located: &Located, verified: &Verified) -> Answer {
    let outcome = verified.game.outcome();
    Answer {
        verified: true,
        events: located.record.events.len(),
        finished: outcome.is_some(),
        shuffle: match verified.shuffle {
            ShuffleProof::Committed => "committed",
            ShuffleProof::SeedOnly => "seed-only",
            ShuffleProof::None => "no-seed",
        },
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
        ShuffleProof::Committed => {
            writeln!(out, "{good}  shuffle  the seed fits its commitment, and every tile came as it says")?;
        }
        ShuffleProof::SeedOnly => writeln!(
            out,
            "{good}  shuffle  every tile came as the seed says; without a commitment it may have been chosen afterwards"
        )?,
        ShuffleProof::None => {
            writeln!(out, "{}  shuffle  the record has no seed, so nothing can be said", paint(QUIET, "--"))?;
        }
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
