//! Tiles and sets from the outside: N1 to N5.

mod common;

use common::{Bench, faults, judge, layout, settings, table, tiles};
use trinta_core::numbers::{self, Kind, SetFault};
use trinta_core::{Colour, Fault, NotATable, PlayError, Setup, SetupError, Table, Tile, TileSet};

/// What the fault of a set alone on the table is.
fn fault(text: &str) -> SetFault {
    match faults(&settings("hk", &[]), true, "", text, text)[..] {
        [Fault::NotASet { set: 0, why }] => why,
        ref other => panic!("{text}: {other:?}"),
    }
}

/// What a set of tiles from the rack becomes on the table, what it is and what it is worth.
fn laid(text: &str) -> (String, Kind, u32) {
    let bare: Vec<String> =
        text.split(' ').map(|piece| if piece.starts_with('*') { "*".into() } else { piece.into() }).collect();
    let play = judge(&settings("hk", &[]), true, "", &bare.join(" "), text).unwrap();
    let read = numbers::read(layout(text).set(0)).unwrap();
    (play.table.to_string(), read.kind, read.points)
}

const fn run(colour: Colour, first: u8) -> Kind {
    Kind::Run { colour, first }
}

#[test]
fn n01_two_of_each_number_in_four_colours_and_two_jokers() {
    let bench = Bench::dealt(settings("cn", &[]), &["", "", "", ""], "");
    let all: Vec<Tile> = bench.game.all_tiles().collect();
    assert_eq!(all.len(), 106);
    for colour in ["k", "r", "b", "y"] {
        for number in 1..=13 {
            let tile: Tile = format!("{colour}{number}").parse().unwrap();
            assert_eq!(all.iter().filter(|other| **other == tile).count(), 2, "{tile}");
        }
    }
    assert_eq!(all.iter().filter(|tile| tile.is_joker()).count(), 2);
}

#[test]
fn n01_two_to_four_players() {
    for edition in ["cn", "pt", "school"] {
        for players in 2..=4 {
            assert_eq!(Setup::new(settings(edition, &[]), players).unwrap().tile_set(), TileSet::Classic);
        }
        for players in [0, 1, 5] {
            let error = Setup::new(settings(edition, &[]), players).unwrap_err();
            assert_eq!(error, SetupError::Players { players, edition: edition.into(), range: 2..=4 });
            assert_eq!(error.to_string(), format!("edition {edition} is for 2 to 4 players, not {players}"));
        }
    }
}

#[test]
fn n01_yellow_and_orange_are_one_colour() {
    // The same tile is written `y` whatever an edition calls it.
    for edition in ["hk", "cn"] {
        assert!(judge(&settings(edition, &[]), true, "y3 y4 y5", "y6", "y3 y4 y5 y6").is_ok());
    }
}

#[test]
fn n02_five_or_six_players_use_three_of_each_and_four_jokers() {
    for players in [5_u8, 6] {
        let racks = vec![""; usize::from(players)];
        let bench = Bench::dealt(settings("hk", &[]), &racks, "");
        let all: Vec<Tile> = bench.game.all_tiles().collect();
        assert_eq!(all.len(), 160);
        assert_eq!(all.iter().filter(|tile| tile.is_joker()).count(), 4);
        for kind in TileSet::Large.kinds().filter(|kind| !kind.is_joker()) {
            assert_eq!(all.iter().filter(|tile| **tile == kind).count(), 3, "{kind}");
        }
        assert_eq!(bench.game.pool_size(), 160 - 14 * usize::from(players));
    }
}

#[test]
fn n02_hk_has_room_for_six_and_no_more() {
    assert_eq!(Setup::new(settings("hk", &[]), 4).unwrap().tile_set(), TileSet::Classic);
    assert_eq!(Setup::new(settings("hk", &[]), 7).unwrap_err().to_string(), "edition hk is for 2 to 6 players, not 7");
    // The other editions offer it as a setting.
    for edition in ["cn", "pt", "school"] {
        let large = settings(edition, &[("players", "2-6")]);
        assert_eq!(Setup::new(large, 6).unwrap().tile_set(), TileSet::Large);
    }
}

#[test]
fn n03_a_tile_is_worth_its_number() {
    for tile in TileSet::Classic.kinds().filter(|tile| !tile.is_joker()) {
        assert_eq!(tile.value().to_string(), tile.to_string()[1..], "{tile}");
    }
    assert_eq!(tiles("k1 r13 b7 y10").value(), 31);
    assert_eq!(tiles("*").value(), 0, "a joker's value comes from its set, or from the edition");
}

#[test]
fn n04_groups() {
    assert_eq!(laid("k7 r7 b7 y7"), ("k7 r7 b7 y7".into(), Kind::Group { number: 7 }, 28));
    assert_eq!(laid("y1 k1 b1"), ("y1 k1 b1".into(), Kind::Group { number: 1 }, 3));
    assert_eq!(fault("k7 r7"), SetFault::TooShort);
    assert_eq!(fault("k7 r7 k7"), SetFault::ColourTwice);
    assert_eq!(fault("k7 r7 b7 y7 r7"), SetFault::ColourTwice);
    assert_eq!(fault("k7 r7 b7 y7 *"), SetFault::GroupTooLarge);
    assert_eq!(fault("k7 r7 b6"), SetFault::Neither);
}

#[test]
fn n04_runs() {
    assert_eq!(laid("b3 b4 b5 b6"), ("b3 b4 b5 b6".into(), run(Colour::Blue, 3), 18));
    assert_eq!(laid("k11 k12 k13"), ("k11 k12 k13".into(), run(Colour::Black, 11), 36));
    assert_eq!(laid("y5 y3 y4").0, "y3 y4 y5", "written from small to large");
    assert_eq!(fault("b3 b4"), SetFault::TooShort);
    assert_eq!(fault("b3 b5 b6"), SetFault::Gap);
    assert_eq!(fault("b3 b3 b4 b5"), SetFault::NumberTwice);
    assert_eq!(fault("b3 b4 y5"), SetFault::Neither);
}

#[test]
fn n04_one_is_lowest_and_never_follows_thirteen() {
    assert_eq!(laid("r1 r2 r3").2, 6);
    for around in ["r12 r13 r1", "r13 r1 r2", "r11 r12 r13 r1"] {
        assert_eq!(fault(around), SetFault::Gap, "{around}");
    }
    // A joker does not carry a run around the corner either.
    assert_eq!(laid("r12 r13 *").0, "* r12 r13");
    assert_eq!(fault("r13 * r2"), SetFault::Gap);
    assert_eq!(fault("r1 r2 r3 r4 r5 r6 r7 r8 r9 r10 r11 r12 r13 *"), SetFault::OutOfRange);
}

#[test]
fn n04_a_tile_belongs_to_one_set_only() {
    // r5 can't be in a run and in a group at the same time.
    let hk = settings("hk", &[]);
    assert_eq!(
        faults(&hk, true, "r4 r5 r6", "k5 b5", "r4 r5 r6 | k5 r5 b5"),
        [Fault::NotOnRack { tiles: tiles("r5") }]
    );
}

#[test]
fn n05_a_joker_stands_for_the_tile_at_its_place() {
    assert_eq!(laid("* r5 r6"), ("* r5 r6".into(), run(Colour::Red, 4), 15));
    assert_eq!(laid("r5 r6 *"), ("r5 r6 *".into(), run(Colour::Red, 5), 18));
    assert_eq!(laid("r5 * r7 * r9"), ("r5 * r7 * r9".into(), run(Colour::Red, 5), 35));
    let pieces = table("* r5 r6");
    assert_eq!(pieces.layout().set(0)[0].reading(), Some("r4".parse().unwrap()));
}

#[test]
fn n05_what_is_laid_out_of_order_is_put_in_order() {
    assert_eq!(laid("r12 r13 *"), ("* r12 r13".into(), run(Colour::Red, 11), 36));
    assert_eq!(laid("* r1 r2"), ("r1 r2 *".into(), run(Colour::Red, 1), 6));
    assert_eq!(laid("r8 r6 *"), ("r6 * r8".into(), run(Colour::Red, 6), 21));
    assert_eq!(fault("r5 r8 *"), SetFault::Gap, "one joker does not fill two gaps");
}

#[test]
fn n05_jokers_alone_are_no_set() {
    let large = settings("hk", &[]);
    for jokers in ["* * *", "* * * *"] {
        assert_eq!(faults(&large, true, "", jokers, jokers), [Fault::NotASet { set: 0, why: SetFault::JokersAlone }]);
    }
}

#[test]
fn n05_with_several_jokers_the_reading_worth_most_counts() {
    assert_eq!(laid("r7 * *"), ("r7 * *".into(), run(Colour::Red, 7), 24));
    assert_eq!(laid("* r7 *"), ("* r7 *".into(), run(Colour::Red, 6), 21), "equal worth: the run");
    assert_eq!(laid("* * r7"), ("* * r7".into(), Kind::Group { number: 7 }, 21), "5-6-7 is worth 18 only");
    assert_eq!(laid("* * r13"), ("* * r13".into(), Kind::Group { number: 13 }, 39));
    assert_eq!(laid("* * r1").1, Kind::Group { number: 1 }, "the group fits the order, 1-2-3 would not");
    assert_eq!(laid("r13 r12 * *"), ("* * r12 r13".into(), run(Colour::Red, 10), 46));
}

#[test]
fn n05_the_joker_of_a_group_of_three_stays_open() {
    let hk = settings("hk", &[]);
    let group = table("k7 r7 *");
    assert_eq!(group.layout().set(0)[2].reading(), None);
    // Either missing colour takes its place, whatever was said when it was laid.
    for colour in ["b7", "y7"] {
        let rack = format!("{colour} k1 k2");
        let after = format!("k7 r7 {colour} | k1 k2 *");
        assert!(judge(&hk, true, "k7 r7 *b7", &rack, &after).is_ok(), "{colour}");
    }
    let twice = faults(&hk, true, "k7 r7 *", "r7 k1 k2", "k7 r7 r7 | k1 k2 *");
    assert_eq!(twice, [Fault::NotASet { set: 0, why: SetFault::ColourTwice }]);
}

#[test]
fn n05_a_reading_that_does_not_fit_is_refused() {
    for wrong in ["*r5 r7 r8", "k7 r7 *r7", "k7 r7 *b8"] {
        let error = Table::read(layout(wrong)).unwrap_err();
        let reason = "a joker can't stand for the tile that is written with it".to_owned();
        assert_eq!(error, NotATable { set: 0, reason }, "{wrong}");
    }
}

#[test]
fn every_fault_of_a_play_is_told_with_its_set() {
    let error = judge(&settings("hk", &[]), true, "r3 r4 r5", "k1", "r3 r4 | k1 b1 y1").unwrap_err();
    assert_eq!(
        error,
        PlayError {
            faults: vec![
                Fault::NotASet { set: 0, why: SetFault::TooShort },
                Fault::TableTileMissing { tiles: tiles("r5") },
                Fault::NotOnRack { tiles: tiles("b1 y1") },
            ]
        }
    );
    assert_eq!(
        error.to_string(),
        "set 1 is not a set: a set has at least 3 tiles; \
         r5: on the table before the turn, so it must be there at its end; \
         b1 y1: neither on the table nor on the rack"
    );
}
