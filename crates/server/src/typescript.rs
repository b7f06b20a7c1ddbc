//! Generates `web/src/wire/http.ts`, the bodies of HTTP requests and responses, and `web/src/wire/hall.ts`, the messages
//! of a tournament's websocket, as TypeScript types for the page.
//!
//! The tests fail if a file is out of date; with `TRINTA_WRITE=1` they write it first.

use std::fs;
use std::path::Path;

use ts_rs::{Config, TS};

use crate::bodies::*;
use crate::hall::*;

/// The exported declaration of one type, preceded by its doc comment.
fn declare<T: TS>(config: &Config) -> String {
    let docs = T::docs().unwrap_or_default();
    format!("{docs}export {}\n", T::decl(config))
}

fn generate() -> String {
    let config = Config::default().with_large_int("number");
    macro_rules! all {
        ($($type:ty),* $(,)?) => { [$(declare::<$type>(&config)),*] };
    }
    let types = all![
        ServerView,
        EditionView,
        BotView,
        AccountBody,
        LoginBody,
        TableSummary,
        SeatedTable,
        CodeBody,
        InviteBody,
        InviteView,
        JudgeInvite,
        AppointedView,
        JudgeBody,
        TurnView,
        BestView,
        BotTurnView,
        BotActionView,
        FinishedGame,
        RecordKind,
        TournamentState,
        TournamentSummary,
        TournamentList,
        NewTournament,
        TournamentCreated,
        HallCodeBody,
        HallCodeTarget,
        HallCodeView,
        TokenRole,
        NewToken,
        TokenMade,
        TokenView,
        HallErrorBody,
        OnlineBody,
        OnlineView,
        PresetView,
        PresetsView,
        PrintBody,
        RestoreBody,
        AdviceBody,
        AdviceView,
    ];
    "// Generated from crates/server/src/bodies.rs by a test (TRINTA_WRITE=1 cargo test -p trinta-server typescript).\n\
     // Do not edit.\n\n"
        .to_owned()
        + &types.join("\n")
}

/// What the generated types refer to: views are those of the tournament, answers have the fields of their command.
const HALL_HEAD: &str = "\
// Generated from crates/server/src/hall/ by a test (TRINTA_WRITE=1 cargo test -p trinta-server typescript).
// Do not edit.

import type { View } from \"./tournament\";

/** A command with its name in `do`, without `by`, `at` and `id`. */
export type HallCommand = { do: string; [field: string]: unknown }

/** What became of a command or a question. */
export type HallAnswer =
  | {
      ok: true
      /** The entry of the log. */
      seq?: number
      /** It was done before. */
      again?: true
      /** What it asks for was already so. */
      merged?: true
      /** The case that it opened. */
      case?: number
      [field: string]: unknown
    }
  | { error: { code: string; message: string; [field: string]: unknown } }

";

fn generate_hall() -> String {
    let config = Config::default().with_large_int("number");
    macro_rules! all {
        ($($type:ty),* $(,)?) => { [$(declare::<$type>(&config)),*] };
    }
    let types = all![Envelope, Credentials, HallClientMessage, HallViewer, Screen, Show, ListOrder, HallServerMessage,];
    HALL_HEAD.to_owned() + &types.join("\n")
}

fn check(file: &str, generated: &str) {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../web/src/wire").join(file);
    if std::env::var_os("TRINTA_WRITE").is_some() {
        fs::write(&path, generated).unwrap();
    }
    let there = fs::read_to_string(&path).unwrap_or_default();
    assert!(there == generated, "web/src/wire/{file} is old: TRINTA_WRITE=1 cargo test -p trinta-server typescript");
}

#[test]
fn the_types_of_the_page_are_those_of_http() {
    check("http.ts", &generate());
}

#[test]
fn the_types_of_the_page_are_those_of_the_hall() {
    check("hall.ts", &generate_hall());
}
