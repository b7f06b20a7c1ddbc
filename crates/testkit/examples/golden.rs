//! Writes the golden games of `records/`: `cargo run --release -p trinta-testkit --example golden -- records`.
//!
//! They are random games from fixed seeds, so this gives the same files until the random players change. Then write
//! them anew: what the test of the golden games guards is that the engine still reads and verifies every old one.

use std::path::Path;
use std::process::ExitCode;

use trinta_core::edition::{Draft, Value};
use trinta_core::lexicon::Theme;
use trinta_core::record::{Header, ListId, Record, to_json_lines, to_text};
use trinta_core::shuffle::{Bytes32, commitment};
use trinta_core::{EndReason, Event, Setup};
use trinta_testkit::case::Answers;
use trinta_testkit::{Case, Dice, Library, play_game};

type Override = (&'static str, &'static str);

/// Name, edition, players, what is overridden, and what must have happened.
const GAMES: [(&str, &str, u8, &[Override], fn(&[Event]) -> bool); 8] = [
    ("hk-4-players", "hk", 4, &[], |events| ends(events, EndReason::Out)),
    ("hk-6-players", "hk", 6, &[], |events| ends(events, EndReason::Out)),
    ("cn-2-players", "cn", 2, &[], |events| ends(events, EndReason::Out)),
    ("pt-3-players-pool-empty", "pt", 3, &[], |events| !ends(events, EndReason::Out)),
    ("school-4-players-new-deal", "school", 4, &[], |events| {
        ends(events, EndReason::Out) && events.iter().any(|event| matches!(event, Event::NewDeal { .. }))
    }),
    ("word-a-3-players", "word-a", 3, &[("lexicon", "everyday")], |events| ends(events, EndReason::PoolEmpty)),
    ("word-b-2-players-challenge", "word-b", 2, &[("lexicon", "everyday"), ("spelling", "challenge")], |events| {
        ends(events, EndReason::Out) && events.iter().any(|event| matches!(event, Event::TakenBack { .. }))
    }),
    (
        "word-b-4-players-animals",
        "word-b",
        4,
        &[("lexicon", "everyday"), ("theme", "animals"), ("opening_letters", "4")],
        |events| ends(events, EndReason::Out),
    ),
];

fn ends(events: &[Event], wanted: EndReason) -> bool {
    matches!(events.last(), Some(Event::Ended { reason, .. }) if *reason == wanted)
}

/// The first seed whose game has what is wanted.
fn find(game: usize, library: &Library) -> Record {
    let (_, edition, players, overrides, wanted) = GAMES[game];
    let mut draft = Draft::edition(edition).unwrap();
    for (name, value) in overrides {
        draft.set(name, Value::read(value));
    }
    let settings = draft.build().unwrap();
    let theme = settings.words().and_then(|rules| rules.theme.clone());
    let book = Theme::ALL.iter().position(|known| Some(known.name()) == theme.as_deref()).map_or(0, |at| at + 1);
    for seed in 0.. {
        let case = Case {
            setup: Setup::new(settings.clone(), players).unwrap(),
            overrides: draft.differences(&Draft::edition(edition).unwrap()),
            book,
            mischief: 0,
            time_ups: 1,
            search: Answers::Search,
            ..Case::numbers(seed)
        };
        let report = play_game(&case, library).unwrap_or_else(|broken| panic!("{broken:?}"));
        let events = report.watched.events;
        if wanted(&events) {
            return Record { header: header(&case, library), events };
        }
    }
    unreachable!("some seed gives every kind of game")
}

fn header(case: &Case, library: &Library) -> Header {
    let seed = Bytes32(Dice::new(!case.seed).bytes());
    let settings = case.setup.settings();
    let names = ["Ana", "陳大文", "Bruno", "李小龙", "Clara", "Dinis"];
    let (dictionary, _) = &library.0[case.book];
    Header {
        edition: settings.edition.clone(),
        settings: case.overrides.clone(),
        players: names[..usize::from(case.setup.players())].iter().map(ToString::to_string).collect(),
        date: Some("2026-11-15".to_owned()),
        commitment: Some(commitment(&seed)),
        seed: Some(seed),
        entropy: Vec::new(),
        lexicon: settings.words().map(|_| ListId::from(dictionary.lexicon())),
        theme: dictionary.theme().filter(|_| settings.words().is_some()).map(ListId::from),
    }
}

fn main() -> ExitCode {
    let Some(folder) = std::env::args().nth(1) else {
        eprintln!("say in which folder: cargo run --release -p trinta-testkit --example golden -- records");
        return ExitCode::from(2);
    };
    let library = Library::everyday();
    for (index, (name, ..)) in GAMES.iter().enumerate() {
        let record = find(index, &library);
        // One of them as JSON lines, so that both forms are on record.
        let (ending, text) =
            if *name == "cn-2-players" { ("jsonl", to_json_lines(&record)) } else { ("trinta", to_text(&record)) };
        let path = Path::new(&folder).join(format!("{name}.{ending}"));
        if let Err(error) = std::fs::write(&path, text) {
            eprintln!("{}: {error}", path.display());
            return ExitCode::FAILURE;
        }
        println!("{}: {} events", path.display(), record.events.len());
    }
    ExitCode::SUCCESS
}
