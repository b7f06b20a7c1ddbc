//! The rules of a request: edition, settings, players and word list, from flags or JSON.

use clap::{Args, ValueEnum};
use trinta_core::edition::{Family, PlayVariant, Value};
use trinta_core::{Settings, Setup, Tile};

use crate::json::{Fault, Fields};

/// The default number of players.
pub(crate) const PLAYERS: u32 = 4;

/// One of the two games.
#[derive(Debug, Clone, Copy, PartialEq, Eq, ValueEnum)]
pub(crate) enum Game {
    /// Runs and groups of numbers
    Numbers,
    /// Words
    Words,
}

/// One of the two variants of the word game.
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
    /// The variants by name.
    pub(crate) const NAMES: [(&'static str, Play); 2] = [("a", Play::A), ("b", Play::B)];
}

/// The rules as given by the user.
#[derive(Debug, Clone, Default, Args)]
pub(crate) struct RulesArgs {
    /// Edition (hk, cn, pt, school, word-a, word-b), or the path of a TOML file [default: hk]
    #[arg(long, value_name = "NAME|FILE")]
    pub(crate) edition: Option<String>,
    /// Override a setting of the edition, such as opening_points=20; may be repeated
    #[arg(long = "set", value_name = "KEY=VALUE", value_parser = read_override)]
    pub(crate) settings: Vec<(String, Value)>,
    /// Game; implied by the edition [default: numbers]
    #[arg(long, ignore_case = true)]
    pub(crate) game: Option<Game>,
    /// Variant of the word game [default: b]
    #[arg(long, ignore_case = true)]
    pub(crate) play: Option<Play>,
}

/// The word list as given by the user.
#[derive(Debug, Clone, Default, Args)]
pub(crate) struct WordListArgs {
    /// Word list: everyday, standard, large, or the path of a file with one word per line [default: standard]
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
    /// The fields of a request that give the rules.
    pub(crate) const FIELDS: [&'static str; 4] = ["game", "edition", "play", "settings"];

    /// Reads the rules from the fields of a request.
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

    /// These rules, completed with others where they are silent.
    pub(crate) fn or(self, others: RulesArgs) -> RulesArgs {
        RulesArgs {
            edition: self.edition.or(others.edition),
            // The last value of a setting applies.
            settings: [others.settings, self.settings].concat(),
            game: self.game.or(others.game),
            play: self.play.or(others.play),
        }
    }

    /// The edition, by default that of the game and its variant.
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
    /// The fields of a request that give the word list.
    pub(crate) const FIELDS: [&'static str; 2] = ["lexicon", "theme"];

    /// Reads the word list from the fields of a request.
    pub(crate) fn from_fields(fields: &Fields<'_>) -> Result<WordListArgs, Fault> {
        let text = |name| fields.get(name).map(|field| field.text()).transpose();
        Ok(WordListArgs { lexicon: text("lexicon")?, theme: text("theme")? })
    }

    /// This word list, completed with another where it is silent.
    pub(crate) fn or(self, other: WordListArgs) -> WordListArgs {
        WordListArgs { lexicon: self.lexicon.or(other.lexicon), theme: self.theme.or(other.theme) }
    }
}

/// Refuses options that contradict the game of the edition.
pub(crate) fn check_agreement(settings: &Settings, rules: &RulesArgs, words: &WordListArgs) -> Result<(), String> {
    let edition = &settings.edition;
    match (&settings.family, rules.game) {
        (Family::Numbers(_), Some(Game::Words)) => return Err(format!("edition {edition} belongs to the number game")),
        (Family::Words(_), Some(Game::Numbers)) => return Err(format!("edition {edition} belongs to the word game")),
        _ => {}
    }
    let Some(own) = settings.words() else {
        let given =
            [("play", rules.play.is_some()), ("lexicon", words.lexicon.is_some()), ("theme", words.theme.is_some())];
        return match given.iter().find(|(_, given)| *given) {
            Some((name, _)) => Err(format!("{name} belongs to the word game; set game to words")),
            None => Ok(()),
        };
    };
    match (own.play, rules.play) {
        (PlayVariant::A, Some(Play::B)) => Err(format!("edition {edition} is play a, not play b")),
        (PlayVariant::B, Some(Play::A)) => Err(format!("edition {edition} is play b, not play a")),
        _ => Ok(()),
    }
}

/// The setup of a game for this many players.
pub(crate) fn set_up(settings: Settings, players: usize) -> Result<Setup, String> {
    let (fewest, most) = (settings.players.start(), settings.players.end());
    match u8::try_from(players) {
        Ok(players) => Setup::new(settings, players).map_err(|error| error.to_string()),
        Err(_) => Err(format!("edition {} is for {fewest} to {most} players, not {players}", settings.edition)),
    }
}

/// Refuses letters in the number game and numbers in the word game.
pub(crate) fn check_game(
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
pub(crate) fn check_box(place: &str, setup: &Setup, tiles: impl IntoIterator<Item = Tile>) -> Result<(), String> {
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
