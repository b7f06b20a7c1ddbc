//! What the rule tests share: reading notation, a shuffle that deals what a test wants, and a bench on which a game
//! is brought into a position by commands alone, as at a real table.

#![allow(dead_code, reason = "each test file takes what it needs")]

use trinta_core::edition::{SettingsBuilder, Value};
use trinta_core::lexicon::Lexicon;
use trinta_core::shuffle::Shuffle;
use trinta_core::{
    Actor, Aids, AnyWord, Command, CommandError, DrawReason, Event, Fault, Game, Layout, PassReason, Phase,
    PlainSearch, Play, PlayError, Position, Proposal, Score, Search, Seat, Settings, Setup, Spelling, Table, Tile,
    Tiles, check_play,
};

pub(crate) const A: Seat = Seat(0);
pub(crate) const B: Seat = Seat(1);
pub(crate) const C: Seat = Seat(2);
pub(crate) const D: Seat = Seat(3);

pub(crate) fn tiles(text: &str) -> Tiles {
    text.parse().unwrap_or_else(|error| panic!("{text}: {error}"))
}

/// Tiles in the order written: a pool, lots.
pub(crate) fn row(text: &str) -> Vec<Tile> {
    text.split_whitespace().map(|tile| tile.parse().unwrap_or_else(|error| panic!("{tile}: {error}"))).collect()
}

pub(crate) fn layout(text: &str) -> Layout {
    text.parse().unwrap_or_else(|error| panic!("{text}: {error}"))
}

pub(crate) fn table(text: &str) -> Table {
    Table::read(layout(text)).unwrap_or_else(|error| panic!("{text}: {error}"))
}

pub(crate) fn scores(points: &[i64]) -> Vec<Score> {
    points.iter().copied().map(Score::whole).collect()
}

/// An edition with some settings of its own.
pub(crate) fn settings(edition: &str, overrides: &[(&str, &str)]) -> Settings {
    let mut builder = SettingsBuilder::edition(edition).unwrap();
    for (name, value) in overrides {
        builder.set(name, Value::read(value));
    }
    builder.build().unwrap_or_else(|error| panic!("{error}"))
}

/// Judges one play outside any game.
pub(crate) fn judge(
    settings: &Settings,
    opened: bool,
    before: &str,
    rack: &str,
    after: &str,
) -> Result<Play, PlayError> {
    let proposal = Proposal { before: &table(before), rack: &tiles(rack), opened, after: &layout(after) };
    check_play(settings, &AnyWord, proposal)
}

/// All faults of a play that must not be legal.
pub(crate) fn faults(settings: &Settings, opened: bool, before: &str, rack: &str, after: &str) -> Vec<Fault> {
    match judge(settings, opened, before, rack, after) {
        Ok(play) => panic!("legal, though it should not be: {}", play.table),
        Err(error) => error.faults,
    }
}

/// Whether an exhaustive search finds any play at all.
pub(crate) fn can_play(settings: &Settings, opened: bool, before: &str, rack: &str) -> bool {
    let position = Position { settings, table: &table(before), seat: A, rack: &tiles(rack), opened };
    PlainSearch.can_play(&position).unwrap()
}

/// A shuffle that puts chosen tiles in front, shuffle by shuffle, and leaves the rest as it was.
#[derive(Debug, Clone, Default)]
pub(crate) struct Fixed(pub(crate) Vec<Vec<Tile>>);

impl Shuffle for Fixed {
    fn shuffle(&self, number: u32, tiles: &mut [Tile]) {
        let Some(front) = self.0.get(number as usize) else { return };
        for (place, tile) in front.iter().enumerate() {
            let from = (place..tiles.len())
                .find(|&index| tiles[index] == *tile)
                .unwrap_or_else(|| panic!("the test asks for more {tile} than the box holds"));
            tiles[place..=from].rotate_right(1);
        }
    }
}

/// A search whose answer about plays is given beforehand.
pub(crate) struct Says(pub(crate) Option<bool>);

impl Search for Says {
    fn can_play(&self, _position: &Position<'_>) -> Option<bool> {
        self.0
    }

    fn could_open(&self, position: &Position<'_>) -> bool {
        PlainSearch.could_open(position)
    }
}

/// A game and all that its rules need from outside.
pub(crate) struct Bench {
    pub(crate) game: Game,
    pub(crate) search: Box<dyn Search>,
    pub(crate) spelling: Box<dyn Spelling>,
    pub(crate) shuffle: Fixed,
}

impl Bench {
    /// A table before the lots.
    pub(crate) fn new(settings: Settings, players: u8) -> Bench {
        let game = Game::new(Setup::new(settings, players).unwrap());
        Bench { game, search: Box::new(PlainSearch), spelling: Box::new(AnyWord), shuffle: Fixed::default() }
    }

    /// A dealt table at which seat A begins. Racks shorter than 14 are filled up from tiles that nobody names; the
    /// pool begins with the tiles given.
    pub(crate) fn dealt(settings: Settings, racks: &[&str], pool: &str) -> Bench {
        let mut bench = Bench::new(settings, racks.len() as u8).starter(A).deal_front(racks, pool);
        bench.host(&Command::Deal).unwrap();
        assert_eq!(bench.game.turn(), Some(A));
        bench
    }

    /// The next shuffle puts these tiles in front.
    pub(crate) fn front(mut self, tiles: Vec<Tile>) -> Bench {
        self.shuffle.0.push(tiles);
        self
    }

    /// The next shuffle is a round of lots which this seat wins.
    pub(crate) fn starter(self, starter: Seat) -> Bench {
        let letters = self.game.settings().words().is_some();
        let (best, others) = if letters { ("A", "BBCC") } else { ("k13", "k1 k1 k2 k2 k3") };
        let mut others = tiles(others).iter().collect::<Vec<_>>().into_iter();
        let seats = 0..self.game.players();
        let lots = seats.map(|seat| if Seat(seat) == starter { best.parse().unwrap() } else { others.next().unwrap() });
        let lots = lots.collect();
        self.front(lots)
    }

    /// The next shuffle is this deal.
    pub(crate) fn deal_front(self, racks: &[&str], pool: &str) -> Bench {
        let mut left = self.game.setup().tile_set().tiles();
        let racks: Vec<Vec<Tile>> = racks.iter().map(|rack| tiles(rack).iter().collect()).collect();
        let pool: Vec<Tile> = if pool.contains(' ') { row(pool) } else { tiles(pool).iter().collect() };
        for tile in racks.iter().flatten().chain(&pool) {
            let place = left.iter().position(|other| other == tile).expect("no more tiles than the box holds");
            left.remove(place);
        }
        let mut order = Vec::new();
        for rack in racks {
            let missing = 14 - rack.len();
            order.extend(rack);
            order.extend(left.drain(..missing));
        }
        order.extend(pool);
        self.front(order)
    }

    pub(crate) fn search(mut self, search: impl Search + 'static) -> Bench {
        self.search = Box::new(search);
        self
    }

    pub(crate) fn spelling(mut self, spelling: impl Spelling + 'static) -> Bench {
        self.spelling = Box::new(spelling);
        self
    }

    /// Gives a command; what it causes is applied, and no tile may get lost on the way.
    pub(crate) fn run(&mut self, actor: Actor, command: &Command) -> Result<Vec<Event>, CommandError> {
        let aids = Aids { search: &*self.search, spelling: &*self.spelling, shuffle: &self.shuffle };
        let events = self.game.decide(actor, command, &aids)?;
        for event in &events {
            self.game.apply(event);
        }
        if !matches!(self.game.phase(), Phase::Lots(_)) {
            let mut all: Vec<Tile> = self.game.all_tiles().collect();
            all.sort_unstable();
            assert_eq!(all, self.game.setup().tile_set().tiles(), "tiles are conserved");
        }
        Ok(events)
    }

    pub(crate) fn host(&mut self, command: &Command) -> Result<Vec<Event>, CommandError> {
        self.run(Actor::Host, command)
    }

    pub(crate) fn seat(&mut self, seat: Seat, command: &Command) -> Result<Vec<Event>, CommandError> {
        self.run(Actor::Seat(seat), command)
    }

    pub(crate) fn play(&mut self, seat: Seat, text: &str) -> Result<Vec<Event>, CommandError> {
        self.seat(seat, &Command::Play { layout: layout(text) })
    }

    pub(crate) fn draw(&mut self, seat: Seat) -> Result<Vec<Event>, CommandError> {
        self.seat(seat, &Command::Draw)
    }

    pub(crate) fn pass(&mut self, seat: Seat) -> Result<Vec<Event>, CommandError> {
        self.seat(seat, &Command::Pass)
    }

    /// Time is up, and this lies on the table.
    pub(crate) fn time_up(&mut self, draft: Option<&str>) -> Result<Vec<Event>, CommandError> {
        self.host(&Command::TimeUp { draft: draft.map(layout), restored: None })
    }

    /// Time is up on site, and the table could be put back as far as this.
    pub(crate) fn restored(&mut self, restored: &str) -> Result<Vec<Event>, CommandError> {
        self.host(&Command::TimeUp { draft: None, restored: Some(layout(restored)) })
    }

    /// Everybody draws in turn until this many tiles are left in the pool.
    pub(crate) fn draw_down_to(&mut self, left: usize) {
        while self.game.pool_size() > left {
            let seat = self.game.turn().unwrap();
            self.draw(seat).unwrap();
        }
    }

    pub(crate) fn rack(&self, seat: Seat) -> String {
        self.game.seat(seat).unwrap().rack.to_string()
    }

    pub(crate) fn on_table(&self) -> String {
        self.game.table().to_string()
    }

    /// The faults of a play that the game must refuse.
    pub(crate) fn refused(&mut self, seat: Seat, text: &str) -> Vec<Fault> {
        match self.play(seat, text) {
            Err(CommandError::Illegal(error)) => error.faults,
            other => panic!("not refused for its faults: {other:?}"),
        }
    }
}

pub(crate) fn drew(seat: Seat, text: &str, why: DrawReason) -> Event {
    Event::Drew { seat, tiles: tiles(text), why }
}

pub(crate) fn passed(seat: Seat, why: PassReason) -> Event {
    Event::Passed { seat, why }
}

/// A play of the number game that is no opening.
pub(crate) fn played(seat: Seat, after: &str, placed: &str) -> Event {
    Event::Played { seat, table: table(after), placed: tiles(placed), opening: None, score: None, time_up: false }
}

/// A play that is the player's opening.
pub(crate) fn opened(seat: Seat, after: &str, placed: &str, points: u32) -> Event {
    Event::Played {
        seat,
        table: table(after),
        placed: tiles(placed),
        opening: Some(points),
        score: None,
        time_up: false,
    }
}

/// A word list of these words.
pub(crate) fn list(words: &str) -> Lexicon {
    let lines = words.split_whitespace().collect::<Vec<_>>().join("\n");
    Lexicon::from_text("small", &lines).unwrap_or_else(|error| panic!("{error}"))
}
