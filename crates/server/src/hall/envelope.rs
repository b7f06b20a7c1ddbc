//! A command as a device sends it: numbered, and signed with the device's own key.
//!
//! A phone without a network keeps its commands and sends them later, perhaps by way of another device. The signature
//! says that nobody changed them on the way, the number that none of them is done twice.

use base64::Engine as _;
use base64::engine::general_purpose::URL_SAFE_NO_PAD;
use ring::signature::{ED25519, Ed25519KeyPair, KeyPair as _, UnparsedPublicKey};
use serde::{Deserialize, Serialize};
use serde_json::{Map, Value};
use trinta_tournament::HallTime;

/// What every signed text begins with, so that no signature is good for anything else.
const CONTEXT: &str = "trinta-hall-1";
/// The largest number that JavaScript can count to.
const MAX_NUMBER: u64 = (1 << 53) - 1;

/// A command with the device that gave it.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
#[cfg_attr(test, derive(ts_rs::TS))]
pub struct Envelope {
    /// The device's public key (Ed25519), in base64url.
    pub device: String,
    /// The number of the command: each device counts its own, from 1.
    pub n: u64,
    /// The time in the hall by the device's estimate; none: the server's time of arrival.
    pub at: Option<String>,
    /// The printed code from which the right to give the command comes; none: the token of the connection.
    pub code: Option<String>,
    /// The command, without `by`.
    #[cfg_attr(test, ts(type = "HallCommand"))]
    pub command: Map<String, Value>,
    /// The signature, in base64url.
    pub signature: String,
}

/// Why an envelope is not opened.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum EnvelopeError {
    /// The device's name is not a key.
    #[error("`device` is not a public key: 32 bytes of Ed25519 in base64url")]
    BadDevice,
    /// The signature is not that of the device over this command for this tournament.
    #[error(
        "the signature does not fit: the command was changed, is for another tournament, or has another device's key"
    )]
    BadSignature,
    /// A number that a device can't have counted to.
    #[error("`n` counts the commands of a device, from 1")]
    BadNumber,
    /// A time that is none.
    #[error("{0}")]
    BadTime(String),
    /// A field that only the server may fill in.
    #[error("the command has a field `{0}`, which only the server may fill in")]
    Reserved(&'static str),
}

impl EnvelopeError {
    /// The name for programs.
    #[must_use]
    pub const fn code(&self) -> &'static str {
        match self {
            EnvelopeError::BadDevice => "bad-device",
            EnvelopeError::BadSignature => "bad-signature",
            EnvelopeError::BadNumber => "bad-number",
            EnvelopeError::BadTime(_) => "bad-time",
            EnvelopeError::Reserved(_) => "reserved-field",
        }
    }
}

impl Envelope {
    /// The text that the device signs: context, tournament and the envelope as canonical JSON, on a line each.
    #[must_use]
    pub fn signed_text(&self, tournament: &str) -> String {
        let mut fields = Map::new();
        fields.insert("at".to_owned(), self.at.clone().map_or(Value::Null, Value::String));
        fields.insert("code".to_owned(), self.code.clone().map_or(Value::Null, Value::String));
        fields.insert("command".to_owned(), Value::Object(self.command.clone()));
        fields.insert("device".to_owned(), Value::String(self.device.clone()));
        fields.insert("n".to_owned(), self.n.into());
        let mut text = format!("{CONTEXT}\n{tournament}\n");
        write_canonical(&Value::Object(fields), &mut text);
        text
    }

    /// Checks everything that can be checked without the tournament; returns the time, if one was said.
    ///
    /// # Errors
    /// What is wrong.
    pub fn verify(&self, tournament: &str) -> Result<Option<HallTime>, EnvelopeError> {
        let key = read_key(&self.device).ok_or(EnvelopeError::BadDevice)?;
        let signature = URL_SAFE_NO_PAD.decode(&self.signature).map_err(|_| EnvelopeError::BadSignature)?;
        UnparsedPublicKey::new(&ED25519, key)
            .verify(self.signed_text(tournament).as_bytes(), &signature)
            .map_err(|_| EnvelopeError::BadSignature)?;
        if !(1..=MAX_NUMBER).contains(&self.n) {
            return Err(EnvelopeError::BadNumber);
        }
        for reserved in ["by", "at", "id"] {
            if self.command.contains_key(reserved) {
                return Err(EnvelopeError::Reserved(reserved));
            }
        }
        let at = self.at.as_deref().map(str::parse::<HallTime>).transpose();
        at.map_err(|error| EnvelopeError::BadTime(error.to_string()))
    }

    /// The name of the command in the log: one device's number.
    #[must_use]
    pub fn id(&self) -> String {
        format!("{}:{}", self.device, self.n)
    }
}

/// The key of a device, for programs that give commands: tests and benchmarks.
#[derive(Debug)]
pub struct DeviceKey(Ed25519KeyPair);

impl DeviceKey {
    /// The key that follows from a seed; none if it can't be used.
    #[must_use]
    pub fn from_seed(seed: [u8; 32]) -> Option<DeviceKey> {
        Ed25519KeyPair::from_seed_unchecked(&seed).ok().map(DeviceKey)
    }

    /// The public half, as envelopes have it.
    #[must_use]
    pub fn public(&self) -> String {
        URL_SAFE_NO_PAD.encode(self.0.public_key())
    }

    /// A signed command for a tournament.
    #[must_use]
    pub fn sign(&self, tournament: &str, n: u64, code: Option<&str>, command: Map<String, Value>) -> Envelope {
        self.sign_at(tournament, n, code, None, command)
    }

    /// A signed command that was given at a time.
    #[must_use]
    pub fn sign_at(
        &self,
        tournament: &str,
        n: u64,
        code: Option<&str>,
        at: Option<HallTime>,
        command: Map<String, Value>,
    ) -> Envelope {
        let (device, code, at) = (self.public(), code.map(str::to_owned), at.map(String::from));
        let mut envelope = Envelope { device, n, at, code, command, signature: String::new() };
        envelope.signature = URL_SAFE_NO_PAD.encode(self.0.sign(envelope.signed_text(tournament).as_bytes()));
        envelope
    }
}

/// A device's key from its text; none if it is none.
#[must_use]
pub fn read_key(text: &str) -> Option<[u8; 32]> {
    URL_SAFE_NO_PAD.decode(text).ok()?.try_into().ok()
}

/// Writes JSON in the one form that every program gets from the same value: keys in the order of their code points, no
/// spaces.
fn write_canonical(value: &Value, text: &mut String) {
    match value {
        Value::Object(fields) => {
            let mut fields: Vec<(&String, &Value)> = fields.iter().collect();
            fields.sort_unstable_by_key(|(name, _)| *name);
            text.push('{');
            for (at, (name, value)) in fields.into_iter().enumerate() {
                if at > 0 {
                    text.push(',');
                }
                write_canonical(&Value::String(name.clone()), text);
                text.push(':');
                write_canonical(value, text);
            }
            text.push('}');
        }
        Value::Array(items) => {
            text.push('[');
            for (at, item) in items.iter().enumerate() {
                if at > 0 {
                    text.push(',');
                }
                write_canonical(item, text);
            }
            text.push(']');
        }
        plain => text.push_str(&plain.to_string()),
    }
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::*;

    fn signed(pair: &Ed25519KeyPair, tournament: &str, command: Value) -> Envelope {
        let Value::Object(command) = command else { panic!("a command is an object") };
        let device = URL_SAFE_NO_PAD.encode(pair.public_key());
        let mut envelope =
            Envelope { device, n: 17, at: Some("10:31:05".to_owned()), code: None, command, signature: String::new() };
        envelope.signature = URL_SAFE_NO_PAD.encode(pair.sign(envelope.signed_text(tournament).as_bytes()));
        envelope
    }

    #[test]
    fn the_signed_text_is_the_one_that_pages_make() {
        let pair = Ed25519KeyPair::from_seed_unchecked(&[7; 32]).unwrap();
        let command = json!({"do": "warn", "why": "«ß»\n\u{1f}", "number": 3, "a": [1, {"z": null, "b": true}]});
        let envelope = signed(&pair, "abc", command);
        assert_eq!(
            envelope.signed_text("abc"),
            format!(
                "trinta-hall-1\nabc\n{{\"at\":\"10:31:05\",\"code\":null,\"command\":{{\"a\":[1,{{\"b\":true,\"z\":null}}],\
                 \"do\":\"warn\",\"number\":3,\"why\":\"«ß»\\n\\u001f\"}},\"device\":\"{}\",\"n\":17}}",
                envelope.device
            )
        );
        assert_eq!(envelope.verify("abc"), Ok(Some("10:31:05".parse().unwrap())));
    }

    #[test]
    fn what_was_changed_on_the_way_is_not_opened() {
        let [pair, other] = [7, 8].map(|seed| Ed25519KeyPair::from_seed_unchecked(&[seed; 32]).unwrap());
        let good = signed(&pair, "abc", json!({"do": "finish"}));
        let changed = [
            Envelope { n: 18, ..good.clone() },
            Envelope { at: None, ..good.clone() },
            Envelope { code: Some("K7X-4MN-QAF".to_owned()), ..good.clone() },
            Envelope { command: Map::new(), ..good.clone() },
            Envelope { device: URL_SAFE_NO_PAD.encode(other.public_key()), ..good.clone() },
            Envelope { signature: String::new(), ..good.clone() },
        ];
        for envelope in changed {
            assert_eq!(envelope.verify("abc"), Err(EnvelopeError::BadSignature));
        }
        assert_eq!(good.verify("abd"), Err(EnvelopeError::BadSignature), "another tournament");
        assert_eq!(Envelope { device: "x".to_owned(), ..good }.verify("abc"), Err(EnvelopeError::BadDevice));
        let by = signed(&pair, "abc", json!({"do": "finish", "by": "organiser"}));
        assert_eq!(by.verify("abc"), Err(EnvelopeError::Reserved("by")));
    }
}
