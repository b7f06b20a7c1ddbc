//! The versions of what is stored, for programs of two versions that serve the same tables.
//!
//! An entry has the lowest version whose readers understand it: what such a reader does not know in it, a field or a whole
//! event, it may leave out. `docs/cluster.md` says what a change of the format has to do.

use crate::event::TableEvent;

/// The newest version of the format of entries: the highest that this program reads.
#[cfg(not(feature = "next-version"))]
pub const ENTRY_FORMAT: u32 = 2;
/// The newest version of the format of entries: the highest that this program reads.
#[cfg(feature = "next-version")]
pub const ENTRY_FORMAT: u32 = 3;

/// The version of every entry in which nothing is newer. Version 1 is from before players committed to their entropy.
pub const OLDEST_ENTRY_FORMAT: u32 = 2;

impl TableEvent {
    /// The version of the format that a reader has to know, so as to fold this event or to skip it without harm.
    ///
    /// A new kind of event has a higher one, unless every decision and every score is the same without it.
    #[must_use]
    pub const fn format_version(&self) -> u32 {
        match self {
            TableEvent::Opened { .. }
            | TableEvent::Committed { .. }
            | TableEvent::Invited { .. }
            | TableEvent::JudgeInvited { .. }
            | TableEvent::JudgeAppointed { .. }
            | TableEvent::SeatTaken { .. }
            | TableEvent::SeatLeft { .. }
            | TableEvent::Renamed { .. }
            | TableEvent::DealAnnounced { .. }
            | TableEvent::EntropyCommitted { .. }
            | TableEvent::CommitmentsClosed { .. }
            | TableEvent::EntropyRevealed { .. }
            | TableEvent::DealAborted { .. }
            | TableEvent::Mixed { .. }
            | TableEvent::MatchBegun
            | TableEvent::GameBegun
            | TableEvent::Game { .. }
            | TableEvent::Revealed { .. }
            | TableEvent::RackPushed { .. }
            | TableEvent::Paused
            | TableEvent::Unpaused
            | TableEvent::Resumed { .. }
            | TableEvent::Away { .. }
            | TableEvent::Back { .. }
            | TableEvent::Closed
            | TableEvent::Skipped => OLDEST_ENTRY_FORMAT,
            #[cfg(feature = "next-version")]
            TableEvent::MoveCounted { .. } => OLDEST_ENTRY_FORMAT,
            #[cfg(feature = "next-version")]
            TableEvent::PausedBy { .. } => 3,
        }
    }
}

#[cfg(test)]
mod tests {
    use std::time::Duration;

    use super::*;
    use crate::event::Occupant;

    fn read(text: &str) -> Vec<TableEvent> {
        serde_json::from_str(text).unwrap_or_else(|error| panic!("{text}: {error}"))
    }

    #[test]
    fn a_kind_of_event_that_is_not_known_is_skipped_and_the_others_of_its_entry_are_read() {
        let events = read(r#"[{"table":"paused"},{"table":"tea-served","cups":{"green":[1,2]}},{"table":"unpaused"}]"#);
        assert_eq!(events, [TableEvent::Paused, TableEvent::Skipped, TableEvent::Unpaused]);
    }

    #[test]
    fn a_field_that_is_not_known_is_left_out() {
        let events = read(
            r#"[{"table":"resumed","lost":1500,"mood":"good"},{"table":"sat","seat":0,"who":{"kind":"bot","level":"level1","age":3}}]"#,
        );
        assert!(matches!(events[0], TableEvent::Resumed { lost, .. } if lost == Duration::from_millis(1500)));
        assert!(matches!(&events[1], TableEvent::SeatTaken { who: Occupant::Bot { level }, .. } if level == "level1"));
    }

    #[test]
    fn what_happens_in_a_game_and_with_which_plan_is_never_skipped() {
        for text in [
            r#"[{"table":"game","events":[{"event":"tile-painted"}]}]"#,
            r#"[{"table":"game","events":[{"event":"drew","seat":0,"tile":"r1","twice":true}]}]"#,
            r#"[{"table":"opened","plan":{"edition":"hk","players":2,"gravity":9},"host":"00","code":"x"}]"#,
            r#"[{"kind":"paused"}]"#,
            r#"["paused"]"#,
        ] {
            assert!(serde_json::from_str::<Vec<TableEvent>>(text).is_err(), "{text}");
        }
    }
}
