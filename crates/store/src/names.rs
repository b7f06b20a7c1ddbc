//! Names of logs and of processes.

use std::fmt;
use std::sync::Arc;

/// The error for text that can't be the name of a log or a process.
#[derive(Debug, Clone, Copy, PartialEq, Eq, thiserror::Error)]
#[error("a name is 1 to 64 letters, digits, - or _")]
pub struct BadName;

/// Checks that text can be a name: 1 to 64 ASCII letters, digits, `-` or `_`.
fn check(name: &str) -> Result<Arc<str>, BadName> {
    let fits = |byte: u8| byte.is_ascii_alphanumeric() || byte == b'-' || byte == b'_';
    if (1..=64).contains(&name.len()) && name.bytes().all(fits) { Ok(name.into()) } else { Err(BadName) }
}

/// The name of a log: 1 to 64 ASCII letters, digits, `-` or `_`. Cheap to clone.
#[derive(Debug, Clone, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct LogId(Arc<str>);

impl LogId {
    /// Checks a name.
    ///
    /// # Errors
    /// If it is empty, too long, or has other characters.
    pub fn new(name: &str) -> Result<LogId, BadName> {
        check(name).map(LogId)
    }

    /// The name as text.
    #[must_use]
    pub fn as_str(&self) -> &str {
        &self.0
    }
}

impl fmt::Display for LogId {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.0)
    }
}

/// The name of a process that owns logs: 1 to 64 ASCII letters, digits, `-` or `_`. Cheap to clone.
#[derive(Debug, Clone, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct NodeId(Arc<str>);

impl NodeId {
    /// Checks a name.
    ///
    /// # Errors
    /// If it is empty, too long, or has other characters.
    pub fn new(name: &str) -> Result<NodeId, BadName> {
        check(name).map(NodeId)
    }

    /// The name as text.
    #[must_use]
    pub fn as_str(&self) -> &str {
        &self.0
    }
}

impl fmt::Display for NodeId {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.0)
    }
}
