//! What people say. It is not in the log, and gone when the room is.

use std::collections::{HashSet, VecDeque};

use trinta_core::{Seat, Viewer};
use trinta_table::wire::{ChatLine, Phrase, ServerMessage};
use trinta_table::{Chat, Code, Refusal};

use crate::room::{Room, Ticket};

/// The longest line, in characters.
const MAX_LINE_LENGTH: usize = 200;
/// Lines that somebody sees who comes in later.
const MAX_KEPT_LINES: usize = 30;

/// What was said lately, and who may not speak.
#[derive(Default)]
pub(super) struct ChatLog {
    lines: VecDeque<ChatLine>,
    muted: HashSet<Seat>,
}

impl ChatLog {
    /// What was said lately.
    pub(super) fn lines(&self) -> impl Iterator<Item = &ChatLine> {
        self.lines.iter()
    }

    fn add(&mut self, line: ChatLine) {
        if self.lines.len() == MAX_KEPT_LINES {
            self.lines.pop_front();
        }
        self.lines.push_back(line);
    }
}

impl Room {
    pub(super) fn chat(&mut self, ticket: Ticket, text: Option<String>, phrase: Option<Phrase>) {
        let Some(speaker) = self.connections.get(ticket) else { return };
        let allowed = match (self.table.plan().chat, &text, phrase) {
            (Chat::Off, ..) => Err("this table has no chat"),
            (Chat::Phrases, Some(_), _) => Err("this table has ready phrases only"),
            (_, Some(text), None) => match text.trim() {
                "" => Err("the line is empty"),
                line if line.chars().count() > MAX_LINE_LENGTH => Err("a line has at most 200 characters"),
                line if line.chars().any(char::is_control) => Err("a line has no line breaks or control characters"),
                _ => Ok(()),
            },
            (_, None, Some(_)) => Ok(()),
            (_, Some(_), Some(_)) | (_, None, None) => Err("say either text or a phrase"),
        };
        let allowed = match speaker.viewer {
            Viewer::Spectator if speaker.player != *self.table.host() => Err("spectators can't speak"),
            Viewer::Seat(seat) if self.transient.talk.muted.contains(&seat) => Err("the host has muted you"),
            _ => allowed,
        };
        if let Err(message) = allowed {
            self.refuse(ticket, None, Refusal::new(Code::NoChat, message));
            return;
        }
        let line = ChatLine {
            seat: speaker.seat(),
            name: speaker.name.clone(),
            text: text.map(|text| text.trim().to_owned()),
            phrase,
            at: self.now(),
        };
        self.transient.talk.add(line.clone());
        self.broadcast_message(&ServerMessage::Said { line }, None);
    }

    pub(super) fn mute(&mut self, ticket: Ticket, seat: Seat, muted: bool) {
        let Some(speaker) = self.connections.get(ticket) else { return };
        if speaker.player != *self.table.host() {
            self.refuse(ticket, None, Refusal::new(Code::HostOnly, "only the host of the table can do this"));
            return;
        }
        if muted {
            self.transient.talk.muted.insert(seat);
        } else {
            self.transient.talk.muted.remove(&seat);
        }
    }
}
