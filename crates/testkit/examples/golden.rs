//! Writes the golden games of `records/`: `cargo run --release -p trinta-testkit --example golden -- records`.
//!
//! They are random games from fixed seeds, so that the files stay the same until the random players change; then they
//! are written again. The test of the golden games checks that the engine still reads and verifies every old one. Those
//! in `records/v1` were written by the first version of the rules and are never changed.

use std::path::Path;
use std::process::ExitCode;

use trinta_core::edition::{SettingsBuilder, Value};
use trinta_core::lexicon::Theme;
use trinta_core::record::{Record, to_json_lines, to_text};
use trinta_core::{EndReason, Event, Setup};
use trinta_testkit::case::SearchKind;
use trinta_testkit::{Case, Library, play_game};

/// A game to look for.
struct Wanted {
    name: &'static str,
    edition: &'static str,
    players: u8,
    overrides: &'static [(&'static str, &'static str)],
    /// The condition on its events.
    good: fn(&[Event]) -> bool,
}

const fn wanted(
    name: &'static str,
    edition: &'static str,
    players: u8,
    overrides: &'static [(&'static str, &'static str)],
    good: fn(&[Event]) -> bool,
) -> Wanted {
    Wanted { name, edition, players, overrides, good }
}

const GAMES: [Wanted; 11] = [
    wanted("hk-4-players", "hk", 4, &[], |events| ends(events, EndReason::Out)),
    wanted("hk-6-players", "hk", 6, &[], |events| ends(events, EndReason::Out)),
    wanted("cn-2-players", "cn", 2, &[], |events| ends(events, EndReason::Out)),
    wanted("pt-3-players-pool-empty", "pt", 3, &[], |events| !ends(events, EndReason::Out)),
    wanted("hk-2-players-two-circles-of-passes", "hk", 2, &[], |events| ends(events, EndReason::Passes)),
    wanted("hk-4-players-another-set", "hk", 4, &[("joker_moves", "another-set")], |events| {
        ends(events, EndReason::Out) && a_joker_leaves_its_set(events)
    }),
    wanted("word-a-2-players-time-up", "word-a", 2, &[("lexicon", "everyday"), ("turn_time", "60")], |events| {
        events.iter().any(|event| matches!(event, Event::Played { time_up: true, .. }))
    }),
    wanted("school-4-players-new-deal", "school", 4, &[], |events| {
        ends(events, EndReason::Out) && events.iter().any(|event| matches!(event, Event::NewDeal { .. }))
    }),
    wanted("word-a-3-players", "word-a", 3, &[("lexicon", "everyday")], |events| ends(events, EndReason::PoolEmpty)),
    wanted(
        "word-b-2-players-challenge",
        "word-b",
        2,
        &[("lexicon", "everyday"), ("spelling", "challenge")],
        |events| ends(events, EndReason::Out) && events.iter().any(|event| matches!(event, Event::TakenBack { .. })),
    ),
    wanted(
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

/// Whether a joker of the table comes to stand for another tile.
fn a_joker_leaves_its_set(events: &[Event]) -> bool {
    let tables: Vec<_> = events
        .iter()
        .filter_map(|event| if let Event::Played { table, .. } = event { Some(table.layout()) } else { None })
        .collect();
    let jokers = |layout: &trinta_core::Layout| {
        let mut jokers: Vec<_> = layout.pieces().iter().copied().filter(|piece| piece.is_joker()).collect();
        jokers.sort_unstable();
        jokers
    };
    tables.windows(2).any(|pair| {
        let (before, after) = (jokers(pair[0]), jokers(pair[1]));
        !before.is_empty() && before.len() == after.len() && before != after
    })
}

/// The first seed whose game has what is wanted.
fn find(wanted: &Wanted, library: &Library) -> Record {
    let Wanted { edition, players, overrides, good, .. } = *wanted;
    let mut builder = SettingsBuilder::edition(edition).unwrap();
    for (name, value) in overrides {
        builder.set(name, Value::read(value));
    }
    let settings = builder.build().unwrap();
    let theme = settings.words().and_then(|rules| rules.theme.clone());
    let word_list = Theme::ALL.iter().position(|known| Some(known.name()) == theme.as_deref()).map_or(0, |at| at + 1);
    for seed in 0.. {
        let case = Case {
            setup: Setup::new(settings.clone(), players).unwrap(),
            overrides: builder.differences(&SettingsBuilder::edition(edition).unwrap()),
            word_list,
            mischief: 0,
            time_ups: 1,
            search: SearchKind::Exact,
            ..Case::numbers(seed)
        };
        let report = play_game(&case, library).unwrap_or_else(|broken| panic!("{broken:?}"));
        let events = report.watched.events;
        if good(&events) {
            return Record { header: case.header(library), events };
        }
    }
    unreachable!("some seed gives every kind of game")
}

fn main() -> ExitCode {
    let Some(folder) = std::env::args().nth(1) else {
        eprintln!("name the folder: cargo run --release -p trinta-testkit --example golden -- records");
        return ExitCode::from(2);
    };
    let library = Library::everyday();
    for wanted in &GAMES {
        let (name, record) = (wanted.name, find(wanted, &library));
        // One of them as JSON lines, so that both formats are covered.
        let (ending, text) =
            if name == "cn-2-players" { ("jsonl", to_json_lines(&record)) } else { ("trinta", to_text(&record)) };
        let path = Path::new(&folder).join(format!("{name}.{ending}"));
        if let Err(error) = std::fs::write(&path, text) {
            eprintln!("{}: {error}", path.display());
            return ExitCode::FAILURE;
        }
        println!("{}: {} events", path.display(), record.events.len());
    }
    ExitCode::SUCCESS
}
