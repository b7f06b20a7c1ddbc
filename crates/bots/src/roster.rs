//! The bots by name.

use std::fmt;
use std::str::FromStr;
use std::sync::Arc;

use trinta_core::Settings;

use crate::bot::Bot;
use crate::numbers::{Greedy, Level};
use crate::words::{self, Vocabulary};

/// A bot by its name.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum BotName {
    /// Always the most tiles.
    Greedy,
    /// One of the levels, from a child's first game to one nobody beats.
    Level(Level),
}

/// Why there is no such bot.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum RosterError {
    /// Nobody has this name.
    #[error("there is no bot `{0}`; there are {list}", list = BotName::ALL.map(|name| name.to_string()).join(", "))]
    NoSuchBot(String),
    /// The bot does not know the game.
    #[error("{bot} does not know the game of edition {edition}")]
    OtherGame {
        /// The bot.
        bot: BotName,
        /// The edition.
        edition: String,
    },
}

impl BotName {
    /// Every bot there is.
    pub const ALL: [BotName; 6] = [
        BotName::Greedy,
        BotName::Level(Level::One),
        BotName::Level(Level::Two),
        BotName::Level(Level::Three),
        BotName::Level(Level::Four),
        BotName::Level(Level::Five),
    ];

    /// A bot of this name for a game by these settings.
    ///
    /// # Errors
    /// When the bot does not know the game.
    pub fn build(self, settings: &Settings) -> Result<Box<dyn Bot>, RosterError> {
        if settings.numbers().is_none() {
            return Err(RosterError::OtherGame { bot: self, edition: settings.edition.clone() });
        }
        Ok(match self {
            BotName::Greedy => Box::new(Greedy::new()),
            BotName::Level(level) => level.player(),
        })
    }

    /// A bot of this name for a game of words by these settings, with the words of their list.
    ///
    /// # Errors
    /// When the bot does not know the game.
    pub fn build_with_words(
        self,
        settings: &Settings,
        vocabulary: &Arc<Vocabulary>,
    ) -> Result<Box<dyn Bot>, RosterError> {
        if settings.words().is_none() {
            return self.build(settings);
        }
        let vocabulary = Arc::clone(vocabulary);
        Ok(match self {
            BotName::Level(Level::One) => words::Level::One.player(vocabulary),
            BotName::Level(Level::Two) => words::Level::Two.player(vocabulary),
            BotName::Level(Level::Three) => words::Level::Three.player(vocabulary),
            BotName::Level(Level::Four) => words::Level::Four.player(vocabulary),
            // They know the game of numbers only.
            BotName::Greedy | BotName::Level(Level::Five) => return self.build(settings),
        })
    }

    const fn text(self) -> &'static str {
        match self {
            BotName::Greedy => "greedy",
            BotName::Level(Level::One) => "level1",
            BotName::Level(Level::Two) => "level2",
            BotName::Level(Level::Three) => "level3",
            BotName::Level(Level::Four) => "level4",
            BotName::Level(Level::Five) => "level5",
        }
    }
}

impl fmt::Display for BotName {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.text())
    }
}

impl FromStr for BotName {
    type Err = RosterError;

    fn from_str(text: &str) -> Result<BotName, RosterError> {
        let same = |name: &BotName| name.text().eq_ignore_ascii_case(text.trim());
        BotName::ALL.into_iter().find(same).ok_or_else(|| RosterError::NoSuchBot(text.to_owned()))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_bot_is_found_by_its_name() {
        for name in BotName::ALL {
            assert_eq!(name.to_string().parse(), Ok(name));
        }
        assert_eq!(" GREEDY ".parse(), Ok(BotName::Greedy));
        let refused = "grandmaster".parse::<BotName>().unwrap_err().to_string();
        assert!(refused.contains("grandmaster") && refused.contains("greedy"), "{refused}");
    }

    #[test]
    fn number_bots_do_not_sit_down_to_play_with_words() {
        let settings = Settings::edition("word-b").unwrap();
        assert!(BotName::Greedy.build(&settings).is_err());
    }
}
