//! Tests of a server once more, with everybody at a node that does not own their table or tournament: what people, hostile
//! clients and the devices of a hall may see and do does not depend on the node that they come to.

#[path = "../server/common.rs"]
mod common;
#[path = "../server/crowd.rs"]
mod crowd;
#[path = "../server/deals.rs"]
mod deals;
#[path = "../server/games.rs"]
mod games;
#[path = "../server/hall/mod.rs"]
mod hall;
#[path = "../server/hostile.rs"]
mod hostile;
#[path = "../server/judge.rs"]
mod judge;
#[path = "../server/protocol.rs"]
mod protocol;
#[path = "../server/sharing.rs"]
mod sharing;

/// Whether a server of these tests is a node that leaves its tables to another one: it is.
pub(crate) const ELSEWHERE: bool = true;
