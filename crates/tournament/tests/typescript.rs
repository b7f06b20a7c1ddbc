//! The types of a tournament for the page, generated: `web/src/wire/tournament.ts`.
//!
//! This test fails when the file is not what the types give; with `TRINTA_WRITE=1` it writes the file instead.

use std::fs;
use std::path::Path;

use trinta_tournament::*;
use ts_rs::{Config, TS};

/// One type with its documentation.
fn declare<T: TS>(config: &Config) -> String {
    let docs = T::docs().unwrap_or_default();
    format!("{docs}export {}\n", T::decl(config))
}

/// A command as it is sent, and the answers, whose fields are put together by each command.
const BY_HAND: &str = include_str!("typescript/answers.ts");

fn generate() -> String {
    let config = Config::default().with_large_int("number");
    macro_rules! all {
        ($($type:ty),* $(,)?) => { [$(declare::<$type>(&config)),*] };
    }
    let types = all![
        // Small things.
        Number,
        HallTime,
        Date,
        Seed,
        Points,
        Address,
        Seat,
        GameId,
        Role,
        Status,
        Person,
        Publicity,
        // What a screen shows.
        View,
        ViewerRole,
        Notice,
        Agenda,
        PublicView,
        PlayerView,
        StaffView,
        JudgeView,
        DirectorView,
        SeatView,
        RoundView,
        TableView,
        TableState,
        TableStatus,
        RulesView,
        UnopenedView,
        ReasonView,
        DrawView,
        PlayOffView,
        PlayOffTable,
        Undoable,
        StandingView,
        OwnGame,
        PausedView,
        PlayerLine,
        GameView,
        TableGames,
        CaseView,
        CaseSubject,
        CallView,
        Tie,
        Offence,
        GameResult,
        ScoredRack,
        Verdict,
        Flag,
        StepTaken,
        Step,
        Incident,
        IncidentKind,
        Consequence,
        Reason,
        Details,
        StaffMember,
        JudgeAt,
        Statistics,
        PlayerStatistics,
        SchoolStatistics,
        Chance,
        // Settings.
        Settings,
        Stage,
        Advance,
        CarryOver,
        League,
        Format,
        PlayOffs,
        Absent,
        CoWinners,
        Key,
        Normalise,
        TimeUp,
        UnopenedWins,
        PushedRack,
        Forfeits,
        Substitutes,
        DrawnJoker,
        Locale,
        // What is asked of it.
        Command,
        Numbering,
        Numbers,
        All,
        DrawCommand,
        DrawPurpose,
        ResultCommand,
        Ended,
        RackEntry,
        Decision,
        HallCommand,
        DetailsChange,
        IncidentCommand,
        Question,
        RefusalBody,
    ];
    let codes: String = Refusal::CODES.iter().map(|code| format!("  \"{code}\",\n")).collect();
    let head = "// Generated from crates/tournament by a test (TRINTA_WRITE=1 cargo test -p trinta-tournament --test typescript).\n\
                // Do not edit.\n\n";
    let codes = format!(
        "/** The reasons for refusing a command. */\nexport const REFUSAL_CODES = [\n{codes}] as const;\n\
         export type RefusalCode = (typeof REFUSAL_CODES)[number];\n\n"
    );
    head.to_owned() + &types.join("\n") + "\n" + &codes + BY_HAND
}

#[test]
fn the_types_of_the_page_are_those_of_the_tournament() {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../web/src/wire/tournament.ts");
    let generated = generate();
    if std::env::var_os("TRINTA_WRITE").is_some() {
        fs::write(&path, &generated).unwrap();
    }
    let there = fs::read_to_string(&path).unwrap_or_default();
    assert!(
        there == generated,
        "web/src/wire/tournament.ts is old: TRINTA_WRITE=1 cargo test -p trinta-tournament --test typescript"
    );
}
