//! The commands for people: what is typed becomes a command of the tournament, and its answer is shown as text.

mod args;
mod conduct;
mod end;
mod export;
mod hint;
mod import;
mod questions;
mod result_line;
mod results;
mod rounds;
mod session;
mod setup;
mod show;
mod spreadsheet;
mod verify;

use std::process::ExitCode;

pub(super) use args::Command;
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
        Command::Admit(args) => conduct::admit(args),
        Command::Withdraw(args) => conduct::withdraw(args),
        Command::Seat(args) => rounds::seat(args),
        Command::Publish(args) => rounds::publish(args),
        Command::Start(args) => rounds::start(args),
        Command::Result(args) => results::result(args),
        Command::Results(args) => results::results(args),
        Command::Correct(args) => results::correct(args),
        Command::Annul(args) => results::annul(args),
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
        Command::Seating(args) => questions::seating(args),
        Command::Where(args) => questions::find(args),
        Command::Moves(args) => questions::moves(args),
        Command::Missing(args) => questions::missing(args),
        Command::Cases(args) => questions::cases(args),
        Command::Log(args) => questions::log(args),
        Command::Export(args) => export::run(args),
        Command::Verify(args) => verify::run(args),
    }?;
    Ok(ExitCode::SUCCESS)
}
