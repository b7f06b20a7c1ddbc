//! What clients say, and what comes of it.

use trinta_core::edition::SpellingRule;
use trinta_core::{AnyWord, Proposal, Seat};
use trinta_table::wire::{Action, ClientMessage, ClientRequest, ServerMessage, check_draft, client_request, see_fault};
use trinta_table::{Code, Occupant, Refusal, Request, Requester};

use crate::metrics::count;
use crate::room::{AfterStep, PerformError, Room, Ticket};

/// The longest id of a command.
const MAX_ID_LENGTH: usize = 40;

impl Room {
    pub(super) async fn handle_message(&mut self, ticket: Ticket, message: ClientMessage) -> AfterStep {
        count(&self.registry.metrics.received);
        match message {
            ClientMessage::Hello { .. } => {
                self.refuse(ticket, None, Refusal::new(Code::BadOrder, "you have said hello already"));
            }
            ClientMessage::Command { id, version, action } => {
                return self.handle_command(ticket, id, version, action).await;
            }
            ClientMessage::Draft { number, table } => self.handle_draft(ticket, number, table),
            ClientMessage::Resync => self.resync(ticket),
            ClientMessage::Hint { step } => self.hint(ticket, step),
            ClientMessage::Arrange => self.arrange(ticket),
            ClientMessage::Chat { text, phrase } => self.chat(ticket, text, phrase),
            ClientMessage::Mute { seat, muted } => self.mute(ticket, seat, muted),
            ClientMessage::Ping { number } => {
                let now = self.now();
                self.send_to(ticket, &ServerMessage::Pong { number, now });
            }
        }
        AfterStep::Continue
    }

    pub(super) fn refuse(&mut self, ticket: Ticket, id: Option<String>, refusal: Refusal) {
        count(&self.registry.metrics.refused);
        let Refusal { code, message, rule, play } = refusal;
        let faults = play.map_or_else(Vec::new, |play| play.faults.iter().map(see_fault).collect());
        // Not the live one for those who see the table later.
        let viewer =
            self.connections.get(ticket).map_or(trinta_core::Viewer::Spectator, |connection| connection.viewer);
        let version = self.seen_by(viewer).0.version();
        self.send_to(
            ticket,
            &ServerMessage::Refused { id, code, message, rule: rule.map(str::to_owned), faults, version },
        );
    }

    async fn handle_command(&mut self, ticket: Ticket, id: String, version: u64, action: Action) -> AfterStep {
        let Some(connection) = self.connections.get(ticket) else { return AfterStep::Continue };
        let fits = (1..=MAX_ID_LENGTH).contains(&id.len()) && id.bytes().all(|byte| byte.is_ascii_alphanumeric());
        if !fits {
            let message = "the id of a command is 1 to 40 letters and digits";
            self.refuse(ticket, None, Refusal::new(Code::BadMessage, message));
            return AfterStep::Continue;
        }
        // Ids are each player's own: others may use the same ones.
        let name = format!("{}:{id}", connection.player.as_str());
        if let Some(version) = self.log.version_of(&name) {
            self.send_to(ticket, &ServerMessage::Done { id, version });
            return AfterStep::Continue;
        }
        let seat = connection.seat();
        let requester = seat.map_or_else(|| Requester::Player(connection.player.clone()), Requester::Seat);
        match self.act(seat, &requester, version, action, name).await {
            Ok(version) => {
                self.send_to(ticket, &ServerMessage::Done { id, version });
                AfterStep::Continue
            }
            Err(PerformError::Refused(refusal)) => {
                self.refuse(ticket, Some(id), refusal);
                AfterStep::Continue
            }
            Err(PerformError::OutOfDate) => {
                self.refuse(ticket, Some(id), PerformError::OutOfDate.refusal());
                self.release()
            }
        }
    }

    async fn act(
        &mut self,
        seat: Option<Seat>,
        requester: &Requester,
        version: u64,
        action: Action,
        name: String,
    ) -> Result<u64, PerformError> {
        let request = match client_request(action, seat, &self.table.plan().powers).map_err(PerformError::Refused)? {
            ClientRequest::Move(request) => {
                if seat.is_some_and(|seat| self.table.sits_out(seat)) {
                    let message = "a bot plays this game for you: your device did not take part in its deal in time";
                    return Err(PerformError::Refused(Refusal::new(Code::SitsOut, message)));
                }
                self.check_fresh(version).map_err(PerformError::Refused)?;
                request
            }
            ClientRequest::Table(request) => {
                if let Request::Seat { occupant: Occupant::Bot { level }, .. } = &request {
                    super::check_bot(level, self.table.setup().settings()).map_err(PerformError::Refused)?;
                }
                request
            }
            ClientRequest::Vote(seat, request) => {
                if !self.vote(seat, &request).await? {
                    return Ok(self.table.version());
                }
                request
            }
        };
        Ok(self.perform(requester, &request, Some(name)).await?.version)
    }

    /// A command about the game is for the game as its sender saw it.
    fn check_fresh(&self, version: u64) -> Result<(), Refusal> {
        if version > self.table.version() {
            return Err(Refusal::new(Code::BadMessage, "the table has not come to this version yet"));
        }
        let touched = self.table.current().map_or(0, |current| current.touched);
        if version < touched {
            return Err(Refusal::new(Code::Stale, "something happened in the game since: look again"));
        }
        Ok(())
    }

    /// A draft is judged for whoever makes it, and kept for when time runs out.
    fn handle_draft(&mut self, ticket: Ticket, number: u32, draft: Option<trinta_core::Layout>) {
        let seat = self.connections.seat_of(ticket);
        let (Some(seat), Some(current)) = (seat, self.table.running()) else {
            self.refuse(ticket, None, Refusal::new(Code::NoGame, "there is no game to make a play in"));
            return;
        };
        let on_turn = current.game.turn() == Some(seat);
        if let (Some(after), Some(player)) = (&draft, current.game.seat(seat)) {
            let (settings, before) = (current.game.settings(), current.game.table());
            let proposal = Proposal { before, rack: &player.rack, opened: player.opened, after };
            let judgement = match settings.words().map(|rules| rules.spelling) {
                // Whoever pays for a misspelt word is not told beforehand.
                Some(SpellingRule::Charged) => check_draft(settings, &AnyWord, proposal),
                _ => check_draft(settings, self.table.oracle(), proposal),
            };
            let message = ServerMessage::Judgement { number, judgement };
            self.send_to(ticket, &message);
        }
        if on_turn {
            let now = self.now();
            self.transient.set_draft(seat, draft.clone(), now);
            if self.table.plan().open_drafts {
                self.broadcast_message(&ServerMessage::Draft { seat, table: draft }, Some(ticket));
            }
        }
    }
}
