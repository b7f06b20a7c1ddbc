//! By what right a command is given, and how far that right reaches (A11, A12).
//!
//! Tokens give the roles that run the whole tournament. A judge's sheet gives the right to judge one table in one round;
//! cards and table signs give none. What a role may do is decided by the tournament itself; here is only where.

use trinta_tournament::{
    CodeError, CodeTarget, Command, HallCommand, HallTime, Number, Request, Role, RoundState, Seat, Tournament, Viewer,
};

use crate::bodies::TokenRole;
use crate::hall::message::HallViewer;

impl TokenRole {
    /// The role in the tournament.
    #[must_use]
    pub const fn role(self) -> Role {
        match self {
            TokenRole::Organiser => Role::Organiser,
            TokenRole::HeadJudge => Role::HeadJudge,
            TokenRole::Staff => Role::Staff,
        }
    }

    /// Whether it is one of those who run the tournament, who see and ask everything.
    #[must_use]
    pub const fn directs(self) -> bool {
        matches!(self, TokenRole::Organiser | TokenRole::HeadJudge)
    }

    pub(crate) const fn viewer(self) -> HallViewer {
        match self {
            TokenRole::Organiser => HallViewer::Organiser,
            TokenRole::HeadJudge => HallViewer::HeadJudge,
            TokenRole::Staff => HallViewer::Staff,
        }
    }
}

/// A judge's sheet: one table in one round.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Sheet {
    /// The round.
    pub round: u32,
    /// The table.
    pub table: u32,
}

/// By what right a command is given.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Authority {
    /// A token.
    Token(TokenRole),
    /// The printed code of a judge's sheet.
    Sheet(Sheet),
}

/// Why there is no right to give a command.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum Denied {
    /// The code can't be read, or is none of this tournament.
    #[error(transparent)]
    Code(#[from] CodeError),
    /// The code of a card or a table's sign.
    #[error("this code is for looking, not for judging: scan the code of the judge's sheet")]
    OnlyForLooking,
    /// Neither code nor token.
    #[error("nobody who is connected like this may do it: scan a judge's sheet, or use the organiser's link")]
    Nobody,
    /// A place that is not the sheet's.
    #[error("this sheet is for table {table} in round {round}, and for nothing else")]
    Elsewhere {
        /// The sheet's table.
        table: u32,
        /// The sheet's round.
        round: u32,
    },
    /// The round of the sheet is over.
    #[error("round {0} is closed: its sheets are no longer good")]
    RoundClosed(u32),
    /// Another device judges the table.
    #[error("another device judges table {0}: take the table over to go on here")]
    Taken(u32),
    /// A warning or an incident about somebody whose number is another player's by now.
    #[error("number {number} is another player's since {since}: whoever this was about has left")]
    OtherPlayer {
        /// The number.
        number: Number,
        /// When the other player got it.
        since: HallTime,
    },
}

impl Denied {
    /// The name for programs.
    #[must_use]
    pub const fn code(&self) -> &'static str {
        match self {
            Denied::Code(_) => "bad-code",
            Denied::OnlyForLooking | Denied::Nobody => "role",
            Denied::Elsewhere { .. } => "other-table",
            Denied::RoundClosed(_) => "round-closed",
            Denied::Taken(_) => "taken",
            Denied::OtherPlayer { .. } => "other-player",
        }
    }
}

/// The right that comes from a code, or from the token of a connection if there is no code.
///
/// # Errors
/// When neither gives one.
pub fn authority(tournament: &Tournament, code: Option<&str>, token: Option<TokenRole>) -> Result<Authority, Denied> {
    match code {
        Some(code) => match tournament.read_code(code)? {
            CodeTarget::Sheet { round, table } => Ok(Authority::Sheet(Sheet { round, table })),
            CodeTarget::Player(_) | CodeTarget::Table(_) => Err(Denied::OnlyForLooking),
        },
        None => token.map(Authority::Token).ok_or(Denied::Nobody),
    }
}

impl Authority {
    /// The role in which the command is given.
    #[must_use]
    pub const fn role(self) -> Role {
        match self {
            Authority::Token(token) => token.role(),
            Authority::Sheet(_) => Role::Judge,
        }
    }

    /// Checks that a command stays where this right reaches.
    ///
    /// # Errors
    /// Why it does not.
    pub fn check(self, tournament: &Tournament, request: &Request, device: &str) -> Result<(), Denied> {
        let Authority::Sheet(sheet) = self else { return Ok(()) };
        let Sheet { round, table } = sheet;
        let here = match place(&request.command) {
            Place::Table(at_round, at_table) => {
                at_round.is_none_or(|at| at == i64::from(round)) && at_table == i64::from(table)
            }
            Place::Player(number) => sheet.seats(tournament, number),
            Place::Elsewhere => false,
        };
        if !here {
            return Err(Denied::Elsewhere { table, round });
        }
        let result = matches!(request.command, Command::Result(_));
        let has_judged = tournament.hall().has_judged(Seat { round, table }, device);
        if let Some(closed_at) = sheet.closed_at(tournament) {
            // A result that comes too late is a case for the head judge, not lost. The rest is good if a device that
            // judged the table sends late what it did in time.
            let in_time = request.at.is_some_and(|at| closed_at.is_none_or(|closed| at < closed));
            return if result || has_judged && in_time { Ok(()) } else { Err(Denied::RoundClosed(round)) };
        }
        let claims = matches!(request.command, Command::Hall(HallCommand::Claim { .. }));
        let seen = matches!(request.command, Command::Warn { .. } | Command::Hall(HallCommand::Incident(_)));
        let taken = tournament.hall().device(table).is_some_and(|other| other != device);
        // What a device saw before another one took the table over has happened all the same.
        let stands = result || claims || seen && has_judged;
        if taken && !stands { Err(Denied::Taken(table)) } else { Ok(()) }
    }
}

impl Sheet {
    /// Whether the round of this sheet is over: the next one has started, or the tournament has ended.
    #[must_use]
    pub fn is_closed(self, tournament: &Tournament) -> bool {
        self.closed_at(tournament).is_some()
    }

    /// When the round of this sheet was over, as far as that was said; none while it is on.
    fn closed_at(self, tournament: &Tournament) -> Option<Option<HallTime>> {
        let next = tournament.round(self.round + 1).filter(|next| next.state == RoundState::Started);
        match next {
            Some(next) => Some(next.started_at),
            None => (tournament.newest_started() > self.round || tournament.is_finished()).then_some(None),
        }
    }

    /// Whether a player sits at the table, or sat there in a game of the round.
    fn seats(self, tournament: &Tournament, number: i64) -> bool {
        let Ok(number) = u32::try_from(number).map(Number) else { return false };
        tournament.table(self.round, self.table).is_some_and(|table| {
            let played = table.games.iter().filter_map(|game| game.outcome.as_ref());
            table.players.contains(&number) || played.into_iter().any(|outcome| outcome.players().contains(&number))
        })
    }
}

/// Checks that what was seen of players, and arrives only now, is about those who have these numbers now (G09). Later than
/// now nobody can have got a number: that was on another day.
///
/// # Errors
/// When a number was given to somebody else meanwhile.
pub(super) fn check_players(tournament: &Tournament, request: &Request, now: HallTime) -> Result<(), Denied> {
    let Some(seen_at) = request.at else { return Ok(()) };
    let numbers = match &request.command {
        Command::Warn { number, .. } => u32::try_from(*number).map(Number).into_iter().collect(),
        Command::Hall(HallCommand::Incident(incident)) => incident.kind.players(),
        _ => Vec::new(),
    };
    let given_since = |number: Number| {
        let since = tournament.people().changed_hands_at(number).filter(|since| seen_at < *since && *since <= now)?;
        Some(Denied::OtherPlayer { number, since })
    };
    numbers.into_iter().find_map(given_since).map_or(Ok(()), Err)
}

/// Where a command applies.
enum Place {
    /// A table; the round, unless the command is about all of them.
    Table(Option<i64>, i64),
    /// Wherever a player sits.
    Player(i64),
    /// Not at a table of a round.
    Elsewhere,
}

fn place(command: &Command) -> Place {
    let at = |round: Option<i64>, table: Option<i64>| match (round, table) {
        (Some(round), Some(table)) => Place::Table(Some(round), table),
        _ => Place::Elsewhere,
    };
    match command {
        Command::Result(result) | Command::Correct(result) => at(result.round, Some(result.table)),
        Command::Draw(draw) => at(draw.round, draw.table),
        Command::Redeal { round, table, .. }
        | Command::Pause { round, table }
        | Command::Resume { round, table }
        | Command::Protest { round, table } => at(Some(*round), Some(*table)),
        Command::Warn { number, .. } => Place::Player(*number),
        Command::Hall(HallCommand::Claim { table, .. }) => Place::Table(None, i64::from(*table)),
        Command::Hall(HallCommand::Incident(incident)) => at(incident.round, incident.table),
        Command::Hall(
            HallCommand::Step { round, table, .. }
            | HallCommand::Sign { round, table, .. }
            | HallCommand::Call { round, table }
            | HallCommand::Escort { round, table, .. }
            | HallCommand::Dismiss { round, table },
        ) => at(Some(*round), Some(*table)),
        _ => Place::Elsewhere,
    }
}

/// What a viewer may see now. The sheet of a round that is not yet published, or is over, shows no more than anybody sees.
#[must_use]
pub(super) fn sight(viewer: HallViewer, tournament: &Tournament) -> Viewer {
    match viewer {
        HallViewer::Organiser => Viewer::Organiser,
        HallViewer::HeadJudge => Viewer::HeadJudge,
        HallViewer::Staff => Viewer::Staff,
        HallViewer::Public => Viewer::Public,
        HallViewer::Player { number } => Viewer::Player { number: Number(number) },
        HallViewer::Judge { table, round } => {
            let published = tournament.round(round).is_some_and(|round| round.state >= RoundState::Published);
            let closed = Sheet { round, table }.is_closed(tournament);
            if published && !closed { Viewer::Judge { table } } else { Viewer::Public }
        }
    }
}
