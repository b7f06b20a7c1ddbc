//! Nothing that a viewer may not know changes a byte of what is sent to them.
//!
//! A game is played; at some moment, the tiles that a viewer has never seen (on other racks and in the pool) change
//! places at random, back to the deal. Everything sent to the viewer until then must be the same, byte for byte.

use trinta_core::{Counts, Event, Seat, Tile, Tiles, Viewer};
use trinta_table::chance::FixedChance;
use trinta_table::ids::PlayerId;
use trinta_table::library::Library as Shelf;
use trinta_table::wire::{see_entry, see_table};
use trinta_table::{Occupant, Plan, Table, TableEvent};
use trinta_testkit::{Case, Dice, Library, play_game};
use trinta_time::Timestamp;

/// Where a tile was before anybody touched it: a place in the order of the deal.
#[derive(Debug, Clone, Copy)]
struct Place {
    tile: Tile,
    seen: bool,
}

/// Where every tile of a deal is, as one viewer sees it.
struct Tracks {
    places: Vec<Place>,
    racks: Vec<Vec<usize>>,
    pool: Vec<usize>,
    last_play: Vec<usize>,
}

impl Tracks {
    fn dealt(racks: &[Tiles], pool: &[Tile], viewer: Viewer) -> Tracks {
        let mut tracks = Tracks { places: Vec::new(), racks: Vec::new(), pool: Vec::new(), last_play: Vec::new() };
        for (seat, rack) in racks.iter().enumerate() {
            let own = viewer.sees(Seat::at(seat));
            let held = rack.iter().map(|tile| tracks.place(tile, own)).collect();
            tracks.racks.push(held);
        }
        tracks.pool = pool.iter().map(|&tile| tracks.place(tile, false)).collect();
        tracks
    }

    fn place(&mut self, tile: Tile, seen: bool) -> usize {
        self.places.push(Place { tile, seen });
        self.places.len() - 1
    }

    /// Takes tiles off a rack that everybody sees now; those seen before go first.
    fn show(&mut self, seat: Seat, tiles: &Tiles) -> Vec<usize> {
        let mut shown = Vec::new();
        for tile in tiles.iter() {
            let held = &self.racks[seat.index()];
            let same = |seen: bool| {
                held.iter().position(|&place| self.places[place].tile == tile && self.places[place].seen == seen)
            };
            let at = same(true).or_else(|| same(false)).expect("what is played was on the rack");
            let place = self.racks[seat.index()].remove(at);
            self.places[place].seen = true;
            shown.push(place);
        }
        shown
    }

    fn follow(&mut self, event: &Event, table: &Counts, viewer: Viewer) {
        match event {
            Event::Played { seat, placed, .. } => self.last_play = self.show(*seat, placed),
            Event::TakenBack { seat } => self.racks[seat.index()].append(&mut self.last_play),
            Event::Drew { seat, tiles, .. } => {
                for _ in 0..tiles.len() {
                    let place = self.pool.remove(0);
                    self.places[place].seen |= viewer.sees(*seat);
                    self.racks[seat.index()].push(place);
                }
            }
            // Misspelt words were laid for all to see, and taken up again.
            Event::Refused { seat, layout, .. } => {
                let mut lying = *table;
                let from_rack: Tiles = layout.tiles().filter(|&tile| !lying.take(tile)).collect();
                let mut shown = self.show(*seat, &from_rack);
                self.racks[seat.index()].append(&mut shown);
            }
            _ => {}
        }
    }

    /// The tiles of the deal with all that was never seen in other places.
    fn permuted(&self, dice: &mut Dice) -> Vec<Tile> {
        let mut tiles: Vec<Tile> = self.places.iter().map(|place| place.tile).collect();
        let hidden: Vec<usize> = (0..tiles.len()).filter(|&place| !self.places[place].seen).collect();
        let mut faces: Vec<Tile> = hidden.iter().map(|&place| tiles[place]).collect();
        dice.shuffle(&mut faces);
        for (place, face) in hidden.into_iter().zip(faces) {
            tiles[place] = face;
        }
        tiles
    }
}

/// The same events with other tiles in the places of the deal.
fn with_tiles(events: &[Event], tiles: &[Tile]) -> Vec<Event> {
    let mut drawn = 0;
    events
        .iter()
        .map(|event| match event {
            Event::Dealt { starter, racks, .. } => {
                let mut rest = tiles.iter().copied();
                let racks: Vec<Tiles> = racks.iter().map(|rack| rest.by_ref().take(rack.len()).collect()).collect();
                drawn = racks.iter().map(Tiles::len).sum();
                Event::Dealt { starter: *starter, racks, pool: rest.collect::<Vec<_>>().into() }
            }
            Event::Drew { seat, tiles: old, why } => {
                let new = tiles[drawn..drawn + old.len()].iter().copied().collect();
                drawn += old.len();
                Event::Drew { seat: *seat, tiles: new, why: *why }
            }
            other => other.clone(),
        })
        .collect()
}

fn at(millis: i64) -> Timestamp {
    Timestamp::from_millis(millis)
}

/// Everything that a viewer is sent: each entry as it happens, and the table as it is in the end.
fn sent(plan: &Plan, shelf: &Shelf, before: &[Event], events: &[Event], viewer: Viewer) -> Vec<String> {
    let chance = FixedChance::new(5);
    let mut opening = Table::opening(plan.clone(), PlayerId::new(&chance), "ABCDEF".to_owned());
    for seat in 0..plan.players {
        let who = Occupant::Bot { level: "greedy".to_owned() };
        opening.push(TableEvent::SeatTaken { seat: Seat(seat), who, invite: None });
    }
    let mut table = Table::open(at(1000), &opening, shelf).unwrap();
    table.apply(at(1000), &[TableEvent::GameBegun, TableEvent::Game { events: before.to_vec() }]);
    let mut sent = Vec::new();
    for event in events {
        let entry = [TableEvent::Game { events: vec![event.clone()] }];
        table.apply(at(2000), &entry);
        sent.push(serde_json::to_string(&see_entry(&table, &entry, viewer)).unwrap());
    }
    sent.push(serde_json::to_string(&see_table(&table, viewer, at(3000))).unwrap());
    sent
}

/// Checks one game at one moment for every viewer; how many views were compared.
fn check(case: &Case, library: &Library, shelf: &Shelf, dice: &mut Dice) -> usize {
    let report = play_game(case, library).unwrap_or_else(|broken| panic!("{}: {broken:?}", case.seed));
    let all = &report.watched.events;
    // Tiles that go back to the pool on site make another deal of it, which the server never does.
    if all.iter().any(|event| matches!(event, Event::Returned { .. })) {
        return 0;
    }
    let deal = all.iter().rposition(|event| matches!(event, Event::Dealt { .. })).unwrap();
    let (before, events) = all.split_at(deal);
    let over = events.iter().position(|event| matches!(event, Event::Ended { .. })).unwrap_or(events.len());
    let moment = 1 + dice.below(over.max(2) - 1);
    let events = &events[..moment];
    let Event::Dealt { racks, pool, .. } = &events[0] else { unreachable!() };
    let pool: Vec<Tile> = pool.iter().collect();
    let mut plan = Plan::new(&case.setup.settings().edition, case.setup.players());
    plan.settings = case.overrides.clone();
    let viewers = case.setup.seats().map(Viewer::Seat).chain([Viewer::Spectator, Viewer::Judge]);
    let mut compared = 0;
    for viewer in viewers {
        let mut tracks = Tracks::dealt(racks, &pool, viewer);
        let (mut table, mut earlier) = (Counts::default(), Counts::default());
        for event in events {
            tracks.follow(event, &table, viewer);
            match event {
                Event::Played { table: after, .. } => earlier = std::mem::replace(&mut table, after.layout().counts()),
                Event::TakenBack { .. } => table = earlier,
                _ => {}
            }
        }
        let other = with_tiles(events, &tracks.permuted(dice));
        let (one, two) = (sent(&plan, shelf, before, events, viewer), sent(&plan, shelf, before, &other, viewer));
        for (one, two) in one.iter().zip(&two) {
            assert_eq!(one, two, "case {} of {}: {viewer:?} can tell hidden tiles apart", case.seed, case.name);
        }
        compared += 1;
    }
    compared
}

#[test]
fn permuting_hidden_tiles_leaves_every_byte_unchanged() {
    let (library, shelf) = (Library::everyday(), Shelf::default());
    let mut dice = Dice::new(42);
    let mut compared = 0;
    for seed in 0..1500 {
        compared += check(&Case::numbers(seed), &library, &shelf, &mut dice);
    }
    for seed in 0..700 {
        compared += check(&Case::words(seed), &library, &shelf, &mut dice);
    }
    assert!(compared > 5000, "{compared}");
}
