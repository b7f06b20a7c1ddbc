//! What players and the table's host can ask for, and why it may be refused.

use crate::fault::PlayError;
use crate::layout::{Layout, NotATable};
use crate::seat::Seat;
use crate::tiles::Tiles;

/// Who gives a command.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
#[cfg_attr(feature = "serde", serde(rename_all = "kebab-case"))]
pub enum Actor {
    /// A player.
    Seat(Seat),
    /// Whoever runs the table: the one who deals, watches the clock and judges.
    Host,
}

/// A command: what somebody wants to do.
#[derive(Debug, Clone, PartialEq, Eq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
#[cfg_attr(feature = "serde", serde(tag = "command", rename_all = "kebab-case", deny_unknown_fields))]
pub enum Command {
    /// The host draws the lots and deals (N6, N7, W2).
    Deal,
    /// A player with three pairs asks for a new deal (N9).
    NewDeal,
    /// A player leaves the table like this (N10, N11, W4, W5).
    Play {
        /// The whole table.
        layout: Layout,
    },
    /// A player draws instead of playing (N12, W6).
    Draw,
    /// A player passes, the pool being empty (N15).
    Pass,
    /// The host says that time is up (N17, N18, W12).
    TimeUp {
        /// The table as it lies; none: nothing was begun.
        #[cfg_attr(feature = "serde", serde(default))]
        draft: Option<Layout>,
        /// On site, the table as far as it could be put back; none: all of it (N19).
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
    /// Nobody sits there.
    #[error("there is no seat {0} at this table")]
    NoSuchSeat(Seat),
    /// A command of the host's from a player.
    #[error("only the host of the table can do this")]
    HostOnly,
    /// A command of a player's from the host.
    #[error("only a player can do this")]
    PlayersOnly,
    /// Before the deal.
    #[error("the tiles have not been dealt yet")]
    NotDealt,
    /// After the deal.
    #[error("the tiles have been dealt already")]
    AlreadyDealt,
    /// After the end.
    #[error("the game is over")]
    GameOver,
    /// Another player's turn.
    #[error("it is the turn of seat {turn}")]
    NotYourTurn {
        /// Whose turn it is.
        turn: Seat,
    },
    /// The play is not legal.
    #[error(transparent)]
    Illegal(#[from] PlayError),
    /// W12: a player who may only draw in this turn.
    #[error("tiles were lost in your last turn, so this turn you may only draw")]
    DrawOnly,
    /// Drawing from nothing (N15).
    #[error("the pool is empty: play or pass")]
    PoolEmpty,
    /// Passing with tiles to draw (N12).
    #[error("the pool is not empty: play or draw")]
    PoolNotEmpty,
    /// N15 in `pt`: an able player passes.
    #[error("you can still play, so you must")]
    MustPlay,
    /// N16: there is no limit to run out of.
    #[error("there is no time limit at this table")]
    NoTimeLimit,
    /// N9: the edition knows no new deal.
    #[error("these rules know no new deal")]
    NoNewDeal,
    /// N9: too late.
    #[error("it is too late to ask for a new deal")]
    NewDealTooLate,
    /// N9: not enough pairs.
    #[error("a new deal needs three pairs of identical number tiles; you have {pairs}")]
    TooFewPairs {
        /// How many pairs there are.
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
    /// W8: no play that can be challenged.
    #[error("there is no play to challenge")]
    NothingToChallenge,
    /// W8: one's own play.
    #[error("a player can't challenge or accept their own play")]
    OwnPlay,
    /// W8: somebody who accepted it.
    #[error("you have accepted this play already")]
    AlreadyAccepted,
    /// W8: the last play of the game waits for its challengers.
    #[error("the last play ends the game unless it is challenged: challenge or accept it")]
    AwaitingChallenge,
    /// W8: the next player closes the challenge by acting.
    #[error("the challenge closes when the next player acts")]
    ChallengeStillOpen,
}
