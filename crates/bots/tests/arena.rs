//! Games in the arena follow the rules and their seed, and no bot can disrupt them.

mod common;

use common::{editions, header, tables};
use trinta_bots::arena::{Arena, Finished, seating, seed_of};
use trinta_bots::numbers::Greedy;
use trinta_bots::{Bot, Budget, NoClock, Thinking};
use trinta_core::record::{Record, verify};
use trinta_core::{AnyWord, Command, EventOf, Game, Layout, SeenEvent, Setup, View, Viewer, see};
use trinta_solver::Referee;

fn play(setup: &Setup, bots: &mut [&mut dyn Bot], seed: u64, seating: u8) -> Finished {
    let referee = Referee::new();
    let arena = Arena { setup, search: &referee, spelling: &AnyWord, budget: Budget::default(), clock: &NoClock };
    arena.play(bots, &seed_of(seed, 0), seating).unwrap()
}

fn greedy_game(setup: &Setup, seed: u64) -> Finished {
    let mut bots: Vec<Greedy> = setup.seats().map(|_| Greedy::new()).collect();
    let mut bots: Vec<&mut dyn Bot> = bots.iter_mut().map(|bot| bot as &mut dyn Bot).collect();
    play(setup, &mut bots, seed, 0)
}

#[test]
fn greedy_games_of_every_edition_pass_verification() {
    for (seed, (edition, setup)) in (0..).zip(tables()) {
        let finished = greedy_game(&setup, seed);
        assert!(finished.seats.iter().all(|seat| seat.refused == 0 && seat.turns > 0), "{finished:?}");
        let header = header(&edition, &setup, seed_of(seed, 0));
        let record = Record { header, events: finished.events };
        let verified = verify(&record, &Referee::new(), None).unwrap();
        assert_eq!(verified.game.outcome(), Some(&finished.outcome));
    }
    assert_eq!(editions().len(), 4);
}

#[test]
fn the_same_seed_gives_the_same_game() {
    for (_, setup) in tables() {
        assert_eq!(greedy_game(&setup, 5).events, greedy_game(&setup, 5).events);
        assert_ne!(greedy_game(&setup, 5).events, greedy_game(&setup, 6).events);
    }
}

/// Never plays.
struct Drawer;

impl Bot for Drawer {
    fn turn(&mut self, view: &View, _: &mut Thinking<'_>) -> Command {
        trinta_bots::fallback_command(view)
    }
}

#[test]
fn mirrored_games_have_the_same_tiles_and_the_same_starter() {
    let setup = &tables()[0].1;
    let deals: Vec<_> = (0..setup.players())
        .map(|number| {
            let (mut greedy, mut drawer) = (Greedy::new(), Drawer);
            let mut bots: [Option<&mut dyn Bot>; 2] = [Some(&mut greedy), Some(&mut drawer)];
            let mut seated: Vec<&mut dyn Bot> =
                seating(setup.players(), number).map(|bot| bots[bot].take().unwrap()).collect();
            let finished = play(setup, &mut seated, 3, number);
            assert_eq!(finished.outcome.winners[0].index(), usize::from(number));
            let dealt = |event: &trinta_core::Event| matches!(event, EventOf::Dealt { .. });
            finished.events.into_iter().find(dealt).unwrap()
        })
        .collect();
    assert_eq!(deals[0], deals[1]);
}

/// Takes tiles off the table, which is always illegal.
struct Vandal;

impl Bot for Vandal {
    fn turn(&mut self, _: &View, _: &mut Thinking<'_>) -> Command {
        Command::Play { layout: Layout::new() }
    }
}

#[test]
fn an_illegal_command_costs_the_turn_and_does_not_stop_the_game() {
    for (edition, setup) in tables() {
        let mut bots: Vec<Box<dyn Bot>> = vec![Box::new(Vandal)];
        bots.resize_with(usize::from(setup.players()), || Box::new(Greedy::new()));
        let mut bots: Vec<&mut dyn Bot> = bots.iter_mut().map(|bot| &mut **bot as &mut dyn Bot).collect();
        let finished = play(&setup, &mut bots, 8, 0);
        assert_eq!(finished.seats[0].refused, finished.seats[0].turns, "{edition}");
        assert!(finished.seats[1..].iter().all(|seat| seat.refused == 0), "{edition}");
    }
}

/// Compares the events and views it gets with what its seat may see.
struct Witness {
    seen: Vec<SeenEvent>,
    view: Option<View>,
}

impl Bot for Witness {
    fn begin(&mut self, view: &View) {
        (self.seen, self.view) = (Vec::new(), Some(view.clone()));
    }

    fn observe(&mut self, event: &SeenEvent, after: &View) {
        let view = self.view.as_mut().unwrap();
        view.apply(event);
        assert_eq!(view, after);
        self.seen.push(event.clone());
    }

    fn turn(&mut self, view: &View, thinking: &mut Thinking<'_>) -> Command {
        assert_eq!(Some(view), self.view.as_ref());
        Greedy::new().turn(view, thinking)
    }
}

#[test]
fn a_bot_sees_everything_that_its_seat_may_see_and_nothing_else() {
    let setup = &tables()[2].1;
    let mut witness = Witness { seen: Vec::new(), view: None };
    let (mut one, mut two, mut three) = (Greedy::new(), Greedy::new(), Greedy::new());
    let mut bots: [&mut dyn Bot; 4] = [&mut one, &mut two, &mut witness, &mut three];
    let finished = play(setup, &mut bots, 9, 0);
    let mut game = Game::new(setup.clone());
    let viewer = Viewer::Seat(trinta_core::Seat(2));
    assert_eq!(witness.seen.len(), finished.events.len());
    for (event, seen) in finished.events.iter().zip(&witness.seen) {
        game.apply(event);
        assert_eq!(*seen, see(event, viewer));
    }
    assert_eq!(witness.view.unwrap(), game.view(viewer));
}

#[test]
fn a_match_has_as_many_games_as_players_and_a_sheet() {
    let setup = &tables()[1].1;
    let referee = Referee::new();
    let arena = Arena { setup, search: &referee, spelling: &AnyWord, budget: Budget::default(), clock: &NoClock };
    let mut bots = [Greedy::new(), Greedy::new(), Greedy::new()];
    let mut bots: Vec<&mut dyn Bot> = bots.iter_mut().map(|bot| bot as &mut dyn Bot).collect();
    let (sheet, games) = arena.play_match(&mut bots, &seed_of(1, 1), 0).unwrap();
    assert!(sheet.is_over());
    assert_eq!(games.len(), 3);
    assert_ne!(games[0].events, games[1].events);
    assert!(arena.play(&mut bots[..2], &seed_of(1, 1), 0).is_err());
}
