//! The entrants of `--bots`: built-in bots and programs.

use std::fmt;
use std::str::FromStr;
use std::sync::Arc;

use trinta_bots::program::{Conduct, Link as _, Program};
use trinta_bots::{Bot, BotName, RosterError};
use trinta_core::Setup;
use trinta_table::library::Words;

use crate::process::{Process, StandardError};

/// A built-in bot or a program.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) enum Entrant {
    /// A built-in bot.
    Named(BotName),
    /// The command line of a program that speaks the protocol.
    Program(Vec<String>),
}

impl FromStr for Entrant {
    type Err = String;

    fn from_str(text: &str) -> Result<Entrant, String> {
        let Some(command) = text.trim().strip_prefix("cmd:") else {
            let named = |error: RosterError| format!("{error}, or cmd: and the command of a program");
            return text.parse().map(Entrant::Named).map_err(named);
        };
        let words: Vec<String> = command.split_whitespace().map(str::to_owned).collect();
        if words.is_empty() {
            return Err("cmd: needs a command, such as cmd:python3 examples/bots/greedy.py".to_owned());
        }
        Ok(Entrant::Program(words))
    }
}

impl fmt::Display for Entrant {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Entrant::Named(name) => name.fmt(f),
            Entrant::Program(words) => write!(f, "cmd:{}", words.join(" ")),
        }
    }
}

impl Entrant {
    /// A record of the conduct of a program; none for a built-in bot.
    pub(super) fn conduct(&self) -> Option<Arc<Conduct>> {
        matches!(self, Entrant::Program(_)).then(|| Arc::new(Conduct::new()))
    }

    /// Refuses bots that don't play this game, and programs that can't be started.
    pub(super) fn check(&self, setup: &Setup, words: Option<&Words>) -> Result<(), String> {
        match self {
            Entrant::Named(name) => named(*name, setup, words).map(drop).map_err(|error| error.to_string()),
            Entrant::Program(command) => {
                let mut process = Process::new(command.clone(), StandardError::Dropped);
                process.start().map_err(|fault| format!("{self}: {fault}"))
            }
        }
    }

    /// Builds the bot; none if it does not play this game.
    pub(super) fn build(
        &self,
        setup: &Setup,
        words: Option<&Words>,
        conduct: Option<&Arc<Conduct>>,
    ) -> Option<Box<dyn Bot>> {
        match self {
            Entrant::Named(name) => named(*name, setup, words).ok(),
            Entrant::Program(command) => {
                let process = Process::new(command.clone(), StandardError::Dropped);
                Some(Box::new(Program::new(process, conduct.map(Arc::clone).unwrap_or_default())))
            }
        }
    }
}

fn named(bot: BotName, setup: &Setup, words: Option<&Words>) -> Result<Box<dyn Bot>, RosterError> {
    match words {
        Some(words) => bot.build_with_words(setup.settings(), words.vocabulary()),
        None => bot.build(setup.settings()),
    }
}
