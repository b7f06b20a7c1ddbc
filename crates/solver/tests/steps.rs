//! Steps from one table to another and their texts.

use trinta_core::{Laid, Layout, Table, Tile, Tiles};
use trinta_solver::steps::{Action, Change, Move, ReplayError, Spot, Step, StepFault, replay, steps};

fn table(text: &str) -> Table {
    Table::read(text.parse().unwrap()).unwrap()
}

fn set(text: &str) -> Vec<Laid> {
    trinta_core::notation::read_set(text).unwrap()
}

fn tile(text: &str) -> Tile {
    text.parse().unwrap()
}

/// The steps, checked by replaying them with exactly the tiles on the rack that they need.
fn replayed_steps(before: &str, after: &str) -> Vec<Step> {
    let (before, after) = (table(before), table(after));
    let steps = steps(&before, &after);
    let mut rack: Tiles = after.tiles();
    rack.take(&before.tiles()).unwrap();
    let (end, left) = replay(before.layout(), &rack, &steps).unwrap();
    assert!(end.same_sets(after.layout()), "{end} is not {after}");
    assert!(left.is_empty());
    steps
}

#[track_caller]
fn assert_steps(before: &str, after: &str, expected: &[(Action, &str)]) {
    let steps = replayed_steps(before, after);
    let texts: Vec<(Action, String)> = steps.iter().map(|step| (step.action, step.to_string())).collect();
    let texts: Vec<(Action, &str)> = texts.iter().map(|(action, text)| (*action, text.as_str())).collect();
    assert_eq!(texts, expected);
}

#[test]
fn tiles_are_added_from_the_rack() {
    assert_steps("r3 r4 r5", "r3 r4 r5 r6", &[(Action::Add, "Add r6 from your rack to r3 r4 r5: r3 r4 r5 r6.")]);
    assert_steps(
        "r3 r4 r5",
        "r2 r3 r4 r5 *",
        &[(Action::Add, "Add r2 and the joker from your rack to r3 r4 r5: r2 r3 r4 r5 * (the joker is r6).")],
    );
    assert_steps("r7 b7 k7", "r7 b7 k7 *", &[(Action::Add, "Add the joker from your rack to r7 b7 k7: r7 b7 k7 *.")]);
    assert_steps("APPEAR", "DISAPPEAR", &[(Action::Add, "Add D I S from your rack to APPEAR: DISAPPEAR.")]);
}

#[test]
fn tiles_are_taken_from_other_sets() {
    assert_steps(
        "k7 r7 b7 y7 | y4 y5 y6",
        "k7 r7 b7 | y4 y5 y6 y7",
        &[(Action::Take, "Take y7 from k7 r7 b7 y7 and add it to y4 y5 y6: y4 y5 y6 y7.")],
    );
    assert_steps(
        "k7 r7 b7 y7 | y4 y5 y6",
        "k7 r7 b7 | y4 y5 y6 y7 y8",
        &[(Action::Take, "Take y7 from k7 r7 b7 y7 and y8 from your rack, and add them to y4 y5 y6: y4 y5 y6 y7 y8.")],
    );
    assert_steps(
        "CLAP | PEAR",
        "LAP | PACER",
        &[(Action::Take, "Take C from CLAP, add it to PEAR and rearrange: PACER.")],
    );
}

#[test]
fn new_sets_are_laid() {
    assert_steps("", "k11 * k13", &[(Action::New, "Lay a new set from your rack: k11 * k13 (the joker is k12).")]);
    assert_steps("", "REcOVER", &[(Action::New, "Lay a new word from your rack: REcOVER (the joker is C).")]);
    assert_steps(
        "k7 r7 b7 y7",
        "k7 r7 b7 | y5 y6 y7",
        &[(Action::New, "Take y7 from k7 r7 b7 y7 and y5 y6 from your rack for a new set: y5 y6 y7.")],
    );
}

#[test]
fn sets_are_split_and_joined() {
    assert_steps(
        "r3 r4 r5 r6 r7",
        "r3 r4 r5 | r5 r6 r7",
        &[(
            Action::Split,
            "Split r3 r4 r5 r6 r7 into r3 r4 r5 and r6 r7, and add r5 from your rack to r6 r7: r5 r6 r7.",
        )],
    );
    assert_steps(
        "r3 r4 r5 r6 r7 r8 | r1 k1 b1",
        "r3 r4 r5 | r6 r7 r8 | r1 k1 b1 y1",
        &[
            (Action::Split, "Split r3 r4 r5 r6 r7 r8 into r3 r4 r5 and r6 r7 r8."),
            (Action::Add, "Add y1 from your rack to r1 k1 b1: r1 k1 b1 y1."),
        ],
    );
    assert_steps(
        "r3 r4 r5 | r7 r8 r9",
        "r3 r4 r5 r6 r7 r8 r9",
        &[(Action::Join, "Join r3 r4 r5 and r7 r8 r9 with r6 from your rack: r3 r4 r5 r6 r7 r8 r9.")],
    );
    assert_steps(
        "r3 r4 r5 r6 r7 r8 r9",
        "r3 r4 r5 | r7 r8 r9 | r6 k6 b6",
        &[
            (Action::Split, "Split r3 r4 r5 r6 r7 r8 r9 into r3 r4 r5 r6 and r7 r8 r9."),
            (Action::New, "Take r6 from r3 r4 r5 r6 and k6 b6 from your rack for a new set: r6 k6 b6."),
        ],
    );
}

#[test]
fn jokers_are_replaced_and_used() {
    assert_steps(
        "b1 b2 * b4 b5",
        "b1 b2 b3 b4 b5 | k11 * k13",
        &[(
            Action::Replace,
            "Put b3 from your rack in place of the joker in b1 b2 * b4 b5: b1 b2 b3 b4 b5. Use the joker with k11 k13 from \
         your rack for a new set: k11 * k13 (the joker is k12).",
        )],
    );
    assert_steps(
        "k7 r7 * | r3 r4 r5 | b4 b5 b6 b7",
        "k7 r7 b7 | r3 r4 r5 * | b4 b5 b6",
        &[(
            Action::Replace,
            "Put b7 from b4 b5 b6 b7 in place of the joker in k7 r7 *: k7 r7 b7. Add the joker to r3 r4 r5: r3 r4 r5 * \
         (the joker is r6).",
        )],
    );
    assert_steps(
        "CLaP",
        "CLAP | TOp",
        &[(
            Action::Replace,
            "Put A from your rack in place of the joker in CLaP: CLAP. Use the joker with T O from your rack for a new \
         word: TOp (the joker is P).",
        )],
    );
    assert_steps(
        "r3 * r5 | b3 * b5",
        "r3 r4 r5 | b3 b4 b5 | k9 * *",
        &[(
            Action::Replace,
            "Put r4 from your rack in place of the joker in r3 * r5: r3 r4 r5. Put b4 from your rack in place of the joker \
         in b3 * b5: b3 b4 b5. Use the jokers with k9 from your rack for a new set: k9 * * (the jokers are k10 k11).",
        )],
    );
}

#[test]
fn jokers_that_stay_and_change_their_reading_are_mentioned() {
    assert_steps(
        "b1 b2 * b4",
        "b1 b2 b3 b4 *",
        &[(Action::Add, "Add b3 from your rack to b1 b2 * b4 and rearrange: b1 b2 b3 b4 * (the joker is b5).")],
    );
    assert_steps(
        "* r5 r6 | b1 b2 b3",
        "r5 r6 *r7 | b1 b2 b3 b4",
        &[
            (Action::Add, "Add b4 from your rack to b1 b2 b3: b1 b2 b3 b4."),
            (Action::Rearrange, "Rearrange * r5 r6: r5 r6 * (the joker is r7)."),
        ],
    );
    assert_steps(
        "r7 *k7 *b7",
        "r7 *r8 *r9",
        &[(Action::Reread, "Read the jokers in r7 *k7 *b7 anew: r7 * * (the jokers are r8 r9).")],
    );
}

#[test]
fn words_are_broken_before_others_are_built() {
    assert_steps(
        "APE",
        "PAL | THE",
        &[
            (Action::New, "Take E from APE and T H from your rack for a new word: THE."),
            (Action::Add, "Add L from your rack to AP and rearrange: PAL."),
        ],
    );
    assert_steps(
        "APPLES",
        "PEA | SLIP",
        &[
            (Action::New, "Take S L P from APPLES and I from your rack for a new word: SLIP."),
            (Action::Rearrange, "Rearrange APE: PEA."),
        ],
    );
}

#[test]
fn the_order_keeps_sets_valid_where_possible() {
    // r6 is added first, so that taking r3 leaves a run and not two tiles.
    assert_steps(
        "r3 r4 r5",
        "r4 r5 r6 | r3 b3 k3",
        &[
            (Action::Add, "Add r6 from your rack to r3 r4 r5: r3 r4 r5 r6."),
            (Action::New, "Take r3 from r3 r4 r5 r6 and b3 k3 from your rack for a new set: r3 b3 k3."),
        ],
    );
}

#[test]
fn sets_that_need_tiles_of_each_other_are_never_jumbled() {
    assert_steps(
        "r2 k2 b2 | r3 k3 b3 | r4 k4 b4",
        "r2 r3 r4 | k2 k3 k4 | b2 b3 b4 b5",
        &[
            (Action::New, "Take r2 from r2 k2 b2, r3 from r3 k3 b3 and r4 from r4 k4 b4 for a new set: r2 r3 r4."),
            (Action::New, "Take k2 from k2 b2, k3 from k3 b3 and k4 from k4 b4 for a new set: k2 k3 k4."),
            (Action::Take, "Take the lone b2, the lone b3 and b5 from your rack, and add them to b4: b2 b3 b4 b5."),
        ],
    );
}

#[test]
fn the_example_of_the_documentation() {
    assert_steps(
        "k7 r7 b7 y7 | r3 r4 r5 | b1 b2 * b4 b5",
        "k7 r7 b7 | r3 r4 r5 r6 | y5 y6 y7 | b1 b2 b3 b4 b5 | k11 * k13",
        &[
            (Action::New, "Take y7 from k7 r7 b7 y7 and y5 y6 from your rack for a new set: y5 y6 y7."),
            (
                Action::Replace,
                "Put b3 from your rack in place of the joker in b1 b2 * b4 b5: b1 b2 b3 b4 b5. Use the joker with k11 \
                 k13 from your rack for a new set: k11 * k13 (the joker is k12).",
            ),
            (Action::Add, "Add r6 from your rack to r3 r4 r5: r3 r4 r5 r6."),
        ],
    );
}

#[test]
fn the_order_in_a_group_means_nothing() {
    assert_steps(
        "b7 k7 r7 | r3 r4 r5",
        "b7 k7 r7 | r3 r4 r5 r6",
        &[(Action::Add, "Add r6 from your rack to r3 r4 r5: r3 r4 r5 r6.")],
    );
    let steps = steps(&table("b7 k7 r7 | y1 k1 r1"), &table("k7 r7 b7 | k1 r1 b1 y1"));
    assert_eq!(steps.len(), 1);
    assert_eq!(steps[0].to_string(), "Add b1 from your rack to y1 k1 r1: y1 k1 r1 b1.");
}

#[test]
fn equal_tables_need_no_step() {
    assert_eq!(steps(&Table::new(), &Table::new()), []);
    assert_eq!(steps(&table("r3 r4 r5 | k1 r1 b1"), &table("k1 r1 b1 | r3 r4 r5")), []);
}

#[test]
fn tiles_can_go_back_to_the_rack() {
    let (before, after) = (table("r3 r4 r5 r6 | k1 r1 b1"), table("r3 r4 r5"));
    let steps = steps(&before, &after);
    assert_eq!(steps.len(), 1);
    assert_eq!((steps[0].action, steps[0].built()), (Action::Return, None));
    assert_eq!(steps[0].to_string(), "Take r6 from r3 r4 r5 r6 and all of k1 r1 b1 back to your rack.");
    let (end, rack) = replay(before.layout(), &"k9".parse().unwrap(), &steps).unwrap();
    assert_eq!((end.to_string().as_str(), rack.to_string().as_str()), ("r3 r4 r5", "k1 k9 r1 r6 b1"));
}

#[test]
fn a_step_lists_every_set_and_spot() {
    let steps = replayed_steps("r3 r4 r5 | k7 r7 b7 y7 | r7 r8 r9", "r3 r4 r5 r6 r7 r8 r9 | k7 r7 b7 | y5 y6 y7");
    let spot = |set, at| Spot::Set { set, at };
    let [join, lay] = steps.as_slice() else { panic!("{steps:?}") };
    assert_eq!(
        lay.moves,
        [
            Move { tile: tile("y5"), from: Spot::Rack, to: spot(2, 0) },
            Move { tile: tile("y6"), from: Spot::Rack, to: spot(2, 1) },
            Move { tile: tile("y7"), from: spot(1, 3), to: spot(2, 2) },
        ]
    );
    assert_eq!(
        lay.sets,
        [
            Change { set: 2, before: vec![], after: set("y5 y6 y7") },
            Change { set: 1, before: set("k7 r7 b7 y7"), after: set("k7 r7 b7") },
        ]
    );
    assert!(lay.built().unwrap().is_new());
    assert_eq!(join.moves[0], Move { tile: tile("r6"), from: Spot::Rack, to: spot(0, 3) });
    assert_eq!(join.sets[1], Change { set: 2, before: set("r7 r8 r9"), after: vec![] });
    assert!(join.sets[1].is_gone());
    let batches = join.batches();
    assert_eq!((batches.len(), batches[0].tiles.len(), batches[0].from), (2, 3, Some(&join.sets[1])));
    assert_eq!((batches[1].from, batches[1].to), (None, join.built()));
}

/// The error of replaying steps that were tampered with.
fn replay_error(tamper: impl Fn(&mut Vec<Step>)) -> ReplayError {
    let before: Layout = "r3 r4 r5 | k7 r7 b7 y7".parse().unwrap();
    let after = table("r3 r4 r5 r6 | k7 r7 b7 | y5 y6 y7");
    let mut steps = steps(&Table::read(before.clone()).unwrap(), &after);
    tamper(&mut steps);
    replay(&before, &"r6 y5 y6".parse().unwrap(), &steps).unwrap_err()
}

#[test]
fn replaying_rejects_inconsistent_steps() {
    let again = replay_error(|steps| steps.push(steps[1].clone()));
    assert_eq!((again.step, again.fault), (2, StepFault::OtherSet { set: 0 }));
    assert_eq!(again.to_string(), "step 3: set 1 is not as the step describes it");
    let elsewhere = replay_error(|steps| steps[0].sets[1].set = 0);
    assert_eq!(elsewhere.fault, StepFault::OtherSet { set: 0 });
    let far_off = replay_error(|steps| steps[0].sets[0].set = 7);
    assert_eq!(far_off.fault, StepFault::OtherSet { set: 7 });
    let twice = replay_error(|steps| {
        let change = steps[1].sets[0].clone();
        steps[1].sets.push(change);
    });
    assert_eq!(twice.fault, StepFault::OtherSet { set: 0 });

    let not_on_rack = replay_error(|steps| steps[0].moves[0].tile = tile("k1"));
    assert_eq!(not_on_rack.fault, StepFault::NotThere { tile: tile("k1"), spot: Spot::Rack });
    assert_eq!(not_on_rack.to_string(), "step 1: k1 is not on the rack");
    let spot = Spot::Set { set: 1, at: 2 };
    let not_there = replay_error(|steps| steps[0].moves[2].from = spot);
    assert_eq!(not_there.fault, StepFault::NotThere { tile: tile("y7"), spot });
    assert_eq!(not_there.to_string(), "step 1: y7 is not tile 3 of set 2");
    let spot = Spot::Set { set: 2, at: 9 };
    let nowhere = replay_error(|steps| steps[0].moves[2].to = spot);
    assert_eq!(nowhere.fault, StepFault::NotThere { tile: tile("y7"), spot });

    let unexplained = replay_error(|steps| steps[1].moves.clear());
    assert_eq!((unexplained.step, unexplained.fault), (1, StepFault::Unexplained { set: 0 }));
    assert_eq!(unexplained.to_string(), "step 2: the tiles of set 1 do not add up");
}
