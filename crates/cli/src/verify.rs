//! `trinta verify`: is a record what it claims to be.

use std::path::PathBuf;
use std::process::ExitCode;

use clap::Args;
use serde::Serialize;
use trinta_core::record::{Header, ListId, Located, ShuffleProof, Verified, VerifyError, verify};
use trinta_core::{PlainSearch, Spelling};

use crate::failure::Failure;
use crate::output::{GOOD, QUIET, paint, screen, write_json};
use crate::record_file;
use crate::rules::{Shelf, WordListArgs};

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
    words: WordListArgs,
    /// Answer as a line of JSON
    #[arg(long)]
    json: bool,
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
    let verified = verify(&located.record, &PlainSearch, spelling).map_err(|error| match error {
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

/// The word list of the record, checked to be the very one; none in the number game.
fn word_list(header: &Header, words: &WordListArgs) -> Result<Option<trinta_core::lexicon::Dictionary>, String> {
    let setup = header.setup().map_err(|fault| fault.to_string())?;
    let mut settings = setup.settings().clone();
    if let trinta_core::edition::Family::Words(rules) = &mut settings.family {
        if let Some(lexicon) = &words.lexicon {
            rules.lexicon.clone_from(lexicon);
        }
        if let Some(theme) = &words.theme {
            rules.theme = Some(theme.clone());
        }
    }
    let Some(dictionary) = Shelf::default().dictionary(&settings)? else { return Ok(None) };
    let given = [(&header.lexicon, Some(dictionary.lexicon())), (&header.theme, dictionary.theme())];
    for (recorded, list) in given {
        if let (Some(recorded), Some(list)) = (recorded, list)
            && recorded.sha256 != list.sha256()
        {
            let ListId { name, sha256 } = recorded;
            return Err(format!(
                "the game was played with the word list {name} of SHA-256 {sha256}, but {} has {}; \
                 give the right one with --lexicon or --theme",
                list.name(),
                list.sha256()
            ));
        }
    }
    Ok(Some(dictionary))
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
