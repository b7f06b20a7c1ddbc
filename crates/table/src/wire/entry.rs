//! What is said over HTTP before a websocket opens: who somebody is, and to which table and seat they come.

use std::collections::BTreeMap;

use serde::{Deserialize, Serialize};
use trinta_core::Seat;

use crate::face::Face;
use crate::plan::Plan;
use crate::refusal::Code;
use crate::wire::server::FaultView;

/// Why a request was refused.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
#[cfg_attr(feature = "ts", derive(ts_rs::TS))]
pub struct ErrorBody {
    /// The reason, for programs.
    pub code: Code,
    /// The reason, in English.
    pub message: String,
    /// The faults of an illegal play.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    #[cfg_attr(feature = "ts", ts(as = "Option<Vec<FaultView>>", optional))]
    pub faults: Vec<FaultView>,
}

/// A signed-in person.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
#[cfg_attr(feature = "ts", derive(ts_rs::TS))]
pub struct SessionView {
    /// The name that others see.
    pub name: String,
    /// The name of the account; none: a guest.
    pub account: Option<String>,
    /// The rating of the account, once a game has counted for it.
    pub rating: Option<i32>,
    /// The face that others see: three digits for shape, colour and something worn. One that was not chosen follows
    /// from who they are.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[cfg_attr(feature = "ts", ts(type = "string", optional))]
    #[cfg_attr(feature = "openapi", schema(value_type = Option<String>))]
    pub face: Option<Face>,
}

/// A name to be known by.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
#[serde(deny_unknown_fields)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS))]
pub struct NameBody {
    /// 1 to 24 characters.
    pub name: String,
    /// A face to be known by; none: as before.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[cfg_attr(feature = "ts", ts(type = "string", optional))]
    #[cfg_attr(feature = "openapi", schema(value_type = Option<String>))]
    pub face: Option<Face>,
}

/// A new table.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
#[serde(deny_unknown_fields)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS))]
pub struct CreateTable {
    /// The plan of the table.
    pub plan: Plan,
    /// Whether whoever opens it takes the first free seat.
    #[serde(default = "default_true")]
    pub sit: bool,
    /// Bots to seat, by seat.
    #[serde(default)]
    #[cfg_attr(feature = "ts", ts(type = "Record<string, string>"))]
    #[cfg_attr(feature = "openapi", schema(value_type = BTreeMap<String, String>))]
    pub bots: BTreeMap<u8, String>,
    /// Whether the first game begins at once.
    #[serde(default)]
    pub begin: bool,
}

fn default_true() -> bool {
    true
}

/// A table that was opened.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
#[cfg_attr(feature = "ts", derive(ts_rs::TS))]
pub struct TableCreated {
    /// The name of the table.
    pub table: String,
    /// Its short code.
    pub code: String,
    /// The seat of whoever opened it.
    #[cfg_attr(feature = "ts", ts(type = "number | null"))]
    #[cfg_attr(feature = "openapi", schema(value_type = Option<u8>))]
    pub seat: Option<Seat>,
}

/// How somebody comes to a seat.
#[derive(Debug, Clone, PartialEq, Eq, Default, Serialize, Deserialize)]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
#[serde(deny_unknown_fields)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS))]
pub struct JoinBody {
    /// Which seat; none: any.
    #[serde(default)]
    #[cfg_attr(feature = "ts", ts(type = "number", optional))]
    #[cfg_attr(feature = "openapi", schema(value_type = Option<u8>))]
    pub seat: Option<Seat>,
    /// The secret of an invitation.
    #[serde(default)]
    #[cfg_attr(feature = "ts", ts(optional))]
    pub invite: Option<String>,
    /// The code of the table.
    #[serde(default)]
    #[cfg_attr(feature = "ts", ts(optional))]
    pub code: Option<String>,
    /// The name to be known by at this seat, where one device plays for several.
    #[serde(default)]
    #[cfg_attr(feature = "ts", ts(optional))]
    pub name: Option<String>,
    /// The face to be known by at this seat, where one device plays for several.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[cfg_attr(feature = "ts", ts(type = "string", optional))]
    #[cfg_attr(feature = "openapi", schema(value_type = Option<String>))]
    pub face: Option<Face>,
}

/// A seat that was taken.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
#[cfg_attr(feature = "ts", derive(ts_rs::TS))]
pub struct JoinedView {
    /// The name of the table.
    pub table: String,
    /// The seat.
    #[cfg_attr(feature = "ts", ts(type = "number"))]
    #[cfg_attr(feature = "openapi", schema(value_type = u8))]
    pub seat: Seat,
}
