//! The choices that settings have.

use serde::{Deserialize, Serialize};

/// How players are seated from round to round.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS))]
#[serde(rename_all = "kebab-case")]
pub enum Format {
    /// The best of a table move on to the next, and the last table's to the first (B03, B04).
    Ring,
    /// Nobody meets anybody twice, as far as that can be (X14).
    NoRepeat,
    /// By lot.
    Random,
    /// Players with like results meet.
    Swiss,
    /// Every table gets players of all strengths: with an interval of 2, the first gets ranks 1, 3, 5 and 7.
    Interval,
    /// The winners of all tables fill the first tables, then come those in second place, and so on.
    Places,
    /// The best of each table go on, everybody else is out.
    KnockOut,
}

/// Which ties need deciding (B10, B11).
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS))]
#[serde(rename_all = "kebab-case")]
pub enum PlayOffs {
    /// Those between the last winning place and the next.
    Cut,
    /// Every tie that touches a winning place.
    Ranks,
}

/// What the seat of somebody absent becomes in the first round of the ring (B13).
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS))]
#[serde(rename_all = "kebab-case")]
pub enum Absent {
    /// It stays empty.
    Hole,
    /// The others close up.
    Close,
}

/// What a game is worth to several winners of it (B08, X07).
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS))]
#[serde(rename_all = "kebab-case")]
pub enum CoWinners {
    /// One win each.
    One,
    /// An equal share of one win.
    Share,
}

/// What players are ranked by; more of it is better.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS))]
#[cfg_attr(feature = "ts", ts(rename = "RankingKey"))]
#[serde(rename_all = "kebab-case")]
pub enum Key {
    /// Games won (B08).
    Wins,
    /// The total divided by the games played (B09).
    Average,
    /// The sum of all scores, with the bonus for wins (F13, X05).
    Total,
    /// The highest score of a single game.
    BestGame,
    /// The sum of the scores of games won (F13).
    WonTotal,
    /// The sum of the scores below zero: the fewer points left on the racks, the better.
    LeastLost,
}

/// What a game of three counts beside games of four (B14).
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default, Serialize, Deserialize)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS))]
#[serde(rename_all = "kebab-case")]
pub enum Normalise {
    /// As it was scored.
    #[default]
    None,
    /// Four thirds of each score.
    FourThirds,
}

/// What happens at a table whose time is up (E09, X03).
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default, Serialize, Deserialize)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS))]
#[serde(rename_all = "kebab-case")]
pub enum TimeUp {
    /// The circuit is finished, and racks are compared as with an empty pool.
    #[default]
    FinishCircuit,
    /// The game is played to its end.
    PlayOn,
}

/// Whether somebody who never opened can win a game that nobody finished (F11).
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default, Serialize, Deserialize)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS))]
#[serde(rename_all = "kebab-case")]
pub enum UnopenedWins {
    /// The lowest rack wins, whoever has it, and the result is flagged.
    #[default]
    Allowed,
    /// The lowest rack of those who have opened wins. If nobody has opened, the lowest of all does.
    Never,
}

/// Who gets the penalty for a rack that was pushed over (F12).
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default, Serialize, Deserialize)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS))]
#[serde(rename_all = "kebab-case")]
pub enum PushedRack {
    /// The winner, as what any other rack costs.
    #[default]
    ToWinner,
    /// Nobody: the scores of the game do not add up to zero.
    ToNobody,
}

/// Where players stand who left before the end (G13).
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default, Serialize, Deserialize)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS))]
#[serde(rename_all = "kebab-case")]
pub enum Forfeits {
    /// Without a rank.
    #[default]
    Unranked,
    /// Ranked below all who finished.
    Last,
}

/// Whether players of the house, who fill empty seats, have a rank (B13).
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default, Serialize, Deserialize)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS))]
#[serde(rename_all = "kebab-case")]
pub enum Substitutes {
    /// They do not, and never take a place from anybody.
    #[default]
    Unranked,
    /// They are ranked as everybody else.
    Ranked,
}

/// What a joker is worth when players draw a tile for the start or for a place (C02).
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default, Serialize, Deserialize)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS))]
#[serde(rename_all = "kebab-case")]
pub enum DrawnJoker {
    /// Nothing: its player draws again.
    #[default]
    Again,
    /// More than 13.
    Highest,
}

/// The language of prints and dates, unless another is asked for (A01, A15).
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default, Serialize, Deserialize)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS))]
pub enum Locale {
    /// Traditional Chinese.
    #[default]
    #[serde(rename = "zh-Hant")]
    TraditionalChinese,
    /// Simplified Chinese.
    #[serde(rename = "zh-Hans")]
    SimplifiedChinese,
    /// Portuguese of Portugal.
    #[serde(rename = "pt-PT")]
    Portuguese,
    /// English.
    #[serde(rename = "en")]
    English,
}
