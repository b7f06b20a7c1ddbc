//! Why a sheet can't be printed.

/// Why a sheet can't be printed.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum PrintError {
    /// There are no players to print anything for.
    #[error("no players are entered yet")]
    NoPlayers,
    /// The round does not exist.
    #[error("there is no round {round}: the tournament has {rounds}")]
    UnknownRound {
        /// The round that was asked for.
        round: u32,
        /// The last one.
        rounds: u32,
    },
    /// The round has no seating.
    #[error("round {0} is not seated yet")]
    NotSeated(u32),
    /// The seating of the round is out of date (X19).
    #[error("the seating of round {0} no longer fits the results: seat it again before printing")]
    Stale(u32),
    /// Nobody moves after the last round (X13).
    #[error("nobody moves after round {0}, which is the last one")]
    NoMoves(u32),
    /// Nothing is known about where players go after the round.
    #[error("nothing is known yet about moves after round {0}: enter results, or seat the next round")]
    MovesUnknown(u32),
    /// Certificates are for the final standings.
    #[error("certificates are printed when the tournament is finished")]
    NotFinished,
}
