//! Arbitrary commands from arbitrary actors: no panic, tiles are conserved, and every view agrees with the game.
//!
//! The first byte selects the setup; every line after the first is an actor and a command as JSON, or a short form.
#![no_main]

use libfuzzer_sys::fuzz_target;
use trinta_core::shuffle::{Bytes32, Shuffler};
use trinta_core::{Actor, Aids, AnyWord, Command, Game, NoSearch, Seat, Settings, Setup, Viewer, edition, see};

const TABLES: [(&str, u8); 6] = [("hk", 4), ("cn", 2), ("pt", 3), ("school", 4), ("word-a", 2), ("word-b", 3)];

fn setup(first: u8) -> Setup {
    let (name, players) = TABLES[usize::from(first) % TABLES.len()];
    let mut builder = edition::SettingsBuilder::edition(name).unwrap();
    if name.starts_with("word") {
        builder.set("turn_time", edition::Value::Number(60));
        let rule = ["checked", "charged", "challenge"][usize::from(first / 8) % 3];
        builder.set("spelling", edition::Value::Text(rule.to_owned()));
    }
    let settings: Settings = builder.build().unwrap();
    Setup::new(settings, players).unwrap()
}

fn command(line: &str) -> Option<(Actor, Command)> {
    let (actor, rest) = line.split_at_checked(1)?;
    let actor = match actor.bytes().next()? {
        b'h' => Actor::Host,
        byte => Actor::Seat(Seat(byte.wrapping_sub(b'A'))),
    };
    let command = match rest.trim() {
        "deal" => Command::Deal,
        "new" => Command::NewDeal,
        "draw" => Command::Draw,
        "pass" => Command::Pass,
        "up" => Command::TimeUp { draft: None, restored: None },
        "challenge" => Command::Challenge,
        "accept" => Command::Accept,
        "close" => Command::CloseChallenge,
        other => match other.parse() {
            Ok(layout) => Command::Play { layout },
            Err(_) => serde_json::from_str(other).ok()?,
        },
    };
    Some((actor, command))
}

fuzz_target!(|text: &str| {
    let first = text.bytes().next().unwrap_or(0);
    let mut game = Game::new(setup(first));
    let shuffler = Shuffler::from_seed(&Bytes32([first; 32]), game.players());
    let aids = Aids { search: &NoSearch, spelling: &AnyWord, shuffle: &shuffler };
    let seats = (0..game.players()).map(|seat| Viewer::Seat(Seat(seat)));
    let mut views: Vec<_> = seats.chain([Viewer::Spectator, Viewer::Judge]).map(|viewer| game.view(viewer)).collect();
    for (actor, command) in text.lines().skip(1).filter_map(command) {
        let Ok(events) = game.decide(actor, &command, &aids) else { continue };
        for event in events {
            game.apply(&event);
            for view in &mut views {
                view.apply(&see(&event, view.viewer));
                assert_eq!(*view, game.view(view.viewer));
            }
            let json = serde_json::to_string(&event).unwrap();
            assert_eq!(serde_json::from_str::<trinta_core::Event>(&json).unwrap(), event);
        }
        let mut tiles: Vec<_> = game.all_tiles().collect();
        tiles.sort_unstable();
        assert!(tiles.is_empty() || tiles == game.setup().tile_set().tiles());
    }
});
