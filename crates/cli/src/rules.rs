//! Which rules a question is asked under: edition, settings, players and word list, from flags or JSON.

use clap::{Args, ValueEnum};
use trinta_core::edition::{Family, PlayVariant, Value};
use trinta_core::{Settings, Setup, Tile};

use crate::json::{Fault, Fields};

/// How many play when nobody says it.
pub(crate) const PLAYERS: u32 = 4;

/// One of the two games.
#[derive(Debug, Clone, Copy, PartialEq, Eq, ValueEnum)]
pub(crate) enum Game {
    /// Runs and groups of numbers
    Numbers,
    /// Words
    Words,
}

/// One of the two ways to play with words.
#[derive(Debug, Clone, Copy, PartialEq, Eq, ValueEnum)]
pub(crate) enum Play {
    /// The longest word of every turn counts
    A,
    /// The first to empty the rack wins
    B,
}

impl Game {
    /// The games by name.
    pub(crate) const NAMES: [(&'static str, Game); 2] = [("numbers", Game::Numbers), ("words", Game::Words)];
}

impl Play {
    /// The ways to play by name.
    pub(crate) const NAMES: [(&'static str, Play); 2] = [("a", Play::A), ("b", Play::B)];
}

/// The rules as asked for.
#[derive(Debug, Clone, Default, Args)]
pub(crate) struct RulesArgs {
    /// Rules of a printed document (hk, cn, pt, school, word-a, word-b), or the path of a TOML file [default: hk]
    #[arg(long, value_name = "NAME|FILE")]
    pub(crate) edition: Option<String>,
    /// Change one setting of the edition, such as opening_points=20; may be repeated
    #[arg(long = "set", value_name = "KEY=VALUE", value_parser = read_override)]
    pub(crate) settings: Vec<(String, Value)>,
    /// Which game; the edition says it too [default: numbers]
    #[arg(long, ignore_case = true)]
    pub(crate) game: Option<Game>,
    /// Which way to play with words [default: b]
    #[arg(long, ignore_case = true)]
    pub(crate) play: Option<Play>,
}

/// The word list as asked for.
#[derive(Debug, Clone, Default, Args)]
pub(crate) struct WordListArgs {
    /// Word list: everyday, standard, large, or the path of a file with one word a line [default: standard]
    #[arg(long, value_name = "NAME|FILE")]
    pub(crate) lexicon: Option<String>,
    /// Theme that every word must belong to: nature, people, home, animals, plants, food, leisure, body, or a file
    #[arg(long, value_name = "NAME|FILE")]
    pub(crate) theme: Option<String>,
}

/// Reads `KEY=VALUE`.
pub(crate) fn read_override(text: &str) -> Result<(String, Value), String> {
    let (name, value) = text.split_once('=').ok_or("write it as KEY=VALUE, such as opening_points=20")?;
    Ok((name.trim().to_owned(), Value::read(value)))
}

impl RulesArgs {
    /// The names of the fields that say the rules.
    pub(crate) const FIELDS: [&'static str; 4] = ["game", "edition", "play", "settings"];

    /// Reads the rules from the fields of a question.
    pub(crate) fn from_fields(fields: &Fields<'_>) -> Result<RulesArgs, Fault> {
        let mut settings = Vec::new();
        if let Some(field) = fields.get("settings") {
            for (name, value) in field.fields()?.all() {
                settings.push((name.to_owned(), value.setting()?));
            }
        }
        Ok(RulesArgs {
            edition: fields.get("edition").map(|field| field.text()).transpose()?,
            settings,
            game: fields.get("game").map(|field| field.choice(&Game::NAMES)).transpose()?,
            play: fields.get("play").map(|field| field.choice(&Play::NAMES)).transpose()?,
        })
    }

    /// These rules, and where they say nothing, those.
    pub(crate) fn over(self, those: RulesArgs) -> RulesArgs {
        RulesArgs {
            edition: self.edition.or(those.edition),
            // Of two values of a setting the later counts.
            settings: [those.settings, self.settings].concat(),
            game: self.game.or(those.game),
            play: self.play.or(those.play),
        }
    }

    /// The edition asked for, or the one that goes with the game.
    pub(crate) fn edition(&self) -> &str {
        match (&self.edition, self.game, self.play) {
            (Some(edition), ..) => edition,
            (None, Some(Game::Words), Some(Play::A)) => "word-a",
            (None, Some(Game::Words), _) => "word-b",
            (None, Some(Game::Numbers) | None, _) => "hk",
        }
    }
}

impl WordListArgs {
    /// The names of the fields that say the word list.
    pub(crate) const FIELDS: [&'static str; 2] = ["lexicon", "theme"];

    /// Reads the word list from the fields of a question.
    pub(crate) fn from_fields(fields: &Fields<'_>) -> Result<WordListArgs, Fault> {
        let text = |name| fields.get(name).map(|field| field.text()).transpose();
        Ok(WordListArgs { lexicon: text("lexicon")?, theme: text("theme")? })
    }

    /// This word list, and where it says nothing, that.
    pub(crate) fn over(self, that: WordListArgs) -> WordListArgs {
        WordListArgs { lexicon: self.lexicon.or(that.lexicon), theme: self.theme.or(that.theme) }
    }
}

/// Refuses a question that says two different things about the game.
pub(crate) fn agree(settings: &Settings, rules: &RulesArgs, words: &WordListArgs) -> Result<(), String> {
    let edition = &settings.edition;
    match (&settings.family, rules.game) {
        (Family::Numbers(_), Some(Game::Words)) => return Err(format!("edition {edition} is of the number game")),
        (Family::Words(_), Some(Game::Numbers)) => return Err(format!("edition {edition} is of the word game")),
        _ => {}
    }
    let Some(own) = settings.words() else {
        let given =
            [("play", rules.play.is_some()), ("lexicon", words.lexicon.is_some()), ("theme", words.theme.is_some())];
        return match given.iter().find(|(_, given)| *given) {
            Some((name, _)) => Err(format!("{name} belongs to the word game; say that game is words")),
            None => Ok(()),
        };
    };
    match (own.play, rules.play) {
        (PlayVariant::A, Some(Play::B)) => Err(format!("edition {edition} is play a, not play b")),
        (PlayVariant::B, Some(Play::A)) => Err(format!("edition {edition} is play b, not play a")),
        _ => Ok(()),
    }
}

/// A table for so many players.
pub(crate) fn set_up(settings: Settings, players: usize) -> Result<Setup, String> {
    let (fewest, most) = (settings.players.start(), settings.players.end());
    match u8::try_from(players) {
        Ok(players) => Setup::new(settings, players).map_err(|error| error.to_string()),
        Err(_) => Err(format!("edition {} is for {fewest} to {most} players, not {players}", settings.edition)),
    }
}

/// Refuses letters in the number game and numbers in the word game.
pub(crate) fn right_game(
    place: &str,
    settings: &Settings,
    tiles: impl IntoIterator<Item = Tile>,
) -> Result<(), String> {
    let words = settings.words().is_some();
    match tiles.into_iter().find(|tile| !tile.is_joker() && tile.is_letter() != words) {
        Some(tile) if words => Err(format!("{place}: {tile} is a number tile, and this is the word game")),
        Some(tile) => Err(format!("{place}: {tile} is a letter, and this is the number game")),
        None => Ok(()),
    }
}

/// Refuses more copies of a tile than the box has.
pub(crate) fn in_box(place: &str, setup: &Setup, tiles: impl IntoIterator<Item = Tile>) -> Result<(), String> {
    let tile_set = setup.tile_set();
    match tile_set.excess(tiles) {
        Some(tile) => Err(format!(
            "{place}: too many {tile}; the box for {} players has {} of it",
            setup.players(),
            tile_set.copies(tile)
        )),
        None => Ok(()),
    }
}
