//! What goes over the bus between two nodes.
//!
//! Nodes of two versions understand each other: a field that one does not know is skipped, and a field that one does not
//! send has a default. What is inside `body` is not read here.

use serde::{Deserialize, Serialize};
use serde_json::value::RawValue;

/// What a session is about.
#[derive(Debug, Clone, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Target {
    /// A table, by the name of its log.
    Table(String),
    /// A tournament, by its name.
    Hall(String),
}

/// One text of a session.
#[derive(Debug, Serialize, Deserialize)]
pub struct Frame {
    /// The session, named by the node that opened it.
    pub session: String,
    /// The node that sends.
    pub from: String,
    /// What the session is about, until the other node has answered for the first time.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub open: Option<Target>,
    /// The number of the body, counted from 1; 0: there is none.
    #[serde(default)]
    pub n: u64,
    /// The highest number that was sent.
    #[serde(default)]
    pub sent: u64,
    /// The highest number up to which all bodies have come.
    #[serde(default)]
    pub ack: u64,
    /// The number from which bodies are missing and have to be sent again.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub need: Option<u64>,
    /// Whether the sender waits for an acknowledgement. An acknowledgement itself asks for none, or two nodes would
    /// acknowledge each other's for ever.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub ask: bool,
    /// Whether the session is over.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub end: bool,
    /// The body.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub body: Option<Box<RawValue>>,
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_frame_of_another_version_can_be_read() {
        let newer = r#"{"session":"5","from":"a","n":2,"colour":"blue","body":{"said":[1,2]}}"#;
        let frame: Frame = serde_json::from_str(newer).unwrap();
        assert_eq!((frame.n, frame.sent, frame.end), (2, 0, false));
        assert_eq!(frame.body.unwrap().get(), r#"{"said":[1,2]}"#);
    }
}
