//! The address that printed QR codes lead to.

use std::fmt;
use std::str::FromStr;

use serde::{Deserialize, Serialize};

/// A web address without a slash at its end, such as `http://192.168.1.20:3930`.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS))]
#[cfg_attr(feature = "ts", ts(type = "string"))]
#[serde(into = "String", try_from = "String")]
pub struct Address(String);

/// Text that is not such an address.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[error("`{0}` is not an address for a QR code: write it as http://192.168.1.20:3930 or https://cup.example.org")]
pub struct AddressError(String);

/// Longer addresses make QR codes that phones read badly from paper.
const LONGEST: usize = 100;

impl FromStr for Address {
    type Err = AddressError;

    fn from_str(text: &str) -> Result<Address, AddressError> {
        let address = text.trim_end_matches('/');
        let rest = address.strip_prefix("http://").or_else(|| address.strip_prefix("https://"));
        let is_allowed = |byte: u8| byte.is_ascii_alphanumeric() || b"-._~:/[]%@".contains(&byte);
        let host = rest.filter(|rest| rest.starts_with(|first: char| first.is_ascii_alphanumeric() || first == '['));
        if host.is_some_and(|host| host.bytes().all(is_allowed)) && address.len() <= LONGEST {
            Ok(Address(address.to_owned()))
        } else {
            Err(AddressError(text.to_owned()))
        }
    }
}

impl TryFrom<String> for Address {
    type Error = AddressError;

    fn try_from(text: String) -> Result<Address, AddressError> {
        text.parse()
    }
}

impl From<Address> for String {
    fn from(address: Address) -> String {
        address.0
    }
}

impl fmt::Display for Address {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.0)
    }
}

/// What was printed with an address.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Printed {
    /// The kinds of sheets, such as `cards`.
    pub what: Vec<String>,
    /// The address in their QR codes.
    pub address: Address,
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn addresses_lose_their_last_slash_and_nothing_else_is_one() {
        let read = |text: &str| text.parse::<Address>().map(|address| address.to_string());
        assert_eq!(read("http://10.0.0.7:3930/").unwrap(), "http://10.0.0.7:3930");
        assert_eq!(read("https://cup.example.org/hall").unwrap(), "https://cup.example.org/hall");
        assert_eq!(read("http://[fe80::1]:3930").unwrap(), "http://[fe80::1]:3930");
        let long = format!("http://{}", "a".repeat(100));
        for text in
            ["", "http://", "cup.example.org", "ftp://a", "http://a b", "http://a?b", "javascript:alert(1)", &long]
        {
            assert!(text.parse::<Address>().is_err(), "{text}");
        }
    }
}
