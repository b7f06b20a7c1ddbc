//! From the wish to play to the deal: everybody commits to entropy, then everybody reveals it, then the tiles are dealt.
//!
//! `docs/shuffle.md` tells what this proves, and against whom. In the commit stage the server has committed to its seed
//! and waits for a commitment of each person; in the reveal stage all commitments are known, and it waits for the entropy
//! behind them. What does not come in time aborts the deal: the seat goes to a bot for this game, everybody commits
//! anew, and the aborted deal stays on record.

use trinta_core::record::{AbortedDeal, DealStage};
use trinta_core::shuffle::{Bytes32, Shuffler, entropy_commitment};
use trinta_core::{Actor, Command, Game, Seat};
use trinta_time::Timestamp;

use crate::chance::Chance;
use crate::command::Requester;
use crate::event::{Occupant, TableEvent};
use crate::ids::hex;
use crate::pending::PendingDeal;
use crate::refusal::{Code, Refusal};
use crate::state::Table;

/// How often a person may withhold their entropy at a table. From then on bots play their seats there.
pub const MAX_WITHHELD: u32 = 2;
/// How many deals of one game may be aborted after all commitments were known. With the last of them the table closes.
pub const MAX_ABORTED_REVEALS: usize = 3;

fn no_deal(message: &str) -> Refusal {
    Refusal::new(Code::NoDeal, message)
}

impl Table {
    /// The seat that commits for a seat: on one device, the first of its player's.
    #[must_use]
    pub fn committing_seat(&self, seat: Seat) -> Seat {
        let player = self.occupant(seat).and_then(Occupant::player);
        player.and_then(|player| self.seats_of(player).next()).unwrap_or(seat)
    }

    /// The seats that have to commit to entropy: one of each person for whom no bot plays.
    pub fn committing_seats(&self) -> impl Iterator<Item = Seat> + '_ {
        let plays = |seat: Seat| self.occupant(seat).is_some() && !self.bot_plays(seat);
        let shares = move |seat: Seat| self.setup.seats().any(|own| plays(own) && self.committing_seat(own) == seat);
        self.setup.seats().filter(move |&seat| shares(seat))
    }

    /// The seats for which a pending deal waits.
    #[must_use]
    pub fn awaited_seats(&self) -> Vec<Seat> {
        let Some(deal) = &self.pending else { return Vec::new() };
        let lacks = |list: &[Option<Bytes32>], seat: &Seat| list.get(seat.index()).is_some_and(Option::is_none);
        match deal.stage {
            DealStage::Commit => self.committing_seats().filter(|seat| lacks(&deal.commitments, seat)).collect(),
            DealStage::Reveal => {
                let committed = self.setup.seats().filter(|seat| !lacks(&deal.commitments, seat));
                committed.filter(|seat| lacks(&deal.entropy, seat)).collect()
            }
        }
    }

    /// Begins a deal: the server commits to a seed, and everybody is asked for a commitment.
    pub(super) fn announce_deal(
        &self,
        at: Timestamp,
        mut events: Vec<TableEvent>,
        chance: &dyn Chance,
    ) -> Result<Vec<TableEvent>, Refusal> {
        if let Some(seat) = self.setup.seats().find(|&seat| self.occupant(seat).is_none()) {
            let message = format!("seat {seat} is empty: invite somebody, or seat a bot");
            return Err(Refusal::new(Code::SeatEmpty, message));
        }
        let barred = |seat: &Seat| {
            let player = self.occupant(*seat).and_then(Occupant::player);
            player.and_then(|player| self.withheld.get(player)).is_some_and(|&times| times >= MAX_WITHHELD)
        };
        let sits_out = self.setup.seats().filter(barred).collect();
        events.push(TableEvent::DealAnnounced { seed: new_seed(chance), sits_out });
        self.settled(at, events)
    }

    /// Takes the commitment of a seat.
    pub(super) fn commit_entropy(
        &self,
        at: Timestamp,
        who: &Requester,
        seat: Seat,
        deal: Bytes32,
        commitment: Bytes32,
    ) -> Result<Vec<TableEvent>, Refusal> {
        let seat = self.seat_in_deal(who, seat, deal, DealStage::Commit)?;
        if !self.committing_seats().any(|other| other == seat) {
            return Err(no_deal("this deal is made without this seat"));
        }
        // Whoever repeats a commitment would have nothing to reveal before the other has.
        if self.pending.as_ref().is_some_and(|deal| deal.commitments.contains(&Some(commitment))) {
            return Err(Refusal::new(Code::BadEntropy, "another seat has committed to the same entropy"));
        }
        self.settled(at, vec![TableEvent::EntropyCommitted { seat, commitment: commitment.to_string() }])
    }

    /// Takes the entropy of a seat, if it is what the seat has committed to.
    pub(super) fn reveal_entropy(
        &self,
        at: Timestamp,
        who: &Requester,
        seat: Seat,
        deal: Bytes32,
        entropy: Bytes32,
    ) -> Result<Vec<TableEvent>, Refusal> {
        let seat = self.seat_in_deal(who, seat, deal, DealStage::Reveal)?;
        let commitments = self.pending.as_ref().map(|deal| &deal.commitments);
        let committed = commitments.and_then(|by_seat| by_seat.get(seat.index()).copied().flatten());
        match committed {
            None => Err(no_deal("this deal is made without this seat")),
            Some(committed) if committed != entropy_commitment(&deal, &entropy.0) => {
                Err(Refusal::new(Code::BadEntropy, "this is not what this seat has committed to"))
            }
            Some(_) => self.settled(at, vec![TableEvent::EntropyRevealed { seat, entropy: hex(&entropy.0) }]),
        }
    }

    /// The seat that speaks in a deal for the seat of whoever asks, if the deal waits for it.
    fn seat_in_deal(&self, who: &Requester, seat: Seat, deal: Bytes32, stage: DealStage) -> Result<Seat, Refusal> {
        self.check_may_act_for(who, seat)?;
        let pending = self.pending.as_ref().filter(|pending| pending.id() == deal && pending.stage == stage);
        let pending = pending.ok_or_else(|| no_deal("there is no such deal, or it has come further"))?;
        let seat = self.committing_seat(seat);
        let given = match stage {
            DealStage::Commit => &pending.commitments,
            DealStage::Reveal => &pending.entropy,
        };
        if given.get(seat.index()).is_some_and(Option::is_some) {
            return Err(no_deal("this seat has spoken in this deal already"));
        }
        Ok(seat)
    }

    /// Ends a deal for which something has not come in time.
    pub(super) fn deal_time_up(&self, at: Timestamp, chance: &dyn Chance) -> Result<Vec<TableEvent>, Refusal> {
        let awaited = self.awaited_seats();
        if awaited.is_empty() {
            return Err(no_deal("no deal waits for anybody"));
        }
        let missing = self.setup.seats().filter(|&seat| awaited.contains(&self.committing_seat(seat))).collect();
        self.abort_deal(at, missing, chance)
    }

    /// Ends a deal; another one follows, unless too many were aborted.
    pub(super) fn abort_deal(
        &self,
        at: Timestamp,
        missing: Vec<Seat>,
        chance: &dyn Chance,
    ) -> Result<Vec<TableEvent>, Refusal> {
        let deal = self.pending.as_ref().ok_or_else(|| no_deal("no deal is being prepared"))?;
        let reveals = deal.aborted_reveals() + usize::from(deal.stage == DealStage::Reveal);
        let next = (reveals < MAX_ABORTED_REVEALS).then(|| new_seed(chance));
        let closes = next.is_none();
        let mut events =
            vec![TableEvent::DealAborted { seed: deal.seed.to_string(), stage: deal.stage, missing, next }];
        if closes {
            events.push(TableEvent::Closed);
        }
        self.settled(at, events)
    }

    /// Events, and what a pending deal comes to with them.
    pub(super) fn settled(&self, at: Timestamp, mut events: Vec<TableEvent>) -> Result<Vec<TableEvent>, Refusal> {
        let mut after = self.clone();
        after.apply(at, &events);
        if let Some(deal) = after.pending.as_ref().filter(|_| after.awaited_seats().is_empty()) {
            events.extend(after.next_of_deal(deal)?);
        }
        Ok(events)
    }

    /// What follows when a deal waits for nobody any more.
    fn next_of_deal(&self, deal: &PendingDeal) -> Result<Vec<TableEvent>, Refusal> {
        let committing: Vec<Seat> = self.committing_seats().collect();
        if deal.stage == DealStage::Commit && !committing.is_empty() {
            // Somebody who left after committing is not asked for more.
            let shown = |seat: Seat| deal.commitments[seat.index()].filter(|_| committing.contains(&seat));
            let commitments = self.setup.seats().map(|seat| shown(seat).map(|bytes| bytes.to_string())).collect();
            return Ok(vec![TableEvent::CommitmentsClosed { deal: deal.id().to_string(), commitments }]);
        }
        let shuffler = Shuffler::new(&deal.seed, &deal.shuffled_entropy())
            .map_err(|error| Refusal::new(Code::BadEntropy, error.to_string()))?;
        let game = Game::new(self.setup.clone());
        let events = self.decide_in_game(&game, &shuffler, Actor::Host, &Command::Deal)?;
        Ok(vec![TableEvent::GameBegun, TableEvent::Game { events }])
    }

    /// Folds an aborted deal: those who were missing sit this game out.
    pub(super) fn fold_aborted(&mut self, at: Timestamp, missing: &[Seat], next: Option<&str>) {
        let Some(deal) = self.pending.take() else { return };
        for seat in missing {
            if let Some(sits_out) = self.sits_out.get_mut(seat.index()) {
                *sits_out = true;
            }
            let player = self.occupant(*seat).and_then(Occupant::player);
            if deal.stage == DealStage::Reveal
                && self.committing_seat(*seat) == *seat
                && let Some(player) = player.cloned()
            {
                *self.withheld.entry(player).or_default() += 1;
            }
        }
        let aborted = AbortedDeal { commitment: deal.id(), stage: deal.stage, missing: missing.to_vec() };
        let aborted = deal.aborted.into_iter().chain([aborted]).collect();
        let seed = next.and_then(|seed| seed.parse().ok());
        self.pending = seed.map(|seed| PendingDeal::new(seed, at, self.seats.len(), aborted));
    }
}

/// A seed, as hexadecimal digits.
fn new_seed(chance: &dyn Chance) -> String {
    Bytes32(chance.bytes::<32>()).to_string()
}
