//! A tournament from registration to its winners: people, seating, results, rulings, standings, play-offs.
//!
//! Everything here is pure, in the form of the game itself: [`decide`] turns a command into events or a typed refusal,
//! [`Tournament::apply`] folds an event into the state, and nothing else changes it. A [`Log`] keeps every command with
//! the events it caused. Numbers in the code (`B03`, `F10`, `G09`) are those of the
//! requirements in `docs/tournament.md`.
//!
//! ```
//! use trinta_tournament::Log;
//!
//! let mut log = Log::default();
//! let mut say = |line: &str| log.answer(line, || "00ff".parse().unwrap()).answer;
//! say(r#"{"do":"new","title":"Spring cup","date":"2017-01-18"}"#);
//! let added = say(r#"{"do":"add","players":[{"name":"Ana","school":"North"},{"name":"Bea"}]}"#);
//! assert_eq!(added.get("numbers").unwrap().to_string(), "[1,2]");
//! ```

mod address;
mod answer;
mod apply;
mod average;
mod chances;
mod code;
mod command;
mod decide;
mod draw;
mod event;
mod hall;
mod lists;
mod log;
mod people;
mod place;
mod play_off;
mod points;
mod public_name;
mod random;
mod ranking;
mod refusal;
mod result;
mod seating;
mod seating_version;
mod settings;
mod state;
mod statistics;
mod table_sizes;
mod table_state;
mod tally;
mod team;
mod tie;
mod time;
mod view;
mod what_if;

pub use address::{Address, AddressError, Printed};
pub use answer::{Fields, Question};
pub use apply::ApplyError;
pub use average::Average;
pub use chances::Chance;
pub use code::{Code, CodeError, CodeTarget};
pub use command::{
    All, Command, Decision, DrawCommand, DrawPurpose, Ended, Numbering, Numbers, RackEntry, Request, ResultCommand,
};
pub use decide::decide;
pub use draw::{Draw, Order, Pending};
pub use event::{CaseSubject, Drawn, Event, GameId, Seat};
pub use hall::{
    Agenda, Call, Consequence, Details, DetailsChange, Escort, Hall, HallCommand, HallEvent, Incident, IncidentCommand,
    IncidentKind, JudgeAt, Reason, StaffMember, Step, StepTaken,
};
pub use lists::{List, Listing, export, looks_like_formula, neutralise};
pub use log::{Entry, Log, LogError, Reply};
pub use people::{Number, People, Person, Player, Role, Status};
pub use play_off::{DecidingTable, PlayOff};
pub use points::Points;
pub use public_name::{PublicName, Publicity, short_name};
pub use random::{Seed, SeedError};
pub use ranking::{Standing, Standings};
pub use refusal::{Named, Refusal, RefusalBody};
pub use result::{Flag, GameResult, ScoredRack, Verdict};
pub use seating_version::SeatingVersion;
pub use settings::{
    Absent, Advance, CarryOver, CoWinners, DEFAULT_PRESET, DrawnJoker, Forfeits, Format, Key, League, Locale,
    Normalise, Phase, PlayOffs, PushedRack, SettingError, Settings, Stage, Substitutes, TimeUp, UnopenedWins, presets,
};
pub use state::{
    Case, Choice, FormerPlayer, Game, Movers, Moves, Offence, Outcome, Round, RoundState, Table, Tournament,
};
pub use statistics::{PlayerStatistics, SchoolStatistics, Statistics};
pub use table_sizes::sizes;
pub use table_state::{TableState, TableStatus};
pub use tally::Tally;
pub use team::{Team, TeamStandings};
pub use tie::Tie;
pub use time::{Date, DateError, HallTime, TimeError};
pub use view::{
    CallView, CaseView, DirectorView, DrawView, GameView, JudgeView, Notice, OwnGame, PausedView, PlayOffTable,
    PlayOffView, PlayerLine, PlayerView, PublicView, ReasonView, RoundView, RulesView, SeatView, StaffView,
    StandingView, TableGames, TableView, Undoable, UnopenedView, View, Viewer, ViewerRole,
};
