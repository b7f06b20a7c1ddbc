//! The types of the page, generated: `web/src/wire/protocol.ts`.
//!
//! This test fails when the file is not what the types of the wire give; with `TRINTA_WRITE=1` it writes the file
//! instead.

use std::fs;
use std::path::Path;

use trinta_core::numbers::SetFault;
use trinta_core::words::WordFault;
use trinta_core::{
    CommandError, Contest, DrawReason, EndReason, Fault, LotDraw, PassReason, Phase, SeatOf, Seen, SeenEvent,
    SeenState, UnseenPool,
};
use trinta_table::wire::*;
use trinta_table::{Access, Authority, Chat, Code, Plan, Powers, Ruler, Spectators};
use ts_rs::{Config, TS};

/// One type with its documentation.
fn declare<T: TS>(config: &Config) -> String {
    let docs = T::docs().unwrap_or_default();
    format!("{docs}export {}\n", T::decl(config))
}

/// Names of errors: a list for tests and a type for everything else.
fn declare_codes(name: &str, docs: &str, codes: &[&str]) -> String {
    let list: String = codes.iter().map(|code| format!("  \"{code}\",\n")).collect();
    let constant = name.chars().fold(String::new(), |constant, letter| {
        let separator = if letter.is_uppercase() && !constant.is_empty() { "_" } else { "" };
        constant + separator + &letter.to_uppercase().to_string()
    });
    format!(
        "/** {docs} */\nexport const {constant}S = [\n{list}] as const;\n\
         export type {name} = (typeof {constant}S)[number];\n"
    )
}

fn generate() -> String {
    let config = Config::default().with_large_int("number");
    macro_rules! all {
        ($($type:ty),* $(,)?) => { [$(declare::<$type>(&config)),*] };
    }
    let types = all![
        // What a client says.
        ClientMessage,
        Action,
        // What the server says.
        ServerMessage,
        You,
        Votes,
        ChatLine,
        Phrase,
        ClockView,
        FaultView,
        JudgementView,
        SetView,
        HintView,
        StepView,
        MoveView,
        SpotView,
        // Events.
        SeenTableEvent,
        SeenEvent,
        LotDraw,
        DrawReason,
        PassReason,
        EndReason,
        // A table.
        TableView,
        PlanView,
        SeatView,
        OccupantView,
        MatchView,
        GameView,
        RulingView,
        DealView,
        AbortedView,
        SeenState,
        SeatOf<Seen>,
        Seen,
        UnseenPool,
        Phase,
        Contest,
        Plan,
        Access,
        Spectators,
        Chat,
        Powers,
        Authority,
        Ruler,
        Code,
        // Before the websocket opens.
        ErrorBody,
        SessionView,
        NameBody,
        CreateTable,
        TableCreated,
        JoinBody,
        JoinedView,
    ];
    let head = format!(
        "// Generated from crates/table/src/wire by a test (TRINTA_WRITE=1 cargo test -p trinta-table --test typescript).\n\
         // Do not edit.\n\n/** The version of the protocol. */\nexport const PROTOCOL = {PROTOCOL};\n\n"
    );
    // An illegal play is told by its faults.
    let rule_codes: Vec<&str> = CommandError::CODES.iter().copied().filter(|code| *code != "illegal-play").collect();
    let codes = [
        declare_codes("RuleCode", "The rule that forbids a command.", &rule_codes),
        declare_codes("FaultCode", "What can be wrong with a play.", Fault::CODES),
        declare_codes("SetFaultCode", "Why tiles are not a run or a group.", SetFault::CODES),
        declare_codes("WordFaultCode", "Why letters are not a word.", WordFault::CODES),
    ];
    head + &[&types[..], &codes].concat().join("\n")
}

#[test]
fn the_types_of_the_page_are_those_of_the_wire() {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../web/src/wire/protocol.ts");
    let generated = generate();
    if std::env::var_os("TRINTA_WRITE").is_some() {
        fs::create_dir_all(path.parent().unwrap()).unwrap();
        fs::write(&path, &generated).unwrap();
    }
    let there = fs::read_to_string(&path).unwrap_or_default();
    assert!(
        there == generated,
        "web/src/wire/protocol.ts is old: TRINTA_WRITE=1 cargo test -p trinta-table --test typescript"
    );
}
