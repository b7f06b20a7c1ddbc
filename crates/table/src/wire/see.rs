//! The only place where a table is turned into what a viewer may see of it on the wire.
//!
//! Racks, pool and game events are filtered by the core ([`Game::view`](trinta_core::Game::view) and [`see`]).
//! Everything else is listed here field by field, so that nothing is shown unless it is named.

use trinta_core::record::AbortedDeal;
use trinta_core::shuffle::{Bytes32, commitment};
use trinta_core::{Phase, SeatOf, Tiles, Viewer, see, sees_more};
use trinta_time::Timestamp;

use crate::clock::Countdown;
use crate::event::{Occupant, TableEvent};
use crate::ids::hex;
use crate::pending::PendingDeal;
use crate::plan::Access;
use crate::state::{CurrentGame, Table};
use crate::wire::event::SeenTableEvent;
use crate::wire::server::ClockView;
use crate::wire::view::{
    AbortedView, DealView, GameView, MatchView, OccupantView, PlanView, RulingView, SeatView, TableView,
};

/// A table as a viewer may see it; `now` is the time for which the clock is shown.
#[must_use]
pub fn see_table(table: &Table, viewer: Viewer, now: Timestamp) -> TableView {
    let sheet = table.sheet();
    TableView {
        plan: see_plan(table),
        seats: table
            .setup()
            .seats()
            .map(|seat| SeatView {
                who: table.occupant(seat).map(|occupant| see_occupant(table, occupant)),
                away: table.is_away(seat),
                sits_out: table.sits_out(seat),
            })
            .collect(),
        sheet: MatchView {
            length: sheet.length(),
            games: sheet.games().to_vec(),
            totals: sheet.totals(),
            wins: sheet.wins(),
            winners: if sheet.games().is_empty() { Vec::new() } else { sheet.winners() },
            over: sheet.is_over(),
        },
        deal: table.pending_deal().map(see_deal),
        game: table.current().map(|current| see_game(current, viewer)),
        clock: table.clock().countdown(now).map(see_clock),
        paused: table.is_paused(),
        closed: table.is_closed(),
        judges: table.judges().iter().map(|judge| judge.name.clone()).collect(),
    }
}

fn see_plan(table: &Table) -> PlanView {
    let plan = table.plan();
    let builder = plan.settings_builder(table.setup().settings().version);
    let settings =
        builder.map(|builder| builder.entries().map(|(name, value)| (name.to_owned(), value.clone())).collect());
    PlanView {
        name: plan.name.clone(),
        edition: plan.edition.clone(),
        game: if table.setup().settings().words().is_some() { "words" } else { "numbers" }.to_owned(),
        rules: table.setup().settings().version,
        // The plan was checked when the table was opened.
        settings: settings.unwrap_or_default(),
        changed: plan.settings.keys().cloned().collect(),
        players: plan.players,
        open: plan.access == Access::Open,
        spectators: plan.spectators,
        hints: plan.hints,
        open_drafts: plan.open_drafts,
        hot_seat: plan.hot_seat,
        stand_in_after: plan.stand_in_after,
        chat: plan.chat,
        powers: plan.powers,
    }
}

fn see_occupant(table: &Table, occupant: &Occupant) -> OccupantView {
    OccupantView {
        name: occupant.name().to_owned(),
        bot: occupant.player().is_none(),
        host: occupant.player() == Some(table.host()),
        face: occupant.face(),
    }
}

/// The seed of a deal is not shown.
fn see_deal(deal: &PendingDeal) -> DealView {
    DealView {
        deal: deal.id().to_string(),
        stage: deal.stage,
        commitments: see_bytes(&deal.commitments),
        entropy: see_bytes(&deal.entropy),
        aborted: deal.aborted.iter().map(see_aborted).collect(),
    }
}

fn see_bytes(by_seat: &[Option<Bytes32>]) -> Vec<Option<String>> {
    by_seat.iter().map(|bytes| bytes.map(|bytes| bytes.to_string())).collect()
}

fn see_aborted(deal: &AbortedDeal) -> AbortedView {
    AbortedView { deal: deal.commitment.to_string(), stage: deal.stage, missing: deal.missing.clone() }
}

fn see_game(current: &CurrentGame, viewer: Viewer) -> GameView {
    let seen = current.game.view(viewer);
    GameView {
        number: current.number,
        new_deal: seen.may_ask_for_a_new_deal(),
        commitment: commitment(&current.seed).to_string(),
        commitments: see_bytes(&current.commitments),
        // It was revealed to all before the deal, but not in games of early versions, which have no commitments.
        entropy: current
            .commitments
            .iter()
            .zip(&current.entropy)
            .map(|(committed, entropy)| committed.map(|_| hex(entropy)))
            .collect(),
        aborted: current.aborted.iter().map(see_aborted).collect(),
        seed: seen.state.outcome().map(|_| current.seed.to_string()),
        ruling: current.ruling.as_ref().map(|ruling| RulingView {
            pushed: ruling.pushed.clone(),
            scores: ruling.scores.clone(),
            winners: ruling.winners.clone(),
        }),
        state: seen.into(),
    }
}

/// The phase of a table's game and the size of each rack after an entry: the same for every viewer.
#[derive(Debug, Clone)]
pub struct GameStatus {
    /// The phase of the game; `None` if no game has begun.
    pub phase: Option<Phase>,
    /// The number of tiles on each rack, by seat.
    pub counts: Vec<u16>,
}

/// The phase of a table's game, and the size of each rack.
#[must_use]
pub fn see_status(table: &Table) -> GameStatus {
    let game = table.current().map(|current| &current.game);
    let count = |seat: &SeatOf<Tiles>| u16::try_from(seat.rack.len()).unwrap_or(u16::MAX);
    GameStatus {
        phase: game.map(|game| game.phase().clone()),
        counts: game.map_or_else(Vec::new, |game| game.seats().iter().map(count).collect()),
    }
}

/// A countdown as clients see it.
#[must_use]
pub fn see_clock(countdown: Countdown) -> ClockView {
    let Countdown { seat, limit, left, running } = countdown;
    ClockView { seat, limit, left, running }
}

/// An entry of a table's log as a viewer may see it.
#[must_use]
pub fn see_entry(table: &Table, events: &[TableEvent], viewer: Viewer) -> Vec<SeenTableEvent> {
    events.iter().flat_map(|event| see_event(table, event, viewer)).collect()
}

/// Whether a viewer sees more of an entry than a spectator does. Only game events differ between viewers.
#[must_use]
pub fn sees_more_of_entry(events: &[TableEvent], viewer: Viewer) -> bool {
    events.iter().any(|event| match event {
        TableEvent::Game { events } => events.iter().any(|event| sees_more(event, viewer)),
        _ => false,
    })
}

/// What is shown of a secret seed: the commitment to it.
fn see_seed(seed: &str) -> String {
    seed.parse().map(|seed| commitment(&seed).to_string()).unwrap_or_default()
}

fn see_event(table: &Table, event: &TableEvent, viewer: Viewer) -> Vec<SeenTableEvent> {
    vec![match event {
        TableEvent::Game { events } => {
            return events.iter().map(|event| SeenTableEvent::Game { event: see(event, viewer) }).collect();
        }
        // Plan, code and invitations reach those who may know them in other messages.
        TableEvent::Opened { .. } | TableEvent::Invited { .. } | TableEvent::JudgeInvited { .. } => return Vec::new(),
        // No deal of this version begins with these.
        TableEvent::Committed { .. } | TableEvent::Mixed { .. } => return Vec::new(),
        TableEvent::Skipped => return Vec::new(),
        #[cfg(feature = "next-version")]
        TableEvent::MoveCounted { .. } => return Vec::new(),
        #[cfg(feature = "next-version")]
        TableEvent::PausedBy { .. } => SeenTableEvent::Paused,
        TableEvent::DealAnnounced { seed, sits_out } => {
            SeenTableEvent::DealAnnounced { deal: see_seed(seed), sits_out: sits_out.clone() }
        }
        TableEvent::EntropyCommitted { seat, commitment } => {
            SeenTableEvent::EntropyCommitted { seat: *seat, commitment: commitment.clone() }
        }
        TableEvent::CommitmentsClosed { deal, commitments } => {
            SeenTableEvent::CommitmentsClosed { deal: deal.clone(), commitments: commitments.clone() }
        }
        TableEvent::EntropyRevealed { seat, entropy } => {
            SeenTableEvent::EntropyRevealed { seat: *seat, entropy: entropy.clone() }
        }
        TableEvent::DealAborted { seed, stage, missing, next } => SeenTableEvent::DealAborted {
            deal: see_seed(seed),
            stage: *stage,
            missing: missing.clone(),
            seed: seed.clone(),
            next: next.as_deref().map(see_seed),
        },
        TableEvent::SeatTaken { seat, who, invite: _ } => {
            SeenTableEvent::SeatTaken { seat: *seat, who: see_occupant(table, who) }
        }
        TableEvent::Renamed { seat, name, face } => {
            let host = table.occupant(*seat).and_then(Occupant::player) == Some(table.host());
            let who = OccupantView { name: name.clone(), bot: false, host, face: Some(*face) };
            SeenTableEvent::Renamed { seat: *seat, who }
        }
        TableEvent::JudgeAppointed { id: _, name, invite: _ } => SeenTableEvent::JudgeAppointed { name: name.clone() },
        TableEvent::RackPushed { seat, scores, winners } => {
            SeenTableEvent::RackPushed { seat: *seat, scores: scores.clone(), winners: winners.clone() }
        }
        TableEvent::SeatLeft { seat } => SeenTableEvent::SeatLeft { seat: *seat },
        TableEvent::MatchBegun => SeenTableEvent::MatchBegun,
        TableEvent::GameBegun => SeenTableEvent::GameBegun,
        TableEvent::Revealed { number, seed, entropy } => {
            SeenTableEvent::Revealed { number: *number, seed: seed.clone(), entropy: entropy.clone() }
        }
        TableEvent::Paused => SeenTableEvent::Paused,
        TableEvent::Unpaused => SeenTableEvent::Unpaused,
        TableEvent::Resumed { lost, .. } => SeenTableEvent::Resumed { lost: *lost },
        TableEvent::Away { seat } => SeenTableEvent::Away { seat: *seat },
        TableEvent::Back { seat } => SeenTableEvent::Back { seat: *seat },
        TableEvent::Closed => SeenTableEvent::Closed,
    }]
}
