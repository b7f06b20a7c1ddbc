//! What the rules say about a play, in a form that a client can show set by set and in its own language.

use trinta_core::{Fault, Layout, PlayError, Proposal, Settings, Spelling, Table, check_play};

use crate::wire::server::{FaultView, JudgementView, SetView};

/// Checks a play, as a whole and set by set.
#[must_use]
pub fn check_draft(settings: &Settings, spelling: &dyn Spelling, proposal: Proposal<'_>) -> JudgementView {
    let after = proposal.after;
    match check_play(settings, spelling, proposal) {
        Ok(play) => JudgementView {
            legal: true,
            placed: Some(play.placed),
            opening: play.opening,
            faults: Vec::new(),
            sets: play.table.sets().map(|set| SetView { ok: true, laid: Some(single_set_layout(set)) }).collect(),
        },
        Err(PlayError { faults }) => {
            let sets = after.sets().enumerate().map(|(index, set)| {
                let ok = !faults.iter().any(|fault| fault.set() == Some(index));
                let laid = ok.then(|| Table::read(single_set_layout(set)).ok()).flatten().map(Table::into_layout);
                SetView { ok, laid }
            });
            JudgementView {
                legal: false,
                placed: None,
                opening: faults.iter().find_map(opening_so_far),
                sets: sets.collect(),
                faults: faults.iter().map(see_fault).collect(),
            }
        }
    }
}

/// A layout that consists of one set.
fn single_set_layout(set: &[trinta_core::Laid]) -> Layout {
    let mut layout = Layout::new();
    layout.push(set.iter().copied());
    layout
}

fn opening_so_far(fault: &Fault) -> Option<u32> {
    match fault {
        Fault::BelowOpening { points, .. } => Some(*points),
        Fault::OpeningTooShort { letters, .. } => u32::try_from(*letters).ok(),
        _ => None,
    }
}

/// A fault as clients see it.
#[must_use]
pub fn see_fault(fault: &Fault) -> FaultView {
    let mut view = FaultView {
        fault: fault.code().to_owned(),
        set: fault.set(),
        message: fault.to_string(),
        why: None,
        word: None,
        tiles: None,
        reached: opening_so_far(fault),
        needed: None,
    };
    match fault {
        Fault::NotASet { why, .. } => view.why = Some(why.code().to_owned()),
        Fault::NotAWord { why, .. } => view.why = Some(why.code().to_owned()),
        Fault::NotInList { word, .. }
        | Fault::OffTheme { word, .. }
        | Fault::WordTwice { word, .. }
        | Fault::JokerFixed { word, .. } => view.word = Some(word.clone()),
        Fault::JokerInFilledSet { tile, .. } => view.tiles = Some([*tile].into_iter().collect()),
        Fault::TableTileMissing { tiles } | Fault::NotOnRack { tiles } => view.tiles = Some(tiles.clone()),
        Fault::BelowOpening { needed, .. } => view.needed = Some(*needed),
        Fault::OpeningTooShort { needed, .. } => view.needed = u32::try_from(*needed).ok(),
        Fault::NothingPlayed | Fault::TableTouched { .. } | Fault::OpeningTooManySets { .. } => {}
    }
    view
}

#[cfg(test)]
mod tests {
    use trinta_core::{AnyWord, Tiles};

    use super::*;

    fn checked(rack: &str, after: &str, opened: bool) -> JudgementView {
        let settings = Settings::edition("hk").unwrap();
        let rack: Tiles = rack.parse().unwrap();
        let after: Layout = after.parse().unwrap();
        let before = Table::default();
        check_draft(&settings, &AnyWord, Proposal { before: &before, rack: &rack, opened, after: &after })
    }

    #[test]
    fn every_set_is_judged_by_itself_and_laid_in_order() {
        let view = checked("r3 r4 r5 k1 k2", "r4 r3 r5 | k1 k2", true);
        assert!(!view.legal);
        assert_eq!(view.sets.iter().map(|set| set.ok).collect::<Vec<_>>(), [true, false]);
        assert_eq!(view.sets[0].laid.as_ref().unwrap().to_string(), "r3 r4 r5");
        assert_eq!(view.faults[0].why.as_deref(), Some("too-short"));
        let legal = checked("r3 r4 r5", "r5 r4 r3", true);
        assert!(legal.legal);
        assert_eq!(legal.sets[0].laid.as_ref().unwrap().to_string(), "r3 r4 r5");
    }

    #[test]
    fn the_points_of_an_opening_are_said_before_they_are_enough() {
        let view = checked("r3 r4 r5", "r3 r4 r5", false);
        assert_eq!((view.legal, view.opening), (false, Some(12)));
        assert_eq!((view.faults[0].reached, view.faults[0].needed), (Some(12), Some(30)));
    }
}
