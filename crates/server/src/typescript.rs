//! Generates `web/src/wire/http.ts`: the bodies of HTTP requests and responses as TypeScript types for the page.
//!
//! The test fails if the file is out of date; with `TRINTA_WRITE=1` it writes the file first.

use std::fs;
use std::path::Path;

use ts_rs::{Config, TS};

use crate::bodies::*;

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
    ];
    "// Generated from crates/server/src/bodies.rs by a test (TRINTA_WRITE=1 cargo test -p trinta-server typescript).\n\
     // Do not edit.\n\n"
        .to_owned()
        + &types.join("\n")
}

#[test]
fn the_types_of_the_page_are_those_of_http() {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../web/src/wire/http.ts");
    let generated = generate();
    if std::env::var_os("TRINTA_WRITE").is_some() {
        fs::write(&path, &generated).unwrap();
    }
    let there = fs::read_to_string(&path).unwrap_or_default();
    assert!(there == generated, "web/src/wire/http.ts is old: TRINTA_WRITE=1 cargo test -p trinta-server typescript");
}
