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
    /// Always plays the most tiles.
    Greedy,
    /// One of the levels, from a child's first game to the strongest bot.
    Level(Level),
}

/// Why a bot can't be built.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum RosterError {
    /// No bot has this name.
    #[error("there is no bot `{0}`; there are {list}", list = BotName::ALL.map(|name| name.to_string()).join(", "))]
    NoSuchBot(String),
    /// The bot plays the other game only.
    #[error("{bot} does not play the game of edition {edition}")]
    OtherGame {
        /// The bot that was asked for.
        bot: BotName,
        /// The edition that it does not play.
        edition: String,
    },
}

impl BotName {
    /// All bots.
    pub const ALL: [BotName; 6] = [
        BotName::Greedy,
        BotName::Level(Level::One),
        BotName::Level(Level::Two),
        BotName::Level(Level::Three),
        BotName::Level(Level::Four),
        BotName::Level(Level::Five),
    ];

    /// The strongest bot for a game with these settings.
    #[must_use]
    pub const fn strongest(settings: &Settings) -> BotName {
        BotName::Level(if settings.words().is_some() { Level::Four } else { Level::Five })
    }

    /// Builds the bot for a number game with these settings.
    ///
    /// # Errors
    /// If the settings are those of the word game.
    pub fn build(self, settings: &Settings) -> Result<Box<dyn Bot>, RosterError> {
        if settings.numbers().is_none() {
            return Err(RosterError::OtherGame { bot: self, edition: settings.edition.clone() });
        }
        Ok(match self {
            BotName::Greedy => Box::new(Greedy::new()),
            BotName::Level(level) => level.build(),
        })
    }

    /// Builds the bot for either game; the vocabulary is that of the settings' word list.
    ///
    /// # Errors
    /// If the bot does not play the game of these settings.
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
            BotName::Level(Level::One) => words::Level::One.build(vocabulary),
            BotName::Level(Level::Two) => words::Level::Two.build(vocabulary),
            BotName::Level(Level::Three) => words::Level::Three.build(vocabulary),
            BotName::Level(Level::Four) => words::Level::Four.build(vocabulary),
            // They play the number game only.
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
    fn number_bots_do_not_play_the_word_game() {
        let settings = Settings::edition("word-b").unwrap();
        assert!(BotName::Greedy.build(&settings).is_err());
    }
}
