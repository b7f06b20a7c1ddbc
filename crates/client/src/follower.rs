//! Following a table: the state that a client keeps up to date from the server's messages.
//!
//! The game is the core's [`View`], which applies the events of the wire just as the server's game applies its own.

use trinta_core::edition::SettingError;
use trinta_core::{
    Match, MatchError, Phase, Score, Seat, SeenEvent, Setup, SetupError, Tiles, View, ViewError, Viewer,
};
use trinta_table::wire::{PlanView, SeenTableEvent, ServerMessage, TableView};

/// A table as one client follows it.
#[derive(Debug, Clone, Default)]
pub struct Follower {
    seat: Option<Seat>,
    judge: bool,
    version: u64,
    table: Option<Followed>,
    ended: u32,
}

/// The state of a table since the last fresh view.
#[derive(Debug, Clone)]
struct Followed {
    plan: PlanView,
    setup: Setup,
    sheet: Match,
    /// The running game, or the last one.
    game: Option<View>,
}

/// Why a message could not be applied. The table can be followed again after a fresh view.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum FollowError {
    /// One or more versions were missed.
    #[error("version {came} came after version {had}")]
    Gap {
        /// The version that the client had.
        had: u64,
        /// The version of the message.
        came: u64,
    },
    /// An event of a game whose beginning was not seen.
    #[error("something happened in a game that is not there")]
    NoGame,
    /// The plan has settings that this client does not know.
    #[error("the table plays by settings that are not known here: {0}")]
    Settings(#[from] SettingError),
    /// The plan has a number of players that its settings do not allow.
    #[error(transparent)]
    Players(#[from] SetupError),
    /// The score sheet is invalid.
    #[error(transparent)]
    Sheet(#[from] MatchError),
    /// The game's state or event does not fit the table's setup.
    #[error(transparent)]
    View(#[from] ViewError),
}

impl Followed {
    fn new(state: &TableView, viewer: Viewer) -> Result<Followed, FollowError> {
        let setup = Setup::new(state.plan.settings()?, state.plan.players)?;
        let mut sheet = Match::new(setup.settings().clone(), setup.players())?;
        for scores in &state.sheet.games {
            sheet.add(scores.clone())?;
        }
        let game = state.game.as_ref().map(|game| View::from_state(viewer, setup.clone(), game.state.clone()));
        Ok(Followed { plan: state.plan.clone(), game: game.transpose()?, setup, sheet })
    }

    fn follow(&mut self, event: &SeenTableEvent, viewer: Viewer) -> Result<(), FollowError> {
        match event {
            SeenTableEvent::MatchBegun => self.sheet = Match::new(self.setup.settings().clone(), self.setup.players())?,
            SeenTableEvent::GameBegun => self.game = Some(View::new(viewer, self.setup.clone())),
            SeenTableEvent::Game { event } => {
                self.game.as_mut().ok_or(FollowError::NoGame)?.follow(event)?;
                if let SeenEvent::Ended { scores, .. } = event {
                    self.sheet.add(scores.clone())?;
                }
            }
            SeenTableEvent::RackPushed { scores, .. } => self.rescore(scores.clone())?,
            // A program that plays needs only the game and the scores, not the seats and the clock.
            SeenTableEvent::DealAnnounced { .. }
            | SeenTableEvent::EntropyCommitted { .. }
            | SeenTableEvent::CommitmentsClosed { .. }
            | SeenTableEvent::EntropyRevealed { .. }
            | SeenTableEvent::DealAborted { .. }
            | SeenTableEvent::SeatTaken { .. }
            | SeenTableEvent::SeatLeft { .. }
            | SeenTableEvent::JudgeAppointed { .. }
            | SeenTableEvent::Revealed { .. }
            | SeenTableEvent::Paused
            | SeenTableEvent::Unpaused
            | SeenTableEvent::Renamed { .. }
            | SeenTableEvent::Resumed { .. }
            | SeenTableEvent::Away { .. }
            | SeenTableEvent::Back { .. }
            | SeenTableEvent::Closed => {}
        }
        Ok(())
    }

    /// Replaces the scores of the last game on the sheet.
    fn rescore(&mut self, scores: Vec<Score>) -> Result<(), FollowError> {
        let mut games = self.sheet.games().to_vec();
        games.pop().ok_or(FollowError::NoGame)?;
        games.push(scores);
        self.sheet = Match::new(self.setup.settings().clone(), self.setup.players())?;
        for scores in games {
            self.sheet.add(scores)?;
        }
        Ok(())
    }
}

impl Follower {
    /// Applies a message.
    ///
    /// # Errors
    /// If it can't be applied. The table is then unknown until a fresh view comes.
    pub fn apply(&mut self, message: &ServerMessage) -> Result<(), FollowError> {
        let applied = self.try_apply(message);
        if applied.is_err() {
            self.table = None;
        }
        applied
    }

    fn try_apply(&mut self, message: &ServerMessage) -> Result<(), FollowError> {
        match message {
            ServerMessage::Welcome { you, version, state: Some(state), .. } => {
                (self.seat, self.judge) = (you.seat, you.judge);
                self.reset(*version, state)
            }
            ServerMessage::Welcome { you, version, state: None, .. } => {
                (self.seat, self.judge) = (you.seat, you.judge);
                let known = self.table.is_some() && self.version == *version;
                if known { Ok(()) } else { Err(FollowError::Gap { had: self.version, came: *version }) }
            }
            ServerMessage::View { version, state, .. } => self.reset(*version, state),
            ServerMessage::Happened { version, events, .. } => {
                let had = std::mem::replace(&mut self.version, *version);
                let viewer = self.viewer();
                // A fresh view has been requested, and will include these events.
                let Some(table) = &mut self.table else { return Ok(()) };
                if *version != had + 1 {
                    return Err(FollowError::Gap { had, came: *version });
                }
                for event in events {
                    table.follow(event, viewer)?;
                    self.ended += u32::from(matches!(event, SeenTableEvent::Game { event: SeenEvent::Ended { .. } }));
                }
                Ok(())
            }
            _ => Ok(()),
        }
    }

    fn reset(&mut self, version: u64, state: &TableView) -> Result<(), FollowError> {
        self.version = version;
        self.table = Some(Followed::new(state, self.viewer())?);
        Ok(())
    }

    fn viewer(&self) -> Viewer {
        match self.seat {
            Some(seat) => Viewer::Seat(seat),
            None if self.judge => Viewer::Judge,
            None => Viewer::Spectator,
        }
    }

    /// The seat of this client; `None` for a spectator or a judge.
    #[must_use]
    pub const fn seat(&self) -> Option<Seat> {
        self.seat
    }

    /// The version of the table.
    #[must_use]
    pub const fn version(&self) -> u64 {
        self.version
    }

    /// The version to send in the hello of a reconnect; `None` if a fresh view is needed.
    #[must_use]
    pub fn since(&self) -> Option<u64> {
        self.table.as_ref().map(|_| self.version)
    }

    /// The plan of the table.
    #[must_use]
    pub fn plan(&self) -> Option<&PlanView> {
        self.table.as_ref().map(|table| &table.plan)
    }

    /// The running game, or the last one.
    #[must_use]
    pub fn game(&self) -> Option<&View> {
        self.table.as_ref()?.game.as_ref()
    }

    /// This client's rack; empty if it has none.
    #[must_use]
    pub fn rack(&self) -> Tiles {
        self.game().and_then(View::own_rack).cloned().unwrap_or_default()
    }

    /// The seat whose turn it is, or whose play ends the game unless it is challenged.
    #[must_use]
    pub fn turn(&self) -> Option<Seat> {
        match self.game()?.state.phase() {
            Phase::Turn(seat) | Phase::Provisional(seat) => Some(*seat),
            Phase::Lots(_) | Phase::Over(_) => None,
        }
    }

    /// Whether it is this client's turn.
    #[must_use]
    pub fn on_turn(&self) -> bool {
        self.seat.is_some() && self.game().and_then(|game| game.state.turn()) == self.seat
    }

    /// The number of games that this client has seen end.
    #[must_use]
    pub const fn ended(&self) -> u32 {
        self.ended
    }

    /// Whether the match is over.
    #[must_use]
    pub fn match_over(&self) -> bool {
        self.table.as_ref().is_some_and(|table| table.sheet.is_over())
    }
}
