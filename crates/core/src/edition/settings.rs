//! The settings of a game, checked, in types.

use std::ops::RangeInclusive;

use crate::edition::builder::{SettingError, SettingsBuilder};
use crate::edition::version::RulesVersion;
use crate::tile_set::TileSet;

/// Everything that an edition decides.
#[derive(Debug, Clone, PartialEq, Eq)]
#[non_exhaustive]
pub struct Settings {
    /// The edition's name.
    pub edition: String,
    /// The version of the rules that the game began with.
    pub version: RulesVersion,
    /// The numbers of players that the edition is for.
    pub players: RangeInclusive<u8>,
    /// The time of a turn in seconds, or `None` for no limit (N16, W2).
    pub turn_seconds: Option<u32>,
    /// What happens when time runs out (N17, N18, W12).
    pub time_up: TimeUp,
    /// What happens to tiles that can't be put back (N19, W12).
    pub unrestorable: Unrestorable,
    /// What a joker left on the rack costs (N21, W10, W11).
    pub joker_left: u32,
    /// How the game goes on when the pool is empty (N15).
    pub pool_empty: PoolEmpty,
    /// How many games make a match (N8).
    pub match_games: MatchGames,
    /// The order of merit in a match (N25).
    pub match_winner: MatchWinner,
    /// What only one of the two games has.
    pub family: Family,
}

/// The two games.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Family {
    /// Runs and groups of numbers.
    Numbers(NumberSettings),
    /// Words.
    Words(WordSettings),
}

/// What happens when time runs out.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct TimeUp {
    /// Tiles to draw when nothing was begun.
    pub idle: u8,
    /// Tiles to draw when the play lying there is taken back.
    pub invalid: u8,
    /// Whether a valid play lying there counts.
    pub valid: ValidAtTimeUp,
}

/// A valid play that lies on the table when time runs out.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum ValidAtTimeUp {
    /// It counts as played (N17).
    Counts,
    /// It goes back like an invalid one (N18, W12).
    Back,
}

/// Tiles that can't be put back where they were (N19, W12).
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Unrestorable {
    /// Everything must be put back.
    Back,
    /// They go to the pool.
    ToPool,
    /// They go to the pool, and the player draws as many.
    DrawAsMany,
    /// They go to the pool, and the player may only draw in the next turn (W12, play A).
    DrawOnlyNext,
}

/// Play with an empty pool (N15).
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum PoolEmpty {
    /// A player who can't or won't play passes.
    Pass,
    /// A player who can play must.
    MustPlay,
    /// The game ends with the draw that takes the last tile (also W10).
    End,
    /// After the last tile every player has one more turn.
    LastTurn,
}

/// The length of a match (N8).
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum MatchGames {
    /// This many rounds, each of as many games as there are players.
    Rounds(u32),
    /// This many games.
    Games(u32),
    /// As many as the players like.
    Free,
}

/// The order of merit in a match (N25, W13).
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum MatchWinner {
    /// Most games won, then the higher total.
    GamesThenPoints,
    /// The higher total.
    Points,
}

/// Settings of the number game.
#[derive(Debug, Clone, PartialEq, Eq)]
#[non_exhaustive]
pub struct NumberSettings {
    /// Points that an opening needs; 0: nobody counts as unopened (N10).
    pub opening_points: u32,
    /// How many sets an opening may have (N10).
    pub opening_sets: OpeningSets,
    /// What a rack costs whose player never opened (N23).
    pub unopened: Unopened,
    /// Whether three pairs allow a new deal (N9).
    pub new_deal: NewDeal,
    /// Where a joker may go whose place was filled (N14).
    pub joker_moves: JokerMoves,
    /// What a rack costs that was pushed over on purpose (F12).
    pub pushed: Pushed,
    /// Whether jokers are in the box (N1).
    pub jokers: Jokers,
    /// The name of the fourth colour (N1).
    pub fourth_colour: FourthColour,
}

impl NumberSettings {
    /// Whether there is an opening to be made at all (N10).
    #[must_use]
    pub const fn must_open(&self) -> bool {
        self.opening_points > 0
    }
}

/// How many sets an opening may have (N10).
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum OpeningSets {
    /// One or more.
    Any,
    /// Just one.
    One,
}

/// What an unopened rack costs (N23).
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Unopened {
    /// Its sum, like any other.
    RackSum,
    /// 100 if it could not have opened, 200 if it could, when somebody is out.
    Fixed(UnopenedRack),
    /// The same, also when the pool is empty and nobody is out.
    FixedAlways(UnopenedRack),
}

/// Which rack decides whether a player could have opened (N23).
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum UnopenedRack {
    /// The rack at the end of the game.
    AtEnd,
    /// The rack at the start of the player's last turn.
    LastTurn,
}

/// A new deal for a player with three pairs (N9).
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum NewDeal {
    /// Never.
    No,
    /// On request, before anyone plays.
    BeforeAPlay,
    /// On request, before the player's own first turn ends.
    BeforeOwnTurn,
}

/// Where a joker of the table may go whose place was filled by the tile it stood for (N14).
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum JokerMoves {
    /// Anywhere.
    Any,
    /// Into any set but the one that got this tile.
    AnotherSet,
}

/// A rack pushed over on purpose so that it can't be counted (F12).
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Pushed {
    /// The rules know no price for it.
    No,
    /// It costs 200, in place of what lay on it.
    Fixed,
}

/// Whether jokers are in the box (N1): every document has them in, and players who like it drier leave them out.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Jokers {
    /// They are.
    In,
    /// They are not.
    Out,
}

/// The name of the fourth colour (N1).
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum FourthColour {
    /// As `hk` calls it.
    Yellow,
    /// As `cn` and `pt` call it.
    Orange,
}

/// Settings of the word game.
#[derive(Debug, Clone, PartialEq, Eq)]
#[non_exhaustive]
pub struct WordSettings {
    /// Play A or play B.
    pub play: PlayVariant,
    /// Letters that the opening word needs (W4).
    pub opening_letters: usize,
    /// Whether further words may be laid with the opening word (W4).
    pub opening_words: OpeningWords,
    /// The treatment of misspelt words (W8).
    pub spelling: SpellingRule,
    /// Seconds in which a play that ends the game can be challenged (W8).
    pub challenge_seconds: u32,
    /// The name of the word list.
    pub lexicon: String,
    /// The name of the theme (W14).
    pub theme: Option<String>,
}

/// The two ways to play with words.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum PlayVariant {
    /// The longest word of every turn counts, and racks are filled up (W9, W10).
    A,
    /// The first to empty the rack wins (W11).
    B,
}

/// Words in the opening turn (W4).
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum OpeningWords {
    /// Literally one.
    One,
    /// One that is long enough, and any others from the rack.
    More,
}

/// The treatment of misspelt words (W8).
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum SpellingRule {
    /// A misspelt play is refused without cost.
    Checked,
    /// A misspelt play is refused, ends the turn and costs a tile for each misspelt word.
    Charged,
    /// A play stands unless an opponent challenges it.
    Challenge,
}

impl Settings {
    /// A shipped edition as it is printed.
    ///
    /// # Errors
    /// If there is no such edition.
    pub fn edition(name: &str) -> Result<Settings, SettingError> {
        SettingsBuilder::edition(name)?.build()
    }

    /// The box for this number of players.
    #[must_use]
    pub const fn tile_set(&self, players: u8) -> TileSet {
        match self.family {
            Family::Numbers(NumberSettings { jokers: Jokers::In, .. }) => TileSet::numbers_for(players),
            Family::Numbers(NumberSettings { jokers: Jokers::Out, .. }) => {
                TileSet::numbers_for(players).without_jokers()
            }
            Family::Words(_) => TileSet::Letters,
        }
    }

    /// The settings of the number game, if this is it.
    #[must_use]
    pub const fn numbers(&self) -> Option<&NumberSettings> {
        match &self.family {
            Family::Numbers(rules) => Some(rules),
            Family::Words(_) => None,
        }
    }

    /// The settings of the word game, if this is it.
    #[must_use]
    pub const fn words(&self) -> Option<&WordSettings> {
        match &self.family {
            Family::Words(rules) => Some(rules),
            Family::Numbers(_) => None,
        }
    }

    /// Whether this is play A of the word game, in which racks are filled up and turns score.
    #[must_use]
    pub fn is_play_a(&self) -> bool {
        self.words().is_some_and(|rules| rules.play == PlayVariant::A)
    }

    /// The number of games in a match of this many players, or `None` if the players decide (N8).
    #[must_use]
    pub fn games_in_match(&self, players: u8) -> Option<u32> {
        match self.match_games {
            MatchGames::Rounds(rounds) => Some(rounds * u32::from(players)),
            MatchGames::Games(games) => Some(games),
            MatchGames::Free => None,
        }
    }
}
