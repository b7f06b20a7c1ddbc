//! What two nodes say to each other about a tournament: the node that has a device, and the node that owns the log.

use serde::{Deserialize, Serialize};
use serde_json::{Map, Value};
use trinta_tournament::Role;

use crate::bodies::TokenRole;
use crate::hall::envelope::Envelope;
use crate::hall::message::HallViewer;
use crate::hall::screen::Screen;

/// What the node of a device says to the owner.
#[derive(Debug, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub(super) enum HallAsk {
    /// The first thing that is said.
    Attach {},
    /// Something to be answered.
    Call { call: u64, body: HallCall },
}

/// Something to be answered.
#[derive(Debug, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub(super) enum HallCall {
    Command { envelope: Box<Envelope>, token: Option<TokenRole> },
    Perform { command: Map<String, Value>, by: Role, id: Option<String> },
    Ask { question: Map<String, Value>, viewer: HallViewer },
    Screen { screen: Screen },
    LastNumber { device: String },
}

/// What the owner says.
#[derive(Debug, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub(super) enum HallSaid {
    /// The owner serves the tournament to this node.
    Attached {},
    /// The node that was asked does not own the tournament.
    NotOwner {},
    /// The log has this many entries now; whoever needs them reads them from the store.
    Changed { seq: u64 },
    /// The projector shows something else.
    Screen { screen: Screen },
    /// The answer to a call.
    Answered { call: u64, answer: Value },
}
