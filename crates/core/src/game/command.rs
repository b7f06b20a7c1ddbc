//! What players and the table's host can ask for, and why it may be refused.

use crate::codes::codes;
use crate::fault::PlayError;
use crate::layout::{Layout, NotATable};
use crate::seat::Seat;
use crate::tiles::Tiles;

/// The source of a command.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
#[cfg_attr(feature = "serde", serde(rename_all = "kebab-case"))]
pub enum Actor {
    /// A player.
    Seat(Seat),
    /// The host of the table, who deals, watches the clock and judges.
    Host,
}

/// A request to change the game.
#[derive(Debug, Clone, PartialEq, Eq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
#[cfg_attr(feature = "serde", serde(tag = "command", rename_all = "kebab-case", deny_unknown_fields))]
pub enum Command {
    /// The host draws the lots and deals (N6, N7, W2).
    Deal,
    /// A player with three pairs asks for a new deal (N9).
    NewDeal,
    /// A player lays tiles (N10, N11, W4, W5).
    Play {
        /// The whole table as the player leaves it.
        layout: Layout,
    },
    /// A player draws instead of playing (N12, W6).
    Draw,
    /// A player passes, the pool being empty (N15).
    Pass,
    /// The host says that time is up (N17, N18, W12).
    TimeUp {
        /// The table as it lies, or `None` if the player has not begun to play.
        #[cfg_attr(feature = "serde", serde(default))]
        draft: Option<Layout>,
        /// At a real table: the sets that could be put back, or `None` if all could (N19).
        #[cfg_attr(feature = "serde", serde(default))]
        restored: Option<Layout>,
    },
    /// An opponent challenges the last play (W8).
    Challenge,
    /// An opponent will not challenge the last play (W8).
    Accept,
    /// The host says that the time to challenge is over (W8).
    CloseChallenge,
}

/// Why a command is refused.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum CommandError {
    /// The table has no such seat.
    #[error("there is no seat {0} at this table")]
    NoSuchSeat(Seat),
    /// A player gave a command of the host.
    #[error("only the host of the table can do this")]
    HostOnly,
    /// The host gave a command of a player.
    #[error("only a player can do this")]
    PlayersOnly,
    /// The command needs a deal.
    #[error("the tiles have not been dealt yet")]
    NotDealt,
    /// There is one deal in a game.
    #[error("the tiles have been dealt already")]
    AlreadyDealt,
    /// Nothing can be done after the end.
    #[error("the game is over")]
    GameOver,
    /// Another player is on turn.
    #[error("it is the turn of seat {turn}")]
    NotYourTurn {
        /// The player on turn.
        turn: Seat,
    },
    /// The play is not legal.
    #[error(transparent)]
    Illegal(#[from] PlayError),
    /// W12: a player who may only draw in this turn.
    #[error("tiles were lost in your last turn, so this turn you may only draw")]
    DrawOnly,
    /// There is nothing to draw (N15).
    #[error("the pool is empty: play or pass")]
    PoolEmpty,
    /// A player can pass only if there is nothing to draw (N12).
    #[error("the pool is not empty: play or draw")]
    PoolNotEmpty,
    /// N15 in `pt`: a player who can play may not pass.
    #[error("you can still play, so you must")]
    MustPlay,
    /// N16: the edition has no time limit.
    #[error("there is no time limit at this table")]
    NoTimeLimit,
    /// N9: the edition has no new deal.
    #[error("these rules have no new deal")]
    NoNewDeal,
    /// N9: the right to a new deal has passed.
    #[error("it is too late to ask for a new deal")]
    NewDealTooLate,
    /// N9: not enough pairs.
    #[error("a new deal needs three pairs of identical number tiles; you have {pairs}")]
    TooFewPairs {
        /// The pairs on the rack.
        pairs: usize,
    },
    /// N19: the edition puts every tile back.
    #[error("these rules put every tile back on the table")]
    MustRestore,
    /// N19: what was restored is not valid.
    #[error("the restored table is not valid: {0}")]
    RestoredInvalid(#[from] NotATable),
    /// N19: what was restored has tiles that did not lie there.
    #[error("the restored table has tiles that did not lie there: {tiles}")]
    RestoredForeign {
        /// The tiles.
        tiles: Tiles,
    },
    /// W8: there is no play that can be challenged.
    #[error("there is no play to challenge")]
    NothingToChallenge,
    /// W8: only opponents challenge or accept a play.
    #[error("a player can't challenge or accept their own play")]
    OwnPlay,
    /// W8: an opponent who has accepted the play can neither challenge nor accept it again.
    #[error("you have accepted this play already")]
    AlreadyAccepted,
    /// W8: the last play of the game waits for its challengers.
    #[error("the last play ends the game unless it is challenged: challenge or accept it")]
    AwaitingChallenge,
    /// W8: the next player closes the challenge by acting.
    #[error("the challenge closes when the next player acts")]
    ChallengeStillOpen,
}

codes!(CommandError {
    NoSuchSeat => "no-such-seat",
    HostOnly => "host-only",
    PlayersOnly => "players-only",
    NotDealt => "not-dealt",
    AlreadyDealt => "already-dealt",
    GameOver => "game-over",
    NotYourTurn => "not-your-turn",
    Illegal => "illegal-play",
    DrawOnly => "draw-only",
    PoolEmpty => "pool-empty",
    PoolNotEmpty => "pool-not-empty",
    MustPlay => "must-play",
    NoTimeLimit => "no-time-limit",
    NoNewDeal => "no-new-deal",
    NewDealTooLate => "new-deal-too-late",
    TooFewPairs => "too-few-pairs",
    MustRestore => "must-restore",
    RestoredInvalid => "restored-invalid",
    RestoredForeign => "restored-foreign",
    NothingToChallenge => "nothing-to-challenge",
    OwnPlay => "own-play",
    AlreadyAccepted => "already-accepted",
    AwaitingChallenge => "awaiting-challenge",
    ChallengeStillOpen => "challenge-still-open",
});
