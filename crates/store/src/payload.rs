//! What is stored: text, and the version of its format.

/// Text with the version of its format.
///
/// The store reads neither. Whoever wrote the text knows what the version means, and whoever reads it can tell what a
/// newer program wrote before trying to make sense of it.
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
pub struct Payload {
    /// The version of the format, counted from 1.
    pub version: u32,
    /// The text.
    pub text: String,
}

impl Payload {
    /// Text in a version of its format.
    #[must_use]
    pub fn new(version: u32, text: impl Into<String>) -> Payload {
        Payload { version, text: text.into() }
    }
}

/// Text in the first version of its format, as everything is that was stored before there were versions.
impl From<&str> for Payload {
    fn from(text: &str) -> Payload {
        Payload::new(1, text)
    }
}

/// Text in the first version of its format.
impl From<String> for Payload {
    fn from(text: String) -> Payload {
        Payload::new(1, text)
    }
}
