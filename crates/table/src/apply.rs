//! Folding the log into a table.

use trinta_core::record::DealStage;
use trinta_core::shuffle::{Bytes32, Shuffler};
use trinta_core::{Event, Game, Match, Score, Seat};
use trinta_time::Timestamp;

use crate::clock::{TurnClock, TurnLimits};
use crate::event::{Occupant, TableEvent};
use crate::ids::unhex;
use crate::library::Library;
use crate::pending::{EarlyDeal, PendingDeal};
use crate::plan::PlanError;
use crate::ruling::Ruling;
use crate::state::{CurrentGame, Invite, Judge, Table};

/// Why a log can't be folded.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum FoldError {
    /// The first entry does not open a table.
    #[error("the log of a table begins with its opening")]
    NotOpened,
    /// A plan that is invalid for this program.
    #[error("the plan of the table is invalid: {0}")]
    Plan(#[from] PlanError),
}

impl Table {
    /// A table from the first entry of its log.
    ///
    /// # Errors
    /// If it is not the opening of a table, or its plan is invalid.
    pub fn open(at: Timestamp, events: &[TableEvent], library: &Library) -> Result<Table, FoldError> {
        let Some((TableEvent::Opened { plan, host, code, rules }, rest)) = events.split_first() else {
            return Err(FoldError::NotOpened);
        };
        let (setup, oracle) = plan.check_at(*rules, library)?;
        let players = usize::from(plan.players);
        let sheet = Match::new(setup.settings().clone(), plan.players).map_err(|_| FoldError::NotOpened)?;
        let mut table = Table {
            plan: plan.clone(),
            oracle,
            host: host.clone(),
            code: code.clone(),
            seats: vec![None; players],
            away: vec![false; players],
            sits_out: vec![false; players],
            withheld: std::collections::HashMap::new(),
            early_deal: EarlyDeal::new(players),
            pending: None,
            invites: std::collections::HashMap::new(),
            judges: Vec::new(),
            judge_invites: std::collections::HashMap::new(),
            sheet,
            games: 0,
            current: None,
            clock: TurnClock::default(),
            closed: false,
            version: 0,
            at,
            setup,
            #[cfg(feature = "next-version")]
            counted_moves: 0,
        };
        table.apply(at, rest);
        Ok(table)
    }

    /// Folds one entry of the log in.
    ///
    /// Entries come from [`decide`](Table::decide) or from the log: they are not checked again.
    pub fn apply(&mut self, at: Timestamp, events: &[TableEvent]) {
        self.version += 1;
        self.at = at;
        for event in events {
            self.fold(at, event);
        }
    }

    fn fold(&mut self, at: Timestamp, event: &TableEvent) {
        match event {
            // Only the first entry opens a table; what is revealed was known here all along.
            TableEvent::Opened { .. } | TableEvent::Revealed { .. } => {}
            TableEvent::Skipped => {}
            #[cfg(feature = "next-version")]
            TableEvent::MoveCounted { number } => self.counted_moves = *number,
            #[cfg(feature = "next-version")]
            TableEvent::PausedBy { .. } => self.clock.stop(at),
            TableEvent::Committed { seed } => {
                self.early_deal = EarlyDeal { seed: seed.parse().ok(), ..EarlyDeal::new(self.seats.len()) };
            }
            TableEvent::DealAnnounced { seed, sits_out } => {
                self.early_deal = EarlyDeal::new(self.seats.len());
                let seats = self.setup.seats();
                self.sits_out = seats.map(|seat| sits_out.contains(&seat)).collect();
                let seed = seed.parse().ok();
                self.pending = seed.map(|seed| PendingDeal::new(seed, at, self.seats.len(), Vec::new()));
            }
            TableEvent::EntropyCommitted { seat, commitment } => {
                let place = self.pending.as_mut().and_then(|deal| deal.commitments.get_mut(seat.index()));
                if let Some(place) = place {
                    *place = commitment.parse().ok();
                }
            }
            TableEvent::CommitmentsClosed { deal: _, commitments } => {
                if let Some(deal) = &mut self.pending {
                    let parse = |text: &Option<String>| text.as_ref().and_then(|text| text.parse().ok());
                    deal.commitments = commitments.iter().map(parse).collect();
                    (deal.stage, deal.since) = (DealStage::Reveal, at);
                }
            }
            TableEvent::EntropyRevealed { seat, entropy } => {
                let place = self.pending.as_mut().and_then(|deal| deal.entropy.get_mut(seat.index()));
                if let Some(place) = place {
                    *place = entropy.parse().ok();
                }
            }
            TableEvent::DealAborted { seed: _, stage: _, missing, next } => {
                self.fold_aborted(at, missing, next.as_deref());
            }
            TableEvent::Invited { hash, seat, until } => {
                self.invites.retain(|_, place| place.until > at);
                self.invites.insert(hash.clone(), Invite { seat: *seat, until: *until });
            }
            TableEvent::JudgeInvited { hash, until } => {
                self.judge_invites.retain(|_, until| *until > at);
                self.judge_invites.insert(hash.clone(), *until);
            }
            TableEvent::JudgeAppointed { id, name, invite } => {
                self.judges.push(Judge { id: id.clone(), name: name.clone() });
                self.judge_invites.remove(invite);
            }
            TableEvent::RackPushed { seat, scores, winners } => self.apply_ruling(*seat, scores, winners),
            TableEvent::SeatTaken { seat, who, invite } => {
                self.seat(*seat, who);
                if let Some(invite) = invite {
                    self.invites.remove(invite);
                }
            }
            TableEvent::SeatLeft { seat } => {
                if let Some(place) = self.seats.get_mut(seat.index()) {
                    *place = None;
                    self.away[seat.index()] = false;
                    self.sits_out[seat.index()] = false;
                    self.early_deal.entropy[seat.index()].clear();
                }
            }
            TableEvent::Renamed { seat, name, face } => {
                let occupant = self.seats.get_mut(seat.index()).and_then(Option::as_mut);
                if let Some(Occupant::Player { name: old_name, face: old_face, .. }) = occupant {
                    old_name.clone_from(name);
                    *old_face = Some(*face);
                }
            }
            TableEvent::Mixed { seat, entropy } => {
                if let Some(place) = self.early_deal.entropy.get_mut(seat.index()) {
                    *place = unhex(entropy).unwrap_or_default();
                }
            }
            TableEvent::MatchBegun => self.begin_match(),
            TableEvent::GameBegun => self.begin_game(),
            TableEvent::Game { events } => self.play(at, events),
            TableEvent::Paused => self.clock.stop(at),
            TableEvent::Unpaused => self.clock.resume(at),
            TableEvent::Resumed { lost, .. } => self.clock.credit(*lost),
            TableEvent::Away { seat } | TableEvent::Back { seat } => {
                if let Some(away) = self.away.get_mut(seat.index()) {
                    *away = matches!(event, TableEvent::Away { .. });
                }
            }
            TableEvent::Closed => {
                self.closed = true;
                self.pending = None;
            }
        }
    }

    /// Somebody has a seat from now on. If it was another person's, it is the same one on another device: what withholding
    /// entropy cost them they have lost there too.
    fn seat(&mut self, seat: Seat, who: &Occupant) {
        let Some(place) = self.seats.get_mut(seat.index()) else { return };
        let before = place.replace(who.clone());
        self.away[seat.index()] = false;
        match (before.as_ref().and_then(Occupant::player), who.player()) {
            (Some(before), Some(player)) => {
                let withheld = self.withheld.get(before).copied().unwrap_or_default();
                if withheld > 0 {
                    let own = self.withheld.entry(player.clone()).or_default();
                    *own = withheld.max(*own);
                }
            }
            _ => self.sits_out[seat.index()] = false,
        }
    }

    fn begin_match(&mut self) {
        if let Ok(sheet) = Match::new(self.setup.settings().clone(), self.plan.players) {
            self.sheet = sheet;
        }
    }

    fn begin_game(&mut self) {
        let early = std::mem::replace(&mut self.early_deal, EarlyDeal::new(self.seats.len()));
        let (seed, entropy, commitments, aborted) = match self.pending.take() {
            Some(deal) => (deal.seed, deal.shuffled_entropy(), deal.kept_commitments(), deal.aborted),
            None => (early.seed.unwrap_or(Bytes32([0; 32])), early.entropy, Vec::new(), Vec::new()),
        };
        // What was added was measured before it was taken.
        let shuffler = Shuffler::new(&seed, &entropy).unwrap_or_else(|_| Shuffler::from_seed(&seed, self.plan.players));
        self.games += 1;
        self.current = Some(CurrentGame {
            number: self.games,
            game: Game::new(self.setup.clone()),
            seed,
            entropy,
            commitments,
            aborted,
            shuffler,
            since: self.version,
            touched: self.version,
            ended_at: None,
            ruling: None,
        });
    }

    /// The last game has other scores from now on, and with it the sheet of the match.
    fn apply_ruling(&mut self, seat: Seat, scores: &[Score], winners: &[Seat]) {
        let Some(current) = &mut self.current else { return };
        let mut pushed = current.ruling.take().map_or_else(Vec::new, |ruling| ruling.pushed);
        pushed.push(seat);
        current.ruling = Some(Ruling { pushed, scores: scores.to_vec(), winners: winners.to_vec() });
        let mut games = self.sheet.games().to_vec();
        if let (Some(last), Ok(mut sheet)) =
            (games.last_mut(), Match::new(self.setup.settings().clone(), self.plan.players))
        {
            *last = scores.to_vec();
            // Each line was taken before, and a ruling keeps the sum.
            if games.into_iter().all(|scores| sheet.add(scores).is_ok()) {
                self.sheet = sheet;
            }
        }
    }

    fn play(&mut self, at: Timestamp, events: &[Event]) {
        let Some(current) = &mut self.current else { return };
        for event in events {
            current.game.apply(event);
        }
        current.touched = self.version;
        if let Some(outcome) = current.game.outcome() {
            // The sheet takes what the core scored; a match that is over takes no more games.
            let _ = self.sheet.add(outcome.scores.clone());
            current.ended_at = Some(at);
        }
        let turns = current.game.seats().iter().map(|seat| seat.turns).sum();
        let dealt = events.iter().any(|event| matches!(event, Event::Dealt { .. }));
        let limits = TurnLimits::of(self.setup.settings());
        self.clock.turn(at, current.game.phase(), turns, dealt, limits);
    }
}
