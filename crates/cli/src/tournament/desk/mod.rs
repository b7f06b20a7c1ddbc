//! The commands for people: what is typed becomes a command of the tournament, and its answer is shown as text.

mod args;
mod conduct;
mod day;
mod end;
mod export;
mod hint;
mod import;
mod joining;
mod judges;
mod outlook;
mod questions;
mod records;
mod result_line;
mod results;
mod rounds;
mod session;
mod setup;
mod show;
mod spreadsheet;
mod verify;

use std::process::ExitCode;

pub(crate) use import::read_list;
pub(crate) use judges::read_roster;
pub(crate) use result_line::ResultLine;

pub(super) use args::Command;
pub(super) use session::{FileArgs, read_log, tournament, unusable};
pub(super) use setup::read_settings;

use crate::failure::Failure;

/// Runs a command.
pub(super) fn run(command: &Command) -> Result<ExitCode, Failure> {
    match command {
        Command::New(args) => setup::new(args),
        Command::Presets => setup::presets(),
        Command::Players(args) => match &args.task {
            args::PlayersTask::Add(args) => setup::add(args),
            args::PlayersTask::Import(args) => import::run(args),
            args::PlayersTask::List(args) => questions::players(args),
        },
        Command::Numbers(args) => setup::numbers(args),
        Command::CheckIn(args) => setup::check_in(args),
        Command::Briefing(args) => setup::briefing(args),
        Command::Details(args) => day::details(args),
        Command::Judges(args) => judges::run(args),
        Command::Admit(args) => conduct::admit(args),
        Command::EnterLate(args) => joining::enter_late(args),
        Command::ReEnter(args) => joining::re_enter(args),
        Command::Substitute(args) => joining::substitute(args),
        Command::SitOut(args) => joining::sit_out(args),
        Command::Withdraw(args) => conduct::withdraw(args),
        Command::Seat(args) => rounds::seat(args),
        Command::Publish(args) => rounds::publish(args),
        Command::Start(args) => rounds::start(args),
        Command::Result(args) => results::result(args),
        Command::Results(args) => results::results(args),
        Command::Correct(args) => results::correct(args),
        Command::Annul(args) => results::annul(args),
        Command::AnnulRound(args) => day::annul_round(args),
        Command::Postpone(args) => day::postpone(args),
        Command::Continue(args) => day::go_on(args),
        Command::Draw(args) => results::draw(args),
        Command::Redeal(args) => results::redeal(args),
        Command::Pause(args) => rounds::pause(args),
        Command::Resume(args) => rounds::resume(args),
        Command::Protest(args) => conduct::protest(args),
        Command::Warn(args) => conduct::warn(args),
        Command::Rule(args) => conduct::rule(args),
        Command::PlayOff(args) => end::play_off(args),
        Command::Finish(args) => end::finish(args),
        Command::Standings(args) => questions::standings(args),
        Command::Teams(args) => outlook::teams(args),
        Command::Chances(args) => outlook::chances(args),
        Command::Statistics(args) => outlook::statistics(args),
        Command::Seating(args) => questions::seating(args),
        Command::Where(args) => questions::find(args),
        Command::Moves(args) => questions::moves(args),
        Command::Missing(args) => questions::missing(args),
        Command::Cases(args) => questions::cases(args),
        Command::Log(args) => questions::log(args),
        Command::Undo(args) => end::undo(args),
        Command::Export(args) => export::run(args),
        Command::Verify(args) => verify::run(args),
        Command::Forget(args) => day::forget(args),
    }?;
    Ok(ExitCode::SUCCESS)
}
