//! What people say. It is for the moment: it is not in the log, and gone when the room is.

use trinta_core::Seat;
use trinta_table::wire::{ChatLine, Phrase, ServerMessage};
use trinta_table::{Chat, Code, Refusal};

use crate::room::Room;

/// The longest line, in characters.
const LONGEST: usize = 200;
/// Lines that somebody sees who comes in later.
const KEPT: usize = 30;

impl Room {
    pub(super) fn chat(&mut self, ticket: u64, text: Option<String>, phrase: Option<Phrase>) {
        let Some(guest) = self.guests.get(&ticket) else { return };
        let allowed = match (self.table.plan().chat, &text, phrase) {
            (Chat::Off, ..) => Err("nothing is said at this table"),
            (Chat::Phrases, Some(_), _) => Err("only ready phrases are said at this table"),
            (_, Some(text), None) => match text.trim() {
                "" => Err("there is nothing to say"),
                line if line.chars().count() > LONGEST => Err("a line has at most 200 characters"),
                line if line.chars().any(char::is_control) => Err("a line is one line"),
                _ => Ok(()),
            },
            (_, None, Some(_)) => Ok(()),
            (_, Some(_), Some(_)) | (_, None, None) => Err("say either text or a phrase"),
        };
        let allowed = match guest.seat {
            None if guest.player != *self.table.host() => Err("spectators listen"),
            Some(seat) if self.muted.contains(&seat) => Err("the host asked you to be silent"),
            _ => allowed,
        };
        if let Err(message) = allowed {
            self.refuse(ticket, None, Refusal::new(Code::NoChat, message));
            return;
        }
        let line = ChatLine {
            seat: guest.seat,
            name: guest.name.clone(),
            text: text.map(|text| text.trim().to_owned()),
            phrase,
            at: self.hall.clock.now(),
        };
        if self.chat.len() == KEPT {
            self.chat.pop_front();
        }
        self.chat.push_back(line.clone());
        self.tell_all(&ServerMessage::Said { line }, None);
    }

    pub(super) fn mute(&mut self, ticket: u64, seat: Seat, muted: bool) {
        let Some(guest) = self.guests.get(&ticket) else { return };
        if guest.player != *self.table.host() {
            self.refuse(ticket, None, Refusal::new(Code::HostOnly, "only the host of the table can do this"));
            return;
        }
        if muted {
            self.muted.insert(seat);
        } else {
            self.muted.remove(&seat);
        }
    }
}
